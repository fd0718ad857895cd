"""Running heads of the pages that Markdown was made from."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.flow import markdown


def texts(*parts: str) -> list[str]:
    return [block.text for block in markdown.read("\n\n".join(parts).encode(), "rules.md").blocks]


RULE = "Members must keep the boats of the club in good order."
TORN = ("The crew pays for each boat that it", "rows on the lake at night.")


@pytest.mark.parametrize("head", ["## CLUB RULES {}", "**CLUB RULES** **{}**", "**{} RULES OF THE CLUB**"])
def test_heads_with_the_numbers_of_their_pages_are_no_rules_and_part_no_sentence(head: str):
    pages = [part for page in (3, 5, 8) for part in ("-----", head.format(page), RULE)]
    plain = head.format(10).replace("*", "").replace("#", "").strip()
    body = [RULE, *pages, TORN[0], "-----", head.format(9), TORN[1], "-----", plain, RULE]
    assert texts(*body) == [RULE] * 4 + [" ".join(TORN), RULE]


def test_a_head_that_is_always_the_same_is_none_where_it_heads_nothing_and_parts_a_sentence():
    body = ["## Rules", "## 1 Boats", RULE, "## Rules", "## 2 Oars", *TORN[:1], "## Rules", *TORN[1:]]
    assert texts(*body, "## Rules", RULE) == ["1 Boats", RULE, "2 Oars", " ".join(TORN), RULE]


@pytest.mark.parametrize("numbers", [(1, 2, 3, 4, 5), (9, 5, 7, 8, 6)])
def test_titles_that_count_are_no_heads_though_their_words_start_small(numbers: tuple[int, ...]):
    body = [part for n in numbers for part in ("-----", f"## Rule {n}", "no running")]
    assert texts(*body) == [part for n in numbers for part in (f"Rule {n}", "no running")]


def test_titles_that_come_again_above_their_words_are_no_heads():
    body = [part for n in range(5) for part in ("## Example", f"a boat of {n} oars", f"## {n} Boats", RULE)]
    assert texts(*body).count("Example") == 5
