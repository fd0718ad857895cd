"""Recall@10 and MAP@10 of `Retriever.from_texts` on ObliQA (RIRAG 2024), and what a question costs.

    python -m benchmarks.obliqa ../shared/obliqa

Nothing is learned from its questions. The weights of words, meaning and phrases (`seeking.LEXICAL_WEIGHT`,
`ranking.PHRASES`) were chosen on halves of the development questions, which are asked here.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from regulations_agent.retrieval.retriever import Retriever

LOOKED_AT = 10
TIMED = 300
"""Questions whose time is taken."""


def passages(folder: Path) -> dict[str, str]:
    """Every passage with words, by the document's and its own id; a repeated id gets a suffix."""
    texts: dict[str, str] = {}
    files = sorted(folder.glob("StructuredRegulatoryDocuments/*.json"), key=lambda path: int(path.stem))
    for path in files:
        for row in json.loads(path.read_text(encoding="utf-8")):
            key, copy = f"D{row['DocumentID']}/{row['PassageID']}", 1
            while key in texts:
                copy += 1
                key = f"D{row['DocumentID']}/{row['PassageID']}#{copy}"
            if row["Passage"].strip():
                texts[key] = row["Passage"]
    return texts


def golds(question: Mapping[str, Any], texts: dict[str, str]) -> set[str]:
    """Ids of the passages that answer; of a repeated id the one with the same words."""
    found = set()
    for row in question["Passages"]:
        first = f"D{row['DocumentID']}/{row['PassageID']}"
        copies = [first, *(f"{first}#{n}" for n in range(2, 9))]
        same = [key for key in copies if texts.get(key) == row["Passage"]]
        found.add((same or [first])[0])
    return found


def measured(retriever: Retriever, judged: Mapping[str, Collection[str]]) -> tuple[float, float]:
    """Mean recall and average precision within the first ten."""
    each = []
    for question, right in judged.items():
        hits = np.array([hit.id in right for hit in retriever.search(question, LOOKED_AT)])
        precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
        each.append((hits.sum() / len(right), (precision * hits).sum() / min(len(right), LOOKED_AT)))
    recall, precision = np.mean(each, axis=0)
    return float(recall), float(precision)


def run(folder: Path) -> None:
    texts = passages(folder)
    asked = json.loads((folder / "ObliQA_dev.json").read_text(encoding="utf-8"))
    judged = {question["Question"]: golds(question, texts) for question in asked}
    began = time.process_time()
    retriever = Retriever.from_texts(texts)
    say(f"{len(texts)} passages indexed in {time.process_time() - began:.0f} CPU s")
    recall, precision = measured(retriever, judged)
    say(f"{len(judged)} questions: R@10 {recall:.4f}  MAP@10 {precision:.4f}")
    taken = []
    for question in list(judged)[:: max(1, len(judged) // TIMED)]:
        began = time.process_time()
        retriever.search(f"{question} {len(question) + 7}")  # never asked before
        taken.append(time.process_time() - began)
    say(f"a question that was never asked before: {1000 * statistics.median(taken):.1f} ms of CPU")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    run(parser.parse_args().folder)
