"""JSON schemas of all that the doors print, made from the types; `python -m` writes them to a folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from regulations_agent.types.answer import Answer
from regulations_agent.types.changes import CompareView
from regulations_agent.types.events import DATA
from regulations_agent.types.views import (
    CheckView,
    ClauseView,
    InspectView,
    ObligationView,
    OutlineView,
    PenaltyView,
    TermView,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFERENCE = "#/$defs/{name}"
Schema = dict[str, object]

SHAPES: Mapping[str, object] = {
    "answer": Answer,
    "inspect": InspectView,
    "clause": ClauseView,
    "compare": CompareView,
    "check": CheckView,
    "terms": tuple[TermView, ...],
    "penalties": tuple[PenaltyView, ...],
    "obligations": tuple[ObligationView, ...],
    "outline": tuple[OutlineView, ...],
}
"""What each `--json` prints, by the name of its schema."""


def schemas() -> dict[str, Schema]:
    """Every schema by name; all fields are required and no others allowed, for we always print all."""
    return {**{name: made_of(name, shape) for name, shape in SHAPES.items()}, "event": _event()}


def made_of(name: str, shape: object) -> Schema:
    """The schema of one of our types."""
    return _schema(name, *_components([shape]))


def write_schemas(folder: Path) -> None:
    """One `<name>.json` a schema."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")


def texts() -> dict[str, str]:
    """The files as they should be, by name."""
    encoded = {name: msgspec.json.encode(schema) for name, schema in schemas().items()}
    return {name: msgspec.json.format(text, indent=2).decode() + "\n" for name, text in encoded.items()}


def _components(shapes: Sequence[object]) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    return msgspec.json.schema_components(shapes, schema_hook=_anything, ref_template=REFERENCE)


def _anything(kind: type) -> Schema:
    """Tool arguments are what the tool says they are."""
    if kind is object:
        return {"description": "Any JSON value."}
    raise NotImplementedError(kind.__name__)  # how a hook tells msgspec that it does not know a type


def _schema(name: str, outer: tuple[Schema, ...], components: Mapping[str, Schema]) -> Schema:
    return {"$schema": DIALECT, "title": name, **outer[0], "$defs": _closed(components)}


def _event() -> Schema:
    """One shape for each event name; its data is what that event carries."""
    outer, components = _components(list(DATA.values()))
    shapes = [
        {
            "type": "object",
            "properties": {
                "event": {"const": name},
                "run_id": {"type": "string"},
                "round": {"type": "integer", "minimum": 0},
                "at": {"type": "number", "minimum": 0},
                "data": data,
            },
            "required": ["event", "run_id", "round", "at", "data"],
            "additionalProperties": False,
        }
        for name, data in zip(DATA, outer, strict=True)
    ]
    return {"$schema": DIALECT, "title": "event", "oneOf": shapes, "$defs": _closed(components)}


def _closed(components: Mapping[str, Schema]) -> dict[str, Schema]:
    return {name: _closed_object(schema) for name, schema in sorted(components.items())}


def _closed_object(schema: Schema) -> Schema:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    bare = {n: {k: v for k, v in part.items() if k != "default"} for n, part in properties.items()}
    return {**schema, "properties": bare, "required": list(bare), "additionalProperties": False}


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/schemas"))
