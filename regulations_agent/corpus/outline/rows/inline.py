"""Items of a list that follow in the line of the item before, told by the numbers that lack otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regulations_agent.corpus.outline.marks import Mark, distance
from regulations_agent.corpus.outline.rows.looks import mark_of
from regulations_agent.corpus.outline.rows.unfold import FAR, cut
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.rows import END_MARKS, Row

FIRST = ("1", "a", "A")
STYLES = ("(x)", "x)", "x.")
MOST = 4
"""Numbers that may lack between two rows."""
CHAIN = 2
"""Numbers in line, one after the other, from which they are items that nothing follows."""

_LED = re.compile(r"(?<=:\s)(?:1\.|\(?1\))\s+[A-Z“\"]")
LEVEL = 4.0
"""Points by which rows of a list may stand apart."""
PARTED = 0.6
"""Font sizes of blank above a row that parts paragraphs."""


def part_items(rows: Sequence[Row]) -> list[Row]:
    """The rows, cut before a sentence's `(d)` where (c) opens a row and (e) the next one of the list, and
    before `2.` and `3.` where 1. opens a paragraph."""
    rows = list(_led_apart(rows))
    marks = [_listed(row) for row in rows]
    cuts: dict[int, list[int]] = {}
    last: dict[str, str] = {}
    torn = -1
    for i, mark in enumerate(marks):
        if mark is None or not (mark.number in FIRST or mark.number == _next(last.get(mark.style, ""))):
            continue
        after = range(i + 1, min(len(rows), i + FAR))
        end = next((j for j in after if marks[j] is not None or _is_parted(rows[j])), after.stop)
        later = next(
            (j for j in after if (other := marks[j]) is not None and other.style == mark.style), None
        )
        last[mark.style] = mark.number
        found = _lacking(rows, i, later, marks) or _chained(rows, i, end, mark, goes_on=i == torn)
        if found:  # the next line of the paragraph may open with a number
            torn = end if end < len(rows) and not _is_parted(rows[end]) else -1
        for at, place in found:
            cuts.setdefault(at, []).append(place)
            last[mark.style] = _next(last[mark.style])
    return [part for i, row in enumerate(rows) for part in pieces_at(row, cuts.get(i, ()))]


def _led_apart(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows, cut where a colon leads to `1.` in the line and two more numbers follow in the paragraph."""
    for i, row in enumerate(rows):
        found = _LED.search(row.text) if isinstance(row.item, TextLine) and not row.dead else None
        if found is None:
            yield row
            continue
        head, first = cut(row, found.start())
        after = range(i + 1, min(len(rows), i + FAR))
        end = next((j for j in after if _listed(rows[j]) is not None or _is_parted(rows[j])), after.stop)
        paragraph = [head, first, *rows[i + 1 : end]]
        mark = _listed(first)
        follows = mark is not None and _chained(paragraph, 1, len(paragraph), mark, goes_on=False)
        yield from (head, first) if follows else (row,)


def _listed(row: Row) -> Mark | None:
    if not isinstance(row.item, TextLine) or row.dead or row.level:
        return None
    mark = mark_of(row)
    return mark if mark is not None and not mark.keyword and mark.style in STYLES else None


def _lacking(
    rows: Sequence[Row], i: int, later: int | None, marks: Sequence[Mark | None]
) -> list[tuple[int, int]]:
    """Where the numbers stand that lack between the row and the next one below it numbered alike; all or
    none."""
    mark, other = marks[i], marks[later] if later is not None else None
    if mark is None or other is None or later is None or abs(rows[i].x0 - rows[later].x0) > LEVEL:
        return []
    for one in mark.readings:
        steps = [step for two in other.readings if two.script == one.script and (step := distance(one, two))]
        if steps and 2 <= min(steps) <= MOST + 1:
            found = list(_in_line(rows, i, later, mark, r"[.;!?)”\"]"))
            return found if len(found) == min(steps) - 1 else []
    return []


def _chained(rows: Sequence[Row], i: int, end: int, mark: Mark, *, goes_on: bool) -> list[tuple[int, int]]:
    """Where the numbers stand that follow that of the row in its paragraph, each behind a full sentence; the
    row starts the paragraph, or goes on with one in which such numbers stand."""
    if goes_on:
        return list(_in_line(rows, i, end, mark, r"[.]"))
    before = rows[i - 1] if i else rows[i]
    cut_off = before.page == rows[i].page and before.item.box.top == rows[i].item.box.top
    opens = cut_off or _is_parted(rows[i]) or before.text.endswith(END_MARKS)
    if mark.number not in FIRST or not opens:
        return []
    found = list(_in_line(rows, i, end, mark, r"[.]"))
    return found if len(found) >= CHAIN and rows[i].text[mark.end : mark.end + 1].isupper() else []


def _is_parted(row: Row) -> bool:
    return row.gap > PARTED * row.size or row.level > 0


def _in_line(rows: Sequence[Row], i: int, end: int, mark: Mark, stop: str) -> Iterator[tuple[int, int]]:
    """Row and place of each number that comes next within the lines, behind such a stop and before words that
    start as the item of the row does."""
    first = rows[i].text[mark.end : mark.end + 1]
    start = '[A-Z“"]' if first.isupper() else "[a-z]"
    number = _next(mark.number)
    at = mark.end
    for k in range(i, end):
        row = rows[k]
        while number and isinstance(row.item, TextLine):
            sign = re.escape(mark.style.replace("x", number))
            found = re.compile(rf"(?<={stop}\s){sign}(?:\s+(?={start})|$)").search(row.text, at)
            if found is None:
                break
            yield k, found.start()
            number, at = _next(number), found.end()
        at = 0


def _next(number: str) -> str:
    """The number after one of one step; empty for none, a Roman one and the last letter."""
    if number.isdigit():
        return str(int(number) + 1)
    return chr(ord(number) + 1) if len(number) == 1 and number not in "zZ" else ""


def pieces_at(row: Row, places: Sequence[int]) -> list[Row]:
    """The row, cut at these places of its words."""
    pieces, rest, done = [], row, 0
    for place in sorted(set(places)):
        first, rest = cut(rest, place - done)
        pieces.append(first)
        done = place
    return [*pieces, rest]
