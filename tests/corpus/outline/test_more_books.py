"""More ways of other publishers, each met in a book that nobody had read before."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.flow.web.html import read_text
from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.outline.clauses import build_clauses
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.read import read_document
from tests.corpus.books import Par, Press
from tests.corpus.outline.test_strange_books import DOCUMENT, RULE, in_markdown, in_plain, shape


def test_numbers_of_four_figures_go_on_and_years_open_none():
    rules = "".join(f"{n}. {RULE}\n\n" for n in range(996, 1004))
    numbers = [c.number for c in in_plain("".join(f"{n}. {RULE}\n\n" for n in (1, 2, 3))).clauses]
    assert numbers == ["1", "2", "3"]
    built = in_plain(f"900. {RULE}\n\n" + rules + f"2017. {RULE}\n\n")
    assert [c.number for c in built.clauses][-3:] == ["1001", "1002", "1003"]


def test_a_dash_without_blanks_parts_a_number_from_its_title():
    text = "".join(f"# Part {n}—Boats of {n}\n\n{RULE}\n\n" for n in (1, 2, 3))
    assert shape(in_markdown(text)) == [(str(n), f"Boats of {n}") for n in (1, 2, 3)]


def test_sections_stand_below_the_articles_that_group_them():
    text = ""
    for chapter in (10, 20):
        text += f"# Chapter {chapter}\n\n{RULE}\n\n"
        for article in (1, 2):
            text += f"ARTICLE {article}\n\n"
            for k in (0, 5):
                text += f"**§ {chapter}-{article}0{k}. Boats {k}.**\n\n{RULE}\n\n"
    clauses = in_markdown(text).clauses
    above = {c.number: (c.parent or "").removeprefix(DOCUMENT.id + "/") for c in clauses}
    assert above["10-105"] == "10/Article 1" and above["20-200"] == "20/Article 2"


def test_a_section_may_have_four_figures_behind_its_sign():
    text = "".join(f"**§ 60-{n}. Boats {n}.**\n\n{RULE}\n\n" for n in (995, 1000, 1005, 1110))
    assert [c.number for c in in_markdown(text).clauses] == ["60-995", "60-1000", "60-1005", "60-1110"]


def test_a_long_title_that_the_format_calls_one_is_a_heading():
    title = "Deemed applications for access and for assessments of the needs of " + "persons and crews, " * 12
    said = [(1, "1", "Boats"), (2, "2", title + "as at the time of the first race")]
    blocks = [Block("heading", (Run(words),), level, number) for level, number, words in said]
    built = build_clauses(DOCUMENT, typeset(Flow((*blocks, Block("paragraph", (Run(RULE),), 0)))).pages)
    assert [(c.number, len(c.heading) > 250, c.text) for c in built.clauses][-1] == ("2", True, RULE)


def test_whole_rules_in_bold_are_text():
    rules = "".join(f"**{n}. {RULE} {RULE}**\n\n" for n in (1, 2, 3))
    built = in_markdown(f"# Boats\n\n{rules}\n# Crews\n\n{RULE}\n\n{RULE}\n\n{RULE} {RULE}\n")
    assert [c.heading for c in built.clauses if c.text.startswith(RULE)][:3] == ["", "", ""]


def test_the_first_of_several_titles_within_a_clause_parts_it_too():
    names = ("Oars", "Safe mooring", "Fees")
    said = [(1, "1", "Duties"), *((0, "", words) for name in names for words in (name, f"{RULE} {RULE}"))]
    blocks = (Block("heading" if level else "paragraph", (Run(words),), level, n) for level, n, words in said)
    built = build_clauses(DOCUMENT, typeset(Flow((*blocks, Block("heading", (Run("Keys"),), 1, "2")))).pages)
    assert [c.heading for c in built.clauses if "¶" in c.number] == list(names)


def test_a_list_of_titles_ends_where_the_first_title_comes_again(tmp_path: Path):
    names = ("General", "Directors", "Meetings", "Finance", "Officers", "Members", "Notices", "Amendments")
    titles = [f"Section {n} - {name}" for n, name in enumerate(names, 1)]
    press = Press(tmp_path / "a.pdf", "Club", lambda page: f"Page {page}")
    press.set([Par("Table of Contents", bold=True), *map(Par, titles)])
    press.turn()
    press.set([par for title in titles for par in (Par(title, bold=True), Par(RULE), Par(RULE))])
    press.save()
    clauses = read_document(tmp_path / "a.pdf").clauses
    assert [c.heading for c in clauses if c.heading in names] == list(names)


def columned(path: Path, columns: int, ground: bool = False) -> None:
    """A page of columns whose lines stand side by side, on a ground of curves."""
    canvas = Canvas(str(path), pagesize=(842, 595))
    width = 760 / columns
    for at in range(columns if ground else 0):
        x = 40 + at * width
        for k in range(4):
            canvas.ellipse(x + k, 20, x + width - 20, 580)
    canvas.setFont("Helvetica", 7)
    for line in range(30):
        for column in range(columns):
            canvas.drawString(
                44 + column * width, 560 - 17 * line, f"Line {line} of column {column} says more of boats."
            )
    canvas.save()


def test_four_columns_are_read_one_after_the_other(tmp_path: Path):
    columned(tmp_path / "a.pdf", 4)
    lines = [line.printed for line in page_lines(tmp_path / "a.pdf").pages[0].body]
    assert lines == [f"Line {n} of column {c} says more of boats." for c in range(4) for n in range(30)]


def test_text_on_a_drawn_ground_labels_nothing(tmp_path: Path):
    columned(tmp_path / "a.pdf", 2, ground=True)
    assert len(page_lines(tmp_path / "a.pdf").pages[0].body) == 60


def test_a_title_alone_in_its_look_opens_a_part_where_the_numbers_start_again():
    def articles(names: tuple[str, ...]) -> list[Block]:
        return [
            block
            for n, name in enumerate(names, 1)
            for block in (
                Block("paragraph", (Run(f"Section {n} – {name}", bold=True),)),
                Block("paragraph", (Run(RULE),)),
            )
        ]

    title = Block("heading", (Run("House Rules"),), 1)
    flow = Flow((*articles(("Name", "Members", "Fees")), title, *articles(("Quiet", "Keys", "Guests"))))
    built = build_clauses(DOCUMENT, typeset(flow).pages)
    assert [c.number for c in built.clauses if c.heading == "Keys"] == ["House Rules/Section 2"]


def test_a_comma_may_part_a_section_from_its_title_and_a_reference_is_no_section():
    titles = ("Berths", "VESSEL OF RECORD", "Guests")
    text = "".join(f"**Section {n}, {title}**\n\n{RULE}\n\n" for n, title in enumerate(titles, 1))
    assert shape(in_markdown(text)) == [(str(n), title) for n, title in enumerate(titles, 1)]
    cited = "".join(
        f"**Section {n}** {RULE}\n\nSection 2, Article I, of the bylaws applies.\n\n" for n in (1, 2)
    )
    assert [c.text.partition(" ")[0] for c in in_markdown(cited).clauses] == ["Members", "Members"]


@pytest.mark.parametrize("printed", ["Article Ill", "Article lII", "Article 1I1"])
def test_letters_that_look_like_another_sign_in_a_roman_number_are_told_by_its_fellows(printed: str):
    numbers = ("Article I", "Article II", printed, "Article IV")
    text = "".join(f"**{number} - Boats**\n\n{RULE}\n\n" for number in numbers)
    assert shape(in_markdown(text)) == [(number, "Boats") for number in ("I", "II", "III", "IV")]
    alone = (
        f"**Article I - Boats**\n\n{RULE}\n\n**Mentally Ill**\n\n{RULE}\n\n**Article II - Oars**\n\n{RULE}\n"
    )
    assert "III" not in [number for number, _ in shape(in_markdown(alone))]


def test_a_section_that_goes_on_stands_beside_its_fellows_and_not_below_the_letters_between():
    text = f"# Article I\n\nSection 1. {RULE}\n\nSection 2. {RULE}\n\n"
    text += "".join(f"**{letter}. Boats of {letter}**\n\n{RULE}\n\n" for letter in "ABC")
    text += f"Section 3. {RULE}\n\n# Article II\n\nSection 1. {RULE}\n\nSection 2. {RULE}\n"
    above = {c.number: (c.parent or "").rpartition("/")[2] for c in in_markdown(text).clauses}
    assert above["I/Section 3"] == above["I/Section 1"] == "I"


def test_a_line_that_says_when_the_book_was_adopted_heads_nothing():
    text = f"**Rules of the Boat Club**\n\n**Approved by the Board, June 2011**\n\n{RULE}\n\n{RULE}\n"
    built = in_markdown(text)
    assert [c.heading for c in built.clauses if c.heading] == ["Rules of the Boat Club"]
    assert "June 2011" in " ".join(c.text for c in built.clauses)


def test_a_sentence_whose_first_line_stands_in_the_middle_by_chance_has_no_title(tmp_path: Path):
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842))
    canvas.setFont("Helvetica", 10)
    lines = []
    for n in range(1, 8):
        lines += [
            (117, f"Section {n}. Each of the members keeps the boats of the club, their oars"),
            (57, RULE),
        ]
    for at, (x, line) in enumerate(lines):
        canvas.drawString(x, 780 - 14 * at - 14 * (at // 2), line)
    canvas.drawString(57, 380, "W" * 50)
    canvas.save()
    assert [c.heading for c in read_document(tmp_path / "a.pdf").clauses if c.heading] == []


def test_words_in_spaced_letters_are_words_and_letters_that_count_are_columns(tmp_path: Path):
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842))
    canvas.setFont("Helvetica", 12)
    x = 200.0
    for letter, gap in zip("ARTICLEIX", (3, 3, 3, 3, 3, 3, 8, 3, 3), strict=True):
        canvas.drawString(x, 780, letter)
        x += canvas.stringWidth(letter, "Helvetica", 12) + gap
    for at, letter in enumerate("ABCDEF"):
        canvas.drawString(200 + 12 * at, 700, letter)
    canvas.drawString(60, 600, RULE)
    canvas.save()
    printed = [
        line.printed for line in page_lines(tmp_path / "a.pdf").pages[0].body if isinstance(line, TextLine)
    ]
    assert printed[:2] == ["ARTICLE IX", "A B C D E F"]


def test_numbers_alone_that_go_up_with_the_pages_are_no_text_wherever_they_stand(tmp_path: Path):
    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842))
    for page in range(1, 8):
        for at in range(3):
            canvas.drawString(60, 780 - 20 * at, f"{RULE[:60]} {page}{at}")
        canvas.drawString(290, 200 - 7 * (page % 4), str(page))
        canvas.showPage()
    canvas.save()
    pages = page_lines(tmp_path / "a.pdf").pages
    assert [[line.printed for line in page.heads] for page in pages] == [[str(n)] for n in range(1, 8)]


def test_a_clause_of_which_the_step_above_is_not_printed_stands_below_the_one_that_is():
    numbers = ("1.", "2.", "2.1.a", "2.1.b", "2.1.c", "3.", "4.")
    clauses = in_plain("".join(f"{number} {RULE}\n\n" for number in numbers)).clauses
    above = {c.number: (c.parent or "").removeprefix(DOCUMENT.id).lstrip("/") for c in clauses}
    assert above == {"1": "", "2": "", "2.1.a": "2", "2.1.b": "2", "2.1.c": "2", "3": "", "4": ""}


def test_standing_rules_behind_bylaws_have_their_own_article_1():
    def part(title: str, articles: int) -> str:
        named = (
            f"## Article {n} - Matter {n}\n\nSection 1. {RULE}\n\nSection 2. {RULE}\n\n" for n in (1, 2, 3)
        )
        return f"## {title}\n\n" + "".join(list(named)[:articles])

    built = in_markdown(f"{RULE}\n\n{part('BY-LAWS', 3)}{part('STANDING RULES', 2)}")
    assert [n for n, _ in shape(built) if n.endswith("Article 1/Section 2")] == [
        "BY-LAWS/Article 1/Section 2",
        "STANDING RULES/Article 1/Section 2",
    ]
    assert not any("¶" in number for number, _ in shape(built))


def test_letters_are_steps_of_a_number_before_a_title():
    text = f"## Article I Boats\n\n**Section 1.A Use** {RULE}\n\n**Section 1.B Care**\n\n"
    text += f"**1.B.1 Daily** {RULE}\n\n**1.B.2 Weekly** {RULE}\n\n## Article II Crew\n\n"
    text += f"**Section 2.A Duties** {RULE}\n\n**2.A.1 Rest** {RULE}\n\n"
    found = {n: h for n, h in shape(in_markdown(text)) if "." in n}
    assert found == {"1.A": "Use", "1.B": "Care", "1.B.1": "Daily", "1.B.2": "Weekly", "2.A": "Duties",
                     "2.A.1": "Rest"}  # fmt: skip


def test_a_row_as_wide_as_its_table_heads_the_rows_below_it():
    def rows(title: str, words: str) -> str:
        cells = (
            f"<tr><td>Permitted</td><td>Not permitted</td></tr><tr><td>{words}</td><td>No {words}</td></tr>"
        )
        return f"<tr><td colspan=2>{title}</td></tr>{cells}"

    walls, roofs = (f"{name} {RULE} " * 9 for name in ("Brick.", "Slate."))
    closing = f"<tr><td colspan=2>{RULE} {RULE}</td></tr>"
    body = f"<h1>House</h1><table>{rows('Walls', walls)}{rows('Roofs', roofs)}{closing}</table>"
    built = build_clauses(DOCUMENT, typeset(read_text(f"<html><body>{body}</body></html>", "a.html")).pages)
    told = {
        part: " ".join(c.text for c in built.clauses if c.number.startswith(part))
        for part in ("Walls", "Roofs")
    }
    assert "Brick" in told["Walls"] and "Slate" not in told["Walls"] and "Brick" not in told["Roofs"]
    assert told["Roofs"].strip().startswith("| Permitted | Not permitted |") and told["Roofs"].endswith(RULE)


def test_a_row_that_says_rules_is_not_said_again_above_the_next():
    cells = [f"Rule {n}. {RULE} " * 6 for n in range(6)]
    table = "".join(f"<tr><td>{cell}</td><td>{cell}</td></tr>" for cell in cells)
    body = f"<h1>House</h1><p>{RULE}</p><table>{table}</table>"
    built = build_clauses(DOCUMENT, typeset(read_text(f"<html><body>{body}</body></html>", "a.html")).pages)
    assert [sum(c.text.count(f"Rule {n}.") for c in built.clauses) for n in range(6)] == [12] * 6


def test_a_list_below_a_sentence_that_leads_to_it_is_items_of_an_unnumbered_clause():
    def kinds(lead: str, item: str) -> set[str]:
        listed = "".join(f"{n}. {item}\n" for n in (1, 2, 3))
        lists = [f"## {name}\n\n{lead}\n\n{listed}\n" for name in ("Fire", "Theft")]
        return {c.kind for c in in_markdown("".join(lists)).clauses if "/" in c.number}

    assert kinds("The club pays for loss by:", "fire of kind A;") == {"item"}
    assert kinds(RULE, RULE) == {"clause"}
