"""Web pages as a browser shows them."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.web.html import read
from tests.listings import as_listed


def flow_of(body: str, head: str = "") -> Flow:
    return as_listed(read(f"<html><head>{head}</head><body>{body}</body></html>".encode(), "rules.html"))


def lines(flow: Flow) -> list[str]:
    return [f"{block.number} {block.text}".strip() for block in flow.blocks]


@pytest.mark.parametrize(
    ("tag", "markers"),
    [
        ("<ol>", ["1.", "2."]), ('<ol start="4">', ["4.", "5."]), ('<ol type="a">', ["a.", "b."]),
        ('<ol type="I" start="9">', ["IX.", "X."]), ("<ol reversed>", ["2.", "1."]), ("<ul>", ["•", "•"]),
        ('<ol style="list-style-type: lower-roman">', ["i.", "ii."]), ('<ol class="abc">', ["A.", "B."]),
        ('<ul style="list-style:none">', ["", ""]), ('<ol type="a" start="27">', ["aa.", "ab."]),
        ('<ol class="simple loweralpha">', ["a.", "b."]), ('<ol class="list-upper-roman">', ["I.", "II."]),
    ],
)  # fmt: skip
def test_list_markers(tag: str, markers: list[str]):
    flow = flow_of(f"{tag}<li>x</li><li>y</li>", "<style>ol.abc { list-style-type: upper-alpha }</style>")
    assert [block.number for block in flow.blocks] == markers


def test_an_item_with_a_value_counts_on_from_it():
    flow = flow_of('<ol><li>x<li value="7">y<li>z</ol>')
    assert [block.number for block in flow.blocks] == ["1.", "7.", "8."]


def test_counters_of_a_style_sheet_number_headings():
    style = """<style>body { counter-reset: part } h2 { counter-increment: part; counter-reset: rule }
    h2::before { content: counter(part, upper-roman) ". " } h3 { counter-increment: rule }
    h3::before { content: counter(part) "." counter(rule) " " }</style>"""
    flow = flow_of("<h2>Cars</h2><h3>Mass</h3><h3>Size</h3><h2>Drivers</h2><h3>Age</h3>", style)
    assert lines(flow) == ["I. Cars", "1.1 Mass", "1.2 Size", "II. Drivers", "2.1 Age"]


def test_a_counter_of_nested_lists_counts_on_behind_the_inner_list():
    style = """<style>ol { counter-reset: item; list-style: none } li { counter-increment: item }
    li::before { content: counters(item, ".") " " }</style>"""
    inner = "<ol><li>b<ol><li>c</ol><li>d</ol>"
    flow = flow_of(f"<ol><li>a{inner}<li>e</ol><ol><li>f</ol>", style)
    assert lines(flow) == ["1 a", "1.1 b", "1.1.1 c", "1.2 d", "2 e", "1 f"]


def test_what_no_reader_of_the_page_sees_is_no_text():
    flow = flow_of(
        "<nav>Home</nav><script>alert(1)</script><p hidden>a</p><p style='display:none'>b</p>"
        "<p class=off>c</p><!-- d --><noscript>e</noscript><p>Cars stop.</p>",
        "<title>T</title><style>.off { display: none }</style>",
    )
    assert lines(flow) == ["Cars stop."] and flow.title == "T"


def test_struck_words_are_not_in_force():
    flow = flow_of("<p>Cars weigh <del>798</del><ins>800</ins> kg <s>dry</s> <strike>or wet</strike>.</p>")
    assert flow.blocks[0].text == "Cars weigh 800 kg ."
    assert [run.state for run in flow.blocks[0].runs if run.state != "kept"] == [
        "deleted", "inserted", "deleted",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("gone", "new", "read_as"),
    [
        ("diff_delete", "diff_insert", "Boats moor at piers."),
        ("diff-html-removed", "diff-html-added", "Boats moor at piers."),
        ("diffdel", "diffins", "Boats moor at piers."),
        ("removed", "", "Boats moor at buoyspiers."),
        ("model", "inset", "Boats moor at buoyspiers."),
    ],
)
def test_words_that_a_comparison_colours_as_gone_are_not_in_force(gone: str, new: str, read_as: str):
    flow = flow_of(f"<p>Boats moor at <span class={gone}>buoys</span><span class='{new}'>piers</span>.</p>")
    assert flow.blocks[0].text == read_as


def test_a_heading_whose_words_are_gone_heads_nothing_and_a_title_goes_on_behind_them():
    flow = flow_of("<h2>2. Moor<del>ings at Buoys</del><ins>ages</ins></h2><ul><li><del>Oars</del></ul>")
    assert [(b.kind, b.text, b.number_state) for b in flow.blocks] == [
        ("heading", "2. Moorages", "kept"),
        ("item", "", "deleted"),
    ]
    assert [b.kind for b in flow_of("<h2><del>1. Buoys</del></h2><p>x</p>").blocks] == ["paragraph"] * 2


def test_a_table_spans_columns_and_rows_and_a_layout_table_is_none():
    (table,) = flow_of(
        "<table><tr><th colspan=2>Limits<tr><td rowspan=2>Wing<td>10 mm<tr><td>12 mm</table>"
    ).blocks
    assert [[(c.text, c.columns, c.rows) for c in row] for row in table.rows] == [
        [("Limits", 2, 1)],
        [("Wing", 1, 2), ("10 mm", 1, 1)],
        [("12 mm", 1, 1)],
    ]
    assert [b.kind for b in flow_of("<table><tr><td>Note<td><p>Cars stop.</table>").blocks] == [
        "paragraph"
    ] * 2


def test_a_list_of_links_to_the_headings_is_contents_and_one_to_other_places_is_not():
    heads = "".join(f"<h2 id=h{n}>{n}. Title {n}</h2><p>Text.</p>" for n in range(1, 5))
    toc = "".join(f"<li><a href=#h{n}>{n}. Title {n}</a>" for n in range(1, 5))
    see = "".join(f"<li><a href=#h{n}>the referee {n}</a>" for n in range(1, 5))
    flow = flow_of(f"<h2>Contents</h2><ul>{toc}</ul>{heads}<ul>{see}</ul>")
    assert [block.text for block in flow.blocks if block.contents] == [
        "Contents",
        *(f"{n}. Title {n}" for n in range(1, 5)),
    ]
    assert flow.blocks[-1].text == "the referee 4"


def test_a_heading_that_links_back_to_the_contents_is_none_of_them_and_a_link_to_the_top_no_text():
    heads = "".join(f"<h2><a href=#t{n}>{n}. Title {n}</a></h2><p>Text.</p>" for n in range(1, 5))
    toc = "".join(f"<li><a href=#h{n}>Title {n}</a>" for n in range(1, 5))
    flow = flow_of(f"<ul>{toc}</ul>{heads}<p><a href=#t1>Back to top</a></p>")
    assert [block.contents for block in flow.blocks] == [True] * 4 + [False] * 8
    assert flow.blocks[4].text == "1. Title 1" and flow.blocks[-1].text == "Text."


def test_nested_items_stand_deeper_and_their_paragraphs_go_on():
    flow = flow_of("<ol><li>a<ol type=a><li>b</ol><p>c</p></ol><dl><dt>Car<dd>A vehicle.</dl>")
    assert [(b.kind, b.level, b.number, b.text) for b in flow.blocks] == [
        ("item", 1, "1.", "a"),
        ("item", 2, "a.", "b"),
        ("paragraph", 1, "", "c"),
        ("paragraph", 0, "", "Car"),
        ("paragraph", 1, "", "A vehicle."),
    ]


def test_an_item_that_holds_only_a_list_has_its_number_at_its_own_place():
    flow = flow_of("<ol type=a><li>a<li><ol type=i><li>b</ol><li>c</ol>")
    assert [(b.level, b.number) for b in flow.blocks] == [(1, "a."), (1, "b."), (2, "i."), (1, "c.")]


def test_the_encoding_is_that_which_the_page_declares():
    page = "<meta charset='windows-1251'><p>Правило 1</p>".encode("cp1251")
    assert read(page, "x").blocks[0].text == "Правило 1"


@pytest.mark.parametrize(
    "front",
    [
        "---\nlayout: page\ntitle: Club Rules\n---\n",
        '+++\ntitle = "Club Rules"\naliases = ["/rules/"]\n+++\n',
    ],
    ids=["yaml", "toml"],
)
def test_the_front_matter_of_a_page_is_its_title_and_no_text(front: str):
    flow = as_listed(read(f"{front}<h2>Boats</h2>\n<ol><li>Boats wait.</ol>".encode(), "rules.html"))
    assert flow.title == "Club Rules" and lines(flow) == ["Club Rules", "Boats", "1. Boats wait."]


def test_upper_case_of_a_style_is_read_as_it_is_shown():
    assert lines(flow_of("<h2 style='text-transform:uppercase'>Cars</h2>")) == ["CARS"]


def test_elements_nested_past_measure_keep_their_words():
    assert lines(flow_of("<div>" * 400 + "1. Cars stop." + "</div>" * 400)) == ["1. Cars stop."]


def test_texts_side_by_side_are_read_below_their_own_headings():
    may, not_ = "Roofs are repaired. " * 8, "Roofs are painted. " * 8
    heads = "<tr><td><h5>Permitted</h5></td><td><h5>Not permitted</h5></td></tr>"
    texts = f"<tr><td>{may}</td><td>{not_}</td></tr>"
    flow = flow_of(f"<table><tr><td colspan=2><h4>Roofs</h4></td></tr>{heads}{texts}</table>")
    assert lines(flow) == ["Roofs", "Permitted", may.strip(), "Not permitted", not_.strip()]


def test_a_table_with_headings_above_its_columns_stays_a_table():
    flow = flow_of(
        "<table><tr><td><h5>Class</h5></td><td><h5>Fee</h5></td></tr><tr><td>A</td><td>5</td></tr></table>"
    )
    assert [block.kind for block in flow.blocks] == ["table"]


@pytest.mark.parametrize(
    "foot", ["<footer>Made in May</footer>", "<div id=footer><div>Made in May</div></div>"]
)
def test_the_foot_of_the_page_is_no_text_and_one_with_rules_is(foot: str):
    assert lines(flow_of(f"<p>Cars stop.</p>{foot}")) == ["Cars stop."]
    assert lines(flow_of("<p>Cars stop.</p><div><footer>Made in May</footer></div>"))[1:] == ["Made in May"]
    ruled = foot.replace("Made in May", "<h2>2. Foot</h2>Rule.")
    assert lines(flow_of(f"<p>Cars stop.</p>{ruled}"))[1:] == ["2. Foot", "Rule."]
