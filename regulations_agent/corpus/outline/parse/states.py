"""The nouns of parsing: open clauses, decisions, and readings of the book so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from regulations_agent.corpus.outline.marks import Mark, Reading, Step
from regulations_agent.corpus.outline.parse.habits import Habits, Kind
from regulations_agent.corpus.outline.rows.looks import OUT, Sight


class Entry(NamedTuple):
    """An open clause."""

    place: int
    """Index of the decision that opened it."""
    family: tuple[str, str]
    """Empty strings for an unnumbered heading."""
    reading: Reading | None
    names: tuple[tuple[Step, ...], ...]
    """All that numbers below it may start with."""
    x0: float
    left: float
    """Of its sight."""
    text_x0: float
    prominence: float
    middle: float
    """Between its left and right edge, by which centred headings are in line."""
    above: tuple[object, ...]
    """Counting of the next numbered clause above; empty for none."""
    inner: float
    """Of its sight."""
    dead: bool
    """Its row is struck."""
    kind: Kind
    """What headings that head alike share."""
    leveled: bool
    """The format itself says that it is a heading."""
    peer: Kind | None
    """What its look is, if it is a title that does not come again."""

    def bears(self, family: tuple[str, str], reading: Reading) -> bool:
        """It has that number and is in force."""
        return self.reading == reading and self.family == family and not self.dead

    @property
    def stands_out(self) -> bool:
        return self.prominence >= OUT

    @property
    def counting(self) -> tuple[object, ...]:
        """Clauses that count on from one another share it."""
        reading = self.reading
        return (self.family, reading.script, reading.prefix) if reading is not None else (self.place,)


class Decision(NamedTuple):
    """A row that opens a clause."""

    at: int
    """Index of its row."""
    mark: Mark | None
    reading: Reading | None
    parent: int | None
    """Index of the decision of the clause above."""
    fits: bool
    """It comes next in its counting, or first."""


@dataclass(frozen=True, slots=True)
class State:
    score: float
    stack: tuple[Entry, ...]
    halted: tuple[Entry, ...]
    count: int
    last: Decision | None
    before: State | None
    below: int = -1
    """Index of the row below the heading, or the number, that was read last; -1 where it was text."""

    @property
    def key(self) -> tuple[object, ...]:
        return tuple((e.family, e.reading) for e in self.stack)


class Seen(NamedTuple):
    """A row that may open a clause."""

    at: int
    """Its index."""
    sight: Sight
    likely: float
    """What the book's contents add to its chance."""
    habits: Habits


class Trial(NamedTuple):
    """One way to take a row: as a clause with this number."""

    at: int
    sight: Sight
    mark: Mark
    reading: Reading
    prior: float
    """How much it looks like a number of its family."""


def names_of(mark: Mark, reading: Reading) -> tuple[tuple[Step, ...], ...]:
    """All that numbers below a clause may start with: 4 or IV below `Article IV`, 4 below 4.0."""
    if reading.inserted and reading.script == "dotted":
        return ((*reading.full, reading.inserted),)
    if reading.script == "dotted":
        return (reading.full, reading.prefix) if reading.last == 0 else (reading.full,)
    if mark.style == "(x)":
        return ()
    if reading.script in ("letter", "upper"):
        return ((mark.number,),)
    return ((reading.last, reading.inserted) if reading.inserted else (reading.last,), (mark.number,))
