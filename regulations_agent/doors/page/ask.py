"""The Ask tab: a question, its steps as they happen, the answer, and the conversation so far."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, cast
from uuid import uuid4

import msgspec
from anyio import to_thread
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from regulations_agent.doors.page import answer, source, steps
from regulations_agent.doors.page.examples import examples
from regulations_agent.doors.page.html import Html, button, el, markdown, menu
from regulations_agent.doors.page.names import kind
from regulations_agent.doors.page.parts import agent_of, failed, tab, told_by
from regulations_agent.doors.page.threads import earlier
from regulations_agent.doors.rest.access import Turns
from regulations_agent.graph.ask import Options
from regulations_agent.graph.stream import EventStream
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Approval, Event, Token

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.types.document import Document

router = APIRouter()
NUMBERS = ("season", "issue")
WORDS = ("section", "as_of", "tool")
Begin = Callable[[], EventStream]


@router.get("/")
def ask_tab(request: Request) -> Response:
    """The tab with what the address asks for filled in; `page.js` then asks it."""
    agent = agent_of(request)
    given = dict(request.query_params)
    talk = el(
        "div", id="thread", data_thread=given.get("thread"), aria_live="polite", aria_relevant="additions"
    )
    again = el(
        "div",
        el("h1", "Conversation", class_="hidden"),
        button("Delete this conversation", data_do="forget"),
        button("New conversation", data_do="new"),
        class_="again",
        hidden=True,
    )
    left = el("div", welcome(agent), again, talk, composer(agent, given), class_="talk")
    return tab(request, "Ask", el("div", left, source.pane(), class_="ask"))


def welcome(agent: Agent) -> Html:
    """What a newcomer reads first."""
    started = [el("li", button(text, data_do="example")) for text in examples(agent.library)]
    return el(
        "section",
        el("h1", "Ask a rulebook"),
        el("p", "The answer is the rule that is in force, word for word, with the printed page beside it."),
        el("ul", started, class_="examples", aria_label="Examples"),
        earlier(agent),
        id="welcome",
    )


def composer(agent: Agent, given: Mapping[str, str]) -> Html:
    """The question box and its filters."""
    question = el(
        "textarea",
        given.get("q", ""),
        name="q",
        rows=1,
        required=True,
        maxlength=agent.settings.max_question_chars,
        placeholder="Ask about a rule, a penalty, or what changed",
        aria_label="Question",
        autofocus=True,
    )
    asking = el("button", "Ask", class_="main"), button("Stop", data_do="stop", hidden=True)
    narrowed = el("details", el("summary", "Filters"), filters(agent, given), class_="filtering", open=True)
    return el("form", narrowed, el("div", question, asking, class_="box"), id="composer", data_do="ask")


def filters(agent: Agent, given: Mapping[str, str]) -> Html:
    books = agent.library.documents
    engines = [("Written by the model", ""), ("Quotes alone", "extractive")]
    kinds = [("Any answer", ""), *((kind(tool), tool) for tool in agent.tools)]
    return el(
        "div",
        menu("season", "Season", seasons(books), given.get("season")),
        menu("section", "Section", sections(books), given.get("section")),
        menu("issue", "Issue", issues(books), given.get("issue")),
        el(
            "label",
            "In force on ",
            el("input", type="date", name="as_of", value=given.get("as_of", "")),
            class_="pick",
        ),
        menu("tool", "Kind of answer", kinds, given.get("tool")),
        menu("engine", "Written by", engines, given.get("engine")) if agent.settings.has_model else None,
        class_="filters",
    )


def seasons(documents: tuple[Document, ...]) -> list[tuple[str, object]]:
    found = sorted({d.season for d in documents if d.season is not None}, reverse=True)
    return [("Any season", ""), *((str(season), season) for season in found)]


def sections(documents: tuple[Document, ...]) -> list[tuple[str, object]]:
    found = sorted({d.section for d in documents})
    return [("Any section", ""), *((s.replace("_", " ").capitalize(), s) for s in found)]


def issues(documents: tuple[Document, ...]) -> list[tuple[str, object]]:
    found = sorted({d.issue for d in documents if d.issue is not None}, reverse=True)
    return [("Newest issue", ""), *((f"Issue {issue}", issue) for issue in found)]


@router.post("/ask")
async def ask(request: Request) -> Response:
    """Asks, and tells what happens as lines of JSON: `step`, `draft`, then `end` or `problem`."""
    asked = await told_by(request)
    agent = agent_of(request)
    if asked.get("engine") == "extractive":
        agent = agent.embedded()
    question = str(asked.get("q", ""))
    chosen: dict[str, object] = {key: str(asked[key]) for key in WORDS if key in asked}
    chosen |= {key: int(str(asked[key])) for key in NUMBERS if str(asked.get(key, "")).isdecimal()}
    options = cast(Options, {**chosen, "thread": str(asked.get("thread") or uuid4().hex)})
    return stream(request, lambda: agent.stream(question, **options))


def stream(request: Request, begin: Begin) -> Response:
    """The events of a run as the page shows them; leaving the stream cancels the run."""
    turns: Turns = request.app.state.turns
    return StreamingResponse(_lines(begin, turns), media_type="application/x-ndjson")


async def _lines(begin: Begin, turns: Turns) -> AsyncIterator[bytes]:
    events: EventStream | None = None
    told = Telling()
    try:
        async with turns.turn():
            events = await to_thread.run_sync(begin)
            while (event := await to_thread.run_sync(_next, events, abandon_on_cancel=True)) is not None:
                if line := told.line(event):
                    yield line
    except Exception as fault:
        yield encode({"problem": el("div", answer.again(failed(fault)))})
    finally:
        if events is not None:
            events.close()


def _next(events: EventStream) -> Event | None:
    return next(events, None)


class Telling:
    """What each event of a run puts on the page."""

    def __init__(self) -> None:
        self.text = ""
        self.waiting: list[Approval] = []

    def line(self, event: Event) -> bytes | None:
        news: dict[str, object] = {"run": event.run_id}
        if (item := steps.step(event)) is not None:
            news["key"], news["step"] = item
        if isinstance(event.data, Token):
            self.text += event.data.text
            news["draft"] = markdown(self.text)
        if isinstance(event.data, Approval):
            self.waiting.append(event.data)
        if isinstance(event.data, Answer):
            news["end"] = answer.body(event.data, waiting=self.waiting)
        return encode(news) if len(news) > 1 else None


def encode(news: Mapping[str, object]) -> bytes:
    return msgspec.json.encode({k: str(v) for k, v in news.items()}) + b"\n"
