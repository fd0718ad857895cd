"""Clauses, comparisons, registers and documents."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Query, Request, Response, UploadFile

from regulations_agent.corpus.files.formats import ACCEPTED
from regulations_agent.doors.desk import file_name
from regulations_agent.doors.rest.access import CLOSED
from regulations_agent.doors.rest.described import shape
from regulations_agent.doors.rest.roles import needs
from regulations_agent.doors.rest.shapes import (
    KNOWN,
    Pair,
    Sentence,
    agent_of,
    desk_of,
    kept_upload,
    owner_of,
    said,
)
from regulations_agent.errors import UsageError
from regulations_agent.graph.ask import Scope

router = APIRouter(tags=["rulebooks"], dependencies=KNOWN)
Season = Annotated[int | None, Query(description="The newest unless given.")]
Section = Annotated[str | None, Query(description="sporting, technical, financial, ...")]
Issue = Annotated[int | None, Query(description="The newest unless given.")]
Word = Annotated[str | None, Query(description="Only what has this word.")]


@router.get(
    "/clauses/{clause_id:path}", openapi_extra=shape("clause"), summary="A clause and what hangs on it"
)
def clause(request: Request, clause_id: str) -> Response:
    return said(agent_of(request).clause(clause_id))


@router.post("/compare", openapi_extra=shape("compare"), summary="Two documents side by side")
def compare(request: Request, pair: Pair) -> Response:
    agent = agent_of(request)
    return said(agent.compare(pair.old, pair.new, topic=pair.topic, clause=pair.clause))


@router.post("/check", openapi_extra=shape("check"), summary="Is this sentence in force, where, since when")
def check(request: Request, sentence: Sentence) -> Response:
    agent = agent_of(request)
    return said(agent.check(sentence.text, season=sentence.season, section=sentence.section))


@router.get("/terms", openapi_extra=shape("terms"), summary="Defined terms")
def terms(
    request: Request, word: Word = None, season: Season = None, section: Section = None, issue: Issue = None
) -> Response:
    return said(agent_of(request).terms(word, **_scope(season, section, issue)))


@router.get("/penalties", openapi_extra=shape("penalties"), summary="What each breach costs")
def penalties(
    request: Request, word: Word = None, season: Season = None, section: Section = None, issue: Issue = None
) -> Response:
    return said(agent_of(request).penalties(word, **_scope(season, section, issue)))


@router.get("/obligations", openapi_extra=shape("obligations"), summary="Who must, must not or may do what")
def obligations(
    request: Request, word: Word = None, season: Season = None, section: Section = None, issue: Issue = None
) -> Response:
    return said(agent_of(request).obligations(word, **_scope(season, section, issue)))


@router.get("/outlines/{document:path}", openapi_extra=shape("outline"), summary="A table of contents")
def outline(request: Request, document: str) -> Response:
    return said(agent_of(request).outline(document))


@router.get("/documents", openapi_extra=shape("documents"), summary="The documents of the index")
def documents(request: Request) -> Response:
    return said(agent_of(request).library.documents)


@router.post("/documents", status_code=202, summary="Upload rulebooks; they are read in a job")
def upload(
    request: Request, files: Annotated[list[UploadFile], File(description=f"Rulebooks: {ACCEPTED}.")]
) -> Response:
    needs(request, "add", CLOSED)
    names = [file_name(file.filename) for file in files]
    if len(set(names)) < len(names):
        raise UsageError("Two of the files have one name; rename one.")
    kept = [(name, kept_upload(file)) for name, file in zip(names, files, strict=True)]
    return said(desk_of(request).add(kept, owner_of(request)), 202)


@router.get("/jobs/{job_id}", summary="How far an upload is")
def job(request: Request, job_id: str) -> Response:
    return said(desk_of(request).job(job_id, owner_of(request)))


def _scope(season: int | None, section: str | None, issue: int | None) -> Scope:
    return {"season": season, "section": section, "issue": issue}
