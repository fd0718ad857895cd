"""The Corpus tab: the documents and what is wrong with them; upload, read again, remove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, File, Form, Request, Response, UploadFile

from regulations_agent.corpus.files.formats import ACCEPTED, SUFFIXES
from regulations_agent.doors.desk import Job, file_name
from regulations_agent.doors.page.answer import clause_link
from regulations_agent.doors.page.checks import counted
from regulations_agent.doors.page.parts import at_work, said, tab, upload
from regulations_agent.doors.page.source import originals_of
from regulations_agent.doors.render.html import Html, el, empty, facts, join, link, path, problem, table
from regulations_agent.doors.render.names import book, number
from regulations_agent.doors.rest.roles import may as allowed
from regulations_agent.doors.rest.roles import needs
from regulations_agent.doors.rest.shapes import agent_of, desk_of, kept_upload, owner_of
from regulations_agent.doors.terminal import about
from regulations_agent.errors import DocumentError, UsageError
from regulations_agent.index.storage.records import Record
from regulations_agent.types.document import Document

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.types.document import Clause, ClauseKind
    from regulations_agent.types.ingest import Ingested


FIRST = 6
"""Headings that are shown."""
NAMES: Mapping[ClauseKind, tuple[str, str]] = {
    "article": ("article", "articles"),
    "clause": ("clause", "clauses"),
    "item": ("item", "items"),
    "table": ("table", "tables"),
    "definition": ("definition", "definitions"),
    "appendix": ("appendix", "appendices"),
}
router = APIRouter(prefix="/corpus")
STAGES = {
    "read": "reading documents",
    "embed": "learning what the texts mean",
    "publish": "writing the index",
}
CLOSED = "This page is open to everybody, so its books are closed; who runs it can let people in who log in."


def understood(one: Ingested, library: Retriever) -> Html:
    """Its name, how it is numbered, what was counted in it, how it begins, and what to look at."""
    document, clauses = library.document(one.document), library.clauses(one.document)
    headings = [clause for clause in clauses if clause.parent is None and clause.heading][:FIRST]
    begins = [el("li", clause_link(c.id, f"{number(c.id)} {c.heading}")) for c in headings]
    problems = [el("li", problem) for problem in one.problems]
    told = facts(
        [
            ("Read as", titled(document)),
            ("Found", f"{counted(document.pages, 'page')}: {kinds(clauses)}"),
            ("Numbered", f"{one.style.replace('…', 'heading')} ({one.sure:.0%} sure)" if one.style else None),
            ("Begins with", el("ul", begins) if begins else None),
            ("To look at", el("ul", problems) if problems else None),
        ]
    )
    out = el("button", "Not right: take it out again", name="document", value=one.document)
    remove = el("form", out, method="post", action="/corpus/remove", data_into="#jobs")
    whole = link("All of it", path("browse", "outline", document=one.document))
    return el("section", told, el("p", whole), remove, class_="understood", aria_label="What was understood")


def titled(document: Document) -> str:
    """`2019 Championship Rules (2019 Sporting, issue 2)`; the title alone where it is the book's name."""
    title, name = document.title or document.id, book(document.id)
    return title if title.lower() == name.lower() else f"{title} ({name})"


def kinds(clauses: list[Clause]) -> str:
    """`3 articles, 12 clauses, 1 table`."""
    there = Counter(clause.kind for clause in clauses)
    return ", ".join(
        f"{there[kind]:,} {names[there[kind] != 1]}" for kind, names in NAMES.items() if there[kind]
    )


@router.get("")
def corpus(request: Request) -> Response:
    """The documents, and what can be done with them."""
    index, may = agent_of(request).library.index, allowed(request, "add")
    rows = [
        row(document, record, may) for document, record in zip(index.documents, index.records, strict=True)
    ]
    head = ("Document", "Issue", "Pages", "Clauses", "Problems", el("span", "What to do", class_="hidden"))
    at_work = [
        job_line(request, job)
        for job in desk_of(request).jobs(owner_of(request))
        if job.state in ("queued", "running")
    ]
    parts = [
        el("h1", "Corpus"),
        uploading() if may else empty(CLOSED),
        el("div", at_work, id="jobs", aria_live="polite"),
        table(head, rows, "Documents"),
    ]
    return tab(request, "Corpus", join(parts))


def uploading() -> Html:
    chosen = {"name": "files", "accept": ",".join(sorted(SUFFIXES)), "aria_label": f"Rulebooks: {ACCEPTED}"}
    fresh = upload("/corpus/upload", chosen, "Upload and read", "#jobs", many=True)
    again = el(
        "form",
        el("button", "Read the corpus folder again"),
        method="post",
        action="/corpus/again",
        data_into="#jobs",
        class_="form",
    )
    return el("div", fresh, again, class_="doings")


def row(document: Document, record: Record, may: bool) -> list[object]:
    """One document with its data and problems."""
    problems = record.header.problems
    told = (
        el("details", el("summary", len(problems)), el("ul", [el("li", p) for p in problems]))
        if problems
        else "none"
    )
    issue = f"{document.issue}" if document.issue is not None else ""
    name = [
        link(document.title or document.id, path("browse", "outline", document=document.id)),
        el("small", f" {document.file}", title=f"{document.id}, sha256 {document.sha256}"),
    ]
    out = el(
        "form",
        el("button", "Remove", name="document", value=document.id),
        method="post",
        action="/corpus/remove",
        data_into="#jobs",
    )
    dated = [
        [narrow("Issue "), issue] if issue else "",
        el("small", f" {document.published}") if document.published else "",
    ]
    many = [document.pages, narrow(" pages")], [f"{record.header.clauses:,}", narrow(" clauses")]
    return [name, dated, *many, [narrow("Problems: "), told], out if may else ""]


def narrow(label: str) -> Html:
    """What a phone says in each row, having no room for the head of the table."""
    return el("span", label, class_="narrow")


@router.post("/upload")
def take_in(request: Request, files: Annotated[list[UploadFile], File()]) -> Response:
    """Takes files in; they are read beside other work, and one that is no rulebook keeps none of them out."""
    guard(request)
    named: dict[str, UploadFile] = {}
    faults: list[str] = []
    for file in files:
        try:
            name = file_name(file.filename)
        except UsageError as fault:
            faults.append(str(fault))
            continue
        if name in named:
            faults.append(f"Two of the files are called {name}; one of them was left out.")
        named.setdefault(name, file)
    told = [problem(fault) for fault in faults]
    if named:
        kept = [(name, kept_upload(file)) for name, file in named.items()]
        told.append(job_line(request, desk_of(request).add(kept, owner_of(request))))
    return said(join(told), 200 if named else 400)


@router.post("/again")
def again(request: Request) -> Response:
    """Reads what is new or changed in the corpus folder."""
    guard(request)
    return said(job_line(request, desk_of(request).read_again(owner_of(request))))


@router.post("/remove")
def remove(request: Request, document: Annotated[str, Form()]) -> Response:
    """Takes a document out of the index; where its file is at hand that can be undone."""
    guard(request)
    gone, mark = desk_of(request).remove(document, _file(request, document))
    undo = el(
        "form",
        el("button", "Undo", name="mark", value=mark),
        method="post",
        action="/corpus/undo",
        data_into="#jobs",
    )
    line = el("p", f"Removed {', '.join(map(book, gone))}.")
    return said(el("div", line, undo if mark else None, class_="job", data_refresh="/corpus"))


@router.post("/undo")
def undo(request: Request, mark: Annotated[str, Form()]) -> Response:
    """Reads a document again that was removed."""
    guard(request)
    return said(job_line(request, desk_of(request).put_back(mark, owner_of(request))))


def _file(request: Request, document: str) -> Path | None:
    """The file of a document; None where it is not in the corpus folder."""
    try:
        return originals_of(request).find(agent_of(request).library.document(document))
    except DocumentError:
        return None


@router.get("/jobs/{job_id}")
def job(request: Request, job_id: str) -> Response:
    return said(job_line(request, desk_of(request).job(job_id, owner_of(request))))


def guard(request: Request) -> None:
    needs(request, "add", CLOSED)


def job_line(request: Request, job: Job) -> Html:
    """How far a job is; it asks again by itself until it is done."""
    names = counted(len(job.files), "file") if job.files[1:] else job.files[0]
    if job.state in ("queued", "running"):
        stage = STAGES.get(job.stage, "waiting for its turn" if job.state == "queued" else "starting")
        done = job.done if job.total else None
        so_far = f"; {counted(job.pages, 'page')} so far" if job.pages else ""
        return at_work(f"{names}: {stage}{so_far}", stage, done, job.total, path("corpus", "jobs", job.id))
    if job.report is None or job.state == "failed":
        return el("div", [problem(one) for one in faults(job)], class_="job", data_refresh="/corpus")
    agent = agent_of(request)
    request.app.state.starters.of(agent)  # they are there when somebody goes on to ask
    read = [understood(one, agent.library) for one in job.report.read]
    same = [el("li", f"{book(one.document)}: unchanged") for one in job.report.unchanged]
    return el(
        "div",
        el("p", "Done." if job.report.read or job.report.failed else "Nothing is new or changed."),
        read,
        el("ul", [el("li", line) for line in job.report.replaced]) if job.report.replaced else None,
        el("ul", same) if 0 < len(same) < 4 else None,
        [problem(one) for one in faults(job)],
        class_="job",
        data_refresh="/corpus",
    )


def faults(job: Job) -> list[str]:
    """What went wrong, a line a file."""
    if job.report is not None and job.report.failed:
        return [about(Path(Path(one.path).name), one.reason) for one in job.report.failed]
    return [job.error] if job.error else []
