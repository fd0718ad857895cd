"""The small markup in which the sample rulebooks are written, and its parser; see ../README.md for the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

State = Literal["kept", "inserted", "deleted"]
Kind = Literal[
    "article", "section", "appendix", "clause", "item", "subitem", "para", "itempara", "term", "comment", "year", "table"
]

MARKERS: dict[str, Kind] = {
    "#": "article",
    "##": "section",
    "@": "appendix",
    "*": "clause",
    "-": "item",
    "--": "subitem",
    ">": "para",
    "->": "itempara",
    ":": "term",
    "!": "comment",
    "@@": "year",
}
NUMBERED = {"article", "section", "appendix", "clause", "item", "subitem"}
MARKER = re.compile(r"^(?P<state>\+|xx|x)?(?P<marker>##?|@@?|\*|--?>?|>|:|!) +(?P<rest>.*)$")
TOKEN = re.compile(r"(\[[-=~+]|[-=~+]\]|\*\*|__|\{\{|\}\}|\{|\}\[[^\]]*\]|<[^<>|]+\|[^<>]+>)")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text with one look."""

    text: str
    state: State = "kept"
    double: bool = False
    """Struck by two lines."""
    plain: bool = False
    """Struck but printed in black."""
    bold: bool = False
    underline: bool = False
    url: str = ""
    ref: int = -1
    """Index into `Block.refs`, -1 outside a reference."""
    term: bool = False


@dataclass(slots=True)
class Block:
    """One printed block: a heading, a clause, an item, a paragraph, a table."""

    kind: Kind
    number: str
    runs: tuple[Run, ...]
    state: State = "kept"
    double: bool = False
    refs: tuple[str, ...] = ()
    """Targets of each reference, as written: `47.1; 47.2`."""
    rows: list[list[tuple[Run, ...]]] = field(default_factory=list)
    """Table cells; a cell `^` continues the one above, `<` the one to the left."""
    key: str = ""
    """Unique clause number, set by `truth.number_blocks`."""
    page: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """One source file: its front matter and blocks."""

    meta: dict[str, str]
    blocks: tuple[Block, ...]


def runs_of(text: str, base: Run) -> tuple[tuple[Run, ...], tuple[str, ...]]:
    """Inline markup to runs, and the targets of the references among them."""
    out: list[Run] = []
    refs: list[str] = []
    now = base
    opened = 0
    for piece in TOKEN.split(text):
        if piece in {"[-", "[=", "[~"}:
            now = replace(now, state="deleted", double=piece == "[=", plain=piece == "[~")
        elif piece == "[+":
            now = replace(now, state="inserted")
        elif piece in {"-]", "=]", "~]", "+]"}:
            now = replace(now, state=base.state, double=base.double, plain=base.plain)
        elif piece == "**":
            now = replace(now, bold=not now.bold)
        elif piece == "__":
            now = replace(now, underline=not now.underline)
        elif piece in {"{{", "}}"}:
            now = replace(now, term=piece == "{{")
        elif piece == "{":
            now, opened = replace(now, ref=opened), opened + 1
        elif piece.startswith("}["):
            refs.append(piece[2:-1])
            now = replace(now, ref=-1)
        elif piece.startswith("<") and "|" in piece:
            words, url = piece[1:-1].split("|")
            out.append(replace(now, text=words, url=url))
        elif piece:
            out.append(replace(now, text=piece))
    return tuple(out), tuple(refs)


def block_of(line: str) -> Block:
    """A joined source line to a block; raises ValueError when it has no marker."""
    if (match := MARKER.match(line)) is None:
        raise ValueError(f"no marker: {line[:60]!r}; a block starts with one of {' '.join(MARKERS)}")
    kind = MARKERS[match["marker"]]
    state: State = {"+": "inserted", "x": "deleted", "xx": "deleted"}.get(match["state"] or "", "kept")  # type: ignore[assignment]
    double = match["state"] == "xx"
    number, rest = "", match["rest"]
    if kind == "appendix":
        number, rest = (part.strip() for part in rest.split("|", 1))
    elif kind in NUMBERED:
        number, _, rest = rest.partition(" ")
    runs, refs = runs_of(rest.strip(), Run("", state, double))
    return Block(kind, number, runs, state, double, refs)


def table_row(line: str) -> list[tuple[Run, ...]]:
    return [runs_of(cell.strip(), Run(""))[0] for cell in line.strip().strip("|").split("|")]


def parse_blocks(lines: Iterable[str]) -> Iterator[Block]:
    """Blocks of a source text; an unmarked line continues the block before it, `%` lines are remarks."""
    pending = ""
    table: list[list[tuple[Run, ...]]] = []
    for line in [*lines, ""]:
        if table and not line.startswith("|"):
            yield Block("table", "", (), rows=table)
            table = []
        if pending and (not line.strip() or MARKER.match(line) or line.startswith("|")):
            yield block_of(pending)
            pending = ""
        if line.startswith("|"):
            table.append(table_row(line))
        elif line.strip() and not line.startswith("%"):
            pending = f"{pending} {line.strip()}" if pending else line.strip()


def read_book(path: Path) -> Book:
    """Parse a source file; the front matter is `name: value` lines between two `---`."""
    head, _, body = path.read_text(encoding="utf-8").removeprefix("---\n").partition("\n---\n")
    meta = dict((part.strip() for part in line.split(":", 1)) for line in head.splitlines() if line.strip())
    return Book(meta, tuple(parse_blocks(body.splitlines())))


def former_issue(book: Book) -> Book:
    """The book before its amendments: deletions are text again, insertions are gone."""
    return Book(book.meta, tuple(_former(b) for b in book.blocks if b.state != "inserted"))


def _former(block: Block) -> Block:
    rows = [[_before(cell) for cell in row] for row in block.rows]
    return replace(block, runs=_before(block.runs), rows=rows, state="kept", double=False)


def _before(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Runs of the issue before, without the space that would be left in front of a stop."""
    out: list[Run] = []
    for run in (r for r in runs if r.state != "inserted"):
        if out and run.text[:1] in ".,;:)":
            out[-1] = replace(out[-1], text=out[-1].text.rstrip())
        out.append(replace(run, state="kept", double=False, plain=False))
    return tuple(run for run in out if run.text)


def joined(runs: Iterable[Run]) -> str:
    """In-force words of runs: deletions dropped, the space that a deleted run held rebuilt."""
    out, gap = "", False
    for run in runs:
        if run.state == "deleted":
            gap = gap or run.text[:1].isspace() or run.text[-1:].isspace()
            continue
        if gap and out and not out[-1].isspace() and run.text[:1].isalnum():
            out += " "
        out, gap = out + run.text, False
    return " ".join(out.split())
