"""The headings that a document itself says it has: its contents lists and its outline, as evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from regulations_agent.corpus.contents.contents import read_entries, text_of
from regulations_agent.corpus.contents.recurrence import Lines, Titled, split_label, squashed
from regulations_agent.corpus.page.lines import DocumentLines
from regulations_agent.corpus.print.rows import BULLETS

LONGEST_TITLE = 12
"""Words of an unnumbered title."""
PARAGRAPHS = 0.1
"""Share of an outline's entries that are paragraphs, from which the others may be as well."""


class ExpectedHeading(NamedTuple):
    """A heading that a contents list or the outline names."""

    number: str
    """As printed: `B1.2`, `3`, `Appendix 7`, `Article IV`; empty for an unnumbered heading."""
    title: str
    page: int
    """1-based page of the PDF on which it stands; 0 where nothing tells."""
    listed: bool = True
    """By a contents list, which names titles alone, as bookmarks do not."""


def expected_headings(source: DocumentLines) -> list[ExpectedHeading]:
    """Headings of the contents lists and the outline, each once, by page; captions of figures left out.

    An entry of the outline counts only if its words stand on the page it leads to or the next, as programs
    also write bookmarks for covers, blank lines and the contents list itself.
    """
    if not source.outline and not any(page.listed for page in source.pages):
        return []
    text = text_of(source.pages)
    listed = [
        ExpectedHeading(entry.number, entry.title, entry.found)
        for entry in read_entries(source.pages, text)
        if not entry.caption
    ]
    found: dict[tuple[str, int], list[ExpectedHeading]] = {}
    for heading in [*listed, *_of_outline(source, text.body)]:
        places = [(squashed(heading.title or heading.number), heading.page + step) for step in (0, 1, -1)]
        if not any(_same(heading, other) for place in places for other in found.get(place, ())):
            found.setdefault(places[0], []).append(heading)
    return sorted((heading for some in found.values() for heading in some), key=lambda each: each.page)


def _same(heading: ExpectedHeading, other: ExpectedHeading) -> bool:
    """Two headings of one title and page are one where one lacks its number or both have the same."""
    numbers = {squashed(each.number.rpartition(" ")[2]) for each in (heading, other) if each.number}
    return len(numbers) < 2


def _of_outline(source: DocumentLines, body: Lines) -> Iterator[ExpectedHeading]:
    """The outline's entries that stand in the body."""
    entries = [(split_label(entry.title), entry) for entry in source.outline]
    whole = sum(_is_text(titled) for titled, _ in entries) > PARAGRAPHS * len(entries)
    for titled, entry in entries:
        if _is_text(titled) or (whole and not titled.number):
            continue
        places = [place.page for place in body.find(titled if titled.title else Titled("", entry.title))]
        near = [page for page in places if entry.page <= page <= entry.page + 1 or not entry.page]
        if near:
            yield ExpectedHeading(*titled, near[0], listed=False)


def _is_text(titled: Titled) -> bool:
    """A paragraph or bullet that a program wrote a bookmark for."""
    long = len(titled.title.split()) > LONGEST_TITLE
    return not titled.number and (long or titled.title[:1] in BULLETS)
