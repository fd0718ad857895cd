"""A model server that fails in every way known: the answer comes in time and says who wrote it."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, count, repeat

import pytest

from regulations_agent.agent import Agent
from regulations_agent.reasoning.model.budget import Budget, in_line
from regulations_agent.types.answer import Answer
from tests.openai_server import Body, Fault, ModelServer, Play, Say, error, fill, honest, step_of
from tests.reasoning.served import COMPUTED, QUESTION, agent

pytestmark = pytest.mark.slow
WARNED = "The model server gave no usable answer and the embedded engine took over: "
CHUNK = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m"}
FIRST_TOKEN = {"index": 0, "delta": {"role": "assistant", "content": "The"}, "finish_reason": None}
SLACK = 4.0
"""Seconds that a busy machine may take beyond what is waited for."""


def completion(content: str = "", choices: list[object] | None = None) -> bytes:
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {"id": "x", "object": "chat.completion", "created": 1, "model": "m"}
    return json.dumps({**body, "choices": [choice] if choices is None else choices}).encode()


def asked(server: ModelServer, question: str = QUESTION, **settings: object) -> tuple[Answer, float]:
    """The answer and the seconds it took, the loading of the client aside."""
    made = agent(server, **settings)
    made.ask("Who won?", fresh=True, tool="out_of_scope_handler", tool_input={"question": "Who won?"})
    server.heard.clear()
    began = time.monotonic()
    return made.ask(question, fresh=True), time.monotonic() - began


def sound(answer: Answer) -> bool:
    """Nothing is doubled, and every quote stands."""
    once = (
        len(answer.warnings) == len(set(answer.warnings))
        and re.sub(r"^>.*", "", answer.answer, flags=re.M).count("The speed limit in the pit lane") == 1
    )
    return answer.ok and once and bool(answer.citations) and all(c.verified for c in answer.citations)


def first(fault: Fault | Say, then: Play = honest) -> Play:
    """Fails once, then behaves."""
    turns: Iterator[Callable[[Body], Say | Fault]] = chain([lambda _: fault], repeat(then))
    return lambda body: next(turns)(body)


@pytest.fixture(scope="module", autouse=True)
def _client_is_loaded() -> None:
    import langchain_openai  # noqa: F401


def test_a_busy_server_is_asked_again_when_it_says() -> None:
    with ModelServer(first(error(429, "slow down", {"Retry-After": "1"}))) as server:
        answer, _ = asked(server)
        assert server.steps == ["write", "write"]
        assert server.heard[1].at - server.heard[0].at >= 1
    assert answer.engine == "openai:scripted" and not answer.warnings and sound(answer)
    assert answer.usage.llm_calls == 2


def test_a_server_that_wants_more_time_than_there_is_is_not_waited_for() -> None:
    with ModelServer(lambda _: error(429, "come back tomorrow", {"Retry-After": "86400"})) as server:
        answer, seconds = asked(server)
        assert server.steps == ["write"]
    assert seconds < SLACK and answer.engine == "extractive" and sound(answer)
    assert answer.warnings == (f"{WARNED}scripted: 429 come back tomorrow.",)


def test_a_server_whose_date_has_passed_is_asked_at_once() -> None:
    past = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}
    with ModelServer(first(error(503, "restarting", past))) as server:
        answer, seconds = asked(server)
    assert seconds < SLACK and answer.engine == "openai:scripted" and sound(answer)


def test_a_broken_server_is_tried_as_often_as_the_settings_say() -> None:
    with ModelServer(lambda _: error(500, "out of memory")) as server:
        answer, _ = asked(server, model_attempts=3)
        assert server.steps == ["write"] * 3
    assert answer.engine == "extractive" and sound(answer)
    assert answer.warnings == (f"{WARNED}scripted: 500 out of memory.",)


def test_no_server_at_all() -> None:
    with ModelServer(honest) as server:
        pass
    answer, seconds = asked(server)
    assert seconds < SLACK and answer.engine == "extractive" and sound(answer)
    assert answer.warnings[0].startswith(f"{WARNED}scripted: no connection")


def test_a_server_that_hangs_is_left_at_the_deadline() -> None:
    with ModelServer(lambda _: Fault(before=60)) as server:
        answer, seconds = asked(server, model_call_seconds=1.0)
        assert server.steps == ["write"]
    assert 1 <= seconds < 1 + SLACK and answer.engine == "extractive" and sound(answer)
    assert answer.warnings == (f"{WARNED}scripted: no reply within 1 s.",)


def test_a_slow_drip_does_not_pass_the_deadline() -> None:
    """Each byte comes well within the time-out of a read; all of them would take minutes."""
    with ModelServer(lambda _: Fault(body=completion("word " * 500), drip=0.1)) as server:
        answer, seconds = asked(server, model_call_seconds=1.0)
        assert server.steps == ["write"]
    assert 1 <= seconds < 1 + SLACK and answer.engine == "extractive" and sound(answer)


def test_all_requests_of_a_question_share_one_deadline() -> None:
    def late(body: Body) -> Fault:
        from tests.openai_server import whole

        return Fault(body=whole(honest(body), body).body, before=1.5)

    with ModelServer(late) as server:
        answer, seconds = asked(server, COMPUTED, model_seconds=2.5)
        assert server.steps == ["plan", "write"]
    assert seconds < 2.5 + SLACK and answer.engine == "extractive" and answer.ok and answer.citations


@pytest.mark.parametrize(("at_once", "most"), [(None, 1), (3, 3)])
def test_a_server_of_this_machine_is_sent_one_request_at_a_time_unless_set(
    at_once: int | None, most: int
) -> None:
    inside, seen = count(1), list[int]()
    all_in = threading.Barrier(most)

    def counted(body: Body) -> Say | Fault:
        seen.append(next(inside) - len(left))
        all_in.wait(10)
        left.append(1)
        return honest(body)

    left: list[int] = []
    with ModelServer(counted) as server:
        made = agent(server, model_at_once=at_once)
        with ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(lambda _: made.ask(QUESTION, fresh=True), range(3)))
    assert max(seen) == most and all(answer.engine == "openai:scripted" for answer in answers)


@pytest.mark.parametrize("together", [1, 2])
def test_the_embedded_answer_is_there_before_the_time_of_its_question_is_up(together: int) -> None:
    """Whether the server is at work on it, or on another question all the time."""
    slow = Fault(before=60.0)
    with ModelServer([slow]) as server:
        made = agent(server, model_at_once=1, model_seconds=60, answer_seconds=5.0)
        made.ask("Who won?", fresh=True, tool="out_of_scope_handler", tool_input={"question": "Who won?"})
        with ThreadPoolExecutor(together) as pool:
            answers = list(pool.map(lambda _: made.ask(QUESTION, fresh=True), range(together)))
    for answer in answers:
        assert sound(answer) and answer.engine == "extractive"
        assert any(warning.startswith(WARNED) for warning in answer.warnings)


def test_time_in_line_is_nobodys_delay() -> None:
    now = iter([10.0, 70.0, 75.0])  # when it joins the line, is at the front, and looks what is left
    budget = Budget(90.0, 1_000, clock=lambda: next(now), began=0.0)
    with in_line(threading.BoundedSemaphore(1), budget):
        assert budget.left() == 75.0


UNUSABLE = {
    "malformed JSON": (Fault(body=b'{"id": "x", "choices": [{"mess'), "the reply is no JSON"),
    "no choices": (Fault(body=completion(choices=[])), "the reply is no chat completion"),
    "20 MB": (Fault(body=completion("a" * 20_000_000)), "longer than 4,000,000 bytes"),
    "cut off by its length": (Say('{"intent": "sea', finish="length"), "the reply breaks off"),
    "null": (Fault(body=b"null"), "the reply is no chat completion"),
    "numbers": (Fault(body=b"[1, 2, 3]"), "the reply is no chat completion"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_unusable_reply_costs_one_request(name: str) -> None:
    fault, said = UNUSABLE[name]
    with ModelServer(lambda _: fault) as server:
        answer, seconds = asked(server)
        assert server.steps == ["write"]
    assert answer.engine == "extractive" and sound(answer) and seconds < SLACK
    assert len(answer.warnings) == 1 and said in answer.warnings[0]


def test_a_page_of_html_is_no_model_server() -> None:
    with ModelServer(lambda _: Fault(body=b"<html>Please log in</html>", kind="text/html")) as server:
        answer, _ = asked(server)
        assert server.steps == ["write"]
    assert answer.engine == "extractive" and sound(answer)
    assert answer.warnings == (f"{WARNED}scripted: the server answered with text/html, not with JSON.",)


def test_a_wrong_key_is_not_tried_twice_and_never_shown() -> None:
    with ModelServer(lambda _: error(401, "Incorrect API key provided: sk-secret-123.")) as server:
        answer, _ = asked(server, openai_api_key="sk-secret-123")
        assert server.steps == ["write"]
    assert answer.engine == "extractive" and "sk-secret" not in "".join(answer.warnings)


def test_a_refusal_goes_to_the_next_model_and_then_to_the_embedded_engine() -> None:
    with ModelServer(lambda _: Say(refusal="I cannot help with that.")) as server:
        answer, _ = asked(server, models=["other"])
        models = [heard.body["model"] for heard in server.heard]
        assert models == ["scripted", "other"] and server.steps == ["write", "write"]
    assert answer.engine == "extractive" and sound(answer)
    assert "scripted: refused (I cannot help with that.); other: refused" in answer.warnings[0]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_the_next_model_answers_where_the_first_fails(status: int) -> None:
    def play(body: Body) -> Say | Fault:
        return error(status, "no") if body["model"] == "scripted" else honest(body)

    with ModelServer(play) as server:
        answer, _ = asked(server, models=["other"], model_attempts=1)
        assert server.steps == ["write", "write"]
    assert answer.engine == "openai:other" and sound(answer)
    assert answer.warnings == (f"A model did not answer and the next one was asked: scripted: {status} no.",)


def test_the_next_model_answers_where_the_first_hangs() -> None:
    def play(body: Body) -> Say | Fault:
        return Fault(before=60) if body["model"] == "scripted" else honest(body)

    with ModelServer(play) as server:
        answer, seconds = asked(server, models=["other"], model_call_seconds=0.7)
    assert answer.engine == "openai:other" and sound(answer) and seconds < 3 * 0.7 + SLACK


def test_a_wrong_form_is_sent_back_once_with_what_is_wrong() -> None:
    with ModelServer(lambda body: fill(body, {"answer": "80"}), tools=False) as server:
        answer, _ = asked(server)
        assert server.steps == ["write"] * 2
        assert "answered: Field required" in server.heard[-1].text
    assert answer.engine == "extractive" and sound(answer)


def test_a_form_that_is_mended_is_used() -> None:
    def play(body: Body) -> Say:
        wrong = step_of(body) == "write" and "could not be used" not in str(body["messages"])
        return fill(body, {"answered": "perhaps"}) if wrong else honest(body)

    with ModelServer(play) as server:
        answer, _ = asked(server)
        assert server.steps == ["write", "write"]
    assert answer.engine == "openai:scripted" and not answer.warnings and sound(answer)


def test_a_function_that_is_not_called_gives_nothing_and_is_asked_for_once_more() -> None:
    """Function calling that returns None: the server takes the function, the model talks instead."""

    def play(body: Body) -> Say | Fault:
        return Say("Let me think.") if step_of(body) == "write" else honest(body)

    with ModelServer(play, json_schema=False) as server:
        answer, _ = asked(server)
        assert server.steps == ["write"] * 3
        assert server.heard[-1].body["tool_choice"]["function"]["name"] == "DraftForm"
    assert answer.engine == "extractive" and sound(answer)
    assert "there is no JSON object of that form in it" in answer.warnings[0]


def test_a_stream_that_is_cut_after_the_first_token_is_asked_for_again_and_nothing_is_doubled() -> None:
    data = f"data: {json.dumps({**CHUNK, 'choices': [FIRST_TOKEN]})}\n\n".encode()
    cut = Fault(body=data + b" " * 500, kind="text/event-stream", cut=len(data))
    with ModelServer(first(cut)) as server:
        answer, _ = asked(server, model_stream=True)
        assert server.steps == ["write", "write"]
    assert answer.engine == "openai:scripted" and not answer.warnings and sound(answer)
    with ModelServer(lambda _: cut) as server:
        answer, _ = asked(server, model_stream=True)
        assert server.steps == ["write", "write"]
    assert answer.engine == "extractive" and sound(answer)


def test_a_stream_that_ends_without_saying_so_is_no_reply() -> None:
    data = f"data: {json.dumps({**CHUNK, 'choices': [FIRST_TOKEN]})}\n\n".encode()
    with ModelServer(lambda _: Fault(body=data, kind="text/event-stream")) as server:
        answer, _ = asked(server, model_stream=True)
    assert answer.engine == "extractive" and sound(answer) and "breaks off" in answer.warnings[0]


def test_streams_give_the_same_answer() -> None:
    with ModelServer(honest) as server:
        plain, _ = asked(server)
        flowing, _ = asked(server, model_stream=True)
        assert all(heard.body["stream"] for heard in server.heard)
    assert flowing.answer == plain.answer and flowing.usage == plain.usage


def test_a_server_without_tools_is_asked_by_form_and_that_is_remembered() -> None:
    with ModelServer(honest, tools=False) as server:
        made = agent(server)
        answers = [made.ask(COMPUTED, fresh=True) for _ in range(2)]
        assert server.steps == ["plan", "plan", "write", "plan", "write"]
    assert all(answer.engine == "openai:scripted" and answer.citations for answer in answers)


def test_a_server_without_json_schema_is_asked_by_function_and_that_is_remembered() -> None:
    with ModelServer(honest, json_schema=False) as server:
        made = agent(server)
        answers = [made.ask(QUESTION, fresh=True) for _ in range(2)]
        assert server.steps == ["write", "write", "write"]
    assert all(answer.engine == "openai:scripted" and sound(answer) for answer in answers)


def test_a_server_with_json_mode_alone_is_asked_in_json_mode() -> None:
    with ModelServer(honest, json_schema=False, tools=False) as server:
        made = agent(server)
        answers = [made.ask(QUESTION, fresh=True) for _ in range(2)]
        assert server.steps[-1] == "write"
        assert server.heard[-1].body["response_format"] == {"type": "json_object"}
    assert all(answer.engine == "openai:scripted" and sound(answer) for answer in answers)


def test_a_model_that_takes_no_temperature_is_asked_without() -> None:
    def play(body: Body) -> Say | Fault:
        return error(400, "Unsupported value", param="temperature") if "temperature" in body else honest(body)

    with ModelServer(play) as server:
        answer, _ = asked(server)
        assert server.steps == ["write", "write"]
    assert answer.engine == "openai:scripted" and sound(answer)


def test_without_leave_to_fall_back_the_failure_is_the_answer() -> None:
    with ModelServer(lambda _: error(500, "down")) as server:
        answer, _ = asked(server, fallback=False)
    assert not answer.ok and answer.error is not None and answer.error.type == "ModelError"
    assert answer.error.message == "The model server gave no answer: scripted: 500 down."


def test_what_a_failed_run_has_used_is_counted_all_the_same() -> None:
    """The plan is made, the writing fails: both have cost something."""
    with ModelServer(lambda body: honest(body) if step_of(body) == "plan" else Say("no form")) as server:
        answer, _ = asked(server, COMPUTED, fallback=False, model_prices={"scripted": (1.0, 2.0)})
        heard = len(server.heard)
    assert not answer.ok and answer.error is not None and answer.error.type == "ModelError"
    assert answer.usage.llm_calls == heard == 3 and answer.usage.cost_usd > 0


def test_a_cancelled_run_makes_no_later_request() -> None:
    with ModelServer(lambda _: Fault(before=30)) as server:
        made: Agent = agent(server)
        events = made.stream(QUESTION, fresh=True)
        next(iter(events))
        while not server.heard:
            time.sleep(0.01)
        began = time.monotonic()
        events.close()
        assert time.monotonic() - began < 1 + SLACK
        time.sleep(0.5)
        assert len(server.heard) == 1


def test_a_server_that_breaks_on_an_unknown_form_is_asked_in_another_way() -> None:
    """llama-cpp-python answers 500 to a `response_format` that it does not know."""

    def play(body: Body) -> Say | Fault:
        if body.get("response_format", {}).get("type") == "json_schema":
            return error(500, "1 validation error: {'loc': ('body', 'response_format', 'type')}")
        return honest(body)

    with ModelServer(play) as server:
        answer, _ = asked(server)
        assert server.steps == ["write", "write"]
    assert answer.engine == "openai:scripted" and sound(answer)


def test_a_stream_that_repeats_the_names_of_tools_is_understood() -> None:
    """llama-cpp-python sends the name with every piece of a stream."""

    def play(body: Body) -> Say | Fault:
        said = honest(body)
        return Say(said.text, [(name * 3, args) for name, args in said.calls])

    with ModelServer(play, json_schema=False) as server:
        answer, _ = asked(server, COMPUTED, model_stream=True)
        assert server.steps[:2] == ["plan", "write"], "nothing was sent back"
    assert answer.engine == "openai:scripted" and answer.citations


def test_a_prompt_that_is_too_long_is_no_lack_of_tools() -> None:
    with ModelServer(first(error(400, "maximum context length is 10 tokens"))) as server:
        made = agent(server)
        short, second = (made.ask(COMPUTED, fresh=True) for _ in range(2))
        assert server.steps == ["plan", "write"] * 2 and server.heard[2].body["tools"]
    assert short.engine == second.engine == "openai:scripted"
    assert "maximum context length" in short.warnings[0] and not second.warnings
