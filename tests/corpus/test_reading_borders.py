"""A PDF's page as it is painted: places, looks and shapes to a hundredth of a point, and where they turn.

Each test says how often the reading turns, and the listing has where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NullObject,
    NumberObject,
    TextStringObject,
)
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.page import ocr
from regulations_agent.corpus.page.affine import turns_of
from regulations_agent.corpus.page.bookmarks import MAX_LEVEL
from regulations_agent.corpus.page.ocr import PrintLine, Word
from regulations_agent.corpus.page.page_reader import is_of_icons
from regulations_agent.corpus.page.pdf import open_pdf
from regulations_agent.corpus.page.raw import Bar, RawPage
from regulations_agent.corpus.page.scanned import as_page
from regulations_agent.corpus.page.scans import Scans, is_picture
from regulations_agent.errors import DocumentError
from tests.corpus.painted import Text, bar, painted
from tests.corpus.paper import make_pdf, say
from tests.corpus.test_borders import once, steps, turns, within
from tests.listings import as_listed


def page(path: Path, draw: Callable[[Canvas], object]) -> RawPage:
    with open_pdf(make_pdf(path / "a.pdf", lambda canvas: (draw(canvas), None)[1])) as pdf:
        return pdf.read_page(1)


def exact(numbers: Iterable[float]) -> str:
    return " ".join(f"{number + 0:.2f}" for number in np.round(np.array(list(numbers), float), 2))


def told(read: RawPage) -> list[str]:
    """Its first and last letter of each stretch of one look, size, baseline and way."""
    keys = list(
        zip(
            read.looks.tolist(),
            read.sizes.round(2).tolist(),
            read.baselines.round(1).tolist(),
            read.turns.tolist(),
            strict=True,
        )
    )
    ends = [
        n
        for n in range(len(keys))
        if n in (0, len(keys) - 1) or keys[n] != keys[n - 1] or keys[n] != keys[n + 1]
    ]
    return [
        f"{chr(read.codes[n])} {exact(read.boxes[n])} {exact([read.baselines[n], read.sizes[n]])} "
        f"{read.turns[n]} {' '.join(map(str, read.styles[read.looks[n]]))}"
        for n in ends
    ]


FONTS = ("Helvetica", "Helvetica-Bold", "Times-Italic", "Courier-BoldOblique", "Symbol", "ZapfDingbats")


def test_letters_have_the_place_size_and_look_of_their_print(tmp_path: Path):
    def looks(canvas: Canvas) -> None:
        for n, font in enumerate(FONTS):
            canvas.setFont(font, 8 + n)
            canvas.drawString(60, 780 - 30 * n, "Ox f")
        for mode in range(4):
            text = canvas.beginText(300, 780 - 30 * mode)
            text.setFont("Helvetica", 10)
            text.setTextRenderMode(mode)
            text.setFillColorRGB(1, 0, 0)
            text.setStrokeColorRGB(0, 0, 1)
            text.textOut("Ox")
            canvas.drawText(text)

    as_listed(told(page(tmp_path, looks)))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_scaled_slanted_and_nested_print_lies_where_it_is_shown(tmp_path: Path, turn: int):
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turn)
        for n, angle in enumerate((0, 90, 180, 270, 30)):
            canvas.saveState()
            canvas.translate(100 + 80 * n, 700)
            canvas.rotate(angle)
            canvas.scale(2, 1.5)
            canvas.drawString(0, 0, "Oars")
            canvas.restoreState()
        canvas.saveState()
        canvas.skew(0, 20)
        canvas.drawString(100, 500, "lean")
        canvas.restoreState()
        canvas.beginForm("inner")
        canvas.drawString(5, 5, "form")
        canvas.rect(0, 0, 60, 1, stroke=0, fill=1)
        canvas.endForm()
        canvas.saveState()
        canvas.translate(200, 400)
        canvas.rotate(90)
        canvas.scale(2, 3)
        canvas.doForm("inner")
        canvas.restoreState()

    read = page(tmp_path, draw)
    as_listed([*told(read), exact([read.width, read.height]), *(exact(one[:4]) for one in read.bars)])


def test_print_is_level_upright_or_oblique_by_its_slope():
    angles = np.radians(np.arange(-180, 181, 0.25))
    ways = turns_of(np.cos(angles), np.sin(angles)).tolist()
    found = as_listed(turns(range(len(ways)), lambda n: ways[n]))
    assert [turn.partition(": ")[2] for turn in found] == ["2", "-1", "1", "-1", "0", "-1", "3", "-1", "2"]


def test_letters_that_a_clip_hides_are_left_out_and_told_if_many(tmp_path: Path):
    def draw(hidden: int) -> Callable[[Canvas], None]:
        def drawn(canvas: Canvas) -> None:
            canvas.beginForm("f")
            clip = canvas.beginPath()
            clip.rect(50, 500, 400, 200)
            canvas.clipPath(clip, stroke=0, fill=0)
            canvas.drawString(60, 600, "o" * 95)
            canvas.drawString(60, 100, "x" * hidden)
            canvas.endForm()
            canvas.doForm("f")

        return drawn

    read = page(tmp_path, draw(3))
    assert set(map(chr, read.codes)) == {"o"} and read.problems == ()
    once(turns(range(1, 9), lambda hidden: bool(page(tmp_path, draw(hidden)).problems)))
    assert page(tmp_path, draw(6)).problems[0].startswith("page 1 has 6 letters outside")


@pytest.mark.parametrize("side", ["left", "right", "above", "below"])
def test_words_that_touch_a_clip_are_shown(tmp_path: Path, side: str):
    def draw(gap: float) -> Callable[[Canvas], None]:
        def drawn(canvas: Canvas) -> None:
            canvas.beginForm("f")
            clip = canvas.beginPath()
            clip.rect(200, 400, 100, 50)
            canvas.clipPath(clip, stroke=0, fill=0)
            x = {"left": 200 - canvas.stringWidth("o", "Helvetica", 11) - gap, "right": 300 + gap}.get(
                side, 250
            )
            canvas.drawString(x, {"above": 450 + gap, "below": 400 - 6 - gap}.get(side, 420), "o")
            canvas.endForm()
            canvas.doForm("f")
            canvas.drawString(60, 100, "z")

        return drawn

    once(turns(steps(-2, 3, 0.5), lambda gap: len(page(tmp_path, draw(gap)).codes)))


def test_private_codes_are_pictures_but_in_fonts_of_symbols():
    assert [
        is_of_icons(font) for font in ("Symbol", "ABCDEF+Wingdings", "ZapfDingbats", "FontAwesome", "")
    ] == [False, False, False, True, False]


def shapes(path: Path, draw: Callable[[Canvas], object]) -> list[str]:
    read = page(path, draw)
    kinds = (("bar", read.bars), ("area", read.areas), ("image", read.images), ("ink", read.ink))
    return [f"{name} {exact(one[:4])} {one.colour}" for name, found in kinds for one in found]


def path_of(
    canvas: Canvas, *points: tuple[float, float], close: bool = False, stroke: int = 1, fill: int = 0
) -> None:
    made = canvas.beginPath()
    made.moveTo(*points[0])
    for point in points[1:]:
        made.lineTo(*point)
    if close:
        made.close()
    canvas.drawPath(made, stroke=stroke, fill=fill)


def test_lines_boxes_curves_and_pictures_are_told_apart(tmp_path: Path):
    def draw(canvas: Canvas) -> None:
        canvas.setLineWidth(2)
        canvas.setStrokeColorRGB(1, 0, 0)
        canvas.setFillColorRGB(0, 0, 1)
        canvas.line(60, 700, 200, 700)
        canvas.line(60, 600, 60, 680)
        canvas.line(100, 600, 150, 640)
        canvas.rect(200, 600, 80, 40, stroke=1, fill=0)
        canvas.rect(300, 600, 80, 40, stroke=0, fill=1)
        canvas.rect(400, 600, 80, 40, stroke=1, fill=1)
        canvas.circle(100, 500, 20, stroke=1, fill=0)
        canvas.circle(160, 500, 20, stroke=0, fill=1)
        canvas.roundRect(200, 480, 80, 40, 5, stroke=1, fill=0)
        canvas.roundRect(300, 480, 14, 14, 5, stroke=1, fill=0)
        path_of(canvas, (60, 400), (160, 400), (160, 440), (60, 440), close=True, stroke=0, fill=1)
        path_of(
            canvas, (200, 400), (300, 400), (300, 440), (200, 440), (180, 420), close=True, stroke=0, fill=1
        )
        path_of(canvas, (400, 400), (500, 400), (500, 440), close=True)
        canvas.setLineWidth(0)
        canvas.line(60, 300, 200, 300.3)
        canvas.saveState()
        canvas.translate(100, 100)
        canvas.scale(2, 1.5)
        canvas.setLineWidth(3)
        canvas.line(0, 0, 50, 0)
        canvas.rect(0, 50, 20, 20, stroke=0, fill=1)
        canvas.drawImage(ImageReader(picture()), 100, 100, 30, 40)
        canvas.restoreState()

    as_listed(shapes(tmp_path, draw))


def picture() -> object:
    from PIL import Image

    return Image.new("RGB", (4, 4), "red")


def test_a_shape_is_a_bar_up_to_a_thickness(tmp_path: Path):
    once(
        turns(
            steps(2, 4, 0.25),
            lambda thick: shapes(tmp_path, lambda c: c.rect(60, 600, 90, thick, stroke=0, fill=1))[0][:4],
        )
    )
    once(
        turns(
            steps(2, 4, 0.25),
            lambda thick: shapes(tmp_path, lambda c: c.rect(60, 600, thick, 90, stroke=0, fill=1))[0][:4],
        )
    )


def test_a_line_that_slants_by_half_a_point_is_a_drawing(tmp_path: Path):
    once(
        turns(
            steps(0, 1, 0.125),
            lambda rise: shapes(tmp_path, lambda c: c.line(60, 600, 160, 600 + rise))[0][:3],
        )
    )
    once(
        turns(
            steps(0, 1, 0.125), lambda run: shapes(tmp_path, lambda c: c.line(60, 600, 60 + run, 700))[0][:3]
        )
    )


@pytest.mark.parametrize("slant", [0.0, 0.5, 0.75])
def test_a_round_frame_has_three_long_straight_sides(tmp_path: Path, slant: float):
    def frame(sides: int, long: float) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            made = canvas.beginPath()
            made.moveTo(100, 600)
            made.curveTo(100, 590, 110, 580, 120, 580)
            for n in range(sides):
                made.lineTo(*((120 + long, 580 + slant) if n % 2 == 0 else (120, 580)))
            canvas.drawPath(made, stroke=1, fill=0)

        return draw

    as_listed(
        turns(range(6), lambda sides: [one[:3] for one in shapes(tmp_path, frame(sides, 30))].count("ink"))
    )
    as_listed(
        turns(
            steps(10, 14, 0.5),
            lambda long: [one[:3] for one in shapes(tmp_path, frame(3, long))].count("ink"),
        )
    )


def test_a_path_of_very_many_parts_is_a_drawing(tmp_path: Path):
    def draw(count: int) -> Callable[[Canvas], None]:
        points = [(60.0 + n % 2 * 100, 100 + n) for n in range(count)]
        return lambda canvas: path_of(canvas, *[(x, 500.0) for x, _ in points])

    once(turns((398, 399, 400, 401, 402), lambda count: shapes(tmp_path, draw(count))[0][:3]))


def nested(path: Path, depth: int) -> RawPage:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("f0")
        canvas.rect(60, 600, 90, 1, stroke=0, fill=1)
        canvas.endForm()
        for n in range(1, depth):
            canvas.beginForm(f"f{n}")
            canvas.doForm(f"f{n - 1}")
            canvas.endForm()
        canvas.doForm(f"f{depth - 1}")

    return page(path, draw)


def test_forms_are_opened_so_deep(tmp_path: Path):
    once(turns(range(6, 11), lambda depth: len(nested(tmp_path, depth).bars)))


def test_a_page_is_drawn_as_wide_as_asked_and_no_higher_than_eight_times_that(tmp_path: Path):
    def drawn(high: float, wide: int = 40) -> str:
        canvas = Canvas(str(tmp_path / "b.pdf"), pagesize=(100, high))
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, 0, 50, high, stroke=0, fill=1)
        canvas.save()
        with open_pdf(tmp_path / "b.pdf") as pdf:
            made = pdf.draw_page(1, wide)
        return f"{made.pixels.shape} {made.width} {made.height} {made.pixels[0, 0]} {made.pixels[-1, -1]}"

    as_listed([drawn(high) for high in (1, 50, 100, 700, 800, 900, 2000)])


def test_a_page_that_is_not_there_cannot_be_drawn_and_is_read_as_empty(tmp_path: Path):
    with open_pdf(make_pdf(tmp_path / "a.pdf", lambda c: say(c, 60, 60, "Boats"))) as pdf:
        assert pdf.read_page(2).problems == ("page 2 could not be parsed and was left out",)
        with pytest.raises(DocumentError, match="Page 2 of 1 cannot be drawn"):
            pdf.draw_page(2, 10)
        assert (pdf.meta("Title"), pdf.meta("Nothing"), pdf.pages) == ("untitled", "", 1)


@pytest.mark.parametrize("tail", [b"", b"\0" * 5000, b"\n" * 70000, b"x" * 4000, b"x" * 4097, b"x" * 70000])
def test_a_file_without_its_end_mark_is_truncated(tmp_path: Path, tail: bytes):
    path = make_pdf(tmp_path / "a.pdf", lambda c: say(c, 60, 60, "Boats"))
    path.write_bytes(path.read_bytes() + tail)
    try:
        with open_pdf(path):
            said = "read"
    except DocumentError as error:
        said = str(error)
    as_listed(said)


def outlined(path: Path) -> Path:
    """A book of two pages, its bookmarks of every kind."""
    book = PdfWriter(clone_from=PdfReader(make_pdf(path, *[lambda c: say(c, 60, 60, "Boats")] * 2)))

    def marked(title: str, number: int | None, parent: IndirectObject | None = None) -> IndirectObject:
        return book.add_outline_item(title=title, page_number=number, parent=parent)

    top = marked("  Part \n 1  ", 0)
    inner = marked("Boats", 1, parent=top)
    for level in range(2, MAX_LEVEL + 2):
        inner = marked(f"Level {level}", 1, parent=inner)
    marked("b" * 1500, 0)
    marked("", 0)
    marked("Nowhere", None)
    places = {
        "high": [NameObject("/XYZ"), FloatObject(50), FloatObject(700), NullObject()],
        "unsaid": [NameObject("/Fit")],
        "side": [NameObject("/XYZ"), FloatObject(50), NullObject(), NullObject()],
        "beyond": [NameObject("/FitH"), FloatObject(300)],
    }
    for name, place in places.items():
        item = marked(name, 0).get_object()
        item.pop("/A", None)  # type: ignore[attr-defined]
        target = ArrayObject([book.pages[1].indirect_reference, *place])
        if name == "unsaid":
            item[NameObject("/A")] = DictionaryObject(
                {NameObject("/S"): NameObject("/GoTo"), NameObject("/D"): target}
            )  # type: ignore[index]
        else:
            item[NameObject("/Dest")] = target  # type: ignore[index]
    far = marked("far", 0).get_object()
    far.pop("/A", None)  # type: ignore[attr-defined]
    far[NameObject("/Dest")] = ArrayObject([NumberObject(7), NameObject("/Fit")])  # type: ignore[index]
    book.add_metadata({"/Title": TextStringObject("The Böok")})
    book.write(path)
    return path


def test_bookmarks_have_their_words_level_page_and_place(tmp_path: Path):
    with open_pdf(outlined(tmp_path / "a.pdf")) as pdf:
        before = pdf.outline()
        pdf.read_page(1)
        pdf.read_page(2)
        as_listed([f"{one.title} {one.level} {one.page} {one.y}" for one in pdf.outline()])
        assert {one.y for one in before} == {None} and pdf.meta("Title") == "The Böok"


def test_a_page_with_a_picture_and_next_to_no_text_is_a_scan():
    once(
        turns(
            range(30, 50),
            lambda count: is_picture(painted(Text("o" * count + "  "), images=[bar(0, 0, 600, 800)])),
        )
    )
    once(turns(range(360, 440, 5), lambda high: is_picture(painted(images=[bar(0, 0, 600, high)]))))
    assert is_picture(painted(images=[bar(0, 0, 600, 200), bar(0, 400, 600, 600)])) and not is_picture(
        painted()
    )
    assert not is_picture(painted(images=[bar(0, 0, 0, 0)]))


class Engine:
    """Stands for a PDF whose pages are drawn; says how wide they were wanted."""

    def __init__(self) -> None:
        self.wanted: list[int] = []

    def draw_page(self, number: int, width: int) -> object:
        self.wanted.append(width)
        raise DocumentError("drawn")


def test_a_scan_is_drawn_as_fine_as_is_read_and_no_larger(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ocr, "installed", lambda: True)
    wanted = []
    for wide, high in ((595.0, 842.0), (2000.0, 3000.0), (0.1, 0.1)):
        scans, book = Scans(engine := Engine()), painted(images=[bar(0, 0, 5000, 5000)])  # type: ignore[arg-type]
        with pytest.raises(DocumentError):
            scans.recognised(
                RawPage(
                    **{name: getattr(book, name) for name in book.__slots__} | {"width": wide, "height": high}
                )
            )
        wanted += engine.wanted
    as_listed(wanted)
    scans.done = 1000
    assert "after 1000 of them" in scans.recognised(painted(images=[bar(0, 0, 600, 800)])).problems[0]
    assert scans.recognised(painted(Text("o" * 50))).problems == ()


def size(
    *letters: tuple[str, float, float], base: tuple[float, float, float, float] = (0, 100, 200, 100)
) -> float:
    boxes = [
        (text, (10 * n, int(top), 10 * n + 10, int(bottom))) for n, (text, top, bottom) in enumerate(letters)
    ]
    return ocr._size(boxes, ((base[0], base[1]), (base[2], base[3])))


def test_the_size_of_recognised_print_is_what_most_of_its_letters_say():
    as_listed(
        [
            size(("A", 80, 100)),
            size(("a", 80, 100)),
            size((",", 80, 95)),
            size(("A", 80, 100), ("a", 90, 100), ("b", 82, 100)),
            size(),
            size(("A", 110, 120)),
            size(("A", 80, 100), ("A", 80, 100), base=(0, 100, 20, 110)),
            size(("A", 80, 100), base=(5, 100, 5, 110)),
        ]
    )


def test_the_letters_of_a_recognised_word_leave_no_gap():
    def edges(*boxes: tuple[int, int]) -> str:
        made = ocr._word([("o", (left, 0, right, 10)) for left, right in boxes], (0, 0, 30, 10))
        return exact(made.edges)

    as_listed([edges((0, 10), (12, 20), (21, 30)), edges((0, 30)), edges((0, 10), (0, 10), (21, 30))])
    once(turns(range(8, 16), lambda left: edges((0, 10), (left, 12), (13, 30)) == "0.00 10.00 20.00 30.00"))


def test_a_recognised_page_keeps_lines_that_are_no_part_of_a_letter():
    def bars(x0: int, top: int, wide: int) -> list[Bar]:
        word = Word(("O",), (100.0, 140.0), (100, 60, 140, 100))
        gray = np.full((200, 400), 255, np.uint8)
        gray[top : top + 3, x0 : x0 + wide] = 0
        return list(
            as_page([PrintLine((word,), ((100.0, 100.0), (140.0, 100.0)), 50.0)], gray, 1, 200.0, 100.0).bars
        )

    once(turns(range(40, 80, 2), lambda wide: len(bars(100, 80, wide))))
    within(turns(range(40, 120, 2), lambda top: len(bars(100, top, 40))))
    within(turns(range(40, 180, 4), lambda x0: len(bars(x0, 80, 40))))
