"""A model server over real HTTP that speaks OpenAI's protocol, checks what it is sent, and plays a part.

`python -m tests.openai_server --port 8080` plays a model that copies its evidence.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

Body = Mapping[str, Any]


@dataclass(frozen=True)
class Say:
    """A proper reply."""

    text: str | None = None
    calls: Sequence[tuple[str, object]] = ()
    """Tool name and arguments; a `str` is sent as it is."""
    refusal: str | None = None
    finish: str | None = None
    usage: tuple[int, int] | None = (100, 20)


@dataclass(frozen=True)
class Fault:
    """A reply that is none."""

    status: int = 200
    body: bytes = b""
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    before: float = 0.0
    """Seconds before anything is sent."""
    drip: float = 0.0
    """Seconds between two bytes of the body."""
    cut: int | None = None
    """Bytes after which the connection is closed, although more was promised."""


Play = Callable[[Body], Say | Fault]


def error(status: int, message: str, headers: Mapping[str, str] | None = None, **more: object) -> Fault:
    body = json.dumps({"error": {"message": message, "type": "invalid_request_error", **more}}).encode()
    return Fault(status, body, headers=headers or {})


@dataclass(frozen=True)
class Heard:
    """A request as it came."""

    at: float
    body: Body

    @property
    def step(self) -> str:
        return step_of(self.body)

    @property
    def text(self) -> str:
        return "\n".join(str(m.get("content")) for m in self.body["messages"])


class ModelServer:
    """Plays `play` on a free port; keeps every request and every complaint about one."""

    def __init__(self, play: Play | Sequence[Say | Fault], port: int = 0, **abilities: bool | int) -> None:
        self.play = play
        self.abilities: dict[str, bool | int] = {
            "tools": True, "json_schema": True, "json_object": True, "context": 32_000, **abilities
        }  # fmt: skip
        self.heard: list[Heard] = []
        self.complaints: list[str] = []
        self.fences: set[str] = set()
        self.stopped = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                server.answer(self)

            def do_GET(self) -> None:
                body = json.dumps(
                    {"object": "list", "data": [{"id": "scripted", "object": "model"}]}
                ).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Keeps quiet."""

        self.http = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.http.shutdown()
        self.http.server_close()

    @property
    def steps(self) -> list[str]:
        return [heard.step for heard in self.heard]

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        number = len(self.heard)
        self.heard.append(Heard(time.monotonic(), body))
        wrong = list(problems(body, int(self.abilities["context"]), self.fences))
        self.complaints += wrong
        if handler.path != "/v1/chat/completions":
            reply: Say | Fault = error(404, f"no such path {handler.path}")
        elif wrong:
            reply = error(400, "; ".join(wrong))
        else:
            reply = self._unable(body) or self._played(body, number)
        try:
            send(handler, reply, body, self.stopped)
        except OSError:
            handler.close_connection = True

    def _played(self, body: Body, number: int) -> Say | Fault:
        if callable(self.play):
            return self.play(body)
        return self.play[min(number, len(self.play) - 1)]

    def _unable(self, body: Body) -> Fault | None:
        wanted = body.get("response_format", {}).get("type")
        if body.get("tools") and not self.abilities["tools"]:
            return error(400, "this model does not support tools")
        if wanted and not self.abilities[wanted]:
            return error(400, f"response_format {wanted!r} is not supported", param="response_format")
        return None


def problems(body: Body, context: int, fences: set[str]) -> Iterator[str]:
    """What is wrong with a request: by the protocol, and by our own rules of fences and budgets."""
    messages = body.get("messages")
    if not isinstance(body.get("model"), str) or not messages:
        yield "model and messages are required"
        return
    yield from _out_of_turn(messages)
    for tool in body.get("tools", ()):
        yield from _wrong_function(tool.get("function", {}), tool.get("type"))
    wanted = body.get("response_format", {})
    if wanted.get("type") == "json_schema":
        yield from _wrong_form(wanted.get("json_schema", {}))
    text = "\n".join(str(m.get("content")) for m in messages)
    if wanted.get("type") == "json_object" and "json" not in text.lower():
        yield "JSON mode needs the word JSON in the messages"
    limit = body.get("max_tokens") or body.get("max_completion_tokens")
    if not isinstance(limit, int):
        yield "no limit of tokens is given"
    elif len(json.dumps(body["messages"])) / 4 + limit > context:
        yield f"maximum context length is {context} tokens"
    yield from _wrong_fences(text, fences)


def _out_of_turn(messages: Sequence[Body]) -> Iterator[str]:
    open_calls: list[str] = []
    for message, before in zip(messages, (None, *messages), strict=False):
        role = message.get("role")
        if role == "user" and before is not None and before.get("role") in ("user", "tool"):
            yield f"a user message after a {before['role']} message"
        if role not in ("system", "developer", "user", "assistant", "tool"):
            yield f"no role {role!r}"
        if role == "tool":
            if message.get("tool_call_id") not in open_calls:
                yield "a tool message answers no call"
            else:
                open_calls.remove(message["tool_call_id"])
        elif open_calls:
            yield "calls without their tool messages"
        if role == "assistant":
            open_calls = [call["id"] for call in message.get("tool_calls") or ()]
        if role != "assistant" and not isinstance(message.get("content"), str):
            yield f"a {role} message without text"
    if open_calls:
        yield "calls without their tool messages"


def _wrong_function(function: Body, kind: object) -> Iterator[str]:
    if kind != "function" or not re.fullmatch(r"[\w-]{1,64}", function.get("name", "")):
        yield f"no function name: {function.get('name')!r}"
    parameters = function.get("parameters", {})
    try:
        Draft202012Validator.check_schema(parameters)
    except SchemaError as fault:
        yield f"parameters of {function.get('name')}: {fault.message}"
    if parameters.get("type") != "object" or not function.get("description"):
        yield f"{function.get('name')}: parameters are no object, or there is no description"


def _wrong_form(form: Body) -> Iterator[str]:
    try:
        Draft202012Validator.check_schema(form.get("schema", {}))
    except SchemaError as fault:
        yield f"form: {fault.message}"
    for part in _objects(form.get("schema")):
        if set(part.get("required", ())) != set(part["properties"]):
            yield "a strict form requires all its fields"
        if part.get("additionalProperties") is not False:
            yield "a strict form allows no other fields"


def _objects(part: object) -> Iterator[Body]:
    if isinstance(part, list):
        for item in part:
            yield from _objects(item)
    elif isinstance(part, dict):
        if part.get("type") == "object" and "properties" in part:
            yield part
        for value in part.values():
            yield from _objects(value)


def _wrong_fences(text: str, fences: set[str]) -> Iterator[str]:
    """Each fence is opened and closed by one word of its own, new in each conversation."""
    for kind in ("evidence", "words"):
        opened = re.findall(rf"^<{kind} ([0-9a-f]{{16}})>$", text, re.M)
        closed = re.findall(rf"^</{kind} ([0-9a-f]{{16}})>$", text, re.M)
        if opened != closed or len(set(opened)) > 1:
            yield f"the {kind} is not fenced"
        fences.update(opened)


def step_of(body: Body) -> str:
    """plan, write or grade, by the form that is asked for; plan when tools are offered."""
    name = body.get("response_format", {}).get("json_schema", {}).get("name", "")
    names = [name, *(tool["function"]["name"] for tool in body.get("tools", ()))]
    names += re.findall(r'"title": "(\w+Form)"', str(body["messages"][-1].get("content")))
    forms = {"PlanForm": "plan", "DraftForm": "write", "GradeForm": "grade", "JudgeForm": "judge"}
    return next((forms[n] for n in names if n in forms), "plan" if body.get("tools") else "?")


def fill(body: Body, form: object) -> Say:
    """The form in the way that is asked for."""
    function = body.get("tool_choice")
    if isinstance(function, dict):
        return Say(calls=[(function["function"]["name"], form)])
    return Say(json.dumps(form))


def send(handler: BaseHTTPRequestHandler, reply: Say | Fault, body: Body, stopped: threading.Event) -> None:
    if isinstance(reply, Say):
        reply = streamed(reply, body) if body.get("stream") else whole(reply, body)
    if reply.before and stopped.wait(reply.before):
        return
    handler.send_response(reply.status)
    handler.send_header("Content-Type", reply.kind)
    handler.send_header("Content-Length", str(len(reply.body)))
    for name, value in reply.headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    if reply.drip:
        for byte in reply.body:
            handler.wfile.write(bytes([byte]))
            handler.wfile.flush()
            if stopped.wait(reply.drip):
                return
        return
    handler.wfile.write(reply.body[: reply.cut])
    if reply.cut is not None:
        handler.close_connection = True


def whole(say: Say, body: Body) -> Fault:
    message: dict[str, object] = {"role": "assistant", "content": say.text, "refusal": say.refusal}
    if say.calls:
        message["tool_calls"] = _calls(say)
    choice = {"index": 0, "message": message, "finish_reason": _finish(say)}
    data: dict[str, object] = {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": body["model"],
        "choices": [choice],
    }  # fmt: skip
    if say.usage:
        data["usage"] = _usage(say.usage)
    return Fault(body=json.dumps(data).encode())


def streamed(say: Say, body: Body) -> Fault:
    """The reply as server-sent events, a few letters an event."""
    text = say.text or ""
    deltas: list[dict[str, object]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": text[n : n + 7]} for n in range(0, len(text), 7)]
    deltas += [{"refusal": say.refusal}] if say.refusal else []
    deltas += [{"tool_calls": [{"index": n, **call}]} for n, call in enumerate(_calls(say))]
    choices: list[list[object]] = [[{"index": 0, "delta": d, "finish_reason": None}] for d in deltas]
    choices.append([{"index": 0, "delta": {}, "finish_reason": _finish(say)}])
    base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}
    chunks = [{**base, "choices": choice} for choice in choices]
    if say.usage and body.get("stream_options", {}).get("include_usage"):
        chunks.append({**base, "choices": [], "usage": _usage(say.usage)})
    lines = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    return Fault(body=lines.encode(), kind="text/event-stream")


def _calls(say: Say) -> list[dict[str, object]]:
    def arguments(value: object) -> str:
        return value if isinstance(value, str) else json.dumps(value)

    return [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments(args)}}
        for n, (name, args) in enumerate(say.calls)
    ]


def _finish(say: Say) -> str:
    return say.finish or ("tool_calls" if say.calls else "stop")


def _usage(used: tuple[int, int]) -> dict[str, int]:
    return {"prompt_tokens": used[0], "completion_tokens": used[1], "total_tokens": sum(used)}


def evidence_of(body: Body) -> dict[int, str]:
    """The numbered evidence of a request, labels left out."""
    text = "\n".join(str(m.get("content")) for m in body["messages"])
    fenced = re.search(r"^<evidence ([0-9a-f]+)>$(.*?)^</evidence \1>$", text, re.M | re.S)
    printed = re.sub(r"^## .*\n", "", fenced[2], flags=re.M) if fenced else ""
    lines = re.split(r"^(\d+) \(", printed, flags=re.M)[1:]
    return {
        int(n): re.sub(r"^.*?\) ", "", rest, count=1) for n, rest in zip(lines[::2], lines[1::2], strict=True)
    }


def question_of(body: Body) -> str:
    found = re.findall(r"^Question: (.*)$", str(body["messages"][1]["content"]), re.M)
    return str(found[-1])


def honest(body: Body) -> Say:
    """A model that searches for the question, copies the first sentences of its evidence, and is content."""
    step = step_of(body)
    if step == "write":
        first = next(iter(evidence_of(body).items()), None)
        if first is None:
            return fill(body, {"answered": False, "sentences": []})
        text = re.split(r"(?<=[.;])\s", first[1].strip())[0]
        said = {"text": " ".join(text.split()), "evidence": [first[0]], "expression": None, "item": False}
        return fill(body, {"answered": True, "sentences": [said]})
    if step == "grade":
        marks = {"completeness": 8, "accuracy": 9, "clarity": 9, "specificity": 8}
        return fill(body, {**marks, "missing": [], "strategy": None})
    query = {"query": question_of(body)}
    if not isinstance(body.get("tool_choice"), dict) and body.get("tools"):
        return Say(calls=[("regulation_search", query)])
    call = {"tool": "regulation_search", "arguments": json.dumps(query)}
    return fill(body, {"calls": [call], "reason": "a rule is asked for"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080)
    with ModelServer(honest, parser.parse_args().port) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
