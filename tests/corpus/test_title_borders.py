"""Names of books: from which size, place or number of words on a line is the title, or a date the book's.

Each test says how often the reading turns, and the listing has where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from regulations_agent.corpus.page.lines import Cell, DocumentLines, PageLines, Span, Table, TextLine
from regulations_agent.corpus.title.cover import Cover, CoverLine, read_cover
from regulations_agent.corpus.title.dates import first_date, is_date, is_dateline, month_number, undated
from regulations_agent.corpus.title.fia_names import season_name
from regulations_agent.corpus.title.file_name import title_of_file
from regulations_agent.corpus.title.metadata import published_on, read_metadata
from regulations_agent.corpus.title.slugs import slug
from regulations_agent.corpus.title.title import act_date, find_title, short_title, title_block
from regulations_agent.types.document import Box
from tests.corpus.test_borders import once, steps, turns, within
from tests.listings import as_listed


def line(
    text: str,
    size: float = 1.0,
    *,
    bold: bool = False,
    centred: bool = False,
    gap: float = 0.5,
    level: int = 0,
) -> CoverLine:
    return CoverLine(text, size, bold, centred, gap, level)


def text_line(
    text: str,
    top: float = 100.0,
    x: float = 72.0,
    size: float = 10.0,
    wide: float = 200.0,
    *,
    bold: bool = False,
) -> TextLine:
    box = Box(1, x, top, x + wide, top + size)
    return TextLine((Span(text, "kept", bold, False, size, "#000000", box),), box, 5.0, level=2)


def page(number: int, *texts: str, heads: Sequence[str] = (), contents: bool = False) -> PageLines:
    body = tuple(text_line(text, 100.0 + 20 * n) for n, text in enumerate(texts))
    return PageLines(
        number, 600.0, 800.0, body, tuple(text_line(text, 20.0) for text in heads), contents=contents
    )


def cover(
    *front: CoverLine | str,
    heads: Sequence[str] = (),
    given: str = "",
    file: str = "x.pdf",
    about: Sequence[str] = (),
    text: str = "",
    opening: Sequence[CoverLine] = (),
) -> Cover:
    """What a book shows whose first page has these lines and whose others say `text`."""
    lines = tuple(line(one) if isinstance(one, str) else one for one in front)
    return Cover(lines, lines, tuple(opening), tuple(heads), given, tuple(about), file, (page(1, text),))


def each(read: Callable[[str], object], *texts: str) -> None:
    """What is read of each text."""
    as_listed([f"{text!r}: {read(text)!r}" for text in texts])


def test_a_title_names_both_parties_and_is_not_read_from_the_list_below_it():
    lines = ("AGREEMENT BETWEEN", "REED COUNTY", "and the", "REED COUNTY CLERKS ASSOCIATION", "July 1, 2024")
    pages = (
        PageLines(1, 600.0, 800.0, tuple(text_line(text, 100 + 20 * n) for n, text in enumerate(lines))),
    )
    title = read_metadata(DocumentLines(pages, 10.0, ""), file="x.pdf", sha256="").title
    assert title == "Agreement Between Reed County and the Reed County Clerks Association"
    club = (
        line("REED CLUB, INC.", bold=True),
        line("BY-LAWS", bold=True),
        line("ARTICLE TITLE"),
        line("I NAME"),
    )
    assert find_title(cover(*club)) == "Reed Club, Inc. By-Laws"


def test_dates_are_read_in_every_form_and_only_real_days():
    assert first_date("26 September 2023") == "2023-09-26"
    for text in ("1st of May, 2020", "May 1, 2020", "01/05/2020", "1.5.2020", "2020-05-01", "(1 May 2020)"):
        assert first_date(text) == "2020-05-01"
    assert first_date("Jun. 5th, 2026") == "2026-06-05" and first_date("Sept 3, 2021") == "2021-09-03"
    assert first_date("2024-02-30 and 1 May 2020") == first_date("1 May 2020 to 2 June 2021") == "2020-05-01"
    for text in ("31/02/2025", "2025-13-01", "32 May 2020", "May 2020", "Fall 2023", "2024", "5 Mayor 2020"):
        assert first_date(text) is None
    names = ("January", "Feb", "MAR", "sept", "December", "Ja", "Foo", "")
    assert [month_number(name) for name in names] == [1, 2, 3, 9, 12, 0, 0, 0]


def test_a_line_is_a_date_if_it_says_nothing_else_and_a_dateline_if_it_says_what_was_done_then():
    for text in ("1st of May, 2020", "2025-10-16", "(1 May 2020)", "May 2020", "spring, 2021", "31/02/2025"):
        assert is_date(text) and is_dateline(text)
    for text in ("Approved by the Board, June 2011", "Revised 1 May 2020", "by AB 1 May 2020"):
        assert is_dateline(text) and not is_date(text)
    for text in ("no date", "2024", "Rules of 1 May 2020", "by ABC 1 May 2020", "Adopted", "1 Rules 2021"):
        assert not is_date(text) and not is_dateline(text)


def test_no_number_before_a_year_is_a_day_unless_a_month_stands_between():
    assert undated("Rules of 1 May 2020, revised 2020-05-02").split() == ["Rules", "of", ",", "revised"]
    for text in ("Class 1 Rules 2021", "Under 18 Junior 2024", "May 2020", "Foo 3, 2020"):
        assert undated(text) == text and first_date(text) is None
    assert slug("Class 1 Rules 2021", 2021) == "class-1-rules-2021"


def test_an_id_has_the_words_of_the_title_without_versions_and_dates():
    each(
        lambda title: slug(title, None),
        "The Rules",
        "The",
        "A Code of Conduct",
        "Rules v2.1",
        "Rules 2.1",
        "Rules 2",
        "Règles de l’Eau",
        "Members' Code",
        "Policy Number - Boats",
        "Boats: Rules",
        "Boats – 2019",
        "Straße",
        "2020/21 Season Rules of 1 May 2020",
        "比赛",
        "x" * 70,
        " ".join(["harbour"] * 9),
        " ".join(["harbour of the"] * 9),
        "Regulation Edition 3 Issue 4 Boats",
    )
    assert (
        slug("Boats", 2020) == "boats-2020"
        and slug("比赛", 2020, cover(file="race_2019_rules.pdf")) == "race-rules-2020"
    )
    once(
        turns(
            range(40, 80), lambda long: slug("harbour of " + "b" * (long - 18) + " wait", None).count("-of-")
        )
    )
    as_listed(
        turns(range(2, 12), lambda count: slug(" ".join(f"harbour{n}word" for n in range(count)), None))
    )


def test_a_short_name_that_the_book_prints_some_times_is_its_id():
    def ident(title: str, times: int = 3) -> str:
        return slug(title, None, cover(text="FSAE FOSAE FSSAE FS FSTSAE " * times))

    assert (ident("Formula SAE Rules", 1), ident("Formula SAE Rules", 4)) == ("formula-sae-rules", "fsae")
    assert ident("Formula of SAE") == "fsae" and ident("Formula Student SAE") == "fssae"
    for title in ("FORMULA SAE", "Formula Student", "Formula S", "Formula Student Tech SAE"):
        assert ident(title) == title.lower().replace(" ", "-"), "no acronym beside words, or too many of them"


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("osu_rules.pdf", "OSU Rules"),
        ("osuxy_boats.pdf", "Osuxy Boats"),
        ("boats_v2_of_fide.pdf", "Boats of FIDE"),
        ("boats_1234_12345678_123456789.pdf", "Boats 1234"),
        ("boats_abcdef12_abcdef1.pdf", "Boats Abcdef1"),
        ("HarbourBoats.pdf", "Harbour Boats"),
        ("boats.toolong", "Boats Toolong"),
        ("ab_cd.pdf", ""),
        ("final_draft.docx", ""),
    ],
)
def test_the_name_of_a_file_is_a_title_without_versions(file: str, title: str):
    assert title_of_file(cover(file=file, text="FIDE OSU")) == title


def test_capitals_become_those_of_a_sentence_but_for_initials():
    each(
        cover().cased,
        "FORMULA ONE RULES OF THE FIA",
        "THE CAR AND THE LAW",
        "Formula ONE",
        "ABCD ABC AB OF",
        "USE OF NEW FEE",
    )
    known = cover(text="The FIDE and HARBOUR boats of Oslo keep NATO and Nato, and an Ice").cased
    each(
        known,
        "FIDE LAWS OF THE HARBOUR",
        "OSLO ICE RULES",
        "NATO RULES",
        "(FIDE) “OF” RULES",
        "THE LAW",
        "Fide Laws",
        "XYZ ABCD",
    )
    assert known("OF THE BOATS", starts=False) == "of the Boats"


def test_a_word_is_printed_so_often_as_a_whole_word():
    made = cover(text="SAE, SAEs SAE", about=["SAE"])
    assert [made.prints("SAE", times) for times in (1, 3, 4)] == [True, True, False]
    each(
        lambda file: cover(file=file).stem,
        "boats.pdf",
        "boats.ab1",
        "boats.abcdef",
        "boats",
        ".pdf",
        "a.b.pdf",
    )


def test_a_running_head_on_most_pages_is_of_the_whole_book():
    def repeated(count: int, pages: int = 10) -> bool:
        heads = tuple(page(n, heads=["Part 2  Boats"] if n < count else ()) for n in range(pages))
        return replace(cover(), pages=heads).repeats("part 2")

    once(turns(range(11), repeated))
    assert not repeated(1, 1) and repeated(2, 2)


def read(*pages: PageLines, **told: str) -> Cover:
    return read_cover(DocumentLines(pages, 10.0, "#000000", **told), "a.pdf")  # type: ignore[arg-type]


def test_a_cover_is_the_first_page_that_says_something():
    as_listed(turns(range(5), lambda blank: read(*[page(n) for n in range(blank)], page(9, "Boats")).lines))
    as_listed(
        turns(
            range(28, 33),
            lambda count: (
                len(read(page(1, *["Boats"] * count)).front),
                len(read(page(1, *["Boats"] * count)).top),
            ),
        )
    )
    once(
        turns(
            steps(380, 420, 1),
            lambda top: len(read(replace(page(1, "Boats"), heads=(text_line("Head", top),))).top),
        )
    )
    once(
        turns(
            steps(0, 100, 4),
            lambda top: [
                one.text for one in read(replace(page(1, "Boats"), heads=(text_line("Head", 50 + top),))).top
            ],
        )
    )
    assert read().front == read().top == read(page(1)).opening == ()
    assert read(page(1, "  Boats   wait "), title=" The  Book ").given == "The Book"


def test_a_line_of_a_cover_is_told_by_its_size_its_middle_and_its_blank():
    def told(x: float = 72.0, wide: float = 200.0, edge: float = 72.0) -> str:
        first = PageLines(
            1, 600.0, 800.0, (text_line("Boats", 100, x, 20, wide, bold=True), text_line("wait", 130, edge))
        )
        (one, _) = read(first).front
        return f"{one.size} {one.bold} {one.centred} {one.gap} {one.level}"

    within(turns(steps(150, 250, 2), lambda x: told(x)))
    once(turns(steps(60, 100, 1), lambda x: told(x, 600 - 2 * x, 70)))
    struck = TextLine(
        (
            Span("a", "kept", True, False, 20, "", Box(1, 0, 0, 1, 1)),
            Span(" ", "kept", False, False, 30, "", Box(1, 0, 0, 1, 1)),
        ),
        Box(1, 0, 0, 9, 9),
        0.0,
    )
    cells = tuple((Cell(struck.spans, struck.box),) for _ in range(6))
    as_listed(read(PageLines(1, 600.0, 800.0, (Table(cells, struck.box), struck))).front)
    assert read_cover(DocumentLines((page(1, "Boats"),), 0.0, ""), "").front[0].size == 10.0


def test_a_title_stands_behind_the_contents_with_which_a_book_starts():
    def opening(*texts: str, contents: bool = True) -> list[str]:
        pages = page(1, *texts, contents=contents), page(2, "Boats 3", "Oars", "Contents"), page(3, "x")
        return [one.text for one in read(*pages).opening]

    as_listed(
        [
            opening(*texts.split("|"))
            for texts in (
                "Contents|Boats 3|Oars 4|The Book",
                "The Book|Boats 3",
                "Boats 3|a|b|Oars 4",
                "Boats 3|a|Oars....5|c",
                "Boats 3|x|Oars 4",
            )
        ]
    )
    assert opening("Contents", "Boats 3", contents=False) == []


def test_running_heads_come_by_how_often_they_stand_without_their_numbers():
    def heads(n: int) -> list[str]:
        return [f"Boats {n}/9", "Seldom" if n == 3 else f"Oars A{n} of 9", f"n{'abcdefghijklmnopq'[n]}"]

    found = read(*[page(n, heads=heads(n)) for n in range(15)]).heads
    assert found[:2] == ("Boats 0/9", "Oars A0 of 9") and "Seldom" in found[2:]


def titled(*lines: CoverLine | str, **told: Sequence[str]) -> str:
    return find_title(cover(*lines, file="boat_book.pdf", **told))  # type: ignore[arg-type]


def test_a_line_stands_out_by_its_size_weight_place_or_capitals():
    once(turns(steps(1, 1.3, 0.01), lambda size: titled(line("Harbour Rules", size), "Boats wait.")))
    for told in ({"bold": True}, {"centred": True}, {"level": 1}, {"level": 2}):
        as_listed(titled(line("Harbour Point", **told), "Boats wait."))  # type: ignore[arg-type]
    as_listed(
        [titled(text, "Boats wait.") for text in ("HARBOUR", "HARBO", "Harbour Rules", "Harbour Point")]
    )
    once(turns(steps(0.5, 1.2, 0.05), lambda gap: titled("Harbour Rules", line("Boats wait.", gap=gap))))
    as_listed(titled("Harbour Rules", line("Boats wait.", 0.9)))
    assert titled("Harbour Point", line("Harbour Rules", gap=2), line("Boats wait.", gap=2)) == "Boat Book"


def test_a_title_ends_where_the_text_begins():
    big = line("Harbour Point", 2.0)
    for below in (
        "1. Boats",
        "Boats wait at the pier of the harbour and are red there",
        "Contents",
        "a" * 91 + " b",
        "a" * 80 + " b",
        "12 Main Street",
        "By the Board",
        "Version 3",
    ):
        as_listed(titled(big, below, line("Sailing Rules", 2.0)))
    as_listed(
        turns(
            range(1, 9), lambda count: titled(*[line(f"Harbour {'abcdefghi'[n]}", 2.0) for n in range(count)])
        )
    )
    as_listed(
        turns(range(9), lambda count: titled(*["1200 Main Street"] * count, line("Harbour Rules", 2.0)))
    )
    once(turns(steps(2, 4, 0.1), lambda gap: titled(big, line("BOATS OF OAK", gap=gap))))
    assert titled(line("Harbour Rules", 2.0), "BOATS OF OAK") == "Harbour Rules"
    as_listed(
        [
            titled(line("Harbour", 2, level=a), line("Sailing Rules", 2, level=b))
            for a in (0, 1, 2)
            for b in (0, 1, 2)
        ]
    )


def test_of_several_titles_that_which_names_a_kind_or_the_largest_is_the_book_s():
    def of(*named: tuple[str, float]) -> str:
        return titled(*[one for text, size in named for one in (line(text, size), "1200 Main Street")])

    club = "Harbour Point Sailing Club"
    assert of((club, 2.0), ("Racing Point of the Pier Club", 2.5)) == "Racing Point of the Pier Club"
    assert of((club, 2.0), ("Racing Point of the Pier Club", 2.0)) == club
    assert of((club, 2.0), ("Sailing Racing Club Rules", 1.5)) == "Sailing Racing Club Rules"
    assert of((club, 2.0), ("Sailing Rules", 1.5), ("Boat Rules", 3.0)) == f"{club} Sailing Rules", "whose"


@pytest.mark.parametrize(
    "text",
    [
        "Harbour Point:",
        "Harbour Point;",
        "Harbour Point.",
        "Boats of the pier must wait",
        "Boats . . . . 3",
        "boats 12",
        " ".join(["Boat"] * 19),
        "1200 Main St",
        "boat@pier.org",
        "12",
        "ISO/DIS 99:2026(E)",
    ],
)
def test_what_is_no_title_is_none_however_large(text: str):
    assert titled(line(text, 2.0), "Boats wait at the pier.") == "Boat Book"


@pytest.mark.parametrize(
    "text",
    ["Harbour Point Inc.", "Boats 1200", " ".join(["Boat"] * 18), "2021/22", "Articles of Association"],
)
def test_a_line_of_few_words_in_large_print_is_a_title(text: str):
    assert titled(line(text, 2.0), "Boats wait at the pier.") == text


def test_a_part_that_stands_alone_is_the_book():
    name = "Section 5: Harbour Rules"

    def part(size: float = 2.0, above: int = 0) -> str:
        return titled(*["Oars"] * above, line(name, size))

    assert (part(1.3), part(1.5)) == ("Boat Book", name), "in large print"
    assert part(above=2) == name and part(above=4) == "Boat Book", "at the top"
    for fellows, title in ((1, name), (2, "a_file")):
        pages = (page(1, *["Section 6 Boats"] * fellows, "Section"),)
        assert find_title(replace(cover(line(name, 2.0), file="a_file.pdf"), pages=pages)) == title


def test_a_title_leaves_out_versions_dates_of_force_and_what_is_said_twice():
    for lines in (
        ("Harbour Rules v1.2",),
        ("Harbour Rules, revised 2020",),
        ("Harbour Rules (as amended", "by the Board)"),
        ("Harbour Rules adopted under Article", "Six of the Harbour"),
        ("Harbour Rules adopted 2020", "by the Board"),
        ("Harbour Rules", "Harbour Rules of Sailing"),
        ("Harbour Rules", "Harbour Rules"),
        ("x" * 120 + " Rules", "y" * 120),
    ):
        as_listed(titled(*(line(text, 2.0) for text in lines)))
    assert titled(line("Harbour Rules adopted under Article", 2.0), line("Six of the Harbour", 1.5)).endswith(
        "Six of the Harbour"
    )


def test_the_file_s_information_names_the_book_if_the_page_says_the_same():
    def named(given: str) -> tuple[str, str]:
        """The title where the page prints one, and where it does not."""
        printed = titled(line("Harbour Rules of Sailing", 2.0), given=given)
        return printed, titled("Boats wait at the pier, and oars.", given=given)

    for given in ("Harbour Rules", "Harbour_Rules", "HARBOUR RULES"):
        assert named(given) == ("Harbour Rules", "Harbour Rules")
    assert named("Harbour Point of Sailing") == ("Harbour Rules of Sailing", "Harbour Point of Sailing")
    for given in ("Rules", "Harbour", "Microsoft Word - x", "rules.docx", "Harbour Rules a1b2c3d4e5f6"):
        assert named(given) == ("Harbour Rules of Sailing", "Boat Book"), "it names no book"


def test_heads_name_the_book_where_its_page_does_not():
    for head in (
        "Harbour Rules 3",
        "Harbour Rules Page 3 of 9",
        "Harbour Rules © Club",
        "Harbour Rules, revised 1 May 2020",
        "Harbour Rules | Boats",
        "Rules",
        "Harbour Point",
        "Harbour Rules v2 A3",
    ):
        as_listed(titled("Boats wait at the pier, and oars.", heads=["12", head]))
    assert (
        titled(line("Harbour", 2.0), line("Rules", 2.0), heads=["Harbour Rules of Sailing"])
        == "Harbour Rules"
    )
    assert titled(line("Rules", 2.0), heads=["Harbour Rules of Sailing"]) == "Harbour Rules of Sailing"
    assert (
        find_title(cover(line("Harbour Point Club", 2.0), about=["Sailing Rules", "Boats"]))
        == "Harbour Point Club Sailing Rules"
    )
    assert (
        find_title(cover(line("Harbour Point Club", 2.0), about=["Sailing Rules of a Club"]))
        == "Harbour Point Club"
    )


def test_an_act_is_called_by_the_name_in_its_brackets():
    act = cover("REGULATION 2016/679 of 27 April 2016 on boats", "(General Boat Regulation)", "of 1 May 2018")
    assert (short_title(act, ()), act_date(act)) == ("General Boat Regulation", "2016-04-27")
    assert (
        short_title(cover("(General Boat Regulation)"), ()) is None
        and act_date(cover("of 1 May 2018")) is None
    )
    once(turns(range(8, 16), lambda place: short_title(cover(*["On"] * place, "(General Boat Act)"), ())))
    assert (
        title_block(act) == ()
        and title_block(cover(opening=[line("Harbour Rules", 2.0)]))[0].text == "Harbour Rules"
    )


def season(*front: CoverLine | str, **told: Sequence[str]) -> str:
    found = season_name(cover(*front, **told))  # type: ignore[arg-type]
    return " | ".join(map(str, found)) if found else "none"


F1 = "2026 Formula One Sporting Regulations"


@pytest.mark.parametrize(
    ("words", "section"),
    [
        ("Sporting", "sporting"),
        ("Technical", "technical"),
        ("Financial", "financial"),
        ("Operational", "operational"),
        ("General Provisions and", "general"),
        ("Financial (Power Unit)", "financial_pu"),
        ("Power Unit Financial", "financial_pu"),
        ("International Sporting Code", "isc"),
    ],
)
def test_sections_are_those_of_the_publisher(words: str, section: str):
    assert season(f"2026 Formula One {words} Regulations").startswith(f"2026 | {section} |")
    assert season("2026 FIA Championship", f"Section B: {words}").startswith(f"2026 | {section} |")
    assert season("2026 Formula One Harbour Regulations") == "none"


def test_a_book_is_the_publisher_s_by_its_name_or_by_its_form():
    harbour = "2026 Harbour Sporting Regulations"
    for told in ({"about": ["FIA"]}, {"given": "Formula 1"}, {"heads": ["Formula 1 x"]}):
        assert season(harbour, **told) == f"2026 | sporting | None | None | {harbour}"  # type: ignore[arg-type]
    cup = "Harbour Cup Sporting Regulations"
    assert season(f"2026 {cup}") == f"2026 | sporting | None | None | 2026 {cup}"
    assert season(cup, "Issue 2", "1 May 2020") == f"2020 | sporting | 2 | 2020-05-01 | {cup}"
    lettered = f"Section A: {cup}"
    assert season(lettered, "1 May 2020") == f"2020 | sporting | None | 2020-05-01 | {lettered}"
    assert season(cup) == season("Harbour Sporting Regulations", "Issue 2", "1 May 2020") == "none"


@pytest.mark.parametrize(
    ("front", "heads", "found"),
    [
        ((F1, "Issue 3", "Published on 1 May 2025"), (), f"3 | 2025-05-01 | {F1}"),
        ((F1, "Issue 3 text", "Issue 04"), (), f"4 | None | {F1}"),
        ((F1, "2 May 2025", "Date: 3 May 2025"), ("4 May 2025 Issue 7",), f"7 | 2025-05-04 | {F1}"),
        ((F1, "2 May 2025 text", "3 May 2025"), (), f"None | 2025-05-03 | {F1}"),
        (
            (F1, "Boats"),
            ("2026 Formula 1 Sporting Regulations page 3",),
            f"None | None | {F1.replace('One', '1')}",
        ),
        ((F1, "Convention:", "Black text"), (), f"None | None | {F1}"),
        ((F1, "x" * 80, "y" * 30), (), f"None | None | {F1}"),
        ((f"{F1} for the Teams",), (), f"None | None | {F1} for the Teams"),
        ((F1, "of the Harbour Cup"), (), f"None | None | {F1} of the Harbour Cup"),
        ((line(F1, 1.25), "Issue 2", line("Boats", 1.5)), (), f"2 | None | {F1}"),
    ],
)
def test_issue_date_and_title_are_those_of_heads_and_front(
    front: tuple[CoverLine | str, ...], heads: tuple[str, ...], found: str
):
    assert season(*front, heads=heads) == f"2026 | sporting | {found}"


def test_the_season_is_the_year_of_the_title_or_of_the_date():
    assert season("Formula One Sporting Regulations", "1 May 2025", heads=["© 2024 Formula 1"]).startswith(
        "2025 |"
    )
    assert season("FIA", "Harbour Cup", "Sporting Regulations", "2026").startswith("2026 |")


def test_a_book_is_dated_by_its_revision_then_its_publication_then_the_first_day():
    for texts in (
        ("Revised 1 May 2020", "Amended 2 May 2021", "Published 3 May 2022"),
        ("Published 3 May 2022", "Published 4 May 2023"),
        ("5 May 2024", "6 May 2025"),
        ("X" * 49 + " 5 May 2024",),
        ("X" * 50 + " 5 May 2024",),
        ("X" * 52 + " 5 May 2024",),
    ):
        as_listed(published_on(cover(*texts)))
    assert published_on(cover("Revised 1 May 2020", heads=["Revised 1 May 2019"])) == "2019-05-01"
    assert (
        published_on(cover(heads=["Consolidated 1 May 2018 with amendments up to 1 May 2019"]))
        == "2019-05-01"
    )
    assert [published_on(cover(about=[text])) for text in ("1 May 2019", "Boats 1 May 2019")] == [
        "2019-05-01",
        None,
    ]


@pytest.mark.parametrize(
    ("texts", "year"),
    [
        (("Harbour Rules 2021", "2020 Edition"), 2021),
        (("Harbour Rules", "Edition 2019/20", "Published 1 May 2017"), 2019),
        (("Harbour Rules", "June 2018", "Published 1 May 2017"), 2018),
        (("Harbour Rules", "Published 1 May 2017"), 2017),
        (("Harbour Rules", "Season of boats"), 2016),
        (("Harbour Rules", "As amended May 2019"), 2019),
        (("Harbour Rules", "1.1 Boats lie here that were built", "before May 3, 2022."), 2016),
    ],
)
def test_the_year_of_an_edition_is_that_of_its_title_then_of_its_words_its_date_its_file(
    texts: tuple[str, ...], year: int
):
    lines = tuple(text_line(text, 100 + 20 * n, size=20 if n == 0 else 10) for n, text in enumerate(texts))
    book = DocumentLines((PageLines(1, 600.0, 800.0, lines),), 10.0, "")
    assert read_metadata(book, file="boats_2016.pdf", sha256="").id == f"harbour-rules-{year}"
