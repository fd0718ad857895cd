"""What requests hold, and how answers leave."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Annotated, Literal, cast

from fastapi import Depends, Request, Response, UploadFile
from pydantic import BaseModel, ConfigDict, Field

from regulations_agent.agent import Agent
from regulations_agent.answer.render import to_json
from regulations_agent.doors.desk import Desk
from regulations_agent.errors import UsageError
from regulations_agent.graph.ask import Options

Text = Annotated[str, Field(min_length=1, max_length=200)]


class Body(BaseModel):
    """Base of every request: unknown fields are refused, so that a slip is told."""

    model_config = ConfigDict(extra="forbid")


class Message(Body):
    """An earlier turn."""

    role: Literal["user", "assistant"]
    content: str


class Ask(Body):
    """A question, with what restricts or routes it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {"question": "What is the speed limit in the pit lane?", "season": 2019}
        },
    )
    question: str
    season: int | None = None
    section: Text | None = None
    issue: int | None = None
    as_of: Annotated[str | None, Field(description="ISO date.")] = None
    tool: Annotated[str | None, Field(description="Use this tool alone.")] = None
    tool_input: dict[str, object] | None = None
    history: list[Message] | None = None
    thread: Text | None = None
    fresh: Annotated[bool, Field(description="Without thread, recall, cache or learning.")] = False

    @property
    def options(self) -> Options:
        return cast(Options, self.model_dump(exclude={"question"}, exclude_none=True))


class Pair(Body):
    """Two documents, or seasons, to hold against each other."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"old": "2019/sporting@1", "new": "2019/sporting@2"}}
    )
    old: Text
    new: Text
    topic: str | None = None
    clause: Text | None = None


class Sentence(Body):
    """A quoted sentence to check."""

    text: str
    season: int | None = None
    section: Text | None = None


class Word(Body):
    """What a person says to a run that waits."""

    reason: str | None = None


class Opinion(Body):
    """What a reader thinks of an answer."""

    run_id: Text
    good: bool
    note: Annotated[str, Field(max_length=4_000)] = ""


def no_other_parameters(request: Request) -> None:
    """Unknown parameters in the address are refused as unknown fields are."""
    known = [parameter.alias for parameter in request.scope["route"].dependant.query_params]
    if unknown := [name for name in request.query_params if name not in known]:
        there = f"there are: {', '.join(known)}" if known else "this address takes none"
        raise UsageError(f"No parameter {', '.join(map(repr, unknown))}; {there}.")


KNOWN = [Depends(no_other_parameters)]


def desk_of(request: Request) -> Desk:
    """The desk that this server works at."""
    desk: Desk = request.app.state.desk
    return desk


def owner_of(request: Request) -> str | None:
    """Whose request it is."""
    owner: str | None = request.state.owner
    return owner


def agent_of(request: Request) -> Agent:
    """The agent of whoever asks, over the index as it is now."""
    return desk_of(request).agent(owner_of(request))


def said(value: object, status: int = 200) -> Response:
    """One of our dataclasses, or several, as JSON."""
    return Response(to_json(value), status, media_type="application/json")


def kept_upload(file: UploadFile) -> Path:
    """A copy that outlives the request."""
    with tempfile.NamedTemporaryFile(prefix="upload-", delete=False) as copy:
        try:
            shutil.copyfileobj(file.file, copy)
        except OSError:
            Path(copy.name).unlink()
            raise
    return Path(copy.name)
