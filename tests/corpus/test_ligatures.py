"""Ligatures that a font's character map calls another letter come out as the letters they stand for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page.ligatures import mended
from regulations_agent.corpus.page.pdf import open_pdf
from regulations_agent.corpus.page.raw import RawPage
from tests.corpus.paper import make_pdf

SENTENCES = ("The judging of the large engine goes on.", "A different effect of the offer is on file.")


def misnamed(path: Path, ligature: str, letter: str) -> tuple[RawPage, str]:
    """A page in which each `ligature` is one glyph, as wide as its letters, that is called `letter`."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Times-Roman", 11)
        for i, sentence in enumerate(SENTENCES):
            canvas.drawString(60, 700 - 20 * i, sentence)

    with open_pdf(make_pdf(path / "a.pdf", draw)) as pdf:
        page = pdf.read_page(1)
    text = "".join(map(chr, page.codes.tolist()))
    keep, codes, boxes = np.ones(len(text), bool), page.codes.copy(), page.boxes.copy()
    for at in range(len(text) - 1):
        if text[at : at + 2] == ligature:
            codes[at], keep[at + 1], boxes[at, 2] = ord(letter), False, boxes[at + 1, 2]
    rest = {name: getattr(page, name)[keep] for name in ("baselines", "sizes", "looks", "turns")}
    return replace(page, codes=codes[keep], boxes=boxes[keep], **rest), text


@pytest.mark.parametrize("letter", ["g", " "])
def test_a_ligature_called_another_letter_is_read_as_what_it_is(tmp_path: Path, letter: str) -> None:
    page, text = misnamed(tmp_path, "ff", letter)
    (read,) = mended([page])
    assert "".join(map(chr, read.codes.tolist())) == text.replace("ff", "\ufb00")


def test_letters_that_are_as_wide_as_ever_stay(tmp_path: Path) -> None:
    page, text = misnamed(tmp_path, "qq", "g")
    (read,) = mended([page])
    assert "".join(map(chr, read.codes.tolist())) == text
