"""What a reader sees while a language model writes: the embedded answer, until a better one is there."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import pytest

from regulations_agent.answer.render import to_markdown
from regulations_agent.doors.page.live import Telling
from regulations_agent.doors.rest.access import Turns
from regulations_agent.doors.rest.openai_api import Chat, chunks
from regulations_agent.graph.runs.stream import EventStream
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Drafted, Token
from tests.openai_server import Body, ModelServer, Say, honest
from tests.reasoning.served import BROAD, QUESTION, agent

LONGEST = 5.0
"""Seconds after which a server writes although nobody has seen a draft."""


@contextmanager
def patient() -> Iterator[tuple[ModelServer, threading.Event]]:
    """A server that writes only when it is told to."""
    seen = threading.Event()

    def play(body: Body) -> Say:
        seen.wait(LONGEST)
        return honest(body)

    with ModelServer(play) as server:
        yield server, seen


def test_the_embedded_answer_is_told_before_the_model_has_written() -> None:
    with patient() as (server, seen), agent(server).stream(QUESTION, fresh=True) as events:
        drafted = next(event.data for event in events if isinstance(event.data, Drafted))
        assert not seen.is_set()
        seen.set()
        rest = [event.data for event in events]
        alone = agent(server, engine="extractive").ask(QUESTION, fresh=True)
    answer = rest[-1]
    assert isinstance(answer, Answer) and answer.engine == "openai:scripted"
    assert drafted.text == alone.answer != answer.answer
    assert "".join(data.text for data in rest if isinstance(data, Token)) == answer.answer


@pytest.mark.parametrize(
    ("question", "settings"),
    [
        (QUESTION, {"engine": "auto"}),
        (QUESTION, {"approval_answer": True}),
        ("Write me a poem.", {}),
    ],
    ids=["no model writes", "a person has to release it", "it is declined"],
)
def test_no_draft_is_told(question: str, settings: dict[str, object]) -> None:
    with ModelServer(honest) as server:
        events = list(agent(server, **settings).stream(question, fresh=True))
    assert not [event for event in events if isinstance(event.data, Drafted)]


def test_the_page_replaces_what_it_showed_until_the_model_was_done() -> None:
    telling, shown = Telling(), []
    with ModelServer(honest) as server:
        for event in agent(server).stream(QUESTION, fresh=True):
            line = json.loads(telling.line(event) or b"{}")
            shown += [line["draft"]] if "draft" in line else []
    assert "is still reading" in shown[0] and len(shown) > 1
    assert not any("is still reading" in later for later in shown[1:])


def test_a_client_of_openai_gets_nothing_that_would_have_to_be_taken_back() -> None:
    asked = Chat.model_validate({"messages": [{"role": "user", "content": BROAD}], "stream": True})
    with ModelServer(honest) as server:
        made = agent(server)
        events = list(made.stream(BROAD, fresh=True))

    async def sent() -> list[str]:
        stream = chunks(cast(EventStream, (event for event in events)), Turns(made.settings).turn(), asked)
        return [chunk["data"] async for chunk in stream]

    pieces = [json.loads(data) for data in asyncio.run(sent()) if data != "[DONE]"]
    said = "".join(piece["choices"][0]["delta"].get("content", "") for piece in pieces)
    answer = events[-1].data
    assert any(isinstance(event.data, Drafted) for event in events)
    assert isinstance(answer, Answer) and said == to_markdown(answer)
