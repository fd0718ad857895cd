"""Small Word documents, each a little other than the last, and the blocks that they give."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.flow.word.docx import read
from tests.corpus.flow.test_markup_borders import told
from tests.corpus.flow.wordfile import docx, gone, heading_style, levels, new, numbered, paragraph, run


def blocks(body: str, **parts: str) -> list[str]:
    return [told(block) for block in read(docx(body, **parts), "a.docx").blocks]


def listed(*places: int, number: int = 1) -> str:
    return "".join(paragraph("x", listed=(number, place)) for place in places)


def numbers(body: str, lists: str) -> str:
    return " ".join(block.number for block in read(docx(body, numbering=lists), "a.docx").blocks)


THREE = levels(("decimal", "%1."), ("lowerLetter", "%1.%2)"), ("lowerRoman", "%1.%2.%3"))
START = '<w:lvlOverride w:ilvl="{}"><w:startOverride w:val="{}"/></w:lvlOverride>'


@pytest.mark.parametrize(
    ("form", "printed"),
    {
        "cardinalText": ["One", "Twenty", "Twenty-seven", "Fifty-three"],
        "decimal": ["1", "20", "27", "53"],
        "decimalEnclosedCircle": ["①", "⑳", "27", "53"],
        "decimalEnclosedFullstop": ["1.", "20.", "27.", "53."],
        "decimalEnclosedParen": ["(1)", "(20)", "(27)", "(53)"],
        "decimalZero": ["01", "20", "27", "53"],
        "lowerLetter": ["a", "t", "aa", "aaa"],
        "lowerRoman": ["i", "xx", "xxvii", "liii"],
        "none": ["", "", "", ""],
        "numberInDash": ["- 1 -", "- 20 -", "- 27 -", "- 53 -"],
        "ordinal": ["1st", "20th", "27th", "53rd"],
        "ordinalText": ["First", "Twentieth", "Twenty-seventh", "Fifty-third"],
        "russianLower": ["а", "ф", "э", "аш"],
        "russianUpper": ["А", "Ф", "Э", "АШ"],
        "upperLetter": ["A", "T", "AA", "AAA"],
        "upperRoman": ["I", "XX", "XXVII", "LIII"],
        "chineseCounting": ["1", "20", "27", "53"],
    }.items(),
)
def test_numbers_are_printed_as_word_does_however_high(form: str, printed: list[str]):
    lists = [levels((form, "%1")) + numbered(1, START.format(0, at)) for at in (1, 20, 27, 53)]
    assert [numbers(listed(0), made) for made in lists] == printed


def test_letters_are_repeated_as_often_as_word_repeats_them():
    lists = [levels(("upperLetter", "%1")) + numbered(1, START.format(0, at)) for at in (0, 780, 781)]
    assert [numbers(listed(0), made) for made in lists] == ["0", "Z" * 30, "781"]


@pytest.mark.parametrize(
    ("places", "printed"),
    [
        ((0, 0, 0), "1. 2. 3."),
        ((0, 1, 1, 0, 1), "1. 1.a) 1.b) 2. 2.a)"),
        ((1, 1, 0, 1), "1.a) 1.b) 2. 2.a)"),
        ((0, 1, 2, 1, 2, 0, 2), "1. 1.a) 1.a.i 1.b) 1.b.i 2. 2.a.i"),
        ((2,), "1.a.i"),
        ((0, 8), "1. "),
        ((9, 10), " "),
    ],
)
def test_levels_count_on_and_start_anew(places: tuple[int, ...], printed: str):
    assert numbers(listed(*places), THREE + numbered(1)) == printed


def test_lists_start_and_restart_where_they_say():
    def level(at: int, inner: str, text: str = "") -> str:
        return f'<w:lvl w:ilvl="{at}">{inner}<w:lvlText w:val="{text or f"%{at + 1}"}"/></w:lvl>'

    def of(*inner: str, body: str = listed(0, 0)) -> str:
        made = f'<w:abstractNum w:abstractNumId="7">{"".join(inner)}</w:abstractNum>{numbered(1)}'
        return numbers(body, made)

    start, restart = '<w:start w:val="{}"/>', '<w:lvlRestart w:val="{}"/>'
    assert of(level(0, start.format(5))) == "5 6" and of(level(0, "")) == "0 1"
    outer = [level(at, start.format(1)) for at in (0, 1)]
    deepest = {0: "1 1 1 2 2 3 2 4", 1: "1 1 1 2 2 3 2 1", 2: "1 1 1 2 2 1 2 1", 3: "1 1 1 2 2 1 2 1"}
    for above, printed in deepest.items():
        inner = level(2, start.format(1) + restart.format(above))
        assert of(*outer, inner, body=listed(0, 1, 2, 2, 1, 2, 0, 2)) == printed
    several = THREE + numbered(1) + numbered(2, START.format(0, 4)) + numbered(3, START.format(1, 7))
    body = listed(0, 1, 0) + listed(0, 1, 0, number=2) + listed(1, 0, 1, 1, number=3) + listed(0)
    assert numbers(body, several) == "1. 1.a) 2. 4. 4.a) 5. 5.g) 6. 6.g) 6.h) 7."
    upper = level(0, '<w:numFmt w:val="upperRoman"/>' + start.format(3))
    legal = level(1, "<w:isLgl/>" + start.format(1), "%1.%2")
    assert of(upper, legal, body=listed(0, 1)) == "III 3.1"
    noughts = level(1, '<w:numFmt w:val="decimalZero"/><w:isLgl/>' + start.format(1), "%1.%2")
    assert of(upper, noughts, body=listed(0, 1, 1)) == "III 3.01 3.02"
    assert of(level(0, '<w:numFmt w:val="bullet"/>', "\uf0b7"), body=listed(0)) == "•"
    assert of(level(0, start.format(1), "%1.%4"), body=listed(0, 5) + listed(0, number=9)) == "1.  "


def test_words_further_in_stand_a_level_deeper():
    def at(*points: float, how: str = "left") -> list[int]:
        body = "".join(
            f'<w:p><w:pPr><w:ind w:{how}="{round(20 * point)}"/></w:pPr>{run("x")}</w:p>' for point in points
        )
        return [block.level for block in read(docx(body), "a.docx").blocks]

    assert [at(0, point) for point in (0, 6, 12)] == [[0, 0], [0, 0], [0, 1]]
    assert [at(0, 12, point) for point in (12, 15, 24)] == [[0, 1, 1], [0, 1, 1], [0, 1, 2]]
    assert (at(-20, 0, 20), at(0, 20, how="start")) == ([0, 0, 1], [0, 1])
    place = '<w:pPr><w:ind w:left="720"/></w:pPr>'
    lists = levels(("decimal", "%1.")).replace("<w:lvlText", f"{place}<w:lvlText") + numbered(1)
    style = (
        '<w:style w:type="paragraph" w:styleId="In"><w:name w:val="In"/>'
        '<w:pPr><w:ind w:left="360"/></w:pPr></w:style>'
    )
    based = '<w:style w:type="paragraph" w:styleId="On"><w:name w:val="On"/><w:basedOn w:val="In"/></w:style>'
    body = (
        paragraph("a")
        + paragraph("b", style="In")
        + paragraph("c", style="On")
        + paragraph("d", style="In", listed=(1, 0))
    )
    assert blocks(body, numbering=lists, styles=style + based) == [
        "paragraph 0 '' 'a'",
        "paragraph 1 '' 'b'",
        "paragraph 1 '' 'c'",
        "item 2 '1.' 'd'",
    ]


def test_a_style_makes_a_heading_by_its_level_or_its_name():
    def style(name: str, level: int | None) -> str:
        about = f'<w:pPr><w:outlineLvl w:val="{level}"/></w:pPr>' if level is not None else ""
        return f'<w:style w:type="paragraph" w:styleId="S"><w:name w:val="{name}"/>{about}</w:style>'

    for name, level, made in (
        ("x", 0, "heading 1"),
        ("x", 8, "heading 9"),
        ("x", 9, "paragraph 0"),
        ("x", -1, "paragraph 0"),
        ("Heading 3", None, "heading 3"),
        ("heading 12", None, "heading 9"),
        ("heading 0", None, "heading 1"),
        ("heading x", None, "paragraph 0"),
        ("Title", None, "heading 1"),
        ("title x", None, "paragraph 0"),
        ("heading 2", 4, "heading 5"),
    ):
        assert blocks(paragraph("Boats", style="S"), styles=style(name, level)) == [f"{made} '' 'Boats'"]
    own = f'<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>{run("Boats")}</w:p>'
    assert blocks(own + paragraph("Oars")) == ["heading 2 '' 'Boats'", "paragraph 0 '' 'Oars'"]


def test_styles_of_headings_are_numbered_by_their_list():
    assert blocks(
        paragraph("A", style="H1") + paragraph("B", style="H2") + paragraph("C", style="H1"),
        styles=heading_style(1, 1) + heading_style(2, 1),
        numbering=levels(("decimal", "%1."), ("decimal", "%1.%2")) + numbered(1),
    ) == ["heading 1 '1.' 'A'", "heading 2 '1.1' 'B'", "heading 1 '2.' 'C'"]


def test_runs_look_as_their_style_and_their_own_properties_say():
    styles = (
        "<w:docDefaults><w:rPrDefault><w:rPr><w:i/></w:rPr></w:rPrDefault></w:docDefaults>"
        '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/>'
        "<w:rPr><w:b/></w:rPr></w:style>"
        '<w:style w:type="character" w:styleId="C"><w:name w:val="C"/>'
        '<w:rPr><w:b w:val="0"/><w:caps/></w:rPr></w:style>'
    )
    for about, look in (
        ("", "*/'Boatswait'"),
        ('<w:b w:val="false"/>', "*/'Boats' /'wait'"),
        ('<w:rStyle w:val="C"/>', "*/'Boats' /'WAIT'"),
        ('<w:i w:val="off"/>', "*/'Boats' *'wait'"),
        ("<w:strike/>", "*/'Boats' */d'wait'"),
        ("<w:dstrike/>", "*/'Boats' */d'wait'"),
        ("<w:vanish/>", "*/'Boats'"),
        ('<w:vertAlign w:val="superscript"/>', "*/'Boats' */^'wait'"),
        ('<w:vertAlign w:val="baseline"/>', "*/'Boatswait'"),
        ("<w:smallCaps/>", "*/'BoatsWAIT'"),
    ):
        body = f"<w:p>{run('Boats')}{run('wait', about)}</w:p>"
        assert blocks(body, styles=styles) == [f"paragraph 0 '' {look}"]


def cell(*inside: str, about: str = "") -> str:
    parts = "".join(one if one.startswith("<") else paragraph(one) for one in inside)
    return f"<w:tc><w:tcPr>{about}</w:tcPr>{parts}</w:tc>"


def held(inside: str) -> str:
    return f"<w:sdt><w:sdtContent>{inside}</w:sdtContent></w:sdt>"


def rowed(*cells: str, about: str = "") -> str:
    return f"<w:tr><w:trPr>{about}</w:trPr>{''.join(cells)}</w:tr>"


def test_tables_span_nest_and_part():
    restart, goes_on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    for rows, *made in (
        (
            rowed(cell("a", about=restart), cell("b"))
            + rowed(cell("", about=goes_on), cell("c"))
            + rowed(cell("", about=goes_on), cell("d")),
            "table 0 '' a(1, 3), b / c / d",
        ),
        (
            rowed(cell("a"), cell("b", about=restart))
            + rowed(cell("c", about='<w:gridSpan w:val="0"/>'), cell("", about=goes_on)),
            "table 0 '' a, b(1, 2) / c",
        ),
        (rowed(cell("", about=goes_on), cell("b")), "table 0 '' , b"),
        (rowed(cell("a", about='<w:gridSpan w:val="500"/>'), cell("b")), "table 0 '' a(100, 1), b"),
        (
            rowed(cell("a"), cell("b", about=restart))
            + rowed(cell("", about=goes_on), about='<w:gridBefore w:val="1"/>'),
            "table 0 '' a, b(1, 2) / ",
        ),
        (
            rowed(cell("a")) + rowed(cell("b", "c")),
            "paragraph 0 '' 'a'",
            "paragraph 0 '' 'b'",
            "paragraph 0 '' 'c'",
        ),
        (
            rowed(cell("a"), cell("b", "c", f"<w:tbl>{rowed(cell('d'), cell('e'))}</w:tbl>")),
            "table 0 '' a, b\nc\nd e",
        ),
        (
            rowed(cell(paragraph("a", listed=(1, 0))), cell("b"))
            + rowed(cell("c"), cell("d"), about='<w:ins w:id="1"/>'),
            "table 0 '' 1. a, b / c, d",
        ),
        (held(rowed(cell("a"), held(cell("b")))), "table 0 '' a, b"),
    ):
        assert blocks(f"<w:tbl>{rows}</w:tbl>", numbering=THREE + numbered(1)) == made


def test_ends_of_paragraphs_may_be_deleted_or_inserted():
    for body, *made in (
        (paragraph("a", mark="del") + paragraph("b"), "paragraph 0 '' 'a b'"),
        (paragraph("a ", mark="del") + paragraph("b"), "paragraph 0 '' 'a b'"),
        (paragraph(gone("a"), mark="del") + paragraph("b"), "paragraph 0 '' d'a'", "paragraph 0 '' 'b'"),
        (paragraph("a", mark="del"), "paragraph 0 '' 'a' ' '"),
        (paragraph(new("a"), mark="ins"), "paragraph 0 '' i'a'"),
        (paragraph("a", mark="ins"), "paragraph 0 '' 'a'"),
        (
            paragraph("a", mark="del", listed=(1, 0)) + listed(0, 0),
            "item 0 '1.' 'a x'",
            "item 0 '2.' 'x'",
        ),
        (
            paragraph(gone("a"), mark="del", listed=(1, 0))
            + paragraph(new("b"), mark="ins", listed=(1, 0))
            + listed(0),
            "item 0 '1.' d'a'",
            "item 0 '1.' i'b'",
            "item 0 '2.' 'x'",
        ),
        (
            f'<w:del w:id="1">{paragraph("a", listed=(1, 0))}</w:del>{listed(0)}',
            "item 0 '1.' d'a'",
            "item 0 '1.' 'x'",
        ),
    ):
        assert blocks(body, numbering=THREE + numbered(1)) == made


def test_breaks_of_pages_and_lines_and_tabs_are_kept():
    new_page = f"<w:p><w:pPr><w:pageBreakBefore/></w:pPr>{run('a')}</w:p>"
    not_new = f'<w:p><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr>{run("b")}</w:p>'
    assert blocks(new_page + not_new) == ["paragraph 0 '' page 'a'", "paragraph 0 '' 'b'"]
    page = '<w:r><w:br w:type="page"/></w:r>'
    line = "<w:r><w:br/><w:t>c</w:t><w:tab/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t></w:r>"
    assert blocks(f"<w:p>{run('a')}{page}{run('b')}{line}</w:p>") == ["paragraph 0 '' page 'ab\\nc d-e'"]
