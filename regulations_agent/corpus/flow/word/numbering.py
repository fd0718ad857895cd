"""Automatic numbers as Word prints them: counters by list, levels, restarts, overrides and number formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from regulations_agent.corpus.flow.runs import plain
from regulations_agent.corpus.flow.word.names import W, child, is_on, number, value
from regulations_agent.corpus.flow.word.styles import Styles
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.numbers.numerals import bijective, ordinal, roman, spelled, spelled_ordinal

LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_FORMATS: Mapping[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda n: f"{n:02}",
    "lowerLetter": lambda n: _repeated(n).lower(),
    "upperLetter": lambda n: _repeated(n),
    "lowerRoman": lambda n: roman(n).lower(),
    "upperRoman": roman,
    "ordinal": ordinal,
    "cardinalText": spelled,
    "ordinalText": spelled_ordinal,
    "numberInDash": lambda n: f"- {n} -",
    "decimalEnclosedParen": lambda n: f"({n})",
    "decimalEnclosedFullstop": lambda n: f"{n}.",
    "decimalEnclosedCircle": lambda n: chr(0x2460 + n - 1) if 1 <= n <= 20 else str(n),
    "russianLower": lambda n: bijective(n, "абвгдежзиклмнопрстуфхцчшщыэюя"),
    "russianUpper": lambda n: bijective(n, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"),
    "none": lambda _: "",
}
"""Others (of East Asian and further scripts) are printed as decimals."""
_LEGAL = ("none", "decimalZero")
"""Formats that stay in a level of legal numbers, which are decimals: `10.03` below Article X."""


def _repeated(n: int) -> str:
    """A to Z, then AA, BB: Word repeats the letter."""
    return chr(65 + (n - 1) % 26) * ((n - 1) // 26 + 1) if 0 < n <= 780 else str(n)


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list."""

    start: int
    format: str
    text: str
    """With `%1` for the number of the first level."""
    restart: int | None
    """1-based level whose use starts this one anew; 0 for none, None for any level above."""
    legal: bool
    """Numbers of levels above are printed as decimals."""
    style: str
    """Paragraph style that stands for this level."""
    indent: float | None
    """Points from the margin to the words."""


@dataclass(frozen=True, slots=True)
class List:
    """A numbering that paragraphs name (`w:num`)."""

    counters: str
    """Key of the counters; lists of one definition share them."""
    levels: Mapping[int, Level]
    starts: Mapping[int, int]
    """By level: where the list starts anew when it is first used."""

    def start(self, at: int) -> int:
        """The first number of a level."""
        return self.starts.get(at, self.levels[at].start if at in self.levels else 0)


class Marked(NamedTuple):
    """The list and level of a paragraph."""

    numbering: List
    level: int


@dataclass(slots=True)
class Counter:
    """Numbers given so far, by list definition and level."""

    values: dict[str, dict[int, int]] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    """Lists that gave a number."""

    def next(self, marked: Marked) -> str:
        """The marker of the next paragraph of that list and level, as printed.

        A level that is passed over but printed counts as used: after 1.1 comes 2. A list that starts anew
        does so at the level of its first paragraph: those above go on.
        """
        numbering, at = marked
        values = self.values.setdefault(numbering.counters, {})
        if id(numbering) not in self.used and at in numbering.starts:
            values.pop(at, None)
        self.used.add(id(numbering))
        level = numbering.levels.get(at)
        if level is None:
            return ""
        for above in {int(place) - 1 for place in _PLACE.findall(level.text)} & set(range(at)):
            values.setdefault(above, numbering.start(above))
        values[at] = values[at] + 1 if at in values else numbering.start(at)
        for deeper in [known for known in values if known > at]:
            if self._restarts(numbering, deeper, at):
                del values[deeper]
        return _printed(level, numbering, values)

    @staticmethod
    def _restarts(numbering: List, deeper: int, at: int) -> bool:
        level = numbering.levels.get(deeper)
        return level is None or level.restart is None or (level.restart > 0 and at < level.restart)


def _printed(level: Level, numbering: List, values: Mapping[int, int]) -> str:
    if level.format == "bullet":
        return plain(level.text).strip() or "•"

    def one(match: re.Match[str]) -> str:
        at = int(match[1]) - 1
        other = numbering.levels.get(at)
        if other is None:
            return ""
        form = "decimal" if level.legal and other.format not in _LEGAL else other.format
        return _FORMATS.get(form, str)(values.get(at, other.start))

    return plain(_PLACE.sub(one, level.text)).strip()


class Numbering:
    """The lists of a document, and which list a paragraph stands in."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._definitions: dict[str, Element] = {}
        self._lists: dict[str, List] = {}
        if root is not None:
            self._definitions = {value(e, "abstractNumId"): e for e in root.findall(W + "abstractNum")}
            self._links = {
                name: e for e in self._definitions.values() if (name := value(child(e, "styleLink")))
            }
            self._lists = {value(e, "numId"): self._read(e) for e in root.findall(W + "num")}

    def find(self, style: str, properties: Element | None) -> Marked | None:
        """The list and level that the paragraph's properties or its style give; None for no list."""
        for place, element in enumerate([properties, *(child(s, "pPr") for s in self._styles.chain(style))]):
            found = child(element, "numPr")
            if found is None or (place and value(child(found, "numId")) == ""):
                continue
            named = value(child(found, "numId")) or self._of_style(style)
            numbering = self._lists.get(named)
            if numbering is None:
                return None
            level = number(child(found, "ilvl"))
            if level is None or place:
                level = self._level_of(style, numbering, level or 0)
            return Marked(numbering, min(max(level, 0), LEVELS - 1))
        return None

    def _of_style(self, style: str) -> str:
        """The list that the style names, for a paragraph that gives its level alone."""
        found = (value(child(s, "pPr", "numPr", "numId")) for s in self._styles.chain(style))
        return next(filter(None, found), "")

    def _level_of(self, style: str, numbering: List, default: int) -> int:
        """The level that stands for the style or one that it is based on."""
        for element in self._styles.chain(style):
            name = value(element, "styleId")
            for level, made in numbering.levels.items():
                if made.style == name:
                    return level
        return default

    def _read(self, element: Element) -> List:
        key = value(child(element, "abstractNumId"))
        definition = self._definitions.get(key)
        linked = value(child(definition, "numStyleLink"))
        if linked in self._links:
            definition = self._links[linked]
            key = value(definition, "abstractNumId")
        levels = _levels(definition)
        starts: dict[int, int] = {}
        for override in element.findall(W + "lvlOverride"):
            at = number(override, "ilvl", default=0) or 0
            if (start := number(child(override, "startOverride"))) is not None:
                starts[at] = start
            levels |= _levels(override)
        return List(key, levels, starts)


def _levels(element: Element | None) -> dict[int, Level]:
    found = [] if element is None else element.findall(W + "lvl")
    return {number(e, "ilvl", default=0) or 0: _level(e) for e in found}


def _level(element: Element) -> Level:
    legal = child(element, "isLgl")
    place = child(element, "pPr", "ind")
    left = number(place, "left", default=number(place, "start"))
    start = number(child(element, "start"), default=0)
    return Level(
        start=0 if start is None else start,
        format=value(child(element, "numFmt")) or "decimal",
        text=value(child(element, "lvlText")),
        restart=number(child(element, "lvlRestart")),
        legal=legal is not None and is_on(legal),
        style=value(child(element, "pStyle")),
        indent=None if left is None else left / 20,
    )
