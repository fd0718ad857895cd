"""Doubles for tests of the loop and of parts that others write, and what such parts must hold to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from regulations_agent.errors import UnknownClause
from regulations_agent.graph.ask import admits
from regulations_agent.index.index import Index
from regulations_agent.index.vectors.backend import Floats, Places, SearchBackend
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Quality
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import (
    Draft,
    Feedback,
    Filters,
    Grade,
    Hit,
    Plan,
    Question,
    Strategy,
    ToolCall,
    ToolResult,
)

T = TypeVar("T")


@dataclass(slots=True)
class Scripted:
    """A reasoner that plays its part as written: item n in round n, the last one ever after.

    An exception among the items is raised when its turn comes.
    """

    plans: Sequence[Plan | Exception]
    drafts: Sequence[Draft | Exception] = (Draft("scripted"),)
    grades: Sequence[Grade | Exception] = ()
    """None given: every draft is graded 10."""
    engine: str = "scripted"
    feedback: list[Feedback | None] = field(default_factory=list)
    """What each `plan` was told."""
    evidence: list[tuple[ToolResult, ...]] = field(default_factory=list)
    """The results that each `draft` was given."""
    graded: int = 0

    def plan(self, question: Question, feedback: Feedback | None) -> Plan:  # noqa: ARG002
        self.feedback.append(feedback)
        return _turn(self.plans, len(self.feedback))

    def draft(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft:  # noqa: ARG002
        self.evidence.append(tuple(results))
        return _turn(self.drafts, len(self.evidence))

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:  # noqa: ARG002
        self.graded += 1
        return _turn(self.grades or (grade(10),), self.graded)


@dataclass(frozen=True, slots=True)
class Shelf:
    """A library of given clauses, for tools and nodes that only look clauses up."""

    documents: tuple[Document, ...]
    clauses: tuple[Clause, ...]
    """Ids start with the id of their document."""
    hash: str = "0" * 64

    def clause(self, clause_id: str) -> Clause:
        found = next((clause for clause in self.clauses if clause.id == clause_id), None)
        if found is None:
            raise UnknownClause(f"No clause {clause_id}.")
        return found

    def document(self, document_id: str) -> Document:
        found = next((document for document in self.documents if document.id == document_id), None)
        if found is None:
            raise UnknownClause(f"No document {document_id}.")
        return found

    def path(self, clause: Clause) -> list[Clause]:
        """The clauses above, from the top down."""
        above = next((c for c in self.clauses if c.id == clause.parent), None)
        return [*self.path(above), above] if above is not None else []

    def searched(self, text: str, filters: Filters) -> tuple[Document, ...]:  # noqa: ARG002
        """The documents that the filters admit."""
        return tuple(document for document in self.documents if admits(filters, document))

    def hit(self, clause_id: str) -> Hit:
        """The clause as evidence."""
        clause = self.clause(clause_id)
        document = next(d for d in self.documents if clause_id.startswith(f"{d.id}/"))
        return Hit(clause, document, 1.0)


def plan(*calls: ToolCall, **fields: object) -> Plan:
    """A plan of these calls for a general question, with any field set otherwise."""
    base = {"intent": "general", "confidence": 1.0, "reason": "scripted", "query": "scripted"}
    return Plan(calls=calls, **{**base, **fields})  # type: ignore[arg-type]


def grade(overall: float, strategy: Strategy | None = None) -> Grade:
    """A grade with the same mark on each criterion, 1-10."""
    return Grade(Quality(overall, overall, overall, overall, overall), strategy=strategy)


@dataclass(frozen=True)
class LocalBackend:
    """The vectors of an index in this process, by looking at all of them: what other backends must equal."""

    index: Index

    @property
    def size(self) -> int:
        return self.index.dense.size

    @property
    def dimension(self) -> int:
        return self.index.dense.dimension

    def nearest(
        self, vector: Floats, k: int, documents: Collection[str] | None = None
    ) -> tuple[Places, Floats]:
        scores = self.index.dense.cosines(np.arange(self.size), vector)
        places = np.arange(self.size) if documents is None else self.index.views_in(documents)
        order = places[np.argsort(-scores[places], kind="stable")][:k]
        return order, scores[order]

    def cosines(self, places: Places, vector: Floats) -> Floats:
        return self.index.dense.cosines(places, vector)

    def take(self, places: Places) -> Floats:
        return self.index.dense.take(places)


def check_search_backend(backend: SearchBackend, index: Index, questions: Iterable[str]) -> int:
    """Raises AssertionError where the backend does not hold the vectors of an index that lies in files, or is
    not as `SearchBackend` says: the questions are asked of both. Gives how many were.
    """
    local, asked = LocalBackend(index), list(questions)
    everywhere = np.arange(local.size)
    assert (backend.size, backend.dimension) == (local.size, local.dimension)
    assert np.array_equal(backend.take(everywhere[::-2]), local.take(everywhere[::-2]))
    assert backend.take(everywhere[:0]).shape == (0, local.dimension)
    try:
        backend.cosines(np.array([local.size]), local.take(everywhere[:1])[0])
    except IndexError:
        pass
    else:
        raise AssertionError(f"There is no place {local.size}, and no IndexError said so.")
    documents = [document.id for document in index.documents]
    for vector in index.embedder.embed(asked):
        assert np.array_equal(backend.cosines(everywhere, vector), local.cosines(everywhere, vector))
        for among in (None, documents, documents[:1], documents[::2], []):
            for k in (1, 7, local.size + 1):
                _check_nearest(backend, local, vector, k, among)
    other = Retriever(replace(index, dense=backend))
    for question in asked:
        assert other.search(question) == Retriever(index).search(question), question
        assert other.signals(question) == Retriever(index).signals(question), question
    return len(asked)


def _check_nearest(
    backend: SearchBackend, local: LocalBackend, vector: Floats, k: int, among: Sequence[str] | None
) -> None:
    """Views of one cosine may stand in any order, and any of them may be the last."""
    (places, cosines), (_, right) = backend.nearest(vector, k, among), local.nearest(vector, k, among)
    assert len(set(places.tolist())) == len(places) == len(right), (k, among)
    assert np.allclose(cosines, right, atol=1e-5), (k, among)
    assert np.allclose(local.cosines(places, vector), cosines, atol=1e-5), (k, among)
    if among is not None:
        assert set(places.tolist()) <= set(local.index.views_in(among).tolist()), (k, among)


def _turn(items: Sequence[T | Exception], number: int) -> T:
    item = items[min(number, len(items)) - 1]
    if isinstance(item, Exception):
        raise item
    return item
