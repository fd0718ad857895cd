"""Deleted, inserted and underlined words, read from drawn pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page.lines import Span, State, TextLine
from regulations_agent.corpus.page.pdf import open_pdf
from regulations_agent.corpus.print.linework import settle_spaces
from regulations_agent.corpus.print.markup import Ink, family, make_palette, read_legend, struck
from regulations_agent.corpus.print.pages import to_page
from regulations_agent.types.document import Box, Page
from tests.corpus.listed import page_lines
from tests.corpus.paper import HEIGHT, make_pdf, say


def read(path: Path, *runs: str, **options: bool) -> Page:
    """The only page of a PDF with one line of runs."""
    return to_page(page_lines(make_pdf(path, lambda c: say(c, 60, 100, *runs, **options))).pages[0])


def texts(page: Page) -> tuple[list[str], list[str]]:
    return [m.text for m in page.deleted], [m.text for m in page.inserted]


@pytest.mark.parametrize("mark", ["-", "="])
def test_words_under_a_strike_are_deleted_and_not_law(tmp_path: Path, mark: str) -> None:
    page = read(tmp_path / "a.pdf", "Cars weigh ", f"{mark}798kg ", "+800kg", " at least.")
    assert page.text == "Cars weigh 800kg at least."
    assert texts(page) == (["798kg"], ["800kg"])


def test_a_strike_may_cover_part_of_a_word(tmp_path: Path) -> None:
    page = read(tmp_path / "a.pdf", "They decide", "-s", " by Article C5.2.", "-5", "+2", ".1.")
    assert page.text == "They decide by Article C5.2.2.1."
    assert texts(page) == (["s", "5"], ["2"])


def test_a_deletion_that_takes_the_only_space_gives_it_back(tmp_path: Path) -> None:
    assert read(tmp_path / "a.pdf", "the Director", "- may ", "decides.").text == "the Director decides."
    assert read(tmp_path / "b.pdf", "the Director", "- may", ".").text == "the Director."


def test_underlined_words_are_law(tmp_path: Path) -> None:
    page = read(tmp_path / "a.pdf", "Drivers ", "_must not", " stop.")
    assert page.text == "Drivers must not stop."
    assert page.deleted == ()


def test_what_is_underlined_in_black_counts_as_bold_and_a_coloured_link_does_not(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 100, "Drivers ", "_must not", " stop.")
        say(canvas, 60, 130, "See ", "+example.org", " for more.")
        canvas.line(60 + 22, HEIGHT - 131.2, 60 + 22 + 64, HEIGHT - 131.2)

    body = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0].body
    spans = [
        (span.text.strip(), span.bold) for line in body if isinstance(line, TextLine) for span in line.spans
    ]
    assert [text for text, bold in spans if bold and text] == ["must not"]


def test_a_strike_may_start_in_the_tab_before_its_words(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 100, "B1")
        say(canvas, 95, 100, "Cars stop.")
        canvas.rect(75, HEIGHT - 97, 76, 0.7, stroke=0, fill=1)

    page = to_page(page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0])
    assert (page.text, [m.text for m in page.deleted]) == ("B1", ["Cars stop."])


def test_a_table_rule_through_the_page_strikes_nothing(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 200, 100, "Word")
        canvas.rect(40, HEIGHT - 97, 500, 0.6, stroke=0, fill=1)

    assert to_page(page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0]).text == "Word"


def test_strikes_inside_rotated_pages_and_nested_forms_count(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("inner")
        say(canvas, 10, 800, "Cars weigh ", "-798kg ", "800kg.")
        canvas.endForm()
        canvas.beginForm("outer")
        canvas.saveState()
        canvas.translate(30, -40)
        canvas.doForm("inner")
        canvas.restoreState()
        canvas.endForm()
        canvas.scale(0.8, 0.8)
        canvas.doForm("outer")

    page = to_page(page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0])
    assert page.text == "Cars weigh 800kg."
    assert [m.text for m in page.deleted] == ["798kg"]
    assert 40 < page.deleted[0].box.x0 < 120


def test_the_convention_on_page_one_says_what_a_colour_means() -> None:
    legend = read_legend(
        [
            ("Black text: unchanged text from Issue 1", "#000000"),
            ("Pink Text: Changes approved on 30 April 2024", "#ff00ff"),
            ("[Green Text]: Comments, non-binding and non-regulatory", "#00b050"),
        ]
    )
    inks = {c: Ink(500, 0, 0) for c in ("#ff00ff", "#f61efb", "#00b050", "#92d050", "#002d5f")}
    palette = make_palette(legend, {"#000000": Ink(9000, 0, 0), **inks})
    got = {c: palette.state(c) for c in inks}
    assert got == {
        "#ff00ff": "inserted",
        "#f61efb": "inserted",
        "#00b050": "note",
        "#92d050": "note",
        "#002d5f": "kept",
    }


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("#000000", "black"),
        ("#c00000", "dark red"),
        ("#ff0000", "red"),
        ("#ff33cc", "pink"),
        ("#002060", "dark blue"),
    ],
)
def test_colours_have_the_names_that_people_use(colour: str, name: str) -> None:
    assert family(colour) == name


def span(text: str, state: State) -> Span:
    return Span(text, state, False, False, 11, "#000000", Box(1, 0, 0, 1, 1))


words = st.text(alphabet="ab ", min_size=1, max_size=5)


@given(st.lists(st.tuples(words, st.sampled_from(["kept", "deleted", "inserted"])), min_size=1, max_size=6))
def test_moving_spaces_loses_no_letter_and_no_state(runs: list[tuple[str, State]]) -> None:
    spans = [span(text, state) for text, state in runs]
    settled = settle_spaces(spans)
    for state in ("kept", "deleted", "inserted"):
        before = "".join(s.text for s in spans if s.state == state).replace(" ", "")
        assert "".join(s.text for s in settled if s.state == state).replace(" ", "") == before


def test_a_letter_struck_before_a_number_is_a_currency_and_a_word_struck_there_is_not(tmp_path: Path) -> None:
    page = read(tmp_path / "a.pdf", "A fine of ", "-N", "50,000 or ", "-P", " 20 or ", "-TN", "30.")
    assert page.text == "A fine of ₦50,000 or 20 or 30."
    assert texts(page)[0] == ["P", "TN"]


def test_of_a_recognised_page_only_whole_words_are_struck(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 100, "The st", "-or", "m may ", "-not", " come.")

    with open_pdf(make_pdf(tmp_path / "a.pdf", draw)) as pdf:
        drawn = pdf.read_page(1)
    inked = np.flatnonzero(drawn.codes != ord(" "))  # no blanks are recognised
    arrays = ("codes", "boxes", "baselines", "sizes", "looks", "turns")
    page = replace(drawn, **{name: getattr(drawn, name)[inked] for name in arrays})
    for recognised, said in ((False, "ornot"), (True, "not")):
        hit = struck(replace(page, recognised=recognised))
        assert "".join(map(chr, page.codes[hit])) == said
