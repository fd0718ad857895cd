"""Footnotes: they stand below the text of their page, and belong to the clause that carries their mark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from regulations_agent.corpus.print.rows import Measure, Row, pieces_of
from regulations_agent.corpus.tree.nodes import Node

SMALLER = 0.93
"""Share of the size of most text up to which type is that of notes."""
_MARK = re.compile(r"(\d{1,3}|[*†‡])[.)]?\s")
"""A mark on the line, as the note has it where its type is small."""


class Note(NamedTuple):
    """A footnote."""

    mark: str
    rows: list[Row]


def set_apart(rows: Sequence[Row], measure: Measure) -> tuple[list[Row], list[Note]]:
    """The rows without footnotes, and these: rows in small type, or at the end of a page, the first mark of
    which stands raised in the text above them."""
    kept: list[Row] = []
    notes: list[Note] = []
    ever: set[str] = set()
    here: set[str] = set()
    feet = [foot for _, page in groupby(rows, key=lambda r: r.page) for foot in _feet(list(page), measure)]
    for is_foot, run in groupby(zip(rows, feet, strict=True), key=lambda pair: pair[1]):
        block = [row for row, _ in run]
        marks = [_mark(row) for row in block if is_foot]
        told = [
            mark in (ever if _starts_raised(row) else here) for row, mark in zip(block, marks, strict=False)
        ]
        first = next((i for i, mark in enumerate(marks) if mark), len(block))
        if not any(told[first : first + 1]):
            first = len(block)
        kept += block[:first]
        here = set() if first < len(block) else here
        for row in block[:first]:
            here |= set(raised(row))
        ever |= here
        for row, opens in zip(block[first:], told[first:], strict=False):
            if opens:
                notes.append(Note(_mark(row), []))
            gap = measure.leading + measure.size if opens else row.gap
            notes[-1].rows.append(replace(row, gap=gap, foot=True))
    return kept, notes


def _feet(page: Sequence[Row], measure: Measure) -> list[bool]:
    """Which rows of a page are set as those of notes: in small type, or else with raised marks at its end."""
    small = [not row.is_table and row.size <= SMALLER * measure.size for row in page]
    end = len(page)
    while end and not small[-1] and _starts_raised(page[end - 1]):
        end -= 1
    return [*small[:end], *(True for _ in page[end:])]


def hand_out(notes: Sequence[Note], nodes: Sequence[Node]) -> None:
    """Gives each footnote to the clause that carries its mark, the last before it."""
    carrying: dict[tuple[str, int], Node] = {}
    latest: dict[str, list[tuple[int, Node]]] = {}
    for node in nodes:
        for row, _ in (*node.heading, *node.rows):
            for mark in raised(row):
                carrying[mark, row.page] = node
                latest.setdefault(mark, []).append((row.page, node))
    for note in notes:
        page = note.rows[0].page
        before = [node for at, node in latest[note.mark] if at <= page]
        node = carrying.get((note.mark, page), before[-1])
        node.rows += [(row, 0) for row in note.rows]


def raised(row: Row) -> Iterator[str]:
    """The figures and signs that stand raised in the row."""
    spans = (span for piece in pieces_of(row) for span in piece if span.sup)
    return (mark for span in spans for mark in re.findall(r"\d+|[*†‡]", span.text))


def _starts_raised(row: Row) -> bool:
    first = next((span for piece in pieces_of(row) for span in piece if span.text.strip()), None)
    return first is not None and first.sup and row.text[len(first.text.strip()) :][:1] not in ("[", "(")


def _mark(row: Row) -> str:
    """The mark with which a note starts at the row; empty for none."""
    if _starts_raised(row):
        return next(raised(row), "")
    found = _MARK.match(row.text)
    return found[1] if found else ""
