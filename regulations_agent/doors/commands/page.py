"""`page`: the web page."""

from __future__ import annotations

import socket
from typing import Annotated

import typer

from regulations_agent.doors.options import IndexOption, read_settings
from regulations_agent.doors.terminal import note
from regulations_agent.errors import UsageError


def page(
    ctx: typer.Context,
    index: IndexOption = None,
    host: Annotated[str, typer.Option(metavar="H", help="Address to serve at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535)] = 7860,
) -> None:
    """Serve the page: ask in a browser, with the printed rule beside the answer. Ctrl-C ends it."""
    from importlib.util import find_spec

    from regulations_agent.agent import Agent

    agent = Agent.open(settings=read_settings(index=index), debug=bool(ctx.obj))
    if find_spec("gradio") is None:
        raise UsageError(
            "The page needs gradio, which is not installed: pip install 'regulations-agent[page]'."
        )
    from regulations_agent.doors.page import serve

    check_free(host, port)
    serve(agent, host, port, ready=lambda address: note(f"The page is at {address} (Ctrl-C ends it)"))


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
