"""From the points of a PDF to the page as a reader sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject, NumberObject

from regulations_agent.corpus.page.affine import Affine, apply, compose, page_frame
from regulations_agent.corpus.page.pdf import open_pdf
from tests.corpus.paper import make_pdf, say

numbers = st.integers(-9, 9)
matrices = st.builds(Affine, *[numbers] * 6)
BOX = (10.0, 20.0, 110.0, 220.0)
CORNERS = ((10, 220), (110, 220), (110, 20), (10, 20))
"""Of the box, clockwise from its top left as the file has them."""


@given(matrices, matrices, numbers, numbers)
def test_one_after_the_other_is_both_at_once(inner: Affine, outer: Affine, x: int, y: int):
    assert apply(compose(inner, outer), x, y) == apply(outer, *apply(inner, x, y))


@pytest.mark.parametrize("turns", range(5))
def test_a_page_turned_clockwise_shows_its_corners_one_place_on(turns: int):
    shown = [apply(page_frame(BOX, turns), *corner) for corner in CORNERS]
    wide, high = (200, 100) if turns % 2 else (100, 200)
    there = [(0, 0), (wide, 0), (wide, high), (0, high)]
    assert shown == [there[(place + turns) % 4] for place in range(4)]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("holder", ["page", "tree", "crop"])
def test_letters_lie_where_they_are_drawn_whoever_holds_the_box_of_the_page(
    tmp_path: Path, turn: int, holder: str
):
    """A page may inherit its box from the tree of pages, and its corner need not be at 0, 0."""
    reader = PdfReader(make_pdf(tmp_path / "plain.pdf", lambda canvas: say(canvas, 200, 300, "Rule 1 here")))
    writer = PdfWriter(clone_from=reader)
    page, tree = writer.pages[0], writer.root_object["/Pages"].get_object()
    box = ArrayObject([NumberObject(edge) for edge in (100, 50, 500, 700)])
    page[NameObject("/Rotate")] = NumberObject(turn)
    if holder == "tree":
        del page["/MediaBox"]
    place = {"page": (page, "/MediaBox"), "tree": (tree, "/MediaBox"), "crop": (page, "/CropBox")}[holder]
    place[0][NameObject(place[1])] = box
    writer.write(tmp_path / "boxed.pdf")
    with open_pdf(tmp_path / "boxed.pdf") as pdf:
        read, drawn = pdf.read_page(1), pdf.draw_page(1, 1000)
    inked = (drawn.pixels.min(axis=2) < 128).nonzero()
    ink = [
        edge * drawn.width / 1000 for edge in (inked[1].min(), inked[0].min(), inked[1].max(), inked[0].max())
    ]
    boxes = read.boxes
    assert ink == pytest.approx(
        [boxes[:, 0].min(), boxes[:, 1].min(), boxes[:, 2].max(), boxes[:, 3].max()], abs=4
    )
