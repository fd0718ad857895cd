"""A PDF's page as it is painted: places, looks and shapes to a hundredth of a point, and where they turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
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
from reportlab.pdfbase.pdfmetrics import stringWidth
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
from tests.corpus.test_borders import turns


def page(path: Path, draw: Callable[[Canvas], object]) -> RawPage:
    with open_pdf(make_pdf(path / "a.pdf", lambda canvas: (draw(canvas), None)[1])) as pdf:
        return pdf.read_page(1)


def exact(numbers: Iterable[float]) -> str:
    return " ".join(f"{number + 0:.2f}" for number in np.round(np.array(list(numbers), float), 2))


def test_letters_have_the_place_size_and_look_of_their_print(tmp_path: Path):
    fonts = ("Helvetica", "Helvetica-Bold", "Times-Italic", "Courier-BoldOblique")

    def draw(canvas: Canvas) -> None:
        for n, font in enumerate(fonts):
            canvas.setFont(font, 8 + n)
            canvas.drawString(60, 780 - 30 * n, "Ox")
        for n in range(4):
            text = canvas.beginText(300, 780 - 30 * n)
            text.setFont("Helvetica", 10)
            text.setTextRenderMode(n)
            text.setFillColorRGB(1, 0, 0)
            text.setStrokeColorRGB(0, 0, 1)
            text.textOut("Ox")
            canvas.drawText(text)

    read = page(tmp_path, draw)
    looks = [tuple(read.styles[look]) for look in read.looks[::2]]
    assert looks[:4] == [
        ("Helvetica", False, False, "#000000"),
        ("Helvetica-Bold", True, False, "#000000"),
        ("Times-Italic", False, True, "#000000"),
        ("Courier-BoldOblique", True, True, "#000000"),
    ]
    assert [look[1:] for look in looks[4:]] == [
        (False, False, "#ff0000"),
        (False, False, "#0000ff"),
        (True, False, "#ff0000"),
        (False, False, "#ff0000"),
    ], "filled, outlined, both, and print that nobody sees"
    for n, font in enumerate(fonts):
        base, high, ends = 62 + 30 * n, 8 + n, [60 + stringWidth(text, font, 8 + n) for text in ("O", "Ox")]
        assert exact(read.boxes[2 * n]) == exact((60, base - 0.8 * high, ends[0], base + 0.2 * high))
        assert read.boxes[2 * n + 1][[0, 2]] == pytest.approx(ends, abs=0.5)
        assert (read.sizes[2 * n], read.baselines[2 * n]) == (high, base)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_scaled_slanted_and_nested_print_lies_where_it_is_shown(tmp_path: Path, turn: int):
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turn)
        for n, angle in enumerate((0, 90, 180, 270, 30)):
            canvas.saveState()
            canvas.translate(100 + 80 * n, 520)
            canvas.rotate(angle)
            canvas.scale(2, 1.5)
            canvas.drawString(0, 0, "Oars")
            canvas.restoreState()
        canvas.saveState()
        canvas.skew(0, 45)
        canvas.drawString(100, 300, "lean")
        canvas.restoreState()
        canvas.beginForm("inner")
        canvas.drawString(5, 5, "form")
        canvas.rect(0, 0, 60, 1, stroke=0, fill=1)
        canvas.endForm()
        canvas.saveState()
        canvas.translate(200, 300)
        canvas.rotate(90)
        canvas.scale(2, 3)
        canvas.doForm("inner")
        canvas.restoreState()

    read = page(tmp_path, draw)

    def shown(x: float, y: float) -> tuple[float, float]:
        wide, high = read.width, read.height
        return {0: (x, high - y), 90: (y, x), 180: (wide - x, y), 270: (wide - y, high - x)}[turn]

    words = [(100.0 + 80 * n, 520.0, way) for n, way in enumerate((0, 1, 2, 3, -1))]
    for x, y, way in (*words, (400.0, 300.0, 0), (185.0, 310.0, 1)):
        place, now = np.array(shown(x, y)), way if way < 0 else (way - turn // 90) % 4
        near = (read.boxes[:, :2] < place + 2) & (place - 2 < read.boxes[:, 2:])
        (first, *_) = np.flatnonzero(near.all(axis=1))
        assert chr(read.codes[first]) in "Olf" and set(read.turns[first : first + 4]) == {now}
        assert way < 0 or read.baselines[first] == pytest.approx(place[1 - now % 2], abs=0.1)
    corners = np.array([shown(197, 300), shown(200, 420)])
    assert [exact(one[:4]) for one in read.bars] == [exact((*corners.min(axis=0), *corners.max(axis=0)))]
    assert {16.5, 36.0} < set(read.sizes.tolist()), "as high as it is shown"


def test_print_is_level_upright_or_oblique_by_its_slope():
    angles = np.radians(np.arange(-180, 181, 0.25))
    ways = turns_of(np.cos(angles), np.sin(angles)).tolist()
    found = turns(range(len(ways)), lambda n: ways[n])
    assert [turn.partition(": ")[2] for turn in found] == ["2", "-1", "1", "-1", "0", "-1", "3", "-1", "2"]


def test_letters_that_a_clip_hides_are_left_out_and_told_if_many(tmp_path: Path):
    def draw(hidden: int) -> Callable[[Canvas], None]:
        def drawn(canvas: Canvas) -> None:
            canvas.beginForm("f")
            clip = canvas.beginPath()
            clip.rect(50, 500, 400, 200)
            canvas.clipPath(clip, stroke=0, fill=0)
            canvas.drawString(60, 600, "o" * 70)
            canvas.drawString(60, 100, "x" * hidden)
            canvas.endForm()
            canvas.doForm("f")

        return drawn

    read = page(tmp_path, draw(3))
    assert set(map(chr, read.codes)) == {"o"} and read.problems == ()
    assert page(tmp_path, draw(6)).problems[0].startswith("page 1 has 6 letters outside")


@pytest.mark.parametrize("side", ["left", "right", "above", "below"])
def test_words_that_touch_a_clip_are_shown(tmp_path: Path, side: str):
    def shown(gap: float) -> str:
        def draw(canvas: Canvas) -> None:
            canvas.beginForm("f")
            clip = canvas.beginPath()
            clip.rect(200, 400, 100, 50)
            canvas.clipPath(clip, stroke=0, fill=0)
            left = 200 - canvas.stringWidth("o", "Helvetica", 11) - gap
            x = {"left": left, "right": 300 + gap}.get(side, 250)
            canvas.drawString(x, {"above": 450 + gap, "below": 400 - 6 - gap}.get(side, 420), "o")
            canvas.endForm()
            canvas.doForm("f")
            canvas.drawString(60, 100, "z")

        return "".join(map(chr, page(tmp_path, draw).codes))

    assert (shown(-1), shown(1)) == ("oz", "z")


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
    def read(draw: Callable[[Canvas], object], scale: tuple[float, float] = (1, 1)) -> list[str]:
        def coloured(canvas: Canvas) -> None:
            canvas.setLineWidth(2)
            canvas.setStrokeColorRGB(1, 0, 0)
            canvas.setFillColorRGB(0, 0, 1)
            canvas.scale(*scale)
            draw(canvas)

        return shapes(tmp_path, coloured)

    frame = [
        "bar 200.00 241.00 280.00 243.00 #ff0000",
        "bar 279.00 202.00 281.00 242.00 #ff0000",
        "bar 200.00 201.00 280.00 203.00 #ff0000",
        "bar 199.00 202.00 201.00 242.00 #ff0000",
    ]
    filled = "area 200.00 202.00 280.00 242.00 #0000ff"
    five = ((200.0, 400.0), (300.0, 400.0), (300.0, 440.0), (200.0, 440.0), (180.0, 420.0))
    assert read(lambda c: c.line(60, 700, 200, 700)) == ["bar 60.00 141.00 200.00 143.00 #ff0000"]
    assert read(lambda c: c.line(60, 600, 60, 680)) == ["bar 59.00 162.00 61.00 242.00 #ff0000"]
    assert read(lambda c: c.line(100, 600, 150, 640)) == ["ink 100.00 202.00 150.00 242.00 #ff0000"]
    assert read(lambda c: c.rect(200, 600, 80, 40, stroke=1, fill=0))[:4] == frame
    assert read(lambda c: c.rect(200, 600, 80, 40, stroke=0, fill=1)) == [filled]
    assert {*frame, filled} < set(read(lambda c: c.rect(200, 600, 80, 40, stroke=1, fill=1)))
    assert read(lambda c: c.circle(100, 500, 20))[0].startswith("ink 80.00 322.00 120.00 362.00")
    assert read(lambda c: c.roundRect(200, 480, 80, 40, 5)) == []
    assert read(lambda c: c.roundRect(300, 480, 14, 14, 5))[0].startswith("ink 300.00 348.00 314.00 362.00")
    assert read(lambda c: path_of(c, *five, close=True, stroke=0, fill=1)) == [
        "area 180.00 402.00 300.00 442.00 #0000ff"
    ]
    triangle = read(lambda c: path_of(c, *five[:3], close=True))
    assert triangle[-1] == "ink 200.00 402.00 300.00 442.00 #ff0000", "a slanted side is drawn, not ruled"
    assert read(lambda c: c.line(0, 300, 50, 300), (1.5, 1.5)) == ["bar 0.00 390.50 75.00 393.50 #ff0000"]
    assert read(lambda c: c.rect(0, 300, 50, 20, stroke=0, fill=1), (2, 1.5)) == [
        "area 0.00 362.00 100.00 392.00 #0000ff"
    ]
    assert read(lambda c: c.drawImage(ImageReader(picture()), 100, 100, 30, 40), (2, 1.5)) == [
        "image 200.00 632.00 260.00 692.00 #000000"
    ]


def picture() -> object:
    from PIL import Image

    return Image.new("RGB", (4, 4), "red")


def test_a_shape_is_a_bar_up_to_a_thickness(tmp_path: Path):
    def kind(wide: float, high: float) -> str:
        return shapes(tmp_path, lambda c: c.rect(60, 600, wide, high, stroke=0, fill=1))[0].split()[0]

    assert kind(90, 2) == kind(2, 90) == "bar" and kind(90, 4) == kind(4, 90) == "area"


def test_a_line_that_slants_by_more_than_half_a_point_is_a_drawing(tmp_path: Path):
    def kind(run: float, rise: float) -> str:
        return shapes(tmp_path, lambda c: c.line(60, 600, 60 + run, 600 + rise))[0].split()[0]

    assert kind(100, 0.25) == kind(0.25, 100) == "bar" and kind(100, 1) == kind(1, 100) == "ink"


@pytest.mark.parametrize(("slant", "framed"), [(0.0, True), (0.5, True), (0.75, False)])
def test_a_round_frame_has_three_long_straight_sides(tmp_path: Path, slant: float, framed: bool):
    def drawn(sides: int, long: float) -> bool:
        def draw(canvas: Canvas) -> None:
            made = canvas.beginPath()
            made.moveTo(100, 600)
            made.curveTo(100, 590, 110, 580, 120, 580)
            for n in range(sides):
                made.lineTo(*((120 + long, 580 + slant) if n % 2 == 0 else (120, 580)))
            canvas.drawPath(made, stroke=1, fill=0)

        return any(one.startswith("ink") for one in shapes(tmp_path, draw))

    assert drawn(2, 30) and drawn(3, 10), "too few sides, or too short"
    assert drawn(3, 30) == (not framed)


def test_a_path_of_very_many_parts_is_a_drawing(tmp_path: Path):
    def kinds(count: int) -> set[str]:
        points = [(60.0 + n % 2 * 100, 500.0) for n in range(count)]
        return {one.split()[0] for one in shapes(tmp_path, lambda canvas: path_of(canvas, *points))}

    assert (kinds(300), kinds(500)) == ({"bar"}, {"ink"})


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


def test_forms_in_forms_are_opened_to_a_depth(tmp_path: Path):
    assert (len(nested(tmp_path, 6).bars), len(nested(tmp_path, 12).bars)) == (1, 0)


def test_a_page_is_drawn_as_wide_as_asked_and_no_higher_than_eight_times_that(tmp_path: Path):
    for high, pixels in ((1, 1), (50, 20), (100, 40), (700, 280), (900, 320), (2000, 320)):
        canvas = Canvas(str(tmp_path / "b.pdf"), pagesize=(100, high))
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, 0, 50, high, stroke=0, fill=1)
        canvas.save()
        with open_pdf(tmp_path / "b.pdf") as pdf:
            made = pdf.draw_page(1, 40)
        assert (made.pixels.shape, made.width, made.height) == ((pixels, 40, 3), 100, high)
        assert (made.pixels[:, :19] == (255, 0, 0)).all() and (made.pixels[:, 21:] == 255).all()


def test_a_page_that_is_not_there_cannot_be_drawn_and_is_read_as_empty(tmp_path: Path):
    with open_pdf(make_pdf(tmp_path / "a.pdf", lambda c: say(c, 60, 60, "Boats"))) as pdf:
        assert pdf.read_page(2).problems == ("page 2 could not be parsed and was left out",)
        with pytest.raises(DocumentError, match="Page 2 of 1 cannot be drawn"):
            pdf.draw_page(2, 10)
        assert (pdf.meta("Title"), pdf.meta("Nothing"), pdf.pages) == ("untitled", "", 1)


@pytest.mark.parametrize(
    ("tail", "whole"),
    [(b"", True), (b"\0" * 5000, True), (b"x" * 3000, True), (b"x" * 6000, False), (b"x" * 70000, False)],
)
def test_a_file_without_its_end_mark_is_truncated(tmp_path: Path, tail: bytes, whole: bool):
    path = make_pdf(tmp_path / "a.pdf", lambda c: say(c, 60, 60, "Boats"))
    path.write_bytes(path.read_bytes() + tail)
    expected = nullcontext() if whole else pytest.raises(DocumentError, match="is truncated")
    with expected, open_pdf(path) as pdf:
        assert pdf.pages == 1


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
        found = [(one.title, one.level, one.page, one.y) for one in pdf.outline()]
        assert {one.y for one in before} == {None} and pdf.meta("Title") == "The Böok"
    assert found[:2] == [("Part 1", 0, 1, None), ("Boats", 1, 2, None)]
    assert found[2:12] == [(f"Level {level}", level, 2, None) for level in range(2, MAX_LEVEL)]
    assert found[12:] == [
        ("Nowhere", 0, 0, None),
        ("high", 0, 2, 142.0),
        ("unsaid", 0, 2, None),
        ("side", 0, 2, None),
        ("beyond", 0, 2, None),
        ("far", 0, 0, None),
    ], "what has no words, or very many, or stands deeper, is left out"


def test_a_page_with_a_picture_and_next_to_no_text_is_a_scan():
    def of(count: int, *images: Bar) -> bool:
        return is_picture(painted(Text("o" * count + "  "), images=images))

    assert of(30, bar(0, 0, 600, 800)) and not of(50, bar(0, 0, 600, 800))
    assert of(0, bar(0, 0, 600, 440)) and not of(0, bar(0, 0, 600, 360)), "a picture of half of the page"
    assert of(0, bar(0, 0, 600, 200), bar(0, 400, 600, 600))
    assert not of(0) and not of(0, bar(0, 0, 0, 0))


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
    assert wanted == [round(595 / 72 * 300), 4000, 1], "300 dots an inch, 24 million at most, one at least"
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
    assert size(("A", 28, 100)) == size(("a", 47, 100)) == pytest.approx(100)
    assert size(("A", 28, 100), ("a", 47, 100), ("b", 82, 100)) == pytest.approx(100)
    rising = (0.0, 95.0, 20.0, 115.0)
    assert size(("A", 28, 100), ("A", 38, 110), base=rising) == pytest.approx(100)
    assert size() == size(("A", 110, 120)) == 1, "nothing stands above the baseline"


def test_the_letters_of_a_recognised_word_leave_no_gap():
    def edges(*boxes: tuple[int, int]) -> tuple[float, ...]:
        return ocr._word([("o", (left, 0, right, 10)) for left, right in boxes], (0, 0, 30, 10)).edges

    assert edges((0, 30)) == (0, 30) and edges((0, 10), (12, 20), (21, 30)) == (0, 11, 20.5, 30)
    assert edges((0, 10), (15, 12), (13, 30)) == (0, 10, 20, 30), "all are alike where one has no width"


def test_a_recognised_page_keeps_lines_that_are_no_part_of_a_letter():
    def bars(x0: int, top: int, wide: int) -> int:
        word = Word(("O",), (100.0, 140.0), (100, 60, 140, 100))
        line = PrintLine((word,), ((100.0, 100.0), (140.0, 100.0)), 50.0)
        gray = np.full((200, 400), 255, np.uint8)
        gray[top : top + 3, x0 : x0 + wide] = 0
        return len(as_page([line], gray, 1, 200.0, 100.0).bars)

    assert bars(100, 80, 40) == 0, "a stroke of the letter"
    assert bars(100, 80, 80) == 1, "longer than a letter"
    assert bars(100, 40, 40) == bars(100, 115, 40) == 1, "above and below it"
    assert bars(40, 80, 40) == bars(160, 80, 40) == 1, "left and right of it"
