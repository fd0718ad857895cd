"""Cuts a printed line in two where a heading ends or a number opens a clause within it."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.corpus.page.lines import Span, TextLine
from regulations_agent.corpus.print.rows import Row


def cut(row: Row, at: int) -> tuple[Row, Row]:
    """The row up to `at` characters of its text, and the rest; boxes are cut in proportion."""
    assert isinstance(row.item, TextLine)
    line = row.item
    first, second = _cut_spans(line.spans, at, dead=row.dead)
    left = _line(line, first, gap=line.gap)
    right = _line(line, second, gap=0.0)
    head, tail = row.text[:at].rstrip(), row.text[at:].lstrip()
    bold = bool(second) and all(s.bold for s in second if any(c.isalnum() for c in s.text))
    return (
        replace(row, item=left, text=head, x1=left.box.x1, bold=all(s.bold for s in first if s.text.strip())),
        replace(
            row, item=right, text=tail, gap=0.0, new_page=False, bold=bold, column="", text_x0=0.0, level=0,
        ),
    )  # fmt: skip


def _cut_spans(spans: tuple[Span, ...], at: int, *, dead: bool) -> tuple[list[Span], list[Span]]:
    """The spans before and after `at` characters of the in-force words, blanks at the start left out."""
    first: list[Span] = []
    second: list[Span] = []
    left, opened = at, False
    for span in spans:
        if span.state == "deleted" and not dead:
            (first if left > 0 else second).append(span)
            continue
        text = span.text if opened else span.text.lstrip()
        lead = len(span.text) - len(text)
        opened = opened or bool(text)
        if len(text) <= left:
            first.append(span)
        elif left <= 0:
            second.append(span)
        else:
            one, two = _halves(span, lead + left)
            first.append(one)
            second.append(two)
        left -= len(text)
    return first, second


def _halves(span: Span, at: int) -> tuple[Span, Span]:
    box = span.box
    x = box.x0 + (box.x1 - box.x0) * at / max(1, len(span.text))
    return (
        replace(span, text=span.text[:at], box=box._replace(x1=x)),
        replace(span, text=span.text[at:].lstrip(), box=box._replace(x0=x)),
    )


def _line(line: TextLine, spans: list[Span], *, gap: float) -> TextLine:
    boxes = [s.box for s in spans if s.text.strip()] or [line.box]
    box = line.box._replace(x0=min(b.x0 for b in boxes), x1=max(b.x1 for b in boxes))
    return replace(line, spans=tuple(spans), box=box, gap=gap, number="", text_x0=0.0)
