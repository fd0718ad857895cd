"""A server of tools from outside, as the settings name it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class McpServer(BaseModel):
    """One server of tools from outside; `command` starts it over stdio, `url` reaches it over HTTP."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: tuple[str, ...] = ()
    url: str | None = None
    env: dict[str, str] = {}
    """Further environment of the started command; it gets no key of ours otherwise."""
    tools: tuple[str, ...] | None = None
    """Names of the tools to offer; None offers all."""
    seconds: float = Field(20.0, gt=0, le=3600)
    """That a call may take."""
    start_seconds: float = Field(20.0, gt=0, le=3600)
    """That starting it, and asking for its tools, may take."""
