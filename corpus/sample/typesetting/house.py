"""What both typesetters share: colours, measures, page furniture and the words of page one."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from typesetting.markup import Block, Book, Run, renumbered

BLUE, GREEN, LINK, BLACK = "#002060", "#008000", "#0563c1", "#000000"
EARLIER = "#c00000"
"""Of changes that were approved before this issue but are marked in it for the first time."""
NUMBER_WIDTH = {"article": 40, "section": 40, "clause": 40, "item": 22, "subitem": 24}
"""Width of the number column, in points."""
INDENT = {"article": 0, "section": 0, "clause": 0, "item": 40, "subitem": 62, "para": 40, "itempara": 62}
INDENT |= {"term": 40, "comment": 40, "table": 40, "year": 0, "appendix": 0}
"""Left edge of a block, in points from the text area's left edge."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A book that is about to be typeset."""

    book: Book
    colour: str
    """Of this issue's changes."""
    convention: tuple[str, ...]
    """Lines of the convention on page one; `<b>` marks the colour's name."""

    @property
    def old(self) -> bool:
        return self.book.meta["style"] == "old"

    @property
    def date(self) -> str:
        day = dt.date.fromisoformat(self.book.meta["published"])
        return f"{day.day} {day:%B %Y}"

    @property
    def title(self) -> str:
        return self.book.meta["title"].upper()

    @property
    def foot(self) -> str:
        return self.book.meta["title"]

    @property
    def issue(self) -> str:
        return f"Issue {self.book.meta['issue']}"

    @property
    def letter(self) -> str:
        return {"sporting": "B", "technical": "C", "financial": "D"}[self.book.meta["section"]]


def shown_number(block: Block, old: bool) -> str:
    """The number as printed: `47)`, `ARTICLE B5:`, `B5.12`, `a)`, `APPENDIX B1:`."""
    if block.kind == "appendix":
        return f"{block.number.upper()}:"
    if block.kind == "article":
        return f"{block.number})" if old else f"ARTICLE {block.number}:"
    return block.number


def number_runs(block: Block, old: bool) -> tuple[Run, ...]:
    """The number as printed; where an amendment renumbers, only the characters that change are marked."""
    if not block.former_number:
        return (Run(shown_number(block, old), block.state, block.double),)
    start, was, now, end = renumbered(block)
    runs = (Run(start), Run(was, "deleted"), Run(now, "inserted"), Run(end))
    return tuple(run for run in runs if run.text)


def heading_in_line(block: Block, old: bool) -> bool:
    """Number and title share one line of text, without a number column."""
    return block.kind == "appendix" or (block.kind == "article" and not old)


def contents(book: Book) -> list[Block]:
    """Headings that the contents list shows."""
    kinds = {"article", "section", "appendix"}
    return [b for b in book.blocks if b.kind in kinds and b.state != "deleted"]


def column_of(block: Block, old: bool) -> float:
    """Width of the number column of a block; newer numbers such as `B10.12.3` are longer."""
    width = NUMBER_WIDTH.get(block.kind, 0)
    return width + 12 if not old and block.kind in {"section", "clause"} else width


def indent_of(block: Block, old: bool) -> float:
    left = INDENT[block.kind]
    return left + 12 if not old and left else left
