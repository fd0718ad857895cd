"""Everything else about the rules: clauses and what surrounds them."""

from __future__ import annotations

from pydantic import Field

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import FilteredArgs, Tool
from regulations_agent.tools.evidence import merged, summarised
from regulations_agent.types.run import Hit, ToolOutput


class GeneralArgs(FilteredArgs):
    """Answer a general question about the rules: definitions, explanations and whatever the other tools do
    not
    serve. Gives clauses, and the definition when the question asks what a term means."""

    query: str = Field(description="The question.", min_length=1)
    term: str | None = Field(None, description="The term whose definition is wanted, if any.")
    k: int = Field(12, ge=1, le=50, description="Clauses at most.")


def answer_generally(args: GeneralArgs, library: Retriever) -> ToolOutput:
    """Definitions of the term first, then the hits of the search."""
    defined: list[Hit] = library.definition(args.term, args.filters) if args.term else []
    found = library.search(args.query, k=args.k, filters=args.filters)
    hits = merged(defined, found)
    data = {"clause_ids": [h.id for h in hits], "definitions": [h.id for h in defined]}
    return ToolOutput(hits, summarised(hits), data)


TOOL = Tool("general_rag", GeneralArgs, answer_generally)
