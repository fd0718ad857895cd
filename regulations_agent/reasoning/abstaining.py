"""Saying that the corpus holds no answer: what was searched, what comes nearest, and what is never in
rulebooks."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.text import book_name, joined, marked, marks_of
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.rules import Rule
from regulations_agent.types.document import Document
from regulations_agent.types.run import Draft

_NAMED = 4


def abstain(reason: str, documents: Sequence[Document], rules: Sequence[Rule], pointer: str = "") -> Draft:
    """An abstention; the nearest clause is named and cited, never stated as the answer."""
    names = list(dict.fromkeys(book_name(d) for d in documents))
    listed = joined(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
    lines = [f"The documents searched do not contain an answer: {reason}.", f"Searched: {listed}."]
    if pointer:
        lines.append(pointer)
    nearest = [r for r in rules if r.root.text][:2]
    citations = tuple(c for r in nearest[:1] if (c := cite(r.hit(r.root))).verified)
    if nearest:
        marks = marks_of(citations)
        where = [
            marked(f"{r.root.number}{f' ({r.path[-1]})' if r.path else ''}", [r.root.id], marks)
            for r in nearest
        ]
        lines.append(f"Nearest clauses: {joined(where)}, {book_name(nearest[0].document)}.")
    return Draft("\n\n".join(lines), citations, abstained=True)


def unsearched() -> Draft:
    """Said where every tool failed: that nothing was found would be untrue."""
    said = "No tool gave a result, so the documents were not searched; the warnings say why. Ask again."
    return Draft(said, abstained=True)
