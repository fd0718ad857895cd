"""Runs at work: what each has told so far, for readers that come, go and come back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING

import msgspec
from anyio import to_thread

from regulations_agent.doors.page import answer, steps
from regulations_agent.doors.page.parts import failed
from regulations_agent.doors.render.html import el, join, markdown
from regulations_agent.graph.runs.stream import EventStream
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Approval, Drafted, Event, Token

if TYPE_CHECKING:
    from regulations_agent.doors.rest.access import Turns

Begin = Callable[[], EventStream]
Shown = Callable[[Event], Event]
"""An event as the reader may see it."""
UNTIL = "A language model is still reading; its answer may take the place of this one."
PATIENCE = 20.0
"""Seconds that a run goes on without a reader: a page that is loaded anew is back sooner."""


class Live:
    """A run at work, and every line that it told."""

    def __init__(self, question: str, shown: Shown) -> None:
        self.question, self._shown = question, shown
        self.run_id = ""
        """Empty until the run has begun."""
        self._lines: list[bytes] = []
        self._news = asyncio.Event()
        self.over = False
        self._readers, self._stopped = 0, False
        self._events: EventStream | None = None

    async def lines(self) -> AsyncIterator[bytes]:
        """What was told, then what is told, until the end; whoever leaves last leaves it `PATIENCE`."""
        told = 0
        self._readers += 1
        try:
            while not (self.over and told == len(self._lines)):
                while told < len(self._lines):
                    told += 1
                    yield self._lines[told - 1]
                if not self.over:
                    await self._news.wait()
        finally:
            self._readers -= 1
            if not self.over:
                asyncio.get_running_loop().call_later(PATIENCE, self._left)

    def stop(self) -> None:
        """Cancels the run."""
        self._stopped = True
        if self._events is not None:
            self._events.close()

    def _left(self) -> None:
        if not (self._readers or self.over):
            self.stop()

    async def work(self, begin: Begin, turns: Turns) -> None:
        """Runs to the end."""
        told = Telling()
        try:
            async with turns.turn():
                if not self._stopped:
                    self._events = await to_thread.run_sync(begin)
                while self._events and (event := await to_thread.run_sync(next, self._events, None)):
                    self.run_id = event.run_id
                    self._say(told.line(self._shown(event)))
        except Exception as fault:
            self._say(encode({"problem": el("div", answer.again(failed(fault)))}))
        finally:
            if self._stopped:
                self._say(encode({"problem": el("div", answer.again("Stopped."))}))
            self.stop()
            self.over = True
            self._news.set()

    def _say(self, line: bytes | None) -> None:
        if line:
            self._lines.append(line)
            self._news.set()
            self._news = asyncio.Event()


class Runs:
    """The runs of all owners, each under the conversation, or the earlier run, that it belongs to.

    One that has ended is kept `PATIENCE`, for a reader that saw it at work just before.
    """

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._at_work: dict[tuple[str | None, str], tuple[Live, asyncio.Task[None]]] = {}

    def start(self, owner: str | None, key: str, question: str, begin: Begin, shown: Shown) -> Live:
        """Begins a run; one that still is at work under the key is stopped. Called on the event loop."""
        self.stop(owner, key)
        loop, live = asyncio.get_running_loop(), Live(question, shown)
        task = loop.create_task(live.work(begin, self._turns))
        self._at_work[owner, key] = live, task
        task.add_done_callback(lambda _: loop.call_later(PATIENCE, self._forget, (owner, key), live))
        return live

    def find(self, owner: str | None, key: str) -> Live | None:
        """The last run under a conversation, or that with this id."""
        if (held := self._at_work.get((owner, key))) is not None:
            return held[0]
        mine = [live for (whose, _), (live, _) in list(self._at_work.items()) if whose == owner]
        return next((live for live in mine if live.run_id == key), None)

    def stop(self, owner: str | None, key: str) -> None:
        if (live := self.find(owner, key)) is not None:
            live.stop()

    def _forget(self, key: tuple[str | None, str], live: Live) -> None:
        if self._at_work.get(key, (None,))[0] is live:
            del self._at_work[key]


class Telling:
    """What each event of a run puts on the page."""

    def __init__(self) -> None:
        self.text = ""
        self.waiting: list[Approval] = []

    def line(self, event: Event) -> bytes | None:
        news: dict[str, object] = {"run": event.run_id}
        if (item := steps.step(event)) is not None:
            news["key"], news["step"] = item
        if isinstance(event.data, Drafted):
            news["draft"] = join([markdown(event.data.text), el("p", el("small", UNTIL), class_="until")])
        if isinstance(event.data, Token):
            self.text += event.data.text
            news["draft"] = markdown(self.text)
        if isinstance(event.data, Approval):
            self.waiting.append(event.data)
        if isinstance(event.data, Answer):
            news["end"] = answer.body(event.data, waiting=self.waiting, last=True)
            if event.data.reused:
                news["steps"] = steps.kept_steps(event.data)
        return encode(news) if len(news) > 1 else None


def encode(news: Mapping[str, object]) -> bytes:
    """A line of JSON."""
    return msgspec.json.encode({k: str(v) for k, v in news.items()}) + b"\n"
