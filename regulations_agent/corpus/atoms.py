"""Atoms of a page: stretches of neighbouring characters of one look, one state and one baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.glyphs import SPACES, decode
from regulations_agent.corpus.lines import State
from regulations_agent.corpus.raw import RawPage, Style

SPACE_GAP = 0.13
"""Blank, in font sizes, from which two characters have a space between them though none is painted."""
_OVERLAP = -0.35
"""Step back, in font sizes, from which characters do not follow each other."""


@dataclass(slots=True)
class Atom:
    """Characters that follow each other without a gap.

    Coordinates are those of a page turned until the text runs left to right and its lines follow each other downwards.
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

    @property
    def blank(self) -> bool:
        return self.text.isspace()


def make_atoms(page: RawPage, dead: NDArray[np.bool_], states: Sequence[State]) -> list[Atom]:
    """The page's text as atoms, in painted order; `dead` marks struck characters, `states` is by look."""
    n = len(page.codes)
    if not n:
        return []
    x0, x1 = _along(page)
    blank = np.isin(page.codes, list(SPACES))
    size = np.maximum(page.sizes, 1.0)
    gap = (x0[1:] - x1[:-1]) / size[1:]
    split = (gap > SPACE_GAP) | (gap < _OVERLAP)
    split |= np.abs(np.diff(page.baselines)) > 0.06 * size[1:]
    for values in (page.looks, page.turns, dead, np.round(page.sizes, 1), blank):
        split |= values[1:] != values[:-1]
    starts = [0, *(np.flatnonzero(split) + 1).tolist()]
    codes, looks, turns = page.codes.tolist(), page.looks.tolist(), page.turns.tolist()
    atoms: list[Atom] = []
    for start, end in zip(starts, [*starts[1:], n], strict=True):
        text = decode(codes[start:end])
        if not text:
            continue
        state: State = "deleted" if dead[start] else states[looks[start]]
        style, base = page.styles[looks[start]], float(page.baselines[start])
        if turns[start] in (2, 3):
            base = -base
        left, right = float(x0[start:end].min()), float(x1[start:end].max())
        atoms.append(Atom(text, left, right, base, float(size[start]), style, state, start, turns[start]))
    return atoms


def _along(page: RawPage) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Start and end of each character in the direction in which it runs."""
    boxes, turns = page.boxes, page.turns
    x0, x1 = boxes[:, 0].copy(), boxes[:, 2].copy()
    up, down, back = turns == 1, turns == 3, turns == 2
    x0[up], x1[up] = -boxes[up, 3], -boxes[up, 1]
    x0[down], x1[down] = boxes[down, 1], boxes[down, 3]
    x0[back], x1[back] = -boxes[back, 2], -boxes[back, 0]
    return x0, x1
