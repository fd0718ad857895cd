"""The guard beside the loop: evidence that gives orders to a model is named, so that a reader knows."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.types.run import ToolResult

MOST_NAMED = 5


def flagged(text: str) -> bool:
    """The text speaks to a language model, as no rule does; it is data and never an order."""
    return addresses_assistant(text)


def evidence_warnings(results: Sequence[ToolResult]) -> tuple[str, ...]:
    """One line for each clause and tool reply found that gives such orders, the first few."""
    hits = [hit for result in results if result.output for hit in result.output.hits]
    named = dict.fromkeys(hit.id for hit in hits if flagged(hit.clause.text) or flagged(hit.clause.heading))
    return tuple(f"{name} gives orders to a language model; they are not followed." for name in named)[
        :MOST_NAMED
    ]
