"""Law as it is printed after amendments: footnotes, inserted numbers, brackets, numbers behind titles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.page.lines import Span, TextLine
from regulations_agent.language.sentences import without_notes
from regulations_agent.reasoning.choosing.rules import chapeau
from tests.corpus.outline.test_strange_books import DOCUMENT, RULE, in_markdown, in_plain, shape
from tests.corpus.page import line, pages, span
from tests.corpus.paper import HEIGHT, make_pdf, say

SMALL = 8.5


def numbers(built: Built) -> list[str]:
    return [c.number for c in built.clauses if c.kind != "preamble"]


def said(*parts: str | Span) -> TextLine:
    """A line of words and raised marks, one after the other."""
    spans = tuple(part if isinstance(part, Span) else span(part) for part in parts)
    return line(spans, x=70)


def raised(mark: str) -> Span:
    return replace(span(mark), size=7.0, sup=True)


def small(text: str) -> TextLine:
    return line((replace(span(text), size=SMALL),), gap=1.0)


def law(*bodies: list[TextLine]) -> Built:
    return build_clauses(DOCUMENT, pages(*bodies))


def test_a_footnote_belongs_to_the_clause_that_carries_its_mark_and_breaks_no_numbering():
    first = [said("1. Keep the boats.", raised("1"), "[Clean them.]"), said("2. Row."), said("(a) daily;")]
    notes = [small("1. Ins. by Act 3 of 2001,"), small("section 4.")]
    built = law([*first, *notes], [said("(b) alone."), said("3. Pay."), said("4. Rest.")])
    assert numbers(built) == ["1", "2", "2(a)", "2(b)", "3", "4"]
    assert built.clauses[0].text.endswith("\n¹. Ins. by Act 3 of 2001, section 4.")
    assert len(built.clauses[0].boxes) == 2


def test_what_an_amendment_put_there_twice_is_numbered_and_a_footnote_opens_no_items():
    first = [said("1. Boats.—(1) Keep the boats."), said(raised("1"), "[", raised("2"), "[(2) Row.]]")]
    built = law([*first, small("1. Ins. by Act 3 of 2001."), small("2. Subs. by Act 4 of 2005.")])
    assert numbers(built) == ["1", "1(1)", "1(2)"]
    noted = [
        said("1. The club may,", raised("1"), " by notice,—"),
        said("(a) lend boats;"),
        said("(b) sell."),
    ]
    above, item, _ = law([*noted, small("1. Ins. by Act 3 of 2001.")]).clauses
    assert "Ins. by Act" in above.text
    span = chapeau(above, item)
    assert span is not None and "Ins. by" not in above.text[span.start : span.end]


def test_a_footnote_to_a_title_alone_is_no_text_of_its_section():
    title = said("1. Keeping boats", raised("1"), ".—(1) Members keep them.")
    built = law([title, said("(2) They row."), small("1. Ins. by Act 3 of 2001.")])
    assert built.clauses[0].text == "¹. Ins. by Act 3 of 2001." and without_notes(built.clauses[0].text) == ""


def test_small_type_whose_mark_nothing_carries_is_text():
    rules = [said("1. Keep the boats."), said("2. Row."), said("3. Pay.")]
    built = law([*rules, small("4. Rest."), small("5. Return.")])
    assert numbers(built) == ["1", "2", "3", "4", "5"]


def test_inserted_numbers_stand_beside_the_others():
    text = "".join(f"{n}. {RULE}\n\n" for n in ("1", "2", "2A", "2AA", "2B", "3"))
    text += f"4. (1) {RULE}\n\n(1A) {RULE}\n\n(2) {RULE}\n\n"
    assert numbers(in_plain(text)) == ["1", "2", "2A", "2AA", "2B", "3", "4", "4(1)", "4(1A)", "4(2)"]


def test_an_inserted_part_stands_beside_the_others():
    text = "".join(f"# Part {n} Boats\n\n{RULE}\n\n" for n in ("II", "III", "IIIA", "IV"))
    text = f"# Part I Crews\n\n{RULE}\n\n{text}"
    assert numbers(in_markdown(text)) == ["I", "II", "III", "IIIA", "IV"]


def test_the_bracket_of_an_amendment_stands_before_the_number():
    items = [said("(a) boats;"), said(raised("2"), "[(b) oars;]"), said("(c) sails.")]
    built = law([said("1. Members keep:"), *items, said(f"2. {RULE}")])
    assert numbers(built) == ["1", "1(a)", "1(b)", "1(c)", "2"]


def test_a_number_behind_a_title_opens_a_clause_of_its_own():
    for dash in ("—", " - "):
        rules = (f"{n}. Use of boat {n}.{dash}(1) {RULE}\n\n(2) {RULE}\n\n" for n in (1, 2, 3))
        assert numbers(in_plain("".join(rules))) == [m for n in "123" for m in (n, f"{n}(1)", f"{n}(2)")]


def bold(text: str) -> Span:
    return replace(span(text), bold=True)


def section(number: str, *, amended: bool) -> list[TextLine]:
    """A section whose title in bold type runs over two lines, the first set in, with its text behind it."""
    opening = (raised("3"), span("[")) if amended else ()
    title = (*opening, bold(f"{number}. Use of the boats of the club and of"))
    behind = (bold("oars lent by others."), span("—(1) Members keep their boats."))
    rest = [line((span(f"({n}) Members row them."),), x=90) for n in (2, 3)]
    return [line(title, x=90), line(behind, x=70), *rest]


def test_numbers_stand_below_the_title_of_their_section_however_many_lines_it_takes():
    chapter = line((span("RESTRICTIONS ON THE USE OF BOATS AND OF ALL THAT IS LENT WITH THEM"),), x=70)
    full = replace(chapter, box=chapter.box._replace(x1=525.0))
    named = ("1", "2", "3", "3A", "4", "5")
    parts = [section(number, amended=number == "3A") for number in named]
    built = law([*parts[0], *parts[1], full, *(row for part in parts[2:] for row in part)])
    told = {c.number.rpartition("/")[2]: c for c in built.clauses}
    below = [f"{n}{m}" for n in named for m in ("", "(1)", "(2)", "(3)")]
    assert [n for n in told if n[0].isdigit()] == below
    assert {told[n].heading.lstrip("³[") for n in named} == {
        "Use of the boats of the club and of oars lent by others"
    }


def test_a_letter_behind_a_number_opens_a_clause_of_its_own():
    rules = (f"{n}. a. {RULE}\n\nb. {RULE}\n\n" for n in (1, 2, 3))
    assert numbers(in_plain("".join(rules))) == [m for n in "123" for m in (n, f"{n}.a", f"{n}.b")]


def test_a_list_below_a_closing_paragraph_is_its_own():
    items = "  (a) boats.\n\n  (b) berths.\n\n"
    text = (
        f"1. (1) The fees are for:\n\n{items}Explanation.—They hold for:\n\n{items}(2) {RULE}\n\n2. {RULE}\n"
    )
    assert [n for n in numbers(in_plain(text)) if "(b)" in n] == ["1(1)(b)", "1/¶2(b)"]


def test_a_title_may_follow_its_number_without_a_blank():
    text = "".join(f"# {n}.Boats of {n}\n\n{RULE}\n\n" for n in (9, 10, 11))
    assert shape(in_markdown(f"# 8. Crews\n\n{RULE}\n\n{text}"))[1:] == [
        (f"{n}", f"Boats of {n}") for n in (9, 10, 11)
    ]


def test_a_number_in_larger_type_than_its_words_makes_no_heading():
    def item(letter: str) -> list[TextLine]:
        number = replace(span(f"{letter}) "), size=12.0)
        return [line((number, span("Members keep the boats in", x=100))), line("good order.", x=100)]

    built = law([said("1. Duties of the crew:"), *item("a"), *item("b"), *item("c")])
    assert [(c.number, c.heading) for c in built.clauses][1:] == [("1a)", ""), ("1b)", ""), ("1c)", "")]


def test_a_number_that_hangs_opens_an_item_behind_a_comma_too():
    first = replace(line("keep the boats in good order,", label="1)", x=100), number="1)")
    full = replace(first, box=first.box._replace(x1=525.0))
    built = law([said("1. Members:"), full, line("row and", label="2)", gap=1.0, x=100), said("2. Pay.")])
    assert numbers(built) == ["1", "1.1)", "1.2)", "2"]


def test_a_section_below_the_part_is_a_running_head_where_nearly_all_pages_name_one(tmp_path: Path):
    def page(number: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            say(canvas, 60, 60, "Boats Ordinance")
            say(canvas, 60, 95, f"Part {'I' * (1 + number // 9)}   1-{number}")
            say(canvas, 60, 110, f"Section {1 + number // 4}   Cap. 2")
            for row in range(30):
                say(canvas, 60, 150 + 16 * row, f"Line {number * 31 + row} says more of boats.")

        return draw

    made = make_pdf(tmp_path / "a.pdf", *(page(number) for number in range(1, 17)))
    assert HEIGHT * 0.1 < 95
    assert [len(each.heads) for each in page_lines(made).pages] == [3] * 16


def test_numbers_that_count_the_lines_of_a_bill_are_no_text(tmp_path: Path):
    def page(canvas: Canvas) -> None:
        for row in range(1, 31):
            say(canvas, 110, 80 + 16 * row, f"({row}) Line {row} of the bill says more of boats.")
            if row % 5 == 0:
                canvas.setFont("Helvetica", 8)
                canvas.drawRightString(80, HEIGHT - 80 - 16 * row, f"{row}")

    (made,) = page_lines(make_pdf(tmp_path / "a.pdf", page)).pages
    assert [head.printed for head in made.heads] == ["5", "10", "15", "20", "25", "30"]
    assert [line.printed.split()[0] for line in made.body] == [f"({row})" for row in range(1, 31)]


def test_a_title_goes_on_behind_words_that_are_struck_out_of_it():
    titles = [f"## Appendix {letter}: Boat Prizes\n\n{RULE}\n\n" for letter in "AC"]
    parts = "## Appendix B: Boat ~~Event Table~~States\n\n".join(titles)
    assert [c.heading for c in in_markdown(parts).clauses] == ["Boat Prizes", "Boat States", "Boat Prizes"]
