"""A Word document that uses nearly all that Word offers to rulebooks."""

from __future__ import annotations

from tests.corpus.flow.wordfile import docx, gone, moved, new, paragraph, run

_MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_CHOICE = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def _style(name: str, inner: str, kind: str = "paragraph", extra: str = "") -> str:
    return f'<w:style w:type="{kind}" w:styleId="{name}" {extra}><w:name w:val="{name}"/>{inner}</w:style>'


_BODY = '<w:basedOn w:val="Body"/>'
STYLES = (
    '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB"/><w:i/></w:rPr></w:rPrDefault></w:docDefaults>'
    + _style("Body", '<w:rPr><w:i w:val="0"/></w:rPr>', extra='w:default="1"')
    + _style("Strong", "<w:rPr><w:b/></w:rPr>", "character")
    + _style("Base", f'{_BODY}<w:rPr><w:b/><w:caps/></w:rPr><w:pPr><w:ind w:left="720"/></w:pPr>')
    + _style("Loud", '<w:basedOn w:val="Base"/><w:rPr><w:b w:val="false"/></w:rPr>')
    + _style("Title", _BODY).replace('w:name w:val="Title"', 'w:name w:val="title"')
    + _style("H2", _BODY).replace('w:name w:val="H2"', 'w:name w:val="heading 2"')
    + _style("Top", f'{_BODY}<w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    + _style("Sub", '<w:basedOn w:val="Top"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>')
    + _style("Toc", _BODY).replace('w:name w:val="Toc"', 'w:name w:val="toc 1"')
)  # fmt: skip


def _level(at: int, form: str, text: str, inner: str = "", start: int | None = 1) -> str:
    begun = "" if start is None else f'<w:start w:val="{start}"/>'
    return f'<w:lvl w:ilvl="{at}">{begun}<w:numFmt w:val="{form}"/>{inner}<w:lvlText w:val="{text}"/></w:lvl>'


def _list(key: int, *made: str, inner: str = "") -> str:
    return f'<w:abstractNum w:abstractNumId="{key}">{inner}{"".join(made)}</w:abstractNum>'


def _num(number: int, key: int, override: str = "") -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{key}"/>{override}</w:num>'


_BULLET = _level(8, "bullet", "\uf0b7")
FORMS = (
    "decimalZero", "lowerLetter", "upperLetter", "upperRoman", "ordinal", "cardinalText", "ordinalText",
    "numberInDash", "decimalEnclosedParen",
)  # fmt: skip
MORE = ("decimalEnclosedFullstop", "decimalEnclosedCircle", "russianLower", "russianUpper", "none", "chicago")
NUMBERING = (
    _list(
        1,
        _level(0, "upperRoman", "Article %1", '<w:pStyle w:val="Top"/>'),
        _level(1, "decimal", "%1.%2", '<w:isLgl/><w:pStyle w:val="Sub"/>'),
        _level(2, "lowerLetter", "(%3)", '<w:pPr><w:ind w:left="1440"/></w:pPr>'),
        _level(3, "lowerRoman", "(%4)", '<w:lvlRestart w:val="1"/><w:pPr><w:ind w:start="2160"/></w:pPr>'),
        _level(4, "decimal", "%5)", '<w:lvlRestart w:val="0"/>', 7),
    )
    + _list(2, *(_level(at, form, f"%{at + 1}.") for at, form in enumerate(FORMS)))
    + _list(3, *(_level(at, form, f"%{at + 1}:") for at, form in enumerate(MORE)), _BULLET)
    + _list(4, inner='<w:numStyleLink w:val="Linked"/>')
    + _list(5, _level(0, "decimal", "L%1", start=None), inner='<w:styleLink w:val="Linked"/>')
    + _num(1, 1)
    + _num(2, 2)
    + _num(3, 3)
    + _num(4, 4)
    + _num(5, 1, '<w:lvlOverride w:ilvl="2"><w:startOverride w:val="4"/></w:lvlOverride>')
    + _num(6, 1, f'<w:lvlOverride w:ilvl="2">{_level(2, "decimal", "[%3]")}</w:lvlOverride>')
)  # fmt: skip


def _field(code: str, shown: str) -> str:
    def part(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    hidden = f"<w:r><w:instrText>{code}</w:instrText><w:t>{code}</w:t></w:r>"
    return f"{part('begin')}{hidden}{part('separate')}{run(shown)}{part('end')}"


def _row(*cells: str, about: str = "") -> str:
    return f"<w:tr><w:trPr>{about}</w:trPr>{''.join(cells)}</w:tr>"


def _cell(*inside: str, about: str = "") -> str:
    held = "".join(one if one.startswith("<") else paragraph(one) for one in inside)
    return f"<w:tc><w:tcPr>{about}</w:tcPr>{held}</w:tc>"


def _table(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def _boxed(words: str) -> str:
    return f"<w:txbxContent>{paragraph(words)}</w:txbxContent>"


def _indented(words: str, twips: int, name: str = "left") -> str:
    return f'<w:p><w:pPr><w:ind w:{name}="{twips}"/></w:pPr>{run(words)}</w:p>'


CONTENTS = (
    '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    f"<w:sdtContent>{paragraph('Contents')}{paragraph('Berths 2')}</w:sdtContent></w:sdt>"
    + paragraph("Fees 3", style="Toc")
)
LOOKS = paragraph(
    "Plain ", run("bold ", "<w:b/>"), run("styled ", '<w:rStyle w:val="Strong"/>'),
    run("struck ", "<w:strike/>"), run("twice ", "<w:dstrike/>"), run("hidden ", "<w:vanish/>"),
    run("small ", "<w:smallCaps/>"),
    run("up", '<w:vertAlign w:val="superscript"/>'), run("down", '<w:vertAlign w:val="subscript"/>'),
    run("base ", '<w:vertAlign w:val="baseline"/>'), run("marked ", "<w:ins/>"), run("unmarked ", "<w:del/>"),
    gone("went "), new("came "), moved("left ", "From"), moved("arrived ", "To"),
    f'<w:ins w:id="1">{gone("both ")}</w:ins>', f'<w:hyperlink>{run("linked ")}</w:hyperlink>',
    f'<w:fldSimple>{run("simple ")}</w:fldSimple>', _field(" PAGE ", "7 "),
    '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t><w:softHyphen/><w:t>d</w:t><w:br/><w:t>e</w:t>'
    '<w:cr/><w:t>f</w:t><w:sym w:char="00B0"/><w:sym w:char="x"/><w:ptab/><w:t>g</w:t></w:r>',
    f'<m:oMath xmlns:m="{_MATH}"><m:r><m:t>x</m:t></m:r><m:r><m:t>=1</m:t></m:r></m:oMath>',
    '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="3"/></w:r>',
    '<w:r><w:footnoteReference w:id="99"/></w:r>',
    f'<w:r><mc:AlternateContent xmlns:mc="{_CHOICE}">'
    f'<mc:Choice><w:drawing>{_boxed("In a box.")}</w:drawing></mc:Choice>'
    f'<mc:Fallback><w:pict>{_boxed("In a box again.")}</w:pict></mc:Fallback></mc:AlternateContent></w:r>',
    f"<w:r><w:pict>{_boxed('In a picture.')}</w:pict></w:r>",
)  # fmt: skip
LISTS = (
    "".join(
        paragraph(words, style="Top") + paragraph("of it", style="Sub") * 2 for words in ("Berths", "Boats")
    )
    + "".join(
        paragraph(f"item at {at}", listed=(number, at))
        for number, at in ((1, 2), (1, 3), (1, 4), (1, 2), (1, 3), (1, 4), (5, 2), (5, 2), (6, 2), (1, 2))
    )
    + "".join(paragraph(f"form {at}", listed=(2, at)) * 2 for at in range(len(FORMS)))
    + "".join(paragraph(f"form {at}", listed=(3, at)) for at in (*range(len(MORE)), 8))
    + paragraph("linked", listed=(4, 0))
    + paragraph("too deep", listed=(1, 12))
    + paragraph("of no list", listed=(77, 0))
    + paragraph(gone("gone item"), listed=(1, 2), mark="del")
    + paragraph(new("new item"), listed=(1, 2), mark="ins")
    + paragraph("last item", listed=(1, 2))
    + '<w:p><w:pPr><w:pStyle w:val="Sub"/><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr>'
    + f"{run('level alone')}</w:p>"
)
TABLES = (
    _table(
        _row(_cell("Boat"), _cell("Fee", about='<w:gridSpan w:val="2"/>')),
        _row(_cell("long", about='<w:vMerge w:val="restart"/>'), _cell("200"), _cell("due", "in May")),
        _row(_cell("", about="<w:vMerge/>"), _cell("90"), _cell(paragraph("first", listed=(6, 2)))),
        _row(_cell("struck"), _cell("1"), about='<w:del w:id="1"/>'),
        _row(_cell("added"), _cell("2"), about='<w:ins w:id="1"/>'),
        _row(_cell("late"), about='<w:gridBefore w:val="1"/>'),
        _row(
            _cell(_table(_row(_cell("in"), _cell("side")))),
            _cell(paragraph("noted", '<w:r><w:footnoteReference w:id="4"/></w:r>')),
        ),
    )
    + _table(_row(_cell("A frame", "of two")), _row(_cell("one column")))
    + f'<w:ins w:id="1">{_table(_row(_cell("new"), _cell("table")))}{paragraph("new paragraph")}</w:ins>'
)  # fmt: skip
REST = (
    paragraph("Half a line, ", mark="del")
    + paragraph("which goes on.")
    + f"<w:p><w:pPr><w:pageBreakBefore/></w:pPr>{run('On a new page.')}</w:p>"
    + paragraph("Before ", '<w:r><w:br w:type="page"/></w:r>', "after the break.")
    + _indented("one step in", 360)
    + _indented("a little further", 420, "start")
    + _indented("two steps in", 900)
    + _indented("out in the margin", -400)
    + paragraph("from its style", style="Loud")
    + paragraph("Words of a heading that is far too long to be one. " * 5, style="H2")
    + paragraph("Last", style="H2")
    + f'<w:p><w:pPr><w:outlineLvl w:val="9"/><w:pStyle w:val="H2"/></w:pPr>{run("body after all")}</w:p>'
    + f"<w:customXml>{paragraph('in other marks')}</w:customXml>"
    + paragraph("An end that never comes", mark="del")
)
NOTES = (
    f'<w:footnote w:id="0" w:type="separator">{paragraph("rule")}</w:footnote>'
    f'<w:footnote w:id="2">{paragraph("Of the foot.")}{paragraph("More.", listed=(6, 2))}</w:footnote>'
    f'<w:footnote w:id="4">{paragraph("Of the table.")}</w:footnote>'
)
CORE = (
    '<p:coreProperties xmlns:p="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>Harbour Rules</d:title><d:subject>Berths</d:subject>'
    "<p:keywords>boats</p:keywords><d:creator> </d:creator></p:coreProperties>"
)
_KIND = "http://schemas.openxmlformats.org/"


def harbour() -> bytes:
    """The file."""
    body = paragraph("Rules of the Harbour", style="Title") + CONTENTS + LOOKS + LISTS + TABLES + REST
    relations = "".join(
        f'<Relationship Id="{name}" Type="{_KIND}{name}" Target="{target}"/>'
        for name, target in (
            ("officeDocument", "/word/document.xml"),
            ("core-properties", "docProps/core.xml"),
        )
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    extra = {
        "_rels/.rels": f'<Relationships xmlns="{package}">{relations}</Relationships>',
        "docProps/core.xml": CORE,
        "word/vbaProject.bin": "",
    }
    notes = f'<w:endnote w:id="3">{paragraph("Of the end.")}</w:endnote>'
    comments = f'<w:comment w:id="1">{paragraph("Beside.")}</w:comment>'
    return docx(
        body,
        extra=extra,
        styles=STYLES,
        numbering=NUMBERING,
        footnotes=NOTES,
        endnotes=notes,
        comments=comments,
    )
