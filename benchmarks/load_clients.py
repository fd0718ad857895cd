"""What one client of a loaded server does: asks, leaves, approves, looks, sends rubbish; and checks."""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote

import httpx

if TYPE_CHECKING:
    from benchmarks.load import World

OWNERS = "ann", "ben", "carl", "dora"
THINK = 6.0
"""Seconds between two requests at most."""
STREAM = {"accept": "text/event-stream"}
LOOKS = (
    "/health", "/metrics", "/runs", "/runs?search=car", "/runs/waiting", "/documents", "/tools", "/terms",
    "/penalties?word=grid", "/openapi.json", "/v1/models",
)  # fmt: skip
RUBBISH: tuple[Mapping[str, Any], ...] = (
    {"url": "/ask", "content": b'{"question": '},
    {"url": "/ask", "content": b"\xff\xfe\x00", "headers": {"content-type": "application/json"}},
    {"url": "/ask", "content": b"[" * 200_000, "headers": {"content-type": "application/json"}},
    {"url": "/ask", "json": {"question": ""}},
    {"url": "/ask", "json": {"question": "Who pays? " * 5_000}},
    {"url": "/ask", "json": {"question": ["a"] * 1_000}},
    {"url": "/ask", "json": {"question": "Who pays?", "colour": "red"}},
    {"url": "/ask", "json": {"question": "Who pays?", "tool": "rm"}, "headers": STREAM},
    {"url": "/ask", "json": {"question": "Who pays?", "as_of": "yesterday"}},
    {"url": "/ask", "json": {"question": "a" * 2_000_000}},
    {"url": "/ask", "content": iter, "headers": {"content-type": "application/json"}},
    {"url": "/ask", "json": {"question": "Who pays?"}, "headers": {"authorization": "Bearer nobody"}},
    {"url": "/tools/regulation_search", "json": {"query": 5, "top_k": -1}},
    {"url": "/runs/none/approve"},
    {"url": "/compare", "json": {"old": "1066/sporting", "new": "2019/sporting"}},
    {"url": "/v1/chat/completions", "json": {"messages": []}},
    {"url": "/v1/chat/completions", "json": {"messages": "rubbish", "stream": True}},
    {"url": "/nowhere", "json": {}},
)


class Provoked(Exception):
    """A failure that was reported, and that a fault done to the server explains."""


def key_of(owner: str) -> str:
    return f"key-of-{owner}"


def facts(answer: Mapping[str, Any]) -> object:
    """What is said, and by which quotes."""
    return answer["answer"], tuple((cited["clause_id"], cited["quote"]) for cited in answer["citations"])


class Client:
    """One of many, with the key of one of a few owners."""

    def __init__(self, world: World, port: int, number: int, seed: int) -> None:
        self._world, self._chance = world, random.Random(f"{seed}-{number}")
        owner = {"authorization": f"Bearer {key_of(OWNERS[number % len(OWNERS)])}"}
        place = f"http://127.0.0.1:{port}"
        self._connect = partial(httpx.Client, base_url=place, timeout=300, headers=owner)
        self._acts: dict[Callable[[], None], int] = {
            self.asks: 30, self.streams: 25, self.chats: 10, self.leaves: 10, self.hangs_up: 5,
            self.sends_rubbish: 10, self.looks: 10,
        }  # fmt: skip

    def work(self, over: threading.Event) -> None:
        with self._connect() as self._http:
            self._act(over)

    def _act(self, over: threading.Event) -> None:
        while not over.wait(self._chance.uniform(0.0, THINK)):
            (act,) = self._chance.choices([*self._acts], [*self._acts.values()])
            try:
                act()
            except Provoked:
                self._world.done["reported failures"] += 1
            except (httpx.HTTPError, AssertionError) as fault:
                self._world.wrong.append(f"{time.strftime('%H:%M:%S')} {act.__name__}: {fault!r}"[:1500])
                sys.stderr.write(f"{self._world.wrong[-1]}\n")
            self._world.done[act.__name__] += 1

    def knock(self) -> None:
        """A request, and the connection is closed."""
        with self._connect() as http:
            http.get("/tools").raise_for_status()

    def asks(self) -> None:
        body: dict[str, object] = {"question": self._question()}
        how = self._chance.random()
        body |= {"fresh": True} if how < 0.3 else {"thread": f"{self._chance.random()}"} if how < 0.6 else {}
        began = time.monotonic()
        self._check(self.sent("POST", "/ask", json=body).json(), began)

    def streams(self) -> None:
        began, question = time.monotonic(), self._question()
        with self._http.stream("POST", "/ask", json={"question": question}, headers=STREAM) as reply:
            assert reply.status_code == 200, reply.status_code
            data = [line[6:] for line in reply.iter_lines() if line.startswith("data: ")]
        end: Mapping[str, Any] = json.loads(data[-1]) if data else {"event": "nothing"}
        if end["event"] != "end":
            self._failed(began, f"{question}: the stream ended with {end['event']}")
        self._check(end["data"], began)

    def chats(self) -> None:
        question, streamed = self._question(), self._chance.random() < 0.5
        body = {"messages": [{"role": "user", "content": question}], "stream": streamed}
        began = time.monotonic()
        reply = self.sent("POST", "/v1/chat/completions", json=body)
        if not streamed:
            self._check(reply.json()["regulations_agent"], began)
        elif not reply.text.rstrip().endswith("[DONE]"):
            self._failed(began, f"{question}: {reply.text[-100:]}")

    def leaves(self) -> None:
        """Reads a few events of a stream and goes."""
        most, question = self._chance.randrange(12), self._question()
        with self._http.stream("POST", "/ask", json={"question": question}, headers=STREAM) as reply:
            for number, _ in enumerate(reply.iter_lines()):
                if number >= most:
                    break
        self._world.done["left"] += 1

    def hangs_up(self) -> None:
        """The answer is kept all the same, for whoever looks at the runs."""
        with suppress(httpx.ReadTimeout):
            soon = self._chance.uniform(0.01, 1.0)
            self._http.post("/ask", json={"question": self._question()}, timeout=soon)

    def looks(self) -> None:
        reply = self.sent("GET", self._chance.choice(LOOKS))
        assert reply.is_success, f"{reply.request.url}: {reply.status_code}"
        for waiting in self.sent("GET", "/runs/waiting").json()[:1]:
            self._give_word(waiting["summary"]["run_id"])

    def sends_rubbish(self) -> None:
        what = dict(self._chance.choice(RUBBISH))
        if what.get("content") is iter:  # so that no length is announced
            what["content"] = iter([b"[" * 100_000] * 20)
        with suppress(httpx.WriteError, httpx.RemoteProtocolError):  # refused before all was sent
            reply = self.sent("POST", what.pop("url"), **what)
            assert 400 <= reply.status_code < 500, f"{str(what)[:80]}: {reply.status_code}"
            said = reply.json()["error"]["message"]
            assert "\n" not in said and len(said) < 2_000, said[:100]

    def _question(self) -> str:
        return self._chance.choice([*self._world.right])

    def sent(self, method: str, path: str, **what: Any) -> httpx.Response:  # noqa: ANN401 -- as httpx takes it
        """Raises `Provoked` for a failure of the server, if it was."""
        began = time.monotonic()
        reply = self._http.request(method, path, **what)
        if reply.status_code >= 500:
            self._failed(began, f"{method} {path}: {reply.status_code} {reply.text[:200]}")
        return reply

    def _failed(self, began: float, said: str) -> NoReturn:
        assert self._world.provoked(began), said
        raise Provoked

    def _check(self, answer: Mapping[str, Any], began: float) -> None:
        """An answer is right, or says why there is none."""
        if any("not kept" in warning or "cannot be resumed" in warning for warning in answer["warnings"]):
            self._world.unkept.add(answer["run_id"])
        if answer["ok"] and not all(call["ok"] for call in answer["tool_calls"]):
            self._world.done["answers without a tool that was refused"] += 1  # what is not kept cannot wait
        elif answer["ok"]:
            assert facts(answer) in self._world.right[answer["question"]], (
                f"{answer['question']}: {answer['answer']}; {answer['warnings']}; {answer['run_id']}"
            )
            self._world.done["right answers"] += 1
            self._opine(answer["run_id"])
        elif answer["error"]["type"] == "ApprovalNeeded":
            self._world.done["answers that wait for a word"] += 1
            if self._chance.random() < 0.7:
                self._give_word(answer["run_id"])
        else:
            self._failed(began, f"{answer['question']}: {answer['error']}")

    def _give_word(self, run_id: str) -> None:
        word, began = self._chance.choice(("approve", "approve", "reject")), time.monotonic()
        reply = self.sent("POST", f"/runs/{quote(run_id)}/{word}")
        self._world.done[word] += reply.is_success
        if reply.is_success and word == "approve":
            self._check(reply.json(), began)

    def _opine(self, run_id: str) -> None:
        """What is called bad is looked up anew, so that not all comes from memory."""
        if self._chance.random() < 0.5:
            self.sent("POST", "/feedback", json={"run_id": run_id, "good": self._chance.random() < 0.3})
