"""Paragraphs that stand under another clause now, word for word: moved, and no change of what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from regulations_agent.versions.concordance import Match
from regulations_agent.versions.difference import Run
from regulations_agent.versions.weight import Difference, of_runs
from regulations_agent.versions.wording import squeezed

SHORTEST = 40
"""Characters of a stretch from which finding it elsewhere is no accident."""


def settled(differences: Sequence[tuple[Match, Difference]]) -> Iterator[tuple[Match, Difference]]:
    """The differences with what only stands elsewhere told apart; a match with nothing else is `moved`."""
    stretches = [run for _, differs in differences for run in differs.runs if not run.same]
    gone, came = (
        "\n".join(map(squeezed, side)) for side in ([r.old for r in stretches], [r.new for r in stretches])
    )
    for match, differs in differences:
        runs = tuple(_settled(run, gone, came) for run in differs.runs)
        if not (match.old and match.new) or runs == differs.runs:
            yield match, differs
        elif all(run.same or run.elsewhere for run in runs) and len(match.old) == len(match.new) == 1:
            yield (
                replace(match, kind="moved", evidence=f"{match.evidence}, a part elsewhere"),
                Difference(runs),
            )
        else:
            yield match, of_runs(runs, differs.cells)


def _settled(run: Run, gone: str, came: str) -> Run:
    """`elsewhere` when each side that is not empty stands in the changed words of the other document."""
    if run.same:
        return run
    sides = [(squeezed(run.old), came), (squeezed(run.new), gone)]
    found = [len(side) >= SHORTEST and side in other for side, other in sides if side]
    return replace(run, elsewhere=bool(found) and all(found))
