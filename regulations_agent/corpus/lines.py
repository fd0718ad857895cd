"""A page as lines and tables of typed spans: what the page reader hands to the clause reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from regulations_agent.types.document import Box

State = Literal["kept", "inserted", "deleted", "note"]
"""`note`: printed but declared non-regulatory by the document (comments, governance notes)."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of characters of one line that share state and look.

    Concatenating the spans of a line that are not deleted gives the line's in-force words, spaces right.
    """

    text: str
    state: State
    bold: bool
    italic: bool
    size: float
    """Font size in points."""
    colour: str
    """`#rrggbb`, lower case."""
    box: Box
    sup: bool = False
    """Set as a superscript or subscript."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One printed line of the page body, left to right."""

    spans: tuple[Span, ...]
    box: Box
    gap: float
    """Blank height above it, in points; large before a new paragraph. Of the page's first line: 0."""
    number: str = ""
    """What stands alone in the number column left of the line (`5.3`, `a)`, `B1.2.3`); also in `spans`."""
    text_x0: float = 0.0
    """Where the words after `number` start, in points; 0 when there is none."""
    shift: float = 0.0
    """Points from the left edge of the page's first column of text to that of the line's column."""

    @property
    def text(self) -> str:
        """In-force words."""
        return "".join([s.text for s in self.spans if s.state != "deleted"]).strip()

    @property
    def printed(self) -> str:
        """Every word, struck ones too."""
        return "".join([s.text for s in self.spans]).strip()


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; a merged cell is repeated in each row and column that it covers."""

    spans: tuple[Span, ...]
    box: Box

    @property
    def text(self) -> str:
        return "".join(s.text for s in self.spans if s.state != "deleted").strip()


@dataclass(frozen=True, slots=True)
class Table:
    """A ruled or aligned table, header row first when it has one."""

    rows: tuple[tuple[Cell, ...], ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing or picture with the words that label its parts; its caption is a line of the body."""

    lines: tuple[TextLine, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class PageLines:
    """The body of one page in reading order, and what was left out of it."""

    page: int
    """1-based."""
    width: float
    height: float
    body: tuple[TextLine | Table, ...]
    heads: tuple[TextLine, ...] = ()
    """Running heads and feet."""
    figures: tuple[Figure, ...] = ()
    """Drawings with words in them, from top to bottom."""
    contents: bool = False
    """The page (or its larger part) is the document's contents list."""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentLines:
    """All pages of a PDF as lines, and the look of its body text."""

    pages: tuple[PageLines, ...]
    size: float
    """Font size of most characters, in points."""
    colour: str
    """Colour of most characters."""
    title: str = ""
    """What the PDF's information dictionary calls it; often empty or wrong."""
    about: tuple[str, ...] = ()
    """Subject, keywords and author of that dictionary; never law, only looked through."""
