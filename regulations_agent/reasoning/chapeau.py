"""The sentence above an item that the item completes."""

from __future__ import annotations

from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.types.document import Clause

_SHORT = 300
"""A clause without a sentence that opens a list is taken whole up to this length, else its first sentence."""


def chapeau(clause: Clause, item: Clause) -> Span | None:
    """The sentence of a clause that introduces an item: the last one printed above it that ends with a
    colon."""
    spans = sentences(clause.text)
    if not spans:
        return None
    opening = [
        s
        for s in spans
        if clause.text[s.start : s.end].endswith((":", ";")) and _stands_above(clause, s, item)
    ]
    return (
        opening[-1]
        if opening
        else (spans[0] if len(clause.text) > _SHORT else Span(spans[0].start, spans[-1].end))
    )


def _stands_above(clause: Clause, span: Span, item: Clause) -> bool:
    """The span is printed before the item begins; true when the places are not known."""
    line = next((ln for ln in reversed(clause.lines) if ln.start <= span.start), None)
    if line is None or not item.boxes:
        return True
    first = item.boxes[0]
    return (line.box.page, line.box.top) <= (first.page, first.top)
