"""Text that was cut into pieces which overlap, for a search, and put together again: what is said twice where
two pieces meet, said once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from statistics import median
from typing import NamedTuple

from regulations_agent.corpus.outline.rows.unfold import cut_spans
from regulations_agent.corpus.page.lines import Span, TextLine
from regulations_agent.corpus.print.rows import Row

LEAST, MOST = 30, 400
"""Characters that pieces share."""
SURE, ALIKE = 5, 0.8
"""Repeats that start or end within a word, from which they are no wording, and share of their usual length
from which others are none."""

SHARED = 1 / 3
"""Share of a text that repeats at most: pieces are longer than what they share. Lines that are alike but for
their numbers repeat half of it."""


class _Repeat(NamedTuple):
    """Characters of the joined rows that say again, or break off, what the other piece says in full."""

    start: int
    end: int
    broken: bool
    """A piece starts or ends within a word."""


def without_overlaps(rows: Sequence[Row]) -> list[Row]:
    """The rows without what is said twice where pieces meet; they stand where they stood."""
    texts = [row.text if isinstance(row.item, TextLine) and not row.dead else "\0" for row in rows]
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    found = list(_repeats(" ".join(texts)))
    broken = [repeat.end - repeat.start for repeat in found if repeat.broken]
    if len(broken) < SURE or sum(r.end - r.start for r in found) > SHARED * starts[-1]:
        return list(rows)
    # words may well be said twice, but hardly as many as the pieces share
    repeats = [r for r in found if r.broken or r.end - r.start >= ALIKE * median(broken)]
    kept: list[Row] = []
    at = 0
    for row, text, start in zip(rows, texts, starts, strict=False):
        while at < len(repeats) and repeats[at].end <= start:
            at += 1
        inside = [r for r in repeats[at : at + len(text)] if r.start < start + len(text) and r.end > start]
        for repeat in reversed(inside):
            row = without_words(row, max(0, repeat.start - start), repeat.end - start)
        if row.text or row.is_table:
            kept.append(row)
    return kept


def _repeats(text: str) -> Iterator[_Repeat]:
    """Each run of words that follows upon itself; the first word of a piece may be the end of one."""
    second = text.find(" ") + 1
    while 0 < second < len(text) - LEAST:
        first = _copy(text, second)
        if first is None:
            second = text.find(" ", second) + 1
            continue
        end = 2 * second - 1 - first
        opens, ends = text[first - 1 : first].isalnum(), text[end - 1 : end + 1].isalnum()
        skip = text.index(" ", first) + 1 - first if text[first - 1 : first].strip() else 0
        yield _Repeat(first + skip, second + skip, opens or (ends and text[end : end + 1].isalnum()))
        second = text.find(" ", end) + 1


def _copy(text: str, second: int) -> int | None:
    """Where the longest run starts that ends before `second` and is said there again."""
    probe = text[second : second + LEAST]
    first = text.find(probe, max(0, second - 1 - MOST), second - 1 + LEAST)
    while 0 <= first <= second - 1 - LEAST:
        run = text[first : second - 1]
        if text.startswith(run, second) and "\0" not in run:
            return first
        first = text.find(probe, first + 1, second - 1)
    return None


def without_words(row: Row, start: int, end: int) -> Row:
    """The row without the characters of its words from `start` to `end`; it stands where it stood."""
    assert isinstance(row.item, TextLine)
    head, rest = cut_spans(row.item.spans, start, dead=False)
    _, tail = cut_spans(tuple(rest), end - start, dead=False)
    spans: tuple[Span, ...] = (*head, *tail)
    text = f"{row.text[:start].rstrip()} {row.text[end:].lstrip()}".strip()
    return replace(row, item=replace(row.item, spans=spans), text=text)
