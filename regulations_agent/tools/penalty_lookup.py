"""What a breach costs: the clause, the sanction, who decides."""

from __future__ import annotations

from pydantic import Field

from regulations_agent.language.sanctions import has_sanction, sanction_strength, sanctions
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import FilteredArgs, Tool
from regulations_agent.tools.evidence import beside, merged, summarised
from regulations_agent.types.run import Hit, ToolOutput

_POOL = 40


class PenaltyArgs(FilteredArgs):
    """Find what a breach of the rules costs: the clause, the sanction and who decides. Use it when the
    question
    asks for a penalty, fine, sanction or consequence."""

    breach: str = Field(description="What was done, in words, or the question.", min_length=1)
    clause: str | None = Field(None, description="Number of the clause that was broken, when named.")
    rule: str | None = Field(
        None, description="Id of the clause that was broken, as another call found it: adds what hangs on it."
    )
    k: int = Field(12, ge=1, le=50, description="Clauses at most.")


def look_up(args: PenaltyArgs, library: Retriever) -> ToolOutput:
    """Hits that state a sanction, directly or through the clauses that stand under them, before those that
    do not."""
    exact = library.lookup(args.clause, args.filters) if args.clause else []
    pool = merged(
        library.search(args.breach, k=_POOL, filters=args.filters),
        library.search(f"{args.breach} penalty imposed", k=_POOL // 2, filters=args.filters),
    )
    ranked = sorted(pool, key=lambda h: (-_fitness(h, library), h.id))
    hits = merged(exact, ranked[: args.k], _hanging_on(args.rule, library))
    found = [
        {"clause_id": h.id, "sanction": s.text, "mandatory": s.mandatory, "decided_by": s.decided_by}
        for h in hits[:5]
        for s in sanctions(library.full_text(h.clause))[:3]
    ]
    return ToolOutput(hits, summarised(hits), {"clause_ids": [h.id for h in hits], "sanctions": found})


def _hanging_on(rule: str | None, library: Retriever) -> tuple[Hit, ...]:
    """The clause that was broken with its items, and sanctions that it names or that name it."""
    if rule is None:
        return ()
    clause = library.clause(rule)
    tied = [*library.cited_by(clause), *library.references(clause)]
    family = [clause, *library.children(clause)]
    return beside([*family, *(c for c in tied if has_sanction(library.full_text(c)))], library)


def _fitness(hit: Hit, library: Retriever) -> float:
    """Retrieval score, raised by the sanction that the clause states itself, in its items, or in its
    chapeau."""
    own = sanction_strength(hit.clause.text)
    below = 0.8 * sanction_strength(library.full_text(hit.clause))
    above = library.parent(hit.clause)
    chapeau = 0.6 * sanction_strength(above.text) if above is not None else 0.0
    return hit.score * (1 + 0.5 * max(own, below, chapeau))


TOOL = Tool("penalty_lookup", PenaltyArgs, look_up)
