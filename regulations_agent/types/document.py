"""What a rulebook says: documents, pages, clauses, references and terms, as read from a PDF."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

ClauseKind = Literal["article", "clause", "item", "appendix", "definition", "table", "preamble"]
TargetStatus = Literal["resolved", "external", "dangling"]


class Box(NamedTuple):
    """A rectangle on a page, in PDF points from the page's top left corner."""

    page: int
    """1-based page of the PDF."""
    x0: float
    top: float
    x1: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A run of printed text that this issue deletes or inserts."""

    text: str
    box: Box


class Line(NamedTuple):
    """Where a stretch of a clause's text is printed: from `start` to the next line's `start`."""

    start: int
    """Offset into `Clause.text`, in characters."""
    box: Box


_EDITION = re.compile(r"(?P<series>.+)-(?P<year>(?:19|20)\d\d)")


def edition(season: int | None, section: str) -> tuple[int | None, str]:
    """Year and name of a rulebook: of its season, or as its slug says, `fsae-2024` -> (2024, `fsae`)."""
    found = _EDITION.fullmatch(section) if season is None else None
    return (int(found["year"]), found["series"]) if found else (season, section)


@dataclass(frozen=True, slots=True)
class Document:
    """One issue of one rulebook, as it names itself."""

    season: int | None
    """Year of the season, None for a rulebook without one."""
    section: str
    """`sporting`, `technical`, ..., or a slug such as `fsae-2024` for a rulebook without a season."""
    issue: int | None
    published: str | None
    """ISO date printed on the document."""
    title: str
    pages: int
    sha256: str
    """Of the PDF file, in hexadecimal."""
    file: str = ""
    """Name of the PDF when it was read; informative only."""
    recognised: tuple[int, ...] = ()
    """1-based pages whose text was recognised from a picture, so that letters may be wrong."""

    @property
    def year(self) -> int | None:
        """Of the season; of a rulebook without one that of its edition: 2024 of `fsae-2024`."""
        return edition(self.season, self.section)[0]

    @property
    def series(self) -> str:
        """What its editions and seasons share: `sporting`, `fsae`."""
        return edition(self.season, self.section)[1]

    def fits(self, season: int | None, section: str | None, issue: int | None) -> bool:
        """It is of that season or edition, section and issue; None stands for any."""
        return (
            season in (None, self.year)
            and section in (None, self.section, self.series)
            and issue in (None, self.issue)
        )

    @property
    def book(self) -> str:
        """`2025/sporting`: the rulebook without its issue."""
        return f"{self.season}/{self.section}" if self.season is not None else self.section

    @property
    def id(self) -> str:
        """`2025/sporting@4`, `fsae-2024`."""
        return self.book if self.issue is None else f"{self.book}@{self.issue}"


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule, as printed: the unit that is indexed, retrieved and cited.

    `text` holds what stands directly under this number; numbered items are clauses of their own.
    """

    id: str
    """`<document id>/<number>`, for example `2025/sporting@4/54.3d)`; unique and stable across rebuilds."""
    number: str
    """As the document refers to it: `54.3d)`, `B2.5.4c`, `Appendix 3`."""
    heading: str
    """The clause's own heading, empty when it has none."""
    parent: str | None
    """Id of the clause above, None at the top."""
    kind: ClauseKind
    page: int
    """1-based page of the PDF on which the clause starts."""
    text: str
    """In-force words, without number and heading; line breaks between paragraphs and Markdown rows only."""
    in_force: bool = True
    """False when every word of it is struck."""
    binding: bool = True
    """False for comments and notes that the document declares non-regulatory."""
    effective: str | None = None
    """First season or ISO date in which it is law, when later than the document's."""
    rows: tuple[tuple[str, ...], ...] = ()
    """Table cells, header first; empty unless the clause holds a table."""
    deleted: tuple[str, ...] = ()
    """Runs that this issue strikes through; no longer law, never in `text`."""
    inserted: tuple[str, ...] = ()
    """Runs that this issue adds; part of `text`."""
    lines: tuple[Line, ...] = ()
    """Where `text` is printed, in order of `start`."""
    boxes: tuple[Box, ...] = ()
    """What the clause covers, number and heading included: one box per page it touches."""

    def page_at(self, offset: int) -> int:
        """Where the text at an offset is printed."""
        before = [line for line in self.lines if line.start <= offset]
        return before[-1].box.page if before else self.page


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference points to."""

    document: str | None
    """Document id or book (`2025/technical`), None when unknown."""
    clause: str | None
    """Clause number in that document."""
    status: TargetStatus


@dataclass(frozen=True, slots=True)
class Reference:
    """A printed reference from one clause to others."""

    clause: str
    """Number of the clause in which it is printed."""
    page: int
    printed: str
    """For example `Articles 43.3 or 44.2`."""
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A defined term."""

    term: str
    clause: str
    """Number of the clause that defines it."""
    page: int
    definition: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page as law: running heads and feet left out, reading order."""

    page: int
    """1-based."""
    text: str
    """In force, one printed line a line."""
    deleted: tuple[Mark, ...] = ()
    inserted: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read from one PDF."""

    document: Document
    pages: tuple[Page, ...]
    clauses: tuple[Clause, ...]
    """In printed order, parents before children."""
    references: tuple[Reference, ...] = ()
    terms: tuple[Term, ...] = ()
    problems: tuple[str, ...] = ()
    style: str = ""
    """The numbering that was found, as `Article I > Section 1 > (a)`; empty for a known publisher's."""
    sure: float = 1.0
    """How well that numbering holds together, 0-1."""
