"""Old answers held against today's index: which cited clauses still read as they did."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from regulations_agent.answer.verify import is_verbatim
from regulations_agent.errors import UsageError
from regulations_agent.types.answer import Answer, Citation
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.history import CitationCheck, Verification

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


def fingerprints(answer: Answer, library: Retriever) -> dict[str, str]:
    """The sha256 of each cited clause's in-force text, by clause id."""
    clauses = (
        _clause(clause_id, library) for clause_id in dict.fromkeys(c.clause_id for c in answer.citations)
    )
    return {clause.id: fingerprint(clause) for clause in clauses if clause}


def fingerprint(clause: Clause) -> str:
    return sha256(clause.text.encode()).hexdigest()


def changed_clauses(
    prints: Mapping[str, str], documents: Collection[str], library: Retriever
) -> tuple[str, ...]:
    """Clauses that read otherwise, today or in a document that came later.

    `prints`: what `fingerprints` gave then; `documents`: those of the index of then.
    """

    def changed(clause_id: str, then: str) -> bool:
        clause = _clause(clause_id, library)
        return clause is None or fingerprint(clause) != then or bool(_later(clause, documents, library))

    return tuple(clause_id for clause_id, then in prints.items() if changed(clause_id, then))


def verification(answer: Answer, documents: Collection[str], library: Retriever) -> Verification:
    """Each citation looked up again; `documents`: those of the index that answered."""
    checks = tuple(_check(citation, documents, library) for citation in answer.citations)
    return Verification(
        run_id=answer.run_id,
        question=answer.question,
        holds=all(check.state == "holds" for check in checks),
        index_then=answer.index,
        index_now=library.hash,
        citations=checks,
    )


def _check(citation: Citation, documents: Collection[str], library: Retriever) -> CitationCheck:
    def found(state: str, now: str | None, newer: str | None = None) -> CitationCheck:
        return CitationCheck(citation.clause_id, citation.document, citation.quote, state, now, newer)  # type: ignore[arg-type]

    clause = _clause(citation.clause_id, library)
    if clause is None or not (clause.in_force or is_verbatim(citation.quote, clause)):
        return found("gone", None)
    if not is_verbatim(citation.quote, clause):
        return found("changed", clause.text)
    if later := _later(clause, documents, library):
        return found("superseded", later.text, later.id)
    return found("holds", clause.text)


def _later(clause: Clause, documents: Collection[str], library: Retriever) -> Clause | None:
    """The clause of the same number in a later issue that was not there then, when it reads otherwise."""
    own = next(d for d in library.documents if clause.id.startswith(f"{d.id}/"))
    newest = max(
        (d for d in library.documents if _succeeds(d, own) and d.id not in documents),
        key=lambda d: d.issue or 0,
        default=None,
    )
    again = _clause(f"{newest.id}/{clause.number}", library) if newest else None
    return again if again and again.text != clause.text else None


def _succeeds(document: Document, other: Document) -> bool:
    return document.book == other.book and (document.issue or 0) > (other.issue or 0)


def _clause(clause_id: str, library: Retriever) -> Clause | None:
    try:
        return library.clause(clause_id)
    except UsageError:
        return None
