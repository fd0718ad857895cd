"""Files that grow, nest or never end: read within the limits or named, and the next file is read."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from regulations_agent.corpus.read import read_documents

pytestmark = pytest.mark.slow
GIGABYTE = 2**30
SECONDS, MEGABYTES = 1.0, 400
PAGES, MANY = 2_000, 5_000


def packed(size: int, piece: bytes) -> bytes:
    """So many bytes of the piece again and again, as zlib packs them: a block that stands alone, repeated."""
    packer, block = zlib.compressobj(9, wbits=-zlib.MAX_WBITS), piece * (2**20 // len(piece))
    once = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x78\x9c" + once * (size // len(block)) + packer.flush()


def pdf(*objects: bytes) -> bytes:
    """A PDF whose object n is the n-th; the first is the catalogue."""
    data, places = b"%PDF-1.5\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start, count = len(data), len(objects) + 1
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
    return data + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (count, start)


CATALOGUE, TREE = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
FONT = b"<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources%s/Contents 4 0 R>>" % FONT


def stream(data: bytes) -> bytes:
    return b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(data), data)


def words(number: int) -> bytes:
    return b"BT /F 10 Tf 72 700 Td (%d. Boats of kind %d stop at red lights.) Tj ET" % (number, number)


def gigabyte_of_nothing() -> bytes:
    return pdf(CATALOGUE, TREE, PAGE, stream(packed(GIGABYTE, b" ")))


def gigabyte_of_words() -> bytes:
    return pdf(CATALOGUE, TREE, PAGE, stream(packed(GIGABYTE, words(1) + b"\n")))


def gigabyte_twice_packed() -> bytes:
    inner = zlib.compress(packed(GIGABYTE, b" "), 9)
    content = b"<</Length %d/Filter[/FlateDecode/FlateDecode]>>stream\n%s\nendstream" % (len(inner), inner)
    return pdf(CATALOGUE, TREE, PAGE, content)


def nested_content() -> bytes:
    return pdf(CATALOGUE, TREE, PAGE, stream(zlib.compress(b"q " * 1_000_000 + words(1) + b"[" * 1_000_000)))


def nested_tree() -> bytes:
    """Each node of the tree of pages holds the next."""
    nodes = [b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % number for number in range(3, 20_003)]
    return pdf(CATALOGUE, *nodes, b"<</Type/Page/MediaBox[0 0 595 842]>>")


def tree_in_a_circle() -> bytes:
    return pdf(CATALOGUE, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000000>>")


def many_pages(count: int = MANY) -> bytes:
    kids = b" ".join(b"%d 0 R" % (3 + 2 * n) for n in range(count))
    objects = [CATALOGUE, b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count)]
    for n in range(count):
        objects += [PAGE.replace(b"4 0 R", b"%d 0 R" % (4 + 2 * n)), stream(zlib.compress(words(n + 1)))]
    return pdf(*objects)


def quarter_of_word(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", bytes(GIGABYTE // 4))


BOMBS: dict[str, Callable[[], bytes]] = {
    "gigabyte.pdf": gigabyte_of_nothing, "words.pdf": gigabyte_of_words, "twice.pdf": gigabyte_twice_packed,
    "content.pdf": nested_content, "tree.pdf": nested_tree, "circle.pdf": tree_in_a_circle,
    "pages.pdf": many_pages,
    "deep.md": lambda: b"# Club\n\n" + b"> " * 100_000 + b"1. Boats stop.\n",
    "list.md": lambda: b"# Club\n\n" + b"".join(b" " * 2 * n + b"- a\n" for n in range(3000)),
    "deep.html": lambda: b"<html><body>" + b"<ul><li>" * 100_000 + b"Boats stop.",
    "table.html": lambda: b"<html><body>" + b"<table><tr><td>" * 20_000 + b"Boats stop.",
    "wide.html": lambda: b"<html><body><table><tr><td colspan=1000000 rowspan=1000000>Boats stop.</table>",
    "deep.adoc": lambda: b"= Club\n\n" + b"".join(b"=" * n + b"\nBoats\n" for n in range(4, 3000)),
}  # fmt: skip


@pytest.mark.parametrize("name", [*BOMBS, "quarter.docx"])
def test_it_is_read_within_the_limits_or_named_and_the_next_file_is_read(name: str, tmp_path: Path) -> None:
    path, good = tmp_path / name, tmp_path / "good.md"
    if name in BOMBS:
        path.write_bytes(BOMBS[name]())
    else:
        quarter_of_word(path)
    good.write_text("# Club\n\n1. Boats stop.\n", encoding="utf-8")
    bad, fine = read_documents([path, good], 1, SECONDS, MEGABYTES)
    assert fine.path == good and fine.reading is not None
    assert bad.seconds < 60
    assert (bad.reading is None) == bool(bad.error), bad.error
    assert "broke" not in (bad.error or "") and "\n" not in (bad.error or "")


def test_a_book_of_thousands_of_pages_is_read_where_the_limits_are_raised(tmp_path: Path) -> None:
    path = tmp_path / "pages.pdf"
    path.write_bytes(many_pages(PAGES))
    (whole,) = read_documents([path], 1, 250.0, 4096)
    assert whole.reading is not None and len(whole.reading.pages) == PAGES
    assert len(whole.reading.clauses) >= PAGES
