"""Numbers with their units, as rules print them: `ten (10) seconds`, `US$ 1,800,000`, `60%`, `50m/s`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from regulations_agent.corpus.numbers.numerals import ONES, TENS, spelled_ordinal
from regulations_agent.corpus.numbers.units import (
    SCALE,
    Said,
    dimensions,
    money_before,
    shows,
    table,
    unit_at,
)
from regulations_agent.language.measures import unit_behind

NUMBER_WORDS: dict[str, int] = {w: n for n, w in enumerate(ONES)} | {
    w: 10 * n for n, w in enumerate(TENS, start=2)
}
ORDINAL_WORDS: dict[str, int] = {spelled_ordinal(n).lower(): n for n in range(1, 21)}
_PARTS = {"¼": 0.25, "½": 0.5, "¾": 0.75, "quarter": 0.25, "half": 0.5}
_SCALES = {
    "thousand": 1e3, "k": 1e3, "lakh": 1e5, "million": 1e6, "m": 1e6, "crore": 1e7, "bn": 1e9, "billion": 1e9,
}  # fmt: skip
_DIGITS = r"\d{1,3}(?:[,’']\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?|\d+(?:\.\d+)?"
"""A comma or apostrophe before three digits groups them; in India a comma also before two."""
_UNSURE = r"(?:\d+[\s-])?\d{1,2}/(?:2|3|4|5|8|10|12|16|32|64)(?![\d/])|\d+,\d{1,2}(?![\d,])"
"""A fraction or a decimal comma where a unit follows (`1 1/2 ft`, `490,6mm`), else two numbers."""
_BELOW_100 = "|".join([f"(?:{'|'.join(TENS)})(?:[- ]{{1,2}}(?:{'|'.join(ONES[1:10])}))?", *reversed(ONES)])
_HUNDREDS = rf"(?:a|{'|'.join(ONES[1:10])})[- ]hundred"
_BELOW_1000 = rf"(?:{_HUNDREDS}(?:(?:[- ]and)?[- ](?:{_BELOW_100}))?|{_BELOW_100})"
_BELOW_MILLION = rf"(?:{_BELOW_1000}[- ]thousand(?:(?:[- ]and)?[- ]{_BELOW_1000})?|{_BELOW_1000})"
_WHOLE = rf"(?:{_BELOW_1000}[- ]million[- ](?:and[- ])?{_BELOW_MILLION}|{_BELOW_MILLION})"
_PART = r"(?:an?|one|three)[- ]{1,2}(?:half|quarters?)"
_SPELT = rf"(?:{_WHOLE}(?:[- ]point(?:[- ](?:{'|'.join(ONES[:10])})\b)+|[- ]and[- ]{_PART})?)\b"
_NUMBER = re.compile(
    rf"\b(?P<part>{_PART}|half)\b(?:\s(?:of\s)?(?:an?|one)(?=\s))?"
    rf"|\b(?P<spelt>{_SPELT})(?:\s*\((?P<repeat>{_UNSURE}|{_DIGITS})[¼½¾]?\))?"
    rf"|(?<![\w.,#])(?P<letters>[A-Z]{{1,4}})?(?:(?P<unsure>{_UNSURE})|(?P<digits>{_DIGITS})(?P<sign>[¼½¾])?)"
    rf"(?:\s*\({_SPELT}\))?",
    re.IGNORECASE,
)
_MONEY_SCALE = re.compile(r"\s?(m|k)(?:il|n|ln)?\b", re.IGNORECASE)
_FIRST = re.compile(rf"{_DIGITS}|{_SPELT}", re.IGNORECASE)
_FRACTION = re.compile(r"(?:(\d+)[\s-])?(\d+)/(\d+)")
_LAST_PART = re.compile(r"(?:^|\s)(?:and )?(?:(an?|one|three) )?(half|quarter)s?$")
_BY = re.compile(r"\s*(?:[-–—×]|\b(?:to|or|and|x|by)\b)\s*")
"""Between two numbers that share the unit of the second: `3-5 days`, `between seven and 12 minutes`."""
_NAMES_PLACE = re.compile(
    r"(?:Articles?|Art\.?|Appendix|Section|clauses?|rules?|Issue|page|column|Table|Figure|paragraphs?)\s*"
    r"(?:[A-Z]{0,3}\d[\w.()]*\s*(?:,|and|or|to|–|-)\s*)*$",
    re.IGNORECASE,
)
_LOOKED_BACK = 200
"""Characters before a number that are looked at."""
_INDEFINITE = re.compile(r"\b(?:any|each|every|no|either|another|this|that)\s+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as printed, with its value and unit."""

    value: float
    unit: str | None
    """Canonical: `USD`, `%`, `second`, `kg`; None for a bare number."""
    text: str
    start: int
    """Offset of `text` in what was read."""
    end: int


def quantities(text: str) -> list[Quantity]:
    """All numbers of a text in order, clause numbers (`54.3`, `B2.5.4`) and years excluded by their look.

    A number that is repeated in figures (`ten per cent (10%)`) is one.
    """
    return list(_quantities(text))


@lru_cache(maxsize=4096)
def _quantities(text: str) -> tuple[Quantity, ...]:
    """Kept, for a clause is read for a question's unit, its sums and its chance."""
    found: list[Quantity] = []
    place = 0
    while match := _NUMBER.search(text, place):
        quantity, place = _quantity(match, text, found)
        if quantity is None:
            continue
        if found and _repeats(quantity, found[-1], text):
            found[-1] = _both(found[-1], quantity, text)
        else:
            found.append(quantity)
    return _settled(_shared(found, text), text)


def _shared(found: list[Quantity], text: str) -> list[Quantity]:
    """A number without a unit has that of the next in a range."""
    for place in range(len(found) - 2, -1, -1):
        one, after = found[place : place + 2]
        joined = _BY.fullmatch(text, one.end, after.start) and text[one.start - 2 : one.start].strip() != "="
        if one.unit is None and joined and dimensions(after.unit) - {"money"}:
            found[place] = replace(one, unit=after.unit)
    return found


def _settled(found: Sequence[Quantity], text: str) -> tuple[Quantity, ...]:
    """What may be one of several units is the one that the text has, or shows to be measured."""
    there = frozenset(q.unit for q in found if q.unit)
    meant = {unit: _meant(unit, there, text) for unit in there & table().several.keys()}
    return tuple(replace(q, unit=meant.get(q.unit or "", q.unit)) if meant else q for q in found)


def _meant(unit: str, there: frozenset[str], text: str) -> str:
    several = table().several[unit]
    kinds = {u: dimensions(u) for u in several}
    here = several & there
    if not here and len(set(kinds.values())) > 1:
        here = frozenset(u for u in several if any(shows(text, kind) for kind in kinds[u]))
    return next(iter(here)) if len(here) == 1 else table().plain.get(unit, unit)


def _repeats(quantity: Quantity, before: Quantity, text: str) -> bool:
    """It says in brackets what stands right before it."""
    between, after = text[before.end : quantity.start], text[quantity.end : quantity.end + 1]
    return between.strip() == "(" and after == ")" and quantity.value == before.value


def _both(before: Quantity, quantity: Quantity, text: str) -> Quantity:
    end = quantity.end + 1
    return Quantity(
        quantity.value, quantity.unit or before.unit, text[before.start : end].strip(), before.start, end
    )


def canonical_unit(printed: str | None) -> str | None:
    """`seconds` -> `second`, `per cent` -> `%`, `US Dollars` -> `USD`; None stays None."""
    found = unit_at(printed, 0) if printed else None
    return table().plain.get(found.unit, found.unit) if found else printed


def ordinal_value(word: str) -> int | None:
    """`sixth` -> 6, `3rd` -> 3, None for anything else."""
    low = word.lower()
    if match := re.fullmatch(r"(\d+)\s?(?:st|nd|rd|th)", low):
        return int(match[1])
    return ORDINAL_WORDS.get(low)


def number_value(word: str) -> float | None:
    """`ten` -> 10, `eight hundred and seventy` -> 870, `1,800,000` -> 1800000, None for anything else."""
    low = word.lower().strip()
    if re.fullmatch(r"\d+,\d{1,2}", low):
        return float(low.replace(",", "."))
    if re.fullmatch(_DIGITS, low):
        return float(re.sub("[,’']", "", low))
    return _spelt_value(low) if re.fullmatch(_SPELT, low) else None


def _spelt_value(words: str) -> float:
    """Of a number in words, below a thousand million."""
    words = " ".join(words.replace("-", " ").split())
    part = _LAST_PART.search(words)
    share = _PARTS[part[2]] * (3 if part[1] == "three" else 1) if part else 0.0
    whole, _, decimals = (words[: part.start()] if part else words).partition(" point ")
    total = group = 0.0
    for word in whole.split():
        if word in ("thousand", "million"):
            total, group = total + group * _SCALES[word], 0
        elif word == "hundred":
            group *= 100
        elif word != "and":
            group += 1 if word == "a" else NUMBER_WORDS[word]
    digits = "".join(str(NUMBER_WORDS[word]) for word in decimals.split())
    return float(f"{total + group:.0f}.{digits or 0}") + share


def show(value: float) -> str:
    """A number as a reader writes it: `6,115,429`, `1.25`, `256`."""
    rounded = round(value, 4)
    return f"{int(rounded):,}" if rounded == int(rounded) else f"{rounded:,}"


def _quantity(match: re.Match[str], text: str, found: Sequence[Quantity]) -> tuple[Quantity | None, int]:
    """The quantity of a number, and where to read on."""
    start, end = match.end("letters") if match["letters"] else match.start(), match.end()
    money = money_before(text, start)
    if match["letters"] and (money is None or money.start > match.start()):
        return None, end
    if money and found and money.start < found[-1].end:
        money = None
    if scale := SCALE.match(text, end) or (_MONEY_SCALE.match(text, end) if money else None):
        end = scale.end()
    last = found[-1] if found else None
    beside = last.unit if last and start - last.end < 5 else None
    said = unit_behind(text, start, end, beside)
    if money and not (said and dimensions(said.unit) <= {"money"}):
        said = replace(money, end=end)
    if said is None and (match["part"] or match["unsure"]):
        return _first_number(match, text)
    is_place = match["digits"] and not money and _is_reference(match, text, said)
    if is_place or (said is None and _is_pronoun(match, text)):
        return None, match.end()
    value = _value(match["repeat"] or match["part"] or match["spelt"] or match["unsure"] or match["digits"])
    value = (value + _PARTS.get(match["sign"] or "", 0.0)) * (_SCALES[scale[1].lower()] if scale else 1.0)
    first, end = money.start if money else start, said.end if said else end
    return Quantity(value, said.unit if said else None, text[first:end].strip(), first, end), end


def _first_number(match: re.Match[str], text: str) -> tuple[Quantity | None, int]:
    """Of what is a fraction only with a unit: `one | half`, `2 | /3 majority`."""
    first = _FIRST.match(text, match.start())
    if first is None:
        return None, match.end()
    return Quantity(_value(first.group()), None, first.group(), first.start(), first.end()), first.end()


def _value(printed: str) -> float:
    """Of digits, a fraction or words."""
    if fraction := _FRACTION.fullmatch(printed):
        return float(fraction[1] or 0) + int(fraction[2]) / int(fraction[3])
    value = number_value(printed)
    return _spelt_value(printed.lower()) if value is None else value


def _right_before(text: str, place: int) -> str:
    """What may name a number; all that stands before each would take the square of a text's length."""
    return text[max(0, place - _LOOKED_BACK) : place]


def _is_pronoun(match: re.Match[str], text: str) -> bool:
    """`any one of the elements` counts nothing; `any one (1) element` does."""
    is_one = match.group().strip().lower() == "one"
    return is_one and bool(_INDEFINITE.search(_right_before(text, match.start())))


def _is_reference(match: re.Match[str], text: str, unit: Said | None) -> bool:
    """The number of a clause, a list mark or a year, not a quantity."""
    before, after = _right_before(text, match.start("digits")), text[match.end("digits") :][:_LOOKED_BACK]
    if _NAMES_PLACE.search(before):
        return True
    if re.match(r"\.\d|[a-z]?\)(?!\s?\w*\s?seconds)", after) and not before.rstrip().endswith("("):
        return True
    year = re.fullmatch(r"(?:19|20)\d\d", match["digits"])
    return bool(year) and (unit is None or unit.start > match.end()) and not before.rstrip().endswith("(")
