"""The body of a Word document: paragraphs and tables in order, with numbers, changes and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from regulations_agent.corpus.flow.blocks import Block, FlowCell, Kind, Run
from regulations_agent.corpus.flow.runs import tidy
from regulations_agent.corpus.flow.word.names import W, child, is_on, number, value
from regulations_agent.corpus.flow.word.numbering import Counter, Marked, Numbering
from regulations_agent.corpus.flow.word.styles import Styles
from regulations_agent.corpus.flow.word.text import STATES, TextReader, Words
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.outline.marks import read_mark
from regulations_agent.corpus.page.lines import State

INDENT, TAB = 18.0, 36.0
"""Points from the number of a list to its words as Word sets them, and between its tabs."""
STEP = 9.0
"""Points by which left edges differ that are two."""
_INSIDE = frozenset(W + name for name in ("sdt", "sdtContent", "customXml", "smartTag"))
_CONTENTS = "Table of Contents"


class _Printed(NamedTuple):
    """A block, and how far in its words stand, in points."""

    block: Block
    indent: float


class BodyReader:
    """Reads one document; counters run through it."""

    def __init__(
        self, styles: Styles, numbering: Numbering, notes: Mapping[str, Mapping[str, Element]]
    ) -> None:
        self._styles, self._numbering, self._notes = styles, numbering, notes
        self._text = TextReader(styles)
        self._now, self._before = Counter(), Counter()
        """Numbers as they are with all changes accepted, and as they were."""
        self._carried: tuple[Run, ...] = ()
        """Words of a paragraph whose end was deleted: they go on in the next."""
        self.problems: tuple[str, ...] = ()

    def read(self, body: Element) -> Iterator[Block]:
        """The body's blocks, levels by how far in they stand."""
        printed = list(self._blocks(body, "kept", contents=False))
        if self._carried:
            printed.append(_Printed(Block("paragraph", self._carried), 0.0))
        steps = _steps(printed)
        for block, indent in printed:
            depth = sum(step <= indent for step in steps)
            heading = block.kind == "heading"
            yield replace(block, depth=depth) if heading else replace(block, level=depth)

    def _blocks(self, parent: Element, state: State, *, contents: bool) -> Iterator[_Printed]:
        for part in parent:
            if part.tag == W + "p":
                yield from self._paragraph(part, state, contents)
            elif part.tag == W + "tbl":
                yield from self._table(part, state)
            elif part.tag in STATES:
                inner: State = "deleted" if "deleted" in (state, STATES[part.tag]) else STATES[part.tag]
                yield from self._blocks(part, inner, contents=contents)
            elif part.tag in _INSIDE:
                gallery = value(child(part, "sdtPr", "docPartObj", "docPartGallery"))
                yield from self._blocks(part, state, contents=contents or gallery == _CONTENTS)

    def _paragraph(self, element: Element, state: State, contents: bool) -> Iterator[_Printed]:
        properties = child(element, "pPr")
        style = value(child(properties, "pStyle")) or self._styles.default
        words = self._text.read(element, style, state)
        ended = _mark(properties, state)
        runs = tidy([*self._carried, *words.runs])
        alive = any(run.state != "deleted" and run.text.strip() for run in runs)
        self._carried = ()
        # Word numbers no paragraph in which only a section ends
        only_break = not alive and child(properties, "sectPr") is not None
        marked = None if only_break else self._numbering.find(style, properties)
        if ended == "deleted" and alive:
            self._count(marked, "deleted")
            self._carried = (*runs, Run(" ")) if not runs[-1].text.endswith(" ") else runs
            return
        dead = ended == "deleted" or state == "deleted"
        new = ended == "inserted" and all(run.state == "inserted" for run in runs)
        standing: State = "deleted" if dead else "inserted" if new else "kept"
        label = self._count(marked, standing)
        if runs:
            listed = contents or self._styles.name(style).startswith("toc ")
            shown: State = standing if alive else "deleted"
            block = self._block(style, properties, runs, (label, shown))
            indent = self._indent(style, properties, marked)
            if not block.number and (end := _typed(words, runs[0])):
                typed, rest = runs[0].text[:end].rstrip(), replace(runs[0], text=runs[0].text[end:])
                kind: Kind = "heading" if block.kind == "heading" else "item"
                block = replace(block, kind=kind, runs=tidy([rest, *runs[1:]]), number=typed)
                indent = self._hung(style, properties, indent, tabbed=words.is_tabbed(typed))
            yield _Printed(replace(block, contents=listed, new_page=_new_page(properties, words)), indent)
        for box in words.boxes:
            yield from self._blocks(box, state, contents=contents)
        yield from self._noted(words)

    def _count(self, marked: Marked | None, standing: State) -> str:
        """The number of a paragraph; a deleted one has the number that it had."""
        if marked is None:
            return ""
        before = self._before.next(marked) if standing != "inserted" else ""
        return self._now.next(marked) if standing != "deleted" else before

    def _block(
        self, style: str, properties: Element | None, runs: tuple[Run, ...], label: tuple[str, State]
    ) -> Block:
        level = self._styles.outline(style, properties)
        if level:
            return Block("heading", runs, level, *label)
        return Block("item" if label[0] else "paragraph", runs, 0, *label)

    def _indent(self, style: str, properties: Element | None, marked: Marked | None) -> float:
        """Direct properties go before the list's, those before the style's unless it brings the list."""
        own = self._styles.indent("", properties)
        level = marked.numbering.levels.get(marked.level) if marked else None
        ways = [self._styles.indent(style, None), level.indent if level else None]
        if child(properties, "numPr") is not None:
            ways.reverse()
        return max(next((way for way in (own, *ways) if way is not None), 0.0), 0.0)

    def _hung(self, style: str, properties: Element | None, left: float, *, tabbed: bool) -> float:
        """Where the words behind a typed number start: at the edge of the paragraph, if the number hangs left
        of it, at the tab behind the number, or a list's usual distance from it."""
        first = self._styles.first_line(style, properties)
        return left if first < 0 else left + first + (TAB if tabbed else INDENT)

    def _noted(self, words: Words) -> Iterator[_Printed]:
        for kind, name, mark in words.notes:
            note = self._notes[kind].get(name)
            if note is None:
                continue
            found = [block for block, _ in self._blocks(note, "kept", contents=False)]
            runs = tidy([run for block in found for run in (*_labelled(block), Run("\n"))])
            yield _Printed(Block("footnote", runs, number=mark), 0.0)

    def _table(self, table: Element, state: State) -> Iterator[_Printed]:
        """A table, or the blocks in one that has a single column, as frames and page layouts have."""
        rows = [self._row(row, state) for row in _rows(table)]
        if all(len(row) <= 1 for row in rows):
            for row in rows:
                for cell in row:
                    yield from cell.printed
            return
        notes: list[_Printed] = []
        grid: list[list[FlowCell]] = []
        open_at: dict[int, tuple[int, int]] = {}
        for row in rows:
            made: list[FlowCell] = []
            for cell in row:
                at = open_at.get(cell.column)
                if cell.merged and at is not None:
                    above = grid[at[0]][at[1]]
                    grid[at[0]][at[1]] = replace(above, rows=len(grid) - at[0] + 1)
                    continue
                blocks = [printed.block for printed in cell.printed]
                notes += [printed for printed in cell.printed if printed.block.kind == "footnote"]
                open_at[cell.column] = (len(grid), len(made))
                made.append(FlowCell(_cell_runs(blocks), cell.columns))
            grid.append(made)
        yield _Printed(Block("table", rows=tuple(map(tuple, grid))), 0.0)
        yield from notes

    def _row(self, row: Element, state: State) -> list[_Cell]:
        properties = child(row, "trPr")
        for tag, inner in STATES.items():
            if properties is not None and properties.find(tag) is not None:
                state = "deleted" if "deleted" in (state, inner) else inner
        column = number(child(properties, "gridBefore")) or 0
        cells: list[_Cell] = []
        for element in _cells(row):
            about = child(element, "tcPr")
            wide = max(1, min(number(child(about, "gridSpan")) or 1, 100))
            merge = child(about, "vMerge")
            merged = merge is not None and value(merge) != "restart"
            printed = list(self._blocks(element, state, contents=False))
            cells.append(_Cell(printed, column, wide, merged))
            column += wide
        return cells


class _Cell(NamedTuple):
    printed: list[_Printed]
    column: int
    columns: int
    merged: bool
    """It goes on the cell above."""


def _rows(table: Element) -> Iterator[Element]:
    for part in table:
        if part.tag == W + "tr":
            yield part
        elif part.tag in _INSIDE or part.tag in STATES:
            yield from _rows(part)


def _cells(row: Element) -> Iterator[Element]:
    for part in row:
        if part.tag == W + "tc":
            yield part
        elif part.tag in _INSIDE:
            yield from _cells(part)


def _cell_runs(blocks: list[Block]) -> tuple[Run, ...]:
    """Paragraphs of a cell one below another; rows of a table in it as lines."""
    runs: list[Run] = []
    for block in blocks:
        if block.kind == "footnote":
            continue
        for row in block.rows:
            runs += [run for cell in row for run in (*cell.runs, Run(" "))] + [Run("\n")]
        runs += [*_labelled(block), Run("\n")]
    return tidy(runs)


def _typed(words: Words, first: Run) -> int:
    """Characters of the number that the author typed before the words, up to these; 0 for none. One without
    a sign has a tab behind it."""
    mark = read_mark(first.text) if first.state == "kept" else None
    if mark is None or mark.keyword or (mark.style == "x" and not words.is_tabbed(mark.number)):
        return 0
    return mark.end


def _labelled(block: Block) -> list[Run]:
    """The block's words after its number."""
    label = [Run(f"{block.number} ", block.number_state)] if block.number else []
    return [*label, *block.runs]


def _mark(properties: Element | None, state: State) -> State:
    """What happened to the end of the paragraph."""
    about = child(properties, "rPr")
    for tag, inner in STATES.items():
        if about is not None and about.find(tag) is not None:
            return "deleted" if "deleted" in (state, inner) else inner
    return state


def _new_page(properties: Element | None, words: Words) -> bool:
    before = child(properties, "pageBreakBefore")
    return words.page_break or (before is not None and is_on(before))


def _steps(printed: list[_Printed]) -> list[float]:
    """Distances from the margin at which a further level begins."""
    steps: list[float] = []
    last = 0.0
    for indent in sorted({one.indent for one in printed if one.block.kind != "heading"}):
        if indent - last >= STEP:
            steps.append(indent)
            last = indent
    return steps
