"""Where and how the marks of each numbering usually stand in a book, and how far each counts on."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from regulations_agent.corpus.outline.marks import Mark, Reading, Step, distance, is_first
from regulations_agent.corpus.outline.rows.looks import Look, Sight

Kind = Look | tuple[str, str]

NEAR = 8.0
"""Points by which marks of one counting may stand apart."""
_BELOW = re.compile(r"^(?:\([A-Za-z0-9]{1,4}\)\s*)+")
"""`(b), below`, the rest of a reference."""
AHEAD = 4
"""Numbers that follow one another by which a counting is told from a stray number."""

BELOW = 2
"""How often titles that come again stand right below others of their look, so that they rank below them."""
THROUGH, ABOVE = 2, 0.2
"""Numbers that count on through headings from which these stand in their clauses, and share of headings right
above a number at most."""


class Habits:
    """Where and how the marks of each family usually stand in this book."""

    def __init__(self, sights: Sequence[Sight]) -> None:
        self._values: dict[tuple[object, ...], dict[Step, list[int]]] = defaultdict(lambda: defaultdict(list))
        looks: dict[tuple[str, str], Counter[tuple[float, bool]]] = defaultdict(Counter)
        places: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        for i, sight in enumerate(sights):
            for reading in sight.mark.readings if sight.mark is not None else ():
                assert sight.mark is not None
                if not reading.inserted:
                    self._values[_counting(sight.mark, reading)][reading.last].append(i)
            if sight.mark is not None and (sight.starts or sight.weakly):
                looks[sight.mark.family][sight.look.size, sight.look.bold] += 1
                places[sight.mark.family][round(sight.row.x0 / NEAR)] += 1
        self._looks, self._places, self._sights = looks, places, sights
        self._over = Counter(_stacked(sights))
        self._within = _within(sights)
        self._repeated = Counter(_repeated_below(sights))

    def ahead(self, i: int, mark: Mark, reading: Reading) -> int:
        """How many numbers follow one another from here on, before this one stands again; AHEAD at most."""
        values, at, last, count = self._values[_counting(mark, reading)], i, reading.last, 0
        again = _after(values[last], i) or len(self._sights)
        while count < AHEAD and (step := _successor(last)) is not None:
            place = _after(values.get(step, ()), at)
            if place is None or place > again:
                break
            at, last, count = place, step, count + 1
        return count

    def below(self, i: int, reading: Reading) -> int:
        """How many numbers by steps go on with this one from here on, if none did before; AHEAD at most."""
        values = self._values.get(("", "d", "dotted", reading.full), {})
        places = [at for found in values.values() for at in found]
        by_figures = reading.script in ("number", "dotted")
        return min(len(values), AHEAD) if by_figures and min(places, default=0) > i else 0

    def over(self, one: Kind, other: Kind) -> int:
        """How much more often a heading of the first kind stands right above one of the other than below."""
        return self._over[one, other] - self._over[other, one]

    def repeated(self, kind: Kind) -> bool:
        """Titles of this kind that come again stand below those that do not: they come right below them."""
        return self._repeated[kind, True] - self._repeated[kind, False] >= BELOW

    def within(self, look: Kind, family: Kind) -> bool:
        """Headings of this look stand in the clauses of the family, for these count on through them."""
        through, right_above = self._within[look, family]
        return through >= THROUGH and right_above <= ABOVE * through

    def gain(self, sight: Sight, mark: Mark) -> float:
        """How much the row looks as others of its family do; about -5 to 3."""
        family = mark.family
        looks, places = self._looks[family], self._places[family]
        total = max(1, looks.total())
        share = looks[sight.look.size, sight.look.bold] / total
        place = round(sight.row.x0 / NEAR)
        usual = (places[place - 1] + places[place] + places[place + 1]) / total
        gain = 0.4 if share >= 0.5 else -0.8 if share < 0.2 else 0.0
        gain += 0.3 if usual >= 0.15 else -0.7
        gain += 0.4 if sight.starts else -0.5 if sight.weakly else -3.0
        rest = _BELOW.sub("", sight.row.text[mark.end :])
        if (rest[:1].islower() or rest[:1] in (",", ";")) and (
            mark.keyword or mark.style in ("d", "x", "x-")
        ):
            gain -= 1.5
        if mark.style == "x" and not mark.keyword and not sight.stands_out:
            gain -= 0.5 if sight.row.column == mark.number else 1.8
        return gain + min(sight.prominence, 3.0) * 0.4


def kind_of(sight: Sight, *, named: bool = False) -> Kind:
    """What headings that head alike share: the family of their number, or their look, as a title has whatever
    number stands in its words."""
    level = sight.look.level
    if sight.mark is not None and not named and (sight.mark.keyword or sight.mark.style != "x"):
        return sight.mark.family
    return Look(0.0, False, False, False, level) if level else sight.look


def _stacked(sights: Sequence[Sight]) -> Iterator[tuple[Kind, Kind]]:
    """The kinds of each two headings with no text between them."""
    for i, sight in enumerate(sights):
        below = sights[i + sight.rows] if sight.heading and i + sight.rows < len(sights) else None
        if below is not None and below.heading:
            yield kind_of(sight), kind_of(below)


def _repeated_below(sights: Sequence[Sight]) -> Iterator[tuple[Kind, bool]]:
    """The kind of each two titles of one kind with no text between them, one of which comes again; whether
    that is the second."""
    for i, sight in enumerate(sights):
        below = sights[i + sight.rows] if sight.heading and i + sight.rows < len(sights) else None
        titles = below is not None and below.heading and below.mark is sight.mark is None
        if titles and below and kind_of(sight) == kind_of(below) and sight.again != below.again:
            yield kind_of(sight), below.again


def _within(sights: Sequence[Sight]) -> dict[tuple[Kind, Kind], tuple[int, int]]:
    """For each look of unnumbered headings and family of numbers: between how many two numbers that count on
    such headings stand, and how many of these right above the second; starting over counts as the latter."""
    found: dict[tuple[Kind, Kind], list[int]] = defaultdict(lambda: [0, 0])
    last: dict[Kind, tuple[int, tuple[Reading, ...]]] = {}
    heads = [i for i, sight in enumerate(sights) if sight.heading and sight.mark is None]
    for i, sight in enumerate(sights):
        mark = sight.mark
        if mark is None or not sight.starts or not (mark.keyword or sight.stands_out):
            continue
        at, before = last.get(mark.family, (i, ()))
        last[mark.family] = (i, mark.readings)
        between = heads[bisect_right(heads, at) : bisect_right(heads, i)]
        on = any(a.script == b.script and distance(a, b) == 1 for a in before for b in mark.readings)
        over = any(is_first(b.last) for b in mark.readings)
        if not between or not (on or over):
            continue
        for look in {kind_of(sights[k]) for k in between}:
            found[look, mark.family][0] += on
            nearest = between[-1]
            right_above = kind_of(sights[nearest]) == look and nearest + sights[nearest].rows == i
            found[look, mark.family][1] += right_above or not on
    return defaultdict(lambda: (0, 0), {key: (one, two) for key, (one, two) in found.items()})


def _counting(mark: Mark, reading: Reading) -> tuple[object, ...]:
    """Marks that could count on from one another share it."""
    return (
        mark.keyword.lower() if reading.script != "dotted" else "",
        mark.style,
        reading.script,
        reading.prefix,
    )


def _after(places: Sequence[int], i: int) -> int | None:
    at = bisect_right(places, i)
    return places[at] if at < len(places) else None


def _successor(step: Step) -> Step | None:
    if isinstance(step, int):
        return step + 1
    return chr(ord(step) + 1) if len(step) == 1 and step not in "zZ" else None
