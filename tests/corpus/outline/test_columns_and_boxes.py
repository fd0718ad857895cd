"""How pages are laid out: narrow columns, lists of a part, boxes, and sentences that go on in short lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent.corpus.contents.contents import with_listed
from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.outline.clauses import build_clauses
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.read import read_document
from regulations_agent.types.document import Clause
from tests.corpus.outline.test_headings import DOCUMENT, RULE, above, headings, read, row, title
from tests.corpus.page import pages
from tests.corpus.paper import Canvas, make_pdf, say
from tests.corpus.test_tables import grid

SENTENCES = (
    "Crews moor the boats of",
    "the club at the pier and",
    "report any damage that",
    "they see to the harbour",
)
NAMES = ("Anna of Harbour Town", "Berta of River Side", "Clara of Lake View", "Dora of Old Pier")


@pytest.mark.parametrize(("words", "apart"), [(SENTENCES, True), (NAMES, False)])
def test_prose_beside_a_narrow_gutter_is_columns_and_names_beside_it_are_rows(
    tmp_path: Path, words: Sequence[str], apart: bool
):
    def draw(canvas: Canvas) -> None:
        step = max(canvas.stringWidth(text, "Helvetica", 11) for text in words) + 7
        for n in range(16):
            for column in range(3):
                say(canvas, 72 + step * column, 100 + 13 * n + 3 * column * apart, words[n % 4])

    lines = [line.printed for line in page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0].body]
    assert lines == (list(words) * 12 if apart else [" ".join([words[n % 4]] * 3) for n in range(16)])


def last_item(*lines: str) -> str:
    """The text of the last item of a list, in the lines of the words above it, that is set in these lines."""
    led = [row("1. A crew must report, of each boat:"), row("(a) every oar;", gap=8)]
    body = [*led, row(lines[0], gap=8), *map(row, lines[1:]), row(f"2. {RULE}", gap=8), row(RULE)]
    return next(clause.text for clause in read(body) if clause.number == "1(b)")


def test_an_item_goes_on_below_a_line_that_had_no_room_for_the_next_word():
    first = "(b) its owner, its colour, its place at the pier and all"
    long = "Harbour-Authority-of-the-Northern-and-the-Southern-Piers-of-Towns"
    word = long.replace("-", "")
    assert last_item(first, word) == f"{first[4:]} {word}"
    assert last_item(first, "Harbour Authority") == last_item(first, long) == first[4:]


def test_small_letters_go_on_with_the_item_however_short_its_line_is():
    assert last_item("(b) its owner and the time", "of the year;") == "its owner and the time of the year;"


def part(n: int, *names: str, head: str = "Contents") -> list[TextLine]:
    listed = [row(f"§ {n}.{k} {name}.") for k, name in enumerate(names, 1)]
    body = [
        line
        for k, name in enumerate(names, 1)
        for line in (row(f"§ {n}.{k} {name}.", bold=True, gap=12), *[row(RULE)] * 6)
    ]
    return [title(f"PART {n}—{names[0].upper()}"), row(head, gap=12), *listed, *body]


def listed(*bodies: list[TextLine]) -> list[Clause]:
    return list(build_clauses(DOCUMENT, with_listed(pages(*bodies))).clauses)


def test_a_list_of_sections_at_the_head_of_a_part_is_no_text():
    names = ("Boats", "Crews", "Keys", "Oars")
    found = listed(part(1, *names), part(2, *reversed(names)))
    assert [c.number for c in found if "§" not in c.number and "." in c.number] == [
        f"{n}.{k}" for n in (1, 2) for k in range(1, 5)
    ]
    assert not any("¶" in clause.number for clause in found)
    assert not any("¶" in clause.number for clause in listed(part(1, *names, head="Rules")))


def test_a_list_of_sections_without_a_heading_is_none_of_the_law_and_its_part_keeps_its_title():
    names = ("Boats", "Crews", "Keys", "Oars")
    found = listed(part(1, *names, head="Of the club"), part(2, *names, head="Of the club"))
    numbers = [c.number for c in found]
    assert [n for n in numbers if "." in n] == [f"{n}.{k}" for n in (1, 2) for k in range(1, 5)]
    assert [(c.number, c.heading) for c in found if not c.parent] == [
        ("1", "BOATS"),
        ("2", "BOATS"),
    ]
    assert all(c.text for c in found if "." in c.number)


@pytest.mark.parametrize("sign", ["", "("])
def test_items_that_come_again_as_titles_are_law(sign: str):
    names = ("Boats", "Crews", "Keys", "Oars")
    items = [row(f"{sign}{k}{')' if sign else '.'} {name}.") for k, name in enumerate(names, 1)]
    body = [line for k, name in enumerate(names, 1) for line in (title(f"{k}. {name}."), *[row(RULE)] * 6)]
    text = " ".join(c.heading + c.text for c in listed([row("Members lend:"), *items, *body]))
    assert text.count("Oars") == 2


def test_a_list_of_sections_goes_on_in_the_next_column(tmp_path: Path):
    def draw(canvas: Canvas) -> None:
        for n in range(6):
            x, y = 72 + 240 * (n // 3), 100 + 14 * (n % 3)
            say(canvas, x, y, f"§ 4-{n + 1}.")
            say(canvas, x + 78, y, NAMES[n % 4])

    lines = [line.printed for line in page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0].body]
    assert lines == [f"§ 4-{n + 1}. {NAMES[n % 4]}" for n in range(6)]


def box(name: str) -> list[TextLine]:
    return [
        title(name, x=90, size=14, gap=20),
        row("• Keep the keys dry.", x=90, gap=6),
        row("• Dry the oars.", x=90, gap=6),
    ]


def test_a_title_that_comes_again_with_its_text_set_in_is_a_box_of_the_part_left_of_it():
    names = ("Mooring boats", "Lending keys", "Drying oars")
    body = [
        line for name in names for line in (title(name), row(RULE, gap=6), *[row(RULE)] * 3, *box("Advice"))
    ]
    found = read(body)
    assert above(found)["Lending keys"] == above(found)["Mooring boats"] == ""
    assert [c.parent for c in found if c.heading == "Advice"] == [f"club/{name}" for name in names]


def test_a_title_right_below_that_of_an_appendix_belongs_to_it_and_heads_none_of_the_next():
    body = [row(RULE), row(RULE)]
    for n, name in (("I", "Fees"), ("II", "Warning"), ("III", "Forms")):
        body += [row(f"Appendix {n} - {name}", bold=True, gap=20)]
        body += [row(f"MIND THE {name.upper()}", bold=True, gap=14, size=9)]
        body += [row(RULE, gap=8), *[row(RULE)] * 4]
    found = above(read(body))
    assert found["MIND THE WARNING"] == "Appendix II" and found["Forms"] == ""


@pytest.mark.parametrize("sign", ["•", "–", "−"])
def test_a_long_clause_is_not_parted_within_a_list(sign: str):
    listed = [
        row(f"{sign} Boat {n} waits at the pier of the club until its crew comes.", gap=8) for n in range(14)
    ]
    body = [title("Boats"), row(RULE, gap=8), *[row(RULE)] * 8, row("Of boats:", gap=8), *listed]
    assert not any(clause.text.startswith(sign) for clause in read(body))
    assert headings(read(body)) == ["Boats"]


def lettered(letters: str, *, apart: bool) -> list[str]:
    """The numbers of a clause with rows below it that start with these letters, in a column of their own or
    not."""
    body = [title("Crews"), row(f"1. {RULE}", gap=8)]
    for letter in letters:
        line = row(f"{letter} {RULE.lower()}", x=75, gap=8)
        body.append(replace(line, number=letter, text_x0=90.0) if apart else line)
    return [clause.number for clause in read([*body, row(f"2. {RULE}", gap=8)]) if clause.kind == "item"]


def test_letters_alone_in_a_column_that_go_on_are_items():
    assert lettered("abc", apart=True) == ["1.a", "1.b", "1.c"]
    assert lettered("abc", apart=False) == lettered("aaa", apart=True) == lettered("acb", apart=True) == []


def test_an_item_may_open_behind_a_full_row_that_ends_with_and():
    first = f"(1) every boat, {RULE.lower()[:-1]}; and"
    body = [row(f"1. {RULE} Of these:"), row(first, gap=2), row("(2) every oar.", gap=2), row(f"2. {RULE}")]
    assert "1(2)" in [clause.number for clause in read(body)]


def test_a_caption_right_below_its_table_stays_with_it_where_a_long_clause_is_parted(tmp_path: Path):
    def lines(canvas: Canvas, top: float, words: str) -> None:
        for i in range(10):
            say(canvas, 90, top + 14 * i, words)

    def draw(canvas: Canvas) -> None:
        say(canvas, 90, 60, "1. SCORES", bold=True)
        lines(canvas, 90, "The scores of all of the teams are added up after each of the races of the day.")
        lines(canvas, 260, "The best of all the boats has the score of all the others, as the example shows.")
        grid(canvas, (120, 240, 360), (410, 430, 450), ("Team", "Score"), ("1", "480"))
        say(canvas, 120, 461, "Table 4: A score.")
        lines(canvas, 490, "A team that left the course has no score at all, however far it came that day.")

    texts = [clause.text for clause in read_document(make_pdf(tmp_path / "a.pdf", draw)).clauses]
    assert [text.count("| 480 |") for text in texts if "Table 4" in text] == [1] and len(texts) > 2
