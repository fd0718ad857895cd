"""Markers of AsciiDoc lists, and the numbers that they print."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from regulations_agent.corpus.flow.web.lists import COUNTED

_ITEM = re.compile(
    r"[ \t]*(\*{1,5}|-|•|\.{1,5}|\d+\.|[a-zA-Z]\.|[ivxIVX]+\)|<(?:\d+|\.)>)[ \t]+(\S.*)$", re.S
)
_LABELLED = re.compile(r"[ \t]*(?!//|:)(\S.*?)(:{2,4}|;;)(?:[ \t]+(\S.*))?$", re.S)
_STYLES = {
    "arabic": "decimal", "loweralpha": "lower-alpha", "lowerroman": "lower-roman",
    "upperalpha": "upper-alpha", "upperroman": "upper-roman",
}  # fmt: skip
"""Of ordered lists in each other, as style sheets call them."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line that starts a list item."""

    key: str
    """Items of one list share it: `**`, `.`, `1.`, `a.`, `::`."""
    marker: str
    text: str
    term: str = ""
    """Of a labelled list."""


@dataclass(slots=True)
class OpenList:
    """A list being read."""

    key: str
    style: str
    next: int


def read_item(line: str) -> Item | None:
    """The item that the line starts; None for other lines."""
    found = _ITEM.match(line)
    if found:
        return Item(_key(found[1]), found[1], found[2])
    labelled = _LABELLED.match(line)
    if labelled and len(labelled[1]) < 200:
        return Item(labelled[2], "", labelled[3] or "", labelled[1])
    return None


def _key(marker: str) -> str:
    if marker[0].isdigit():
        return "1."
    if marker.endswith("."):
        return marker if marker[0] == "." else "a." if marker[0].islower() else "A."
    if marker.endswith(")"):
        return "i)" if marker[0].islower() else "I)"
    return "<1>" if marker[0] == "<" else marker


class Lists:
    """The lists that are open, outermost first."""

    def __init__(self) -> None:
        self.open: list[OpenList] = []

    def enter(self, item: Item, said: Mapping[str, str]) -> tuple[int, str]:
        """Depth from 1 and printed marker of an item; `said` is what the list's attributes say."""
        keys = [one.key for one in self.open]
        if item.key in keys:
            del self.open[keys.index(item.key) + 1 :]
        else:
            style = next((style for style in _STYLES if style in said), "")
            ordered = sum(one.key.startswith(".") for one in self.open)
            start = int(said["start"]) if said.get("start", "").isdigit() else 1
            self.open.append(OpenList(item.key, style or [*_STYLES][ordered % len(_STYLES)], start))
        here = self.open[-1]
        number, here.next = here.next, here.next + 1
        return len(self.open), _printed(item, here.style, number)


def _printed(item: Item, style: str, number: int) -> str:
    if item.term:
        return ""
    if item.key.startswith("."):
        return f"{COUNTED[_STYLES[style]](number)}."
    if item.key in ("1.", "a.", "A.", "i)", "I)"):
        return item.marker
    return f"({number})" if item.key == "<1>" else "•"
