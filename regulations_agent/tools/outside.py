"""Tools from outside: those of MCP servers, with argument models made from their schemas."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Mapping
from importlib.util import find_spec
from keyword import iskeyword
from typing import Any, ClassVar, Literal

from pydantic import Field, create_model
from pydantic.annotated_handlers import GetJsonSchemaHandler
from pydantic_core import CoreSchema

from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.errors import ToolError, UnknownClause, UsageError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool, Tool, ToolArgs
from regulations_agent.tools.evidence import merged
from regulations_agent.tools.mcp_client import Link, Offer, Returned
from regulations_agent.types.run import Hit, ToolOutput

DESCRIPTION_CHARS = 600
MOST_CLAUSES = 20
SILENT = "A tool from outside; its server does not say what it is for."
_TYPES: Mapping[object, type] = {"string": str, "integer": int, "number": float, "boolean": bool}
log = logging.getLogger(__name__)


def outside_tools(settings: Settings, taken: Collection[str]) -> Mapping[str, AnyTool]:
    """The tools of the MCP servers that can be reached now, by name; a server that cannot is logged.

    A name that is `taken` gets that of the server before it. Raises `UsageError` for a server that has
    neither command nor address, and when the client is not installed.
    """
    if settings.mcp_servers and find_spec("mcp") is None:
        raise UsageError("Tools of MCP servers need the client: pip install 'regulations-agent[mcp]'.")
    tools: dict[str, AnyTool] = {}
    for name, server in settings.mcp_servers.items():
        if bool(server.command) == bool(server.url):
            raise UsageError(f"MCP server {name!r} needs a command, or a url; give one of both.")
        link = Link(name, server)
        try:
            offers = link.offers()
        except ToolError as fault:
            log.warning("%s Its tools are missing.", fault)
            continue
        for offer in offers:
            if server.tools is None or offer.name in server.tools:
                tool = as_tool(link, offer, {*taken, *tools})
                tools[tool.name] = tool
    return tools


def as_tool(link: Link, offer: Offer, taken: Collection[str]) -> AnyTool:
    """The offered tool as one of ours."""
    plain = _name(offer.name)
    name = plain if plain not in taken else _name(f"{link.name}_{offer.name}")

    def run(values: ToolArgs, library: Retriever) -> ToolOutput:
        given = values.model_dump(by_alias=True, exclude_unset=True)
        return as_output(link.call(offer.name, given), library)

    return Tool(name, argument_model(offer), run, outside=True)


def _name(text: str) -> str:
    """As model servers take it."""
    return re.sub(r"[^\w-]", "_", text, flags=re.ASCII)[:64] or "tool"


def argument_model(offer: Offer) -> type[ToolArgs]:
    """A model of the tool's arguments: types, required fields and choices; the server checks the rest."""
    schema = {key: _without_orders(part) for key, part in offer.schema.items()}
    properties, required = schema.get("properties"), schema.get("required")
    needed = set(required) if isinstance(required, list) else set()
    fields: dict[str, Any] = {}
    for place, (name, part) in enumerate(properties.items() if isinstance(properties, dict) else ()):
        kind: Any = _kind(part) if isinstance(part, dict) else Any
        kind = kind if name in needed else kind | None
        fields[_field(name, place)] = kind, Field(... if name in needed else None, alias=name)
    model = create_model("OutsideArgs", __base__=_Outside, **fields)
    model.offered = schema
    words = " ".join(offer.description.split())[:DESCRIPTION_CHARS]
    model.__doc__ = SILENT if not words or addresses_assistant(words) else words
    return model


class _Outside(ToolArgs):
    """Base of the argument models from outside."""

    offered: ClassVar[Mapping[str, object]] = {}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The server's own schema, which says more than the model checks."""
        return {"type": "object", "properties": {}, **cls.offered}


def _field(name: str, place: int) -> str:
    """The argument's own name where a model can have such a field."""
    usable = name.isidentifier() and not iskeyword(name) and not name.startswith(("_", "model_"))
    return name if usable and not hasattr(_Outside, name) else f"field_{place}"


def _kind(part: Mapping[str, object]) -> object:
    choices = part.get("enum")
    if isinstance(choices, list) and choices and all(isinstance(c, str | int | bool) for c in choices):
        return Literal[tuple(choices)]
    return _TYPES.get(part.get("type"), Any)


def _without_orders(part: object) -> object:
    """The schema without descriptions that speak to a model."""
    if isinstance(part, dict):
        return {
            key: _without_orders(value)
            for key, value in part.items()
            if not (key == "description" and isinstance(value, str) and addresses_assistant(value))
        }
    return [_without_orders(item) for item in part] if isinstance(part, list) else part


def as_output(returned: Returned, library: Retriever) -> ToolOutput:
    """What a tool from outside says: words that are no rule, and the clauses that it names by their ids."""
    named = returned.data.get("clause_ids")
    ids = [key for key in named if isinstance(key, str)] if isinstance(named, list) else []
    hits = merged([hit for key in ids[:MOST_CLAUSES] for hit in _hit(key, library)])
    found = [hit.id for hit in hits]
    return ToolOutput(hits, returned.text, {"clause_ids": found, "returned": dict(returned.data)})


def _hit(clause_id: str, library: Retriever) -> list[Hit]:
    try:
        clause = library.clause(clause_id)
    except UnknownClause:
        return []
    return [Hit(clause, library.document_of(clause), 0.5, "context")] if clause.in_force else []
