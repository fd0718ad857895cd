"""The server's application: routes, limits, errors and documentation put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from anyio import to_thread
from fastapi import FastAPI, Request, Response
from fastapi.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Route

from regulations_agent.doors.desk import Desk
from regulations_agent.doors.mcp import make_mcp
from regulations_agent.doors.rest import asking, docs, errors, library, metrics, openai_api, runs
from regulations_agent.doors.rest.access import Access, BodyLimit, Turns, Whole
from regulations_agent.doors.rest.described import describe
from regulations_agent.doors.rest.shapes import agent_of, owner_of, said

if TYPE_CHECKING:
    from regulations_agent.settings import Settings

ABOUT = (
    "Answers questions about rulebooks with the rule that is in force, verbatim and cited to the page. "
    "Failures are `{error: {type, message, details}}`."
)


def make_app(settings: Settings, desk: Desk | None = None) -> FastAPI:
    """The application over the index of the settings; raises `IndexMissing`, `IndexDamaged`."""
    desk = desk or Desk(settings)
    turns = Turns(settings)
    mcp = make_mcp(desk, _caller, turns)
    protocol = mcp.http_app(path="/mcp", stateless_http=True, host_origin_protection=False)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        async with protocol.lifespan(protocol):
            yield
        await to_thread.run_sync(desk.close)

    app = FastAPI(
        title="regulations_agent",
        version=version("regulations-agent"),
        description=ABOUT,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
    )
    app.state.desk, app.state.turns = desk, turns
    app.state.metrics = metrics.Metrics(app.state.turns)
    for part in (asking, library, runs, openai_api, metrics, docs):
        app.include_router(part.router)
    app.get("/health", tags=["server"], summary="Whether the server answers, and over what")(health)
    app.router.routes.extend(_whole(protocol.routes))
    describe(app)
    errors.install(app, settings.secrets)
    app.add_middleware(metrics.Counted)
    app.add_middleware(Access, settings=settings)
    app.add_middleware(BodyLimit, most=settings.request_megabytes * 1_000_000)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.cors_origins),
            allow_methods=["*"],
            allow_headers=["*"],
        )
    return app


def _whole(routes: Iterable[BaseRoute]) -> Iterator[Route]:
    """The protocol's library logs a client that leaves before all has come as a failure."""
    for route in routes:
        assert isinstance(route, Route)
        yield Route(route.path, Whole(route.app), methods=[*route.methods] if route.methods else None)


def _caller() -> str | None:
    """Whose the MCP request at hand is."""
    from fastmcp.server.dependencies import get_http_request

    return owner_of(get_http_request())


async def health(request: Request) -> Response:
    agent = agent_of(request)
    told = {
        "ok": True,
        "index": agent.library.hash,
        "index_name": agent.library.folder,
        "documents": len(agent.library.documents),
    }
    return said({**told, "engine": agent.reasoner.engine, "version": version("regulations-agent")})
