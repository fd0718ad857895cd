"""Find the clauses that answer a question, or the clause with a number."""

from __future__ import annotations

from pydantic import Field

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import FilteredArgs, Tool
from regulations_agent.tools.evidence import beside, merged, summarised
from regulations_agent.tools.sections import rule_of, with_items
from regulations_agent.types.run import Hit, ToolOutput


class SearchArgs(FilteredArgs):
    """Find the clauses in force that answer a question or hold given words, best first. Use it for a concrete
    question (may I, how many, when, who, where) and for a clause named by its number."""

    query: str = Field(description="The question, or words that the clause would use.", min_length=1)
    clause: str | None = Field(None, description="A clause number such as `54.3d)` or `B2.5.4`, when named.")
    rule: str | None = Field(
        None, description="Id of a clause, as another call found it: adds the clauses that it refers to."
    )
    around: str | None = Field(
        None, description="Id of a clause: looks only into it and the rules that stand beside it."
    )
    k: int = Field(12, ge=1, le=50, description="Clauses at most.")


def search(args: SearchArgs, library: Retriever) -> ToolOutput:
    """Hits of an exact look-up first, then those of the search, then what a rule refers to."""
    exact = library.lookup(args.clause, args.filters) if args.clause else []
    found = _around(args.around, args.query, library) if args.around else []
    found = found[: args.k] or library.search(args.query, k=args.k, filters=args.filters)
    named = library.references(library.clause(args.rule)) if args.rule else []
    hits = merged(merged(exact, found)[: max(args.k, len(exact))], beside(named, library))
    return ToolOutput(
        hits, summarised(hits), {"clause_ids": [h.id for h in hits], "exact": [h.id for h in exact]}
    )


def _around(near: str, query: str, library: Retriever) -> list[Hit]:
    """What fits of a rule and of those under the same heading, best first."""
    rule = rule_of(library.clause(near), library)
    beside = [c for c in library.siblings(rule) if c.in_force and c.binding and c.kind != "item"]
    return library.search_within(query, [c for r in (rule, *beside) for c in with_items(r, library)])


TOOL = Tool("regulation_search", SearchArgs, search)
