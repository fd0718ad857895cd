"""Titles and lists between numbers that go on beside what stands above these."""

from __future__ import annotations

from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.types.document import Clause
from tests.corpus.outline.test_headings import RULE, above, read, row, title


def test_a_chapter_that_goes_on_stands_in_no_title_of_the_chapter_above():
    def chapter(n: int, *parts: TextLine) -> list[TextLine]:
        return [title(f"{n}.0 Chapter of {n}", size=16), title(f"{n}.1 Boats", size=13), *parts]

    rules = [row(f"{n} {RULE}", gap=8) for n in ("<B1>", "<B2>", "<B3>")]
    boats = chapter(2, *rules[:2], title("Guests in Boats"), row(RULE, gap=8), rules[2])
    body = [*chapter(1, row(RULE, gap=8)), *boats, *chapter(3, row(RULE, gap=8))]
    assert [above(read(body))[f"Chapter of {n}"] for n in (1, 2, 3)] == [""] * 3


def test_a_larger_line_below_each_numbered_title_is_in_that_clause():
    body = [title("1.0 Prizes", size=16)]
    for n, name in enumerate(("Oar", "Sail", "Keel", "Rope", "Mast"), 1):
        body += [title(f"1.{n} Prize of the {name}", size=12), title(f"Praise for each {name}", size=14)]
        body += [row(RULE, gap=8), row(RULE)]
    found = above(read(body))
    assert {found[f"Prize of the {name}"] for name in ("Oar", "Sail", "Keel", "Rope", "Mast")} == {"1.0"}
    assert found["Praise for each Keel"] == "1.3"


def test_a_list_that_ends_with_the_number_of_its_chapter_takes_none_of_its_sections():
    body = [title("2.0 Races", size=16), row("On the day of a race the crews do this:", gap=8)]
    for n, duty in enumerate(("Launch", "Row"), 1):
        body.append(row(f"{n}. {duty}", x=80))
    for n in (1, 2):
        body += [title(f"2.{n} Signals of {n}"), row(RULE, gap=8)]
    clauses = read(body)
    assert [above(clauses)[f"Signals of {n}"] for n in (1, 2)] == ["2.0", "2.0"]
    assert [c.number for c in clauses if "Row" in (c.text, c.heading)] == ["2.0.2"]


def amended(*changes: TextLine) -> list[Clause]:
    body: list[TextLine] = []
    for n, name in enumerate(("BOATS", "OARS", "CREWS"), 1):
        body += [title(f"CHAPTER {'I' * n} - {name}"), row(f"1. Care of {name.lower()}", bold=True, gap=8)]
        body += [row(RULE, gap=8), row(f"1.1 {RULE}", gap=8), row(f"1.2 {RULE}", gap=8)]
    return read(body, [title("CHANGES FOR 2031", size=12), *changes])


def test_a_chapter_in_a_part_that_amends_it_is_named_by_its_number():
    changes = [title("CHAPTER II - OARS"), row("1. Blades", bold=True, gap=8), row(RULE, gap=8)]
    last = [row("1.3 Grips", bold=True, gap=8), row(RULE, gap=8)]
    found = {c.number: c.heading for c in amended(*changes, *last)[-3:]}
    name = "CHANGES FOR 2031/Chapter II"
    assert found == {name: "OARS", f"{name}/1": "Blades", f"{name}/1.3": "Grips"}


def test_a_bold_row_behind_a_star_is_of_a_list():
    stars = [row("* boats of the club;", gap=8), row("* Oars for Guests", bold=True), row(RULE, gap=8)]
    assert "* Oars for Guests" in amended(title("LISTS OF BOATS"), *stars)[-1].text
