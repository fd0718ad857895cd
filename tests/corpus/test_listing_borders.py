"""How little of a contents list is one: what grows a little each time is read otherwise from some place on.

Each test says what is read on either side, and the listing has where it turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.corpus.contents.contents import Entry, read_entries, with_listed
from regulations_agent.corpus.contents.expected import ExpectedHeading, expected_headings
from regulations_agent.corpus.page.lines import DocumentLines, OutlineEntry, PageLines, TextLine
from tests.corpus.page import line, pages
from tests.corpus.test_borders import once, turns, within
from tests.corpus.test_tree_borders import readings

NAMES = ("Boats", "Safety", "Courses", "Starting", "Protests", "Prizes", "Results", "Appeals", "Insurance")
TITLES = [f"{name} of the club" for name in NAMES] + [f"{name} of its guests" for name in NAMES]
OTHERS = [f"{name} elsewhere" for name in NAMES]
Body = list[TextLine]


def prose(count: int = 12, about: str = "crew") -> Body:
    return [line(f"On day {n} every {about} must be at the start in good time") for n in range(count)]


def chapters(titles: Sequence[str] = TITLES[:9]) -> list[Body]:
    """A page for each title, which stands above its text."""
    return [[line(title), *prose(about=f"crew {n}")] for n, title in enumerate(titles)]


def entries(titles: Sequence[str], first: int | None = 2, lead: str = " ") -> Body:
    """A line of the list for each title, with the page where its chapter stands."""
    return [line(f"{title}{lead}{n}" if first else title) for n, title in enumerate(titles, first or 0)]


def shown(*bodies: Body) -> list[PageLines]:
    return with_listed(pages(*bodies))


def count(*bodies: Body) -> int:
    """How many lines are those of contents lists."""
    return sum(len(page.listed) for page in shown(*bodies))


HEAD = [line("Contents")]


def test_a_list_with_a_heading_or_without_pages_stands_at_the_front_of_a_book():
    def behind(front: int, listed: Body) -> bool:
        return count(*(prose(about=f"boat {n}") for n in range(front)), listed, *chapters()) > 0

    for listed in ([*HEAD, *entries(OTHERS)], entries(TITLES[:9], None)):
        found = once(turns(range(9, 15), lambda front, listed=listed: behind(front, listed)))
        assert readings(found) == ["True", "False"]


def test_a_few_lines_are_no_list():
    for found in (
        once(turns(range(1, 7), lambda n: count([*HEAD, *entries(OTHERS[:n])], *chapters()) > 0)),
        once(turns(range(1, 7), lambda n: count(entries(TITLES[:n]), *chapters()) > 0)),
        once(turns(range(1, 17), lambda n: count(entries(TITLES[:n], None), *chapters(TITLES[:n])) > 0)),
    ):
        assert readings(found) == ["False", "True"]


def test_enough_titles_of_a_list_without_heading_come_again():
    def again(kept: int, lead: str) -> int:
        return count(entries([*TITLES[:kept], *OTHERS[kept:]], lead=lead), *chapters())

    for lead in (" ", " ..... "):
        found = once(turns(range(10), lambda kept, lead=lead: again(kept, lead) > 0))
        assert readings(found) == ["False", "True"]


def test_enough_titles_of_a_list_without_pages_come_again_in_their_order():
    def again(kept: int) -> bool:
        listed = [*TITLES[:kept], *OTHERS[kept:]]
        return count(entries(listed, None), *chapters()) > 0

    assert readings(once(turns(range(10), again))) == ["False", "True"]
    assert count(entries(TITLES[:9], None), *chapters()) == 9
    assert count(entries(TITLES[8::-1], None), *chapters()) == 0


def test_titles_that_come_again_on_one_page_alone_are_no_list_of_the_book():
    def spread(close: int) -> bool:
        """The titles are those of the pages, but that so many of them stand at the foot of the first."""
        first = [*entries(TITLES[:9], None), *prose(6), *(line(title) for title in TITLES[:close])]
        return count(first, *chapters(TITLES[close:9]), *(prose(about="guest") for _ in range(3))) > 0

    assert readings(once(turns(range(10), spread))) == ["True", "False"]


def test_a_few_lines_stand_between_the_entries_of_a_list():
    def between(lines: int) -> int:
        return count([*HEAD, *entries(OTHERS[:4]), *prose(lines), *entries(OTHERS[4:], 6)], *chapters())

    assert [between(lines) for lines in (0, 3, 4)] == [10, 13, 5], "four lines end it"


def test_lines_of_a_list_are_mostly_entries():
    def thinned(lines: int) -> bool:
        listed = [one for entry in entries(OTHERS) for one in (*prose(lines), entry)]
        return count([*HEAD, *listed], *chapters()) > 0

    assert readings(once(turns(range(4), thinned))) == ["True", "False"]


def test_the_cover_above_a_list_is_no_part_of_it():
    def first(cover: int) -> list[int]:
        """What is listed first below lines that end in figures, and the heading; counted from the heading."""
        above = [line(f"Issue {n}") for n in range(1, cover + 1)]
        listed = shown([*above, *HEAD, *entries(OTHERS, 9)], *chapters())[0].listed
        return [at - cover for at in sorted(listed)[:1]]

    assert once(turns(range(10), first))[0] == "0: [0]"


def test_a_page_is_the_lists_own_from_some_share_on():
    def alone(lines: int) -> bool:
        return shown([*prose(lines), *HEAD, *entries(OTHERS)], *chapters())[0].contents

    once(turns(range(30), alone))
    assert not shown([*HEAD, *entries(OTHERS), *prose(1)], *chapters())[0].contents


def test_a_long_line_is_no_entry():
    def long(length: int) -> int:
        titles = [*OTHERS[:8], (OTHERS[8] + " and" * 60)[:length]]
        return count([*HEAD, *entries(titles)], *chapters())

    assert readings(once(turns(range(150, 170), long))) == ["10", "9"]


def test_an_entry_whose_page_is_one_off_is_led_to_where_its_title_stands():
    def led(page: int) -> str:
        """Where the fifth of nine chapters is found that stand from page 2 on, whatever its entry says."""
        listed = entries(TITLES[:9])
        listed[4] = line(f"{TITLES[4]} {page}")
        found = {entry.title: entry.found for entry in read_entries(shown([*HEAD, *listed], *chapters()))}
        return str(found.get(TITLES[4]))

    found = [read.partition(": ")[0] for read in turns(range(3, 10), led)]
    assert found == ["3", "4", "5", "8", "9"] and {led(5), led(6), led(7)} == {"6"}


def read(*listed: TextLine) -> list[Entry]:
    return list(read_entries(shown([*HEAD, *listed], *chapters())))


def test_an_entry_that_is_set_in_stands_a_level_deeper():
    def level(indent: int) -> int:
        inner = line(f"{TITLES[1]} 3", x=105.0 + indent)
        return read(line(f"{TITLES[0]} 2"), inner, *entries(TITLES[2:9], 4))[1].level

    assert readings(once(turns(range(10), level))) == ["0", "1"]


def test_a_line_that_goes_far_enough_goes_on_below():
    long = "All boats of the club and of its guests and more"

    def joined(length: int) -> bool:
        listed = [line(f"{long} 2"), line(long[:length].strip()), *entries(TITLES[:9])]
        return read(*listed)[1].title.startswith(long[:8])

    assert readings(once(turns(range(12, 40), joined))) == ["False", "True"]


def test_a_list_of_figures_below_the_other_names_no_headings():
    def captions(figures: int) -> int:
        """Of five entries whose pages begin again so many are figures."""
        names = [f"Figure {n} A boat" if n < figures else TITLES[n] for n in range(5)]
        return sum(entry.caption for entry in read(*entries(TITLES[:9]), *entries(names)))

    assert readings(once(turns(range(6), captions))) == ["0", "5"]


def headings(source: Sequence[PageLines], *outline: OutlineEntry) -> list[ExpectedHeading]:
    return expected_headings(DocumentLines(tuple(source), 11.0, "#000000", outline=outline))


def test_an_entry_of_the_outline_leads_to_the_page_of_its_words_or_the_one_before():
    bare = pages(*chapters())

    def found(page: int) -> int:
        return len(headings(bare, OutlineEntry(TITLES[4], 0, page)))

    within(turns(range(1, 10), found))
    assert [each.page for each in headings(bare, OutlineEntry(TITLES[4], 0, 0))] == [5]


def test_a_heading_of_the_list_and_of_the_outline_is_one_where_they_stand_a_page_apart():
    """The words of the fifth chapter stand on three pages; the list leads to the middle one."""
    bodies = chapters()
    for n in (0, 2, 6, 8):
        bodies[n] = [line(TITLES[4]), *prose(about=f"crew {n}")]
    listed = [title for n, title in enumerate(TITLES[:9]) if n not in (0, 2, 6, 8)]
    first = [*HEAD, *(line(f"{title} {TITLES.index(title) + 2}") for title in listed)]
    source = shown(first, *bodies)
    assert [each.page for each in headings(source) if each.title == TITLES[4]] == [6]

    def twice(page: int) -> int:
        return sum(each.title == TITLES[4] for each in headings(source, OutlineEntry(TITLES[4], 0, page)))

    assert [twice(page) for page in (3, 5, 6, 8)] == [2, 1, 1, 2]


def test_long_bookmarks_are_paragraphs_and_where_many_are_so_may_the_others_be():
    def kept(length: int) -> int:
        title = " ".join((NAMES + NAMES)[:length])
        return len(headings(pages([line(title), *prose()]), OutlineEntry(title, 0, 1)))

    assert readings(once(turns(range(8, 17), kept))) == ["1", "0"]
    long = " ".join(NAMES + NAMES)
    source = pages([line(long), *prose()], *chapters(TITLES))
    marks = [OutlineEntry(title, 0, page) for page, title in enumerate(TITLES, 2)]
    of_long = [OutlineEntry(long, 0, 1)]
    found = once(turns(range(5), lambda count: len(headings(source, *of_long * count, *marks))))
    assert readings(found) == ["18", "0"]


def test_the_heading_of_a_list_stands_few_lines_above_it():
    def headed(between: int) -> int:
        listed = shown([*HEAD, *prose(between), *entries(TITLES[:9])], *chapters())[0].listed
        return between + 1 - min(listed, default=0)

    found = once(turns(range(6), lambda between: headed(between) > 0))
    assert readings(found) == ["True", "False"]


def test_a_list_of_many_titles_without_pages_may_have_some_that_come_nowhere():
    def again(kept: int) -> bool:
        listed = [
            one
            for n, title in enumerate(TITLES)
            for one in ([title] if n < kept else [title, f"{title} too"])
        ]
        return count(entries(listed[: 2 * len(TITLES) - kept], None), *chapters(TITLES)) > 0

    assert [again(kept) for kept in (2, 9, len(TITLES))] == [False, True, True]


def test_figures_whose_first_page_is_before_that_of_the_last_chapter_are_a_list_of_their_own():
    def captions(first: int) -> int:
        figures = [line(f"Figure {n} A boat {first + n}") for n in range(3)]
        return sum(entry.caption for entry in read(*entries(TITLES[:9]), *figures))

    assert [captions(first) for first in (3, 8, 12)] == [3, 3, 0], "the last chapter begins on page 10"
