"""`serve`: REST and MCP over HTTP; `mcp`: MCP over stdin and stdout."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from typing import Annotated

import typer

from regulations_agent.doors.commands.page import check_free, warn_if_open
from regulations_agent.doors.options import IndexOption, read_settings
from regulations_agent.doors.terminal import note
from regulations_agent.errors import UsageError


def serve(
    index: IndexOption = None,
    host: Annotated[str | None, typer.Option(metavar="H", help="127.0.0.1 unless set.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=1, max=65535, help="8000 unless set.")] = None,
) -> None:
    """Serve REST (/docs lists it), MCP (/mcp) and OpenAI's chat protocol (/v1) until Ctrl-C."""
    need("fastapi", "uvicorn", "sse_starlette", "fastmcp")
    from regulations_agent.doors.rest.app import make_app
    from regulations_agent.doors.rest.server import run

    settings = read_settings(index=index, host=host, port=port)
    app = make_app(settings)
    check_free(settings.host, settings.port)
    if not settings.api_keys:
        warn_if_open(settings, "REGULATIONS_AGENT_API_KEYS")
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    note(f"Serving at http://{shown}:{settings.port} (Ctrl-C ends it)")
    if not run(app, settings):
        raise typer.Exit(1)


def mcp(ctx: typer.Context, index: IndexOption = None) -> None:
    """Serve MCP over stdin and stdout, for a client that starts this command."""
    need("fastmcp")
    from regulations_agent.doors.desk import Desk
    from regulations_agent.doors.mcp import make_mcp

    logging.getLogger("fastmcp").setLevel(logging.CRITICAL if not ctx.obj else logging.INFO)
    desk = Desk(read_settings(index=index), debug=bool(ctx.obj))
    make_mcp(desk).run("stdio", show_banner=False)


def need(*modules: str) -> None:
    """Raises UsageError when a library of the servers is not installed."""
    if missing := [name for name in modules if find_spec(name) is None]:
        raise UsageError(f"The server needs {missing[0]}; pip install 'regulations-agent[serve]'.")
