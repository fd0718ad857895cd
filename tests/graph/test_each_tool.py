"""The compiled graph over the sample corpus, with one real tool at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.testing import Scripted, grade, plan
from regulations_agent.types.run import Draft, Plan, Question, ToolCall, ToolResult

pytestmark = pytest.mark.slow


class Quoting(Scripted):
    """Answers with the first clause that was found, word for word."""

    def draft(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft:
        outputs = [result.output for result in results if result.output]
        hits = [hit for output in outputs for hit in output.hits if hit.clause.text]
        if not hits:
            return Draft("".join(output.summary for output in outputs), refused="out_of_scope")
        return Draft(hits[0].clause.text, (cite(hits[0]),))


def agent_with(index: Path, tool: str, args: dict[str, object]) -> Agent:
    script = Quoting([plan(ToolCall("r1c1", tool, args))], grades=[grade(9)])
    return Agent.open(index, reasoner=script, tools=[tool])


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("regulation_search", {"query": "unsafe release of a car", "season": 2019}),
        ("regulation_search", {"query": "unsafe release of a car", "clause": "B3.4.3"}),
        ("regulation_summary", {"topic": "the pit lane"}),
        ("general_rag", {"query": "What is a Competitor?", "term": "Competitor"}),
        ("penalty_lookup", {"breach": "a car is released unsafely"}),
        (
            "regulation_comparison",
            {"old": "2018/sporting", "new": "2019/sporting", "topic": "pit lane speed"},
        ),
    ],
)
def test_a_tool_alone_brings_evidence_that_is_quoted_and_verified(
    sample_index: Path, tool: str, args: dict[str, object]
) -> None:
    agent = agent_with(sample_index, tool, args)
    answer = agent.ask("Well?")
    assert answer.ok, answer.error
    assert (answer.tools, answer.iterations, answer.warnings) == ((tool,), 1, ())
    assert [step.node for step in answer.steps] == ["screen", "reason", "act", "reflect", "grade", "finish"]
    assert answer.tool_calls[0].ok and answer.tool_calls[0].output
    citation = answer.citations[0]
    assert citation.verified and citation.boxes and citation.quote == answer.text
    assert citation.page == citation.boxes[0].page


def test_the_handler_of_what_is_out_of_scope_alone_says_what_it_can_do(sample_index: Path) -> None:
    agent = agent_with(sample_index, "out_of_scope_handler", {"question": "Will it rain?"})
    answer = agent.ask("Will it rain?")
    assert (answer.ok, answer.refused, answer.intent) == (True, "out_of_scope", "out_of_scope")
    assert answer.iterations == 1 and answer.citations == () and answer.text


def test_the_agent_shows_a_clause_an_outline_and_a_comparison(sample_index: Path) -> None:
    agent = Agent.open(sample_index, reasoner=Quoting([plan()]))
    clause = agent.clause("2019/sporting/B3.4.3")
    assert clause.clause_id == "2019/sporting@2/B3.4.3" and clause.path[-1].clause == "B3.4.3"
    assert [step.document for step in clause.history][-2:] == ["2019/sporting@1", "2019/sporting@2"]
    top = agent.outline("2019/sporting")
    assert all(entry.clause_id.startswith("2019/sporting@2/") for entry in top) and len(top) > 3
    view = agent.compare("2018/sporting@1", "2018/sporting@2")
    assert view.summary.unchanged > view.summary.modified > 0
    weights = {kind: {c.weight for c in view.changes if c.kind == kind} for kind in ("unchanged", "added")}
    assert weights["unchanged"] == {0.0} and all(0 < weight <= 1 for weight in weights["added"])
