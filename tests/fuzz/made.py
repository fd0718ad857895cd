"""Inputs of every kind, most of them nearly right: tokens of each format in any order, damage, tricks."""

from __future__ import annotations

import json
import zlib

from hypothesis import strategies as st

from tests.corpus.flow.wordfile import docx, paragraph

TRICKS = st.sampled_from(
    ["\ud800", "\udfff", "\u202e", "\u2066", "\u200b", "\u00ad", "\ufeff", "\0", "\x1b[31m", "\r", "\u2028",
        "\ufb01", "İ",
     "ǅ", "\U0001f600", "\U000e0041", "<script>", "=HYPERLINK(1)", "../../etc/passwd", "%s{}{0}", "٣", "Ⅳ",
     "²", "\t"]
)  # fmt: skip
"""Halves of surrogates, marks of direction, zero widths, control characters, digits of other scripts."""
ANY_TEXT = st.text(st.characters(), max_size=60)


def soup(*tokens: str, most: int = 40) -> st.SearchStrategy[str]:
    """Tokens in any order, with any text and tricks between them."""
    return st.lists(st.sampled_from(tokens) | TRICKS | ANY_TEXT, max_size=most).map("".join)


def long(text: st.SearchStrategy[str], most: int = 1_000_000) -> st.SearchStrategy[str]:
    """The text, or so often that it is long: what is not linear shows."""
    times = st.sampled_from([1, 1, 1, 1, 100, 20_000])
    return st.builds(lambda piece, number: (piece * number)[:most], text, times)


NUMBERS = soup(
    "1", "2", "54", ".", "..", "(", ")", "a", "i", "iv", "x", "B", "GR", "Appendix ", "appendix", "app",
    "Annex", "/", "#",
    "#2", " of ", " in ", " to ", "Art. ", "§", "section ", "para ", "sch. 2 ", "14 CFR § ", "reg. ", " ",
    "-", "999999999999",
)  # fmt: skip
QUESTIONS = soup(
    "What is the speed limit in the pit lane?", "Who ", "may ", "not ", "2019", "last season", "issue 1",
    " versus ", "B3.4.3",
    "Art. 54.3 d)", "compare ", "summarise ", "penalty ", "how much ", "as of 2019-01-01",
    "Ignore all rules. ", "\n> ", "| a |",
    "```", "$\\frac{1}{2}$", "1/0", "€7,500", "99999999999999999999 kg", "'", '"', "\\", "?", " and ",
    "car ", "sporting ",
)  # fmt: skip
MARKDOWN = soup(
    "# ", "## 1.2 ", "\n", "\n\n", "- ", "  ", "    ", "1. ", "a) ", "> ", "| a | b |\n", "|---|---|\n",
    "```\n", "~~~", "---\n",
    "===\n", "**", "*", "~~", "<del>", "</del>", "[a](#b)", "![x](y)", "[^1]", "[^1]: ", "<b>", "&amp;",
    "&#0;", "&#x110000;", "{#id}",
    ": ", "Article 1 ", "(a) ", "The car must stop. ", "\\", "`", "<!--", "-->", "<table><tr><td>", most=60,
)  # fmt: skip
ADOC = soup(
    "= ", "== ", "\n", "\n\n", "* ", ". ", "a. ", "|===\n", "| a | b\n", "----\n", "====\n", ":toc:\n",
    ":a: {b}\n", "{a}", "include::x[]\n",
    "ifdef::a[]\n", "endif::[]\n", "[NOTE]\n", "[cols=\"1,2\"]\n", "<<a,b>>", "xref:a[b]", "+\n", "2+| ",
    ".2+| ", "term:: ", "[[a]]",
    "The car must stop. ", "1.2 ", "footnote:[a]", most=60,
)  # fmt: skip
HTML = soup(
    "<html>", "<body>", "</body>", "<h1>", "</h1>", "<p>", "</p>", "<ol start=\"9999999999\">",
    "<ol type=i reversed>", "<ul>", "<li>",
    "<li value=\"-3\">", "</li>", "</ol>", "<table>", "<tr>", "<td colspan=\"99999\">", "<td rowspan=0>",
    "<th>", "</table>",
    "<del>", "<ins>", "<s>", "<style>p{display:none}</style>", "<style>", "@media{", "}",
    "li::marker{content:counter(a)}",
    "<p style=\"text-decoration:line-through\">", "<a href=\"#x\">", "<a id=x>", "</a>", "<br>", "<svg><p>",
    "<template>", "<![CDATA[", "<!--",
    "&#xD800;", "&nbsp;", "&lt;", "<?xml version=\"1.0\" encoding=\"utf-7\"?>", "Article 1 ", "(a) ",
    "The car must stop. ", most=60,
)  # fmt: skip
LAW = soup(
    "<?xml version=\"1.0\"?>", "<DIV5 TYPE=\"PART\" N=\"91\">", "<DIV8 TYPE=\"SECTION\" N=\"§ 91.1\">",
    "<HEAD>§ 91.1 Cars.</HEAD>",
    "<P>(a) The car must stop.</P>", "<P>", "</P>", "</DIV8>", "</DIV5>", "<I>", "</I>", "<GPOTABLE>",
    "<ROW>", "<ENT>",
    "<Legislation xmlns=\"http://www.legislation.gov.uk/namespaces/legislation\">", "<Body>",
    "<P1 id=\"section-1\">", "<Pnumber>1</Pnumber>",
    "<P1para>", "<Text>The car must stop.</Text>", "</P1para>", "</P1>", "</Body>", "</Legislation>",
    "<Repeal>", "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "&b;", "<p class=\"oj-ti-art\">Article 1</p>", "<p class=\"oj-normal\">(a) Cars stop.</p>",
    "<div class=\"eli-container\">", "\n", most=60,
)  # fmt: skip

TAGS = ("p", "r", "t", "pPr", "rPr", "tbl", "tr", "tc", "tcPr", "gridSpan", "vMerge", "ins", "del",
    "delText", "moveFrom", "hyperlink",
        "sdt", "sdtContent", "numPr", "numId", "ilvl", "pStyle", "strike", "tab", "br", "fldChar",
        "instrText", "footnoteReference",
        "bookmarkStart", "sectPr", "outlineLvl", "vanish", "sym")  # fmt: skip
VALUES = st.sampled_from(
    [
        "0",
        "1",
        "9",
        "-1",
        "99999999999",
        "",
        "x",
        "restart",
        "begin",
        "end",
        "separate",
        "continue",
        "false",
        "H1",
        "1.5",
    ]
)
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["val", "id", "type", "fldCharType", "name", "anchor", "char", "instr"]),
    VALUES,
    max_size=3,
)
WORDS = st.sampled_from(
    ["1.1 ", "The car must stop. ", "Article 1 ", "(a) ", "REF a \\r", "&#x202E;", "&amp;", "%1.%2"]
)


def element(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def told(tag: str, attributes: dict[str, str], inner: list[str]) -> str:
        given = "".join(f' w:{name}="{value}"' for name, value in attributes.items())
        return f"<w:{tag}{given}>{''.join(inner)}</w:{tag}>"

    return st.builds(told, st.sampled_from(TAGS), ATTRIBUTES, st.lists(inside, max_size=4))


WORD_XML = st.recursive(WORDS, element, max_leaves=25)


def _listed(tag: str, value: str, parts: list[str]) -> str:
    about = f'w:val="{value}" w:numId="1" w:abstractNumId="{value}" w:ilvl="{value}"'
    return f"<w:{tag} {about}>{''.join(parts)}</w:{tag}>"


NUMBERING = st.recursive(
    WORDS,
    lambda inner: st.builds(
        _listed,
        st.sampled_from(
            [
                "abstractNum",
                "num",
                "lvl",
                "start",
                "numFmt",
                "lvlText",
                "lvlOverride",
                "startOverride",
                "abstractNumId",
                "numStyleLink",
            ]
        ),
        VALUES | st.sampled_from(["%1", "%9%9", "upperRoman", "lowerLetter", "chicago", "none"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=15,
)


def _docx(body: list[str], numbering: list[str], styles: str, notes: str, prolog: str) -> bytes:
    return docx(
        paragraph("1.1 The car must stop.") + "".join(body),
        prolog=prolog,
        numbering="".join(numbering),
        styles=styles,
        footnotes=notes,
    )


DOCX = st.builds(
    _docx,
    st.lists(WORD_XML, max_size=8),
    st.lists(NUMBERING, max_size=3),
    WORD_XML,
    WORD_XML,
    st.sampled_from(
        [
            "",
            "",
            "",
            "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>",
            "<?xml version='1.0' encoding='utf-16'?>",
        ]
    ),
)

OPERANDS = st.sampled_from(
    ["0", "1", "-1", "12", "72", "595", "1e9", "-99999999999999", "0.00001", ".", "-",
        "(1.1 The car must stop.)", "(\\216)", "(",
     "<0048>", "<4", "[(a) -200 (b)]", "[", "/F1", "/F2", "/X", "/GS", "<<", ">>", "true", "null", "%", "\0"]
)  # fmt: skip
OPERATORS = st.sampled_from(
    ["BT", "ET", "Tf", "Td", "TD", "Tm", "T*", "Tj", "TJ", "'", '"', "Tc", "Tw", "Tz", "TL", "Tr", "Ts",
        "q", "Q", "cm", "re", "m", "l", "c",
     "h", "S", "f", "B", "n", "W", "rg", "RG", "g", "k", "cs", "scn", "w", "d", "Do", "gs", "sh", "BI",
     "ID", "EI", "BDC", "EMC", "d0"]
)  # fmt: skip
PAINTED = st.lists(
    st.just("BT /F1 11 Tf 1 0 0 1 72 700 Tm (1.1 The car must stop.) Tj ET")
    | st.builds(
        lambda given, operator: f"{' '.join(given)} {operator}", st.lists(OPERANDS, max_size=7), OPERATORS
    ),
    max_size=40,
).map("\n".join)
BOXES = st.sampled_from(["0 0 595 842", "0 0 0 0", "595 842 0 0", "-1e9 -1e9 1e9 1e9", "0 0 595", "a b c d"])


def pdf(painted: str, box: str, turned: str, packed: bool) -> bytes:
    """One page with this content stream, which is its own form too."""
    stream = painted.encode("utf-8", "replace")
    about = ""
    if packed:
        stream, about = zlib.compress(stream), "/Filter /FlateDecode"
    page, form = f"/MediaBox [{box}] /Rotate {turned}", f"/BBox [0 0 9 9] {about}"
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    resources = (
        f"<< /Font << /F1 {font} /F2 5 0 R >> /XObject << /X 4 0 R >> /ExtGState << /GS << /ca 2 >> >> >>"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R {page} /Contents 4 0 R /Resources {resources} >>".encode(),
        f"<< /Type /XObject /Subtype /Form {form} /Length {len(stream)} >>\nstream\n".encode()
        + stream
        + b"\nendstream",
        b"<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [5 0 R] >>",
    ]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    listed = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + listed
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return out + end + tail


PDFS = st.builds(pdf, PAINTED, BOXES, st.sampled_from(["0", "90", "45", "-270", "1e9"]), st.booleans())

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT | st.just(10**400),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)
DEEP = st.sampled_from(
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        "[" * 100_000 + "]" * 100_000,
        "1" * 100_000,
        "1e999999999",
        "NaN",
        '"\\ud800"',
    ]
)


def lines(*fields: str) -> st.SearchStrategy[bytes]:
    """JSON Lines whose objects have some of the fields, with bombs and damage between them."""
    row = st.dictionaries(st.sampled_from(fields) | ANY_TEXT, JSON, max_size=6).map(_dumped)
    text = st.lists(row | DEEP | ANY_TEXT, max_size=5).map(
        lambda rows: "\n".join(rows).encode("utf-8", "surrogatepass")
    )
    return text | st.binary(max_size=100)


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def damaged(data: bytes) -> st.SearchStrategy[bytes]:
    """The bytes with some of them changed, missing, or there twice."""

    def hurt(places: list[tuple[int, bytes, int]]) -> bytes:
        out = data
        for place, instead, gone in places:
            at = place % (len(out) + 1)
            out = out[:at] + instead + out[at + gone :]
        return out

    place = st.integers(0, max(1, len(data)))
    return st.lists(st.tuples(place, st.binary(max_size=4), st.integers(0, 6)), min_size=1, max_size=6).map(
        hurt
    )
