"""Failures as HTTP answers: one shape, one line of text, and a status that says who must act."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import msgspec
from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as BareHTTPException

from regulations_agent.errors import (
    DocumentError,
    IndexFailure,
    ModelError,
    RegulationsError,
    StoreError,
    UnknownClause,
    UsageError,
)
from regulations_agent.guard.mask import masked

log = logging.getLogger(__name__)
STATUS: Mapping[type[RegulationsError], int] = {
    UnknownClause: 404,
    UsageError: 400,
    IndexFailure: 503,
    StoreError: 503,
    DocumentError: 422,
    ModelError: 502,
}
"""The first that fits; 500 for any other."""


def problem(status: int, kind: str, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """`{"error": {"type", "message", "details"}}`, which OpenAI's clients read too."""
    body = {"error": {"type": kind, "message": text, "details": None}}
    return Response(msgspec.json.encode(body), status, dict(headers or {}), "application/json")


def status_of(error: RegulationsError) -> int:
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 500)


def install(app: FastAPI, secrets: tuple[str, ...]) -> None:
    """Every failure of a request gets that shape, secrets masked; a bug is logged and told in a line."""

    @app.exception_handler(RegulationsError)
    async def expected(_: Request, error: RegulationsError) -> Response:
        return problem(status_of(error), type(error).__name__, masked(str(error), secrets))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        told = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:5])
        return problem(422, "UsageError", masked(f"The request does not fit: {told}.", secrets))

    @app.exception_handler(BareHTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        return problem(error.status_code, "HTTPError", str(error.detail), error.headers)

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return problem(
            500, type(error).__name__, "This is a bug of regulations-agent; the server's log says more."
        )
