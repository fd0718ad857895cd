"""Numbers with their units, as rules print them: `ten (10) seconds`, `US$ 1,800,000`, `60%`, `50m/s`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from regulations_agent.corpus.numbers.numerals import ONES, TENS, spelled_ordinal

NUMBER_WORDS: dict[str, int] = {w: n for n, w in enumerate(ONES)} | {
    w: 10 * n for n, w in enumerate(TENS, start=2)
}
ORDINAL_WORDS: dict[str, int] = {spelled_ordinal(n).lower(): n for n in range(1, 21)}
_FRACTIONS = {"¼": 0.25, "½": 0.5, "¾": 0.75}
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "bn": 1e9, "billion": 1e9}
CURRENCIES = {
    "us$": "USD", "us dollars": "USD", "us dollar": "USD", "usd": "USD", "$": "USD", "dollars": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP", "pounds": "GBP",
    "chf": "CHF", "jpy": "JPY",
}  # fmt: skip
"""As written, in lower case, to their codes."""
MONEY = frozenset(CURRENCIES.values())

_SAME_UNIT = {
    "kph": "km/h", "kilometre": "km", "kilometres": "km", "kilometer": "km", "kilometers": "km",
    "metre": "m", "metres": "m", "meters": "m", "millimetres": "mm", "centimetres": "cm",
    "kilograms": "kg", "kilogram": "kg", "kilos": "kg", "grams": "g",
    "kw": "kW", "kilowatt": "kW", "kilowatts": "kW", "kwh": "kWh", "mj": "MJ", "megajoule": "MJ",
    "megajoules": "MJ", "kj": "kJ", "kilojoule": "kJ", "kilojoules": "kJ", "kn": "kN", "kilonewton": "kN",
    "kilonewtons": "kN", "newton": "N", "newtons": "N", "decibel": "dB", "decibels": "dB", "db": "dB",
    "dba": "dB", "dbc": "dB", "newton metre": "Nm", "newton metres": "Nm",
    "s": "second", "sec": "second", "secs": "second", "min": "minute", "mins": "minute", "h": "hour",
    "hr": "hour", "hrs": "hour", "millisecond": "ms", "milliseconds": "ms", "msec": "ms", "kilo": "kg",
}  # fmt: skip

_CURRENCY = r"(?:US\s?\$|US\s+Dollars?|USD|EUR|GBP|CHF|JPY|[$€£])"
_DIGITS = r"\d{1,3}(?:[,’']\d{3})+(?:\.\d+)?|\d+,\d{1,2}(?=\s?(?:mm|cm|m|kg|g|s|km)\b)|\d+(?:\.\d+)?"
"""A comma or apostrophe before three digits groups them; a comma before one or two, and a unit, is a decimal
one: `490,6mm`."""
_BELOW_100 = "|".join([f"(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(ONES[1:10])}))?", *reversed(ONES)])
_HUNDREDS = rf"(?:a|{'|'.join(ONES[1:10])})[- ]hundred"
_BELOW_1000 = rf"(?:{_HUNDREDS}(?:(?:[- ]and)?[- ](?:{_BELOW_100}))?|{_BELOW_100})"
_BELOW_MILLION = rf"(?:{_BELOW_1000}[- ]thousand(?:(?:[- ]and)?[- ]{_BELOW_1000})?|{_BELOW_1000})"
_WHOLE = rf"(?:{_BELOW_1000}[- ]million[- ](?:and[- ])?{_BELOW_MILLION}|{_BELOW_MILLION})"
_SPELT = rf"(?:{_WHOLE}(?:[- ]point(?:[- ](?:{'|'.join(ONES[:10])})\b)+|[- ]and[- ]a[- ]half)?)\b"
_RATE = r"(?:\s?/\s?|\sper\s)"
_TIME = {"hour": "h", "second": "s", "minute": "min", "lap": "lap"}
_PER_TIME = (
    rf"(?:km|m|mm|kg|g|l|MJ|kJ|(?:kilo|milli)?met(?:re|er)s?|(?:kilo)?grams?|litres?|(?:mega|kilo)joules?)"
    rf"{_RATE}(?:hour|hr?|seconds?|secs?|s|minutes?|mins?|laps?)\b"
)
"""`metres per second`, `MJ per lap`, `kg / hour`."""
_UNIT = (
    rf"(?:{_PER_TIME}|"
    r"%|per\s?cent\b|°\s?C\b|°|degrees?\b(?:\s?C(?:elsius)?\b)?|kph\b|kg/m3\b|mm²|"
    r"mm2\b|cm²|m²|cm3\b|cc\b|"
    r"mm\b|cm\b|km\b|kg\b|mg\b|g\b|kWh\b|kW\b|MW\b|MJ\b|kJ\b|kN\b|Nm\b|(?-i:N\b)|kPa\b|"
    r"MPa\b|GPa\b|bar\b|barA\b|rpm\b|"
    r"kHz\b|MHz\b|GHz\b|Hz\b|lux\b|litres?\b|ml\b|l\b|volts?\b|VDC\b|(?-i:V\b|A\b)|ms\b|m\b|s\b|"
    r"kilomet(?:re|er)s?\b|millimet(?:re|er)s?\b|centimet(?:re|er)s?\b|met(?:re|er)s?\b|"
    r"newton[- ]?met(?:re|er)s?\b|kilograms?\b|grams?\b|kilowatts?\b|"
    r"(?:mega|kilo)joules?\b|(?:kilo)?newtons?\b|decibels?\b|dB[AC]?\b|"
    r"milliseconds?\b|msecs?\b|kilos?\b|sec(?:ond)?s?\b|min(?:ute)?s?\b|"
    r"hours?\b|hrs?\b|(?-i:h\b)|days?\b|weeks?\b|months?\b|years?\b|laps?\b|points?\b|"
    r"(?:million\s+)?(?:US\s+Dollars?|Dollars|USD|Euros?|EUR|GBP|Pounds|CHF|JPY)\b)"
)
_NUMBER = re.compile(
    rf"(?P<currency>{_CURRENCY}\s?)?"
    rf"(?:(?P<spelt>\b(?:{_SPELT}))(?:\s*\((?P<repeat>{_DIGITS})[¼½¾]?\))?|"
    rf"(?<![\w.,])(?P<digits>{_DIGITS})(?P<part>[¼½¾])?(?:\s*\({_SPELT}\))?)"
    rf"(?:\s?(?P<scale>thousand|million|billion|bn|m(?=\b(?!\s?/|\sper\s))|k)\b)?"
    rf"(?:[-\s]?(?P<unit>{_UNIT}))?",
    re.IGNORECASE,
)
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
    for match in _NUMBER.finditer(text):
        if (quantity := _quantity(match, text)) is None:
            continue
        if found and _repeats(quantity, found[-1], text):
            found[-1] = _both(found[-1], quantity, text)
        else:
            found.append(quantity)
    return tuple(found)


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
    if not printed:
        return None
    unit = re.sub(r"\s+", " ", printed.strip())
    low = unit.lower()
    if len(parts := re.split(_RATE, unit)) == 2 and (time := canonical_unit(parts[1])) in _TIME:
        return f"{canonical_unit(parts[0])}/{_TIME[time]}"
    if low in CURRENCIES:
        return CURRENCIES[low]
    if low in {"%", "per cent", "percent"}:
        return "%"
    if low.startswith("°") or low.startswith("degree"):
        return "°C" if low.endswith(("c", "celsius")) else "°"
    if low in _SAME_UNIT:
        return _SAME_UNIT[low]
    return low.removesuffix("s") if len(low) > 3 and low.isalpha() else unit


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
    whole, _, decimals = words.replace("-", " ").replace(" and a half", " point five").partition(" point ")
    total = group = 0.0
    for word in whole.split():
        if word in ("thousand", "million"):
            total, group = total + group * _SCALES[word], 0
        elif word == "hundred":
            group *= 100
        elif word != "and":
            group += 1 if word == "a" else NUMBER_WORDS[word]
    digits = "".join(str(NUMBER_WORDS[word]) for word in decimals.split())
    return float(f"{total + group:.0f}.{digits or 0}")


def show(value: float) -> str:
    """A number as a reader writes it: `6,115,429`, `1.25`, `256`."""
    rounded = round(value, 4)
    return f"{int(rounded):,}" if rounded == int(rounded) else f"{rounded:,}"


def _quantity(match: re.Match[str], text: str) -> Quantity | None:
    digits = match["digits"]
    if (digits and _is_reference(match, text)) or _is_pronoun(match, text):
        return None
    base = number_value(match["repeat"] or match["spelt"] or digits or "")
    if base is None:
        return None
    scale = (match["scale"] or "").lower()
    if scale in {"m", "k"} and not match["currency"]:
        scale = ""
    value = (base + _FRACTIONS.get(match["part"] or "", 0.0)) * _SCALES.get(scale, 1.0)
    unit = match["currency"] or match["unit"]
    if (match["scale"] or "").lower() == "m" and not match["currency"]:
        unit = "m"
    return Quantity(value, canonical_unit(unit), match.group().strip(), match.start(), match.end())


def _right_before(text: str, place: int) -> str:
    """What may name a number; all that stands before each would take the square of a text's length."""
    return text[max(0, place - _LOOKED_BACK) : place]


def _is_pronoun(match: re.Match[str], text: str) -> bool:
    """`any one of the elements` counts nothing; `any one (1) element` does."""
    is_one = match.group().strip().lower() == "one"
    return is_one and bool(_INDEFINITE.search(_right_before(text, match.start())))


def _is_reference(match: re.Match[str], text: str) -> bool:
    """The number of a clause, a list mark or a year, not a quantity."""
    before, after = _right_before(text, match.start("digits")), text[match.end("digits") :]
    if _NAMES_PLACE.search(before):
        return True
    if re.match(r"\.\d|[a-z]?\)(?!\s?\w*\s?seconds)", after) and not before.rstrip().endswith("("):
        return True
    year = re.fullmatch(r"(?:19|20)\d\d", match["digits"])
    return bool(year) and not match["currency"] and not match["unit"] and not before.rstrip().endswith("(")
