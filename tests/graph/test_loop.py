"""The compiled graph, driven by scripts."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.errors import ModelError
from regulations_agent.testing import Scripted, Shelf, grade, plan
from regulations_agent.types.answer import UNSURE
from regulations_agent.types.run import Draft, Grade, Plan, ToolCall

MakeAgent = Callable[..., Agent]
ROOT = Path(__file__).parents[2]


def call(tool: str = "find", number: str = "1.1", *, round: int = 1, n: int = 1) -> ToolCall:
    return ToolCall(f"r{round}c{n}", tool, {"number": number}, round)


def rounds(count: int) -> list[Plan]:
    """Plans that differ from one another, all of which find something."""
    numbers = ["1.1", "1.2", "1.3"]
    return [plan(call(number=numbers[n], round=n + 1), query=f"query {n + 1}") for n in range(count)]


def test_a_draft_that_reaches_the_threshold_ends_the_loop(make_agent: MakeAgent) -> None:
    answer = make_agent(Scripted(rounds(3), [Draft("good")], [grade(7.0)])).ask("Well?")
    assert (answer.ok, answer.text, answer.iterations, answer.warnings) == (True, "good", 1, ())
    assert [step.node for step in answer.steps] == ["reason", "act", "reflect", "grade", "finish"]
    assert answer.quality is not None and answer.quality.overall == 7.0


def test_the_best_of_three_rounds_is_the_answer_and_says_that_it_is_below(make_agent: MakeAgent) -> None:
    drafts = [Draft("first"), Draft("second"), Draft("third")]
    script = Scripted(rounds(3), drafts, [grade(3), grade(6.97), grade(6)])
    answer = make_agent(script).ask("Well?")
    assert answer.text == "second" and answer.iterations == 3
    assert [(r.round, r.query, r.strategy, r.overall) for r in answer.rounds] == [
        (1, "query 1", None, 3),
        (2, "query 2", "REFINE_QUERY", 6.97),
        (3, "query 3", "SWITCH_TOOL", 6),
    ]
    assert answer.warnings == (f"{UNSURE} (graded 6.97 of 10; from 7 on an answer counts as sure).",)
    assert answer.tools == ("find", "find", "find")
    assert [c.round for c in answer.tool_calls] == [1, 2, 3]


def test_the_strategy_that_the_grade_asks_for_comes_before_the_untried_ones(make_agent: MakeAgent) -> None:
    script = Scripted(rounds(3), grades=[grade(2, "MULTI_TOOL_ORCHESTRATION"), grade(2, "REFINE_QUERY")])
    answer = make_agent(script).ask("Well?")
    assert [r.strategy for r in answer.rounds] == [None, "MULTI_TOOL_ORCHESTRATION", "REFINE_QUERY"]


def test_a_strategy_that_is_not_allowed_gives_way_and_none_left_ends_the_loop(make_agent: MakeAgent) -> None:
    script = Scripted(rounds(3), grades=[grade(2, "SWITCH_TOOL")])
    answer = make_agent(script, strategies=("REFINE_QUERY",)).ask("Well?")
    assert [r.strategy for r in answer.rounds] == [None, "REFINE_QUERY"]
    assert answer.warnings[0].startswith(UNSURE)


def test_the_reasoner_is_told_what_the_rounds_before_brought(make_agent: MakeAgent) -> None:
    script = Scripted(rounds(3), grades=[grade(2), grade(9)])
    make_agent(script).ask("Well?")
    first, second = script.feedback
    assert first is None and second is not None
    assert (second.round, second.strategy, second.grade) == (2, "REFINE_QUERY", grade(2))
    assert [p.query for p in second.plans] == ["query 1"] and len(second.results) == 1
    assert [len(results) for results in script.evidence] == [1, 2]


def test_a_plan_that_repeats_an_earlier_one_is_not_carried_out_again(make_agent: MakeAgent) -> None:
    again = plan(call(round=2, n=7), query="the same in other words")
    script = Scripted([rounds(1)[0], again], [Draft("once")], [grade(4)])
    answer = make_agent(script).ask("Well?")
    assert (answer.text, answer.iterations, len(answer.tool_calls)) == ("once", 1, 1)
    assert answer.warnings[0].startswith(UNSURE)


@pytest.mark.parametrize("tool", ["nothing", "breaks", "rubbish", "hangs"])
def test_a_round_without_evidence_asks_for_another_even_when_it_is_graded_well(
    make_agent: MakeAgent, tool: str
) -> None:
    script = Scripted(
        [plan(call(tool)), plan(call(number="1.2", round=2))], [Draft("a"), Draft("b")], [grade(9)]
    )
    answer = make_agent(script).ask("Well?")
    assert answer.ok and answer.iterations == 2 and answer.tools == (tool, "find")
    assert answer.tool_calls[0].ok is (tool == "nothing")


def test_an_answer_without_any_evidence_says_so(make_agent: MakeAgent) -> None:
    script = Scripted(
        [plan(call("nothing", number=str(n), round=n + 1)) for n in range(3)], grades=[grade(9)]
    )
    answer = make_agent(script).ask("Well?")
    assert answer.iterations == 3 and answer.warnings == ("No tool brought evidence for this answer.",)


def test_failing_tools_are_recorded_and_the_round_goes_on_within_the_deadline(make_agent: MakeAgent) -> None:
    calls = [call(tool, n=n) for n, tool in enumerate(("breaks", "hangs", "rubbish", "find"), 1)]
    began = time.monotonic()
    answer = make_agent(Scripted([plan(*calls)], [Draft("fine")])).ask("Well?")
    assert time.monotonic() - began < 0.5 + 2.0
    assert answer.ok and answer.text == "fine" and answer.iterations == 1
    assert [c.ok for c in answer.tool_calls] == [False, False, False, True]
    assert answer.warnings == (
        "breaks failed: ZeroDivisionError: broken tool",
        "hangs failed: No result within 0.5 s.",
        "rubbish failed: rubbish returned NoneType, not a ToolOutput.",
    )


@pytest.mark.slow
def test_a_run_with_a_hanging_tool_ends_its_process_soon_after_the_deadline() -> None:
    script = """
import time
from regulations_agent.testing import Scripted, plan
from regulations_agent.types.run import ToolCall
from tests.loop import SHELF, TOOLS
from regulations_agent.agent import Agent
from regulations_agent.settings import Settings
hang = plan(*(ToolCall(f"r1c{n}", "hangs", {}) for n in range(2)))
agent = Agent(SHELF, Scripted([hang]), TOOLS, Settings(tool_timeout_seconds=0.3, max_iterations=1))
agent.ask("warm up, so that imports are not counted")
began = time.monotonic()
answer = agent.ask("Well?")
print(answer.ok, [call.error for call in answer.tool_calls], flush=True)
print(began, flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, cwd=ROOT
    )
    said, began = done.stdout.splitlines()
    assert said == "True ['No result within 0.3 s.', 'No result within 0.3 s.']"
    assert time.monotonic() - float(began) < 0.3 + 2.0


def test_a_plan_without_calls_is_the_answer_that_it_gives(make_agent: MakeAgent) -> None:
    decline = plan(
        intent="out_of_scope", reply="Not about the rules.", refused="out_of_scope", warnings=("w",)
    )
    answer = make_agent(Scripted([decline])).ask("Weather?")
    assert (answer.text, answer.refused, answer.intent) == (
        "Not about the rules.",
        "out_of_scope",
        "out_of_scope",
    )
    assert (answer.iterations, answer.quality, answer.rounds, answer.warnings) == (0, None, (), ("w",))
    assert [step.node for step in answer.steps] == ["reason", "finish"]


def test_a_refusal_that_a_tool_words_needs_no_evidence(make_agent: MakeAgent) -> None:
    script = Scripted([plan(call("nothing"))], [Draft("No.", refused="out_of_scope")], [grade(2)])
    answer = make_agent(script).ask("Weather?")
    assert (answer.iterations, answer.refused, answer.warnings) == (1, "out_of_scope", ())


def test_without_rounds_a_question_is_planned_and_answered_once(make_agent: MakeAgent) -> None:
    script = Scripted(rounds(1), [Draft("at once")])
    answer = make_agent(script, max_iterations=0).ask("Well?")
    assert (answer.text, answer.quality, answer.iterations, answer.rounds) == ("at once", None, 0, ())
    assert script.graded == 0 and answer.tools == ("find",)


def test_a_quote_that_is_not_in_force_is_dropped_and_cut_from_the_text(
    make_agent: MakeAgent, shelf: Shelf
) -> None:
    hit = shelf.hit("2025/sporting@1/1.1")
    good, bad = cite(hit, "pit lane is 80km/h"), cite(hit, "pit lane is 60km/h")
    draft = Draft("Rule: pit lane is 80km/h. Or: pit lane is 60km/h.", (good, bad))
    answer = make_agent(Scripted(rounds(1), [draft])).ask("Well?")
    assert answer.citations == (good,) and good.verified
    assert answer.text == "Rule: pit lane is 80km/h. Or: [not verified]."
    assert answer.warnings == ("A quote of 2025/sporting@1/1.1 could not be verified and was dropped.",)
    assert [(a.deleted, a.inserted) for a in answer.amendments] == [(("60km/h",), ("80km/h",))]


def test_an_answer_of_which_no_quote_stands_is_an_abstention(make_agent: MakeAgent, shelf: Shelf) -> None:
    struck = cite(shelf.hit("2025/sporting@1/1.3"), "Cars must have six wheels.")
    answer = make_agent(Scripted(rounds(1), [Draft("Six wheels.", (struck,))])).ask("How many wheels?")
    assert answer.abstained and answer.citations == () and "Six" not in answer.text
    assert answer.searched.nearest == ("2025/sporting@1/1.1",)
    assert answer.searched.documents == ("2024/technical@3", "2025/sporting@1")


@pytest.mark.parametrize("node", ["plan", "draft", "grade"])
def test_a_failure_that_is_expected_ends_in_an_answer_with_its_error(
    make_agent: MakeAgent, node: str
) -> None:
    failure = ModelError("the server is away")
    script = Scripted(
        [failure] if node == "plan" else rounds(1),
        [failure] if node == "draft" else [Draft("drafted")],
        [failure] if node == "grade" else [grade(8)],
    )
    answer = make_agent(script, debug=True).ask("Well?")
    assert not answer.ok and answer.error is not None
    assert (answer.error.type, answer.error.message) == ("ModelError", "the server is away")
    assert answer.text == ("drafted" if node == "grade" else "No answer: the server is away")
    assert answer.steps[-1].node == "finish"


def test_a_bug_is_logged_and_answered_and_raised_when_debugging(
    make_agent: MakeAgent, caplog: pytest.LogCaptureFixture
) -> None:
    answer = make_agent(Scripted([KeyError("oops")])).ask("Well?")
    assert not answer.ok and answer.error is not None and answer.error.type == "KeyError"
    assert "Traceback" in caplog.text
    with pytest.raises(KeyError, match="oops"):
        make_agent(Scripted([KeyError("oops")]), debug=True).ask("Well?")


def test_a_later_round_that_fails_leaves_the_draft_before_it(make_agent: MakeAgent) -> None:
    script = Scripted([*rounds(1), ModelError("gone")], [Draft("first")], [grade(4)])
    answer = make_agent(script).ask("Well?")
    assert (answer.ok, answer.text, answer.iterations) == (False, "first", 1)


def test_the_graph_is_drawn_with_its_five_nodes() -> None:
    from regulations_agent.graph.loop.build import mermaid
    from regulations_agent.settings import Settings

    drawn = mermaid(Settings())
    assert all(f"{node}({node})" in drawn for node in ("reason", "act", "reflect", "grade", "finish"))
    assert "grade -.-> reason" in drawn and "error_handler" not in drawn


def test_a_graph_is_made_once_for_settings_that_draw_it_alike() -> None:
    from regulations_agent.graph.loop.build import build_graph
    from regulations_agent.settings import Settings

    assert build_graph(Settings()) is build_graph(Settings(max_iterations=1))
    assert build_graph(Settings()) is not build_graph(Settings(approval_answer=True))


def test_twelve_calls_of_a_plan_run_three_at_a_time(make_agent: MakeAgent) -> None:
    calls = [call("hangs", n=n) for n in range(3)] + [call("find", n=n) for n in range(3, 12)]
    answer = make_agent(Scripted([plan(*calls)])).ask("Well?")
    edges = sorted(
        (t, d) for c in answer.tool_calls for t, d in ((c.started, 1), (c.started + c.seconds, -1))
    )
    level, levels = 0, []
    for _, change in edges:
        levels.append(level := level + change)
    assert max(levels) == 3 and len(answer.tool_calls) == 12


def test_with_one_tool_at_a_time_a_plan_keeps_its_first_call(make_agent: MakeAgent) -> None:
    script = Scripted(
        [plan(call(n=1), call(number="1.2", n=2)), plan(call(number="1.2", round=2))], grades=[grade(3)]
    )
    answer = make_agent(script, multi_tool_enabled=False).ask("Well?")
    assert [c.args for c in answer.tool_calls] == [{"number": "1.1"}, {"number": "1.2"}]
    assert "MULTI_TOOL_ORCHESTRATION" not in [r.strategy for r in answer.rounds]


def test_calls_that_share_an_id_or_name_another_round_are_all_recorded(make_agent: MakeAgent) -> None:
    careless = [plan(call(number=n), call(number="1.2")) for n in ("1.1", "1.3")]
    answer = make_agent(Scripted(careless, grades=[grade(3)]), max_iterations=2).ask("Well?")
    assert [(c.round, c.args["number"]) for c in answer.tool_calls] == [
        (1, "1.1"),
        (1, "1.2"),
        (2, "1.3"),
        (2, "1.2"),
    ]
    assert len({(c.round, c.id) for c in answer.tool_calls}) == 4


def test_a_plan_that_says_nothing_is_an_abstention(make_agent: MakeAgent) -> None:
    answer = make_agent(Scripted([plan()])).ask("Well?")
    assert answer.abstained and answer.text == "There is no answer to that."


def test_grades_are_what_the_reasoner_says(make_agent: MakeAgent) -> None:
    mixed = Grade(grade(8).quality, missing=("units",))
    answer = make_agent(Scripted(rounds(1), grades=[mixed])).ask("Well?")
    assert answer.steps[3].summary == "8.0, lacks units"
