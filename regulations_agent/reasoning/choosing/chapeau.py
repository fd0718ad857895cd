"""The sentence above an item that the item completes."""

from __future__ import annotations

from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.types.document import Clause

_SHORT = 300
"""A clause without a sentence that opens a list is taken whole up to this length, else its first sentence."""


def chapeau(clause: Clause, item: Clause) -> Span | None:
    """The words of a clause that introduce an item; None when all of them stand below it.

    That is the last stretch printed above the item that is no full sentence, else the first one there.
    """
    above = [s for s in sentences(clause.text) if _stands_above(clause, s, item)]
    if not above:
        return None
    opening = [
        s for s in above if not clause.text[s.start : s.end].rstrip("”\"')").endswith((".", "!", "?", "|"))
    ]
    if opening:
        return opening[-1]
    return above[0] if len(clause.text) > _SHORT else Span(above[0].start, above[-1].end)


def _stands_above(clause: Clause, span: Span, item: Clause) -> bool:
    """The span is printed before the item begins; true when the places are not known."""
    line = next((ln for ln in reversed(clause.lines) if ln.start <= span.start), None)
    if line is None or not item.boxes:
        return True
    first = item.boxes[0]
    return (line.box.page, line.box.top) <= (first.page, first.top)
