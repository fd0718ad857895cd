"""Bad files of each kind: one clear line, nothing fetched, nothing lost; kinds are told by content."""

from __future__ import annotations

import os
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from regulations_agent.corpus.files.formats import is_taken
from regulations_agent.corpus.flow.decoding import LARGEST
from regulations_agent.corpus.flow.detect import detect
from regulations_agent.corpus.read import read_document, read_documents
from regulations_agent.errors import DocumentError
from regulations_agent.index.building.build import find_rulebooks
from tests.corpus.flow.wordfile import docx, paragraph

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
RULE = paragraph("1. Cars stop.")
EXTERNAL = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
LAUGHS = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'


def zipped(**members: bytes) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return buffer.getvalue()


def locked() -> bytes:
    """A zip whose members say that they are encrypted."""
    data = bytearray(docx(RULE))
    at = 0
    while (at := data.find(b"PK\x01\x02", at)) >= 0:
        data[at + 8] |= 1
        at += 4
    return bytes(data)


BAD = {
    "cut.docx": (docx(RULE * 300)[:-60], "truncated or damaged"),
    "hollow.docx": (zipped(**{"[Content_Types].xml": b"<Types/>"}), "word/document.xml is missing"),
    "secret.docx": (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted with a password"),
    "locked.docx": (locked(), "encrypted"),
    "old.doc": (OLE, "old Office"),
    "bomb.docx": (docx(paragraph("a" * 30_000_000)), "as no rulebook does"),
    "external.docx": (docx(paragraph("&x;"), EXTERNAL), "declares a document type"),
    "laughs.docx": (docx(paragraph("&b;"), LAUGHS), "declares a document type"),
    "deep.docx": (docx("<w:tbl><w:tr><w:tc>" * 500 + "</w:tc></w:tr></w:tbl>" * 500), "cannot be parsed"),
    "sheet.xlsx": (zipped(**{"[Content_Types].xml": b"x", "xl__workbook.xml": b"x"}), "Excel"),
    "book.odt": (zipped(mimetype=b"x"), "OpenDocument"),
    "many.zip": (zipped(a=b"1", b=b"2"), "unpack it"),
    "note.rtf": (b"{\\rtf1 Cars}", "RTF"),
    "page.png": (b"\x89PNG\r\n\x1a\n", "picture"),
    "noise.md": (os.urandom(4000).replace(b"%PDF", b"x"), "no kind that can be read"),
    "line.txt": (b"word " * (LARGEST // 5 + 1), "at most"),
    "deep.html": (b"<html>" + b"<div>" * 5000 + b"x", "nested too deeply"),
    "blank.html": (b"<html><body><script>x()</script></body></html>", "no text"),
    "letter.pdf": (b"Dear Sir", "not a PDF"),
    "letter.docx": (b"Dear Sir", "not a Word"),
    "nothing.md": (b"", "empty"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_named_with_a_reason(name: str, tmp_path: Path):
    data, reason = BAD[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(DocumentError, match=reason) as raised:
        read_document(tmp_path / name)
    assert str(raised.value).startswith(name) and "root:" not in str(raised.value)


@pytest.mark.slow
def test_bad_files_cost_only_themselves_in_the_sandbox(tmp_path: Path):
    for name in ("cut.docx", "bomb.docx", "external.docx", "deep.html", "line.txt"):
        (tmp_path / name).write_bytes(BAD[name][0])
    (tmp_path / "good.docx").write_bytes(docx(RULE))
    (tmp_path / "good.md").write_text("# Club\n\n1. Cars stop.\n", encoding="utf-8")
    outcomes = {o.path.name: o for o in read_documents(sorted(tmp_path.iterdir()), workers=1)}
    assert {name for name, o in outcomes.items() if o.reading is not None} == {"good.docx", "good.md"}
    assert all(o.error for o in outcomes.values() if o.reading is None)


KINDS = {
    "docx": docx(RULE),
    "html": b"<h1>Club</h1>\n<p>Cars stop.</p>\n<p>Drivers wait.</p>",
    "markdown": b"# Club\n\n## Cars\n\nCars **must** stop.",
    "asciidoc": b"= Club\n:toc:\n\n== Cars\n\nCars stop.",
    "plain": b"Club rules\n\n1. Cars stop.\n2. Drivers wait - always.",
    "pdf": b"%PDF-1.4\n",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["x", "x.html", "x.bin"])
def test_the_kind_is_told_by_content(kind: str, name: str):
    assert detect(KINDS[kind], name).name == kind


def test_the_name_decides_between_kinds_of_text_that_look_alike():
    assert detect(b"Cars stop.", "x.md").name == "markdown"
    assert detect(b"Cars stop.", "x.adoc").name == "asciidoc"
    assert detect(b"Cars stop.", "x.txt").name == "plain"


def test_a_folder_gives_its_rulebooks_and_not_what_lies_beside_them(tmp_path: Path):
    for name in ("a.docx", "b.HTML", "c.md", "README.md", "LICENSE.txt", "d.py", "e.pdf"):
        (tmp_path / name).write_bytes(b"x")
    assert [path.name for path in find_rulebooks([tmp_path])] == ["a.docx", "b.HTML", "c.md", "e.pdf"]
    assert not is_taken(tmp_path / "CHANGELOG.md")
    assert find_rulebooks([tmp_path / "README.md"]) == [tmp_path / "README.md"]
