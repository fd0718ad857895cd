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
    prints: Mapping[str, str], answer: Answer, documents: Collection[str], library: Retriever
) -> tuple[str, ...]:
    """Cited clauses that read otherwise, today or in a document that came later; `documents`: of then."""
    changed = []
    for citation in {c.clause_id: c for c in answer.citations}.values():
        clause = _clause(citation.clause_id, library)
        same = clause is not None and prints.get(clause.id) == fingerprint(clause)
        if not same or clause is None or _later(clause, citation, documents, library):
            changed.append(citation.clause_id)
    return tuple(changed)


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
    if clause is None or not clause.in_force:
        return found("gone", None)
    if not is_verbatim(citation.quote, clause):
        return found("changed", clause.text)
    if later := _later(clause, citation, documents, library):
        return found("superseded", later.text, later.id)
    return found("holds", clause.text)


def _later(
    clause: Clause, citation: Citation, documents: Collection[str], library: Retriever
) -> Clause | None:
    """The clause of the same number in a later issue that was not there then, when it reads otherwise."""
    newest = max(
        (d for d in library.documents if _succeeds(d, citation) and d.id not in documents),
        key=lambda d: d.issue or 0,
        default=None,
    )
    again = _clause(f"{newest.id}/{clause.number}", library) if newest else None
    return again if again and again.text != clause.text else None


def _succeeds(document: Document, citation: Citation) -> bool:
    same = (document.season, document.section) == (citation.season, citation.section)
    return same and (document.issue or 0) > (citation.issue or 0)


def _clause(clause_id: str, library: Retriever) -> Clause | None:
    try:
        return library.clause(clause_id)
    except UsageError:
        return None
