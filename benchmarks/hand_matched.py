"""Clauses of 2025 sporting matched by hand with 2026, held against the concordance.

    python -m benchmarks.hand_matched INDEX [--list]

Right: every clause named by hand is found, itself or an accepted parent or child of it, and nothing else is;
for a rule that is gone nothing is found. The new side is the sporting book, then with the operational one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.versions.comparison import matched
from regulations_agent.versions.concordance import Match, partners
from regulations_agent.versions.sides import documents_of

FILE = Path(__file__).parents[1] / "eval" / "questions" / "fia_concordance.jsonl"
OLD = "2025/sporting@4"
SIDES = {"2026/sporting@2": ("new",), "2026/sporting@2 + 2026/operational@3": ("new", "elsewhere")}
Case = Mapping[str, object]


def found(case: Case, by_id: Mapping[str, Match]) -> list[str]:
    """Ids without issue of what the concordance gives for a case."""
    match = by_id.get(str(case["old"]).replace("sporting/", "sporting@4/", 1))
    return [] if match is None else [_plain(c.id) for c in match.new]


def is_right(case: Case, ours: Sequence[str], fields: Sequence[str]) -> bool:
    wanted = [str(name) for field in fields for name in case[field]]  # type: ignore[attr-defined]
    accepted = [str(name) for name in case["alternatives"]]  # type: ignore[attr-defined]
    if any(name not in (*wanted, *accepted) for name in ours):
        return False
    if len(wanted) == 1 and ours:
        return True
    return all(any(_akin(name, one) for one in ours) for name in wanted)


def _akin(wanted: str, name: str) -> bool:
    """The clause itself, or one right above or below it in number."""
    return name == wanted or name.startswith(wanted) or wanted.startswith(name)


def _plain(clause_id: str) -> str:
    book, _, number = clause_id.partition("@")
    return f"{book}/{number.partition('/')[2]}"


def main(arguments: list[str]) -> None:
    if not arguments:
        sys.exit(__doc__)
    library = Retriever.open(Path(arguments[0]))
    cases: list[Case] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    old = documents_of(OLD, library.documents)
    for side, fields in SIDES.items():
        by_id = partners(matched(old, documents_of(side, library.documents), library).matches)
        ours = [found(case, by_id) for case in cases]
        right = [is_right(case, names, fields) for case, names in zip(cases, ours, strict=True)]
        sys.stdout.write(
            f"{OLD} to {side}: {sum(right)} of {len(cases)} right ({sum(right) / len(cases):.3f})\n"
        )
        for case, names, fine in zip(cases, ours, right, strict=True):
            if not fine and "--list" in arguments:
                wanted = [case[field] for field in fields]
                sys.stdout.write(
                    f"  {case['old']}: {names}; by hand {wanted} {case['alternatives']} {case['why']}\n"
                )


if __name__ == "__main__":
    main(sys.argv[1:])
