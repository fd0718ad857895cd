"""Which lists of links are a page's own contents: those that name its headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from regulations_agent.corpus.flow.blocks import Block
from regulations_agent.corpus.flow.xml import Element

LEAST = 3
"""Entries of a contents list."""
SHARE = 0.5
"""Of the links that name a heading, and of the headings of one level that are named."""
_TITLE = re.compile(r"\s*(?:table of )?contents:?\s*|\s*toc\s*", re.I)


class Headings:
    """The headings of a page by level."""

    def __init__(self, root: Element) -> None:
        self._levels = [
            {_key("".join(heading.itertext())) for heading in root.iter(f"h{level}")} for level in range(1, 7)
        ]

    def are_listed(self, entries: Sequence[str]) -> bool:
        """The entries are a contents list: most name a heading, and most headings of some level are named."""
        named = {_key(entry) for entry in entries}
        every = set().union(*self._levels)
        if len(entries) < LEAST or len(named & every) < SHARE * len(named):
            return False
        return any(len(level) >= LEAST and len(named & level) >= SHARE * len(level) for level in self._levels)


def links_in(element: Element) -> list[str]:
    """The words of the links that an element holds, when it holds nearly nothing else."""
    links = ["".join(link.itertext()) for link in element.iter("a") if link.get("href", "").startswith("#")]
    linked = sum(len("".join(text.split())) for text in links)
    words = sum(len("".join(text.split())) for text in element.itertext())
    return links if linked >= 0.8 * words else []


def with_contents(blocks: Sequence[Block], entries: Iterable[int], headings: Headings) -> list[Block]:
    """The blocks, with those of a contents list marked; `entries` are blocks of nothing but a link."""
    out = list(blocks)
    found = set(entries)
    start = 0
    for at in range(len(out) + 1):
        if at in found:
            continue
        if headings.are_listed([block.text for block in out[start:at]]):
            out[start:at] = [replace(block, contents=True) for block in out[start:at]]
        start = at + 1
    for at, block in enumerate(out[1:]):
        if block.contents and not out[at].contents and _TITLE.fullmatch(out[at].text):
            out[at] = replace(out[at], contents=True)
    return out


def _key(text: str) -> str:
    """Letters and figures, without the number in front: a list may count itself, or leave numbers out."""
    plain = "".join(filter(str.isalnum, text.lower()))
    return plain.lstrip("0123456789") or plain
