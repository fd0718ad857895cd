"""A change in a few words: `70 km/h → 60 km/h`, `may → must`, `“in writing” → “by e-mail”`."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.text import shortened
from regulations_agent.types.changes import CellChange, ChangeView, ObligationChange
from regulations_agent.types.views import NumberChange, WordChange
from regulations_agent.versions.diff.difference import numbers, similarity, words

ALIKE = 0.3
"""Similarity from which two sentences are taken for wordings of one."""
MOST_SAID = 3
"""Word changes that are spelt out; a wording with more is called reworded."""
LONGEST = 160
_JOINED = 2
_MOST_FACTS = 4


def change_in(old: str, new: str) -> str:
    """The numbers that differ between two wordings, else the few words that do; nothing when many do."""
    if similarity(old, new) < ALIKE:
        return ""
    figures = [said_pair(n) for n in numbers(old, new)][:_MOST_FACTS]
    return "; ".join(figures) if figures else _few(said_runs(words(old, new)))


def said(change: ChangeView) -> str:
    """What an engineer reads first: duties and limits that changed, cells, few words, or the new text.

    Few words go before figures of which one has no counterpart: `one hour` that became `90 minutes`.
    """
    if not change.old or not change.new:
        return shortened(change.new_text or change.old_text)
    cells = said_cells(change.cells)
    figures = [n for n in change.numbers if n.old and n.new]
    units = [n for n in figures if n.unit]
    duties = [o for o in change.obligations if o.old and o.new]
    facts = [*map(said_pair, duties[:2]), *(cells or map(said_pair, units or figures))]
    listed, few = "; ".join(facts[:_MOST_FACTS]), _few(said_runs(change.words))
    alone = not cells and any(n.unit and not (n.old and n.new) for n in change.numbers)
    return (few or listed if alone else listed or few) or _longest(change)


def said_cells(cells: Sequence[CellChange]) -> list[str]:
    """`Speeding, Points: 2 → 3` for each cell that says something else."""
    return [f"{c.row}, {c.column}: {said_pair(c)}" for c in cells if c.old and c.new]


def said_runs(pieces: Sequence[WordChange]) -> list[str]:
    """`“parts of the same design” → “the parts already fitted”` for each run of words that differs."""
    return [_said_run(old, new) for old, new in _runs(pieces)]


def _runs(pieces: Sequence[WordChange]) -> list[tuple[str, str]]:
    """What went and what came where words differ; up to two equal words between two places join them."""
    found: list[tuple[list[str], list[str]]] = []
    gap: list[str] | None = None
    for piece in pieces:
        if piece.op == "equal":
            gap = piece.text.split()
            continue
        if not found or (gap is not None and len(gap) > _JOINED):
            found.append(([], []))
        elif gap is not None:
            for side in found[-1]:
                side += gap
        gap = None
        found[-1][piece.op == "insert"].append(piece.text)
    apart = [_apart(" ".join(old).split(), " ".join(new).split()) for old, new in found]
    return [run for run in apart if any(run)]


def said_pair(change: NumberChange | ObligationChange | CellChange) -> str:
    """`798 kg → 800 kg`, `five (5) seconds dropped`, `must added`."""
    if change.old and change.new:
        return f"{change.old} → {change.new}"
    return f"{change.old} dropped" if change.old else f"{change.new} added"


def _longest(change: ChangeView) -> str:
    """`now: ...` with what came where most words differ, `no longer: ...` where none came there."""
    old, new = max(_runs(change.words), key=lambda run: len("".join(run)), default=("", ""))
    if new:
        return f"now: {shortened(new)}"
    return f"no longer: {shortened(old)}" if old else "reworded"


def _few(runs: Sequence[str]) -> str:
    few = len(runs) <= MOST_SAID and all(len(run) <= LONGEST for run in runs)
    return "; ".join(runs) if few else ""


def _said_run(old: str, new: str) -> str:
    if old and new:
        return f"“{old}” → “{new}”"
    return f"“{new}” added" if new else f"“{old}” dropped"


def _apart(old: list[str], new: list[str]) -> tuple[str, str]:
    """Both without the words that they begin and end with alike, punctuation aside."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    return " ".join(old).strip(" ,;."), " ".join(new).strip(" ,;.")


def _alike(old: list[str], new: list[str]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (a, b) in pairs if a.strip(",;.") != b.strip(",;.")), min(len(old), len(new)))
