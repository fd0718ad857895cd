"""Failures as HTTP answers: one shape, one line of text, and a status that says who must act."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

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
    Unknown,
    UsageError,
)
from regulations_agent.guard.texts.mask import masked

log = logging.getLogger(__name__)
STATUS: Mapping[type[RegulationsError], int] = {
    Unknown: 404,
    UsageError: 400,
    IndexFailure: 503,
    StoreError: 503,
    DocumentError: 422,
    ModelError: 502,
}
"""The first that fits; 500 for any other."""
NO_OBJECT = ("model_attributes_type", "dict_type", "model_type")
"""How pydantic calls what has no named fields."""
OPENAI = "/v1/"
"""Below this address failures have the form of OpenAI's."""
OPENAI_KINDS = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


def problem(
    status: int,
    kind: str,
    text: str,
    headers: Mapping[str, str] | None = None,
    *,
    request: Request | None = None,
) -> Response:
    """`{"error": {"type", "message", "details"}}`, or OpenAI's form where that is spoken."""
    if request is not None and request.url.path.startswith(OPENAI):
        return openai_problem(status, text, headers)
    return _said(status, {"type": kind, "message": text, "details": None}, headers)


def openai_problem(
    status: int,
    text: str,
    headers: Mapping[str, str] | None = None,
    *,
    param: str | None = None,
    code: str | None = None,
) -> Response:
    """`{"error": {"message", "type", "param", "code"}}`, as OpenAI's API says what went wrong."""
    kind = OPENAI_KINDS.get(status, "server_error" if status >= 500 else "invalid_request_error")
    return _said(status, {"message": text, "type": kind, "param": param, "code": code}, headers)


def _said(status: int, error: Mapping[str, object], headers: Mapping[str, str] | None) -> Response:
    body = msgspec.json.encode({"error": error})
    return Response(body, status, dict(headers or {}), "application/json")


def status_of(error: RegulationsError) -> int:
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 500)


def install(app: FastAPI, secrets: tuple[str, ...]) -> None:
    """Every failure of a request gets that shape, secrets masked; a bug is logged and told in a line."""

    @app.exception_handler(RegulationsError)
    async def expected(request: Request, error: RegulationsError) -> Response:
        text = masked(str(error), secrets)
        return problem(status_of(error), type(error).__name__, text, request=request)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        sent = request.headers.get("content-type", "")
        told = "; ".join(_wrong(one["loc"], one["type"], one["msg"], sent) for one in error.errors()[:5])
        text = masked(f"The request does not fit: {told}.", secrets)
        return problem(422, "UsageError", text, request=request)

    @app.exception_handler(BareHTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        text = f"{error.detail}; /docs lists what there is" if error.status_code == 404 else str(error.detail)
        return problem(error.status_code, "HTTPError", text, error.headers, request=request)

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        text = "This is a bug of regulations-agent; the server's log says more."
        return problem(500, type(error).__name__, text, request=request)


def _wrong(place: Sequence[object], kind: str, said: str, sent: str) -> str:
    """What is wrong with one part of a request whose content type is `sent`."""
    if kind in NO_OBJECT and "json" not in sent:
        said = "send it as JSON with the header `Content-Type: application/json`"
    elif kind in NO_OBJECT:
        said = "it must be a JSON object"
    return f"{'.'.join(map(str, place))}: {said}"
