"""Titles and lists between numbers that go on beside what stands above these, and titles that are none."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.corpus.outline.marks import counts_on, read_mark
from regulations_agent.corpus.outline.rows.headlines import see
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.rows import make_rows, measure
from regulations_agent.types.document import Clause
from tests.corpus.outline.test_headings import RULE, above, headings, in_markdown, part, read, row, title
from tests.corpus.page import pages


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


def test_titles_that_recur_together_above_each_part_head_none_of_them():
    body = []
    for n in range(1, 5):
        body += [title("Rowers of the Lake", size=20), title("Rules of the Season", size=16)]
        body += [title(f"Part {n}: Boats of {n}", size=18), row("Printed by the club.", gap=8)]
        body += [title(f"{n}.{m} Oars of {m}", size=12) for m in (1, 2)] + [row(RULE, gap=8)]
    found = above(read(body))
    assert {found[f"Boats of {n}"] for n in range(1, 5)} == {""}
    assert "Rowers of the Lake" not in found and "Rules of the Season" not in found


def test_a_list_in_line_goes_on_where_a_row_of_the_paragraph_opens_with_its_next_number():
    order = [row("The order of business is: 1. Roll call. 2. Minutes of the meeting. 3. Reports.", gap=8)]
    order += [row("4. Elections. 5. Prizes. 6. Any other business.")]
    clauses = read([title("1. Meetings"), *order, title("2. Races"), row(RULE, gap=8)])
    assert [clause.number for clause in clauses] == ["1", *(f"1.{n}" for n in range(1, 7)), "2"]


def test_no_title_ends_within_a_quotation():
    body = [title("1. Boats")]
    body += [row(f"1.{n} The “Boat Agreement - Crews and Guests” binds all of boat {n}.") for n in (1, 2, 3)]
    assert headings(read(body)) == ["Boats"]
    wrong = [part(f"1.{n} Guests in a “Boat“.", f"They sit in boat {n}.") for n in (1, 2, 3)]
    assert headings(read([title("1. Boats"), *wrong])) == ["Boats", *["Guests in a “Boat“."] * 3]


def test_the_name_of_a_book_stands_right_above_its_numbers_however_many_rows_it_has():
    chapters = "".join(f"# {n}. Boats of {n}\n\n## {n}.1 Use.\n\n{RULE}\n\n" for n in range(1, 12))
    name = "Rules and Regulations of the Rowing Club at the Lake of Swans"
    first, *rest = in_markdown(f"# {name}\n\n{chapters}")
    assert (first.kind, first.text) == ("preamble", name)
    assert [clause.number for clause in rest] == [f"{n}{step}" for n in range(1, 12) for step in ("", ".1")]


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


def counted(*names: str) -> str:
    """Titles with two numbers each that count on through them, the first with a list of its own numbers."""
    sections = ""
    for n, name in enumerate(names):
        listed = "".join(f"    {k}. Boats of {wood}.\n\n" for k, wood in enumerate(("pine", "oak", "elm"), 1))
        sections += f"### {name}\n\n{2 * n + 1}. They row these:\n\n{listed}{2 * n + 2}. {RULE}\n\n"
    return sections


def test_numbers_go_on_behind_a_title_though_lists_that_count_alike_stand_between():
    clauses = in_markdown(f"# Boats\n\n{RULE}\n\n{counted('Oars', 'Keels', 'Masts')}")
    numbers = [c.number for c in clauses if c.number[0].isdigit()]
    assert numbers == [m for n in (1, 3, 5) for m in (str(n), *(f"{n}.{k}" for k in (1, 2, 3)), str(n + 1))]


def test_numbers_that_go_on_through_the_titles_of_an_article_are_those_of_the_article():
    articles = [f"# Article {n}\n\n{counted('Oars', 'Keels', 'Masts')}" for n in ("I", "II", "III")]
    clauses = in_markdown("".join(articles))
    named = [(c.number, c.parent.rpartition("/")[2]) for c in clauses if c.parent and c.text == RULE]
    assert named[:3] == [("I.2", "Oars"), ("I.4", "Keels"), ("I.6", "Masts")]
    assert [c.number for c in clauses if c.text == "Boats of elm."][:2] == ["I.1.3", "I.3.3"]


def test_a_shouted_sentence_at_the_words_of_a_list_is_text_of_its_item():
    def item(n: int) -> TextLine:
        words = row(f"{n}. Crews row. {RULE}", gap=8)
        return replace(words, number=f"{n}.", text_x0=90.0)

    shout = row("RACES WAIT FOR NOBODY.", x=90, bold=True, size=12, gap=8)
    found = read([title("Rules", size=14), item(1), item(2), shout, item(3), item(4)])
    texts = {c.number: c.text for c in found if c.kind != "preamble"}
    assert [number for number, text in texts.items() if text.endswith("NOBODY.")] == ["2"]
    assert list(texts) == ["1", "2", "3", "4"]


def test_a_number_right_below_the_one_before_it_starts_an_item_though_no_stop_ends_that():
    full = "Crews of the second boat are ten who row from one end of the lake to the other without rest"
    rows = make_rows(
        pages([row(f"1. {RULE}"), row(f"2. {full}"), row("3. Crews rest then."), row(f"5. {RULE}")])
    )
    assert [sight.starts for sight in see(rows, measure(rows))][2:] == [True, True]
    assert counts_on(read_mark("2. Crews"), read_mark("3. Boats"))
    for one, other in (("2. Crews", "4. Boats"), ("2 Crews", "3 Boats"), ("2. Crews", "3) Boats")):
        assert not counts_on(read_mark(one), read_mark(other))


def test_letters_that_a_drawing_repeats_are_no_title():
    body = [title("Lakes", size=14), row(RULE, gap=8), title("I I"), row(RULE, gap=8)]
    assert "I I" not in headings(read(body))
