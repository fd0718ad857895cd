"""Small Word documents, each a little other than the last: the listing has which blocks they give."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.flow.word.docx import read
from regulations_agent.corpus.flow.word.names import W
from regulations_agent.corpus.flow.word.numbering import _FORMATS
from tests.corpus.flow.test_markup_borders import told
from tests.corpus.flow.wordfile import docx, gone, heading_style, levels, new, numbered, paragraph, run
from tests.corpus.test_borders import turns
from tests.listings import as_listed


def blocks(body: str, **parts: str) -> list[str]:
    return [told(block) for block in read(docx(body, **parts), "a.docx").blocks]


def listed(*places: int, number: int = 1) -> str:
    return "".join(paragraph("x", listed=(number, place)) for place in places)


def numbers(body: str, lists: str) -> str:
    return " ".join(block.number for block in read(docx(body, numbering=lists), "a.docx").blocks)


THREE = levels(("decimal", "%1."), ("lowerLetter", "%1.%2)"), ("lowerRoman", "%1.%2.%3"))


def test_numbers_are_printed_as_word_does_however_high():
    for form in sorted(_FORMATS):
        as_listed([form, *(_FORMATS[form](n) for n in (1, 2, 20, 21, 26, 27, 30, 52, 53))])
    as_listed([_FORMATS["upperLetter"](n) for n in (0, 779, 780, 781)])
    assert W.endswith("main}")


@pytest.mark.parametrize(
    "places", [(0, 0, 0), (0, 1, 1, 0, 1), (1, 1, 0, 1), (0, 1, 2, 1, 2, 0, 2), (2,), (0, 8), (9, 10)]
)
def test_levels_count_on_and_start_anew(places: tuple[int, ...]):
    as_listed(numbers(listed(*places), THREE + numbered(1)))


def test_lists_start_and_restart_where_they_say():
    def level(at: int, inner: str, text: str = "") -> str:
        return f'<w:lvl w:ilvl="{at}">{inner}<w:lvlText w:val="{text or f"%{at + 1}"}"/></w:lvl>'

    def made(*inner: str) -> str:
        return f'<w:abstractNum w:abstractNumId="7">{"".join(inner)}</w:abstractNum>'

    start, restart = '<w:start w:val="{}"/>', '<w:lvlRestart w:val="{}"/>'
    as_listed(numbers(listed(0, 0), made(level(0, start.format(5))) + numbered(1)))
    as_listed(numbers(listed(0, 0), made(level(0, "")) + numbered(1)))
    for above in (0, 1, 2, 3):
        inner = (
            level(0, start.format(1)),
            level(1, start.format(1)),
            level(2, start.format(1) + restart.format(above)),
        )
        as_listed(numbers(listed(0, 1, 2, 2, 1, 2, 0, 2), made(*inner) + numbered(1)))
    override = '<w:lvlOverride w:ilvl="{}"><w:startOverride w:val="{}"/></w:lvlOverride>'
    two = THREE + numbered(1) + numbered(2, override.format(0, 4)) + numbered(3, override.format(1, 7))
    as_listed(
        numbers(listed(0, 1, 0) + listed(0, 1, 0, number=2) + listed(1, 0, 1, 1, number=3) + listed(0), two)
    )
    legal = (
        level(0, '<w:numFmt w:val="upperRoman"/>' + start.format(3)),
        level(1, "<w:isLgl/>" + start.format(1), "%1.%2"),
    )
    as_listed(numbers(listed(0, 1), made(*legal) + numbered(1)))
    as_listed(numbers(listed(0), made(level(0, '<w:numFmt w:val="bullet"/>', "\uf0b7")) + numbered(1)))
    as_listed(
        numbers(listed(0, 5) + listed(0, number=9), made(level(0, start.format(1), "%1.%4")) + numbered(1))
    )


def indented(*points: float, how: str = "left") -> list[str]:
    return blocks(
        "".join(f'<w:p><w:pPr><w:ind w:{how}="{round(20 * at)}"/></w:pPr>{run("x")}</w:p>' for at in points)
    )


def test_words_further_in_stand_a_level_deeper():
    as_listed(turns([n / 2 for n in range(12, 24)], lambda point: indented(0, point)))
    as_listed(turns([n / 2 for n in range(30, 44)], lambda point: indented(0, 12, point)))
    as_listed([indented(-20, 0, 20), indented(0, 20, how="start")])
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
    as_listed(blocks(body, numbering=lists, styles=style + based))


def test_a_style_makes_a_heading_by_its_level_or_its_name():
    def style(name: str, level: int | None) -> str:
        about = f'<w:pPr><w:outlineLvl w:val="{level}"/></w:pPr>' if level is not None else ""
        return f'<w:style w:type="paragraph" w:styleId="S"><w:name w:val="{name}"/>{about}</w:style>'

    for name, level in (
        ("x", 0),
        ("x", 8),
        ("x", 9),
        ("x", -1),
        ("Heading 3", None),
        ("heading 12", None),
        ("heading 0", None),
        ("heading x", None),
        ("Title", None),
        ("title x", None),
        ("heading 2", 4),
    ):
        as_listed(blocks(paragraph("Boats", style="S"), styles=style(name, level)))
    as_listed(
        blocks(f'<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>{run("Boats")}</w:p>' + paragraph("Oars"))
    )
    as_listed(
        blocks(
            paragraph("A", style="H1") + paragraph("B", style="H2") + paragraph("C", style="H1"),
            styles=heading_style(1, 1) + heading_style(2, 1),
            numbering=levels(("decimal", "%1."), ("decimal", "%1.%2")) + numbered(1),
        )
    )


def test_runs_look_as_their_style_and_their_own_properties_say():
    styles = (
        "<w:docDefaults><w:rPrDefault><w:rPr><w:i/></w:rPr></w:rPrDefault></w:docDefaults>"
        '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/>'
        "<w:rPr><w:b/></w:rPr></w:style>"
        '<w:style w:type="character" w:styleId="C"><w:name w:val="C"/>'
        '<w:rPr><w:b w:val="0"/><w:caps/></w:rPr></w:style>'
    )
    for about in (
        "",
        '<w:b w:val="false"/>',
        '<w:rStyle w:val="C"/>',
        '<w:i w:val="off"/>',
        "<w:strike/>",
        "<w:dstrike/>",
        "<w:vanish/>",
        '<w:vertAlign w:val="superscript"/>',
        '<w:vertAlign w:val="baseline"/>',
        "<w:smallCaps/>",
    ):
        as_listed(blocks(f"<w:p>{run('Boats')}{run('wait', about)}</w:p>", styles=styles))


def cell(*inside: str, about: str = "") -> str:
    parts = "".join(one if one.startswith("<") else paragraph(one) for one in inside)
    return f"<w:tc><w:tcPr>{about}</w:tcPr>{parts}</w:tc>"


def held(inside: str) -> str:
    return f"<w:sdt><w:sdtContent>{inside}</w:sdtContent></w:sdt>"


def rowed(*cells: str, about: str = "") -> str:
    return f"<w:tr><w:trPr>{about}</w:trPr>{''.join(cells)}</w:tr>"


def test_tables_span_nest_and_part():
    restart, goes_on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    for rows in (
        (
            rowed(cell("a", about=restart), cell("b")),
            rowed(cell("", about=goes_on), cell("c")),
            rowed(cell("", about=goes_on), cell("d")),
        ),
        (
            rowed(cell("a"), cell("b", about=restart)),
            rowed(cell("c", about='<w:gridSpan w:val="0"/>'), cell("", about=goes_on)),
        ),
        (rowed(cell("", about=goes_on), cell("b")),),
        (rowed(cell("a", about='<w:gridSpan w:val="500"/>'), cell("b")),),
        (
            rowed(cell("a"), cell("b", about=restart)),
            rowed(cell("", about=goes_on), about='<w:gridBefore w:val="1"/>'),
        ),
        (rowed(cell("a")), rowed(cell("b", "c"))),
        (rowed(cell("a"), cell("b", "c", f"<w:tbl>{rowed(cell('d'), cell('e'))}</w:tbl>")),),
        (
            rowed(cell(paragraph("a", listed=(1, 0))), cell("b")),
            rowed(cell("c"), cell("d"), about='<w:ins w:id="1"/>'),
        ),
        (held(rowed(cell("a"), held(cell("b")))),),
    ):
        as_listed(blocks(f"<w:tbl>{''.join(rows)}</w:tbl>", numbering=THREE + numbered(1)))


def test_ends_of_paragraphs_may_be_deleted_or_inserted():
    for body in (
        paragraph("a", mark="del") + paragraph("b"),
        paragraph("a ", mark="del") + paragraph("b"),
        paragraph(gone("a"), mark="del") + paragraph("b"),
        paragraph("a", mark="del"),
        paragraph(new("a"), mark="ins"),
        paragraph("a", mark="ins"),
        paragraph("a", mark="del", listed=(1, 0))
        + paragraph("b", listed=(1, 0))
        + paragraph("c", listed=(1, 0)),
        paragraph(gone("a"), mark="del", listed=(1, 0))
        + paragraph(new("b"), mark="ins", listed=(1, 0))
        + paragraph("c", listed=(1, 0)),
        f'<w:del w:id="1">{paragraph("a", listed=(1, 0))}</w:del>{paragraph("b", listed=(1, 0))}',
        f"<w:p><w:pPr><w:pageBreakBefore/></w:pPr>{run('a')}</w:p>"
        f'<w:p><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr>{run("b")}</w:p>',
        f'<w:p>{run("a")}<w:r><w:br w:type="page"/></w:r>{run("b")}'
        f"<w:r><w:br/><w:t>c</w:t><w:tab/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t></w:r></w:p>",
    ):
        as_listed(blocks(body, numbering=THREE + numbered(1)))
