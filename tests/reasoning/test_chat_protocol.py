"""What is asked of a model server is bounded, in turn, counted, and fits the context that it has."""

from __future__ import annotations

import json

import pytest

from regulations_agent.reasoning.model.forms import DraftForm, GradeForm, PlanForm, salvaged
from regulations_agent.reasoning.model.models import SILENT
from regulations_agent.reasoning.model.schema import schema_of, without_bounds
from tests.openai_server import Body, Fault, ModelServer, Say, error, evidence_of, fill, honest, step_of
from tests.reasoning.served import COMPUTED, QUESTION, agent

SENTENCE = {
    "text": "The speed limit in the pit lane is 80 km/h.", "evidence": [1], "expression": None, "item": False
}  # fmt: skip


def test_every_list_and_text_of_a_form_has_an_end() -> None:
    """Small models never stop by themselves."""

    def endless(part: object, name: str = "") -> list[str]:
        if not isinstance(part, dict):
            return []
        kind = part.get("type")
        lacks = (kind == "array" and "maxItems" not in part) or (
            kind == "string" and not {"maxLength", "enum"} & part.keys()
        )
        inner = [(part.get("items"), name), *((p, n) for n, p in part.get("properties", {}).items())]
        inner += [(p, name) for p in part.get("anyOf", ())]
        return [name] * lacks + [found for p, n in inner for found in endless(p, n)]

    narrowed = {"tool": ["a"], "evidence": [1, 2]}
    assert [endless(schema_of(form, narrowed)) for form in (PlanForm, DraftForm, GradeForm)] == [[], [], []]


def test_a_field_may_have_the_values_that_are_possible() -> None:
    schema = json.dumps(schema_of(DraftForm, {"evidence": [1, 2, 3]}))
    assert '"enum": [1, 2, 3]' in schema and '"enum": ["yes", "no", "depends", "none"]' in schema
    assert "maxLength" not in json.dumps(without_bounds(schema_of(DraftForm)))


@pytest.mark.slow
def test_a_server_that_knows_no_bounds_is_asked_without() -> None:
    def play(body: Body) -> Say | Fault:
        if "maxLength" in json.dumps(body.get("response_format", {})):
            return error(400, "Invalid schema: 'maxLength' is not permitted.", param="response_format")
        return honest(body)

    with ModelServer(play) as server:
        made = agent(server)
        answers = [made.ask(QUESTION, fresh=True) for _ in range(2)]
        assert server.steps == ["write", "write", "write"]
        assert server.heard[-1].body["response_format"]["type"] == "json_schema"
    assert all(answer.engine == "openai:scripted" for answer in answers)


@pytest.mark.slow
def test_a_reply_in_words_turns_tools_off_for_the_one_question_only() -> None:
    """Three in a row are a lack."""

    def play(body: Body) -> Say | Fault:
        return Say("I think of the pit lane.") if body.get("tools") else honest(body)

    with ModelServer(play, json_schema=True) as server:
        made = agent(server)
        for _ in range(SILENT + 1):
            made.ask(COMPUTED, fresh=True)
        offered = [bool(heard.body.get("tools")) for heard in server.heard if heard.step == "plan"]
    assert offered == [True, False] * SILENT + [False]


@pytest.mark.slow
def test_cut_replies_are_charged_and_do_not_end_the_use_of_tools() -> None:
    cut = Say("The pit", finish="length", usage=(900, 300))
    with ModelServer([cut]) as server:
        made = agent(server)
        answers = [made.ask(COMPUTED, fresh=True) for _ in range(2)]
        assert all(heard.body.get("tools") for heard in server.heard if heard.step == "plan")
    assert [answer.usage.output_tokens for answer in answers] == [600, 600]
    assert [answer.usage.input_tokens for answer in answers] == [1800, 1800]


@pytest.mark.slow
def test_whole_sentences_of_a_reply_that_breaks_off_are_kept() -> None:
    def play(body: Body) -> Say | Fault:
        if step_of(body) != "write":
            return honest(body)
        number = next(n for n, text in evidence_of(body).items() if "speed limit in the pit lane is" in text)
        said = json.dumps(
            {"answered": True, "verdict": "none", "sentences": [{**SENTENCE, "evidence": [number]}]}
        )
        return Say(f'{said[:-2]}, {{"text": "At the Mon', finish="length")

    with ModelServer(play) as server:
        answer = agent(server).ask(QUESTION, fresh=True)
    assert answer.engine == "openai:scripted" and "pit lane is 80 km/h. [1]" in answer.answer


def test_nothing_is_salvaged_from_a_reply_without_a_whole_sentence() -> None:
    assert salvaged('{"answered": true, "sentences": [{"text": "The sp') is None
    assert salvaged("") is None


@pytest.mark.slow
def test_evidence_is_shortened_for_a_small_context_and_that_is_remembered() -> None:
    asked = "Summarise the rules."
    with ModelServer(honest) as server:
        agent(server, model_reply_tokens=100).ask(asked, fresh=True, tool="regulation_summary")
        needed = len(json.dumps(server.heard[0].body["messages"])) // 4 + 100
    with ModelServer(honest, context=needed - 50) as server:
        made = agent(server, model_reply_tokens=100)
        first = made.ask(asked, fresh=True, tool="regulation_summary")
        tried = server.steps.count("write")
        server.heard.clear()
        second = made.ask(asked, fresh=True, tool="regulation_summary")
        assert tried == 2 and server.steps.count("write") == 1
    assert not any("maximum context" in warning for warning in (*first.warnings, *second.warnings))


@pytest.mark.slow
def test_what_was_unusable_is_not_asked_for_again_in_a_later_round() -> None:
    def play(body: Body) -> Say | Fault:
        return Say("no form") if step_of(body) == "write" else honest(body)

    with ModelServer(play) as server:
        agent(server, max_iterations=3, quality_threshold=9.9).ask(QUESTION, fresh=True)
        assert server.steps.count("write") == 2 and server.steps.count("plan") > 1


@pytest.mark.slow
def test_the_lower_of_two_grades_decides() -> None:
    def play(body: Body) -> Say | Fault:
        if step_of(body) != "grade":
            return honest(body)
        marks = dict.fromkeys(("completeness", "accuracy", "clarity", "specificity"), 10)
        return fill(body, {**marks, "missing": [], "strategy": None})

    with ModelServer(play) as server:
        answer = agent(server).ask(QUESTION, fresh=True)
    assert answer.engine == "openai:scripted" and answer.quality is not None and answer.quality.overall < 10
