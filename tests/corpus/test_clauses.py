"""The tree of clauses from printed lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.corpus.outline import clauses as reader
from regulations_agent.corpus.page.lines import Cell, Span, Table, TextLine
from regulations_agent.corpus.print.ruled import as_lines
from regulations_agent.types.document import Box, Clause
from tests.corpus.listed import build_clauses
from tests.corpus.page import DOCUMENT, line, pages, span

ARTICLE = line("RULES", x=70, label="5)", bold=True)
FILL = [
    line("Words that reach the right edge of the page and go on below", full=True, gap=2) for _ in range(6)
]


def read(*bodies: list) -> dict[str, Clause]:  # type: ignore[type-arg]
    clauses = build_clauses(DOCUMENT, pages(*bodies)).clauses
    return {c.number: c for c in clauses}


def numbered(*more: object) -> list:  # type: ignore[type-arg]
    """An article `1)` and clause `1.1` with some full lines, then the given lines."""
    return [
        line("RULES", x=70, label="1)", bold=True),
        line("First", x=70, label="1.1", full=True),
        *FILL,
        *more,
    ]


def test_a_clause_hangs_on_its_article() -> None:
    found = read(numbered(line("Second.", x=70, label="1.2")))
    assert list(found) == ["1", "1.1", "1.2"]
    assert found["1"].heading == "RULES" and found["1.2"].parent == "2025/sporting@4/1"
    assert found["1.2"].text == "Second."


def test_i_after_h_is_a_letter_and_under_a_letter_a_roman() -> None:
    letters = [line(f"Item {c}.", x=105, label=f"{c})") for c in "abcdefgh"]
    found = read(numbered(*letters, line("Nested.", x=135, label="i)"), line("Ninth.", x=105, label="i)")))
    assert found["1.1h)i)"].text == "Nested."
    assert found["1.1i)"].text == "Ninth." and found["1.1i)"].parent == "2025/sporting@4/1.1"


def test_text_after_a_list_belongs_to_the_parent() -> None:
    found = read(numbered(line("One.", x=105, label="a)"), line("In all cases this holds.", x=100)))
    assert found["1.1a)"].text == "One."
    assert found["1.1"].text.endswith("In all cases this holds.")


def test_a_clause_crosses_pages_and_every_line_can_be_found() -> None:
    first = numbered(line("Starts here and", x=70, label="1.2", full=True))
    clause = read(first, [line("ends there.", x=100)])["1.2"]
    assert clause.text == "Starts here and ends there."
    assert [(clause.text[ln.start :][:4], ln.box.page) for ln in clause.lines] == [("Star", 1), ("ends", 2)]
    assert [b.page for b in clause.boxes] == [1, 2]


def test_struck_text_is_not_law() -> None:
    words = (span("At least ", x=100), span("798kg", "deleted", x=150), span("800kg", "inserted", x=180))
    clause = read(numbered(line(words, x=70, label="1.2")))["1.2"]
    assert clause.text == "At least 800kg"
    assert clause.deleted == ("798kg",) and clause.inserted == ("800kg",)


def test_a_wholly_struck_clause_exists_and_is_not_in_force() -> None:
    clause = read(numbered(line("No longer law.", x=70, label="1.2", state="deleted")))["1.2"]
    assert not clause.in_force and clause.text == "" and clause.deleted == ("No longer law.",)


def test_a_number_printed_twice_gets_a_unique_id_and_a_note() -> None:
    body = numbered(line("One.", x=70, label="1.2"), line("Other.", x=70, label="1.2"))
    clauses, problems = build_clauses(DOCUMENT, pages(body))[:2]
    assert [c.number for c in clauses[-2:]] == ["1.2", "1.2#2"]
    assert any("1.2 is printed 2 times" in p for p in problems)


def test_later_changes_never_replace_the_clauses_in_force() -> None:
    later = [
        line("APPENDIX 9", x=270, bold=True),
        line("APPROVED CHANGES FOR SUBSEQUENT YEARS", x=180, bold=True),
        line("Changes for 2027", x=70, bold=True),
        line("New words.", x=70, label="1.1"),
    ]
    found = read(numbered(), later)
    assert found["1.1"].effective is None
    assert found["Appendix 9/2027/1.1"].effective == "2027"
    assert found["Appendix 9/2027/1.1"].text == "New words."


def test_comments_do_not_bind() -> None:
    found = read(numbered(line("[Comment: to be revised.]", x=100, state="note")))
    assert not found["1.1/Note"].binding and "Comment" not in found["1.1"].text


WORDS = (
    st.text("abcdefgh ", min_size=5, max_size=30)
    .map(str.strip)
    .filter(lambda t: len(t) > 4 and " " not in t[:2])
)
ROWS = st.lists(st.tuples(WORDS, st.sampled_from([70.0, 100.0, 105.0, 135.0]), st.booleans()), max_size=12)


@given(ROWS)
def test_every_line_lies_in_one_clause_once_and_in_order(rows: list[tuple[str, float, bool]]) -> None:
    body = numbered(*(line(f"{i} x{words}", x=x, full=full) for i, (words, x, full) in enumerate(rows)))
    clauses = reader.build_clauses(DOCUMENT, pages(body)).clauses
    tops = [ln.box.top for c in clauses for ln in c.lines]
    headed = sum(bool(c.heading) for c in clauses)
    assert len(tops) == len(set(tops)) == len(body) - headed
    for clause in clauses:
        assert [ln.start for ln in clause.lines] == sorted(ln.start for ln in clause.lines)
    assert len({c.id for c in clauses}) == len(clauses)


def test_a_later_number_below_a_list_item_is_a_clause_of_that_item() -> None:
    outer = line("For this paragraph:", x=105, label="1.")
    inner = [line(f"Case {n}.", x=140, label=f"1.{n}.") for n in (1, 2)]
    found = read(numbered(line("Terms:", x=70, label="c."), outer, *inner))
    assert [n for n in found if n.endswith(("1.1", "1.2"))][-2:] == ["1.1.c.1.1", "1.1.c.1.2"]
    assert found["1.1.c.1.2"].parent == "2025/sporting@4/1.1.c.1"


def test_a_number_with_a_stray_point_after_its_letters_stands_in_its_article() -> None:
    article = line("ARTICLE D11: BREACHES", x=70, bold=True)
    first = line("Breaches", x=70, label="D11.1", bold=True)
    found = read([article, first, line("One.", x=70, label="D11.1.1"), line("Two.", x=70, label="D.11.1.2")])
    assert found["D.11.1.2"].text == "Two." and found["D.11.1.2"].parent == "2025/sporting@4/D11.1"


def test_a_list_goes_on_after_the_bold_caption_of_a_table() -> None:
    caption = line("Limits for each position", x=70, bold=True, gap=20)
    last = line("The change applies pro rata.", x=105, label="b)")
    found = read(numbered(line("The limits are below.", x=105, label="a)"), caption, last))
    assert found["1.1b)"].parent == "2025/sporting@4/1.1"


def test_a_few_strange_marks_are_written_as_the_book_writes_its_lists() -> None:
    usual = [line(f"Item {c}.", x=105, label=f"{c}.") for c in "abcdefghjklmnopqrstuvw".replace("j", "ij")]
    odd = [line("Odd.", x=105, label="a)"), line("Deeper.", x=135, label="i.")]
    found = read(numbered(*usual, line("Second", x=70, label="1.2", full=True), *FILL, *odd))
    assert "1.2.a" in found and found["1.2.a.i"].text == "Deeper."


def test_a_numbered_list_in_a_grid_becomes_clauses_and_a_table_stays_one() -> None:
    def cell(text: str, row: int, x: float) -> Cell:
        runs = [span(run, x=x, bold=run.isupper()) for run in text.partition(" MAY") if run]
        return Cell(tuple(runs), Box(1, x, 20.0 * row, x + 100, 20.0 * row + 20))

    head = cell("1. BRAKES", 0, 50)
    rule = (cell("1.1", 1, 50), cell("They MAY be bled.", 1, 80))
    listed = Table(((head, head), rule), Box(1, 50, 0, 500, 40))
    lines = as_lines(listed)
    assert [(x.number, x.text) for x in lines if isinstance(x, TextLine)] == [
        ("", "1. BRAKES"),
        ("1.1", "1.1 They MAY be bled."),
    ]
    table = Table(
        ((cell("Place", 0, 50), cell("Points", 0, 80)), (cell("1", 1, 50), cell("25", 1, 80))), listed.box
    )
    assert as_lines(table) == [table]


def test_words_below_a_title_are_its_own_though_they_stand_left_of_it() -> None:
    section = line("Supply", x=70, label="1.2", bold=True)
    titled = TextLine(
        (span("1.2.1 ", bold=True, x=70), span("Price", bold=True, x=112)), section.box, 12, "1.2.1", 112.0
    )
    found = read(numbered(section, titled, line("The maximum price is 17 million.", x=100, gap=9)))
    assert found["1.2.1"].text == "The maximum price is 17 million." and found["1.2.1"].heading == "Price"


def test_a_letter_after_the_word_paragraph_at_a_line_end_is_no_item() -> None:
    item = line("any entity that controls the entity pursuant to paragraph", x=105, label="b.", full=True)
    tail = TextLine((span("a. of this definition;", x=135),), item.box, 2, "a.", 150.0)
    found = read(numbered(line("a supplier;", x=105, label="a."), item, tail))
    assert found["1.1.b"].text.endswith("pursuant to paragraph a. of this definition;")
    assert "1.1.b.a" not in found


def test_letters_that_a_page_end_parts_from_others_are_no_items() -> None:
    item = line("a car with the exception of changes permitted under b),", x=105, label="a.", full=True)
    tail = line("i) and l) must only use old parts.", x=135)
    found = read(numbered(item), [tail, line("a van.", x=105, label="b.")])
    assert found["1.1.a"].text.endswith("permitted under b), i) and l) must only use old parts.")
    assert list(found)[-2:] == ["1.1.a", "1.1.b"]


def test_a_footnote_belongs_to_the_clause_that_carries_its_mark() -> None:
    def raised(text: str, x: float) -> Span:
        return Span(text, "kept", False, False, 7.0, "#000000", Box(1, x, 0, x + 5, 7), True)

    mark = line((span("The fee is 20 dollars"), raised("1", 300)), x=105)
    item = TextLine((span("a) ", x=105), *mark.spans), mark.box, 8, "a)", 135.0)
    note = line((raised("1", 70), span(" Indexed yearly.", x=80)), gap=30)
    found = read(numbered(item, line("Second.", x=105, label="b)"), note))
    assert "Indexed yearly." in found["1.1a)"].text and "Indexed" not in found["1.1"].text


def test_a_quoted_word_that_comprises_others_is_defined() -> None:
    heading = line("DEFINITIONS", x=70, label="1)", bold=True)
    term = line('"Consideration" comprises:', x=70, gap=12)
    found = read([heading, *FILL, term, line("fees;", x=105, label="a.")])
    assert found["1/Consideration/a"].text == "fees;"


def test_a_quoted_term_in_bold_is_defined_however_the_sentence_goes_on() -> None:
    def entry(term: str, rest: str, *, bold: bool) -> TextLine:
        return line((span("“"), span(term, bold=bold, x=75), span(f"” {rest}", x=200)), x=70)

    found = read(
        [
            line("APPENDIX 1: DEFINITIONS", x=70, bold=True),
            *FILL,
            entry("Event", "means a race.", bold=True),
            entry("Circuit", "a closed course.", bold=True),
            entry("Parties", "(each a Party) has a meaning.", bold=True),
            entry("Costs", "mean:", bold=False),
            entry("Stop", "signs are red.", bold=False),
        ]
    )
    assert [n for n, c in found.items() if c.kind == "definition"] == [
        f"Appendix 1/{term}" for term in ("Event", "Circuit", "Parties", "Costs")
    ]
    assert found["Appendix 1/Costs"].text.endswith("“Stop” signs are red.")
