"""The contents list of a document: which pages print it, and its entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from regulations_agent.corpus.labels import read_label
from regulations_agent.corpus.lines import PageLines, TextLine

FRONT = 12
"""Pages at the front on which a contents list can start."""
_ENTRY = re.compile(r"^(?P<title>.*?[^\s.…·]{2}.*?)[\s.…·]*(?:(?<=[\s.…·])|(?<=[A-Z]))(?P<page>\d{1,3})$")
_TITLE = re.compile(r"^(?:table\s+of\s+)?(?:art\.?\s+)?contents\b", re.I)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the contents list."""

    number: str
    """`B1.2`, `3`, `Appendix 7`; empty for an unnumbered title."""
    title: str
    page: int
    """As printed."""


def contents_pages(pages: Sequence[PageLines]) -> frozenset[int]:
    """1-based pages that the contents list takes up."""
    found: set[int] = set()
    for page in pages:
        goes_on = page.page - 1 in found
        if page.page > FRONT and not goes_on:
            break
        if page.contents or _is_list(_texts(page), goes_on):
            found.add(page.page)
    return frozenset(found)


def read_entries(pages: Sequence[PageLines]) -> tuple[Entry, ...]:
    """Entries with a printed page, in order; of a title over two lines only the last words."""
    entries: list[Entry] = []
    listed = contents_pages(pages)
    for page in pages:
        for text in _texts(page) if page.page in listed else ():
            match = _entry(text)
            if match is None:
                continue
            label = read_label(match["title"], column=match["title"].split()[0])
            title = match["title"][label.end :] if label else match["title"]
            entries.append(Entry(label.number if label else "", title.strip(" .…:"), int(match["page"])))
    return tuple(entries)


def _entry(text: str) -> re.Match[str] | None:
    return _ENTRY.match(text) if text[-1:].isdigit() else None


def _texts(page: PageLines) -> list[str]:
    return [line.printed for line in page.body if isinstance(line, TextLine) and line.printed]


def _is_list(texts: Sequence[str], goes_on: bool) -> bool:
    title = next((i for i, text in enumerate(texts) if _TITLE.match(text)), None)
    texts = texts[title or 0 :]
    pages = [int(m["page"]) for m in map(_entry, texts) if m]
    if len(pages) < 2 or sum(a <= b for a, b in pairwise(pages)) < 0.7 * (len(pages) - 1):
        return False
    listed = sum(bool(_entry(t)) or _is_title(t) for t in texts)
    if goes_on:
        return listed >= 0.7 * len(texts)
    if title is not None:
        return listed >= 0.4 * len(texts)
    return len(pages) >= 5 and len(pages) >= 0.4 * len(texts)


def _is_title(text: str) -> bool:
    label = read_label(text, column=text.split()[0])
    return (
        label is not None and len(text) < 90 and not text.endswith((".", ";", ",")) and len(text) > label.end
    )
