"""Books whose headings run on in their text, as text copied without its line ends: numbered headings are told
by how they count on, and set apart."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from regulations_agent.corpus.numbers.reference import roman_value
from regulations_agent.corpus.outline.rows.inline import pieces_at
from regulations_agent.corpus.outline.rows.looks import FINITE, TITLE_OPENS, is_dangling
from regulations_agent.corpus.outline.rows.overlaps import without_overlaps
from regulations_agent.corpus.outline.rows.unfold import cut, unfold
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.rows import Measure, Row

_HEADING = re.compile(
    r"(?<![^\W_])(?P<word>[A-Z][A-Za-z]{2,11})\s(?P<number>\d{1,3}|[IVXLC]{1,7})\s+(?=[A-Z“\"])"
)
"""`Article 12 Transparent`, wherever it stands."""
_PARAGRAPH = re.compile(r"\s(?=1\.\s+[A-Z“\"]|\((?:1|a)\)\s)")
_AT_END = re.compile(r"(?<=[.;:!?)”\"]\s)\d{1,3}\.$")
_STOP = re.compile(r"[.;:!?](?=\s)")
_OPENS = re.compile(rf"(?<=\w\s)(?:(?!{TITLE_OPENS})[A-Z]\w*|This|These|Where|Every|Unless)\s")
"""A word that opens a sentence and no title, as `The`, in capitals in mid-text."""
_CAPITAL = re.compile(r"(?<=[a-z]\s)[A-Z]")
_VERB = re.compile(FINITE)
LEAST, SURE, SHARE = 2, 10, 0.8
"""Numbers of one word that count on, those within lines in all, and of one word the share that count on, from
which a book is flat."""
MOST = 240
"""Characters of a title."""
FULL = 0.9
"""Share of the rows of a book of one paragraph that reach the right edge."""


class _Heading(NamedTuple):
    word: str
    start: int
    title: int
    """Where its title starts."""
    end: int
    """Behind the title."""


def said_once(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """The rows without what was said again when their book was cut up, and a problem that tells how much."""
    kept = without_overlaps(rows)
    gone = sum(len(row.text) for row in rows) - sum(len(row.text) for row in kept)
    told = f"{gone:,} characters that repeat what stands right before them were left out"
    return kept, [told] if gone else []


def set_headings_apart(rows: Sequence[Row], measure: Measure) -> list[Row]:
    """The rows, cut at the headings and numbers within them, if the book is one paragraph and its headings
    mostly stand within its lines.

    A heading gets the level that a format would give it: the fewer of its kind, the higher."""
    texts = [row.text if isinstance(row.item, TextLine) and not row.dead else "" for row in rows]
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    found = _counting(" ".join(texts))
    inside = sum(one.start not in starts for one in found)
    full = sum(bool(text) and measure.full(row) for row, text in zip(rows, texts, strict=True))
    if inside < SURE or 2 * inside < len(found) or full < FULL * len(rows):
        return list(rows)
    kinds = Counter(one.word for one in found)
    levels = {word: level for level, word in enumerate(sorted(kinds, key=kinds.__getitem__), 1)}
    out: list[Row] = []
    for row, start, text in zip(rows, starts, texts, strict=False):
        near = [one for one in found if one.start < start + len(text) and one.end > start] if text else []
        for piece, at in _parted(row, start, near):
            own = next((one for one in near if one.start <= at < one.end), None)
            level = levels[own.word] if own else row.level
            goes_on = own is not None and at > own.start
            if own is not None and own.start < at < own.title:
                piece, goes_on = _joined(out.pop(), piece), False
            out.append(replace(piece, level=level, goes_on=goes_on))
    out = _with_whole_numbers(out)
    return unfold(out, {id(row) for row in out if not row.level})


def _with_whole_numbers(rows: Sequence[Row]) -> list[Row]:
    """The rows; a number that ends one whose words are in the next stands there."""
    out = list(rows)
    for at, (row, below) in enumerate(pairwise(rows)):
        found = _AT_END.search(out[at].text) if not (row.level or below.level or below.is_table) else None
        if found is not None and below.text[:1].isupper():
            out[at], number = cut(out[at], found.start())
            out[at + 1] = _joined(number, below)
    return out


def _parted(row: Row, start: int, near: Sequence[_Heading]) -> list[tuple[Row, int]]:
    """The row, cut before and behind each title in it, and where each piece stands in the text."""
    places = {at - start for one in near for at in (one.start, one.end)}
    inside = sorted(at for at in places if 0 < at < len(row.text))
    return list(zip(pieces_at(row, inside), [start, *(start + at for at in inside)], strict=True))


def _joined(first: Row, row: Row) -> Row:
    """The row with the words of the first before its own."""
    assert isinstance(first.item, TextLine)
    assert isinstance(row.item, TextLine)
    blank = replace(first.item.spans[-1], text=" ")
    item = replace(row.item, spans=(*first.item.spans, blank, *row.item.spans))
    return replace(row, item=item, text=f"{first.text} {row.text}")


def _counting(text: str) -> list[_Heading]:
    """The headings: numbers behind a word that nearly always counts on with them, or starts over."""
    seen: dict[str, list[re.Match[str]]] = defaultdict(list)
    for one in _HEADING.finditer(text):
        seen[one["word"]].append(one)
    found: list[_Heading] = []
    for word, matches in seen.items():
        counted: list[_Heading] = []
        last = 0
        for one in matches:
            number = one["number"]
            value = int(number) if number.isdigit() else roman_value(number.lower())
            if value is not None and value in (1, last + 1):
                counted.append(_Heading(word, one.start(), one.end(), one.end()))
                last = value
        found += counted if len(counted) >= max(LEAST, SHARE * len(matches)) else []
    found.sort(key=lambda one: one.start)
    ends = [*(one.start for one in found), len(text) + MOST][1:]
    return [one._replace(end=_title_end(text, one.title, end)) for one, end in zip(found, ends, strict=True)]


def _title_end(text: str, start: int, end: int) -> int:
    """Where the title ends that starts there: before the next heading or the first paragraph, or where a
    sentence opens; `start` where that cannot be told."""
    words = text[start : min(end, start + MOST)]
    stop = found.start() if (found := _STOP.search(words)) else len(words)
    if end - start <= stop + 1:
        return end
    first = _PARAGRAPH.search(words)
    if first is not None and first.start() <= stop:
        return start + first.end()
    verb = found.start() if (found := _VERB.search(words)) else stop
    places = [one.start() for opens in (_OPENS, _CAPITAL) for one in opens.finditer(words, 0, verb)]
    return start + next((at for at in places if not is_dangling(words[:at].rstrip())), 0)
