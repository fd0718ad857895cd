"""Letters in the margin left of numbers, that say what kind of rule each is: `S  26.2`, `G  26.3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from regulations_agent.corpus.outline.rows.unfold import cut
from regulations_agent.corpus.page.lines import Span, TextLine
from regulations_agent.corpus.print.rows import Row

_KIND = re.compile(r"(?P<kind>[A-Z]{1,2})\s+(?P<number>\d{1,3}(?:\.\d{1,3})+)\s+(?=\S)")
USUAL, KINDS = 8, 4
"""Rows with such a letter from which they are a column; letters that one has at most."""


def kinds_behind(rows: Sequence[Row]) -> list[Row]:
    """The rows; the letter of a column in the margin stands behind the number that it stood before.

    It is no step of the numbers: they are all different, and its letters come back.
    """
    found = {i: kind for i, row in enumerate(rows) if not row.is_table and (kind := _KIND.match(row.text))}
    kinds = [kind["kind"] for kind in found.values()]
    returns = sum(1 for _ in groupby(kinds)) > len(set(kinds))
    alone = len({kind["number"] for kind in found.values()}) == len(found)
    if not (alone and returns and len(found) >= USUAL and len(set(kinds)) <= KINDS):
        return list(rows)
    return [_turned(row, found[i]) if i in found else row for i, row in enumerate(rows)]


def _turned(row: Row, kind: re.Match[str]) -> Row:
    letter, rest = cut(row, kind.end("kind"))
    number, words = (part.item for part in cut(rest, len(kind["number"])))
    assert isinstance(row.item, TextLine) and isinstance(letter.item, TextLine)
    assert isinstance(number, TextLine) and isinstance(words, TextLine)
    # a bold letter is no title that runs in
    plain = [replace(span, bold=False) for span in letter.item.spans]
    spans = (*_spaced(number.spans), *_spaced(plain), *words.spans)
    line = replace(row.item, spans=spans, box=rest.item.box, number=kind["number"], text_x0=0.0)
    text = f"{kind['number']} {letter.text} {words.text}"
    x0 = row.x0 + rest.item.box.x0 - row.item.box.x0
    return replace(row, item=line, text=text, x0=x0, bold=rest.bold, column=kind["number"], text_x0=0.0)


def _spaced(spans: Sequence[Span]) -> list[Span]:
    *others, last = spans
    return [*others, replace(last, text=f"{last.text.rstrip()} ")]
