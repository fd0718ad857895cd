"""Lists that are set side by side: `a) sale; d) loan;` above `b) hire; e) repair;` and `c) storage.`"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from string import ascii_lowercase, ascii_uppercase

from regulations_agent.corpus.outline.rows.unfold import cut
from regulations_agent.corpus.print.rows import Row

_FIRST = re.compile(r"\(?(?P<first>[1aA])[.)] ")
_COUNTINGS = {"1": [str(n) for n in range(1, 40)], "a": ascii_lowercase, "A": ascii_uppercase}
BESIDE = 2
"""Rows of a list from which numbers inside them, which go on from its last, are another one beside it."""


def _opens(pair: tuple[str, Row]) -> bool:
    return pair[1].text.startswith(pair[0]) and not pair[1].dead


def part_lists(rows: Sequence[Row]) -> list[Row]:
    """The rows; of two lists side by side, the right one below the left, as if it stood there."""
    out: list[Row] = []
    i = 0
    while i < len(rows):
        found = _FIRST.match(rows[i].text)
        first = found["first"] if found else ""
        signs = [found[0].replace(first, number) for number in _COUNTINGS[first]] if found else []
        listed = zip(signs, rows[i : i + len(signs)], strict=False)
        left = [row for _, row in takewhile(_opens, listed)]
        later = zip(left, signs[len(left) :], strict=False)
        places = takewhile(lambda at: at > 0, (row.text.find(f" {sign}", len(sign)) for row, sign in later))
        halves = [cut(row, at) for row, at in zip(left, places, strict=False)]
        if len(halves) < BESIDE:
            out.append(rows[i])
            i += 1
            continue
        out += [*(one for one, _ in halves), *left[len(halves) :]]
        out += [_below(one, two) for one, two in halves]
        i += len(left)
    return out


def _below(left: Row, right: Row) -> Row:
    box = right.item.box
    return replace(right, x0=left.x0, x1=left.x0 + box.x1 - box.x0, text_x0=left.text_x0)
