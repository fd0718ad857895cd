"""Reads the mark with which a row could open a clause: a keyword, a number of any kind, its brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Literal, NamedTuple

from regulations_agent.corpus.numbers.labels import letter_place
from regulations_agent.corpus.numbers.numerals import ONES
from regulations_agent.corpus.numbers.reference import roman_value

Script = Literal["number", "letter", "roman", "upper", "capital", "dotted", "code"]
"""How a mark counts: 1 2 3, a b c, i ii iii, A B C, I II III, by steps such as 1.2.3, or not (`GR`)."""
Step = int | str
"""One step of a number: figures by value, letters as printed."""

_ROMAN_MAX = 60
_WORDS = ONES[1:]
_DOTTED = (
    r"(?:[A-Z]{1,3}[.-]?)?\d{1,4}[A-Z]?(?:[.\-–]\d{1,3})+(?:\.?[a-z]{1,2}(?![a-z])(?:\.[ivx]{1,5}(?![a-z]))?)?"
    r"|(?:[A-Z]{1,3}|[IVXLC]{1,7})(?:\.\d{1,3})+(?:\.?[a-z]{1,2}(?![a-z]))?"
    r"|\d{1,2}[A-Z]?:[1-9]\d?(?:[.-]\d{1,3})*(?![\d:]|\s*[apAP]\.?[mM]\b)"
    r"|\d{1,3}[a-z]\d{0,2}(?=[).])|\d{1,3}\([a-z]\)"
    r"|\d{1,3}(?:\.\d{1,3})*(?:\.[A-Z](?![A-Za-z])(?:\.\d{1,3}){0,2}){1,3}(?=[.:)]|$|\s+(?:[A-Z]|$))"
)
"""`2.4.1`, `B2.1a`, `II.1`, `8:7` but no `9:30 am`, `2a)`, `1.A.2`."""
_SINGLE = r"\d{1,3}(?:[–-]?[A-Z]{1,2}(?=[.)\]]))?|[1-9]\d{3,4}(?=[.)]\s)|[a-z]{1,5}|[IVXLC]{1,7}|[A-Z]{1,2}"
_WORDED = "|".join(word for low in _WORDS for word in (low.capitalize(), low.upper()))
_SECTION = r"\d{1,4}[.\-–]\d{4}(?!\d|[.\-–]\d)"
"""`§ 60-1110`; without its keyword it could be a telephone number."""
_AMENDED = r"\d{1,4}[.\-–]\d{1,4}[A-Z]{1,2}(?:[.\-–]\d{1,3})*(?!\w|[.\-–]\d)"
"""`§ 15-245A` and `§ 15-245A.1`, which an amendment put behind 15-245."""
_STEPPED = re.compile(rf"{_SECTION}|{_AMENDED}|{_DOTTED}|\d{{1,3}}[a-z]\d{{1,2}}")
_CODED = r"[A-Z]{1,2}\d{1,3}(?=\s*(?:$|[.:)]))"
_INSERTED = r"\d{1,3}(?:[A-Za-z]?|[–-][A-Z](?!\w))(?!\d)"
_NUMBERED = rf"(?:{_SECTION}|{_AMENDED}|{_DOTTED}|{_INSERTED}|[IVXLC]{{1,7}}[A-D]?|{_CODED}|[A-Z]|{_WORDED})"
_CLOSED = r"\((?P<closed>\d{1,3}|[IVXLC]{1,7})\)(?=\s*(?:$|[.:–—-]))"
"""`Article (75)`; before words it could be a reference."""
_QUOTED = r"[\"“”](?P<quoted>\d{1,3}|[IVXLC]{1,7}|[A-Z])[\"”](?=\s*(?:$|[.:–—-]))"
"""`Exhibit "A"`."""
_KEYWORD = re.compile(
    rf"(?P<keyword>[^\W\d_]{{2,14}}\.?|§{{1,2}})(?:\s+[Nn][o0]\.?(?=[\s\d]))?\s*(?:[–—-]\s*(?={_NUMBERED}\s*(?:$|[.:–—-])))?"
    rf"(?:(?<=[\s§–—-])|(?<=\s[Nn][o0]\.))(?:(?P<number>{_NUMBERED})|{_CLOSED}|{_QUOTED})"
    r"(?P<tail>\s*[.:)](?!\d+[a-z])(?:\s+[–—-](?=\s))?|\s*[–—-]{1,3}(?=\s|$)|(?:\s*[–—]|\s-)(?=[^\W\d_]{2})|,(?=\s[A-Z])|(?=\s|$|\())\s*"
)
_BARE_DOTTED = re.compile(
    rf"(?P<open>\(?)(?P<number>{_DOTTED})(?P<tail>(?:[.:)]|,(?=\s+[A-Z]))?(?:\s*[–—-](?=\s))?)"
    r"(?:\s+|$|(?=\()|(?<=\d[.)])(?=[A-Z][a-z])|(?<=\d)(?=[A-Z](?:[a-z]-?[a-z]|[A-Z]{3})))"
)
_BARE = re.compile(
    rf"(?P<open>[(\[]?)(?:(?<=\()\s(?=\w{{1,5}}\)))?(?P<number>{_SINGLE})"
    r"(?P<tail>[)\]]\.?|(?<=[a-z])\.\)|(?<=[a-z])\s\.(?=\s+[A-Z])|(?:(?<=[\dA-Z])\.\s?[–—-]\s?(?=\(|$)|[.:])(?=\s|$|\()|(?:(?<=[\da-z])|(?<=\d[A-Z]))\.(?=[A-Z][a-z]|[AI]\s[a-z])|\.(?=[A-Z]{3})"
    r"|\s+[–—-](?:\s+:)?(?=\s)|(?<=[\da-z])[–—-](?=\s+[^\W\d])|(?=\s|$))\s*"
)
_LETTERED = re.compile(r"(?P<number>[A-Z]{1,3}\d{1,3})(?P<tail>[.:)]|(?=\s|$))\s*")
_SPACED = re.compile(
    r"(?P<number>[A-Z]{1,2}\s\d{1,3}(?:(?:\.\d{1,3})+|(?=\s+[\[(]?[A-Z]{2}|\s*$)))(?P<tail>[.:)]|(?=\s|$))\s*"
)
"""`T 13.3.1`, and `T 13 EQUIPMENT` above it: a code before the steps, which no word is."""
_ENCLOSED = re.compile(r"[<\[](?P<number>[A-Z]{1,4}-?\d{1,3}[a-z]?(?:\.\d{1,3})*)[>\]]:?\s*")
"""`<T1>`, `[US-1.2]:`."""
_CODE = re.compile(r"(?P<number>[A-Z]{1,3})\s+[–—-]\s+(?=[A-Z])")
"""`GR - General`: letters that the numbers of a part start with."""
APPENDED = re.compile(r"(?:appendix|annex(?:e|ure)?|schedule|exhibit|addendum|attachment|supplement)$", re.I)
"""Words that number what follows the body."""
_RANGE = re.compile(r"(?:[–—-]{1,2}|to|through|and)\s*(?:\d+\.)*(?P<last>\d{1,4})(?=\W*\w*\W*$)", re.I)
"""The end of a range of numbers, with no more than a word behind it."""
_BY_TENS = re.compile(r"\d{3}")
"""`24.01.010`, before 24.01.020: codes of cities count sections by tens, and 24.01.015 is put in between."""
_STEP, _PUT_IN = re.compile(r"\d+|[A-Za-z]+"), re.compile(r"\d[.\-–]\d+[A-Z]{1,2}$")


class Reading(NamedTuple):
    """One way to count a mark."""

    script: Script
    prefix: tuple[Step, ...]
    """The steps before the last; empty for a mark of one step."""
    last: Step
    inserted: str = ""
    """`A` of `6A`, which an amendment put between 6 and 7."""
    until: int = 0
    """Last number of a range that the mark starts; 0 for none."""

    @property
    def full(self) -> tuple[Step, ...]:
        return (*self.prefix, self.last)


@dataclass(frozen=True, slots=True)
class Mark:
    """What a row starts with, and the ways to count it."""

    keyword: str
    """`Article`, `Section`, `§`; empty for none."""
    number: str
    """As printed, without brackets and keyword."""
    style: str
    """With `x` for the number: `(x)`, `x)`, `x.`, `x`, `x-`, `<x>`; `d` where it has steps."""
    end: int
    """Characters of the row that it takes, blanks after it included."""
    readings: tuple[Reading, ...]

    family: tuple[str, str] = ("", "")
    """Marks that could belong to one numbering share it: keyword and style."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "family", (self.keyword.lower().rstrip(".").removesuffix("s"), self.style))

    @property
    def word(self) -> str:
        """The keyword as it is cited: `Article` for `ARTICLE`."""
        one_case = self.keyword.islower() or (self.keyword.isupper() and len(self.keyword) > 2)
        return self.keyword.capitalize() if one_case else self.keyword


def read_mark(text: str) -> Mark | None:
    """The mark at the start of the text; None where no number of any kind stands there."""
    if found := _SPACED.match(text):
        return dotted(found["number"], found.end())
    if (found := _KEYWORD.match(text)) and _is_keyword(found):
        return _keyworded(found)
    if found := _BARE_DOTTED.match(text):
        return dotted(found["number"], found.end())
    if found := _LETTERED.match(text):
        return Mark("", found["number"], f"Ax{found['tail']}", found.end(), (_steps(found["number"]),))
    if found := _ENCLOSED.match(text):
        style = "d" if "." in found["number"] else "<x>"
        return Mark("", found["number"], style, found.end(), (_steps(found["number"]),))
    code = _code(text)
    found = _BARE.match(text)
    if found is None:
        return code
    tail = found["tail"].strip().replace(".)", ")")
    closed = tail[:1] in (")", "]") if tail else False
    if found["open"] and not closed:
        return None
    style = "(x)" if found["open"] else f"x{'-' if tail in ('–', '—', '-') else tail[:1]}"
    readings = tuple(readings_of(found["number"])) + (code.readings if code else ())
    bare = style == "x" and not found["number"].isdigit()
    if not readings or (bare and (not found["number"].isupper() or text[found.end() :][:1].islower())):
        return None
    return Mark("", found["number"], style, found.end(), readings)


def ranged(mark: Mark, text: str) -> Mark:
    """The mark of the text, which counts up to the end of its range: `051. -- 099. (RESERVED)`."""
    found = _RANGE.match(text, mark.end)
    end = int(found["last"]) if found else 0
    readings = (
        r._replace(until=end) if isinstance(r.last, int) and r.last < end else r for r in mark.readings
    )
    return replace(mark, readings=tuple(readings)) if found else mark


def _code(text: str) -> Mark | None:
    found = _CODE.match(text)
    if found is None:
        return None
    return Mark("", found["number"], "x-", found.end(), (Reading("code", (), found["number"]),))


def _is_keyword(found: re.Match[str]) -> bool:
    """A capital or a sign starts it, or it stands alone with its number before a title: `article 2: Fees`."""
    word, title = found["keyword"], found.string[found.end() :]
    titled = found["tail"].strip() == ":" and title[:1].isupper()
    return word.startswith("§") or word[0].isupper() or titled


def _keyworded(found: re.Match[str]) -> Mark | None:
    number = found["number"] or found["closed"] or found["quoted"]
    letter = len(number) == 1 and number.isupper() and not APPENDED.match(found["keyword"])
    if (
        (letter or number in ("A", "I"))
        and not found["tail"].strip()
        and found.string[found.end() :][:1].islower()
    ):
        # `Can I use a boat?`, `Player B waits`
        return None
    if found["tail"] == "," and _KEYWORD.match(found.string, found.end()):
        # `Article III, Section 4`, a reference
        return None
    if _STEPPED.fullmatch(number):
        return Mark(found["keyword"], number, "d", found.end(), (_steps(number),))
    if number.lower() in _WORDS:
        readings: tuple[Reading, ...] = (Reading("number", (), _WORDS.index(number.lower()) + 1),)
    elif number[:1].isdigit() != number[-1:].isdigit():
        inserted = number[0].isdigit() and number[-1].isupper()
        readings = (_steps(number), *(readings_of(number) if inserted else ()))
    else:
        readings = tuple(readings_of(number))
        if number == "I":
            # in recognised print a 1
            readings = (*readings, Reading("number", (), 1))
        if not readings and (value := roman_value(number[:-1].lower())):
            readings = (Reading("capital", (), value, number[-1]),)
    return Mark(found["keyword"], number, "x", found.end(), readings) if readings else None


def dotted(number: str, end: int) -> Mark:
    """The mark of `2.4.1`, which takes so many characters of its row."""
    return Mark("", number, "d", end, (_steps(number),))


def bare(number: str, end: int) -> Mark:
    """The mark of a figure or letter without stop or brackets, which takes so many characters of its row."""
    return Mark("", number, "x", end, tuple(readings_of(number)))


def _steps(number: str) -> Reading:
    found = _STEP.findall(number)
    inserted = found.pop() if _PUT_IN.search(number) else ""
    steps: list[Step] = [int(s) if s.isdigit() else s for s in found]
    if len(found) > 1 and found[-2].islower() and (value := roman_value(found[-1])):
        steps[-1] = value
    if len(found) > 2 and _BY_TENS.fullmatch(found[-1]) and (found[-1][0] == "0" or found[-2][0] == "0"):
        steps[-1], inserted = int(found[-1][:-1]), found[-1][-1].rstrip("0")
    return Reading("dotted", tuple(steps[:-1]), steps[-1], inserted)


def readings_of(number: str) -> list[Reading]:
    """All ways to count a number of one step; most usual first, none for `2a`, which has two steps."""
    if number[0].isdigit():
        figures = number.rstrip(f"-–{ascii_uppercase}")
        if not figures.isdigit():
            return []
        return [Reading("number", (), int(figures), number.removeprefix(figures).lstrip("-–"))]
    found: list[Reading] = []
    value = roman_value(number.lower())
    if number.islower():
        if place := letter_place(number):
            found.append(Reading("letter", (), place))
        if value and value <= _ROMAN_MAX:
            found.append(Reading("roman", (), value))
    elif number.isupper():
        if place := letter_place(number.lower()):
            found.append(Reading("upper", (), place))
        if value and value <= _ROMAN_MAX:
            found.append(Reading("capital", (), value))
    return found


def follows(last: Step, value: Step) -> int | None:
    """How many places `value` comes after `last` in one counting; None where they cannot be compared."""
    if isinstance(last, int) and isinstance(value, int):
        return value - last
    if isinstance(last, str) and isinstance(value, str):
        one, two = letter_place(last.lower()), letter_place(value.lower())
        return two - one if one and two else None
    return None


def distance(one: Reading, other: Reading) -> int | None:
    """How many places `other` comes after `one` in their counting; 6A comes next after 6, as 7 does."""
    step = follows(one.until or one.last, other.last)
    if step == 0 and one.inserted < other.inserted:
        return 1
    return step


def next_stem(before: Reading, reading: Reading) -> bool:
    """`2.1` after `1.7`: the step before the last counts on."""
    *stem, last = before.prefix or (0,)
    return stem == [*reading.prefix[:-1]] and follows(last, reading.prefix[-1]) == 1


def rank(step: Step) -> int:
    """How far it is from the start of its counting."""
    return step if isinstance(step, int) else letter_place(step.lower())


def is_first(value: Step) -> bool:
    """A counting starts so: 0, 1, a round hundred, or `a`."""
    if isinstance(value, int):
        return value in (0, 1) or value % 100 == 0
    return value.lower() == "a"


def counts_on(one: Mark | None, other: Mark | None) -> bool:
    """The second is the figure that comes next after the first, written alike, with a stop or brackets."""
    if one is None or other is None or other.style == "x" or one.family != other.family:
        return False
    return one.number.isdigit() and other.number.isdigit() and int(other.number) == int(one.number) + 1
