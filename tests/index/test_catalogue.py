from __future__ import annotations

import pytest

from regulations_agent.index.words.catalogue import find_abbreviations, make_catalogue


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Virtual Safety Car (VSC) slows all.", [("vsc", "virtual safety car")]),
        ("each Power Unit (“PU”) counts", [("pu", "power unit")]),
        ("“Lap Time Classified Session” (or “LTCS”) is", [("ltcs", "lap time classified session")]),
        ("the Drag Reduction System (the DRS)", [("drs", "drag reduction system")]),
        ("see Article 5 (VOID)", []),
        ("the mass (KG) is", []),
    ],
)
def test_initials_in_brackets_are_explained_by_the_words_before_them(text, found):
    assert find_abbreviations(text) == found


def test_the_commonest_expansion_of_an_abbreviation_wins():
    texts = ["Power Unit (PU)", "Power Unit (PU) again", "Pit Umbrella (PU)"]
    assert make_catalogue([], [], texts).abbreviations == {"pu": "power unit"}


def test_abbreviations_are_written_out_in_text_but_not_in_lines_of_capitals():
    made = make_catalogue([], [], ["Power Unit (PU)", "Safety Car (SC)"])
    text = "PU AND SC\nThe mass of the PU, of two PUs and of the PU-CE is weighed behind the SC."
    assert made.written_out(text) == (
        "PU AND SC\nThe mass of the power unit, of two power units and of the PU-CE is weighed behind the "
        "safety car."
    )
