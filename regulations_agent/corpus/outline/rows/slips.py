"""Numbers that their neighbours tell: those with a slip, `3.3 1` between 3.3 and 3.3.2, `Article Ill` between
II and IV; and `4101` between 4100 and 4102, which alone could be a year."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from regulations_agent.corpus.numbers.reference import roman_value
from regulations_agent.corpus.outline.marks import Mark, bare, dotted, is_first, read_mark, readings_of
from regulations_agent.corpus.outline.rows.looks import Sight

_ALIKE = {"0": "[0Oo]", "1": "[1lI|]", "5": "[5S]", "8": "[8B]", "l": "[l1I|]", "o": "[o0]"}
"""Signs that stand for one another where a page was recognised."""
_WORDED = re.compile(
    r"\W{0,3}(?P<word>[A-Z][^\W\d_]{2,13})\s+(?P<number>(?=[IVX]*[l1|!])[IVXl1|!]{1,7}(?=[\s.:)–—-]|$)"
    r"|[IVXLTilt1|!]{1,7}(?:\s[IVXLTilt1|!]{1,4}){0,2}(?=\s*(?:[.,:–—-]|$)))"
)
"""A Roman number some of whose letters look like another sign, or that a blank parts before a stop."""
_FOUR = re.compile(r"(?P<number>[1-9]\d{3})\s+(?=[A-Z])")
_LETTER = re.compile(r"[a-z]")
_INSERTED = re.compile(r"(?P<open>\()?(?P<stem>\d{1,3}|[a-z]{1,4})(?P<step>\.\d{1,3}|[A-Z])(?(open)\)\s*|$)")
IN_A_ROW, LETTERS = 4, 3
"""Bare numbers of four figures, and letters, that count on, one below the other, from which they are a
numbering."""
_STYLES = "(x)", "x)", "x."
_COMMA = re.compile(r"\(?(?P<number>\d{1,2}|[a-z]),\s+(?=[A-Z“\"])")
_LOST = re.compile(r"\(?\s?(?P<sign>\w)\)\s+(?=\S)")
"""One sign in brackets, of which one is read at least."""
_IN_LINE = 6.0
"""Points by which numbers of one list are out of line on a page that was recognised."""
MAX_APART = 200
"""Rows between a number and the next at most."""


def mend_numbers(sights: Sequence[Sight]) -> list[Sight]:
    """The rows; a number that is missing among its fellows is found where a row may be meant by it."""
    return _with_inserted(_with_counts(_mend_romans(_mend_steps(_mend_dotted(sights)))))


def _with_inserted(sights: list[Sight]) -> list[Sight]:
    """`(2.1)` behind (2) stands beside it, put in by an amendment, as does a section 3.1 that is no step."""
    last: dict[bool, str] = {}
    for i, sight in enumerate(sights):
        mark, found = sight.mark, _INSERTED.match(sight.row.text) if sight.starts else None
        if found and (sight.row.section or found["stem"] == last.get(found["stem"].isdigit())):
            readings = (r._replace(inserted=found["step"]) for r in readings_of(found["stem"]))
            style = "(x)" if found["open"] else "x"
            number = found["stem"] + found["step"]
            sights[i] = replace(sight, mark=Mark("", number, style, found.end(), tuple(readings)))
        elif mark is not None and mark.style == "(x)":
            last[mark.number.isdigit()] = mark.number
    return sights


def _with_counts(sights: list[Sight]) -> list[Sight]:
    """Rules 4100, 4101, 4102, 4103 that start in line are a numbering, without a stop or word; as are a, b, c
    in a column of their own."""
    fours = {i: four for i, s in enumerate(sights) if s.starts and (four := _FOUR.match(s.row.text))}
    for i in _in_line(sights, {i: int(four["number"]) for i, four in fours.items()}, IN_A_ROW):
        sights[i] = replace(sights[i], mark=bare(fours[i]["number"], fours[i].end()))
    letters = {
        i: s.row.column for i, s in enumerate(sights) if _LETTER.fullmatch(s.row.column) and not s.mark
    }
    for i in _in_line(sights, {i: ord(letter) - ord("a") for i, letter in letters.items()}, LETTERS):
        sights[i] = replace(sights[i], mark=bare(letters[i], len("a ")), starts=True)
    return sights


def _in_line(sights: Sequence[Sight], values: Mapping[int, int], least: int) -> Iterator[int]:
    """The rows that count on from a first one, in line with it, so many at least."""
    runs: list[list[int]] = []
    for i, value in values.items():
        for run in reversed(runs):
            if value == values[run[-1]] + 1 and abs(sights[i].row.x0 - sights[run[-1]].row.x0) <= 4:
                run.append(i)
                break
        else:
            runs += [[i]] if is_first(value) else []
    return (i for run in runs if len(run) >= least for i in run)


def _mend_romans(sights: list[Sight]) -> list[Sight]:
    """`Article Ill` and `ARTICLE II I .` are Article III in a book of Articles II and IV but no III."""
    places: dict[str, dict[int, int]] = defaultdict(dict)
    unsure: dict[int, re.Match[str]] = {}
    for i, sight in enumerate(sights):
        mark, found = sight.mark, _WORDED.match(sight.row.text) if sight.starts else None
        if found is not None and (mark is None or " " in found["number"]):
            unsure[i] = found
        elif mark is not None and mark.keyword and (value := roman_value(mark.number.lower())):
            places[mark.family[0]].setdefault(value, i)
    for i, found in unsure.items() if places else ():
        number, rest = (
            re.sub(r"[Tilt1|!]", "I", found["number"]).replace(" ", ""),
            found.string[found.end() :],
        )
        value, known = roman_value(number.lower()), places.get(found["word"].lower(), {})
        before, after = (known.get((value or 0) + step, place) for step, place in ((-1, i), (1, -1)))
        if value is None or value in known or not (before < i or after > i):
            continue
        if (mark := read_mark(f"{found['word']} {number}{rest}")) is not None:
            known[value] = i
            skip = found.end("number") - len(f"{found['word']} {number}")
            sights[i] = replace(sights[i], mark=replace(mark, end=mark.end + skip))
    return sights


def _mend_steps(sights: Sequence[Sight]) -> list[Sight]:
    """`4, All` in line below 3., and `U)` between (i) and (k): what a page, as it was recognised, shows of
    the number that is missing."""
    mended, last = list(sights), dict[tuple[str, str], int]()
    for i, sight in enumerate(sights):
        mark, text = sight.mark, sight.row.text
        if not sight.starts or (mark is not None and mark.keyword):
            continue
        if mark is None and (found := _COMMA.match(text)):
            places = ((style, last.get((style, _back(found["number"], 1)), -1)) for style in _STYLES)
            above = [style for style, at in places if _goes_on(sights, at, i)]
            mark = _step(found["number"], above[-1], found.end()) if above else None
            mended[i] = replace(sight, mark=mark)
        elif mark is not None and mark.style in _STYLES:
            before, missing = (_back(mark.number, by) for by in (2, 1))
            first = last.get((mark.style, before), -1)
            if missing and _goes_on(sights, first, i) and last.get((mark.style, missing), -1) < first:
                meant = {
                    k: end
                    for k in range(first + 1, i)
                    if _goes_on(sights, k, i) and (end := _lost(sights[k], missing, mark.style))
                }
                if len(meant) == 1:
                    at, end = meant.popitem()
                    mended[at] = replace(sights[at], mark=_step(missing, mark.style, end))
        if mark is not None:
            last[mark.style, mark.number] = i
    return mended


def _lost(sight: Sight, number: str, style: str) -> int:
    """Where a sign in brackets ends that may be that number misread, and none of another list; else 0."""
    found = _LOST.match(sight.row.text)
    if found is None:
        return 0
    own = sight.mark.style if sight.mark is not None else ""
    if own and own != style and not found["sign"].isupper() and "x." in (own, style):
        return 0
    alike = re.fullmatch(_ALIKE.get(number, re.escape(number)), found["sign"]) is not None
    return found.end() if alike or not own or (own != style and found["sign"].isupper()) else 0


def _step(number: str, style: str, end: int) -> Mark:
    return Mark("", number, style, end, tuple(readings_of(number)))


def _goes_on(sights: Sequence[Sight], at: int, i: int) -> bool:
    """The row starts something in line with the earlier one, not too far below it."""
    near = at >= 0 and i - at <= MAX_APART and sights[at].starts
    return near and abs(sights[at].row.x0 - sights[i].row.x0) <= _IN_LINE


def _back(number: str, by: int) -> str:
    """The figure or single letter so many steps before; empty where there is none."""
    if number.isdigit() and len(number) < 3:
        return str(int(number) - by) if int(number) > by else ""
    place = ord(number.lower()) - ord("a") - by if len(number) == 1 and number.isalpha() else -1
    return chr(ord(number) - by) if place >= 0 else ""


def _mend_dotted(sights: Sequence[Sight]) -> list[Sight]:
    """The one before a dotted number, where one row alone may be meant by it."""
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, sight in enumerate(sights):
        if sight.mark is not None and sight.starts and (sight.mark.style == "d" or "." in sight.mark.number):
            places[sight.mark.keyword, sight.mark.number].append(i)
    mended = list(sights)
    for (word, number), found in places.items():
        above, _, last = number.rpartition(".")
        if not last.isdigit() or int(last) < 2:
            continue
        missing = f"{above}.{int(last) - 1}"
        before = above if int(last) == 2 and not word else f"{above}.{int(last) - 2}"
        if (word, missing) in places or len(found) > 1 or (word, before) not in places:
            continue
        first = max((i for i in places[word, before][:1] if i < found[0]), default=found[0])
        between = sights[max(first, found[0] - MAX_APART) : found[0]]
        marks = {
            i: mark
            for i, sight in enumerate(between, found[0] - len(between))
            if (mark := _meant(sight, word, missing))
        }
        if len(marks) == 1:
            at, mark = marks.popitem()
            mended[at] = replace(sights[at], mark=mark, starts=True)
    return mended


def _meant(sight: Sight, word: str, number: str) -> Mark | None:
    """The number as a row starts with it, but for what parts its steps and figures that look like letters."""
    steps = ("".join(_ALIKE.get(c, re.escape(c)) for c in step) for step in number.split("."))
    led = re.escape(word) + r"\s+" if word else ""
    found = re.match(led + r"\s*[.,]?\s*".join(steps) + r"[.,:)]?\s+(?=\S)", sight.row.text)
    if found is None or not word:
        return dotted(number, found.end()) if found else None
    mark = read_mark(f"{word} {number} {found.string[found.end() :]}")
    return replace(mark, end=found.end()) if mark else None
