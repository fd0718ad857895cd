"""What a tool is: a name, an argument model and a function, as data."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from regulations_agent.errors import ToolError
from regulations_agent.types.run import Filters, ToolOutput

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


LONGEST = 100_000
"""Bytes of the arguments of one call."""


class ToolArgs(BaseModel):
    """Base of every argument model: strict, no unknown fields; the subclass docstring describes the tool."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class FilteredArgs(ToolArgs):
    """Base of the argument models of tools that read a part of the corpus."""

    season: int | None = Field(
        None, description="Season, for example 2025; null for the newest that answers."
    )
    section: str | None = Field(None, description="For example `sporting`, `technical`, `financial`.")
    issue: int | None = Field(None, description="Issue number; null for the newest.")
    as_of: str | None = Field(None, description="ISO date: what was in force on that day.")

    @property
    def filters(self) -> Filters:
        return Filters(self.season, self.section, self.issue, self.as_of)


Args = TypeVar("Args", bound=ToolArgs)


@dataclass(frozen=True, slots=True)
class Tool(Generic[Args]):
    """One tool: `Tool("regulation_search", SearchArgs, search)`."""

    name: str
    args: type[Args]
    run: Callable[[Args, Retriever], ToolOutput]
    """Pure, thread-safe; reads the library, calls no language model; `ToolError` for what it cannot serve."""
    outside: bool = False
    """It runs elsewhere (an MCP server): what it returns is no rule, and by default a person approves it."""

    @property
    def description(self) -> str:
        """What the tool is for, in words for people and models: the docstring of its argument model."""
        return inspect.getdoc(self.args) or self.name

    @property
    def schema(self) -> dict[str, object]:
        """JSON schema of the arguments."""
        return self.args.model_json_schema()

    def parse(self, values: Mapping[str, object]) -> Args:
        """The arguments checked as the JSON that they are; raises `ToolError` naming each bad field."""
        try:
            given = msgspec.json.encode(values)
            if len(given) > LONGEST:
                raise ValueError(f"the arguments have {len(given):,} bytes, {LONGEST:,} are possible")
            return self.args.model_validate_json(given)
        except (ValueError, TypeError, OverflowError, RecursionError) as fault:
            raise ToolError(self.unfit(fault)) from fault

    def unfit(self, fault: Exception) -> str:
        """What is wrong with arguments, and what the tool takes."""
        return f"{self.name}: {_fields(fault)}; it takes: {self._signature()}."

    def _signature(self) -> str:
        required = {n for n, f in self.args.model_fields.items() if f.is_required()}
        return (
            ", ".join(n if n in required else f"{n} (optional)" for n in self.args.model_fields) or "nothing"
        )


AnyTool: TypeAlias = Tool[Any]


def _fields(fault: Exception) -> str:
    if not isinstance(fault, ValidationError):
        return str(fault)
    return "; ".join(
        f"`{'.'.join(map(str, e['loc'])) or 'arguments'}`: {e['msg']}"
        for e in fault.errors(include_url=False)
    )
