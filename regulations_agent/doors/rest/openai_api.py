"""The agent as a model: OpenAI's chat completions, so that any of its clients can ask."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Request, Response
from sse_starlette.sse import EventSourceResponse

from regulations_agent.answer.render import to_dict, to_markdown
from regulations_agent.doors.rest.errors import openai_problem
from regulations_agent.doors.rest.openai_forms import MODEL, Chat, kept_to, question_of
from regulations_agent.doors.rest.shapes import agent_of
from regulations_agent.graph.runs.stream import EventStream
from regulations_agent.reasoning.model.budget import tokens_in
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Token

router = APIRouter(prefix="/v1", tags=["openai"])
CHUNK = "chat.completion.chunk"
_END = re.compile(r"(?<=[.!?;:]\s)(?=[A-Z“(])")
"""Between two sentences: what is cut off goes to the one before."""


@router.get("/models", summary="The models that there are: one")
def models() -> dict[str, object]:
    return {"object": "list", "data": [_model()]}


@router.get("/models/{name}", summary="A model")
def model(name: str) -> Response:
    return _unknown(name) or Response(msgspec.json.encode(_model()), media_type="application/json")


def _unknown(name: str) -> Response | None:
    """A refusal of a model that there is not, in the words that OpenAI's clients look for."""
    if name == MODEL:
        return None
    text = f"The model {name!r} does not exist; there is: {MODEL}."
    return openai_problem(404, text, param="model", code="model_not_found")


@router.post("/chat/completions", summary="An answer to the last user message")
async def complete(request: Request, chat: Chat) -> Response:
    """Earlier messages are its history; system messages are heard by nobody, for the rules are the system."""
    if (refusal := _unknown(chat.model)) is not None:
        return refusal
    question, options = question_of(chat)
    agent, turns = agent_of(request), request.app.state.turns
    if chat.stream:
        place = turns.admit()
        events = await to_thread.run_sync(lambda: agent.stream(question, **options))
        return EventSourceResponse(chunks(events, turns.turn(place), chat), sep="\n")
    async with turns.turn():
        answer = await to_thread.run_sync(lambda: agent.ask(question, **options))
    request.app.state.metrics.answered(answer)
    text, finish = kept_to(chat, to_markdown(answer))
    message = {"role": "assistant", "content": text}
    body = {
        **_head(answer.run_id, "chat.completion"),
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
        "usage": usage(answer, chat),
        "regulations_agent": to_dict(answer),
    }
    return Response(msgspec.json.encode(body), media_type="application/json")


async def chunks(
    events: EventStream, turn: AbstractAsyncContextManager[None], chat: Chat
) -> AsyncIterator[dict[str, str]]:
    """The answer sentence by sentence, then its sources, and what it used where the client asks for that."""
    run_id, sent = "", ""
    counts = chat.stream_options is not None and chat.stream_options.include_usage
    try:
        async with turn:
            while (event := await to_thread.run_sync(next, events, None, abandon_on_cancel=True)) is not None:
                if not run_id:
                    run_id = event.run_id
                    yield _chunk(run_id, {"role": "assistant", "content": ""})
                if isinstance(event.data, Token) and not chat.is_limited:
                    sent += event.data.text
                    for sentence in sentences(event.data.text):
                        yield _chunk(run_id, {"content": sentence})
                if isinstance(event.data, Answer):
                    text, finish = kept_to(chat, to_markdown(event.data))
                    yield _chunk(run_id, {"content": _rest(text, sent)})
                    yield _chunk(run_id, {}, finish)
                    if counts:
                        yield _sent({**_head(run_id, CHUNK), "choices": [], "usage": usage(event.data, chat)})
        yield {"data": "[DONE]"}
    finally:
        events.close()


def _rest(whole: str, sent: str) -> str:
    """What is not sent yet: what stands below it, and last what stands above, as that it is unsure."""
    above, _, below = whole.partition(sent) if sent and sent in whole else (whole, "", "")
    return f"{below}\n\n{above.strip()}" if below and above else above + below


def sentences(text: str) -> list[str]:
    """The text cut after each sentence; together they are the text."""
    return _END.split(text)


def _chunk(run_id: str, delta: dict[str, str], finish: str | None = None) -> dict[str, str]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return _sent({**_head(run_id, CHUNK), "choices": [choice]})


def _sent(body: dict[str, object]) -> dict[str, str]:
    return {"data": msgspec.json.encode(body).decode()}


def _head(run_id: str, kind: str) -> dict[str, object]:
    return {"id": f"chatcmpl-{run_id}", "object": kind, "created": int(time.time()), "model": MODEL}


def usage(answer: Answer, chat: Chat) -> dict[str, int]:
    """What the model server counted; estimated from the texts where the embedded engine answered."""
    used = answer.usage
    asked, told = used.input_tokens, used.output_tokens
    if not used.llm_calls:
        asked, told = (
            sum(tokens_in(message.text) for message in chat.messages),
            tokens_in(kept_to(chat, to_markdown(answer))[0]),
        )
    return {"prompt_tokens": asked, "completion_tokens": told, "total_tokens": asked + told}


def _model() -> dict[str, object]:
    return {"id": MODEL, "object": "model", "created": 0, "owned_by": MODEL}
