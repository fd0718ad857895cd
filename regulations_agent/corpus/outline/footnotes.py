"""Footnotes: they stand below the text of their page, and belong to the clause that carries their mark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
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
    """The rows without footnotes, and these: rows at the end of a page from the first that starts with a mark
    which stands raised in the text above it, be it on another page where the note's own mark is raised."""
    kept: list[Row] = []
    notes: list[Note] = []
    told: set[str] = set()
    for _, page in groupby(rows, key=lambda row: row.page):
        lines = list(page)
        foot = next((i for i in range(len(lines), 0, -1) if not _is_foot(lines[i - 1], measure)), 0)
        here = {mark for row in lines[:foot] for mark in raised(row)}
        told |= here
        marks = [_mark(row, here, told) for row in lines[foot:]]
        first = next((i for i, mark in enumerate(marks) if mark), len(marks))
        kept += lines[: foot + first]
        for row, mark in zip(lines[foot + first :], marks[first:], strict=True):
            if mark:
                notes.append(Note(mark, []))
            gap = measure.leading + measure.size if mark else row.gap
            notes[-1].rows.append(replace(row, gap=gap, foot=True))
    return kept, notes


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


def _is_foot(row: Row, measure: Measure) -> bool:
    """It is set as the rows of notes are: in small type, or with a raised mark at its start."""
    return not row.is_table and (row.size <= SMALLER * measure.size or _starts_raised(row))


def _starts_raised(row: Row) -> bool:
    first = next((span for piece in pieces_of(row) for span in piece if span.text.strip()), None)
    return first is not None and first.sup and not row.text[len(first.text.strip()) :].startswith(("[", "("))


def _mark(row: Row, here: Set[str], told: Set[str]) -> str:
    """The mark with which a note starts at the row; empty for none."""
    if _starts_raised(row):
        mark = next(raised(row), "")
        return mark if mark in told else ""
    found = _MARK.match(row.text)
    return found[1] if found and found[1] in here else ""
