"""Scanned pages are read from their pictures, and say so wherever they are quoted."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter

from regulations_agent.answer.sources import Source, source_line
from regulations_agent.answer.verify import cite
from regulations_agent.corpus.page.ocr import installed, read_lines
from regulations_agent.corpus.page.pdf import open_pdf
from regulations_agent.corpus.page.scanlines import straight_lines
from regulations_agent.corpus.read import read_document, read_documents
from regulations_agent.types.document import Reading
from regulations_agent.types.run import Hit
from tests.corpus.paper import make_pdf, say

SAMPLE = Path(__file__).parents[2] / "corpus" / "sample"
BOOK = SAMPLE / "2018_sporting_issue02.pdf"
PAGES = (1, 4, 12)
needs_ocr = pytest.mark.skipif(not installed(), reason="the extra `ocr` is not installed")


def picture(page: int, dpi: int = 200) -> Image.Image:
    with open_pdf(BOOK) as pdf:
        return Image.fromarray(pdf.draw_page(page, round(595 * dpi / 72)).pixels)


def scan(path: Path, pictures: list[Image.Image], dpi: int = 200) -> Path:
    pictures[0].save(path, "PDF", resolution=dpi, save_all=True, append_images=pictures[1:])
    return path


def pages_of_book(path: Path, pages: Sequence[int]) -> Path:
    book = PdfWriter()
    for number in pages:
        book.add_page(PdfReader(BOOK).pages[number - 1])
    book.write(path)
    return path


def noisy(image: Image.Image) -> Image.Image:
    """Grey on grey, with grain."""
    grain = np.random.default_rng(7).normal(0, 8, (image.height, image.width, 1))
    return Image.fromarray((110 + np.asarray(image, float) * 0.45 + grain).clip(0, 255).astype(np.uint8))


def askew(image: Image.Image) -> Image.Image:
    return image.rotate(0.8, resample=Image.Resampling.BICUBIC, fillcolor="white")


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def agreement(one: str, other: str) -> float:
    """F1 of the words of both."""
    a, b = words(one), words(other)
    return 2 * sum((a & b).values()) / (sum(a.values()) + sum(b.values()))


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    """The same pages with their text."""
    path = tmp_path_factory.mktemp("print") / "book.pdf"
    return read_document(pages_of_book(path, PAGES))


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    return read_document(scan(tmp_path_factory.mktemp("scan") / "book.pdf", [picture(n) for n in PAGES]))


@needs_ocr
def test_letters_of_a_picture_stand_where_they_are_printed(tmp_path: Path) -> None:
    said = ("Boats wait here for 25 minutes, if", "oars are as grey as a moon", "they are told to.")
    path = make_pdf(tmp_path / "a.pdf", lambda c: [say(c, 60, 60 + 30 * i, t) for i, t in enumerate(said)])
    with open_pdf(path) as pdf:
        page, drawn = pdf.read_page(1), pdf.draw_page(1, 1240).pixels
    scale = 1240 / page.width
    lines = read_lines(drawn[:400].mean(axis=2).astype(np.uint8), 150)
    assert [" ".join("".join(word.letters) for word in line.words) for line in lines] == list(said)
    left = page.boxes[page.codes != ord(" "), 0].tolist()
    words = [word for line in lines for word in line.words]
    assert [edge / scale for word in words for edge in word.edges[:-1]] == pytest.approx(left, abs=6.5)
    first = [sum(len(word.letters) for word in words[:at]) for at in range(len(words))]
    assert [word.edges[0] / scale for word in words] == pytest.approx([left[at] for at in first], abs=1.5)
    assert [line.base[0][1] / scale for line in lines] == pytest.approx([60, 90, 120], abs=0.6)
    assert [line.size / scale for line in lines] == pytest.approx([11] * 3, rel=0.05)


@needs_ocr
@pytest.mark.slow
def test_words_in_force_of_a_scanned_page_are_those_of_its_print(printed: Reading, scanned: Reading) -> None:
    pairs = zip(scanned.pages, printed.pages, strict=True)
    got = [agreement(mine.text, theirs.text) for mine, theirs in pairs]
    assert min(got) >= 0.97, got


@needs_ocr
@pytest.mark.slow
@pytest.mark.parametrize("spoil", [noisy, askew])
def test_grain_low_contrast_and_a_slight_turn_cost_few_words(
    tmp_path: Path, printed: Reading, spoil: Callable[[Image.Image], Image.Image]
) -> None:
    read = read_document(scan(tmp_path / "spoilt.pdf", [spoil(picture(4))]))
    assert agreement(read.pages[0].text, printed.pages[1].text) >= 0.97


@needs_ocr
@pytest.mark.slow
def test_struck_words_of_a_scan_are_no_law(printed: Reading, scanned: Reading) -> None:
    assert len(printed.pages[1].deleted) == len(scanned.pages[1].deleted) == 6
    text = " ".join(scanned.pages[1].text.split())
    assert "better result in qualifying" in text and "no more than twelve (12) Test Days" in text


@needs_ocr
@pytest.mark.slow
def test_clauses_of_a_scanned_page_are_numbered_and_boxed_as_in_print(
    printed: Reading, scanned: Reading
) -> None:
    assert [c.number for c in scanned.clauses] == [c.number for c in printed.clauses]
    assert len(printed.clauses) > 20
    for mine, theirs in zip(scanned.clauses, printed.clauses, strict=True):
        assert mine.heading == theirs.heading
        (box, *_), (true, *_) = mine.boxes, theirs.boxes
        assert box.page == true.page
        assert (box.x0, box.top) == pytest.approx((true.x0, true.top), abs=4)


@needs_ocr
@pytest.mark.slow
def test_every_citation_of_a_scan_says_that_its_text_was_recognised(
    printed: Reading, scanned: Reading
) -> None:
    clause = next(c for c in scanned.clauses if c.page == 3 and c.text)
    citation = cite(Hit(clause, scanned.document, 1.0))
    assert citation.recognised and citation.verified
    assert source_line(Source(1, citation)).endswith("page 3 (text recognised from a scan)")
    assert scanned.document.recognised == (1, 2, 3)
    assert any("recognised" in problem for problem in scanned.problems)
    own = next(c for c in printed.clauses if c.page == 3 and c.text)
    assert not cite(Hit(own, printed.document, 1.0)).recognised


@needs_ocr
@pytest.mark.slow
def test_of_a_book_with_one_scanned_page_only_that_page_is_marked(tmp_path: Path) -> None:
    book = PdfWriter(clone_from=pages_of_book(tmp_path / "print.pdf", (3, 5)))
    book.append(scan(tmp_path / "page.pdf", [picture(4)]))
    path = tmp_path / "mixed.pdf"
    book.write(path)
    assert read_document(path).document.recognised == (3,)


@needs_ocr
@pytest.mark.slow
def test_a_scan_may_take_more_time_than_a_pdf_but_is_read_within_the_worker(tmp_path: Path) -> None:
    path = scan(tmp_path / "long.pdf", [picture(4)])
    (outcome,) = read_documents([path], workers=1, seconds=1.0, megabytes=1024)
    assert outcome.error is None and outcome.reading is not None
    assert outcome.reading.document.recognised == (1,)


def test_without_the_extra_the_refusal_names_what_to_install(tmp_path: Path) -> None:
    path = scan(tmp_path / "scan.pdf", [Image.new("RGB", (600, 800), "white")], dpi=72)
    code = (
        "import sys; from pathlib import Path\n"
        "sys.prefix = sys.argv[2]\n"
        "from regulations_agent.corpus.read import read_document\n"
        "from regulations_agent.errors import DocumentError\n"
        "try: read_document(Path(sys.argv[1]))\n"
        "except DocumentError as error: print(error)\n"
    )
    root = Path(__file__).parents[2]
    said = subprocess.run(
        [sys.executable, "-c", code, path, tmp_path], capture_output=True, text=True, check=True, cwd=root
    ).stdout
    assert said == (
        "scan.pdf has no text on its 1 page (a scan?); "
        "to have its pictures recognised: pip install 'regulations-agent[ocr]', then read it again.\n"
    )


def test_straight_lines_are_found_on_a_page_set_askew() -> None:
    """They stand where they are in the middle of the page."""
    ink = np.zeros((400, 600), bool)
    for x in range(120, 520):
        ink[200 + round(0.04 * (x - 300)) : 203 + round(0.04 * (x - 300)), x] = True
    for y in range(20, 380):
        ink[y, 420 - round(0.04 * (y - 200)) : 423 - round(0.04 * (y - 200))] = True
    ink[50:60, 100:110] = True
    across, down = straight_lines(ink, slope=0.04, scale=0.5)
    assert across[:4] == pytest.approx((60, 100, 260, 101.5), abs=0.6)
    assert down[:4] == pytest.approx((210, 10, 211.5, 190), abs=0.6)
