"""A clause as the cross-encoder reads it: within its headings, with its items, around what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.index.words.texts import parts
from regulations_agent.types.document import Clause

PASSAGE_WORDS = 100
"""Of a clause and its items; of a longer one those around the part that is nearest to the question."""
CHAPEAU_WORDS = 30
"""Of the clause above that an item reads on from."""
HEADINGS = 2
"""The nearest ones."""


def passage(
    clause: Clause, above: Sequence[Clause], below: Sequence[str], near: Sequence[tuple[int, float]]
) -> str:
    """`above`: the clauses above it from the top down; `below`: texts of its items; `near`: where parts of
    its text start, with their nearness to the question."""
    headings = list(dict.fromkeys(c.heading for c in (*above, clause) if c.heading))[-HEADINGS:]
    chapeau = [_last(above[-1].text, CHAPEAU_WORDS)] if clause.kind == "item" and above else []
    return "\n".join([*headings, *chapeau, _body(clause.text, below, near)])


def _body(text: str, below: Sequence[str], near: Sequence[tuple[int, float]]) -> str:
    if len(text.split()) <= PASSAGE_WORDS:
        return " ".join(" ".join([text, *below]).split()[:PASSAGE_WORDS])
    start = max(near, key=lambda part: part[1], default=(0, 0.0))[0]
    return " ".join(_around(text, start).split())


def _around(text: str, start: int) -> str:
    """The part that begins there and its neighbours, later ones first, as many as there is room for."""
    spans = parts(text)
    first = last = next((i for i, span in enumerate(spans) if span[0] == start), 0)
    grown = True
    while grown:
        grown = False
        for a, b in ((first, last + 1), (first - 1, last)):
            if a >= 0 and b < len(spans) and len(text[spans[a][0] : spans[b][1]].split()) <= PASSAGE_WORDS:
                first, last, grown = a, b, True
                break
    return text[spans[first][0] : spans[last][1]]


def _last(text: str, count: int) -> str:
    return " ".join(text.split()[-count:])
