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


DATES = (
    "26 September 2023",
    "1st of May, 2020",
    "June 25, 2026",
    "Jun. 5th, 2026",
    "16/10/2025",
    "16.10.2025",
    "2025-10-16",
    "31/02/2025",
    "2025-13-01",
    "32 May 2020",
    "no date",
    "May 2020",
    "5 Mayor 2020",
    "Foo 3, 2020",
    "2024",
    "2024-02-30 and 1 May 2020",
    "January 2024",
    "Fall 2023",
    "the 1 May 2020",
    "(1 May 2020)",
    "1 May 2020 to 2 June 2021",
    "Sept 3, 2021",
    "spring, 2021",
    "Approved by the Board, June 2011",
    "Revised 1 May 2020",
    "Rules of 1 May 2020",
    "by AB 1 May 2020",
    "by ABC 1 May 2020",
    "Adopted",
)


def test_dates_are_read_in_every_form_and_only_real_days():
    for read in (first_date, is_date, is_dateline, undated):
        each(read, *DATES)
    as_listed([month_number(name) for name in ("January", "Feb", "MAR", "sept", "December", "Ja", "Foo", "")])


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
    once(turns(range(6), lambda times: slug("Formula SAE Rules", None, cover(text="FSAE " * times))))
    each(
        lambda title: slug(
            title,
            None,
            cover(text="FSAE FSAE FSAE FOSAE FOSAE FOSAE FSSAE FSSAE FSSAE FS FS FS FSTSAE FSTSAE FSTSAE"),
        ),
        "Formula SAE",
        "Formula of SAE",
        "FORMULA SAE",
        "Formula Student",
        "Formula S",
        "Formula Student SAE",
        "Formula Student Tech SAE",
    )


def test_the_name_of_a_file_is_a_title_without_versions():
    each(
        lambda file: title_of_file(cover(file=file, text="FIDE OSU")),
        "osu_rules.pdf",
        "osuxy_boats.pdf",
        "ab_cd.pdf",
        "abc.pdf",
        "ab1.pdf",
        "boats_v2_of_fide.pdf",
        "boats_1234_12345678_123456789.pdf",
        "boats_abcdef12_abcdef1.pdf",
        "HarbourBoats.pdf",
        "final_draft.docx",
        "boats.html5x",
        "boats.toolong",
        "McBoats_of.pdf",
    )


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
    pages = [
        page(
            n,
            heads=[
                f"Boats {n}/9",
                "Seldom" if n == 3 else f"Oars A{n} of 9",
                f"1 May 2020 {n} x",
                f"n{'abcdefghijklmnopq'[n]}",
            ],
        )
        for n in range(15)
    ]
    as_listed(list(read(*pages).heads))


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
    gap = "1200 Main Street"
    as_listed(
        [
            titled(line("Harbour Point Club", 1.5), gap, line("Sailing Point Club", 2.0)),
            titled(line("Harbour Point Club", 2.0), gap, line("Sailing Point Club", 2.0)),
            titled(line("Harbour Point Club", 2.0), gap, line("Sailing and Racing Rules", 1.5)),
            titled(line("Harbour Point Club", 2.0), gap, line("Sailing Racing Club Rules", 1.5)),
            titled(
                line("Harbour Point Club", 2.0), gap, line("Sailing Rules", 1.5), gap, line("Boat Rules", 3.0)
            ),
        ]
    )


def test_what_is_no_title_is_none_however_large():
    for text in (
        "Harbour Point:",
        "Harbour Point;",
        "Harbour Point.",
        "Harbour Point Inc.",
        "Boats of the pier must wait",
        "Boats must wait there",
        "Boats . . . . 3",
        "boats 12",
        "Boats 1200",
        " ".join(["Boat"] * 18),
        " ".join(["Boat"] * 19),
        "1200 Main St",
        "boat@pier.org",
        "2021",
        "2021/22",
        "1999-2000",
        "12",
        "ISO/DIS 99:2026(E)",
        "Articles of Association",
    ):
        as_listed(titled(line(text, 2.0), "Boats wait at the pier."))


def test_a_part_that_stands_alone_is_the_book():
    def part(size: float, *more: str, first: int = 0) -> str:
        return titled(*["Oars"] * first, line("Section 5: Harbour Rules", size), text="\n".join(more))

    once(turns(steps(1.2, 1.6, 0.05), lambda size: part(size)))
    as_listed([part(2, first=count) for count in range(4)])
    for count in range(3):
        made = cover(line("Section 5: Harbour Rules", 2.0), file="a_file.pdf")
        as_listed(find_title(replace(made, pages=(page(1, *["Section 6 Boats"] * count, "Section"),))))


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
    for given in (
        "Harbour Rules",
        "Harbour_Rules",
        "harbour-rules",
        "Rules",
        "Sailing Rules",
        "Harbour",
        "Microsoft Word - x",
        "rules.docx",
        "Harbour Rules a1b2c3d4e5f6",
        "Harbour Point of Sailing",
        "HARBOUR RULES",
    ):
        as_listed(
            [
                titled(line("Harbour Rules of Sailing", 2.0), given=given),
                titled("Boats wait at the pier, and oars.", given=given),
            ]
        )


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
    "section",
    [
        "Sporting",
        "Technical",
        "Financial",
        "Operational",
        "General",
        "General Provisions and",
        "Financial (Power Unit)",
        "Power Unit Financial",
        "International Sporting Code",
        "Harbour",
    ],
)
def test_sections_are_those_of_the_publisher(section: str):
    as_listed(
        [
            season(f"2026 Formula One {section} Regulations", "Issue 3"),
            season("2026 FIA Championship", f"Section B: {section}"),
        ]
    )


def test_a_book_is_the_publisher_s_by_its_name_or_by_its_form():
    for front, told in (
        (("2026 Harbour Cup Sporting Regulations",), {}),
        (("Harbour Cup Sporting Regulations",), {}),
        (("Harbour Cup Sporting Regulations", "Issue 2", "1 May 2020"), {}),
        (("Harbour Sporting Regulations", "Issue 2", "1 May 2020"), {}),
        (("Section A: Harbour Cup Sporting Regulations", "1 May 2020"), {}),
        (("2026 Harbour Sporting Regulations",), {"about": ["FIA"]}),
        (("2026 Harbour Sporting Regulations",), {"given": "Formula 1"}),
        (("2026 Harbour Sporting Regulations",), {"heads": ["Formula 1 x"]}),
    ):
        as_listed(season(*front, **told))  # type: ignore[arg-type]


def test_issue_date_and_title_are_those_of_heads_and_front():
    for front, heads in (
        ((F1, "Issue 3", "Published on 1 May 2025"), ()),
        ((F1, "Issue 3 text", "Issue 04"), ()),
        ((F1, *["Boats"] * 12, "Issue 3"), ()),
        ((F1, *["Boats"] * 13, "Issue 3"), ()),
        ((F1, "2 May 2025", "Date: 3 May 2025"), ("4 May 2025 Issue 7",)),
        ((F1, "2 May 2025 text", "3 May 2025"), ()),
        ((F1, "Boats"), ("2026 Formula 1 Sporting Regulations page 3", "2025 Sporting Regulations")),
        (("Formula One Sporting Regulations", "1 May 2025"), ("© 2024 Formula 1",)),
        (("FIA", "Harbour Cup", "Sporting Regulations", "2026", "x", "y"), ()),
        (("FIA", "Sporting Regulations /", "Règlement Sportif", "2026"), ()),
        ((F1, "Convention:", "Black text"), ()),
        ((F1, "x" * 70, "y" * 30), ()),
        ((F1, "x" * 80, "y" * 30), ()),
        ((f"{F1} (Engine Suppliers of the World One Two Three)",), ()),
        ((f"{F1} for the Teams",), ()),
        ((F1, "of the Harbour Cup"), ()),
        ((line(F1, 1.25), "Issue 2", line("Boats", 1.5)), ()),
        ((line(F1, 1.24), line("Issue 2", 1.3)), ()),
    ):
        as_listed(season(*front, heads=heads))


def test_a_book_is_dated_by_its_revision_then_its_publication_then_the_first_day():
    for texts in (
        ("Revised 1 May 2020", "Amended 2 May 2021", "Published 3 May 2022"),
        ("Published 3 May 2022", "Published 4 May 2023"),
        ("5 May 2024", "6 May 2025"),
        ("x" * 49 + " 5 May 2024",),
        ("x" * 50 + " 5 May 2024",),
        ("x" * 52 + " 5 May 2024",),
    ):
        as_listed(published_on(cover(*texts)))
    assert published_on(cover("Revised 1 May 2020", heads=["Revised 1 May 2019"])) == "2019-05-01"
    assert [published_on(cover(about=[text])) for text in ("1 May 2019", "Boats 1 May 2019")] == [
        "2019-05-01",
        None,
    ]


def test_the_year_of_an_edition_is_that_of_its_title_then_of_its_words_its_date_its_file():
    def ident(*texts: str, file: str = "x.pdf") -> str:
        lines = tuple(
            text_line(text, 100 + 20 * n, size=20 if n == 0 else 10) for n, text in enumerate(texts)
        )
        return read_metadata(
            DocumentLines((PageLines(1, 600.0, 800.0, lines),), 10.0, ""), file=file, sha256=""
        ).id

    for texts in (
        ("Harbour Rules 2021", "2020 Edition"),
        ("Harbour Rules", "Edition 2019/20"),
        ("Harbour Rules", "June 2018", "Published 1 May 2017"),
        ("Harbour Rules", "Published 1 May 2017"),
        ("Harbour Rules", "Season of boats"),
    ):
        as_listed([ident(*texts), ident(*texts, file="boats_2016.pdf")])
