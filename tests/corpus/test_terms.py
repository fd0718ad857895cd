"""Defined terms are found in the ways in which rulebooks define them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.corpus.numbers.terms import find
from regulations_agent.types.document import Clause
from tests.corpus.page import DOCUMENT


def clause(text: str, *, heading: str = "", number: str = "1.1", parent: str | None = None) -> Clause:
    above = f"{DOCUMENT.id}/{parent}" if parent else None
    return Clause(f"{DOCUMENT.id}/{number}", number, heading, above, "clause", 1, text)


@pytest.mark.parametrize(
    ("text", "term", "aliases"),
    [
        (
            "The FIA organises the World Championship (the Championship).",
            "Championship",
            ("World Championship",),
        ),
        ("The Lake Racing Union (the LRU) keeps the list.", "LRU", ("Lake Racing Union",)),
        ("A five second time penalty (“5-Second Penalty”): The driver stops.", "5-Second Penalty", ()),
        ("Two sessions (“Practice 1” or “P1” and “Practice 2” or “P2”).", "Practice 1", ("P1",)),
        ("Two sessions (“Practice 1” or “P1” and “Practice 2” or “P2”).", "Practice 2", ("P2",)),
        ('They may include (together the "Parties" and each a "Party"):', "Party", ()),
        ("The resulting union of these parts is defined as “Rear Bodywork”.", "Rear Bodywork", ()),
        ("This part of the wing will be called the FW Flap.", "FW Flap", ()),
        ("XA=0mm is defined to be on plane A-A", "XA=0mm", ()),
        ("Be rigid (rigidly secured means not having any freedom).", "rigidly secured", ()),
        ("“Outsourcing” means procuring goods.", "Outsourcing", ()),
        ('For each period (the "Declarations"), teams report.', "Declarations", ()),
        ("Testing of Old Cars (TOC) shall be defined as any running.", "Testing of Old Cars", ("TOC",)),
        ("The lane will be designated the “fast lane”.", "fast lane", ()),
        ("Competition means any event.", "Competition", ()),
        ("Solver refers to the program.", "Solver", ()),
        ("The terms “inner” or “outer” respectively refer to one side.", "inner", ()),
        ("They are “above”, “below” and “plan” are along the axis.", "above", ()),
        ("A team’s “Group” consists of these (each a “Member”, and together the “Members”):", "Group", ()),
        ("A team’s “Group” consists of these (each a “Member”, and together the “Members”):", "Member", ()),
        ("A team’s “Group” consists of these (each a “Member”, and together the “Members”):", "Members", ()),
        ("Those present are named (together the “sides”).", "sides", ()),
        ("The team (as the “Respondent”) is heard.", "Respondent", ()),
        ("If a team (for purposes of this Article, the “Plaintiff”) writes.", "Plaintiff", ()),
        ("Each of them shall be a “Group Entity”.", "Group Entity", ()),
        ("A “Minor Breach” arises when a form is late.", "Minor Breach", ()),
        ("A “Fine”, meaning a sum to be paid.", "Fine", ()),
        ("In these rules ‘good cause’ will mean illness.", "good cause", ()),
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


def test_lines_below_a_heading_that_promises_definitions_are_terms() -> None:
    rows = ("Resin | A binder that sets.", "--- | ---", "Core | The middle layer of a panel.", "Mass | ISO 1")
    table = "\n".join(f"| {row} |" for row in rows)
    found = find(DOCUMENT, [clause(table, heading="Panel definitions")])
    assert [(t.term, t.definition) for t in found] == [
        ("Resin", "Resin | A binder that sets."),
        ("Core", "Core | The middle layer of a panel."),
    ]
    above = clause("", heading="Definitions", number="6")
    below = ("Denaturant in this case is a bitter additive.", "A small plant is one that makes little.")
    rules = [clause(text, number=f"6.{i}", parent="6") for i, text in enumerate(below, start=1)]
    assert [t.term for t in find(DOCUMENT, [above, *rules])] == ["Denaturant", "small plant"]


@pytest.mark.parametrize(
    "text",
    [
        "Their classes (“SSC”, “DSC”, “LSC”) are listed.",
        "Nobody may disclose it (by any means).",
        "A wheel is defined to be in the straight-ahead position.",
        "Once the wheel system is defined as above, it stays.",
        "The sign is “GO” at the line.",
        "It is drawn by a random choice (including by electronic means).",
        "Where the report refers to a wound, a doctor signs it.",
        "Parts listed as “ICE”, “EXH” or “TC” in column “PART” must be sealed.",
    ],
)
def test_other_quotes_and_means_define_nothing(text: str) -> None:
    assert find(DOCUMENT, [clause(text)]) == ()


def test_definitions_that_run_on_are_each_found_and_a_dateline_is_none() -> None:
    text = "lot means a draw. quota means enough.\nsurplus, at any time, means the rest.\nRules — 2024 - 2027"
    found = find(DOCUMENT, [clause(text, heading="Definitions")])
    assert [t.term for t in found] == ["lot", "quota", "surplus"]
    assert found[1].definition == "quota means enough."


def test_a_definition_has_the_items_that_it_announces() -> None:
    above = clause("“Associate” means:", number="17.1")
    items = (
        Clause(f"{DOCUMENT.id}/17.1.{n}", f"17.1.{n}", "", above.id, "item", 1, text)
        for n, text in (("a", "an owner; or"), ("b", "a director."))
    )
    (term,) = find(DOCUMENT, [above, *items])
    assert term.definition == "“Associate” means: a an owner; or b a director."


def test_a_definition_is_the_whole_sentence_also_under_a_definitions_heading() -> None:
    above = clause("", heading="Definitions", number="5.1")
    text = "A team has parts. “Fine” has the meaning of Article 9.1.a. and “Fines” shall be read so."
    found = find(DOCUMENT, [above, clause(text, number="5.1.1", parent="5.1")])
    assert {t.term: t.definition for t in found} == dict.fromkeys(("Fine", "Fines"), text[18:])


def test_a_long_definition_ends_with_a_whole_sentence() -> None:
    sentence = "It has wings that were made by the crew itself in its own yard. "
    (term,) = find(DOCUMENT, [clause("“Boat” means a hull. " + 20 * sentence + "It floats.")])
    assert term.definition.endswith("in its own yard.")
    assert 600 <= len(term.definition) < 600 + len(sentence)
    above = clause("“Kit” means:", number="17.1")
    text = "a long thing " + "of many words " * 40 + "to its end."
    items = [Clause(f"{DOCUMENT.id}/17.1.{n}", f"17.1.{n}", "", above.id, "item", 1, text) for n in "ab"]
    (term,) = find(DOCUMENT, [above, *items])
    assert term.definition.endswith("to its end.")


def test_a_line_of_dots_is_no_part_of_a_definition() -> None:
    entry = Clause(f"{DOCUMENT.id}/A/Boat", "A/Boat", "", None, "definition", 1, "Boat: a hull.\n…/…")
    assert [t.definition for t in find(DOCUMENT, [entry])] == ["Boat: a hull."]


def test_what_a_book_says_of_the_body_that_issues_it_is_no_definition() -> None:
    book = replace(DOCUMENT, title="Old Mill Rowing Club Handbook")
    said = [clause("Old Mill is a club for all."), clause("Sculling is a way to row.", number="1.2")]
    assert [term.term for term in find(book, said)] == ["Sculling"]


def test_a_list_of_definitions_may_have_bullets_and_dashes_before_its_verbs() -> None:
    text = "• LRU - shall mean the Lake Union.\n• Old Pier – shall be the pier of 1904.\n• Boat means a hull."
    above = clause("", heading="Interpretation and Definitions", number="1")
    terms = [t.term for t in find(DOCUMENT, [above, clause(text, number="1.2", parent="1")])]
    assert terms == ["LRU", "Old Pier", "Boat"]
