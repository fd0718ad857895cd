"""Word documents: the words in force, the numbers that Word prints, and what surrounds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.word.docx import read
from regulations_agent.corpus.numbers.numerals import ordinal, roman, spelled, spelled_ordinal
from tests.corpus.flow.wordfile import (
    docx,
    gone,
    heading_style,
    levels,
    moved,
    new,
    numbered,
    paragraph,
    run,
)
from tests.corpus.listed import read_document
from tests.listings import as_listed


def flow_of(body: str, **parts: str) -> Flow:
    return as_listed(read(docx(body, **parts), "rules.docx"))


def lines(flow: Flow) -> list[str]:
    return [f"{block.number} {block.text}".strip() for block in flow.blocks]


def test_deleted_words_are_not_in_force_and_inserted_ones_are():
    flow = flow_of(paragraph("Cars weigh ", gone("798 kg"), new("800 kg"), " at least."))
    assert flow.blocks[0].text == "Cars weigh 800 kg at least."
    assert [(run.text, run.state) for run in flow.blocks[0].runs][1:3] == [
        ("798 kg", "deleted"),
        ("800 kg", "inserted"),
    ]


def test_a_deletion_within_an_insertion_is_deleted():
    assert flow_of(paragraph("A", f'<w:ins w:id="1">{gone("b")}{run("c")}</w:ins>')).blocks[0].text == "Ac"


def test_underlined_words_count_as_bold_and_links_with_their_colour_do_not():
    link = '<w:color w:val="0563C1"/><w:u w:val="single"/>'
    flow = flow_of(paragraph(run("Fees.", '<w:u w:val="single"/>'), run(" See "), run("here", link)))
    assert [run.text for run in flow.blocks[0].runs if run.bold] == ["Fees."]


def test_moved_words_are_in_force_where_they_went():
    flow = flow_of(
        paragraph("One. ", moved("Two.", "From")) + paragraph("Three. ", moved("Two.", "To")),
    )
    assert [block.text for block in flow.blocks] == ["One.", "Three. Two."]


def test_no_deleted_word_reaches_the_text_in_force_of_the_reading(tmp_path: Path):
    body = "".join(
        paragraph(f"{n}. Cars weigh ", gone(f"old{n}word "), new(f"new{n}word "), "kg.") for n in range(1, 60)
    )
    (tmp_path / "rules.docx").write_bytes(docx(body + paragraph(gone("60. Gone whole."), mark="del")))
    reading = read_document(tmp_path / "rules.docx")
    force = " ".join([page.text for page in reading.pages] + [clause.text for clause in reading.clauses])
    assert "old" not in force and "Gone" not in force and force.count("word") >= 2 * 59
    deleted = " ".join(mark.text for page in reading.pages for mark in page.deleted)
    assert deleted.count("old") == 59 and "Gone whole" in deleted


def test_a_deleted_paragraph_takes_no_number_and_keeps_the_one_that_it_had():
    numbering = levels(("decimal", "%1.")) + numbered(1)
    body = (
        paragraph("first", listed=(1, 0))
        + paragraph(gone("second"), listed=(1, 0), mark="del")
        + paragraph(new("fresh"), listed=(1, 0), mark="ins")
        + paragraph("third", listed=(1, 0))
    )
    flow = flow_of(body, numbering=numbering)
    assert [(block.number, block.number_state) for block in flow.blocks] == [
        ("1.", "kept"),
        ("2.", "deleted"),
        ("2.", "inserted"),
        ("3.", "kept"),
    ]


def test_a_paragraph_whose_end_is_deleted_goes_on_in_the_next():
    flow = flow_of(paragraph("Cars must", gone(" not"), mark="del") + paragraph("stop."))
    assert [block.text for block in flow.blocks] == ["Cars must stop."]


def test_struck_type_is_a_deletion_and_hidden_type_is_nothing():
    flow = flow_of(paragraph("A", run(" b", "<w:strike/>"), run(" c", "<w:vanish/>"), run(" d")))
    assert flow.blocks[0].text == "A d" and any(r.state == "deleted" for r in flow.blocks[0].runs)


def test_legal_numbers_are_computed_as_word_prints_them():
    made = levels(("upperRoman", "Article %1"), ("decimal", "Section %1.%2"), ("lowerLetter", "(%3)"))
    steps = [(0, "Name"), (1, "a"), (1, "b"), (2, "c"), (2, "d"), (0, "Board"), (1, "e"), (2, "f")]
    body = "".join(paragraph(text, listed=(1, level)) for level, text in steps)
    assert lines(flow_of(body, numbering=made + numbered(1))) == [
        "Article I Name", "Section I.1 a", "Section I.2 b", "(a) c", "(b) d", "Article II Board",
        "Section II.1 e", "(a) f",
    ]  # fmt: skip


def test_a_legal_level_prints_the_levels_above_as_decimals():
    made = levels(("upperRoman", "Article %1"), ("decimal", "%1.%2"), extra="<w:isLgl/>")
    body = paragraph("x", listed=(1, 0)) + paragraph("y", listed=(1, 1))
    assert lines(flow_of(body, numbering=made + numbered(1))) == ["Article I x", "1.1 y"]


def test_two_lists_of_one_definition_count_on_unless_one_starts_anew():
    made = levels(("decimal", "%1."))
    start = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    numbering = made + numbered(1) + numbered(2) + numbered(3, start)
    body = "".join(paragraph("x", listed=(number, 0)) for number in (1, 1, 2, 3, 3))
    assert [b.number for b in flow_of(body, numbering=numbering).blocks] == ["1.", "2.", "3.", "5.", "6."]


def test_a_list_that_starts_anew_on_a_lower_level_leaves_those_above():
    made = levels(("decimal", "Article %1"), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"))
    start = "".join(
        f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="1"/></w:lvlOverride>' for level in range(3)
    )
    numbering = made + numbered(1) + numbered(2, start)
    places = [(1, 0), (1, 1), (1, 2), (1, 2), (2, 2), (1, 2), (1, 1), (1, 0), (1, 1)]
    body = "".join(paragraph("x", listed=place) for place in places)
    assert [b.number for b in flow_of(body, numbering=numbering).blocks] == [
        "Article 1", "1.1", "(a)", "(b)", "(a)", "(b)", "1.2", "Article 2", "2.1",
    ]  # fmt: skip


def test_a_level_that_never_restarts_counts_on():
    made = levels(("decimal", "%1."), ("decimal", "Rule %2"), extra='<w:lvlRestart w:val="0"/>')
    body = "".join(paragraph("x", listed=(1, level)) for level in (0, 1, 1, 0, 1))
    found = [b.number for b in flow_of(body, numbering=made + numbered(1)).blocks]
    assert found == ["1.", "Rule 1", "Rule 2", "2.", "Rule 3"]


def test_headings_are_numbered_through_their_styles():
    made = levels(("decimal", "%1"), ("decimal", "%1.%2")) + numbered(1)
    styles = heading_style(1, listed=1) + heading_style(2, listed=1)
    body = paragraph("Cars", style="H1") + paragraph("Mass", style="H2") + paragraph("At least 800 kg.")
    flow = flow_of(body, numbering=made, styles=styles)
    assert [(b.kind, b.level, b.number) for b in flow.blocks] == [
        ("heading", 1, "1"),
        ("heading", 2, "1.1"),
        ("paragraph", 0, ""),
    ]


@pytest.mark.parametrize(
    ("form", "third"),
    [
        ("decimalZero", "03"), ("upperLetter", "C"), ("lowerRoman", "iii"), ("ordinal", "3rd"),
        ("cardinalText", "Three"), ("ordinalText", "Third"), ("none", ""), ("ideographTraditional", "3"),
    ],
)  # fmt: skip
def test_number_formats(form: str, third: str):
    body = "".join(paragraph("x", listed=(1, 0)) for _ in range(3))
    flow = flow_of(body, numbering=levels((form, "%1")) + numbered(1))
    assert flow.blocks[2].number == third


def test_numerals():
    assert [roman(n) for n in (4, 9, 14, 1990)] == ["IV", "IX", "XIV", "MCMXC"]
    assert [ordinal(n) for n in (1, 11, 22, 103)] == ["1st", "11th", "22nd", "103rd"]
    assert [spelled(n) for n in (12, 21, 140)] == ["Twelve", "Twenty-one", "One hundred forty"]
    assert [spelled_ordinal(n) for n in (5, 12, 20, 21, 100)] == [
        "Fifth", "Twelfth", "Twentieth", "Twenty-first", "One hundredth",
    ]  # fmt: skip


def test_a_table_keeps_its_cells_and_merged_ones_span():
    def cell(text: str, about: str = "") -> str:
        return f"<w:tc><w:tcPr>{about}</w:tcPr>{paragraph(text)}</w:tc>"

    rows = (
        "<w:tr>" + cell("Limits", '<w:gridSpan w:val="2"/>') + "</w:tr>"
        "<w:tr>" + cell("Wing", '<w:vMerge w:val="restart"/>') + cell("10 mm") + "</w:tr>"
        "<w:tr>" + cell("", "<w:vMerge/>") + cell("12 mm") + "</w:tr>"
    )
    (table,) = flow_of(f"<w:tbl>{rows}</w:tbl>").blocks
    assert [[(c.text, c.columns, c.rows) for c in row] for row in table.rows] == [
        [("Limits", 2, 1)],
        [("Wing", 1, 2), ("10 mm", 1, 1)],
        [("12 mm", 1, 1)],
    ]


def test_a_deleted_row_is_not_in_force():
    row = "<w:tr>{}<w:tc>" + paragraph("a") + "</w:tc><w:tc>" + paragraph("b") + "</w:tc></w:tr>"
    both = row.format("") + row.format('<w:trPr><w:del w:id="1"/></w:trPr>')
    (table,) = flow_of(f"<w:tbl>{both}</w:tbl>").blocks
    assert [[cell.text for cell in line] for line in table.rows] == [["a", "b"], ["", ""]]


def test_a_footnote_follows_its_paragraph_and_a_field_shows_its_result_alone():
    notes = f'<w:footnote w:id="2">{paragraph("Measured dry.")}</w:footnote>'
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF _x</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Article 4</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    body = f'<w:p>{run("See ")}{field}{run(".")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    flow = flow_of(body, footnotes=notes)
    assert [(b.kind, b.number, b.text) for b in flow.blocks] == [
        ("paragraph", "", "See Article 4.1"),
        ("footnote", "1", "Measured dry."),
    ]


def test_comments_and_macros_are_left_out_and_named():
    data = docx(
        paragraph("1. Cars stop."),
        comments=f'<w:comment w:id="0">{paragraph("why?")}</w:comment>',
        extra={"word/vbaProject.bin": "x"},
    )
    flow = as_listed(read(data, "rules.docm"))
    assert lines(flow) == ["1. Cars stop."]
    assert len(flow.problems) == 2 and "macros" in flow.problems[0] and "1 comment" in flow.problems[1]


def test_a_contents_list_of_word_is_contents():
    style = '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>'
    flow = flow_of(paragraph("1 Cars 4", style="T1") + paragraph("1 Cars"), styles=style)
    assert [block.contents for block in flow.blocks] == [True, False]


def test_numbers_that_the_author_typed_are_those_of_items():
    tab = "<w:r><w:tab/></w:r>"
    flow = flow_of(
        paragraph("a) Members vote.")
        + f"<w:p>{run('8')}{tab}{run('Doors are closed.')}</w:p>"
        + paragraph("8 members vote.")
    )
    assert [(block.kind, block.number, block.text) for block in flow.blocks] == [
        ("item", "a)", "Members vote."),
        ("item", "8", "Doors are closed."),
        ("paragraph", "", "8 members vote."),
    ]


def test_the_number_of_an_item_struck_whole_is_struck():
    flow = flow_of(
        paragraph(run("Cars stop.", "<w:strike/>"), listed=(1, 0)),
        numbering=levels(("decimal", "%1.")) + numbered(1),
    )
    assert [(block.number, block.number_state) for block in flow.blocks] == [("1.", "deleted")]


def test_an_empty_paragraph_that_only_ends_a_section_takes_no_number():
    made = levels(("decimal", "%1."))
    empty = paragraph(listed=(1, 0))
    ends = empty.replace("</w:pPr>", "<w:sectPr/></w:pPr>")
    for before, number in ((empty, "2."), (ends, "1.")):
        body = before + paragraph("Fees", listed=(1, 0))
        assert [b.number for b in flow_of(body, numbering=made + numbered(1)).blocks][-1] == number
