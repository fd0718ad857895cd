"""Defined terms are found in the ways in which rulebooks define them."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.terms import find
from regulations_agent.types.document import Clause
from tests.corpus.page import DOCUMENT


def clause(text: str, *, heading: str = "", number: str = "1.1", parent: str | None = None) -> Clause:
    above = f"{DOCUMENT.id}/{parent}" if parent else None
    return Clause(f"{DOCUMENT.id}/{number}", number, heading, above, "clause", 1, text)


@pytest.mark.parametrize(
    ("text", "term", "aliases"),
    [
        ("The FIA organises the World Championship (the Championship).", "Championship", ()),
        ("“Outsourcing” means procuring goods.", "Outsourcing", ()),
        ('For each period (the "Declarations"), teams report.', "Declarations", ()),
        ("Testing of Old Cars (TOC) shall be defined as any running.", "Testing of Old Cars", ("TOC",)),
        ("The lane will be designated the “fast lane”.", "fast lane", ()),
        ("Competition means any event.", "Competition", ()),
        ("Solver refers to the program.", "Solver", ()),
        ("“Spare Parts” (SP) are components of a car.", "Spare Parts", ("SP",)),
    ],
)
def test_a_definition_is_found(text: str, term: str, aliases: tuple[str, ...]) -> None:
    found = {t.term: t for t in find(DOCUMENT, [clause(text)])}
    assert found[term].clause == "1.1" and found[term].aliases == aliases


def test_headings_below_a_definitions_article_are_terms() -> None:
    above = clause("", heading="Definitions", number="5.1")
    below = clause("A pump.", heading="Turbocharger (TC)", number="5.1.4", parent="5.1")
    (term,) = find(DOCUMENT, [above, below])
    assert (term.term, term.aliases, term.definition) == ("Turbocharger", ("TC",), "A pump.")
