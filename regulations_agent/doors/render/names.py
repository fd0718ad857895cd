"""Documents, clauses and tools in words: what a reader sees in place of ids."""

from __future__ import annotations

import re
from collections.abc import Mapping

from regulations_agent.answer.text import number_in_words, slug_in_words

_DOCUMENT = re.compile(r"(?:(?P<season>(?:19|20)\d\d)/)?(?P<section>[^/@]+)(?:@(?P<issue>\d+))?")
DOINGS: Mapping[str, str] = {
    "regulation_search": "Searching the rules",
    "regulation_summary": "Summing up",
    "general_rag": "Looking further",
    "regulation_comparison": "Comparing",
    "penalty_lookup": "Looking up penalties",
    "out_of_scope_handler": "Is it in the rulebooks?",
}
"""What a tool does, as a step of a run."""
KINDS: Mapping[str, str] = {
    "regulation_search": "The rule",
    "regulation_summary": "A summary",
    "general_rag": "An explanation",
    "regulation_comparison": "What changed",
    "penalty_lookup": "The penalty",
    "out_of_scope_handler": "Is it in the rulebooks?",
}
"""What a reader gets from a tool that is chosen by hand."""


def book(document_id: str) -> str:
    """`2019 Sporting, issue 2` of `2019/sporting@2`, `Fsae 2024` of `fsae-2024`."""
    match = _DOCUMENT.match(document_id)
    if match is None:
        return document_id
    issue = f", issue {match['issue']}" if match["issue"] else ""
    return " ".join(filter(None, (match["season"], slug_in_words(match["section"])))) + issue


def books(side: str) -> str:
    """One side of a comparison, `2018/sporting@2 + 2018/technical@1`, in words."""
    return " + ".join(map(book, side.split(" + ")))


def number(clause_id: str) -> str:
    """`B1.8` of `2026/sporting@2/B1.8`, `T.7.5` of `fsae-2024/T.7.5`."""
    match = _DOCUMENT.match(clause_id)
    rest = clause_id[match.end() :].removeprefix("/") if match else ""
    return number_in_words(rest) or clause_id


def clause(clause_id: str) -> str:
    """`B1.8, 2026 Sporting, issue 2`."""
    return f"{number(clause_id)}, {book(clause_id)}" if number(clause_id) != clause_id else clause_id


def doing(tool: str) -> str:
    """A tool of our own by what it does, another one by its name."""
    return DOINGS.get(tool, tool.replace("_", " ").capitalize())


def kind(tool: str) -> str:
    return KINDS.get(tool, tool.replace("_", " ").capitalize())
