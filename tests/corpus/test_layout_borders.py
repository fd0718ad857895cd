"""Which words label a drawing, which heads name chapters, and where two languages part a page.

What stands a little further each time is read otherwise from some place on. Each test says what is read on
either side, and the listing has where it turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from regulations_agent.corpus.contents.chapters import with_chapters
from regulations_agent.corpus.layout.figures import take_labels
from regulations_agent.corpus.layout.layout import with_tables
from regulations_agent.corpus.layout.parallel import SideBySide, half_of, is_shared, parted, side_by_side
from regulations_agent.corpus.page.lines import Cell, PageLines, Table, TextLine
from regulations_agent.corpus.page.raw import Bar
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.types.document import Box
from tests.corpus.page import line, pages
from tests.corpus.test_borders import once, steps, turns, within
from tests.corpus.test_table_borders import PAGE, PROSE, WIDE, at
from tests.corpus.test_tree_borders import readings

DRAWING = Bar(200, 300, 400, 500, "")
BODY = [*at(100, *PROSE), *at(114, *PROSE)]


def labels(*words: Atom, drawing: Bar = DRAWING, size: float = 10.0) -> int:
    """How many of the words label the drawing."""
    ((mine,), rest) = take_labels([*BODY, *words], [drawing], size)
    assert len(mine) + len(rest) == len(BODY) + len(words)
    return sum(atom in words for atom in mine)


def small(base: float, x: float, text: str = "pump") -> list[Atom]:
    return at(base, (x, text), size=8.0)


def test_small_words_beside_or_above_a_drawing_label_it():
    for found in (
        within(turns(steps(130, 450, 2), lambda x: labels(*small(400, x)))),
        within(turns(steps(280, 530, 1), lambda base: labels(*small(base, 290)))),
        within(turns(steps(280, 530, 1), lambda base: labels(*small(base, 410)))),
    ):
        assert readings(found) == ["0", "1", "0"]
    assert labels(*small(295, 290)) == labels(*small(400, 410)) == 1, "above it, and beside it"


def test_words_in_a_drawing_label_it_unless_they_are_large_or_many():
    found = once(turns(steps(9, 14, 0.25), lambda size: labels(*at(400, (250, "pump"), size=size))))
    assert readings(found) == ["1", "0"]
    wide = Bar(0, 300, 595, 500, "")
    found = once(turns(range(35, 70), lambda length: labels(*at(400, (100, "x" * length)), drawing=wide)))
    assert readings(found) == ["1", "0"]
    found = once(turns(range(3, 10), lambda rows: labels(*block(rows, "x" * 35), drawing=wide) > 0))
    assert readings(found) == ["True", "False"]


def block(rows: int, text: str, lead: float = 12.0, x: float = 220.0) -> list[Atom]:
    return [atom for n in range(rows) for atom in at(320 + lead * n, (x, text), size=8.0)]


def test_words_beside_a_drawing_are_smaller_than_the_text_and_few():
    found = once(turns(steps(8, 11, 0.1), lambda size: labels(*at(400, (410, "pump"), size=size))))
    assert readings(found) == ["1", "0"]
    rows = [*small(400, 405, "x" * 29), *small(410, 405, "x" * 29)]
    assert labels(*rows) == 2
    found = once(turns(range(25, 35), lambda length: labels(*rows[:1], *small(410, 405, "x" * length))))
    assert readings(found) == ["2", "0"]


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("Pump", 1),
        ("Figure 3", 0),
        ("Note that", 0),
        ("5.3 Pump", 0),
        ("a) Pump", 1),
        ("Picture", 0),
        ("Pictures", 1),
    ],
)
def test_a_caption_and_a_number_of_a_rule_label_nothing(words: str, label: int):
    first, *others = words.split()
    found = labels(*at(400, (250, first), *((253 + WIDE * len(first), word) for word in others)))
    assert found == label * (1 + len(others))


def test_lines_near_below_each_other_are_one_label():
    """The upper line stands in the drawing, the lower beside it."""

    def both(lead: float, size: float = 8.0) -> int:
        return labels(*small(495, 250), *at(495 + lead, (250, "of the boat"), size=size))

    assert [both(lead) for lead in (12, 18, 24, 50)] == [2, 2, 1, 1]
    assert [both(10, size) for size in (7, 8, 10)] == [2, 2, 1], "they are of one size"


def test_turned_words_near_a_drawing_label_it():
    def turned(x: float, y: float = 400) -> int:
        (atom,) = small(0, 0)
        return labels(replace(atom, turn=1, base=x + 2.4, x0=-y - 10, x1=-y + 10))

    assert readings(within(turns(steps(160, 440, 2), turned))) == ["0", "1", "0"]
    assert readings(within(turns(steps(260, 540, 2), lambda y: turned(300, y)))) == ["0", "1", "0"]


def test_a_drawing_below_many_sentences_is_the_ground_on_which_they_stand():
    wide = Bar(0, 200, 595, 842, "")

    def grounded(blocks: int, words: int = 7) -> int:
        text = " ".join(["boats"] * words)
        atoms = [atom for n in range(blocks) for atom in at(230 + 20 * n, (100, text))]
        return labels(*atoms, drawing=wide)

    assert readings(once(turns(range(14, 24), lambda blocks: grounded(blocks) > 0))) == ["True", "False"]
    assert readings(once(turns(range(5, 9), lambda words: grounded(28, words) > 0))) == ["True", "False"]


def book(
    heads: Sequence[str], *, body: Sequence[str] = (), top: float = 40.0, last: float = 40.0
) -> list[PageLines]:
    """A page below each running head."""
    made = pages(*([line(f"On day {n} all boats wait."), *map(line, body)] for n in range(len(heads))))
    placed = []
    for n, (page, head) in enumerate(zip(made, heads, strict=True)):
        y = last if n == len(heads) - 1 else top
        text = line(head)
        text = replace(text, box=text.box._replace(page=page.page, top=y - 11, bottom=y))
        placed.append(replace(page, heads=(text,) if head else ()))
    return placed


def named(heads: Sequence[str], **more: float) -> list[str]:
    """The first line of each page that is no line of its own."""
    found = with_chapters(book(heads, **more))  # type: ignore[arg-type]
    return [
        f"{page.page} {page.body[0].printed}"
        for page in found
        if isinstance(page.body[0], TextLine) and page.body[0].level
    ]


LAWS = ["Law 1 Field", "Law 2 Ball", "Law 3 Players", "Law 4 Time"]
HEADS = [law for law in LAWS for _ in range(3)]


def test_chapters_that_heads_alone_name_begin_with_their_names():
    assert named(HEADS) == [f"{1 + 3 * n} {law}" for n, law in enumerate(LAWS)]
    assert [len(named(HEADS[: 3 * count])) for count in (1, 2, 3, 4)] == [0, 0, 3, 4]
    assert [len(named([law for law in LAWS for _ in range(each)])) for each in (1, 2, 3)] == [0, 4, 4]
    assert [len(named([*HEADS, *[""] * bare])) for bare in (8, 18)] == [4, 0], "half of the pages have none"


def test_a_head_that_says_which_section_is_on_the_page_names_no_chapter():
    for left, right in (("Part {} s {} Harbour Act", "Harbour Act Part {} s {}"), ("Sch {} cl {}",) * 2):
        assert named([(left, right)[n % 2].format(n // 5 + 1, 3 * n) for n in range(20)]) == []
    assert named([f"Harbour Act {law}" for law in HEADS])[1] == "4 Harbour Act Law 2 Ball"


def test_the_number_of_the_page_is_no_part_of_a_chapters_name():
    for offset in (0, 4):
        assert named([f"{n + offset} {head}" for n, head in enumerate(HEADS, 1)])[1] == "4 Law 2 Ball"
        assert named([f"{head} {n + offset}" for n, head in enumerate(HEADS, 1)])[1] == "4 Law 2 Ball"


def test_a_head_goes_on_behind_a_page_without_it_and_begins_anew_behind_two():
    found = [named([*HEADS[:2], *[""] * bare, *HEADS[2:]]) for bare in (1, 2)]
    assert [[name for name in each if "Law 1" in name] for each in found] == [
        ["1 Law 1 Field"],
        ["1 Law 1 Field", "5 Law 1 Field"],
    ]


def test_names_of_chapters_stand_at_one_height_in_the_margin():
    found = once(turns(range(90, 180, 2), lambda y: named(HEADS, top=y, last=y) != []))
    assert readings(found) == ["True", "False"]
    found = within(turns(range(30, 52), lambda y: len(named([*HEADS, "Law 5 Fouls"], top=40, last=y))))
    assert readings(found) == ["4", "5", "4"]


def test_names_that_the_text_has_too_are_its_own_to_head():
    for known, alone in ((0, 4), (1, 0)):
        assert len(with_levels(book(HEADS, body=LAWS[:known]))) == alone


def with_levels(found: Sequence[PageLines]) -> list[int]:
    return [
        page.page
        for page in with_chapters(found)
        if isinstance(page.body[0], TextLine) and page.body[0].level
    ]


def test_a_head_of_a_few_letters_names_no_chapter():
    for name, count in (("A 1", 0), ("Ru", 0), ("Rul", 4), ("Rule", 4)):
        assert len(named([f"{name}{'abcd'[n // 3]}" for n in range(12)])) == count, name


def sided(shift: float = 250.0, rows: int = 8, level: float = 0.0, short: int = 0) -> list[TextLine]:
    """Lines of two columns side by side, but for so many at the foot of the left one."""
    made: list[TextLine] = []
    for n in range(rows):
        left = line("Left boats wait", x=60)
        top = 100.0 + 20 * n
        made.append(replace(left, box=left.box._replace(top=top, bottom=top + 11)))
        if n < rows - short:
            right = line("Right boats wait", x=60 + shift)
            box = right.box._replace(top=top + level, bottom=top + level + 11)
            made.append(replace(right, box=box, shift=shift))
    return made


def told(text: str) -> str:
    return "en" if "Left" in text else "fr" if "Right" in text else ""


def split(made: Sequence[Sequence[TextLine]]) -> SideBySide | None:
    return side_by_side(made, told)


def test_two_languages_stand_side_by_side_on_enough_pages():
    alone = [row for row in sided() if not row.shift]
    turned = once(turns(range(11), lambda both: bool(split([sided()] * both + [alone] * (10 - both)))))
    assert readings(turned) == ["False", "True"]
    turned = once(turns(range(9), lambda short: bool(split([sided(short=short)]))))
    assert readings(turned) == ["True", "False"]
    turned = once(turns(steps(0, 12, 0.5), lambda level: bool(split([sided(level=level)]))))
    assert readings(turned) == ["True", "False"]
    found = split([sided()] * 3)
    assert found is not None and (found.left, found.right, found.shift) == ("en", "fr", 250.0)
    assert len(found.gutters) == 3 and all(135 < gutter < 310 for gutter in found.gutters)
    assert (found.keeps_left("en"), found.keeps_left("fr"), found.keeps_left("de")) == (True, False, True)


def test_nearly_all_pages_agree_in_their_languages():
    other = [replace(row, spans=line("Other boats wait").spans) for row in sided()]
    turned = once(turns(range(11), lambda n: bool(split([sided()] * (10 - n) + [other] * n))))
    assert readings(turned) == ["True", "False"]
    assert split([[row for row in sided() if row.shift]]) is None


def test_words_over_the_gutter_belong_to_neither_column():
    found = [parted(at(100, (x, "boats")), 300.0) for x in (260, 290, 305)]
    assert ["".join(str(len(part)) for part in one) for one in found] == ["100", "001", "010"]


def test_a_table_over_the_gutter_is_shared_unless_its_halves_are_alike():
    def shared(*lefts: float) -> bool:
        row = tuple(Cell(line("x", x=x).spans, Box(1, x, 100, x + 40, 120)) for x in lefts)
        return is_shared(Table((row,), Box(1, lefts[0], 100, lefts[-1] + 40, 120)), 300.0)

    assert [shared(60, 120), shared(60, 310), shared(60, 120, 310), shared(60, 120, 310, 370)] == [
        False, False, True, False,
    ]  # fmt: skip
    assert shared(60, 298), "a word crosses it"


def test_shapes_of_a_page_are_cut_to_the_column():
    page = replace(
        PAGE, bars=(Bar(60, 100, 400, 100, ""), Bar(310, 100, 400, 100, "")), areas=(Bar(0, 0, 300, 9, ""),)
    )
    left, right = half_of(page, 0, 300), half_of(page, 300, 595)
    assert [(bar.x0, bar.x1) for bar in left.bars] == [(60, 300)] and len(left.areas) == 1
    assert [(bar.x0, bar.x1) for bar in right.bars] == [(300, 400), (310, 400)] and not right.areas


def test_a_table_stands_before_the_line_below_its_middle_and_beside_others_from_left_to_right():
    rows = pages([line("One."), line("Two."), line("Three.")])[0].body
    texts = [row for row in rows if isinstance(row, TextLine)]

    def order(top: float, x: float = 60.0) -> str:
        tables = [Table((), Box(1, left, top, left + 90, top + 20)) for left in (200.0, x)]
        found = with_tables(texts, tables)
        return " ".join(f"T{part.box.x0:.0f}" if isinstance(part, Table) else part.text for part in found)

    assert order(45) == "T60 T200 One. Two. Three."
    assert order(65) == "One. T60 T200 Two. Three."
    assert order(110) == "One. Two. Three. T60 T200"
    assert order(65, 300) == "One. T200 T300 Two. Three."
