"""Rows that a book's own contents list or outline names as headings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regulations_agent.corpus.contents.expected import ExpectedHeading
from regulations_agent.corpus.contents.recurrence import squashed
from regulations_agent.corpus.outline.rows.headlines import is_alone, titles
from regulations_agent.corpus.outline.rows.looks import TITLE_CASE, Sight, is_dangling
from regulations_agent.corpus.page.lines import PageLines
from regulations_agent.corpus.print.rows import BULLETS, Row

MAX_ROWS = 4
"""Printed rows over which a title may run."""
FRONT = 0.2
"""Share of a book's rows at most that stands above its contents list."""
_TEXT, _STOP = re.compile(r"\s+[A-Z“\"]"), re.compile(r"\s*[.:;—–]\s|\s*[.:;—–]?$")
NEAR = 1
"""Pages by which a heading may stand from where the list says."""


def with_front(
    rows: Sequence[Row], pages: Sequence[PageLines], expected: Sequence[ExpectedHeading]
) -> list[Row]:
    """The rows, those above the first contents list marked, if that list and the bookmarks name none."""
    listed = next((page for page in pages if page.listed - page.of_part), None)
    if listed is None or any(0 < heading.page < listed.page for heading in expected):
        return list(rows)
    top = min(listed.body[at].box.top for at in listed.listed - listed.of_part)
    front = {id(r) for r in rows if (r.page, r.item.box.top) < (listed.page, top)}
    if len(front) > FRONT * len(rows):
        return list(rows)
    return [replace(row, front=True) if id(row) in front else row for row in rows]


def rows_named(sights: Sequence[Sight], expected: Sequence[ExpectedHeading]) -> dict[int, int]:
    """Indexes of the rows at which an expected heading starts: its words, and none beside them; and over how
    many rows its title runs, 0 where its words may be more than a title or are its number alone.

    Of several rows the one that stands out most is taken; words in the middle of a paragraph are none.
    A title below its number starts at the number.
    """
    texts = [squashed(sight.row.text) for sight in sights]
    by_start: dict[str, list[int]] = defaultdict(list)
    for i, text in enumerate(texts):
        if text and sights[i].starts:
            by_start[text[:3]].append(i)
    found: dict[int, int] = {}
    for heading in expected:
        for words in spellings(heading):
            near = (i for i in by_start.get(words[:3], ()) if _fits(sights[i], heading))
            fit = {i: rows for i in near if (rows := _rows_read(texts, i, words))}
            if fit:
                far = {i: abs(sights[i].row.page - heading.page) for i in fit}
                best = max(fit, key=lambda i: (sights[i].prominence, -far[i]))
                above = best > 0 and titles(sights[best - 1], sights[best])
                whole = heading.listed and not (fit[best] == 1 and is_alone(sights[best]))
                found[best - above] = fit[best] + above if whole else 0
                break
    return _with_whole_titles(found, sights)


def titles_run_in(sights: Sequence[Sight], expected: Sequence[ExpectedHeading]) -> dict[int, int]:
    """Characters of the number and title with which a row starts that goes on with text, as `A. Doubles A
    player may`, where a contents list names them so."""
    listed: dict[str, list[ExpectedHeading]] = defaultdict(list)
    for heading in expected:
        if heading.listed and heading.number and heading.title:
            listed[squashed(heading.number.rpartition(" ")[2])].append(heading)
    found: dict[int, int] = {}
    for i, sight in enumerate(sights):
        mark, text = sight.mark, sight.row.text
        if mark is None or TITLE_CASE.fullmatch(_STOP.split(text[mark.end :], maxsplit=1)[0]):
            # the list may shorten a title
            continue
        for heading in listed.get(squashed(mark.number), ()):
            end = _end_of(squashed(heading.title), text, mark.end)
            if _fits(sight, heading) and end and _TEXT.match(text, end):
                found[i] = max(end, found.get(i, 0))
    return found


def _end_of(words: str, text: str, start: int) -> int:
    """Where the text that starts with the words has said them; 0 where it does not."""
    said = ""
    for at, letter in enumerate(text[start:], start + 1):
        said += squashed(letter)
        if said == words:
            return at
        if not words.startswith(said):
            return 0
    return 0


def _with_whole_titles(found: dict[int, int], sights: Sequence[Sight]) -> dict[int, int]:
    """The rows named, without those that go on with a title of one look above them that is not whole: its
    first row, which the list has as a line of its own, has the number or ends in mid-phrase."""
    for i, sight in enumerate(sights):
        torn = sight.heading and (is_dangling(sight.row.text) or (sight.mark is not None and i not in found))
        for inner in range(i + 1, i + sight.rows if torn else i):
            if found.pop(inner, None) is not None and i in found:
                found[i] = sight.rows
    return found


def spellings(heading: ExpectedHeading) -> Iterator[str]:
    """As printed; with the number alone, for `Art. 3` in the list stands `3.` in the body; the title."""
    for number in (heading.number, heading.number.rpartition(" ")[2], ""):
        yield squashed(number + heading.title)


def _fits(sight: Sight, heading: ExpectedHeading) -> bool:
    """The row stands near the page named, and is no item of a list nor the small beginning of a title in
    capitals."""
    near = not heading.page or abs(sight.row.page - heading.page) <= NEAR
    first = sight.row.text[:1]
    return near and first not in BULLETS[:7] and not (first.islower() and heading.title[:1].isupper())


def _rows_read(texts: Sequence[str], start: int, words: str) -> int:
    """How many rows from `start` say these words and end with one of them; 0 where they do not."""
    said = ""
    for count, text in enumerate(texts[start : start + MAX_ROWS], start=1):
        said += text
        if said == words:
            return count
        if not words.startswith(said):
            return 0
    return 0
