"""A page as lines and tables of typed spans: what the page reader hands to the clause reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from regulations_agent.types.document import Box, ClauseKind

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
    level: int = 0
    """The format itself says that the line is of a heading of this level, 1-9; 0 where it says nothing."""
    goes_on: bool = False
    """A line of such a heading that goes on with the line above."""
    beside: bool = False
    """It stands in the margin beside the line that follows, and says what that is about."""

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
    parallel: tuple[TextLine | Table, ...] = ()
    """The same text in a second language, of a book with two side by side; not in `body`."""
    contents: bool = False
    """Nothing but the document's contents list stands on the page, and what is printed above it."""
    listed: frozenset[int] = frozenset()
    """Positions in `body` of what belongs to a contents list or an index, or stands above the former."""
    of_part: frozenset[int] = frozenset()
    """Those of `listed` at the head of a part, whose title stands above them."""
    problems: tuple[str, ...] = ()
    recognised: bool = False
    """Read from a picture of the page: letters may be wrong."""


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One entry of the outline (bookmarks) that a PDF carries."""

    title: str
    """Number and words, as the file has them."""
    level: int
    """0 at the top."""
    page: int
    """1-based; 0 where it leads to no page."""
    y: float | None = None
    """Points from the top of that page as shown, where the file says so."""


class Given(NamedTuple):
    """The clause that starts with a line or table, of a format that knows its clauses."""

    number: str
    """As the law is cited: `Article 6(1)(a)`, `§ 91.113(b)`, `s. 12(3)(b)`; unique unless printed twice."""
    depth: int
    """1 at the top; a clause stands under the nearest one before it of smaller depth."""
    kind: ClauseKind
    binding: bool = True
    """False for recitals, notes, and what is not yet law."""
    effective: str | None = None
    """ISO date from which it is law, when later than the document's."""


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
    outline: tuple[OutlineEntry, ...] = ()
    """The PDF's own outline, in its order."""
    given: tuple[Given | None, ...] = ()
    """Of a format that knows its clauses: for each part of the pages' bodies, in order, the clause that
    starts there; empty for others."""
    dated: str | None = None
    """ISO date of this version, where the format says it."""
