"""Each of the six tools finds its evidence, whatever the reasoner does with it."""

from __future__ import annotations

import pytest

from regulations_agent.errors import ToolError
from regulations_agent.settings import SIX_TOOLS
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.run import ToolOutput
from tests.reasoning.shelf import shelf

TOOLS = load_tools(SIX_TOOLS)


def use(tool: str, **args: object) -> ToolOutput:
    return TOOLS[tool].run(TOOLS[tool].parse(args), shelf())


def numbers(output: ToolOutput) -> list[str]:
    return [hit.clause.number for hit in output.hits]


def test_search_puts_a_named_clause_first():
    assert numbers(use("regulation_search", query="animals", clause="7.1", season=2032))[0] == "7.1"


def test_search_finds_by_words():
    assert numbers(use("regulation_search", query="dogs in garages"))[0] == "6.1"


def test_search_around_a_clause_looks_only_beside_it_and_below():
    found = numbers(use("regulation_search", query="dogs in garages", around="2032/sporting@1/5.2a)"))
    assert found and set(found) <= {"5.1", "5.2", "5.2a)", "5.2b)"}


def test_summary_gives_the_clauses_of_the_article_in_printed_order():
    output = use("regulation_summary", topic="pit lane rules", season=2032)
    assert numbers(output)[:2] == ["5.1", "5.2"]


def test_penalties_come_with_who_decides():
    output = use("penalty_lookup", breach="speeding in the pit lane during the race", season=2032)
    assert any("drive-through" in s["sanction"] for s in output.data["sanctions"])  # type: ignore[attr-defined]


def test_general_questions_get_the_definition_first():
    assert numbers(use("general_rag", query="What is a mule car?", term="mule car"))[0] == "8.1"


def test_a_comparison_passes_over_a_clause_without_words():
    output = use(
        "regulation_comparison", old="2031/sporting", new="2032/sporting", topic="speed limit",
        rule="2031/sporting@1/9",
    )  # fmt: skip
    assert "5.1" in numbers(output)
    assert "9" not in numbers(output)


def test_a_comparison_pairs_the_clauses_of_both_documents():
    output = use(
        "regulation_comparison", old="2031/sporting", new="2032/sporting", topic="pit lane speed limit"
    )
    assert output.data["pairs"][0] == ["2031/sporting@1/5.1", "2032/sporting@1/5.1"]  # type: ignore[index]


def test_a_document_is_not_compared_with_itself():
    with pytest.raises(ToolError, match="name two issues"):
        use("regulation_comparison", old="2031/sporting", new="2031/sporting", topic="limit")


def test_declining_says_what_can_be_asked():
    assert "Sporting" in use("out_of_scope_handler", question="sing me a song").summary


@pytest.mark.parametrize("tool", SIX_TOOLS)
def test_every_tool_says_what_it_is_for(tool: str):
    assert len(TOOLS[tool].description) > 60 and TOOLS[tool].schema["properties"]
