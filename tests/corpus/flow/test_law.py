"""Law from its publishers: numbers as each law is cited, nesting and amendments as the publisher marks."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from lxml import etree

from regulations_agent.corpus.flow.law.levels import nested
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.corpus.read import read_document
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import Clause, Reading
from tests.listings import as_listed

ECFR = """<?xml version="1.0" encoding="UTF-8"?>
<DLPSTEXTCLASS><HEADER><FILEDESC><TITLESTMT><TITLE>Title 99: Kites</TITLE></TITLESTMT></FILEDESC></HEADER>
<TEXT><BODY><ECFRBRWS><AMDDATE>Mar. 4, 2024</AMDDATE>
<DIV1 N="99" NODE="99:1" TYPE="TITLE"><HEAD>Title 99—Kites--Volume 1</HEAD>
<CFRTOC><SUBJECT>chapter i—Kite Board</SUBJECT></CFRTOC>
<DIV3 N="I" NODE="99:1.0.1" TYPE="CHAPTER"><HEAD>CHAPTER I—KITE BOARD</HEAD>
<DIV5 N="7" NODE="99:1.0.1.1" TYPE="PART"><HEAD>PART 7—FLYING KITES</HEAD>
<AUTH><HED>Authority:</HED><PSPACE>99 U.S.C. 1.</PSPACE></AUTH>
<DIV6 N="A" NODE="99:1.0.1.1.1" TYPE="SUBPART"><HEAD>Subpart A—General</HEAD>
<DIV8 N="§ 7.1" NODE="99:1.0.1.1.1.1" TYPE="SECTION"><HEAD>§ 7.1   Right of way.</HEAD>
<P>Unless the Board allows otherwise:</P>
<P>(a) <I>Scope.</I> (1) This section applies to kites.</P>
<P>(2) It does not apply to—</P>
<P>(i) Balloons; or</P>
<P>(ii) Gliders.</P>
<P>(b) <I>In sight.</I> A kite in distress has the right of way over all others.</P>
<P>(c) A person who flies a kite must not let it rise above 50 metres (see § 7.2(b)).</P>
<CITA TYPE="N">[50 FR 1, Jan. 2, 1985]</CITA></DIV8>
<DIV8 N="§ 7.2" NODE="99:1.0.1.1.1.2" TYPE="SECTION"><HEAD>§ 7.2   Lines.</HEAD>
<P>(a) A line must hold 100 newtons.</P><P>(b) No line may be of metal.</P>
<TABLE><TR><TH>Line</TH><TH>Load</TH></TR><TR><TD>Silk</TD><TD>120 N</TD></TR></TABLE></DIV8></DIV6>
<DIV9 N="Appendix A to Part 7" NODE="99:1.0.1.1.3" TYPE="APPENDIX"><HEAD>Appendix A to Part 7—Forms</HEAD>
<P>Write to the Board.</P></DIV9></DIV5></DIV3></DIV1></ECFRBRWS></BODY></TEXT></DLPSTEXTCLASS>"""

POINTS = """<table><col/><col/><tbody><tr><td><p class="oj-normal">({0})</p></td><td>
<p class="oj-normal">{1}</p>{2}</td></tr></tbody></table>"""
FLAX = POINTS.format("i", "of silk; or", "") + POINTS.format("ii", "of flax.", "")
EURLEX = (
    """<!DOCTYPE html><html lang="en"><head><title>L_2024</title></head><body><div class="eli-container">
<table><tbody><tr><td><p class="oj-hd-date">5.3.2024</p></td><td><p class="oj-hd-ti">Journal</p></td></tr>
</tbody></table>
<div class="eli-main-title"><p class="oj-doc-ti">REGULATION (EU) 2024/99 OF THE COUNCIL</p>
<p class="oj-doc-ti">of 4 March 2024</p><p class="oj-doc-ti">on kites (Kite Regulation)</p>
<p class="oj-doc-ti">(Text with EEA relevance)</p></div>
<div class="eli-subdivision" id="pbl_1"><p class="oj-normal">Having regard to the Treaty,</p>
<div class="eli-subdivision" id="rct_1">"""
    + POINTS.format("1", "Kites bring joy.<a>(<span class='oj-super'>1</span>)</a>", "")
    + """</div></div>
<div class="eli-subdivision" id="enc_1"><div id="cpt_I"><p class="oj-ti-section-1">CHAPTER I</p>
<div class="eli-title"><p class="oj-ti-section-2">General provisions</p></div>
<div class="eli-subdivision" id="art_1"><p class="oj-ti-art">Article 1</p>
<div class="eli-title"><p class="oj-sti-art">Conditions</p></div>
<div id="001.001"><p class="oj-normal">1.   A kite shall fly only where:</p>"""
    + POINTS.format("a", "the wind is steady;", "")
    + POINTS.format("b", "the line is:", FLAX)
    + """<p class="oj-normal">Point (a) shall not apply at sea.</p></div>
<div id="001.002"><p class="oj-normal">2.   Nobody shall fly a kite at night.</p></div></div>
<div class="eli-subdivision" id="art_2"><p class="oj-ti-art">Article 2</p>
<div class="eli-title"><p class="oj-sti-art">Definitions</p></div><p class="oj-normal">In this
Regulation:</p>"""
    + POINTS.format("1", "‘kite’ means a toy that flies on a line;", "")
    + """</div></div>
<div class="oj-final"><p class="oj-normal">Done at Brussels, 4 March 2024.</p></div></div>
<p class="oj-note"><a>(<span class="oj-super">1</span>)</a> OJ C 1, 1.1.2024, p. 1.</p></div>
<div class="eli-container" id="anx_I"><p class="oj-doc-ti">ANNEX I</p><p class="oj-doc-ti">Materials</p>
<p class="oj-ti-grseq-1">Section A</p>"""
    + POINTS.format("1", "Silk", "")
    + "</div></body></html>"
)

LEG = "http://www.legislation.gov.uk/namespaces/legislation"
CLML = f"""<?xml version="1.0" encoding="utf-8"?>
<Legislation xmlns="{LEG}" xmlns:ukm="http://www.legislation.gov.uk/namespaces/metadata"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dct="http://purl.org/dc/terms/">
<ukm:Metadata><dc:title>Kites Act 2001</dc:title><dct:valid>2024-03-04</dct:valid></ukm:Metadata>
<Contents><ContentsTitle>Contents</ContentsTitle></Contents>
<Primary><PrimaryPrelims><Title>Kites Act 2001</Title><Number>2001 c. 99</Number>
<LongTitle>An Act about kites.</LongTitle></PrimaryPrelims>
<Body><Part id="part-1"><Number>PART 1</Number><Title>Flying</Title>
<P1group><Title>Duty of flyers</Title><P1 id="section-1"><Pnumber>1</Pnumber><P1para>
<P2 id="section-1-1"><Pnumber>1</Pnumber><P2para><Text>A flyer must—</Text>
<P3 id="section-1-1-a"><Pnumber>a</Pnumber><P3para><Text>hold the line <Substitution ChangeId="k"
 CommentaryRef="c1">with both hands</Substitution>, and</Text></P3para></P3>
<P3 id="section-1-1-b"><Pnumber>b</Pnumber><P3para><Text>look up,</Text></P3para></P3>
<Text>unless the wind <Repeal ChangeId="r">blows or</Repeal> drops.</Text></P2para></P2>
<P2 id="section-1-2"><Pnumber>2</Pnumber><P2para><Text>In section 9 of the Toys Act for subsection (1)
substitute—</Text><BlockAmendment>
<P2><Pnumber>1</Pnumber><P2para><Text>A toy must be safe.</Text></P2para></P2>
</BlockAmendment></P2para></P2></P1para></P1></P1group>
<P1group Status="Prospective"><Title>Licences</Title><P1 id="section-2"><Pnumber>2</Pnumber><P1para>
<Text>A flyer must hold a licence.</Text></P1para></P1></P1group></Part></Body>
<Schedules><Schedule id="schedule-1"><Number>SCHEDULE 1</Number>
<TitleBlock><Title>Strings</Title></TitleBlock>
<Reference>Section 1</Reference><ScheduleBody><P1 id="schedule-1-paragraph-4"><Pnumber>4</Pnumber><P1para>
<P2 id="schedule-1-paragraph-4-1"><Pnumber>1</Pnumber><P2para>
<Text>“String” means a line of flax.</Text></P2para></P2>
</P1para></P1></ScheduleBody></Schedule></Schedules></Primary>
<Commentaries><Commentary id="c1" Type="F">
<Para><Text>Words in s. 1(1)(a) substituted (1.2.2005)</Text></Para>
</Commentary></Commentaries></Legislation>"""


def read(folder: Path, name: str, text: str) -> tuple[Reading, dict[str, Clause]]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    reading = as_listed(read_document(path))
    return reading, {clause.number: clause for clause in reading.clauses}


def test_sections_of_the_cfr_are_cited_with_their_paragraphs(tmp_path: Path) -> None:
    reading, found = read(tmp_path, "title.xml", ECFR)
    assert [n for n in found if n.startswith("§ 7.1")] == [
        *("§ 7.1", "§ 7.1(a)", "§ 7.1(a)(1)", "§ 7.1(a)(2)", "§ 7.1(a)(2)(i)", "§ 7.1(a)(2)(ii)"),
        *("§ 7.1(b)", "§ 7.1(c)", "§ 7.1, source"),
    ]
    assert found["§ 7.1"].heading == "Right of way."
    assert found["§ 7.1"].parent == f"{reading.document.id}/Part 7 Subpart A"
    assert found["§ 7.1(a)"].text == "Scope." and found["§ 7.1(a)(2)(ii)"].text == "Gliders."
    assert not found["§ 7.1, source"].binding and not found["Part 7, authority"].binding
    assert found["§ 7.2(b)"].rows == (("Line", "Load"), ("Silk", "120 N"))
    assert found["Appendix A to Part 7"].kind == "appendix"
    assert reading.document.published == "2024-03-04" and reading.document.title == "99 CFR Kites"
    (mention,) = [r for r in reading.references if r.printed.startswith("§")]
    assert mention.targets[0].clause == "§ 7.2(b)" and mention.targets[0].status == "resolved"


def test_acts_of_the_union_are_cited_by_article_paragraph_and_point(tmp_path: Path) -> None:
    reading, found = read(tmp_path, "act.html", EURLEX)
    assert reading.document.title == "Regulation (EU) 2024/99 (Kite Regulation)"
    assert reading.document.section == "regulation-eu-2024-99-kite-regulation"
    assert list(found) == [
        *("Front matter", "Recital 1", "Chapter I", "Article 1", "Article 1(1)", "Article 1(1)(a)"),
        *("Article 1(1)(b)", "Article 1(1)(b)(i)", "Article 1(1)(b)(ii)", "Article 1(2)"),
        *("Article 2", "Article 2(1)", "Footnote 1", "Annex I", "Annex I, Section A"),
        "Annex I, Section A, point 1",
    ]
    assert found["Article 1"].heading == "Conditions"
    assert found["Article 1(1)"].text == "A kite shall fly only where:\nPoint (a) shall not apply at sea."
    assert found["Article 1(1)(b)(ii)"].text == "of flax."
    assert not found["Recital 1"].binding and found["Article 1(2)"].binding
    assert [term.term for term in reading.terms] == ["kite"]


def test_acts_of_parliament_are_cited_by_section_and_schedule(tmp_path: Path) -> None:
    reading, found = read(tmp_path, "act.xml", CLML)
    assert reading.document.title == "Kites Act 2001" and reading.document.published == "2024-03-04"
    assert list(found) == [
        *(
            "Preamble",
            "Pt. 1",
            "s. 1",
            "s. 1(1)",
            "s. 1(1)(a)",
            "s. 1(1)(b)",
            "s. 1(2)",
            "s. 1, note F1",
            "s. 2",
        ),
        *("Sch. 1", "Sch. 1 para. 4", "Sch. 1 para. 4(1)"),
    ]
    assert found["s. 1(1)(a)"].inserted == ("with both hands",)
    assert found["s. 1(1)"].text == "A flyer must—\nunless the wind drops."
    assert found["s. 1(1)"].deleted == ("blows or",)
    assert "(1) A toy must be safe." in found["s. 1(2)"].text
    assert not found["s. 2"].binding and found["s. 1"].binding


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("section 12(3)(b)", "s. 12(3)(b)"),
        ("paragraph 4(1) of Schedule 2", "Sch. 2 para. 4(1)"),
        ("Schedule 2, paragraph 4(1)", "Sch. 2 para. 4(1)"),
        ("regulation 8(3)", "reg. 8(3)"),
        ("14 CFR § 91.113(b)", "§ 91.113(b)"),
        ("art. 6(1)(a)", "Article 6(1)(a)"),
    ],
)
def test_a_provision_is_found_however_it_is_cited(asked: str, number: str) -> None:
    assert lookup_key(asked) == lookup_key(number)


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("a b c d e f g h i j", "a b c d e f g h i j"),
        ("a 1 i ii iii 2 b", "a a1 a1i a1ii a1iii a2 b"),
        ("h 1 i ii 2 i 1 j", "h h1 h1i h1ii h2 i i1 j"),
        ("a 1 i A B ii 2 b 1", "a a1 a1i a1iA a1iB a1ii a2 b b1"),
        ("a 1 i A 1 i ii 2 B", "a a1 a1i a1iA a1iA1 a1iA1i a1iA1ii a1iA2 a1iB"),
    ],
)
def test_designations_nest_by_how_they_count(printed: str, read: str) -> None:
    stacks = nested(printed.split())
    assert " ".join("".join(step.text for step in stack) for stack in stacks) == read


@pytest.mark.parametrize(
    ("named", "title", "cited"),
    [
        ("article-1", "Scheme", "art. 1"), ("rule-1", "Scheme", "rule 1"), ("", "Order", "art. 1"),
        ("regulation-1", "Order", "reg. 1"), ("", "Rules", "rule 1"), ("", "Scheme", "reg. 1"),
    ],
)  # fmt: skip
def test_secondary_law_is_cited_by_what_its_publisher_or_its_title_calls_it(
    tmp_path: Path, named: str, title: str, cited: str
) -> None:
    said = f'<P1 id="{named}"><Pnumber>1</Pnumber><P1para><Text>Kites are flown low.</Text></P1para></P1>'
    head = f'<Legislation xmlns="{LEG}" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    told = f"<dc:title>The Kites {title} 2001</dc:title><Secondary><Body>{said}</Body></Secondary>"
    _, found = read(tmp_path, "data.xml", f'<?xml version="1.0"?>{head}{told}</Legislation>')
    assert list(found) == [cited]


BILLION = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    f'<Legislation xmlns="{LEG}"><Primary><Body><P1><Pnumber>1</Pnumber><Text>&b;</Text></P1></Body>'
    "</Primary></Legislation>"
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    '<DIV5 N="1" TYPE="PART"><HEAD>PART 1</HEAD><DIV8 N="1.1" TYPE="SECTION"><P>&a;</P></DIV8></DIV5>'
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BILLION, "declares a document type"),
        (OUTSIDE, "declares a document type"),
        (CLML[: len(CLML) // 2], "is damaged: its XML cannot be parsed"),
        ('<?xml version="1.0"?><catalogue><book/></catalogue>', "is XML of no kind that can be read"),
        (f'<?xml version="1.0"?><Legislation xmlns="{LEG}"></Legislation>', "has no provisions"),
    ],
)
def test_bad_xml_is_refused_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bad.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError, match=says) as refusal:
        read_document(path)
    assert "\n" not in str(refusal.value) and "bad.xml" in str(refusal.value)


REAL = [Path(__file__).parents[4] / folder / "law" for folder in ("shared", "data")]


def real(name: str) -> Path:
    path = next((folder / name for folder in REAL if (folder / name).exists()), None)
    if path is None:
        pytest.skip(f"{name} is not there; see issue 15 for where such documents are")
    return path


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


@pytest.mark.slow
def test_every_section_of_a_real_title_is_found_and_no_word_lost() -> None:
    path = real("ecfr-title-1.xml")
    root = etree.fromstring(path.read_bytes())
    wanted = {f"§ {part.get('N', '').lstrip('§ ')}" for part in root.iter("DIV8")}
    reading = read_document(path)
    numbers = [clause.number for clause in reading.clauses]
    assert len(wanted) > 200 and wanted <= set(numbers) and len(numbers) == len(set(numbers))
    body = words(" ".join("".join(part.itertext()) for part in root.iter("P")))
    printed = words(" ".join(f"{c.number} {c.heading} {c.text}" for c in reading.clauses))
    assert sum((body - printed).values()) <= 0.005 * sum(body.values())


@pytest.mark.slow
def test_every_article_and_recital_of_a_real_regulation_is_found() -> None:
    path = real("eurlex-gdpr.html")
    ids = set(re.findall(r'id="((?:art|rct)_\d+)"', path.read_text(encoding="utf-8")))
    numbers = {clause.number for clause in read_document(path).clauses}
    wanted = {("Recital " if i.startswith("rct") else "Art.") + i[4:] for i in ids}
    found = {re.sub(r"^Arti[a-z]+ (\d+)$", r"Art.\1", number) for number in numbers}
    assert len(wanted) == 272 and wanted <= found
    assert not any("#" in number for number in numbers)


@pytest.mark.slow
def test_every_provision_of_a_real_act_is_found_as_its_publisher_names_it() -> None:
    path = real("uk-ukpga_20000032_en.xml")
    ids = set(re.findall(r'<P[1-5][^>]* id="section-([\w-]+)"', path.read_text(encoding="utf-8")))
    first = {i.partition("-") for i in ids}
    wanted = {f"s. {n}" + "".join(f"({step})" for step in rest.split("-") if step) for n, _, rest in first}
    numbers = {clause.number for clause in read_document(path).clauses}
    assert len(wanted) > 800 and len(wanted & numbers) >= 0.97 * len(wanted)
