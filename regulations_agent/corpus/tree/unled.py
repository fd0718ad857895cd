"""Whether the numbers of a document stand below no article: `1.1` right below a title, `Rule 1.`."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.corpus.numbers.labels import read_label
from regulations_agent.corpus.print.rows import Measure, Row
from regulations_agent.corpus.tree.nodes import Node

_FEWEST, _ORDERLY = 4, 0.8
"""Numbers at the left edge at least, and their share that is the first of its kind or next in order."""


def is_unled(rows: Sequence[Row], nodes: Sequence[Node], measure: Measure) -> bool:
    """No such number became a clause outside the appendices, yet the left edge is full of them in order."""
    found = (n for n in nodes if n.label is not None and n.label.kind == "dotted")
    if any(n.path[0].kind != "appendix" for n in found):
        return False
    articles = any(n.kind == "article" for n in nodes)
    last: dict[str, int] = {}
    count = orderly = 0
    for row in rows:
        label = read_label(row.text) if row.x0 <= measure.left + 20 and not row.is_table else None
        if label is None or not (label.kind == "dotted" or (label.kind == "article" and not articles)):
            continue
        before = last.get(label.stem, 0)
        count += 1
        orderly += before <= label.last <= before + 1
        last[label.stem] = label.last
    return count >= _FEWEST and orderly >= _ORDERLY * count
