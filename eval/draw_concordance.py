"""Draws the clauses of 2025 sporting issue 4 that fia_concordance.jsonl matches by hand with 2026.

Usage: python eval/draw_concordance.py INDEX    (an index over the twelve FIA documents; prints one id a line)
"""

import random
import sys
from pathlib import Path

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

DOCUMENT, SEED, COUNT, MIN_WORDS = "2025/sporting@4", 2026, 60, 8


def eligible(clause: Clause) -> bool:
    """In force, numbered like `33.3` or an item such as `33.3b)`, with at least MIN_WORDS own words."""
    return clause.in_force and clause.kind in ("clause", "item") and len(clause.text.split()) >= MIN_WORDS


def draw(index: Path) -> list[str]:
    """Ids in order of id, without the issue: `2025/sporting/33.3`."""
    ids = sorted(clause.id for clause in Retriever.open(index).clauses(DOCUMENT) if eligible(clause))
    return [name.replace("@4", "") for name in sorted(random.Random(SEED).sample(ids, COUNT))]


if __name__ == "__main__":
    sys.stdout.write("".join(f"{name}\n" for name in draw(Path(sys.argv[1]))))
