"""Print that a program writes oddly and the eye reads at once: turned type, stamps, letters off the page,
light type beside heavier, heads on one side of a book."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import PageLines, TextLine
from regulations_agent.corpus.page.raw import Style
from regulations_agent.corpus.page.weights import weighed
from regulations_agent.corpus.print.atoms import make_atoms
from tests.corpus.painted import Text, painted
from tests.corpus.paper import HEIGHT, WIDTH, make_pdf, say
from tests.corpus.test_heads import CHAPTERS, book


def texts(page: PageLines) -> list[str]:
    return [part.text for part in page.body if isinstance(part, TextLine)]


def test_type_of_negative_size_in_a_turned_matrix_stands_upright(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for i, words in enumerate(("1. Keep the boats clean.", "2. Row alone.")):
            text = canvas.beginText()
            text.setFont("Helvetica", -11)
            text.setTextTransform(-1, 0, 0, -1, 60, HEIGHT - 100 - 20 * i)
            text.textOut(words)
            canvas.drawText(text)

    page = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0]
    assert texts(page) == ["1. Keep the boats clean.", "2. Row alone."]


def test_large_words_aslant_are_stamped_on_the_page_and_small_ones_label_a_drawing(tmp_path: Path) -> None:
    def aslant(canvas: Canvas, words: str, size: float, y: float) -> None:
        canvas.saveState()
        canvas.translate(120, y)
        canvas.rotate(50)
        canvas.setFont("Helvetica", size)
        canvas.drawString(0, 0, words)
        canvas.restoreState()

    def draw(canvas: Canvas) -> None:
        aslant(canvas, "DRAFT", 90, 250)
        aslant(canvas, "wind", 11, 100)
        for line in range(20):
            say(canvas, 60, 100 + 16 * line, f"The boat of rule {line} stays dry.")

    page = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0]
    assert texts(page) == [*(f"The boat of rule {line} stays dry." for line in range(20)), "wind"]
    assert [line.text for line in page.heads] == ["DRAFT"]


def test_letters_off_the_page_are_no_text_and_many_of_them_are_told(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 100, "The boats stay dry.")
        say(canvas, WIDTH + 20, 100, "The other page of the sheet.")

    page = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0]
    assert texts(page) == ["The boats stay dry."]
    assert "letters outside what it shows" in page.problems[0]


def test_heads_of_left_pages_alone_name_the_section(tmp_path: Path) -> None:
    def title(number: int) -> str:
        return f"ARTICLE {number // 5 + 1} {CHAPTERS[number // 5]}"

    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica-Bold", 9)
        if number % 2 == 0:
            canvas.drawString(60, HEIGHT - 50, title(number))

    path = book(tmp_path / "a.pdf", furniture)
    heads = [line.text for page in page_lines(path).pages for line in page.heads]
    assert heads == [title(number) for number in range(2, 25, 2)]


def test_what_stands_beside_a_large_head_goes_with_it(tmp_path: Path) -> None:
    def furniture(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", 26)
        canvas.drawString(20, HEIGHT - 48, "1")
        canvas.setFont("Helvetica-Bold", 8)
        if number == 7:
            canvas.drawString(120, HEIGHT - 30, "ARTICLE 5 Oars")

    path = book(tmp_path / "a.pdf", furniture)
    assert [line.text for line in page_lines(path).pages[6].heads] == ["ARTICLE 5 Oars", "1"]


def test_medium_type_is_bold_in_a_book_set_in_light_type_only():
    def bold(usual: str) -> list[bool]:
        styles = Style(usual, False, False, "#000000"), Style("Face-Medium", False, False, "#000000")
        page = painted(Text("Crews stay near the boats."), Text("Boats", base=80, look=1), styles=styles)
        return [style.bold for style in weighed([page])[0].styles]

    assert bold("Face-Light") == [False, True]
    assert bold("Face-Regular") == bold("Face-Medium") == [False, False]


def drawn_letters(stems: dict[str, int], runs: list[tuple[str, int, str]]) -> bytes:
    """A PDF of one page in fonts without a name, whose small letters are stems so wide (thousandths of the
    font size); `runs` are font, baseline and words."""
    codes, parts = range(ord("a"), ord("z") + 1), list[str]()
    names = " ".join(f"/{chr(code)}" for code in codes)
    for wide in stems.values():
        glyph = f"500 0 d0 {100 + wide // 2} 0 {wide} 600 re f"
        procs = " ".join(f"/{chr(code)} {6 + len(parts)} 0 R" for code in codes)
        parts += [
            f"<</Length {len(glyph)}>>\nstream\n{glyph}\nendstream",
            f"<</Type /Font /Subtype /Type3 /FontBBox [0 0 500 600] /FontMatrix [.001 0 0 .001 0 0]"
            f" /FirstChar 97 /LastChar 122 /Widths [{'500 ' * len(codes)}]"
            f" /CharProcs <<{procs}>> /Encoding <</Type /Encoding /Differences [97 {names}]>>>>",
        ]
    text = " ".join(f"BT /{font} 11 Tf 60 {y} Td ({words}) Tj ET" for font, y, words in runs)
    fonts = " ".join(f"/{font} {7 + 2 * i} 0 R" for i, font in enumerate(stems))
    objects = [
        "<</Type /Catalog /Pages 2 0 R>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 5 0 R>>",
        f"<</Length {len(text)}>>\nstream\n{text}\nendstream",
        f"<</Font <<{fonts}>>>>",
        *parts,
    ]
    body = "\n".join(f"{i} 0 obj\n{part}\nendobj" for i, part in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}\ntrailer\n<</Root 1 0 R /Size {len(objects) + 1}>>\n%%EOF\n".encode()


def test_fonts_without_a_name_are_bold_where_their_letters_take_more_ink(tmp_path: Path) -> None:
    runs = [("Plain", 740 - 20 * line, "thecrewkeepstheboatsdryatnight") for line in range(9)]
    path = tmp_path / "a.pdf"
    path.write_bytes(drawn_letters({"Plain": 80, "Heavy": 140}, [("Heavy", 760, "boats"), *runs]))
    lines = [part for part in page_lines(path).pages[0].body if isinstance(part, TextLine)]
    assert [line.text for line in lines] == ["boats", *(words for _, _, words in runs)]
    assert [line.spans[0].bold for line in lines] == [True, *[False] * 9]


def test_a_slanted_letter_that_hangs_over_the_blank_behind_it_does_not_hide_it(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for i, (one, other) in enumerate(
            [("Use of", "Anchors"), ("They of", "ten row"), ("Boats off", "shore")]
        ):
            canvas.setFont("Times-BoldItalic", 12)
            canvas.drawString(60, HEIGHT - 100 - 20 * i, one)
            blank = 2.3 if other == "Anchors" else 0.0
            end = 60 + canvas.stringWidth(one, "Times-BoldItalic", 12) + blank
            canvas.drawString(end, HEIGHT - 100 - 20 * i, other)

    page = page_lines(make_pdf(tmp_path / "a.pdf", draw)).pages[0]
    assert texts(page) == ["Use of Anchors", "They often row", "Boats offshore"]


def test_a_blank_painted_over_the_ligature_before_it_parts_no_word() -> None:
    glyph = (Text("f", x=100, wide=6), Text("i", x=100, wide=6), Text(" ", x=103, wide=3))
    page = painted(*glyph, Text("rst", x=106), Text(" ", x=121, wide=3), Text("mate", x=124))
    atoms = make_atoms(page, np.zeros(len(page.codes), bool), ["normal"])
    assert "".join(atom.text for atom in atoms) == "first mate"
