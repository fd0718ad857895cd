"""Of the changes that an issue prints against the issue before it, how many a comparison of the two finds.

    python -m benchmarks.markup INDEX OLD NEW [OLD NEW ...] [--list]

Each struck or coloured run of the newer issue is one printed change. It is found when the comparison shows
its words as different, or its clause as added, deleted, split, merged or renumbered; it is renumbering alone
when it is a reference that points to the same rule as before; it is not real when the older issue has no such
words to delete, or has the inserted ones already. The rest is missed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.versions.comparison.comparison import Comparison, Judged, compared
from regulations_agent.versions.comparison.markup import COVERED, bared, plain_words, share
from regulations_agent.versions.diff.wording import squeezed, wording, words_of

Row = tuple[str, str, str, Clause]
"""What became of a run, whether it is deleted or inserted, the run, and its clause."""


def rows(comparison: Comparison, library: Retriever) -> Iterator[Row]:
    """Every printed run of the newer issue that holds a word."""
    of = {c.id: judged for judged in comparison.judged for c in (*judged.match.old, *judged.match.new)}
    former = [c for c in library.clauses(comparison.old[0].id) if c.in_force]
    for clause in library.clauses(comparison.new[0].id):
        for mark, printed in (("deleted", clause.deleted), ("inserted", clause.inserted)):
            for run in printed:
                if plain_words(run):
                    yield _fate(run, mark, of.get(clause.id), of, former), mark, run, clause


def _fate(run: str, mark: str, judged: Judged | None, of: dict[str, Judged], former: list[Clause]) -> str:
    if judged is not None and _shown(run, mark, judged):
        return "found"
    if mark == "deleted" and any(
        _shown(run, mark, of[c.id]) for c in former if _holds(c, run) and c.id in of
    ):
        return "found"
    if judged is None:
        return "missed" if any(_holds(c, run) for c in former) else "not real"
    held = any(_holds(c, run) for c in judged.match.old)
    if held if mark == "inserted" else not held:
        return "not real"
    return "renumbering" if any(ch.isdigit() for ch in run) and not judged.differs.differing else "missed"


def _shown(run: str, mark: str, judged: Judged) -> bool:
    """The comparison says that these words, or the whole clause, changed."""
    match = judged.match
    if match.kind == "unchanged":
        return False
    if match.kind != "modified" or match.old[0].number != match.new[0].number:
        return True
    sides = [bared(r.old if mark == "deleted" else r.new) for r in judged.differs.differing]
    words = [word for side in sides for word in side]
    piece = "".join(plain_words(run))
    return share(plain_words(run), words) >= COVERED or any(piece in "".join(side) for side in sides)


def _holds(clause: Clause, run: str) -> bool:
    return squeezed(words_of(run)).lower() in squeezed(words_of(wording(clause))).lower()


def report(library: Retriever, old: str, new: str, *, listed: bool) -> list[str]:
    """One row of the table, and every run that was not found."""
    comparison = compared(old, new, library)
    found = list(rows(comparison, library))
    fates = Counter(fate for fate, *_ in found)
    recall = fates["found"] / max(1, fates["found"] + fates["missed"])
    silent = [j for j in comparison.judged if j.printed is False]
    lines = [
        f"| {old} to {new} | {len(found)} | {fates['found']} | {fates['missed']} | {recall:.3f} "
        f"| {fates['renumbering']} | {fates['not real']} | {len(silent)} |"
    ]
    if listed:
        lines += [
            f"  {fate}: {mark} {run!r} in {clause.id}, page {clause.page}"
            for fate, mark, run, clause in found
            if fate != "found"
        ]
        lines += [f"  silent: {_where(judged)} {judged.match.kind} {judged.weight}" for judged in silent]
    return lines


def _where(judged: Judged) -> str:
    clauses = (*judged.match.old, *judged.match.new)
    return " -> ".join(f"{c.id} (page {c.page})" for c in clauses)


def main(arguments: list[str]) -> None:
    if not arguments:
        sys.exit(__doc__)
    named = [a for a in arguments if not a.startswith("--")]
    library = Retriever.open(Path(named[0]))
    lines = [
        "| pair | printed | found | missed | recall | renumbering alone | not real | silent clauses |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for old, new in zip(named[1::2], named[2::2], strict=True):
        lines += report(library, old, new, listed="--list" in arguments)
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
