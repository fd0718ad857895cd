"""Small documents in markup, and the blocks that they give; `examples` has most of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regulations_agent.corpus.flow.adoc import asciidoc
from regulations_agent.corpus.flow.adoc.lists import read_item
from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.law.eurlex_marks import iso_date, short_title
from regulations_agent.corpus.flow.law.levels import nested
from regulations_agent.corpus.flow.web import html


def look(run: Run) -> str:
    marks = "".join(mark for mark, on in (("*", run.bold), ("/", run.italic), ("^", run.sup)) if on)
    return f"{marks}{run.state[0] if run.state != 'kept' else ''}{run.text!r}"


def told(block: Block) -> str:
    cells = " / ".join(
        ", ".join(
            f"{cell.text}{(cell.columns, cell.rows) if cell.columns + cell.rows > 2 else ''}" for cell in row
        )
        for row in block.rows
    )
    signs = "".join(sign for sign, on in ((" page", block.new_page), (" contents", block.contents)) if on)
    return f"{block.kind} {block.level} {block.number!r}{signs} {' '.join(map(look, block.runs))}{cells}"


def asciidoc_of(text: str) -> list[str]:
    flow: Flow = asciidoc.read(text.encode(), "a.adoc")
    about = [f"title {flow.title}"] * bool(flow.title) + list(flow.about) + list(flow.problems)
    return [*map(told, flow.blocks), *about]


def examples(file: str) -> list[object]:
    """What each document of the file shows, the document and its blocks, parted by `==>`."""
    text = (Path(__file__).parent / "examples" / file).read_text(encoding="utf-8")
    parts = [re.split(r"\n==>\n?", part) for part in text.removesuffix("\n").split("\n%%\n")]
    return [pytest.param(source, read.splitlines(), id=claim) for claim, source, read in parts]


@pytest.mark.parametrize(("text", "read"), examples("asciidoc.txt"))
def test_asciidoc_is_read_as_it_is_shown(text: str, read: list[str]):
    assert asciidoc_of(text) == read


def test_an_item_of_asciidoc_has_a_term_that_is_no_sentence():
    found = read_item("t" * 100 + ":: x")
    assert found is not None and (found.term, found.text) == ("t" * 100, "x")
    assert read_item("t" * 300 + ":: x") is None


def test_blocks_of_asciidoc_stand_in_each_other_up_to_a_depth_and_lose_no_words():
    def read(deep: int) -> list[tuple[str, str]]:
        fences = "\n".join("=" * (n + 4) for n in range(deep))
        return [(block.kind, block.text) for block in asciidoc.read(f"{fences}\n. a\n".encode(), "a").blocks]

    ((kind, words),) = read(25)
    assert read(15) == [("item", "a")] and kind == "paragraph" and words.endswith(". a")


def test_marks_in_marks_of_any_depth_lose_no_words():
    (block,) = asciidoc.read(("*_" * 50 + "boats" + "_*" * 50).encode(), "a").blocks
    assert "boats" in block.text


def html_of(text: str) -> list[str]:
    flow = html.read(text.encode(), "a.html")
    return [
        *map(told, flow.blocks),
        *([f"title {flow.title} {flow.language} {flow.about}"] * bool(flow.title)),
    ]


def test_a_document_that_starts_with_a_section_keeps_its_heading():
    for above in ("", ":sectnums:\n", "// note\n"):
        found = asciidoc.read(f"{above}== Boats\n\nwait\n".encode(), "a.adoc").blocks
        assert [(block.kind, block.level, block.text) for block in found] == [
            ("heading", 2, "Boats"),
            ("paragraph", 0, "wait"),
        ]


@pytest.mark.parametrize(("text", "read"), examples("html.txt"))
def test_a_page_is_read_as_a_browser_shows_it(text: str, read: list[str]):
    assert html_of(text) == read


def test_numerals_of_a_list_end_where_romans_do():
    found = [block.number for block in html.read(b"<ol type=i start=0><li>a<li>b</ol>", "a").blocks]
    found += [block.number for block in html.read(b"<ol type=i start=3999><li>a<li>b</ol>", "a").blocks]
    assert found == ["0.", "i.", "mmmcmxcix.", "4000."]


def contents(page: str) -> int:
    """The blocks of a page that are contents."""
    return sum(block.contents for block in html.read(page.encode(), "a").blocks)


def test_a_list_of_links_to_the_headings_is_the_contents_of_a_page():
    def listed(links: int, headings: int = 4, others: int = 0) -> int:
        items = "".join(f"<li><a href=#h>Boats {n}</a>" for n in range(links))
        items += "".join(f"<li><a href=#h>Else {n}</a>" for n in range(others))
        below = "".join(f"<h2>Boats {n}</h2>" for n in range(headings))
        return contents(f"<p>Contents</p><ul>{items}</ul><p>{below}")

    assert [listed(links) for links in (0, 2, 3, 5)] == [0, 0, 4, 6]
    assert [listed(3, headings) for headings in (2, 4, 8)] == [0, 4, 0]
    assert [listed(links, 8) for links in (3, 4, 7)] == [0, 5, 8]
    assert [listed(3, others=others) for others in (2, 3, 5)] == [6, 7, 0]


def test_contents_are_links_with_the_heading_above_and_words_no_longer_than_a_number():
    links = [f"<a href=#h>Boats {n}</a>" for n in range(3)]
    below = "".join(f"<h3>Boats {n}</h3>" for n in range(3))
    assert contents(f"<h1>Table of Contents:</h1><p>{'<p>'.join(links)}{below}") == 4
    assert contents(f"<h1>Harbour</h1><p>{'<p>'.join(links)}{below}") == 3
    items = "".join(f"<li>{link}</li>" for link in links)
    assert [contents(f"<ul>{items}<li>{'x' * long}</ul>{below}") for long in (2, 12)] == [4, 3]


def test_the_encoding_of_a_page_is_that_which_its_front_declares():
    def read(front: int) -> str:
        page = f"<!--{'x' * front}--><meta charset=cp1250><p>łódź"
        return html.read(page.encode("cp1250"), "a").blocks[0].text

    assert (read(0), read(4000)) == ("łódź", "łódź") and read(5000) != "łódź"


@pytest.mark.parametrize(
    ("labels", "depths"),
    [
        ("a b c", "1 1 1"),
        ("a b d", "1 1 1"),
        ("h i j", "1 1 1"),
        ("x y z aa bb", "1 1 1 1 1"),
        ("i ii iii iv v", "1 1 1 1 1"),
        ("a 1 2 b", "1 2 2 1"),
        ("A B 1 2 C", "1 1 2 2 1"),
        ("1 a 2 b", "1 2 3 2"),
        ("a i ii b", "1 2 2 1"),
        ("a 1 i ii A B 2 b", "1 2 3 3 4 4 2 1"),
        ("h 1 i ii iii 2 i", "1 2 3 3 3 2 1"),
        ("a 1 i A 1 i ii 2 B", "1 2 3 4 5 6 6 5 4"),
        ("a 1 i A 1 i a", "1 2 3 4 5 6 7"),
        ("a 1 2 3 1 2", "1 2 2 2 3 3"),
        ("a 1 i ii j", "1 2 3 3 1"),
        ("a 1 i v", "1 2 3 3"),
        ("a ab b", "1 2 1"),
        ("a a b", "1 2 2"),
    ],
)
def test_designations_nest_by_how_they_count_on(labels: str, depths: str):
    assert " ".join(str(len(steps)) for steps in nested(labels.split())) == depths


def test_an_act_is_called_by_its_number_and_its_name_in_brackets():
    for title, *lines in (
        (
            "Regulation (EU) 2016/679 (General Boat Regulation)",
            "REGULATION (EU) 2016/679",
            "of 1 May 2016",
            "on boats (General Boat Regulation)",
        ),
        (
            "Commission Directive 93/15/EEC",
            "Commission Directive 93/15/EEC of 5 May",
            "(Text with EEA relevance)",
        ),
        ("Boats", "Boats"),
        ("Decision No 1/2", "Decision No 1/2 (No)"),
        ("DECISION (EURATOM) 1/2 (Boats of the pier)", "DECISION (euratom) 1/2 (Boats of the pier)"),
    ):
        assert short_title(lines) == title


def test_the_day_of_an_act_is_read_with_points_alone():
    dates = [iso_date(text) for text in ("4.5.2016", "of 14.11.2016.", "4/5/2016")]
    assert dates == ["2016-05-04", "2016-11-14", None]
