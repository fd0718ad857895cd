from __future__ import annotations

import pytest
from pydantic import Field

from regulations_agent.errors import ToolError, UsageError
from regulations_agent.settings import SIX_TOOLS
from regulations_agent.tools.base import FilteredArgs, Tool
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.run import Filters, ToolOutput


class LookArgs(FilteredArgs):
    """Look something up.

    In the rules.
    """

    query: str = Field(min_length=1)
    numbers: tuple[str, ...] = ()


TOOL = Tool("look", LookArgs, lambda args, library: ToolOutput())


def test_a_tool_describes_itself_by_its_docstring_and_its_arguments_by_a_schema() -> None:
    assert TOOL.description == "Look something up.\n\nIn the rules."
    assert TOOL.schema["required"] == ["query"]
    assert TOOL.schema["additionalProperties"] is False


def test_arguments_are_checked_as_the_json_that_they_are() -> None:
    args = TOOL.parse({"query": "pit", "season": 2025, "numbers": ["1.1"]})
    assert args.numbers == ("1.1",) and args.filters == Filters(season=2025)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "look: `query`: Field required; it takes: season (optional), section (optional), "),
        ({"query": 5}, "`query`: Input should be a valid string"),
        ({"query": "x", "season": "2025"}, "`season`: Input should be a valid integer"),
        ({"query": "x", "seasons": 2025}, "`seasons`: Extra inputs are not permitted"),
        ({"query": "x", "section": object()}, "is unsupported"),
        ({"query": ""}, "`query`: String should have at least 1 character"),
    ],
)
def test_bad_arguments_are_named_field_by_field(values: dict[str, object], said: str) -> None:
    with pytest.raises(ToolError) as caught:
        TOOL.parse(values)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_arguments_have_a_size_that_can_be_worked_with() -> None:
    with pytest.raises(ToolError, match=r"look: the arguments have 1,000,012 bytes, 100,000 are possible"):
        TOOL.parse({"query": "x" * 1_000_000})


def test_the_six_tools_are_offered_in_the_order_of_the_settings() -> None:
    tools = load_tools(SIX_TOOLS)
    assert tuple(tools) == SIX_TOOLS
    for name, tool in tools.items():
        assert tool.name == name and len(tool.description) > 20


def test_a_tool_that_is_not_installed_is_named_with_those_that_are() -> None:
    with pytest.raises(UsageError, match=r"No tool 'crystal_ball'; there are: .*regulation_search"):
        load_tools(["regulation_search", "crystal_ball"])
