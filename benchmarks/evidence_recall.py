"""How often the gold clause stands in what a language model is shown: the ceiling of what it can answer.

    python -m benchmarks.evidence_recall INDEXES SET.jsonl... [--tokens N]

INDEXES as `benchmarks.fit_chances` takes it: an index of each book, and `fia`. No model is asked: the
embedded engine plans one round, and what `EVIDENCE_TOKENS` tokens hold of it is looked at.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.strangers import placed
from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.figures import interval
from regulations_agent.evaluation.scorers import cited_clauses, names
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.model.evidence import Piece, collect
from regulations_agent.settings import Settings, load_settings
from regulations_agent.types.run import Draft, Plan, Question, ToolResult


class Looking(Extractive):
    """The embedded engine, keeping what a model would be shown."""

    shown: tuple[Piece, ...] = ()

    def draft(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft:
        tokens = self.settings.evidence_tokens
        self.shown = collect(self.read(question), results, self.library, tokens, frozenset()).pieces
        return super().draft(question, plan, results)


def looking(settings: Settings) -> tuple[Agent, Looking]:
    agent = Agent.open(settings=settings)
    engine = Looking(agent.library, agent.tools, settings)
    return Agent.open(settings=settings, reasoner=engine, keep_runs=False), engine


def is_shown(item: Item, pieces: Sequence[Piece]) -> bool:
    """A gold or alternative clause is among the pieces."""
    cited = cited_clauses([cite(p.hit, p.hit.clause.text) for p in pieces if p.hit], item.documents)
    return any(names(c, gold) for c in cited for gold in (*item.gold_clauses, *item.alt_clauses))


def main(indexes: Path, files: Sequence[Path], tokens: int | None) -> None:
    agents: dict[str, tuple[Agent, Looking]] = {}
    options = {} if tokens is None else {"evidence_tokens": tokens}
    for file in files:
        marks: dict[str, list[tuple[bool, int]]] = {"FIA": [], "other books": []}
        for _, name, item in placed(indexes, file):
            if item.expect != "answer" or not item.gold_clauses:
                continue
            if name not in agents:
                agents[name] = looking(load_settings(None, index=indexes / name, max_iterations=1, **options))
            agent, engine = agents[name]
            engine.shown = tuple[Piece, ...]()
            agent.try_ask(item.question, **item.options)
            part = marks["FIA" if name == "fia" else "other books"]
            part.append((is_shown(item, engine.shown), sum(len(p.text) for p in engine.shown)))
        for part_name, seen in marks.items():
            if seen:
                held = [float(found) for found, _ in seen]
                low, high = interval(held)
                size = sum(size for _, size in seen) / len(seen)
                sys.stdout.write(
                    f"{file.stem}, {part_name}: {sum(held):g} of {len(held)} = {sum(held) / len(held):.3f} "
                    f"[{low:.3f}, {high:.3f}], {size:,.0f} characters at the mean\n"
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("indexes", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--tokens", type=int)
    given = parser.parse_args()
    main(given.indexes, given.files, given.tokens)
