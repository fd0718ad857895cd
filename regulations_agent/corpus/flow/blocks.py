"""A document without pages as blocks of typed runs: what each format's reader hands to the typesetter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from regulations_agent.corpus.page.lines import Given, State

Kind = Literal["heading", "paragraph", "item", "table", "preformatted", "footnote"]
"""`item`: a paragraph of a list. `preformatted`: line ends and blanks are kept as they are.
`footnote`: its `number` is the mark that stands raised in the text; set below the block it follows."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text of one look and state.

    `\\n` is a forced line end; other blanks are single spaces, except in preformatted blocks. Concatenating
    the runs that are not deleted gives the words in force, spaces right.
    """

    text: str
    state: State = "kept"
    bold: bool = False
    italic: bool = False
    sup: bool = False
    """Set as a superscript or subscript."""


@dataclass(frozen=True, slots=True)
class FlowCell:
    """One cell of a table; its paragraphs are parted by `\\n`."""

    runs: tuple[Run, ...]
    columns: int = 1
    """That it spans, 1 or more."""
    rows: int = 1
    """That it spans, 1 or more."""

    @property
    def text(self) -> str:
        """In-force words."""
        return "".join(run.text for run in self.runs if run.state != "deleted").strip()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item, table, preformatted text or footnote, in reading order."""

    kind: Kind
    runs: tuple[Run, ...] = ()
    """Words without the number; empty for a table, whose words are in its cells."""
    level: int = 0
    """Of a heading 1 (highest) to 9. Of others how many lists it stands in: 1 for an item of an outer list
    and for the paragraphs that go on below its words, 0 outside lists."""
    number: str = ""
    """The marker that the format keeps apart from the words or computes: `1.1`, `(a)`, `Article IV`, `•`;
    empty where there is none. A number that the author typed before the words stays in `runs`."""
    number_state: State = "kept"
    rows: tuple[tuple[FlowCell, ...], ...] = ()
    """Of a table, header row first when it has one; a cell that spans is given once, at its top left."""
    new_page: bool = False
    """The format asks for a new page before it."""
    contents: bool = False
    """It is part of the document's own contents list, heading included."""
    given: Given | None = None
    """The clause that starts here, of a format that knows its clauses; its heading when the block is one."""
    depth: int = 0
    """Of a heading: the `level` that it would have as text, where the format says how far in it stands."""

    @property
    def text(self) -> str:
        """In-force words of its runs, without the number."""
        return "".join(run.text for run in self.runs if run.state != "deleted").strip()


@dataclass(frozen=True, slots=True)
class Flow:
    """What a file says, in reading order."""

    blocks: tuple[Block, ...]
    title: str = ""
    """As the file's data name it (`<title>`, document properties, front matter); often empty or wrong."""
    about: tuple[str, ...] = ()
    """Subject, keywords, author and the like; never law, only looked through."""
    language: str = ""
    """BCP 47 tag as the file gives it (`en-GB`); empty when it does not."""
    problems: tuple[str, ...] = ()
    """What was left out or not understood, one line each."""
    dated: str | None = None
    """ISO date of this version of the document, where the file says it."""


class FlowReader(Protocol):
    """A module that reads one format."""

    def read(self, data: bytes, name: str) -> Flow:
        """The file's blocks; `name` is for messages only. Raises DocumentError that says what to do."""
        ...
