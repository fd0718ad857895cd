"""`page`: the Gradio page; `serve`: REST and MCP over HTTP; `mcp`: MCP over stdin and stdout."""

from __future__ import annotations

import logging
import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, is_local, read_settings
from regulations_agent.doors.terminal import note
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from regulations_agent.settings import Settings


def page(
    index: IndexOption = None,
    host: Annotated[str | None, typer.Option(metavar="H", help="127.0.0.1 unless set.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=1, max=65535, help="7860 unless set.")] = None,
) -> None:
    """Serve the page: ask in a browser, with the printed rule beside the answer. Ctrl-C ends it."""
    from regulations_agent.doors.desk import Desk, share_arenas

    share_arenas()
    desk = Desk(read_settings(index=index, host=host, page_port=port))
    if find_spec("gradio") is None:
        raise UsageError(
            "The page needs gradio, which is not installed: pip install 'regulations-agent[page]'."
        )
    settings = desk.settings
    check_free(settings.host, settings.page_port)
    if not (settings.page_users or settings.page_proxy_header):
        warn_if_open(settings, "REGULATIONS_AGENT_PAGE_USERS")
    note("Starting the page: a few seconds ...")
    from regulations_agent.doors.page.server import serve

    serve(desk, ready=lambda address: note(f"The page is at {address} (Ctrl-C ends it)"))


def warn_if_open(settings: Settings, setting: str) -> None:
    """Says what everybody may do where others than this machine can come in and nobody has to log in."""
    if not is_local(settings):
        note(
            f"Warning: {settings.host} can be reached from the network and nobody has to log in: "
            "everybody may ask. Uploads, removals and approvals are closed; "
            f"""set {setting}='{{"NAME": "SECRET"}}' to let in those who know it alone."""
        )


def check_free(host: str, port: int) -> None:
    """Raises UsageError when nothing can be served there."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(
            f"{host}:{port} cannot be used ({reason}); give another --port or --host."
        ) from error


def serve(
    index: IndexOption = None,
    host: Annotated[str | None, typer.Option(metavar="H", help="127.0.0.1 unless set.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=1, max=65535, help="8000 unless set.")] = None,
) -> None:
    """Serve REST (/docs lists it), MCP (/mcp) and OpenAI's chat protocol (/v1) until Ctrl-C."""
    need("fastapi", "uvicorn", "sse_starlette", "fastmcp")
    from regulations_agent.doors.desk import share_arenas
    from regulations_agent.doors.rest.app import make_app
    from regulations_agent.doors.rest.server import run

    share_arenas()
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
    from regulations_agent.doors.desk import Desk, share_arenas
    from regulations_agent.doors.mcp import make_mcp

    share_arenas()
    logging.getLogger("fastmcp").setLevel(logging.CRITICAL if not ctx.obj else logging.INFO)
    desk = Desk(read_settings(index=index), debug=bool(ctx.obj))
    make_mcp(desk).run("stdio", show_banner=False)


def need(*modules: str) -> None:
    """Raises UsageError when a library of the servers is not installed."""
    if missing := [name for name in modules if find_spec(name) is None]:
        raise UsageError(f"The server needs {missing[0]}; pip install 'regulations-agent[serve]'.")
