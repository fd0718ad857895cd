"""One request to an OpenAI-compatible server, through langchain-openai, that ends when it must."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
import weakref
from collections.abc import Coroutine, Mapping, Sequence
from concurrent import futures
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from json import JSONDecodeError
from math import isfinite, nan
from typing import TYPE_CHECKING, Literal, TypeAlias

from regulations_agent.reasoning.model.budget import SLICE, tokens_in
from regulations_agent.reasoning.model.faults import Kind, ModelFault, short
from regulations_agent.reasoning.model.http import apart, end, make_client, run_to_end
from regulations_agent.settings import Settings
from regulations_agent.types.stop import current_stop

if TYPE_CHECKING:
    import openai
    from httpx2 import AsyncClient
    from langchain_core.messages import AIMessage
    from langchain_openai import ChatOpenAI

Message: TypeAlias = Mapping[str, object]
"""In OpenAI's form: role, content, tool_calls, tool_call_id."""
Schema: TypeAlias = Mapping[str, object]
Method = Literal["json_schema", "function_calling", "json_mode"]
GRACE = 1.0
"""Seconds that a cancelled request has to let go, before it is left behind."""
CUT = "the reply breaks off"
NO_KEY = "no-key"
"""What is sent to a server that was named without a key."""
_TOO_LONG = re.compile(r"context (?:window|length|size)|too many tokens|prompt is too long", re.I)
_WAYS = ("tool", "response_format")
MOST_WAIT = 600.0
"""Seconds of a `Retry-After` that are believed."""
_FIELDS = ("temperature", "stream_options", "max_tokens", "max_completion_tokens", "tool", "response_format")
"""Request fields that servers are known to reject, to be looked for in their message."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of one model: with tools, or for a form, or neither."""

    model: str
    messages: tuple[Message, ...]
    tools: tuple[Schema, ...] = ()
    form: Schema | None = None
    method: Method = "json_schema"
    omit: frozenset[str] = frozenset()
    """Fields that this model is known to reject."""


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A tool call as the model wrote it."""

    id: str
    name: str
    args: Mapping[str, object] | None
    """None when they are no JSON object."""


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    calls: tuple[AskedCall, ...]
    parsed: object
    """The form as JSON data; None when there is none in the reply."""
    input_tokens: int
    output_tokens: int


class Server:
    """The model server of the settings; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: AsyncClient | None = None
        self._models: dict[tuple[str, frozenset[str]], ChatOpenAI] = {}

    def send(self, request: Request, seconds: float) -> Reply:
        """The reply, within `seconds`; raises `ModelFault`, and `Cancelled` when the run is stopped.

        The request runs in the event loop of a thread of its own, where it can be ended at any byte: the
        client's own time-out starts anew with each byte.
        """
        self.prepare(request)
        sent = apart().run(self._begun, request, seconds)
        waited = 0.0
        try:
            while not sent.done() and waited < seconds + GRACE:
                current_stop().check()
                futures.wait([sent], timeout=SLICE)
                waited += SLICE
        finally:
            sent.cancel()
        if sent.cancelled():
            raise ModelFault("late", f"{request.model}: no reply within {seconds:.3g} s")
        if (fault := sent.exception()) is not None:
            raise self._without_key(_sorted(fault, request.model, seconds)) from fault
        return _reply(sent.result(), request, flowing=self.settings.model_stream)

    def _without_key(self, fault: ModelFault) -> ModelFault:
        """Some servers repeat the key in what they say."""
        key = self.settings.openai_api_key
        if key is None or not (secret := key.get_secret_value()):
            return fault
        return ModelFault(
            fault.kind,
            str(fault).replace(secret, "***"),
            wait=fault.wait,
            about=fault.about,
            used=fault.used,
            text=fault.text,
        )

    def prepare(self, request: Request) -> None:
        """Loads the client, which takes seconds the first time and counts as nobody's delay."""
        self._model(request.model, request.omit)

    def _begun(self, request: Request, seconds: float) -> futures.Future[Answered]:
        return asyncio.run_coroutine_threadsafe(self._within(request, seconds), self._running())

    async def _within(self, request: Request, seconds: float) -> Answered:
        return await asyncio.wait_for(self._ask(request), seconds)

    def _ask(self, request: Request) -> Coroutine[None, None, Answered]:
        model = self._model(request.model, request.omit)
        messages = [dict(message) for message in request.messages]
        if request.tools:
            return model.bind_tools([dict(t) for t in request.tools], tool_choice="auto").ainvoke(messages)
        if request.form is None:
            return model.ainvoke(messages)
        strict = True if request.method == "json_schema" else None
        form = dict(request.form)
        return model.with_structured_output(
            form, method=request.method, include_raw=True, strict=strict
        ).ainvoke(messages)

    def _model(self, name: str, omit: frozenset[str]) -> ChatOpenAI:
        from langchain_openai import ChatOpenAI
        from pydantic import SecretStr

        if (name, omit) in self._models:
            return self._models[name, omit]
        given = self.settings
        limit = given.model_reply_tokens
        ours = given.openai_base_url is None or "api.openai.com" in given.openai_base_url
        options: dict[str, object] = {
            "temperature": given.model_temperature,
            **({"max_completion_tokens": limit} if ours else {"extra_body": {"max_tokens": limit}}),
        }
        self._models[name, omit] = ChatOpenAI(
            model=name,
            api_key=given.openai_api_key or SecretStr(NO_KEY),
            base_url=given.openai_base_url or "https://api.openai.com/v1",
            max_retries=0,
            timeout=given.model_call_seconds,
            http_async_client=self._http(),
            openai_proxy="",
            use_responses_api=False,
            streaming=given.model_stream,
            stream_usage=given.model_stream and "stream_options" not in omit,
            **{key: value for key, value in options.items() if key not in omit},
        )
        return self._models[name, omit]

    def _http(self) -> AsyncClient:
        if self._client is None:
            self._client = make_client(self.settings.model_call_seconds)
        return self._client

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = loop = asyncio.new_event_loop()
                threading.Thread(target=run_to_end, args=(loop,), name="model-server", daemon=True).start()
                weakref.finalize(self, end, loop, self._http())
            return self._loop


Answered: TypeAlias = "AIMessage | dict[str, object]"


def _sorted(fault: BaseException, model: str, seconds: float) -> ModelFault:
    """A failure of the client, of whatever type, as one of ours."""
    import openai

    chain = [fault, fault.__cause__, fault.__context__]
    if own := next((f for f in chain if isinstance(f, ModelFault)), None):
        return ModelFault(own.kind, f"{model}: {own}")
    if isinstance(fault, TimeoutError | openai.APITimeoutError):
        return ModelFault("late", f"{model}: no reply within {seconds:.3g} s")
    if isinstance(fault, openai.APIStatusError):
        return _refused_by_status(fault, model)
    if isinstance(fault, openai.APIConnectionError):
        return ModelFault("broken", f"{model}: no connection to {fault.request.url}")
    if isinstance(fault, openai.ContentFilterFinishReasonError):
        return ModelFault("refused", f"{model}: the reply was filtered")
    if isinstance(fault, openai.LengthFinishReasonError):
        used = fault.completion.usage
        return ModelFault(
            "reply",
            f"{model}: {CUT}",
            used=(used.prompt_tokens, used.completion_tokens) if used else None,
            text=fault.completion.choices[0].message.content or "",
        )
    log.info("unusable reply of %s: %s", model, type(fault).__name__)  # its text may repeat the prompt
    what = "JSON" if isinstance(fault, JSONDecodeError) else "chat completion"
    return ModelFault("reply", f"{model}: the reply is no {what}")


def _refused_by_status(fault: openai.APIStatusError, model: str) -> ModelFault:
    status = fault.status_code
    kinds: dict[int, Kind] = {429: "busy", 408: "broken", 409: "broken", 425: "broken"}
    kinds |= {401: "denied", 403: "denied", 404: "denied", 501: "rejected"}
    kind = kinds.get(status, "broken" if status >= 500 else "rejected")
    if fault.code == "insufficient_quota":
        kind = "denied"
    about = fault.param or next((name for name in _FIELDS if name in fault.message), "")
    if kind == "rejected" and _TOO_LONG.search(fault.message):
        kind, about = "long", ""
    if status == 500 and about in _WAYS:
        kind = "rejected"  # llama-cpp-python 0.3.2 fails so on a response_format that it does not know
    wait = _seconds(fault.response.headers.get("retry-after", ""))
    return ModelFault(
        kind,
        f"{model}: {status} {short(fault.message.removeprefix(f'Error code: {status} - '))}",
        wait=wait,
        about=about,
    )


def _seconds(header: str) -> float | None:
    """Of a `Retry-After`, which gives seconds or a date."""
    try:
        wait = float(header)
    except ValueError:
        when = parsedate_tz(header)
        wait = mktime_tz(when) - time.time() if when else nan
    return min(max(0.0, wait), MOST_WAIT) if isfinite(wait) else None


def _named(name: str, offered: Sequence[str]) -> str:
    """The tool meant; some servers (llama-cpp-python 0.3.2) send its name with every piece of a stream."""
    return next((tool for tool in offered if name and not name.replace(tool, "")), name)


def asked_tokens(messages: Sequence[Message]) -> int:
    """An estimate of what the messages take."""
    return sum(tokens_in(f"{m.get('content')}{m.get('tool_calls') or ''}") for m in messages)


def _reply(answered: Answered, request: Request, *, flowing: bool) -> Reply:
    """The reply with what it used, counted here where the server does not say."""
    raw = answered if not isinstance(answered, dict) else answered["raw"]
    message: AIMessage = raw  # type: ignore[assignment]
    parsed = answered["parsed"] if isinstance(answered, dict) else None
    if parsed is None and request.form is not None and message.tool_calls:
        parsed = message.tool_calls[0]["args"]  # the one function that was offered, whatever it is called
    if refusal := message.additional_kwargs.get("refusal"):
        used = _used(message, request)
        raise ModelFault("refused", f"{request.model}: refused ({short(refusal)})", used=used)
    ending, text = message.response_metadata.get("finish_reason"), message.text
    if ending == "content_filter":
        raise ModelFault("refused", f"{request.model}: the reply was filtered", used=_used(message, request))
    if ending == "length" or (flowing and ending is None):
        used = _used(message, request)
        raise ModelFault("reply", f"{request.model}: {CUT}", used=used, text=text)
    offered = [str(tool["function"]["name"]) for tool in request.tools]  # type: ignore[index]
    calls = [AskedCall(c["id"] or "", _named(c["name"], offered), c["args"]) for c in message.tool_calls]
    lame = message.invalid_tool_calls
    calls += [AskedCall(c["id"] or "", _named(c["name"] or "", offered), None) for c in lame]
    return Reply(text, tuple(calls), parsed, *_used(message, request))


def _used(message: AIMessage, request: Request) -> tuple[int, int]:
    """Tokens in and out, counted here where the server does not say."""
    if used := message.usage_metadata:
        return used["input_tokens"], used["output_tokens"]
    calls = sum(tokens_in(str(call["args"])) for call in [*message.tool_calls, *message.invalid_tool_calls])
    return asked_tokens(request.messages), tokens_in(message.text) + calls
