"""Characters as a reader types them."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import numpy as np
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, NameObject
from reportlab.pdfbase.rl_codecs import RL_Codecs

from regulations_agent.corpus.page.glyphs import plain, printed, typed
from regulations_agent.corpus.page.pdf import open_pdf
from tests.corpus.paper import make_pdf, say


@pytest.mark.parametrize(
    ("on_paper", "in_words"),
    [
        ("de\ufb01ned \ufb02ag", "defined flag"),
        ("a\u00a0b\u2009c", "a b c"),
        ("non\u2011binding", "non-binding"),
        ("post\x02qualifying", "post-qualifying"),
        ("Fees.\u2015(1)", "Fees.—(1)"),
        ("\uf0b7 item", "• item"),
        ("\U0001d441 = 2", "N = 2"),
        ("zero\u200bwidth", "zerowidth"),
        ("“quoted”", "“quoted”"),
    ],
)
def test_print_becomes_what_a_reader_types(on_paper: str, in_words: str) -> None:
    assert typed(on_paper) == in_words


def test_code_points_become_one_character_each() -> None:
    codes = np.array([0x41, 0xD800, 0x1D441, 0xFB01], np.int32)
    assert [ord(c) for c in printed(codes)] == codes.tolist()


WINGDINGS = (0x9F, 0xA1, 0xA7, 0xA8, 0xD8, 0xF0, 0xFB, 0xFC, 0xFE)


def test_private_codes_are_the_letters_of_the_symbol_font_and_the_marks_of_wingdings() -> None:
    """As the codec of another library has them."""
    RL_Codecs.register()
    assert "".join(plain(0xF000 + code) for code in WINGDINGS) == "•○▪□➢➔✗✓☑"
    read = {code: plain(0xF000 + code) for code in range(0x20, 0xFF) if code not in WINGDINGS}
    named = {code: letter for code, letter in read.items() if letter != "•" or code == 0xB7}
    said = {code: bytes([code]).decode("symbol") for code in named} | {0x44: "Δ", 0xD7: "·"}
    assert {code: normalize("NFKC", letter) for code, letter in said.items()} == {
        code: normalize("NFKC", letter) for code, letter in named.items()
    }
    assert len(named) == 91


def meaning(path: Path, letters: str) -> Path:
    """A page of `ABC...` whose font says that the letters mean these."""
    means = "".join(f"<{0x41 + at:02X}> <{c.encode('utf-16-be').hex()}>\n" for at, c in enumerate(letters))
    drawn = make_pdf(path, lambda c: say(c, 60, 100, "".join(chr(0x41 + at) for at in range(len(letters)))))
    book, told = PdfWriter(clone_from=PdfReader(drawn)), DecodedStreamObject()
    told.set_data(
        f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n"
        f"{len(letters)} beginbfchar\n{means}endbfchar endcmap".encode()
    )
    fonts = book.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    for font in fonts.values():
        font.get_object()[NameObject("/ToUnicode")] = book._add_object(told)
    book.write(path)
    return path


def test_a_font_that_says_private_codes_only_draws_pictures(tmp_path: Path) -> None:
    read = []
    for letters in ("\uea6e\ue001", "a\uea6e"):
        with open_pdf(meaning(tmp_path / "a.pdf", letters)) as pdf:
            read.append("".join(map(chr, pdf.read_page(1).codes)))
    assert read == ["\u200b\u200b", "a\uea6e"]


def test_letters_beyond_the_basic_plane_are_one_character_each(tmp_path: Path) -> None:
    letters = "a\U00010000\U0001d400\U000103ff\U0010fc00\U0010ffff\ud7ff\ue000z"
    with open_pdf(meaning(tmp_path / "a.pdf", letters)) as pdf:
        page = pdf.read_page(1)
    assert "".join(map(chr, page.codes)) == letters
