"""Units of measure and currencies, by a table: what stands behind a number, or before an amount of money."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain

CURRENCY_SIGNS = "$¢£¤¥₠-⃀"
"""For a class of a pattern: the Unicode category Sc, but for signs of single scripts."""
_SHORT = {"second": "s", "minute": "min", "hour": "h"}
"""Units of time below the stroke of a rate."""
_NOT_PER = frozenset({"money", "share", "score", "time"})
"""What is so much `per` something is still an amount of these: `10 seconds per lap`, `5% per year`."""
_GAP = re.compile(r"[\s.·-]+")
_WORD = r"[^\W\d_]+[²³23]?(?![\w²³])"
_RUN = re.compile(
    rf"\s?(?P<sign>[°º]\s?[CF]\b|(?<!\s)[\"”″′'’]|[%‰°º℃℉]|[{CURRENCY_SIGNS}](?!\s?\d))"
    rf"|[-\s]?(?P<words>{_WORD}(?:(?:\.\s?|\s|[-·/]){_WORD}){{0,3}})"
)
_BREAK = re.compile(r"\.\s?|[\s·/-]|$")
_PER = re.compile(r"\s?/\s?(?=\D)|\sper\s|\s(?P<each>an?)\s")
_MONEY_BEFORE = re.compile(
    rf"(?:(?<![^\W\d_])(?P<letters>(?:[^\W\d_]{{1,3}}\.?){{0,2}}\s?)(?P<sign>[{CURRENCY_SIGNS}])"
    r"|(?<![\w.])(?P<words>(?:[^\W\d_]+[.\s]\s?){0,2}[^\W\d_]+\.?))\s?$"
)
MARKS = tuple("'’′\"”″")
"""Of feet and inches; also of minutes and seconds of arc, and the end of a quotation."""
_FEET = re.compile(r"\d\s?(?:ft\.?|feet|foot|['′])\s?[\d\s/]+$")
SCALE = re.compile(r"\s?(thousand|million|billion|bn|lakh|crore)s?\b", re.IGNORECASE)
REACH = 40
"""Characters behind or before a number in which its unit stands."""


@dataclass(frozen=True, slots=True)
class Said:
    """A unit where a text says it."""

    unit: str
    """Canonical: `ft`, `second`, `USD`, or `shilling` and `pound`, which stand for one of several."""
    start: int
    end: int
    doubt: int = 0
    """1 where the name is an everyday word after `one` and `two`, 2 where it is one after any number."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Words by which a dimension is asked for (`how heavy`, `weight`), and that show that it is measured."""

    how: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    """Those with other senses end in `?`."""
    shown: tuple[str, ...] = ()


@dataclass(slots=True)
class Table:
    """What is known of units; filled once and not changed."""

    dimensions: dict[str, frozenset[str]] = field(default_factory=dict)
    """Of each unit; more than one of what stands for several."""
    sizes: dict[str, float] = field(default_factory=dict)
    """Of each measure, in the unit of its dimension whose size is 1."""
    asked: dict[str, Asked] = field(default_factory=dict)
    names: dict[str, tuple[str, int]] = field(default_factory=dict)
    """In lower case, singular and plural, to the unit and its doubt."""
    signs: dict[str, str] = field(default_factory=dict)
    folded: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Signs in lower case to the units that have them in some letters."""
    several: dict[str, frozenset[str]] = field(default_factory=dict)
    """The units that one may stand for."""
    plain: dict[str, str] = field(default_factory=dict)
    """The one of several that is meant where nothing tells."""

    def of(self, *dimensions: str) -> frozenset[str]:
        """The units of dimensions."""
        return frozenset(unit for unit, kinds in self.dimensions.items() if not kinds.isdisjoint(dimensions))

    def words(self, *dimensions: str) -> str:
        """The names of their units as alternatives of a pattern, the longest first."""
        units = self.of(*dimensions)
        return "|".join(
            sorted((n for n, (unit, _) in self.names.items() if unit in units), key=len, reverse=True)
        )

    def nouns(self, *, sure: bool = True) -> dict[str, list[str]]:
        """What is measured, to its dimensions: the nouns that have no other sense, or those that have."""
        found: dict[str, list[str]] = {}
        for dimension, asked in self.asked.items():
            for noun in asked.nouns:
                if noun.endswith("?") != sure:
                    found.setdefault(noun.rstrip("?").replace("_", " "), []).append(dimension)
        return found

    def spelt(self, unit: str) -> list[str]:
        """The names of a unit, and of what may stand for it."""
        return [n for n, (u, _) in self.names.items() if u == unit or unit in self.several.get(u, ())]

    def is_plural(self, word: str) -> bool:
        """A name that is no singular: `seconds`, `feet`, `percent`."""
        return word.lower() in self.names and f"{word.lower()}s" not in self.names

    def add(self, unit: str, dimension: str, size: str, names: str, signs: str) -> None:
        """A line of the table."""
        unit, several, members = unit.partition(" =")
        self.dimensions[unit] = self.dimensions.get(unit, frozenset()) | {dimension}
        if size:
            self.sizes[unit] = float(size)
        if several:
            self.several[unit] = frozenset(member.rstrip("!") for member in members.split())
            self.plain.update((unit, member[:-1]) for member in members.split() if member.endswith("!"))
        for name in filter(None, names.split(", ")):
            singular, _, plural = name.replace("?", "").partition("/")
            for form in {singular, plural or f"{singular}s"} - {"-"}:
                self.names[_GAP.sub(" ", form)] = (unit, name.count("?"))
        for sign in (_GAP.sub(" ", sign).strip() for sign in signs.split(", ") if sign):
            self.signs[sign] = unit
            self.folded[sign.lower()].add(unit)

    def find(self, said: str) -> tuple[str, int] | None:
        """The unit that a name or sign is, and its doubt."""
        plain = _GAP.sub(" ", said).strip()
        if unit := self.signs.get(plain):
            return unit, 0
        if found := self.names.get(plain.lower()):
            return found
        alike = set() if len(plain) == 1 or plain.isupper() else self.folded.get(plain.lower(), set())
        return (next(iter(alike)), 0) if len(alike) == 1 else None


@cache
def table() -> Table:
    """Reads `data/units.txt` and `data/currencies.txt`."""
    made, dimension = Table(), ""
    texts = (files(__package__).joinpath("data", f"{name}.txt") for name in ("units", "currencies"))
    for line in chain.from_iterable(text.read_text(encoding="utf-8").splitlines() for text in texts):
        if line.startswith("["):
            dimension, _, rest = line[1:].partition("] ")
            made.asked[dimension] = Asked(*(tuple(part.split()) for part in rest.split(";")))
        elif line and not line.startswith("#"):
            unit, size, names, signs = (part.strip() for part in line.split("|"))
            made.add(unit, dimension, size, names, signs)
    for unit, members in made.several.items():
        kinds = frozenset(kind for u in (unit, *members) for kind in made.dimensions[u])
        made.dimensions[unit] = kinds - {"one of several"}
    return made


def unit_at(text: str, place: int) -> Said | None:
    """The unit that stands right behind a number that ends at `place`: the longest, with what it is per."""
    run = _RUN.match(text[place : place + REACH])
    if run is None:
        return None
    if sign := run["sign"]:
        found = table().find(re.sub(r"\s", "", sign))
        return Said(found[0], place, place + run.end()) if found else None
    found, length = _longest(run["words"])
    said = Said(found[0], place, place + run.start("words") + length, found[1]) if found else None
    if said is None or (text[place : said.end] == " in" and _is_preposition(text, said)):
        return None
    return _rate(text, said) or said


def _longest(words: str) -> tuple[tuple[str, int] | None, int]:
    """The unit that the most of some words are, and their length."""
    for end in sorted({m.start() for m in _BREAK.finditer(words)} - {0}, reverse=True):
        if found := table().find(words[:end]):
            return found, end
    return None, 0


def _is_preposition(text: str, said: Said) -> bool:
    """`6 in total`; not `6 in wide`, `6 in.`, `5 ft 6 in`."""
    before, after = text[max(0, said.start - 12) : said.start], text[said.end : said.end + 12]
    return not (_FEET.search(before) or after.startswith(".") or _across().match(after))


def is_length(text: str, place: int) -> bool:
    """What follows goes on with one: `x 5`, `wide`, `8"`."""
    return _across().match(text, place) is not None


@cache
def _across() -> re.Pattern[str]:
    words = "|".join((*table().asked["length"].how, "long"))
    return re.compile(rf"\s*(?:(?:x|×|by)\s*\d|(?:{words})\b)|[\s-]?\d[\d\s/]*[\"”″]")


def is_amount(text: str, place: int) -> bool:
    """The number that ends at `place` is one of something measured or paid, not that of a clause."""
    said = unit_at(text, place)
    is_word = said is not None and not said.doubt and text[place : said.end] not in MARKS
    return is_word or SCALE.match(text, place) is not None


def _rate(text: str, said: Said) -> Said | None:
    """`kg / hour`, `metres per second`, `gallons per acre`; `kilometres an hour`, of times alone."""
    per = _PER.match(text, said.end)
    kinds = table().dimensions[said.unit]
    if per is None or kinds <= _NOT_PER:
        return None
    below = _RUN.match(text[per.end() : per.end() + REACH])
    found, length = _longest((below["words"] if below else "") or "")
    if found is None or (per["each"] and dimensions(found[0]) != {"time"}):
        return None
    rate = f"{said.unit}/{_SHORT.get(found[0], found[0])}"
    return Said(table().signs.get(rate, rate), said.start, per.end() + length)


def money_before(text: str, place: int) -> Said | None:
    """The currency right before a number that starts at `place`: `US$`, `Rs.`, `KES`, `Dollars`."""
    start = max(0, place - REACH)
    found = _MONEY_BEFORE.search(text[start:place])
    if found is None:
        return None
    if sign := found["sign"]:
        whole = table().signs.get(re.sub(r"\s", "", f"{found['letters']}{sign}"))
        unit = whole or table().signs.get(sign)
        at = found.start("letters" if whole else "sign")
        return Said(unit, start + at, place) if unit else None
    words = found["words"]
    for at in (0, *(m.end() for m in re.finditer(r"[.\s]\s?", words))):
        unit, doubt = table().find(words[at:]) or ("", 0)
        if "money" in dimensions(unit) and not doubt:
            return Said(unit, start + found.start("words") + at, place)
    return None


def dimensions(unit: str | None) -> frozenset[str]:
    """What a unit measures; of a rate that the table has not, the rate of what; empty for none."""
    if known := table().dimensions.get(unit or ""):
        return known
    above, per, _ = (unit or "").partition("/")
    return frozenset(f"{kind} rate" for kind in dimensions(above)) if per else frozenset()


def sole(unit: str, dimension: str) -> str:
    """The one of a dimension that a unit may stand for: `pound` -> `GBP`; else the plain one, or the unit."""
    units = table()
    kept = units.several.get(unit, frozenset()) & units.of(dimension)
    return next(iter(kept)) if len(kept) == 1 else units.plain.get(unit, unit)


def same_unit(one: str | None, other: str | None) -> bool:
    """They are one, or one may stand for the other: `pound` and `lb`."""
    several = table().several
    return one == other or other in several.get(one or "", ()) or one in several.get(other or "", ())


def shows(text: str, dimension: str) -> bool:
    """A word of the text tells that this is measured: `wide`, `weight`, `speed`, `pays`."""
    asked = table().asked.get(dimension, Asked())
    words = {word.rstrip("?") for word in (*asked.how, *asked.nouns, *asked.shown)}
    return not words.isdisjoint(re.findall(r"[a-z]+", text.lower()))
