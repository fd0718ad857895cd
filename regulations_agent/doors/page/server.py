"""The page as Gradio serves it: tabs, assets, limits, and questions for programs through Gradio's own API."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Callable
from importlib import resources
from typing import TYPE_CHECKING, Any

from fastapi import HTTPException, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as BareHTTPException

from regulations_agent.doors.page import source, threads
from regulations_agent.doors.page.access import Gate
from regulations_agent.doors.page.examples import Starters
from regulations_agent.doors.page.live import Runs
from regulations_agent.doors.page.parts import on_failure
from regulations_agent.doors.page.tabs import ask, browse, compare, corpus, evaluate, runs
from regulations_agent.doors.page.trials import Trials
from regulations_agent.doors.render.originals import Originals
from regulations_agent.doors.rest.access import BodyLimit, Turns
from regulations_agent.errors import RegulationsError, UsageError

if TYPE_CHECKING:
    import gradio as gr

    from regulations_agent.doors.desk import Desk

QUIET_GRADIO = {"GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
TABS = (ask, threads, source, compare, browse, corpus, runs, evaluate)


def make_server(desk: Desk) -> gr.Server:
    """The page over a desk, not yet served."""
    os.environ.update(QUIET_GRADIO)
    import gradio as gr

    settings = desk.settings
    server = gr.Server(title="Regulations Agent", docs_url=None, redoc_url=None, openapi_url=None)
    server.state.desk, server.state.live = desk, Runs(Turns(settings))
    server.state.starters = Starters()
    server.state.originals = Originals(settings, hint="")
    server.state.trials = Trials(
        (settings.history_file or settings.data_dir / "history").parent / "evaluations"
    )
    server.get("/page/{name}")(asset)
    for tab in TABS:
        server.include_router(tab.router)
    for fault in (RegulationsError, BareHTTPException, RequestValidationError, Exception):
        server.add_exception_handler(fault, on_failure)
    server.add_middleware(BodyLimit, most=settings.request_megabytes * 1_000_000)
    server.add_middleware(Gate, settings=settings)
    _offer(server, desk)
    return server


def asset(name: str) -> Response:
    """Our own style, script and icon."""
    file = resources.files("regulations_agent.doors.page") / "static" / name
    if not file.is_file():
        raise HTTPException(404, f"There is no {name!r} here.")
    return Response(file.read_bytes(), media_type=mimetypes.guess_type(name)[0] or "text/plain")


def _offer(server: gr.Server, desk: Desk) -> None:
    """`gradio_client` asks through Gradio's queue: `Client(address).predict(question, api_name="/ask")`."""
    import gradio as gr

    from regulations_agent.answer.render import to_dict

    def ask_question(
        question: str, request: gr.Request, season: float | None = None, section: str | None = None
    ) -> dict[str, Any]:
        """The answer as JSON; Gradio hands over whatever a program sends."""
        agent = desk.agent(request.request.state.owner if request.request else None)
        whole: Any = int(season) if isinstance(season, float) and season.is_integer() else season
        return to_dict(agent.try_ask(question, season=whole or None, section=section or None))

    ask_question.__annotations__["request"] = gr.Request  # Gradio looks names up in the module alone
    server.api(ask_question, name="ask", concurrency_limit=desk.settings.questions_at_once)


def serve(desk: Desk, ready: Callable[[str], None]) -> None:
    """Serves the page until interrupted; `ready` is told its address."""
    settings = desk.settings
    server = make_server(desk)
    try:
        app, address, _ = server.launch(
            server_name=settings.host,
            server_port=settings.page_port,
            prevent_thread_lock=True,
            quiet=True,
            share=False,
            ssr_mode=False,
            pwa=False,
            mcp_server=False,
            run_history=False,
            footer_links=[],
            enable_monitoring=False,
            _frontend=False,
            max_file_size=settings.request_megabytes * 1_000_000,
        )
    except OSError as error:  # Gradio waits for 5 s, then calls the port taken
        where = f"{settings.host}:{settings.page_port}"
        raise UsageError(
            f"The page did not start at {where} within 5 seconds: the machine is busy, or the port taken. "
            "Try again, or give another --port."
        ) from error
    server.state.starters.of(desk.agent())  # the first reader waits for neither them nor what asking loads
    ready(address)
    app.get_blocks().block_thread()
