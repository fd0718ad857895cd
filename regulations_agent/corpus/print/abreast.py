"""Printed lines as the texts that stand side by side on them."""

from __future__ import annotations

from typing import NamedTuple

from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import Row

APART = 0.75
"""Blank between two columns, in font sizes."""


class Text(NamedTuple):
    """A text, and where it starts and ends."""

    x0: float
    x1: float
    text: str


class Abreast(NamedTuple):
    """A printed line and its texts."""

    row: Row
    cells: list[Text]


def abreast(row: Row) -> Abreast:
    """The line with its texts from left to right."""
    runs: list[list[Atom]] = []
    reach = 0.0
    for atom in row.atoms:
        if atom.blank:
            continue
        if runs and atom.x0 - reach < APART * row.size:
            runs[-1].append(atom)
            reach = max(reach, atom.x1)
        else:
            runs.append([atom])
            reach = atom.x1
    texts = (
        Text(run[0].x0, max([a.x1 for a in run]), " ".join([a.text.strip() for a in run])) for run in runs
    )
    return Abreast(row, list(texts))
