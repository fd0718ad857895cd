"""The small markup in which the sample rulebooks are written, and its parser (grammar in ../README.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

State = Literal["kept", "inserted", "deleted"]
Kind = Literal[
    "article",
    "section",
    "appendix",
    "clause",
    "item",
    "subitem",
    "para",
    "itempara",
    "term",
    "comment",
    "year",
    "table",
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
ROW = re.compile(r"(?:\+|xx|x)?\|")
TOKEN = re.compile(r"(\[[-=~+*]|[-=~+*]\]|\*\*|__|\{\{|\}\}|\{|\}\[[^\]]*\]|<[^<>|]+\|[^<>]+>|\^[\dn+-]+\^)")
RAISED = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text with one look."""

    text: str
    state: State = "kept"
    double: bool = False
    """Struck by two lines."""
    plain: bool = False
    """Struck but printed in black."""
    earlier: bool = False
    """Inserted by an earlier approval, in a colour of its own."""
    bold: bool = False
    underline: bool = False
    raised: bool = False
    """Printed as a superscript."""
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
    """Targets of each reference, as written: `47.1; 47.2`, or `47.1 <- 46.1` where it was 46.1 before."""
    rows: list[list[tuple[Run, ...]]] = field(default_factory=list)
    """Table cells; a cell `^` continues the one above, `<` the one to the left."""
    former_number: str = ""
    """Number in the issue before, printed struck beside the new one."""
    key: str = ""
    """Unique clause number, set by `truth.number_blocks`."""
    page: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """One source file: its front matter and blocks."""

    meta: dict[str, str]
    blocks: tuple[Block, ...]


def changed(now: Run, piece: str, base: Run) -> Run | None:
    """The look after a token, None for text."""
    if piece in {"[-", "[=", "[~"}:
        return replace(now, state="deleted", double=piece == "[=", plain=piece == "[~")
    if piece in {"[+", "[*"}:
        return replace(now, state="inserted", earlier=piece == "[*")
    if piece in {"-]", "=]", "~]", "+]", "*]"}:
        return replace(base, bold=now.bold, underline=now.underline, term=now.term, ref=now.ref)
    if piece in {"{{", "}}"}:
        return replace(now, term=piece == "{{")
    if piece == "**":
        return replace(now, bold=not now.bold)
    return replace(now, underline=not now.underline) if piece == "__" else None


def runs_of(text: str, base: Run, opened: int = 0) -> tuple[tuple[Run, ...], tuple[str, ...]]:
    """Inline markup to runs, and the targets of the references in it, which are counted from `opened`."""
    out: list[Run] = []
    refs: list[str] = []
    now = base
    for piece in filter(None, TOKEN.split(text)):
        if (after := changed(now, piece, base)) is not None:
            now = after
        elif piece == "{":
            now, opened = replace(now, ref=opened), opened + 1
        elif piece.startswith("}["):
            refs.append(piece[2:-1])
            now = replace(now, ref=-1)
        elif piece.startswith("<") and "|" in piece:
            words, url = piece[1:-1].split("|")
            out.append(replace(now, text=words, url=url))
        elif piece.startswith("^") and len(piece) > 2:
            out.append(replace(now, text=piece[1:-1], raised=True))
        else:
            out.append(replace(now, text=piece))
    return tuple(out), tuple(refs)


STATES: dict[str, State] = {"": "kept", "+": "inserted", "x": "deleted", "xx": "deleted"}


def block_of(line: str) -> Block:
    """A joined source line to a block; raises ValueError when it has no marker."""
    if (match := MARKER.match(line)) is None:
        raise ValueError(f"no marker: {line[:60]!r}; a block starts with one of {' '.join(MARKERS)}")
    kind = MARKERS[match["marker"]]
    mark = match["state"] or ""
    number, rest = "", match["rest"]
    if kind == "appendix":
        number, rest = (part.strip() for part in rest.split("|", 1))
    elif kind in NUMBERED:
        number, _, rest = rest.partition(" ")
    former, arrow, new = number.partition("=>")
    runs, refs = runs_of(rest.strip(), Run("", STATES[mark], mark == "xx"))
    block = Block(kind, new if arrow else number, runs, STATES[mark], mark == "xx", refs)
    block.former_number = former if arrow else ""
    return block


def table_of(lines: Iterable[str]) -> Block:
    """The rows of a table as one block."""
    rows: list[list[tuple[Run, ...]]] = []
    refs: tuple[str, ...] = ()
    for line in lines:
        mark, _, cells = line.strip().rstrip("|").partition("|")
        rows.append([])
        for cell in cells.split("|"):
            runs, more = runs_of(cell.strip(), Run("", STATES[mark], mark == "xx"), len(refs))
            rows[-1].append(runs)
            refs += more
    return Block("table", "", (), refs=refs, rows=rows)


def parse_blocks(lines: Iterable[str]) -> Iterator[Block]:
    """Blocks of a source text; an unmarked line continues the block before it, `%` lines are remarks."""
    pending = ""
    table: list[str] = []
    for line in [*lines, ""]:
        row = ROW.match(line) is not None
        if table and not row:
            yield table_of(table)
            table = []
        if pending and (not line.strip() or MARKER.match(line) or row):
            yield block_of(pending)
            pending = ""
        if row:
            table.append(line)
        elif line.strip() and not line.startswith("%"):
            pending = f"{pending} {line.strip()}" if pending else line.strip()


def read_book(path: Path) -> Book:
    """Parse a source file; the front matter is `name: value` lines between two `---`."""
    head, _, body = path.read_text(encoding="utf-8").removeprefix("---\n").partition("\n---\n")
    pairs = (line.partition(":") for line in head.splitlines() if line.strip())
    meta = {name.strip(): value.strip() for name, _, value in pairs}
    return Book(meta, tuple(parse_blocks(body.splitlines())))


def former_issue(book: Book) -> Book:
    """The book before its amendments: deletions are text again, insertions are gone."""
    return Book(book.meta, tuple(_former(b) for b in book.blocks if b.state != "inserted"))


def _former(block: Block) -> Block:
    rows = [[_before(cell) for cell in row] for row in block.rows if not inserted(row)]
    refs = tuple(ref.rpartition("<-")[2].strip() for ref in block.refs)
    return Block(block.kind, block.former_number or block.number, _before(block.runs), refs=refs, rows=rows)


def inserted(row: list[tuple[Run, ...]]) -> bool:
    return all(run.state == "inserted" for cell in row for run in cell)


def _before(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Runs of the issue before, without the space that would be left in front of a stop."""
    out: list[Run] = []
    for run in (r for r in runs if r.state != "inserted"):
        if out and run.text[:1] in ".,;:)":
            out[-1] = replace(out[-1], text=out[-1].text.rstrip())
        out.append(replace(run, state="kept", double=False, plain=False))
    return tuple(run for run in out if run.text)


def alike(first: str, second: str) -> int:
    """Characters with which both begin."""
    return next(
        (i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )


def renumbered(block: Block) -> tuple[str, str, str, str]:
    """What the former and the new number begin with, what each has alone, and what they end with."""
    was, now = block.former_number, block.number
    start = alike(was, now)
    end = alike(was[start:][::-1], now[start:][::-1])
    return now[:start], was[start : len(was) - end], now[start : len(now) - end], now[len(now) - end :]


def joined(runs: Iterable[Run]) -> str:
    """In-force words of runs: deletions dropped, the space that a deleted run held rebuilt."""
    out, gap = "", False
    for run in runs:
        if run.state == "deleted":
            gap = gap or run.text[:1].isspace() or run.text[-1:].isspace()
            continue
        if gap and out and not out[-1].isspace() and run.text[:1].isalnum():
            out += " "
        out, gap = out + (run.text.translate(RAISED) if run.raised else run.text), False
    return " ".join(out.split())
