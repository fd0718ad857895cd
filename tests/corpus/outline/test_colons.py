"""Numbers whose steps a colon parts, hours, which are none, and titles that a colon ends."""

from __future__ import annotations

import pytest

from tests.corpus.outline.test_strange_books import RULE, in_markdown, in_plain


@pytest.mark.parametrize(("lead", "tail"), [("", ""), ("Rule ", ""), ("", "-1"), ("Rule ", "-1.")])
def test_a_colon_parts_the_steps_of_a_number(lead: str, tail: str):
    numbers = [f"{chapter}:{n}" for chapter in (1, 2, 3) for n in range(1, 13)]
    built = in_plain("\n\n".join(f"{lead}{number}{tail} {RULE}" for number in numbers))
    assert [c.number for c in built.clauses] == [f"{number}{tail}".rstrip(".") for number in numbers]


def test_a_heading_that_is_a_number_with_a_colon_is_that_of_the_words_below_it():
    chapters = (("Court", 1), ("Ball", 2))
    rules = "".join(
        f"## {name}\n\n"
        + "".join(f"#### {k}:{n}\n{RULE}\n\n* a) the boat;\n\n* b) the oars.\n\n" for n in (1, 2))
        for name, k in chapters
    )
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in in_markdown(rules).clauses}
    assert [parents[f"{k}:{n}"] for k in (1, 2) for n in (1, 2)] == ["Court", "Court", "Ball", "Ball"]
    assert parents["2:1a)"] == "2:1"


def test_hours_are_no_numbers():
    hours = "\n\n".join(f"{hour} Boats leave" for hour in ("9:15", "9:30 am", "10:00", "10:15", "11:00 pm"))
    built = in_plain(f"1. {RULE}\n\n2. The boats leave as follows:\n\n{hours}\n\n3. {RULE}")
    assert [c.number for c in built.clauses] == ["1", "2", "3"]


@pytest.mark.parametrize("stop", [":", ".", " –"])
def test_a_title_in_bold_runs_into_the_text_of_a_paragraph_though_its_stop_is_plain(stop: str):
    words = ["OARS", "SAILS", "Keels and Masts"]
    said = "\n\n".join(f"**{word}**{stop} {RULE}" for word in words)
    built = in_markdown(f"1. **Boats**\n\n{said}\n\n2. **Crews**\n\n{RULE}\n\n3. **Guests**\n\n{RULE}\n")
    assert [c.heading.rstrip(" .:–") for c in built.clauses if "¶" in c.number] == words
