"""The Runs tab: what was asked and answered, what waits for a word, and what has changed since."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Form, Request, Response

from regulations_agent.answer.render import to_json, to_markdown
from regulations_agent.doors.page.answer import clause_link, moment, offered
from regulations_agent.doors.page.checks import counted
from regulations_agent.doors.page.examples import FURTHER, FURTHER_TRIED, answered, further
from regulations_agent.doors.page.parts import download, narrowing, said, tab, told_by
from regulations_agent.doors.page.tabs.ask import stream
from regulations_agent.doors.page.threads import Talk, at_work, conversations, going_on, kept
from regulations_agent.doors.render.html import Html, el, empty, facts, field, join, link, path
from regulations_agent.doors.render.names import kind
from regulations_agent.doors.rest.roles import needs, shown_record
from regulations_agent.doors.rest.shapes import agent_of
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from regulations_agent.types.history import RunRecord, RunSummary, Verification

router = APIRouter(prefix="/runs")
SHOWN = 100
CLOSED = "This page is open to everybody, so nobody can approve here; who runs it can let people log in."
STATUS = {
    "done": "answered",
    "running": "not ended",
    "waiting": "waits for a word",
    "failed": "stopped or failed",
}
STATES = {
    "holds": "holds",
    "changed": "reads otherwise today",
    "gone": "is gone",
    "superseded": "a later document rules otherwise",
}


@router.get("")
def runs(request: Request, search: str = "", stale: str = "") -> Response:
    """What waits for a word, then the history."""
    agent = agent_of(request)
    found = agent.runs.list(search=search or None, stale=bool(stale), limit=SHOWN)
    ticked = el(
        "label",
        el("input", type="checkbox", name="stale", value="1", checked=bool(stale)),
        " only answers whose rules changed since",
        class_="pick",
    )
    searching = field("search", "Search in questions and answers", search, type="search")
    form = narrowing("/runs", searching, ticked, el("button", "Show"), live=True)
    waits = [] if search or stale else [shown_record(request, run) for run in agent.waiting()]
    rows = listed(found, conversations(agent), filtered=bool(search or stale))
    return tab(request, "Runs", join([el("h1", "Questions asked"), waiting(waits), form, rows]))


def waiting(records: Iterable[RunRecord]) -> Html:
    turns = [kept(record) for record in records]
    return el("section", el("h2", "Waiting for your word"), turns, class_="pending") if turns else Html()


def listed(found: Iterable[RunSummary], talks: Mapping[str, Talk], *, filtered: bool) -> Html:
    rows = [row(run, talks.get(run.thread_id or "")) for run in found]
    if rows:
        return el("ol", rows, class_="runs")
    if filtered:
        return empty("No run fits; other words, or all of them?")
    return empty("Nothing was asked yet. ", link("Ask a question", "/"), ", and it is kept here.")


def row(run: RunSummary, talk: Talk | None) -> Html:
    """A question, with its conversation where that has a name of its own or began with another one."""
    how = (
        "declined"
        if run.refused
        else "no rule found"
        if run.abstained
        else STATUS.get(run.status, run.status)
    )
    told = [
        moment(run.asked),
        how,
        {True: "right", False: "not right", None: None}[run.good],
        counted(len(run.citations), "source") if run.citations and not run.abstained else None,
    ]
    changed = [clause_link(clause) for clause in run.changed]
    apart = talk is not None and (talk.title or talk.first.run_id != run.run_id)
    return el(
        "li",
        link(run.question, path("runs", run.run_id)),
        el("p", "in " if talk.title else "after ", talk.link, class_="after") if talk and apart else None,
        el("small", join(filter(None, told), " · ")),
        el("p", "Changed since: ", join(changed, " "), class_="stale") if changed else None,
        class_=f"run {run.status}",
    )


@router.get("/{run_id}")
def run(request: Request, run_id: str) -> Response:
    """One run in full."""
    record = shown_record(request, agent_of(request).runs.get(run_id))
    summary = record.summary
    words = [
        el(
            "li",
            "Right" if f.good else "Not right",
            f": {f.note}" if f.note else "",
            el("small", " ", moment(f.at)),
        )
        for f in record.feedback
    ]
    told = facts(
        [
            ("Asked", moment(summary.asked)),
            ("Status", STATUS.get(summary.status, summary.status)),
            ("Filters", ", ".join(f"{k} {v}" for k, v in filters(record) if v)),
            (
                "Conversation",
                link("all of it", path(thread=summary.thread_id)) if summary.thread_id else None,
            ),
            ("Readers said", el("ul", words) if words else None),
        ]
    )
    live = at_work(request, run_id)
    main = join(
        [
            going_on(live, run_id) if live else kept(record),
            el("section", told, doings(record), class_="about"),
        ]
    )
    return tab(request, "Runs", el("div", main, class_="one"), title=summary.question[:60])


def filters(record: RunRecord) -> list[tuple[str, object]]:
    chosen = record.asked.filters
    return [
        ("season", chosen.season),
        ("section", chosen.section),
        ("issue", chosen.issue),
        ("in force on", chosen.as_of),
        ("answer", kind(record.asked.tool) if record.asked.tool else None),
    ]


def doings(record: RunRecord) -> Html:
    """Verify, resume, delete."""
    run_id = record.summary.run_id
    again = el(
        "form", el("button", "Resume"), action=path("runs", run_id, "resume"), method="post", data_do="resume"
    )
    verify = el(
        "details", el("summary", "Does it still hold?"), el("div", data_load=path("runs", run_id, "verify"))
    )
    forget = el(
        "form",
        el("button", "Delete this run"),
        el("output"),
        action=path("runs", run_id, "delete"),
        method="post",
        data_sure="Really delete it?",
    )
    return join(
        [verify if record.answer else None, again if record.summary.status == "running" else None, forget]
    )


@router.get("/{run_id}/next")
def following(request: Request, run_id: str) -> Response:
    """Questions that follow an answer and that the corpus answers; none of a deleted run."""
    agent = agent_of(request)
    try:
        old = agent.runs.get(run_id).answer
    except UsageError:
        old = None
    if old is None:
        return said(Html())
    before = {run.question for run in agent.runs.list(thread=old.thread_id)} if old.thread_id else set()
    new = (question for question in further(old, agent.library) if question not in before)
    return said(offered(answered(agent, new, FURTHER, FURTHER_TRIED), "Ask next", class_="next"))


@router.get("/{run_id}/verify")
def verify(request: Request, run_id: str) -> Response:
    """An old answer held against today's index."""
    return said(checked(agent_of(request).runs.verify(run_id)))


def checked(found: Verification) -> Html:
    rows = [
        el(
            "li",
            clause_link(c.clause_id),
            f" {STATES[c.state]}",
            el("blockquote", c.now) if c.now and c.state != "holds" else None,
            el("p", clause_link(c.newer)) if c.newer else None,
        )
        for c in found.citations
    ]
    head = "Every quote holds today." if found.holds else "The answer does not hold any more."
    return el("div", el("p", head), el("ul", rows))


@router.get("/{run_id}/answer.md")
def markdown(request: Request, run_id: str) -> Response:
    """The question and its answer with the sources."""
    from regulations_agent.doors.render.export import cell

    result = agent_of(request).runs.get(run_id).answer
    text = f"# {cell(result.question)}\n\n{to_markdown(result)}\n" if result else ""
    return download(text, f"answer-{run_id[:8]}.md", "text/markdown")


@router.get("/{run_id}/answer.json")
def as_json(request: Request, run_id: str) -> Response:
    result = agent_of(request).runs.get(run_id).answer
    return download(
        to_json(result, indent=1) if result else "null", f"answer-{run_id[:8]}.json", "application/json"
    )


@router.get("/{run_id}/pack.zip")
def pack(request: Request, run_id: str) -> Response:
    """The audit pack: the answer, pages as pictures, hashes, and a sheet to sign."""
    from regulations_agent.doors.render.export import export

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pack.zip"
        export(run_id, file, agent_of(request))
        data = file.read_bytes()
    held = {"content-disposition": f'attachment; filename="audit-{run_id[:8]}.zip"'}
    return Response(data, media_type="application/zip", headers=held)


@router.post("/{run_id}/feedback")
def feedback(
    request: Request, run_id: str, good: Annotated[bool, Form()], note: Annotated[str, Form()] = ""
) -> Response:
    """Keeps what a reader says."""
    agent_of(request).runs.feedback(run_id, good, note[:4_000])
    return said(el("span", "Thank you, it is kept."))


@router.post("/{run_id}/word")
async def word(request: Request, run_id: str) -> Response:
    """A person's word about what a run waits for; the run goes on as a stream."""
    given = await told_by(request)
    if given.get("word") not in ("approve", "reject"):
        raise UsageError("Say approve or reject.")
    needs(request, "approve", CLOSED)
    agent, reason = agent_of(request), str(given.get("reason") or "") or None
    approve = given["word"] == "approve"
    begin = partial(agent.resume_stream, run_id, approve=approve, reason=reason)
    return stream(request, run_id, agent.runs.get(run_id).summary.question, begin)


@router.post("/{run_id}/resume")
async def resume(request: Request, run_id: str) -> Response:
    """Goes on with a run that was cut off, as a stream."""
    agent = agent_of(request)
    question = agent.runs.get(run_id).summary.question
    return stream(request, run_id, question, partial(agent.resume_stream, run_id))


@router.post("/{run_id}/delete")
def delete(request: Request, run_id: str) -> Response:
    """Forgets a run."""
    agent_of(request).runs.delete(run_id)
    return said(el("span", "Deleted. ", link("All runs", "/runs")))
