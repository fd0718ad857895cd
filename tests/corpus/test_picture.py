"""Drawn pages: what is printed, at the place the boxes say, and never more than the limits allow."""

from __future__ import annotations

import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page.pdf import open_pdf
from regulations_agent.corpus.picture import draw_page, png
from regulations_agent.corpus.process.sandbox import Limits
from regulations_agent.corpus.read import read_document
from regulations_agent.errors import DocumentError
from tests.corpus.paper import make_pdf

LIMITS = Limits(seconds=20, megabytes=1024)


@pytest.fixture(scope="module")
def rulebook(sample_corpus: Path) -> Path:
    return sample_corpus / "2019_technical_issue01.pdf"


def pixels_of(data: bytes) -> np.ndarray:
    """A PNG as `png` writes it, read again."""
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    start = data.index(b"IDAT") + 4
    size = int.from_bytes(data[start - 8 : start - 4], "big")
    rows = np.frombuffer(zlib.decompress(data[start : start + size]), np.uint8).reshape(height, -1)
    assert set(rows[:, 0]) == {2}
    return np.cumsum(rows[:, 1:].astype(np.uint64), axis=0).astype(np.uint8).reshape(height, width, 3)


@settings(max_examples=30, deadline=None)
@given(arrays.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(3))))
def test_a_picture_holds_every_pixel(pixels: np.ndarray):
    assert (pixels_of(png(pixels)) == pixels).all()
    with Image.open(BytesIO(png(pixels))) as shown:  # as any program reads it, header and all
        assert shown.mode == "RGB" and (np.asarray(shown) == pixels).all()


def test_words_are_printed_where_their_boxes_are(rulebook: Path):
    reading = read_document(rulebook)
    clause = next(c for c in reading.clauses if c.kind == "clause" and c.lines)
    page, x0, top, x1, bottom = clause.lines[0].box
    picture = draw_page(rulebook, page, 1240, LIMITS)
    scale = 1240 / picture.width
    dark = pixels_of(picture.png).min(axis=2) < 128
    inside = dark[int(top * scale) : int(bottom * scale) + 1, int(x0 * scale) : int(x1 * scale) + 1]
    beside = dark[int(top * scale) : int(bottom * scale) + 1, : int(20 * scale)]
    assert inside.mean() > 0.05 and beside.mean() == 0
    assert picture.height / picture.width == pytest.approx(842 / 595, abs=0.01)


@pytest.mark.parametrize(
    ("angle", "rotation"), [(0, 0), (30, 0), (90, 0), (180, 0), (270, 0), (0, 90), (0, 180), (30, 270)]
)
def test_boxes_of_letters_hold_their_ink_however_text_and_page_are_turned(
    tmp_path: Path, angle: int, rotation: int
):
    def draw(canvas: Canvas) -> None:
        canvas.translate(300, 400)
        canvas.rotate(angle)
        canvas.drawString(0, 0, "HOUSE")
        canvas.setPageRotation(rotation)

    with open_pdf(make_pdf(tmp_path / "a.pdf", draw)) as pdf:
        page = pdf.read_page(1)
        dark = pdf.draw_page(1, round(2 * page.width)).pixels.min(axis=2) < 128
    left = dark.copy()
    for x0, top, x1, bottom in 2 * page.boxes:
        place = (slice(int(top), int(bottom) + 2), slice(int(x0), int(x1) + 2))
        assert dark[place].mean() > 0.1
        left[place] = False
    assert "".join(map(chr, page.codes)) == "HOUSE" and not left.any()


def test_a_page_that_is_not_there_is_an_error_that_says_how_many_there_are(rulebook: Path):
    with pytest.raises(DocumentError, match=r"no page 99; the PDF has \d+"):
        draw_page(rulebook, 99, 200, LIMITS)


def test_what_is_no_pdf_is_an_error(tmp_path: Path):
    (tmp_path / "notes.pdf").write_text("plain words", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"notes\.pdf is not a PDF"):
        draw_page(tmp_path / "notes.pdf", 1, 200, LIMITS)


def test_a_page_that_needs_too_much_memory_costs_only_itself(rulebook: Path):
    with pytest.raises(DocumentError, match=r"16 MB to draw|no memory"):
        draw_page(rulebook, 1, 20_000, Limits(seconds=20, megabytes=16))
