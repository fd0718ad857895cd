"""Atoms of a page: stretches of neighbouring characters of one look, one state and one baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.page.glyphs import SPACES, printed, typed
from regulations_agent.corpus.page.lines import State
from regulations_agent.corpus.page.raw import Floats, Ints, RawPage, Style

SPACE_GAP = 0.13
"""Blank, in font sizes, from which two characters have a space between them though none is painted."""
LONE_GAP = 0.1
"""The same where the characters on both sides stand close: letters that are set apart are so one and all."""
KERNED_GAP = 0.07
"""The same in one font where they touch: fonts draw a space together with the letter before it (`f`)."""
TURNED_GAP = 0.3
"""The same for text that does not run left to right, of which only the ink's extent is known."""
_BLANK = np.zeros(max(SPACES) + 2, bool)
_BLANK[list(SPACES)] = True
_CLOSE, _TOUCHING = 0.05, 0.02
_OVERLAP = -0.35
"""Step back, in font sizes, from which characters do not follow each other."""
_NOTHING = 0x200B
"""A code that prints nothing."""
_WITHIN, _TOUCHES = 0.1, 0.03
"""Font sizes by which a blank begins within the letter before it, and up to which letters touch."""
_OVERHANG = 0.08
"""The same from which a letter stands over the one before it."""


@dataclass(slots=True)
class Atom:
    """Characters that follow each other without a gap.

    Coordinates are those of a page turned until its text runs left to right, blanks at the ends left out.
    """

    text: str
    x0: float
    x1: float
    base: float
    size: float
    style: Style
    state: State
    order: int
    """Position in the order in which the page paints."""
    turn: int = 0
    blank: bool = False
    """Prints nothing."""


def _of_ligature(codes: Ints, widths: Floats) -> NDArray[np.bool_]:
    """[n] letters that share one glyph with the `f` before them, whose halves are equally wide."""
    shared = np.zeros(len(codes), bool)
    pair = (codes[:-1] == ord("f")) & ((codes[1:] == ord("i")) | (codes[1:] == ord("l")))
    shared[1:] = pair & (np.abs(np.diff(widths)) < 0.01 * np.maximum(widths[1:], 1.0))
    return shared


def _of_one_glyph(codes: Ints, x0: Floats, x1: Floats) -> NDArray[np.bool_]:
    """[n] letters of a ligature behind its first, which have the place of that one."""
    shared = np.zeros(len(codes), bool)
    other = (codes[1:] != codes[:-1]) | (codes[1:] == ord("f"))
    shared[1:] = other & (x0[1:] == x0[:-1]) & (x1[1:] == x1[:-1])
    return shared


def _without_overhang(codes: Ints, x0: Floats, x1: Floats, size: Floats) -> Floats:
    """The ends of the letters, those of a slanted `f` where its place ends: its box is that of its ink,
    which hangs over both neighbours alike, and may hide the blank behind it. Only small letters before it
    tell how far: blanks are painted wider than they are, and signs slant themselves."""
    over = (x1[:-1] - x0[1:]) / size[1:]
    small = (codes[:-1] >= ord("a")) & (codes[:-1] <= ord("z")) & (codes[:-1] != ord("f"))
    slanted = (codes[1:] == ord("f")) & small & (over > _OVERHANG) & (over < -_OVERLAP)
    ends = x1.copy()
    ends[1:][slanted] -= (over * size[1:])[slanted]
    return ends


def _painted_over(page: RawPage, x0: Floats, x1: Floats, size: Floats) -> NDArray[np.bool_]:
    """[n] blanks that begin within the ligature before them, where the next letter starts right at its end:
    fonts that make ligatures half as wide as they look have one behind each (`fi rst`)."""
    over = np.zeros(len(x0), bool)
    within = x0[1:-1] < x1[:-2] - _WITHIN * size[1:-1]
    touching = (x0[2:] - x1[:-2] < _TOUCHES * size[1:-1]) & (x0[2:] > x0[1:-1])
    level = np.abs(page.baselines[2:] - page.baselines[:-2]) < _TOUCHES * size[1:-1]
    ligature = _of_one_glyph(page.codes, x0, x1)[:-2]
    over[1:-1] = ligature & within & touching & level & _BLANK[np.minimum(page.codes[1:-1], len(_BLANK) - 1)]
    return over


def make_atoms(page: RawPage, dead: NDArray[np.bool_], states: Sequence[State]) -> list[Atom]:
    """The page's text as atoms, in painted order; `dead` marks struck characters, `states` is by look."""
    n = len(page.codes)
    if not n:
        return []
    x0, x1 = _along(page)
    size = np.maximum(page.sizes, 1.0)
    page = replace(page, codes=np.where(_painted_over(page, x0, x1, size), _NOTHING, page.codes))
    blank = _BLANK[np.minimum(page.codes, len(_BLANK) - 1)]
    x1 = _without_overhang(page.codes, x0, x1, size)
    gap = (x0[1:] - x1[:-1]) / size[1:]
    level = page.turns[1:] == 0
    beside = np.where(gap > SPACE_GAP, _OVERLAP, gap)
    around = np.maximum(np.r_[_OVERLAP, beside[:-1]], np.r_[beside[1:], _OVERLAP])
    split = (
        (gap > np.where(level, SPACE_GAP, TURNED_GAP))
        | (level & (gap > LONE_GAP) & (around < _CLOSE))
        | (level & (gap > KERNED_GAP) & (around < _TOUCHING) & ~_of_ligature(page.codes, x1 - x0)[:-1])
        | ((gap < _OVERLAP) & ~_of_one_glyph(page.codes, x0, x1)[1:])
        | (blank[1:] & blank[:-1])
    )
    split |= np.abs(np.diff(page.baselines)) > 0.06 * size[1:]
    for values in (page.looks, page.turns, dead, np.round(page.sizes, 1)):
        split |= values[1:] != values[:-1]
    starts = np.r_[0, np.flatnonzero(split) + 1]
    ends = np.r_[starts[1:], n]
    left, right = _ink(x0, x1, blank, starts)
    letters, looks, turns = printed(page.codes), page.looks.tolist(), page.turns.tolist()
    bases, sizes, marks = page.baselines.tolist(), size.tolist(), dead.tolist()
    atoms: list[Atom] = []
    edges = zip(starts.tolist(), ends.tolist(), left.tolist(), right.tolist(), strict=True)
    for start, end, low, high in edges:
        text = typed(letters[start:end])
        if not text:
            continue
        state: State = "deleted" if marks[start] else states[looks[start]]
        style, turn = page.styles[looks[start]], turns[start]
        base = -bases[start] if turn in (2, 3) else bases[start]
        atoms.append(Atom(text, low, high, base, sizes[start], style, state, start, turn, text.isspace()))
    return atoms


def _ink(
    x0: NDArray[np.float32], x1: NDArray[np.float32], blank: NDArray[np.bool_], starts: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Left and right of each atom's characters that print something; of all where none does."""
    low, high = np.where(blank, np.inf, x0), np.where(blank, -np.inf, x1)
    left, right = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
    empty = ~np.isfinite(left)
    left[empty] = np.minimum.reduceat(x0, starts)[empty]
    right[empty] = np.maximum.reduceat(x1, starts)[empty]
    return left, right


def _along(page: RawPage) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Start and end of each character in the direction in which it runs."""
    boxes, turns = page.boxes, page.turns
    x0, x1 = boxes[:, 0].copy(), boxes[:, 2].copy()
    up, down, back = turns == 1, turns == 3, turns == 2
    x0[up], x1[up] = -boxes[up, 3], -boxes[up, 1]
    x0[down], x1[down] = boxes[down, 1], boxes[down, 3]
    x0[back], x1[back] = -boxes[back, 2], -boxes[back, 0]
    return x0, x1
