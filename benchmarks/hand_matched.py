"""Clauses of 2025 sporting matched by hand with 2026, held against the concordance.

    python -m benchmarks.hand_matched INDEX [FILE] [--list]

With FILE (fia_concordance_mending.jsonl or fia_concordance_last.jsonl) its clauses, of the newest issues.
Right: every clause named by hand is found, itself or an accepted parent or child of it, and nothing else is;
for a rule that is gone nothing is found. The new side is the sporting book, then with the operational one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.versions.alignment.concordance import Match, partners
from regulations_agent.versions.comparison.comparison import documents_of, matched

FILE = Path(__file__).parents[1] / "eval" / "questions" / "fia_concordance.jsonl"
OLD = "2025/sporting@4"
SIDES = {"2026/sporting@2": ("new",), "2026/sporting@2 + 2026/operational@3": ("new", "elsewhere")}
LATER = {
    "2024/sporting": "2025/sporting",
    "2025/sporting": "2026/sporting + 2026/general",
    "2025/technical": "2026/technical",
}
"""What the books of the samples are matched with."""
Case = Mapping[str, Any]


def found(case: Case, by_id: Mapping[str, Match], document: str) -> list[str]:
    """Ids without issue of what the concordance gives for a case of an old document."""
    match = by_id.get(str(case["old"]).replace(document.partition("@")[0], document, 1))
    return [] if match is None else [_plain(c.id) for c in match.new]


def is_right(case: Case, ours: Sequence[str], fields: Sequence[str]) -> bool:
    wanted = [str(name) for field in fields for name in case[field]]
    accepted = [str(name) for name in case["alternatives"]]
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
    named = [a for a in arguments if a != "--list"]
    if not named:
        sys.exit(__doc__)
    library = Retriever.open(Path(named[0]))
    file = Path(named[1]) if len(named) > 1 else FILE
    cases: list[Case] = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    if len(named) > 1:
        for old, new in LATER.items():
            of_book = [case for case in cases if str(case["old"]).startswith(old)]
            _measure(library, of_book, old, new, ("new",), listed="--list" in arguments)
    else:
        for side, fields in SIDES.items():
            _measure(library, cases, OLD, side, fields, listed="--list" in arguments)


def _measure(
    library: Retriever, cases: Sequence[Case], old: str, new: str, fields: Sequence[str], *, listed: bool
) -> None:
    before = documents_of(old, library.documents)
    by_id = partners(matched(before, documents_of(new, library.documents), library).matches)
    ours = [found(case, by_id, before[0].id) for case in cases]
    right = [is_right(case, names, fields) for case, names in zip(cases, ours, strict=True)]
    sys.stdout.write(f"{old} to {new}: {sum(right)} of {len(cases)} right ({sum(right) / len(cases):.3f})\n")
    for case, names, fine in zip(cases, ours, right, strict=True):
        if not fine and listed:
            wanted = [case[field] for field in fields]
            sys.stdout.write(
                f"  {case['old']}: {names}; by hand {wanted} {case['alternatives']} {case['why']}\n"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
