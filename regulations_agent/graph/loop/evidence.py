"""What an answer stands on: its quotes checked once more, their amendments, and what was searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from regulations_agent.answer.text import renumbered
from regulations_agent.answer.verify import cite
from regulations_agent.errors import UsageError
from regulations_agent.graph.loop.state import State
from regulations_agent.types.answer import Amendment, Citation, Searched
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Draft, Hit
from regulations_agent.versions.comparison.markup import WHOLE

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

NEAREST = 5
"""Clauses that an abstention names as the nearest."""
RECOGNISED = (
    "Quoted from text recognised from a scan; compare the words with the page before relying on them."
)
UNVERIFIED = "What was found could not be verified word for word, so nothing is stated."


@dataclass(frozen=True, slots=True)
class Stand:
    """A draft with only the citations that stand, and what was dropped."""

    draft: Draft
    warnings: tuple[str, ...] = ()


def stand(draft: Draft, library: Retriever) -> Stand:
    """Each quote is looked up again in the in-force text; one that is not there is cut from the answer."""
    checked = [(citation, _again(citation, library)) for citation in draft.citations]
    dropped = [citation for citation, again in checked if again is None]
    stays = [
        again is not None and again not in (a for _, a in checked[:n]) for n, (_, again) in enumerate(checked)
    ]
    kept = tuple(again for (_, again), stay in zip(checked, stays, strict=True) if stay and again is not None)
    warnings = tuple(f"A quote of {c.clause_id} could not be verified and was dropped." for c in dropped)
    if any(citation.recognised for citation in kept):
        warnings += (RECOGNISED,)
    if dropped and not kept:
        return Stand(Draft(UNVERIFIED, abstained=True), warnings)
    text = draft.text
    for citation in dropped:
        text = text.replace(citation.quote, "[not verified]") if citation.quote else text
    text = text if all(stays) else renumbered(text, stays)
    return Stand(replace(draft, text=text, citations=kept), warnings)


def proven(citations: Sequence[Citation], library: Retriever) -> bool:
    """Every quote still stands in force where it is cited."""
    return all(_again(citation, library) == citation for citation in citations)


def amendments(citations: Sequence[Citation], library: Retriever) -> tuple[Amendment, ...]:
    """What the cited issues delete and insert in the cited clauses, in the order cited."""
    clauses = (library.clause(clause_id) for clause_id in dict.fromkeys(c.clause_id for c in citations))
    return tuple(Amendment(c.id, c.deleted, c.inserted) for c in clauses if c.deleted or c.inserted)


def telling(found: Sequence[Amendment], library: Retriever) -> tuple[Amendment, ...]:
    """Without the clauses that are printed as new in an issue that prints most of its clauses so: of what
    changed in them it says nothing."""
    clauses = {a.clause_id: library.clause(a.clause_id) for a in found}
    anew = {c.id for c in clauses.values() if _is_new(c) and _is_mostly_new(library.document_of(c), library)}
    return tuple(a for a in found if a.clause_id not in anew)


def _is_new(clause: Clause) -> bool:
    return not clause.deleted and sum(map(len, clause.inserted)) >= WHOLE * len(clause.text)


def _is_mostly_new(document: Document, library: Retriever) -> bool:
    worded = [clause for clause in library.clauses(document.id) if clause.text]
    return 2 * sum(map(_is_new, worded)) > len(worded)


def searched(state: State, library: Retriever, *, abstained: bool) -> Searched:
    """Documents and queries of the tool calls that were made; the nearest clauses when there is no answer."""
    if not state.results:
        return Searched()
    queries = tuple(dict.fromkeys(attempt.plan.query for attempt in state.attempts if attempt.plan.calls))
    looked = {d.id for query in queries for d in library.searched(query, state.question.filters)}
    hits = [hit for result in state.results if result.output for hit in result.output.hits]
    nearest = dict.fromkeys(hit.id for hit in sorted(hits, key=lambda hit: -hit.score)) if abstained else {}
    return Searched(tuple(sorted(looked)), queries, tuple(nearest)[:NEAREST])


def _again(citation: Citation, library: Retriever) -> Citation | None:
    try:
        hit = Hit(library.clause(citation.clause_id), library.document(citation.document), 1.0)
    except UsageError:
        return None
    again = cite(hit, citation.quote)
    headings = [c.heading for c in library.path(hit.clause) if c.heading]
    return replace(again, heading=again.heading or (headings or [""])[-1]) if again.verified else None
