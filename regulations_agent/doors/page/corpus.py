"""The Corpus tab: the documents and what is wrong with them; upload, read again, remove."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Form, HTTPException, Request, Response, UploadFile

from regulations_agent.corpus.formats import ACCEPTED, SUFFIXES
from regulations_agent.doors.desk import Job, file_name
from regulations_agent.doors.page.html import Html, el, empty, join, link, path, problem, table
from regulations_agent.doors.page.parts import agent_of, at_work, said, tab, upload
from regulations_agent.doors.rest.shapes import desk_of, owner_of
from regulations_agent.index.records import Record
from regulations_agent.types.document import Document

router = APIRouter(prefix="/corpus")
STAGES = {
    "read": "reading documents",
    "embed": "learning what the texts mean",
    "publish": "writing the index",
}
CLOSED = "This page is open to everybody, so its corpus is closed; set PAGE_USERS to change it here."


@router.get("")
def corpus(request: Request) -> Response:
    """The documents, and what can be done with them."""
    index, may = agent_of(request).library.index, may_change(request)
    rows = [
        row(document, record, may) for document, record in zip(index.documents, index.records, strict=True)
    ]
    head = ("Document", "Issue", "Pages", "Clauses", "Problems", "")
    at_work = [
        job_line(job)
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


def may_change(request: Request) -> bool:
    return bool(request.state.may_change)


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
        el("small", f" {document.id} · {document.file} · sha256 {document.sha256[:12]}"),
    ]
    out = el(
        "form",
        el("button", "Remove", name="document", value=document.id),
        el("output"),
        method="post",
        action="/corpus/remove",
        data_sure="Really remove it?",
    )
    dated = [issue, el("small", f" {document.published}") if document.published else ""]
    return [name, dated, document.pages, f"{record.header.clauses:,}", told, out if may else ""]


@router.post("/upload")
def take_in(request: Request, files: Annotated[list[UploadFile], File()]) -> Response:
    """Takes files in; they are read beside other work."""
    guard(request)
    named = [(file_name(file.filename), file) for file in files]
    job = desk_of(request).add([(name, _kept(file)) for name, file in named], owner_of(request))
    return said(job_line(job))


@router.post("/again")
def again(request: Request) -> Response:
    """Reads what is new or changed in the corpus folder."""
    guard(request)
    return said(job_line(desk_of(request).read_again(owner_of(request))))


@router.post("/remove")
def remove(request: Request, document: Annotated[str, Form()]) -> Response:
    """Takes a document out of the index, and the copy that an upload made."""
    from regulations_agent.doors.commands.corpus import take_out

    guard(request)
    gone, _ = take_out(document, desk_of(request).settings)
    return said(el("span", f"Removed {', '.join(gone)}.", data_then="/corpus"))


@router.get("/jobs/{job_id}")
def job(request: Request, job_id: str) -> Response:
    return said(job_line(desk_of(request).job(job_id, owner_of(request))))


def guard(request: Request) -> None:
    if not may_change(request):
        raise HTTPException(403, CLOSED)


def job_line(job: Job) -> Html:
    """How far a job is; it asks again by itself until it is done."""
    names = ", ".join(job.files)
    if job.state in ("queued", "running"):
        stage = STAGES.get(job.stage, "waiting for its turn" if job.state == "queued" else "starting")
        done = job.done if job.total else None
        return at_work(f"{names}: {stage}", stage, done, job.total, path("corpus", "jobs", job.id))
    if job.report is None or job.state == "failed":
        return el("div", problem(f"{names}: {job.error or 'failed'}"), class_="job")
    read = [
        el(
            "li",
            link(one.document, path("browse", "outline", document=one.document)),
            f": {one.clauses:,} clauses",
            f", {len(one.problems)} problems" if one.problems else "",
        )
        for one in job.report.read
    ]
    same = [el("li", f"{one.document}: unchanged") for one in job.report.unchanged]
    fault = problem(job.error) if job.error else None
    return el(
        "div",
        el("p", "Done."),
        el("ul", read, same if len(same) < 4 else None),
        fault,
        class_="job",
        data_refresh="/corpus",
    )


def _kept(file: UploadFile) -> Path:
    """A copy that outlives the request."""
    with tempfile.NamedTemporaryFile(prefix="upload-", delete=False) as copy:
        shutil.copyfileobj(file.file, copy)
    return Path(copy.name)
