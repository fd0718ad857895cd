"""The Ask tab: a question, its steps as they happen, the answer, and the conversation so far."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, cast
from uuid import uuid4

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse

from regulations_agent.answer.text import slug_in_words
from regulations_agent.doors.page import source
from regulations_agent.doors.page.answer import offered
from regulations_agent.doors.page.examples import Starters
from regulations_agent.doors.page.live import Begin, Runs
from regulations_agent.doors.page.parts import said, tab, told_by, whole
from regulations_agent.doors.page.threads import LONGEST_TITLE, earlier
from regulations_agent.doors.render.html import Html, button, el, menu
from regulations_agent.doors.render.names import kind
from regulations_agent.doors.rest.roles import shown_event
from regulations_agent.doors.rest.shapes import agent_of, owner_of
from regulations_agent.graph.ask import Options

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.types.document import Document

router = APIRouter()
NUMBERS = ("season", "issue")
WORDS = ("section", "as_of", "tool")
LINES = "application/x-ndjson"


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
        el(
            "input",
            id="title",
            maxlength=LONGEST_TITLE,
            aria_label="Name of this conversation",
            placeholder="Name this conversation",
            autocomplete="off",
        ),
        el("output", id="titled"),
        button("Delete this conversation", data_do="forget"),
        button("New conversation", data_do="new"),
        class_="again",
        hidden=True,
    )
    left = el("div", welcome(request, agent), again, talk, composer(agent, given), class_="talk")
    return tab(request, "Ask", el("div", left, source.pane(), class_="ask"))


def welcome(request: Request, agent: Agent) -> Html:
    """What a newcomer reads first."""
    return el(
        "section",
        el("h1", "Ask a rulebook"),
        el("p", "The answer is the rule that is in force, word for word, with the printed page beside it."),
        starters(request, agent),
        earlier(agent),
        id="welcome",
    )


def starters(request: Request, agent: Agent) -> Html:
    """Questions to start with; while they are looked for, their place asks again."""
    made: Starters = request.app.state.starters
    found = made.of(agent)
    waiting = el("div", data_poll="/examples", class_="examples")
    return waiting if found is None else offered(found, "Examples", class_="examples")


@router.get("/examples")
def to_start_with(request: Request) -> Response:
    return said(starters(request, agent_of(request)))


def composer(agent: Agent, given: Mapping[str, str]) -> Html:
    """The question box and its filters."""
    question = el(
        "textarea",
        given.get("q", ""),
        name="q",
        rows=1,
        required=True,
        data_most=agent.settings.max_question_chars,  # `maxlength` would cut what is pasted, in silence
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
    return [("Any section", ""), *((slug_in_words(name), name) for name in found)]


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
    chosen |= {key: n for key in NUMBERS if (n := whole(str(asked.get(key, "")))) is not None}
    options = cast(Options, {**chosen, "thread": str(asked.get("thread") or uuid4().hex)})
    return stream(request, options["thread"] or "", question, lambda: agent.stream(question, **options))


@router.get("/live/{key}")
async def live(request: Request, key: str) -> Response:
    """The lines of a run at work, from its first one on: of a conversation, or by its own id."""
    runs: Runs = request.app.state.live
    if (run := runs.find(owner_of(request), key)) is None:
        raise HTTPException(404, "That question is not being answered any more.")
    return StreamingResponse(run.lines(), media_type=LINES)


@router.post("/live/{key}/stop")
async def stop(request: Request, key: str) -> Response:
    """Cancels what is at work in a conversation."""
    request.app.state.live.stop(owner_of(request), key)
    return Response(status_code=204)


def stream(request: Request, key: str, question: str, begin: Begin) -> Response:
    """The events of a run as the page shows them; a reader may leave and come back."""
    runs: Runs = request.app.state.live
    live = runs.start(owner_of(request), key, question, begin, partial(shown_event, request))
    return StreamingResponse(live.lines(), media_type=LINES)
