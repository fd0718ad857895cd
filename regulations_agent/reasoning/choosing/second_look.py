"""A second look at what search found: question and clause read together by the cross-encoder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from regulations_agent.index.vectors.cross_encoder import CrossEncoder
from regulations_agent.index.words.texts import parts
from regulations_agent.language.sentences import without_notes
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

PASSAGE_WORDS = 100
"""Of a clause and its items; of a longer one those around the part that is nearest to the question."""
CHAPEAU_WORDS = 30
"""Of the clause above that an item reads on from."""
HEADINGS = 2
"""The nearest ones."""


def topic(question: str, library: Retriever) -> str:
    """The question without words that say of which book and season it is asked: no rule repeats them."""
    return library.understand(question).topic + "?" * question.rstrip().endswith("?")


def logits(question: str, clauses: Sequence[Clause], library: Retriever) -> list[float]:
    """Of each clause how surely it answers the question, see `CrossEncoder`; 0: as likely as none does."""
    return _model().logits(question, passages(question, clauses, library)) if clauses else []


def read_alone(
    question: str, sentences: Sequence[tuple[Sequence[str], str, str]], library: Retriever
) -> list[float]:
    """The same of each sentence by itself, given as (headings, words it reads on from, words)."""
    written_out = library.index.catalogue.written_out
    return _model().logits(question, [written_out(alone(*sentence)) for sentence in sentences])


def alone(headings: Sequence[str], led: str, words: str) -> str:
    """A sentence as a passage of its own."""
    return "\n".join([*headings[-HEADINGS:], *filter(None, [_last(led, CHAPEAU_WORDS)]), _first(words)])


@cache
def _model() -> CrossEncoder:
    return CrossEncoder()


def passages(question: str, clauses: Sequence[Clause], library: Retriever) -> list[str]:
    """Each clause within its headings, with its items; of a long one what is nearest to the question.
    Abbreviations stand in words: the model knows none of a book's own."""
    near = library.nearness(clauses, library.index.embedder.embed([question])[0])
    written_out = library.index.catalogue.written_out
    return [
        written_out(passage(clause, library.path(clause), items_below(clause, library), places))
        for clause, (_, places) in zip(clauses, near, strict=True)
    ]


def items_below(clause: Clause, library: Retriever) -> list[str]:
    """Headings and texts of what belongs to it, in printed order."""
    items = [c for c in library.children(clause) if c.kind == "item" and c.in_force]
    each = ((item.heading, item.text, *items_below(item, library)) for item in items)
    return [text for texts in each for text in texts if text]


def passage(
    clause: Clause, above: Sequence[Clause], below: Sequence[str], near: Sequence[tuple[int, float]]
) -> str:
    """`above`: the clauses above it from the top down; `below`: texts of its items; `near`: where parts of
    its text start, with their nearness to the question."""
    headings = list(dict.fromkeys(c.heading for c in (*above, clause) if c.heading))[-HEADINGS:]
    chapeau = [_last(without_notes(above[-1].text), CHAPEAU_WORDS)] if clause.kind == "item" and above else []
    return "\n".join([*headings, *chapeau, _body(without_notes(clause.text), below, near)])


def _body(text: str, below: Sequence[str], near: Sequence[tuple[int, float]]) -> str:
    if len(text.split()) <= PASSAGE_WORDS:
        return _first(" ".join([text, *below]))
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


def _first(text: str) -> str:
    return " ".join(text.split()[:PASSAGE_WORDS])


def _last(text: str, count: int) -> str:
    return " ".join(text.split()[-count:])
