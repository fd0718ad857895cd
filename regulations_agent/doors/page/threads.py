"""Conversations that are kept: their turns, the list of earlier ones, and the end of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, Request, Response

from regulations_agent.doors.page import answer, steps
from regulations_agent.doors.page.live import Live, Runs
from regulations_agent.doors.page.parts import said
from regulations_agent.doors.render.html import Html, button, el, join, link, path
from regulations_agent.doors.rest.roles import shown_record
from regulations_agent.doors.rest.shapes import agent_of, owner_of

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.types.history import RunRecord, RunSummary

router = APIRouter(prefix="/thread")
LOOKED_AT, SHOWN = 200, 6
"""Runs in which conversations are looked for, newest first, and conversations that are listed."""
TURNS = 50
LONGEST_TITLE = 120
CALLED = "x-title"
"""Header that tells what a conversation is called, percent-encoded."""


@router.get("/{thread}")
def thread(request: Request, thread: str) -> Response:
    """The turns of a conversation."""
    runs = agent_of(request).runs
    listed = reversed(runs.list(thread=thread, limit=TURNS))
    live = at_work(request, thread)
    records = [
        shown_record(request, runs.get(run.run_id))
        for run in listed
        if live is None or run.run_id != live.run_id
    ]
    turns = [kept(record, last=record is records[-1] and not live) for record in records]
    told = said(join([*turns, going_on(live, thread) if live else None]))
    told.headers[CALLED] = quote(runs.titles().get(thread, ""))
    return told


def at_work(request: Request, key: str) -> Live | None:
    """What is at work in a conversation, or under the id of a run."""
    runs: Runs = request.app.state.live
    live = runs.find(owner_of(request), key)
    return None if live is None or live.over else live


def going_on(live: Live, key: str) -> Html:
    """A question that is being answered; `page.js` reads on."""
    return el(
        "article",
        el("h2", live.question, class_="asked"),
        steps.folded([]),
        el("div", class_="answer", hidden=True),
        class_="turn",
        data_follow=key,
    )


@router.post("/{thread}/title")
def rename(request: Request, thread: str, title: Annotated[str, Form()] = "") -> Response:
    """Calls a conversation by a name of the reader's."""
    agent_of(request).runs.rename(thread, title[:LONGEST_TITLE])
    return said(Html("Kept."))


@router.post("/{thread}/delete")
def delete(request: Request, thread: str) -> Response:
    """Forgets a conversation."""
    request.app.state.live.stop(owner_of(request), thread)
    runs = agent_of(request).runs
    for run in runs.list(thread=thread, limit=LOOKED_AT):
        runs.delete(run.run_id)
    return said(el("span", "Deleted.", data_then="/"))


def kept(record: RunRecord, *, last: bool = False) -> Html:
    """A run of the history as a turn."""
    if record.answer is not None:
        return answer.turn(record.answer, good=record.summary.good, last=last)
    head = el("h2", record.asked.text, class_="asked")
    if record.waiting:
        under: Html = answer.approval(record.summary.run_id, record.waiting)
    else:
        again = button("Ask again", data_do="retry")
        under = el("p", "This run has not ended. ", again, class_="empty")
    return el("article", head, under, class_="turn", data_run=record.summary.run_id)


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation: its first and its last question, and what a reader calls it."""

    first: RunSummary
    last: RunSummary
    title: str | None

    @property
    def link(self) -> Html:
        return link(self.title or self.first.question, path(thread=self.first.thread_id))


def conversations(agent: Agent) -> dict[str, Talk]:
    """First and last run of each conversation by its id, that which was last in first."""
    titles = agent.runs.titles()
    found: dict[str, Talk] = {}
    for run in agent.runs.list(limit=LOOKED_AT):
        if run.thread_id:
            later = found.get(run.thread_id)
            last = later.last if later else run
            found[run.thread_id] = Talk(run, last, titles.get(run.thread_id))
    return found


def earlier(agent: Agent) -> Html | None:
    """The last conversations by their first and last question and time; one that is chosen goes on."""
    found = conversations(agent)
    if not found:
        return None
    rows = [
        el(
            "li",
            talk.link,
            el("small", "then: ", talk.last.question, class_="then") if talk.last != talk.first else None,
            el("small", answer.moment(talk.last.asked)),
        )
        for talk in list(found.values())[:SHOWN]
    ]
    return el(
        "nav",
        el("h2", "Earlier conversations"),
        el("ul", rows),
        link("All questions, with a search", "/runs"),
        class_="earlier",
        aria_label="Earlier conversations",
    )
