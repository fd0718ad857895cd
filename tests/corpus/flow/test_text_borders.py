"""Bytes to blocks: from how many letters, marks or bytes on a file is read otherwise or refused."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent.corpus.files.formats import Format
from regulations_agent.corpus.flow import archive, decoding, detect, given, markdown, plain, source
from regulations_agent.corpus.flow.archive import Archive
from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.runs import tidy
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.page.lines import Given
from regulations_agent.errors import DocumentError
from tests.corpus.refused import refused


def zipped(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members:
            made.writestr(name, data)
    return out.getvalue()


def unpacked(*sizes: int, letters: bytes = b"x") -> list[str]:
    files = [(f"m{n}", (letters * size)[:size]) for n, size in enumerate(sizes)]
    with Archive(zipped(*files), "a.docx") as parts:
        return [refused(lambda name=name: parts.read(name)) for name, _ in files]  # type: ignore[misc]


def test_a_zip_is_unpacked_up_to_a_size_of_each_part_and_of_all(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "MEMBER_BYTES", 100)
    monkeypatch.setattr(archive, "TOTAL_BYTES", 250)
    assert unpacked(100) == [""] and unpacked(101) != [""]
    assert unpacked(100, 100, 50) == ["", "", ""] and list(map(bool, unpacked(100, 100, 51))) == [0, 0, 1]
    monkeypatch.setattr(archive, "MEMBERS", 3)
    assert unpacked(1, 1, 1) == ["", "", ""] and refused(lambda: unpacked(1, 1, 1, 1))


def test_a_part_that_grows_too_much_is_refused_if_it_is_large(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "RATIO", 10)
    monkeypatch.setattr(archive, "RATIO_FROM", 300)
    assert unpacked(300) == [""] and unpacked(301) != [""]
    with zipfile.ZipFile(io.BytesIO(zipped(("m0", b"x" * 301)))) as made:
        packed = made.infolist()[0].compress_size
    monkeypatch.setattr(archive, "RATIO", -(-301 // packed))
    assert unpacked(301) == [""]


def test_an_archive_that_lacks_its_parts_or_its_directory_is_damaged():
    assert unpacked(0) == [""]
    assert "a is damaged (b is missing)" in refused(lambda: Archive(zipped(("a", b"")), "a").read("b"))
    assert "its zip directory cannot be read" in refused(lambda: Archive(b"PK", "a"))


def test_a_zip_is_what_its_parts_say():
    for said, *names in (
        ("docx", "[Content_Types].xml"),
        ("docx", "word/document.xml"),
        ("a.txt is an Excel workbook; ", "[Content_Types].xml", "xl/a"),
        ("a.txt is a PowerPoint presentation; ", "word/document.xml", "ppt/a"),
        ("a.txt is an OpenDocument or EPUB file; ", "mimetype"),
        ("a.txt is a zip archive of 2 files; ", "a", "b"),
    ):
        assert detected(zipped(*((name, b"x") for name in names))).startswith(said)


def detected(data: bytes, name: str = "a.txt") -> str:
    try:
        return detect.detect(data, name).name
    except DocumentError as error:
        return str(error)


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def test_a_file_is_what_its_content_says():
    for said, *files in (
        ("a.txt is empty (0 bytes); ", b""),
        ("pdf", b" " * 1019 + b"%PDF-"),
        ("a.txt is a file of an old Office ", OLE),
        ("a.txt is encrypted with a password; ", OLE + "EncryptedPackage".encode("utf-16-le")),
        ("a.txt is a rich text (RTF) file; ", b"{\\rtf1"),
        ("a.txt is a picture; ", b"\x89PNG", b"GIF89"),
        ("a.txt is a RAR archive; ", b"Rar!"),
        ("a.txt is XML of no kind that can be read; ", b"<?xml version='1.0'?><a/>"),
        ("html", b"<!DOCTYPE html><p>x", b"<html>", b" " * 4088 + b"<html>", b"<p>a\n<p>b\nc"),
        ("html", b"---\na: b\n---\n<p>a\n<p>b", b"---\r\na: b\r\n---\r\n<html>"),
        ("plain", b"plain words", b" " * 1020 + b"%PDF-", b" " * 4092 + b"<html>"),
        ("plain", b"<p>a\nb\nc", b"<p>a\nb", b"a <p>\n<p>b\n<p>c"),
    ):
        assert all(detected(data).startswith(said) for data in files), said


def test_the_name_of_a_file_tells_kinds_of_text_apart_and_nothing_else():
    named = {"a.md": "markdown", "a.adoc": "asciidoc", "a.rst": "rst", "a.html": "plain", "a": "plain"}
    assert {name: detected(b"plain words", name) for name in named} == named
    assert detected(b"plain words", "a.pdf").startswith("a.pdf is not a PDF file (it starts with ")
    assert detected(b"plain words", "a.docx").startswith("a.docx is not a Word (DOCX) file ")


def marked(mark: str, times: int, name: str = "a.txt") -> str:
    """What a text with so many of the mark is detected as."""
    return detected("\n\n".join(["Boats wait"] + [mark] * times).encode(), name)


@pytest.mark.parametrize(
    ("kind", "times", "marks"),
    [
        ("markdown", 1, ["# Boats", "a | b\n--- | ---", "```\n# a\n# b\n```"]),
        ("markdown", 2, ["[a](https://b)", "Boats\n====="]),
        ("markdown", 3, ["**bold**", "> a"]),
        ("asciidoc", 1, ["= Boats", "== Boats", ":a: b", "[source]", "|===", "include::b[]"]),
        ("asciidoc", 2, ["link:a[b]", "<<a>>"]),
        ("asciidoc", 3, ["NOTE: a", ".. a"]),
        ("rst", 1, [".. note:: a", ".. _a: b"]),
        ("rst", 2, [":ref:`a`", "`a <https://b>`_"]),
        ("rst", 3, ["#. a"]),
    ],
)
def test_a_text_with_enough_marks_of_a_markup_is_of_that_markup(kind: str, times: int, marks: list[str]):
    for mark in marks:
        assert (marked(mark, times - 1), marked(mark, times)) == ("plain", kind), mark
        assert marked(mark, 3, {"markdown": "a.md", "asciidoc": "a.adoc", "rst": "a.rst"}[kind]) == kind, mark


@pytest.mark.parametrize("mark", ["- [ ] x", "1. a", "* a", "a::", "****"])
def test_marks_that_any_text_may_have_tell_no_markup(mark: str):
    names = ("a.txt", "a.md", "a.adoc")
    assert [marked(mark, 3, name) for name in names] == ["plain", "markdown", "asciidoc"]


def test_marks_that_weigh_more_than_its_name_tell_the_markup_of_a_file():
    assert (marked("= Boats", 1, "a.md"), marked("= Boats", 3, "a.md")) == ("markdown", "asciidoc")
    assert (marked("# Boats", 1, "a.adoc"), marked("# Boats", 3, "a.adoc")) == ("asciidoc", "markdown")
    assert marked("**bold**", 3, "a.adoc") == "asciidoc"


def test_control_characters_make_a_file_no_text():
    for letters, few, many in ((200, 3, 8), (992, 7, 14)):
        assert detected(b"a" * letters + b"\x01" * few) == "plain"
        assert detected(b"a" * letters + b"\x02" * many).startswith("a.txt is of no kind that can be read, ")
    assert detected(b"a\t\n\r\f\x0b" * 20) == "plain" == detected(b"a" * 9 + b"\xef\xbf\xbd" * 4)


FRENCH = "Les régates du port sont courues à midi, et la course des voiliers en été après la fête"
RUSSIAN = "Правила гонок для лодок и парусов в гавани"


def test_letters_are_those_of_the_encoding_that_a_text_shows_or_declares():
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "latin-1"):
        assert decoding.decode(FRENCH.encode(encoding), "a.txt", "latin-1") == (FRENCH, ())
    for text, encoding in ((FRENCH, "cp1252"), (RUSSIAN, "cp1251")):
        for declared in ("", "nonsense"):
            read, problems = decoding.decode(text.encode(encoding), "a.txt", declared)
            assert (read, len(problems), declared in problems[0]) == (text, 1, True)


def test_what_is_lost_of_a_text_is_told():
    text, problems = decoding.decode(b"Boats wait\0 at the pier", "a.txt")
    assert (text, problems) == ("Boats wait at the pier", ("1 null characters were left out",))
    text, problems = decoding.decode("é".encode() * 9 + b"\xff", "a.txt")
    assert text == "é" * 9 + "\ufffd" and problems[0] == "1 characters are no utf-8 and were replaced"
    printed = "\ufffd of the pier"
    assert decoding.decode(printed.encode(), "a.txt") == (printed, ())


def test_a_text_half_of_whose_other_bytes_are_null_is_of_two_bytes_a_letter():
    def letters(nulls: int, odd_place: int) -> str:
        """What a text of 100 letters and 100 bytes besides is read as, so many of these null."""
        first, second = (b"x\0", b"xx") if odd_place else (b"\0x", b"xx")
        return decoding.decode(first * nulls + second * (100 - nulls), "a.txt")[0]

    for odd_place in (0, 1):
        assert letters(100, odd_place) == "x" * 100
        assert len(letters(50, odd_place)) == 100 and len(letters(10, odd_place)) == 190
    assert len(decoding.decode(b"\0x" * 50 + b"x\0" * 50, "a.txt")[0]) == 100


def test_a_text_is_read_up_to_a_size(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(decoding, "LARGEST", 10)
    assert decoding.decode(b"a" * 10, "a.txt") == ("a" * 10, ())
    assert "a.txt is 11 bytes of text; at most 10 are read" in refused(
        lambda: decoding.decode(b"a" * 11, "a.txt")
    )
    monkeypatch.setattr(source, "LARGEST", 10)
    (tmp_path / "a").write_bytes(b"a" * 10)
    assert source.read_bytes(tmp_path / "a") == b"a" * 10
    (tmp_path / "a").write_bytes(b"a" * 11)
    assert "a is 11 bytes; at most 10 are read" in refused(lambda: source.read_bytes(tmp_path / "a"))
    assert "b cannot be opened" in refused(lambda: source.read_bytes(tmp_path / "b"))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Zawodnik, który spóźni się na start, zostaje ukarany. Łodzie czekają przy pomoście.", "cp1250"),
        ("Závodník se opozdí. Lodě čekají u mola, dokud nezazní zvon přístavu. Řád je dán.", "cp1250"),
        ("Os barcos são contados à saída, e as funções dos remadores não mudam.", "cp1252"),
        ("Båtarna väntar vid bryggan tills hamnens klocka ringer.", "cp1252"),
    ],
)
def test_a_text_with_some_kinds_of_central_european_letters_is_of_their_encoding(text: str, encoding: str):
    assert decoding.decode(text.encode(encoding), "a.txt")[0] == text


def test_a_page_that_is_no_pdf_is_read_if_it_is_ordered():
    html = Format("html", "HTML", (".html",), "text/html", "regulations_agent.corpus.flow.web.html")

    def said(page: bytes, name: str) -> str:
        return refused(lambda: source.read_flow(html, page, name))

    ordered = b"<h1>Rules</h1>", b"<ul><li>a</ul>", b"<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert [said(page, "a.PDF") for page in ordered] == ["", "", ""]
    assert "a.pdf is HTML in place of " in said(b"<p>Please sign in</p>", "a.pdf")
    assert said(b"<p>Please</p>", "a.html") == "" and "a.html has no text" in said(b"<p></p>", "a.html")


def joined(*runs: Run) -> str:
    return "|".join(
        run.text.replace("\n", "/") + ("-" if run.state == "deleted" else "") for run in tidy(runs)
    )


def test_runs_are_joined_with_single_blanks():
    gone = Run(" old ", "deleted")
    for words, *runs in (
        ("a b c", Run(" a  b "), Run(" c ")),
        ("a |old -|b", Run("a "), gone, Run(" b")),
        ("a| old -|b", Run("a"), gone, Run("b")),
        ("a/b", Run("a "), Run("\nb")),
        ("a/b", Run("a\n"), Run(" b")),
        ("a| |b", Run("a", bold=True), Run(" "), Run("b", bold=True)),
        ("old -|a", gone, Run(" a")),
        ("a/b", Run("a"), Run(" \n "), Run("\n b")),
        ("a|b|c", Run("a"), Run("b", sup=True), Run("c", italic=True)),
        ("a", Run("a "), Run(" ", "deleted")),
        ("a bc/d", Run("a\t\u00a0b\x07\u00adc\r\nd\u202e")),
        ("a", Run("\x0b\x0c\x0e\x1f\x7f\x08a\u2029")),
    ):
        assert joined(*runs) == words


def test_a_law_that_gives_its_clauses_is_made_of_them():
    def block(text: str, given: Given | None = None, kind: str = "paragraph", number: str = "") -> Block:
        return Block(kind, (Run(text),), 1 if kind == "heading" else 0, number, given=given)  # type: ignore[arg-type]

    one, two, three = (
        Given("Article 1", 1, "clause"),
        Given("Article 1(a)", 2, "clause", effective="2027-01-01"),
        Given("Article 2", 1, "clause", binding=False),
    )
    flow = Flow(
        (
            block("Whereas boats wait"),
            block("Boats", one, "heading", "Article 1"),
            block("First words", None),
            block("oars", two, number="(a)"),
            block("more oars"),
            block("of boats", one),
            block("sails", two),
            block("end", three),
            block("again", one),
        ),
        title=" The  Boat Act ",
    )
    made = typeset(flow)
    document = given.given_document(made, file="a.xml", sha256="0")
    built = given.given_clauses(document, made)
    assert [(c.number, c.parent, c.heading, c.text) for c in built.clauses] == [
        ("Front matter", None, "", "Whereas boats wait"),
        ("Article 1", None, "Boats", "First words of boats"),
        ("Article 1(a)", "the-boat-act/Article 1", "", "oars more oars"),
        ("Article 1(a)#2", "the-boat-act/Article 1", "", "sails"),
        ("Article 2", None, "", "end"),
        ("Article 1#2", None, "", "again"),
    ]
    assert [c.number for c in built.clauses if not c.binding] == ["Front matter", "Article 2"]
    assert [c.effective for c in built.clauses] == [None, None, "2027-01-01", "2027-01-01", None, None]
    assert [c.kind for c in built.clauses] == ["preamble", *["clause"] * 5]
    assert (document.title, document.section, document.published) == ("The Boat Act", "the-boat-act", None)
    assert list(built.problems) == [
        f"{number} is printed more than once, again on page 1" for number in ("Article 1(a)", "Article 1")
    ]
    assert given.given_document(replace(made, title=""), file="a.xml", sha256="0").title == "a.xml"


def test_a_law_is_known_by_the_words_of_its_title_up_to_a_length():
    for title, slug in (
        ("Regulation (EU) 2016/679", "regulation-eu-2016-679"),
        ("Members' Law", "members-law"),
        ("法", "document"),
        ("x" * 70, "x" * 60),
        (" ".join(["boats"] * 12), "-".join(["boats"] * 10)),
        (" ".join(["word"] * 11 + ["12345"]), "-".join(["word"] * 11 + ["12345"])),
        (" ".join(["word"] * 11 + ["123456"]), "-".join(["word"] * 11)),
    ):
        assert given.slug(title) == slug


def lines_of_markdown(text: str) -> list[str]:
    return [
        f"{block.kind} {block.number} {block.text!r}" for block in markdown.read(text.encode(), "a.md").blocks
    ]


def test_a_line_of_markdown_ends_where_the_next_word_had_room():
    def breaks(above: int, word: int) -> bool:
        return "\\n" in lines_of_markdown(f"{'b' * above}\n{'w' * word} is here")[0]

    assert [breaks(above, 4) for above in (50, 53, 60, 65)] == [True, True, False, False]
    assert [breaks(53, word) for word in (1, 4, 9, 12)] == [True, True, False, False]
    full = "Boats wait at the pier until the bell of the harbour is rung"
    for text, read in (
        ("a. Boats\nb. Oars", "a. Boats\\nb. Oars"),
        (f"{full}.\n1.2 Oars are red", f"{full}.\\n1.2 Oars are red"),
        (f"{full} at\n1.2 Oars are red", f"{full} at 1.2 Oars are red"),
    ):
        assert lines_of_markdown(text) == [f"paragraph  '{read}'"]


def test_items_of_markdown_count_on_from_the_first():
    for text, numbers in (
        ("1. a\n1. b", ["1.", "2."]),
        ("1. a\n3. b", ["1.", "3."]),
        ("2) a\n3) b", ["2)", "3)"]),
        ("1. a\n   1. b\n   1. c\n2. d", ["1.", "1.", "2.", "2."]),
        ("1. a\n  1. b\n  2. c\n2. d", ["1.", "1.", "2.", "2."]),
    ):
        found = lines_of_markdown(text)
        assert found == [f"item {n} '{word}'" for n, word in zip(numbers, "abcd", strict=False)]


def test_the_front_of_a_markdown_file_gives_its_title_and_who_wrote_it():
    oars, boats = "paragraph  'Oars'", "heading  'Boats'"
    front = "title: Boats\nauthor: Club\nlang: en"
    assert lines_of_markdown(f"---\n{front}\n---\nOars") == [boats, "paragraph  'Club'", oars]
    assert lines_of_markdown("title: 'Boats'\n---\nOars") == [boats, oars]
    assert lines_of_markdown("---\nauthor: Club\n---\nOars") == [oars]
    flow = markdown.read(b"---\ntitle: Boats\nsubtitle: Oars\nkeywords: red\nlanguage: de\n---\nx", "a.md")
    assert (flow.title, flow.about, flow.language) == ("Boats", ("Oars", "red"), "de")
    assert markdown.read(b" ", "a").blocks == ()


def test_a_plain_text_has_pages_slanted_words_and_levels():
    def read(text: str) -> tuple[Block, ...]:
        return plain.read(text.encode(), "a.txt").blocks

    assert [(b.text, b.new_page) for b in read("Boats\n\fOars")] == [("Boats", False), ("Oars", True)]
    assert [(b.text, b.new_page) for b in read("Boats\n\f\n")] == [("Boats", False)]
    (slanted,) = read("a _b c_ d_e_f _g")
    assert [(run.text, run.italic) for run in slanted.runs] == [
        ("a ", False), ("b c", True), (" d_e_f _g", False),
    ]  # fmt: skip
    deeper = read("1. a\n\n  2. b\n\n     3. c")
    assert [(b.text, b.level) for b in deeper] == [("1. a", 0), ("2. b", 1), ("3. c", 2)]
    assert [(b.kind, b.text) for b in read("a    b\nc    d")] == [("preformatted", "a    b\nc    d")]
    assert [(b.kind, b.text) for b in read("Boats wait\nthere")] == [("paragraph", "Boats wait there")]
    assert read("") == ()
