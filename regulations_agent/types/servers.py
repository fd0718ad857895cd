"""Servers that the settings name, and their addresses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr

POSTGRES = ("postgresql://", "postgres://")


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


def shared_history(given: object) -> object:
    """The address of a database, which may hold a password, as a secret; any other text as a path."""
    if not isinstance(given, str):
        return given
    return SecretStr(given) if given.startswith(POSTGRES) else Path(given)


def in_address(url: str) -> Iterator[str]:
    """User, password and query values of an address."""
    parts = urlsplit(url)
    yield from filter(None, (parts.password, *(value for _, value in parse_qsl(parts.query))))


def slots_of(address: str | None) -> int:
    """Requests that a model server is sent at a time: one on this machine mostly has one slot, in which four
    at once would all be late."""
    host = urlsplit(address or "").hostname
    return 1 if host in ("localhost", "127.0.0.1", "::1") else 16
