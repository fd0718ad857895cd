"""The contents list of a document: which lines print it, and its entries with the pages they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from regulations_agent.corpus.contents.items import Item, is_page, items_at, items_of, paged_below, texts_at
from regulations_agent.corpus.contents.listing import MAX_BETWEEN, find_runs, is_heading
from regulations_agent.corpus.contents.part_lists import lists_of_parts
from regulations_agent.corpus.contents.recurrence import (
    Lines,
    Place,
    Titled,
    longest_rise,
    split_label,
    usual_offset,
)
from regulations_agent.corpus.page.lines import PageLines, Table
from regulations_agent.corpus.print.rows import SIGNS

COVER = 0.4
"""Share of a page's lines from which a list has the page to itself, and what stands above it is a cover."""
INDENT = 4.0
"""Points by which an entry is set in from the level above."""
WRAPPED = 0.55
"""Share of the list's width that a line reaches whose title goes on below."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a contents list."""

    number: str
    """As printed: `B1.2`, `3`, `Appendix 7`, `Article IV`; empty for an unnumbered title."""
    title: str
    page: int | None
    """As printed; None where none is printed, 0 for a Roman one."""
    found: int
    """1-based page of the PDF on which its heading stands; where it is not found, the printed page counted
    as the others are; 0 where nothing tells."""
    level: int
    """By its indent, 0 at the left."""
    caption: bool
    """In a list of figures or tables."""


class _Line(NamedTuple):
    """An entry before its page of the PDF is known."""

    titled: Titled
    printed: int | None
    x0: float


def with_listed(pages: Sequence[PageLines]) -> list[PageLines]:
    """The pages with the lines of contents lists marked."""
    items = items_of(pages)
    marked: dict[int, set[int]] = {}
    others: set[str] = set()
    runs = find_runs(items)
    for run in runs:
        for item in items[_heading_of(items, run.start) : run.end + 1]:
            marked.setdefault(item.page, set()).add(item.at)
            if item.printed is None:
                others.add(item.text)
    for item in items[: runs[-1].end if runs else 0]:
        if item.page in marked and item.text in others:
            marked[item.page].add(item.at)
    covers = set(marked)
    of_part: dict[int, set[int]] = {}
    for run in lists_of_parts(items, runs):
        for item in items[_heading_of(items, run.start) : run.end + 1]:
            of_part.setdefault(item.page, set()).add(item.at)
    for number, lines in of_part.items():
        marked.setdefault(number, set()).update(lines)
    return [
        _marked(page, marked[page.page], of_part.get(page.page, set()), covers=page.page in covers)
        if page.page in marked
        else page
        for page in pages
    ]


def _heading_of(items: Sequence[Item], start: int) -> int:
    """Where the heading of the list that starts there stands; there, when it has none."""
    above = range(start - 1, max(-1, start - 1 - MAX_BETWEEN), -1)
    return next((at for at in above if is_heading(items[at].text)), start)


def _marked(page: PageLines, listed: set[int], of_part: set[int], *, covers: bool) -> PageLines:
    """Positions in the page's body that are its contents list; the whole page where no other text follows and
    what stands above a list `covers` the book and is no table."""
    ends = covers and max(listed) == len(page.body) - 1
    tabled = any(isinstance(part, Table) for at, part in enumerate(page.body) if at not in listed)
    whole = ends and not tabled and len(listed) >= COVER * len(page.body)
    return replace(page, listed=frozenset(listed), of_part=frozenset(of_part), contents=whole)


class Text(NamedTuple):
    """The lines of a document, as headings are looked up in it."""

    listed: list[Item]
    """Those of contents lists."""
    body: Lines
    """All others, but what stands above a list that has the page to itself."""


def text_of(pages: Sequence[PageLines]) -> Text:
    """The lines of all pages, parted."""
    listed: list[Item] = []
    body: list[tuple[str, int]] = []
    for page in pages:
        for at, part in enumerate(page.body):
            if at in page.listed:
                listed += items_at(page.page, at, part)
            elif not page.contents:
                body += [(text, page.page) for text in texts_at(part)]
    return Text(paged_below(listed), Lines(body))


def read_entries(pages: Sequence[PageLines], text: Text | None = None) -> tuple[Entry, ...]:
    """All entries of the contents lists in order, titles over several lines joined; `text` is that of the
    pages, where the caller has it."""
    if not any(page.listed for page in pages):
        return ()
    items, body = text or text_of(pages)
    lines = _joined(items)
    found = [body.find(line.titled) for line in lines]
    offset, _ = usual_offset([line.printed for line in lines], found)
    levels = _levels([line.x0 for line in lines])
    captions = _captions(lines)
    last = len(pages)
    return tuple(
        Entry(*line.titled, line.printed, page, level, caption)
        for line, page, level, caption in zip(
            lines, _placed(lines, found, offset, last), levels, captions, strict=True
        )
        if line.printed is not None or page or line.titled.number
    )


def _joined(items: Sequence[Item]) -> list[_Line]:
    """The entries of a list, each from the lines over which its title runs."""
    edges = {
        page: _wrap_edge([item for item in items if item.page == page]) for page in {i.page for i in items}
    }
    unpaged = all(item.printed is None for item in items)
    out: list[_Line] = []
    waiting: Item | None = None
    for item in items:
        if is_heading(item.text) or is_page(item):
            continue
        if waiting is not None:
            hangs = waiting.text_x0 > 0 and abs(item.x0 - waiting.text_x0) < INDENT
            goes_on = (hangs or waiting.x1 >= edges[waiting.page]) and item.text[:1] not in SIGNS
            if not split_label(item.title).number and goes_on and not unpaged:
                item = item._replace(title=f"{waiting.title} {item.title}", x0=waiting.x0)
            else:
                out.append(_Line(split_label(waiting.title), None, waiting.x0))
        waiting = None
        if item.printed is None:
            waiting = item
        else:
            out.append(_Line(split_label(item.title), item.printed, item.x0))
    if waiting is not None:
        out.append(_Line(split_label(waiting.title), None, waiting.x0))
    return out


def _wrap_edge(items: Sequence[Item]) -> float:
    """How far the lines of a page's list reach whose titles go on below."""
    left, right = min(item.x0 for item in items), max(item.x1 for item in items)
    return left + WRAPPED * (right - left)


def _placed(
    lines: Sequence[_Line], found: Sequence[Sequence[Place]], offset: int, last: int
) -> Iterator[int]:
    """The page of the PDF for each entry: where its heading is found nearest to the page that it says; in a
    list without pages, where most titles come again in their order."""
    if all(line.printed is None for line in lines):
        pages = {place.at: place.page for places in found for place in places}
        chain = longest_rise([[place.at for place in places] for places in found])
        yield from (0 if at is None else pages[at] for at in chain)
        return
    before = 1
    for line, places in zip(lines, found, strict=True):
        if line.printed:
            said = min(max(line.printed + offset, 1), last)
            near = [place.page for place in places if abs(place.page - said) <= 1]
            numbered = [place.page for place in places] if line.titled.number else []
            page = min(near or numbered or [said], key=lambda page: abs(page - said))
        else:
            page = min((place.page for place in places if place.page >= before), default=0)
        before = page or before
        yield page


def _levels(lefts: Sequence[float]) -> list[int]:
    """For each left edge how many steps it is set in."""
    steps: list[float] = []
    for x in sorted(set(lefts)):
        if not steps or x - steps[-1] >= INDENT:
            steps.append(x)
    return [sum(step <= x + 0.01 for step in steps) - 1 for x in lefts]


def _captions(lines: Sequence[_Line]) -> list[bool]:
    """The entries of lists of figures: after pages went back, with one word before each number."""
    flags = [False] * len(lines)
    starts = [i for i, pair in enumerate(pairwise(lines), start=1) if _goes_back(*pair)]
    main = {"", *map(_word, lines[: starts[0] if starts else None])}
    for start, end in pairwise([*starts, len(lines)]):
        words = [_word(line) for line in lines[start:end]]
        usual = max(set(words), key=words.count)
        if usual not in main and words.count(usual) >= 0.6 * len(words):
            flags[start:end] = [True] * (end - start)
    return flags


def _goes_back(above: _Line, line: _Line) -> bool:
    """The page is before that of the entry above."""
    return line.printed is not None and above.printed is not None and line.printed < above.printed


def _word(line: _Line) -> str:
    """The word before a number: `figure` of `Figure 3`."""
    return line.titled.number.rpartition(" ")[0].lower()
