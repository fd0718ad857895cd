"""What the server counts, for Prometheus."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regulations_agent.doors.rest.access import Turns
from regulations_agent.types.answer import Answer

router = APIRouter(tags=["server"])
BUCKETS = (0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 45, 90, 180)
"""Seconds, up to those that an answer may take unless told otherwise."""
LEFT = 499
"""What counts as the status of a request whose client left before it was answered, as nginx has it."""


class Metrics:
    """Counters of one server, and how long its queue is."""

    def __init__(self, turns: Turns) -> None:
        self.registry = CollectorRegistry()
        self._answers = Counter(
            "regulations_agent_answers", "Answers given.", ["engine", "outcome"], registry=self.registry
        )
        self._seconds = Histogram(
            "regulations_agent_answer_seconds", "Seconds of an answer.", ["engine"],
            registry=self.registry, buckets=BUCKETS,
        )  # fmt: skip
        self._requests = Counter(
            "regulations_agent_requests", "Requests.", ["method", "route", "status"], registry=self.registry
        )
        for name, said, value in (
            ("waiting", "Questions that wait for their turn.", lambda: turns.waiting),
            ("at_work", "Questions that are being answered.", lambda: turns.at_work),
        ):
            Gauge(f"regulations_agent_questions_{name}", said, registry=self.registry).set_function(value)

    def answered(self, answer: Answer) -> None:
        outcome = (
            "failed" if not answer.ok else answer.refused or ("abstained" if answer.abstained else "answered")
        )
        self._answers.labels(answer.engine, outcome).inc()
        self._seconds.labels(answer.engine).observe(answer.seconds)

    def requested(self, method: str, route: str, status: int) -> None:
        self._requests.labels(method, route, str(status)).inc()


class Counted:
    """Counts requests by route, not by address, of which there is no end; who leaves is no failure."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = LEFT

        async def told(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        with suppress(ClientDisconnect):
            await self._app(scope, receive, told)
        held: Metrics = scope["app"].state.metrics
        held.requested(scope["method"], getattr(scope.get("route"), "path", "other"), status)


@router.get("/metrics", summary="Counters for Prometheus", response_class=PlainTextResponse)
def metrics(request: Request) -> Response:
    held: Metrics = request.app.state.metrics
    return Response(generate_latest(held.registry), media_type=CONTENT_TYPE_LATEST)
