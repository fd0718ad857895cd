"""A polite no that says what can be asked instead."""

from __future__ import annotations

from pydantic import Field

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.types.run import ToolOutput


class OutOfScopeArgs(ToolArgs):
    """Decline a request that is not about the rules at hand: predictions, small talk, creative writing,
    shopping, other fields."""

    question: str = Field(description="What was asked.", min_length=1)


def decline(_: OutOfScopeArgs, library: Retriever) -> ToolOutput:
    """The reply names the rulebooks that can be asked about."""
    return ToolOutput(summary=decline_text(library))


def decline_text(library: Retriever) -> str:
    """One paragraph: what is not done, and what can be asked."""
    books = list(dict.fromkeys(d.title or d.id for d in library.documents))
    shown = ", ".join(books[:4]) + (f" and {len(books) - 4} more" if len(books) > 4 else "")
    return (
        "That seems to be outside the scope of the rulebooks, and I only answer from them. You can ask me "
        f"about: {shown or 'no rulebook yet'} - for example what a rule says, what a breach costs, or what "
        "changed between two issues."
    )


TOOL = Tool("out_of_scope_handler", OutOfScopeArgs, decline)
