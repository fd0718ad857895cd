"""Bytes to blocks: from how many letters, marks or bytes on a file is read otherwise or refused.

Each test says how often the reading turns, and the listing has where.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
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
from tests.corpus.test_borders import once, turns
from tests.listings import as_listed


def refused(read: Callable[[], object]) -> str:
    """What is said where it is refused; '' where it is read."""
    try:
        read()
    except DocumentError as error:
        return f"{type(error).__name__}: {error}"
    return ""


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
    once(turns(range(98, 104), lambda size: unpacked(size) != [""]))
    once(turns(range(46, 54), lambda size: [bool(said) for said in unpacked(100, 100, size)]))
    monkeypatch.setattr(archive, "MEMBERS", 3)
    once(turns(range(1, 6), lambda count: refused(lambda: unpacked(*[1] * count)) != ""))


def test_a_part_that_grows_too_much_is_refused_if_it_is_large(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "RATIO", 10)
    monkeypatch.setattr(archive, "RATIO_FROM", 300)
    once(turns(range(296, 305), lambda size: bool(unpacked(size)[0])))
    packed = (
        len(zipped(("m0", b"x" * 301)))
        and next(iter(zipfile.ZipFile(io.BytesIO(zipped(("m0", b"x" * 301)))).infolist())).compress_size
    )
    monkeypatch.setattr(archive, "RATIO", -(-301 // packed))
    assert unpacked(301) == [""]
    as_listed(
        [
            unpacked(0),
            refused(lambda: Archive(zipped(("a", b"")), "a").read("b")),
            refused(lambda: Archive(b"PK", "a")),
        ]
    )


def test_a_zip_is_what_its_parts_say():
    for names in (
        ("[Content_Types].xml",),
        ("word/document.xml",),
        ("[Content_Types].xml", "xl/a"),
        ("word/document.xml", "ppt/a"),
        ("mimetype",),
        ("a", "b"),
    ):
        as_listed(detected(zipped(*((name, b"x") for name in names))))


def detected(data: bytes, name: str = "a.txt") -> str:
    try:
        return detect.detect(data, name).name
    except DocumentError as error:
        return str(error)


def test_a_file_is_what_its_content_says():
    for data in (
        b"",
        b" " * 1019 + b"%PDF-",
        b" " * 1020 + b"%PDF-",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        b"{\\rtf1",
        b"\x89PNG",
        b"GIF89",
        b"Rar!",
        b"<?xml version='1.0'?><a/>",
        b"<!DOCTYPE html><p>x",
        b"<html>",
        b"plain words",
        b"<p>a\n<p>b\nc",
        b"<p>a\nb\nc",
        b"<p>a\nb",
        b" " * 4088 + b"<html>",
        b" " * 4092 + b"<html>",
        b"a <p>\n<p>b\n<p>c",
    ):
        as_listed(detected(data))
    as_listed(
        [detected(b"plain words", name) for name in ("a.pdf", "a.docx", "a.md", "a.adoc", "a.html", "a")]
    )


@pytest.mark.parametrize(
    "text",
    [
        "# Boats",
        "[a](https://b)",
        "**bold**",
        "a | b\n--- | ---",
        "- [ ] x",
        "1. a",
        "> a",
        "```\n# a\n# b\n```",
        "= Boats",
        "== Boats",
        ":a: b",
        "[source]",
        "|===",
        "link:a[b]",
        "<<a>>",
        "NOTE: a",
        "Boats\n=====",
        ".. a",
        "* a",
        "a::",
        "include::b[]",
        "****",
    ],
)
def test_each_mark_of_markup_has_its_weight(text: str):
    as_listed(
        [
            turns(
                range(4),
                lambda times, name=name: detected(
                    "\n\n".join(["Boats wait"] + [text] * times).encode(), name
                ),
            )
            for name in ("a.txt", "a.md", "a.adoc")
        ]
    )


def test_control_characters_make_a_file_no_text():
    once(turns(range(3, 8), lambda odd: detected(b"a" * 200 + b"\x01" * odd)))
    once(turns(range(6, 14), lambda odd: detected(b"a" * 992 + b"\x02" * odd)))
    assert detected(b"a\t\n\r\f\x0b" * 20) == "plain" == detected(b"a" * 9 + b"\xef\xbf\xbd" * 4)


def decoded(data: bytes, declared: str = "") -> str:
    return repr(decoding.decode(data, "a.txt", declared))


FRENCH = "Les régates du port sont courues à midi, et la course des voiliers en été après la fête"
RUSSIAN = "Правила гонок для лодок и парусов в гавани"


def test_letters_are_those_of_the_encoding_that_a_text_shows_or_declares():
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "latin-1"):
        assert decoding.decode(FRENCH.encode(encoding), "a.txt", "latin-1") == (FRENCH, ())
    for text, encoding in ((FRENCH, "cp1252"), (RUSSIAN, "cp1251")):
        for declared in ("", "nonsense"):
            read, problems = decoding.decode(text.encode(encoding), "a.txt", declared)
            assert (read, len(problems), declared in problems[0]) == (text, 1, True)
    as_listed([decoded(b"Boats wait at the pier\0 of the harbour"), decoded("é".encode() * 9 + b"\xff")])
    as_listed(decoded("\ufffd".encode() + b" of the pier"))


def test_a_text_half_of_whose_other_bytes_are_null_is_of_two_bytes_a_letter():
    def wide(nulls: int, even: int = 0) -> str:
        data = bytearray(b"a" * 200)
        data[1 : 2 * nulls : 2] = b"\0" * len(data[1 : 2 * nulls : 2])
        data[0 : 2 * even : 2] = b"\0" * len(data[0 : 2 * even : 2])
        return decoding._wide(bytes(data))

    once(turns(range(25, 36), wide))
    once(turns(range(0, 16), lambda even: wide(100, even)))
    assert wide(0, 100) == "utf-16-be"


def test_a_text_is_read_up_to_a_size(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(decoding, "LARGEST", 10)
    once(turns(range(8, 13), lambda size: refused(lambda: decoding.decode(b"a" * size, "a.txt")) != ""))
    monkeypatch.setattr(source, "LARGEST", 10)
    (tmp_path / "a").write_bytes(b"a" * 10)
    assert source.read_bytes(tmp_path / "a") == b"a" * 10
    (tmp_path / "a").write_bytes(b"a" * 11)
    as_listed(
        [
            refused(lambda: source.read_bytes(tmp_path / "a")),
            refused(lambda: source.read_bytes(tmp_path / "b")),
        ]
    )


def test_a_central_european_text_has_some_kinds_of_its_letters():
    as_listed(
        turns(
            range(6),
            lambda count: decoded(
                ("Reguły żeglarskie łodzi " * 3 + " ".join(["aąa", "aęa", "aśa", "ałała", "aźa"][:count]))
                .replace("ł", "l" if count < 5 else "ł")
                .encode("cp1250")
            )[:30],
        )
    )


def test_a_page_that_is_no_pdf_is_read_if_it_is_ordered():
    html = Format("html", "HTML", (".html",), "text/html", "regulations_agent.corpus.flow.web.html")
    for data, name in (
        (b"<p>Please sign in</p>", "a.pdf"),
        (b"<h1>Rules</h1>", "a.pdf"),
        (b"<ul><li>a</ul>", "a.PDF"),
        (b"<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a.pdf"),
        (b"<p>Please</p>", "a.html"),
        (b"<p></p>", "a.html"),
    ):
        as_listed(refused(lambda data=data, name=name: source.read_flow(html, data, name)))  # type: ignore[misc]


def joined(*runs: Run) -> str:
    return "|".join(
        run.text.replace("\n", "/") + ("-" if run.state == "deleted" else "") for run in tidy(runs)
    )


def test_runs_are_joined_with_single_blanks():
    gone = Run(" old ", "deleted")
    for runs in (
        (Run(" a  b "), Run(" c ")),
        (Run("a "), gone, Run(" b")),
        (Run("a"), gone, Run("b")),
        (Run("a "), Run("\nb")),
        (Run("a\n"), Run(" b")),
        (Run("a", bold=True), Run(" "), Run("b", bold=True)),
        (gone, Run(" a")),
        (Run("a"), Run(" \n "), Run("\n b")),
        (Run("a"), Run("b", sup=True), Run("c", italic=True)),
        (Run("a "), Run(" ", "deleted")),
        (Run("a\t\u00a0b\x07\u00adc\r\nd\u202e"),),
        (Run("\x0b\x0c\x0e\x1f\x7f\x08a\u2029"),),
    ):
        as_listed(joined(*runs))


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
    as_listed(
        [
            (c.number, c.parent, c.heading, c.text, c.page, c.kind, c.binding, c.effective, c.in_force)
            for c in built.clauses
        ]
    )
    as_listed(
        [document.title, document.section, document.published, list(built.problems), built.style, built.sure]
    )
    assert given.given_document(replace(made, title=""), file="a.xml", sha256="0").title == "a.xml"
    as_listed(
        [
            given.slug(text)
            for text in (
                "Regulation (EU) 2016/679",
                "Members' Law",
                "法",
                "x" * 70,
                " ".join(["boats"] * 12),
                " ".join(["word"] * 11 + ["12345"]),
                " ".join(["word"] * 11 + ["1234"]),
            )
        ]
    )


def lines_of_markdown(text: str) -> list[str]:
    return [
        f"{block.kind} {block.number} {block.text!r}" for block in markdown.read(text.encode(), "a.md").blocks
    ]


def test_a_line_of_markdown_ends_where_the_next_word_had_room():
    once(turns(range(50, 66), lambda long: "\\n" in lines_of_markdown(f"{'b' * long}\nword is here")[0]))
    once(turns(range(1, 12), lambda long: "\\n" in lines_of_markdown(f"{'b' * 53}\n{'w' * long} is")[0]))
    for text in (
        "a. Boats\nb. Oars",
        "Boats wait at the pier until the bell of the harbour is rung.\n1.2 Oars are red",
        "Boats wait at the pier until the bell of the harbour is rung at\n1.2 Oars are red",
        "1. a\n1. b",
        "1. a\n3. b",
        "2) a\n3) b",
        "---\ntitle: Boats\nauthor: Club\nlang: en\n---\nOars",
        "title: 'Boats'\n---\nOars",
        "---\nauthor: Club\n---\nOars",
        "===\nBoats\n===\nOars",
        "1. a\n   1. b\n   1. c\n2. d",
    ):
        as_listed(lines_of_markdown(text))
    flow = markdown.read(b"---\ntitle: Boats\nsubtitle: Oars\nkeywords: red\nlanguage: de\n---\nx", "a.md")
    as_listed([flow.title, list(flow.about), flow.language, markdown.read(b" ", "a").blocks])


def test_a_plain_text_has_pages_slanted_words_and_levels():
    for text in (
        "Boats\n\fOars",
        "Boats\n\f\n",
        "a _b c_ d_e_f _g",
        "1. a\n\n  2. b\n\n     3. c",
        "a    b\nc    d",
        "Boats wait\nthere",
        "",
    ):
        as_listed(
            [
                (block.kind, block.level, block.new_page, [(run.text, run.italic) for run in block.runs])
                for block in plain.read(text.encode(), "a.txt").blocks
            ]
        )
