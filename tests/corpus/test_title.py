"""Titles and ids of books of any publisher: what a person would call them, from the page as it is set."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from regulations_agent.corpus.page.lines import DocumentLines, PageLines, Span, TextLine
from regulations_agent.corpus.title.metadata import read_metadata
from regulations_agent.types.document import Box, Document
from tests.corpus.readings import lines_of

OTHERS = Path(__file__).parents[3] / "shared" / "rulebooks" / "others"
BODY = 11.0
WIDTH, HEIGHT = 612.0, 792.0


class Set(NamedTuple):
    """A line of the first page: its words and how they are set."""

    text: str
    size: float = BODY
    bold: bool = False
    centred: bool = True


def title(text: str, size: float = 20.0) -> Set:
    return Set(text, size, bold=True)


def left(text: str, size: float = BODY, *, bold: bool = False) -> Set:
    return Set(text, size, bold, centred=False)


def line(said: Set, top: float) -> TextLine:
    width = min(len(said.text) * said.size * 0.5, 460.0)
    x0 = (WIDTH - width) / 2 if said.centred else 72.0
    box = Box(1, x0, top, x0 + width, top + said.size)
    return TextLine((Span(said.text, "kept", said.bold, False, said.size, "#000000", box),), box, 6.0)


def book(
    *front: Set,
    head: str = "",
    given: str = "",
    file: str = "x.pdf",
    contents: bool = False,
    recognised: bool = False,
) -> Document:
    """A document of eight pages, read: the first is set as told, the others hold a sentence and the head."""
    first = tuple(line(said, 80.0 + 24 * i) for i, said in enumerate(front))
    said = (line(left("The members of the Harbour Club meet once a year; FIDE and Inc. are names."), 90.0),)
    pages = [PageLines(1, WIDTH, HEIGHT, first, contents=contents, recognised=recognised)]
    for number in range(2, 9):
        heads = (line(left(head.replace("#", str(number)), 9.0), 770.0),) if head else ()
        pages.append(PageLines(number, WIDTH, HEIGHT, said, heads))
    source = DocumentLines(tuple(pages), BODY, "#000000", given)
    return read_metadata(source, file=file, sha256="0")


def test_letters_seen_in_a_picture_are_no_part_of_the_name():
    noise = (title("TT in yil", 14.0), title("wi wii"), title("xZ%| HARBOUR CLUB", 30.0))
    once = title("FIDE ONCE A YEAR = MEET", 30.0)
    assert book(*noise, once, recognised=True).title == "Harbour Club FIDE Once a Year Meet"
    assert "yil" in book(*noise, once).title


def test_a_policy_with_its_year_is_no_number_of_a_document():
    assert book(title("HARBOUR POLICY-2016", 30.0), SENTENCE).title == "Harbour Policy-2016"
    assert book(title("HARBOUR RULES"), title("SSC-01", 30.0), SENTENCE).title == "Harbour Rules"


def test_a_date_behind_its_label_is_no_part_of_the_name_and_dates_the_edition():
    found = book(title("HARBOUR RULES", 30.0), title("Adoption date: March 2018"), SENTENCE)
    assert (found.title, found.section) == ("Harbour Rules", "harbour-rules-2018")
    assert book(title("HARBOUR", 30.0), title("Rules: March 2018"), SENTENCE).title.endswith("2018")


SENTENCE = left(
    "All members shall pay their dues before the end of January and are warned once if they do not."
)


def test_a_sentence_in_bold_and_who_is_to_be_called_are_no_part_of_the_name():
    sentence = (left("We, the members of the club, row", bold=True), left("and swim at night.", bold=True))
    assert book(*sentence, SENTENCE, file="harbour_club_rules.pdf").title == "Harbour Club Rules"
    rules = (left("HARBOUR CLUB RULES", bold=True), left("Jo Bell (555) 010-2468", bold=True))
    assert book(*rules, SENTENCE).title == "Harbour Club Rules"


@pytest.mark.parametrize(
    ("read", "ident", "name"),
    [
        (
            book(
                title("CITY OF SPRINGFIELD"),
                Set("1200 Main Street"),
                title("ZONING ORDINANCE", 18.0),
                Set("Adopted June 4, 2019"),
                Set("Amended March 3, 2022"),
            ),
            "city-of-springfield-zoning-ordinance-2022",
            "City of Springfield Zoning Ordinance",
        ),
        (
            book(title("OFFICIAL RULES OF DODGEBALL"), Set("January 2024")),
            "official-rules-of-dodgeball-2024",
            "Official Rules of Dodgeball",
        ),
        (
            book(title("FIDE LAWS OF CHESS TAKING EFFECT FROM 1 JANUARY 2023", 14.0), left("Preface")),
            "fide-laws-of-chess-2023",
            "FIDE Laws of Chess",
        ),
        (
            book(title("2026 Far East Throwdown", 16.0), title("Rulebook ver.1.6", 23.0)),
            "far-east-throwdown-rulebook-2026",
            "2026 Far East Throwdown Rulebook",
        ),
        (
            book(title("Appeals Regulations"), left("2015/2016 Edition", 10.0)),
            "appeals-regulations-2015",
            "Appeals Regulations",
        ),
        (
            book(title("CYCLING REGULATIONS"), title("PART 2 ROAD RACES", 18.0), head="PART 2 ROAD RACES #"),
            "cycling-regulations-part-2-road-races",
            "Cycling Regulations Part 2 Road Races",
        ),
        (
            book(title("2012 Competition Rulebook"), title("Part 1: General Rules", 26.0)),
            "competition-rulebook-2012",
            "2012 Competition Rulebook",
        ),
        (
            book(
                title("BYLAWS", 14.0),
                title("OF", 14.0),
                title("MAPLE GROVE OWNERS ASSOCIATION", 14.0),
                left("ARTICLE I", bold=True),
                SENTENCE,
            ),
            "bylaws-of-maple-grove-owners-association",
            "Bylaws of Maple Grove Owners Association",
        ),
        (
            book(
                title("BYLAW 1", 14.0),
                title("THE ENGINEERING SOCIETY", 14.0),
                title("UNIVERSITY OF X", 14.0),
                given="Bylaw 1 - The Engineering Society",
            ),
            "bylaw-1-the-engineering-society",
            "Bylaw 1 - The Engineering Society",
        ),
        (
            book(
                title('POLICY NUMBER "2006-01-02"', 14.0),
                title("POLICY ON FINANCES", 14.0),
                Set("Last revised: March 28, 2026"),
                given='Policy Number "2006-01-02" - Policy on Finances',
            ),
            "policy-on-finances-2026",
            'Policy Number "2006-01-02" - Policy on Finances',
        ),
        (
            book(
                title("DECLARATION OF COVENANTS, CONDITIONS, RESTRICTIONS, EASEMENTS AND RESERVATIONS", 13.0),
                title("FOR PINE RIDGE ESTATES", 13.0),
            ),
            "declaration-covenants-conditions-restrictions-pine-ridge-estates",
            "Declaration of Covenants, Conditions, Restrictions, Easements and Reservations for"
            " Pine Ridge Estates",
        ),
        (
            book(
                title("Satzung"), title("des Schützenvereins Grünwald e.V.", 14.0), left("§ 1 Name und Sitz")
            ),
            "satzung-des-schutzenvereins-grunwald-e-v",
            "Satzung des Schützenvereins Grünwald e.V.",
        ),
        (
            book(
                left("REGULATION (EU) 2016/679 of 27 April 2016 on the protection of people with regard"),
                left(
                    "to personal data (General Data Protection Regulation) THE PARLIAMENT, having regard to"
                ),
                left("the opinion of 12 March 2014, and acting as is laid down, adopts this date by date:"),
            ),
            "general-data-protection-regulation-2016",
            "General Data Protection Regulation",
        ),
    ],
)
def test_a_title_is_what_a_person_would_call_the_book(read: Document, ident: str, name: str) -> None:
    assert (read.id, read.title) == (ident, name)


def test_a_code_of_the_file_is_no_title_and_an_initial_no_number() -> None:
    code = "ACFrOgDXk5YwdgXV7U6WSffJHe66_s2eBNFgBAg p5PGPmH3z6BkbUDvhc2A LhakaItY9pAQ"
    read = book(title("R. GREY LOFTS"), title("Association Rules", 16.0), given=code)
    assert read.title == "R. Grey Lofts Association Rules"
    assert book(SENTENCE, given=code, file="loft_rules.pdf").title == "Loft Rules"


def test_how_a_book_was_adopted_is_no_part_of_its_name() -> None:
    front = (
        "RULES OF HARBOUR POINT AND OF PENALTIES, ADOPTED UNDER ARTICLE",
        "SIX OF THE BYLAWS OF THE HARBOUR POINT ASSOCIATION",
    )
    said = left("The RULES of the Point: Harbour Point keeps its Rules in a box.")
    read = book(*(title(text, 13.0) for text in front), said)
    assert read.title == "Rules of Harbour Point and of Penalties"


def test_a_book_that_starts_with_its_text_is_called_after_its_heads_then_its_file() -> None:
    headed = book(SENTENCE, head="Harbour Club Rules of Sailing #", given="Microsoft Word - rules_v3.docx")
    assert (headed.id, headed.title) == ("harbour-club-rules-of-sailing", "Harbour Club Rules of Sailing")
    assert book(SENTENCE, file="tennis-club-rules-2021.pdf").id == "tennis-club-rules-2021"
    numbered = book(left("1. General", bold=True), SENTENCE, file="lakeside_house_rules.pdf")
    assert numbered.title == "Lakeside House Rules"
    assert book(title("Bylaws"), SENTENCE, file="vintage_bylaws.pdf").title == "Vintage Bylaws"


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("rules_of_fide_20240101_v2.pdf", "Rules of FIDE"),
        ("of_fide.pdf", "Of FIDE"),
        ("ClubRules_20213.pdf", "Club Rules"),
        ("chess_2021_deadbeef.pdf", "Chess 2021"),
        ("fia.pdf", "Fia"),
        ("gp_2021.pdf", "gp_2021"),
        ("final_document.pdf", "final_document"),
    ],
)
def test_the_name_of_a_file_without_versions_and_codes_is_a_title_if_it_says_a_word(
    file: str, name: str
) -> None:
    assert book(SENTENCE, file=file).title == name


def test_a_title_behind_the_contents_is_found_and_no_entry_is_one() -> None:
    entries = [left("1. Purpose . . . . . . . 3"), left("2. Members of the Club . . . . . 4")]
    named = left("Bylaws Of The Larch Club", 14.0, bold=True)
    read = book(title("Contents"), *entries, named, left("1. Purpose", 14.0, bold=True), contents=True)
    assert read.title == "Bylaws Of The Larch Club"


def test_a_part_alone_is_the_book_and_the_first_of_several_is_not() -> None:
    part = left("Section 5: Student Conduct", 20.0)
    assert book(part, SENTENCE).title == "Section 5: Student Conduct"
    parts = book(part, SENTENCE, left("Section 6: Appeals", 20.0), SENTENCE, file="student_rules.pdf")
    assert parts.title == "Student Rules"


def test_a_date_in_a_sentence_is_not_the_book_s() -> None:
    told = "These covenants were made by the former owners of the hall on March 15, 1995 in this county."
    assert book(title("Covenants of the Larch Club"), left(told)).id == "covenants-of-the-larch-club"


def test_letters_that_ascii_has_not_leave_the_file_s_name_as_the_id() -> None:
    assert book(title("比赛规则"), Set("2024", 14.0), file="chess_rules.pdf").id == "chess-rules-2024"


def test_only_a_motor_sport_publisher_s_form_makes_a_season_and_a_section() -> None:
    university = book(title("University of Northtown"), title("Financial Regulations", 24.0), Set("Issue 3"),
                      Set("Approved 12 July 2023"))  # fmt: skip
    assert university.id == "university-of-northtown-financial-regulations-2023"
    cup = book(
        left("2021 HARBOUR CUP SPORTING REGULATIONS", 16.0),
        left("PUBLISHED ON 3 MARCH 2021"),
        left("Issue 2"),
    )
    assert cup.id == "2021/sporting@2"


def test_regulations_for_somebody_else_are_not_filed_as_the_teams() -> None:
    foot = "2026 Formula 1 Regulations: Financial Regulations"
    teams = book(title("FINANCIAL REGULATIONS (F1 TEAMS)"), left("Issue 3"), head=f"{foot} (F1 Teams)")
    engines = book(
        title("FINANCIAL REGULATIONS FOR ENGINE SUPPLIERS"),
        left("Issue 7"),
        head=f"{foot} for Engine Suppliers",
    )
    assert teams.id == "2026/financial@3"
    assert engines.id == "2026/financial-engine-suppliers@7"


IDS = {
    "rdunlop_iuf_rules_2012_english": "international-unicycling-federation-competition-rulebook-2012",
    "robocup_ssl_2021": "rules-of-the-robocup-small-size-league-2021",
    "skule_bylaw_3": "bylaw-3-the-elections-bylaw-2026",
    "skule_finance_policy": "policy-on-finances-2026",
    "swancrest_cc_r": "declaration-covenants-conditions-restrictions-shadows-swan-lake",
    "vedant_rajput_gdpr": "general-data-protection-regulation-2016",
}
"""Read by eye beside the first page of each."""


@pytest.mark.slow
@pytest.mark.skipif(not OTHERS.is_dir(), reason="the rulebooks of other fields are not here")
@pytest.mark.parametrize("name", IDS)
def test_real_rulebooks_have_readable_ids(name: str) -> None:
    source = lines_of(OTHERS / f"{name}.pdf")
    assert read_metadata(source, file=f"{name}.pdf", sha256="0").id == IDS[name]
