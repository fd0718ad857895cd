"""JSON schemas of forms as model servers take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from pydantic import BaseModel

from regulations_agent.reasoning.model.chat import Schema

BOUNDS = frozenset({"maxLength", "maxItems", "minimum", "maximum"})
"""Keywords that some servers do not take; enums are taken by all."""
Possible: TypeAlias = Mapping[str, Sequence[object]]
"""The values that fields of a form may have, by name."""


def schema_of(form: type[BaseModel], possible: Possible = MappingProxyType({})) -> Schema:
    """The form's JSON schema without references, all fields required and no others.

    `possible`: the values that fields, or the items of lists, may have.
    """
    schema = form.model_json_schema()
    named = schema.pop("$defs", {})

    def plain(part: object) -> object:
        if isinstance(part, list):
            return [plain(item) for item in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return plain(named[part["$ref"].rpartition("/")[2]])
        kept = {key: plain(value) for key, value in part.items() if key != "default"}
        if isinstance(fields := kept.get("properties"), dict):
            kept["required"] = list(fields)
            kept["properties"] = {n: _narrowed(field, possible.get(n)) for n, field in fields.items()}
        return kept

    found = plain(schema)
    return found if isinstance(found, dict) else {}


def without_bounds(schema: Schema) -> Schema:
    """The schema for a server that does not know them."""

    def bare(part: object) -> object:
        if isinstance(part, list):
            return [bare(item) for item in part]
        if not isinstance(part, dict):
            return part
        return {key: bare(value) for key, value in part.items() if key not in BOUNDS}

    return {key: bare(value) for key, value in schema.items()}


def _narrowed(field: object, values: Sequence[object] | None) -> object:
    """The field, or each item of the list that it is, with one of some values."""
    if not values or not isinstance(field, dict):
        return field
    if isinstance(items := field.get("items"), dict):
        return {**field, "items": {**items, "enum": list(values)}}
    return {**field, "enum": list(values)}
