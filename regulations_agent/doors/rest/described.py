"""What `/openapi.json` says of answers and failures, so that a client can be made from it."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI

from regulations_agent.answer.schemas import made_of, schemas
from regulations_agent.types.document import Document
from regulations_agent.types.history import RunRecord, RunSummary

Described = dict[str, Any]
EXTRA: dict[str, object] = {
    "documents": tuple[Document, ...],
    "runs": tuple[RunSummary, ...],
    "run": RunRecord,
}
"""Shapes of answers that no command prints, by name."""
ERROR = {
    "type": "object",
    "title": "error",
    "description": "What went wrong and what to do, in a line.",
    "properties": {
        "error": {
            "type": "object",
            "properties": {"type": {"type": "string"}, "message": {"type": "string"}, "details": {}},
            "required": ["type", "message"],
        }
    },
    "required": ["error"],
}
EVENTS = "Server-sent events: the data of each is JSON of the shape `event`, the last one holds the answer."
JSON = "application/json"


def shape(name: str, **further: object) -> Described:
    """What a route adds to its description to say that it answers in the shape of that name."""
    return {"x-shape": name, **further}


def describe(app: FastAPI) -> None:
    """Has the application's description say the shapes of its answers and failures."""
    plain = app.openapi

    def openapi() -> Described:
        if app.openapi_schema is None:
            told = plain()
            told.setdefault("components", {}).setdefault("schemas", {}).update(_components())
            for methods in told["paths"].values():
                for operation in methods.values():
                    _answers(operation)
        return app.openapi_schema or {}

    app.openapi = openapi  # type: ignore[method-assign]


def _answers(operation: Described) -> None:
    """The shape of what one operation gives: its answer, or a failure."""
    answers = operation["responses"]
    answers.pop("422", None)
    answers["default"] = {"description": "What went wrong", "content": {JSON: _reference("error")}}
    if (name := operation.get("x-shape")) is None:
        return
    given = answers["202" if "202" in answers else "200"]
    given["content"] = {JSON: _reference(name)}
    if name == "answer" and operation.get("x-stream"):
        given["content"]["text/event-stream"] = {"schema": {"type": "string", "description": EVENTS}}


def _reference(name: str) -> Described:
    return {"schema": {"$ref": f"#/components/schemas/{name}"}}


def _components() -> Described:
    """All shapes and what they are made of; a name stands for one shape everywhere."""
    found: Described = {"error": ERROR}
    named = {**schemas(), **{name: made_of(name, kind) for name, kind in EXTRA.items()}}
    for name, schema in named.items():
        parts: Any = schema["$defs"]
        found |= parts
        found[name] = {key: value for key, value in schema.items() if key not in ("$defs", "$schema")}
    text = msgspec.json.encode(found).replace(b'"#/$defs/', b'"#/components/schemas/')
    return msgspec.json.decode(text)  # type: ignore[no-any-return]
