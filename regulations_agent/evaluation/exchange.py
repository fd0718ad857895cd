"""Results under the names of other tools: RAGAS rows, and samples of Inspect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.run import Result

Format = Literal["ragas", "inspect"]
FORMATS: tuple[Format, ...] = ("ragas", "inspect")


def exported(items: Sequence[Item], results: Sequence[Result], format: Format) -> Iterator[dict[str, object]]:
    """One row a question that has a result."""
    answers = {result.id: result.answer for result in results}
    for item in items:
        if (answer := answers.get(item.id)) is None:
            continue
        quotes = [citation.quote for citation in answer.citations]
        if format == "ragas":
            yield {
                "user_input": item.question,
                "retrieved_contexts": quotes,
                "response": answer.answer,
                "reference": item.answer,
                "reference_contexts": [],
            }
        else:
            yield {
                "id": item.id,
                "input": item.question,
                "target": item.answer,
                "metadata": {"category": item.category, "gold_clauses": list(item.gold_clauses)},
                "output": {"completion": answer.answer, "model": answer.engine},
            }
