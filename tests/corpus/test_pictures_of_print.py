"""A picture of print whose lines are known becomes a page: sizes, bold type, words, strikes and rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from regulations_agent.corpus.page.ocr import PrintLine, Word
from regulations_agent.corpus.page.raw import RawPage
from regulations_agent.corpus.page.scanlines import straight_lines
from regulations_agent.corpus.page.scanned import as_page, parted
from regulations_agent.corpus.print.blurred import in_whole_words
from tests.corpus.painted import Text, painted
from tests.corpus.test_borders import steps, turns
from tests.listings import as_listed

WIDE, HIGH = 600, 400
"""Pixels; two are a point."""
Corners = tuple[int, int, int, int]


@dataclass(frozen=True)
class Print:
    """A line of letters, each a stem."""

    text: str
    base: float
    x: int = 40
    size: float = 24.0
    stem: int = 5
    falls: float = 0.0
    """Pixels down for each to the right."""
    blank: int = 0
    """Pixels more between the second and the third letter."""

    def lefts(self) -> list[int]:
        step = self.stem + 3
        return [self.x + step * n + (self.blank if n > 1 else 0) for n in range(len(self.text))]

    def paint(self, gray: np.ndarray) -> None:
        for left, letter in zip(self.lefts(), self.text, strict=True):
            foot = round(self.base + self.falls * (left - self.x))
            if letter != " ":
                gray[foot - round(0.7 * self.size) : foot, left : left + self.stem] = 0

    def line(self) -> PrintLine:
        """As a recogniser tells it: words with the edges of their letters."""
        lefts = self.lefts()
        end = lefts[-1] + self.stem
        words, start = [], 0
        for part in self.text.split(" "):
            mine = lefts[start : start + len(part)]
            edges = (*map(float, mine), float(mine[-1] + self.stem))
            box = (
                mine[0],
                round(self.base - 0.7 * self.size),
                mine[-1] + self.stem,
                round(self.base + self.falls * (end - self.x)),
            )
            words.append(Word(tuple(part), edges, box))
            start += len(part) + 1
        base = ((float(self.x), self.base), (float(end), self.base + self.falls * (end - self.x)))
        return PrintLine(tuple(words), base, self.size)


def read(prints: Sequence[Print], *bars: Corners) -> RawPage:
    gray = np.full((HIGH, WIDE), 255, np.uint8)
    for one in prints:
        one.paint(gray)
    for x0, top, x1, bottom in bars:
        gray[top:bottom, x0:x1] = 0
    return as_page([one.line() for one in prints], gray, 3, WIDE / 2, HIGH / 2)


BOOK = (Print("boats are of oak", 60), Print("oars are of ash", 120), Print("sails are white", 180))


def test_letters_stand_where_they_are_printed():
    page = read(BOOK)
    assert (page.page, page.width, page.height, page.recognised) == (3, 300, 200, True)
    assert "".join(map(chr, page.codes)) == "".join(one.text.replace(" ", "") for one in BOOK)
    assert list(page.boxes[0]) == pytest.approx([20, 30 - 9.6, 24, 30 + 2.4]) and set(page.sizes) == {12.0}
    assert sorted(set(page.baselines.tolist())) == [30.0, 60.0, 90.0] and not page.turns.any()
    assert np.all(page.boxes[:, 2] > page.boxes[:, 0]) and not page.looks.any() and page.bars == ()


def test_letters_of_a_ligature_share_its_place():
    word = Word(("ffi", "x"), (40.0, 70.0, 80.0), (40, 40, 80, 60))
    line = PrintLine((word,), ((40.0, 60.0), (80.0, 60.0)), 24.0)
    page = as_page([line], np.full((HIGH, WIDE), 255, np.uint8), 1, WIDE / 2, HIGH / 2)
    assert [(chr(c), *box[[0, 2]]) for c, box in zip(page.codes, page.boxes, strict=True)] == [
        ("f", 20, 25),
        ("f", 25, 30),
        ("i", 30, 35),
        ("x", 35, 40),
    ]


def test_a_picture_without_print_is_an_empty_page():
    page = read(())
    assert len(page.codes) == 0 and page.boxes.shape == (0, 4) and page.bars == ()


def test_lines_of_nearly_the_usual_size_have_it():
    def seen(size: float) -> float:
        return float(read((*BOOK, Print("ropes of hemp", 240, size=size))).sizes[-1])

    as_listed(turns(steps(14, 34, 1), seen))
    assert {seen(size) for size in (22, 24, 26)} == {12.0} and (seen(20), seen(28)) == (10.0, 14.0)


def test_words_struck_alone_all_over_a_page_are_blurred_and_several_in_a_row_are_struck():
    def struck(alone: range, row: range) -> list[int]:
        words = range(60)
        page = painted(*(Text("oars", x=40 + 40 * (n % 12), base=100 + 20 * (n // 12)) for n in words))
        hit = np.repeat([n in alone or n in row for n in words], 4)
        return [n for n, dead in enumerate(in_whole_words(page, hit)[::4]) if dead]

    assert struck(range(2, 3), range(20, 22)) == [2, 20, 21]
    assert struck(range(4, 60, 8), range(24, 30)) == [*range(24, 30)]


def test_thick_stems_are_bold_type():
    found = turns(
        range(1, 8), lambda stem: bool(read((*BOOK, Print("ropes of hemp", 240, stem=stem))).looks[-1])
    )
    assert as_listed(found) == ["1: False", "7: True"]
    page = read((*BOOK, Print("ropes", 240, stem=8)))
    assert [page.styles[look].bold for look in page.looks[[0, -1]]] == [False, True]
    assert not read((Print("ropes of hemp", 240, stem=8),)).looks.any()


def test_words_side_by_side_at_nearly_one_height_are_level():
    def apart(down: float) -> bool:
        return bool(
            read((*BOOK, Print("ropes", 240), Print("hemp", 240 + down, x=300))).baselines[-1] != 120.0
        )

    found = turns(steps(-12, 12, 1), apart)
    assert [turn.partition(": ")[2] for turn in as_listed(found)] == ["True", "False", "True"]


def test_a_blank_within_a_word_parts_it_but_no_figures():
    def pieces(text: str, blank: int) -> list[str]:
        one = Print(text, 60, stem=9, blank=blank)
        gray = np.full((HIGH, WIDE), 255, np.uint8)
        one.paint(gray)
        return ["".join(word.letters) for word in parted(one.line(), gray < 128).words]

    found = turns(range(8), lambda blank: pieces("boat", blank))
    assert [turn.partition(": ")[2] for turn in as_listed(found)] == ["['boat']", "['bo', 'at']"]
    assert (
        pieces("1234", 7) == ["1234"] and pieces("b12a", 7) == ["b12a"] and pieces("1b2a", 7) == ["1b", "2a"]
    )


@pytest.mark.parametrize("falls", [-0.02, 0.0, 0.01, 0.03])
def test_a_page_set_askew_is_read_as_if_it_were_level(falls: float):
    prints = [Print("boats of oak are kept at the pier", 60 + 60 * n, falls=falls) for n in range(4)]
    page = read(prints)
    lines = np.unique(page.baselines)
    middle = [(60 + 60 * n + falls * (WIDE / 2 - 40)) / 2 for n in range(4)]
    assert lines == pytest.approx(middle, abs=0.1)


def test_the_slope_is_that_of_most_letters_and_of_long_lines():
    long = [Print("boats of oak are kept at the pier", 60 + 40 * n, falls=0.02) for n in range(3)]
    short, other = Print("oars", 240, falls=0.3), Print("ropes of hemp are here", 300, falls=-0.01)
    assert len(np.unique(read([*long, short, other]).baselines)) >= 4
    assert np.unique(read(long).baselines) == pytest.approx(
        [(60 + 40 * n + 0.02 * 260) / 2 for n in range(3)], abs=0.1
    )


STRUCK = (40, 50, 240, 53)


def test_a_line_through_print_is_a_bar_and_a_stroke_of_a_large_letter_is_none():
    (bar,) = read(BOOK, STRUCK).bars
    assert (bar.x0, bar.top, bar.x1, bar.bottom) == (20, 25, 120, 26.5)
    found = turns(range(10, 60, 2), lambda wide: len(read(BOOK, (40, 50, 40 + wide, 53)).bars))
    assert [turn.partition(": ")[2] for turn in as_listed(found)] == ["0", "1"]
    beside = turns(range(10, 60, 2), lambda wide: len(read(BOOK, (400, 50, 400 + wide, 53)).bars))
    assert [turn.partition(": ")[2] for turn in as_listed(beside)] == ["0", "1"]


def lines(*bars: Corners, slope: float = 0.0) -> list[tuple[float, float, float, float]]:
    ink = np.zeros((HIGH, WIDE), bool)
    for x0, top, x1, bottom in bars:
        ink[top:bottom, x0:x1] = True
    return [(b.x0, b.top, b.x1, b.bottom) for b in straight_lines(ink, slope, 0.5)]


def test_long_thin_runs_of_ink_are_lines_across_and_down():
    assert lines((100, 50, 300, 54), (100, 200, 104, 360)) == [(50, 25, 150, 27), (50, 100, 52, 180)]
    as_listed(turns(range(10, 60), lambda long: len(lines((100, 50, 100 + long, 52)))))
    as_listed(turns(range(10, 90), lambda long: len(lines((100, 50, 102, 50 + long)))))
    as_listed(turns(range(1, 14), lambda thick: len(lines((100, 50, 300, 50 + thick)))))


def test_small_breaks_of_a_line_are_closed_and_wide_ones_part_it():
    as_listed(turns(range(8), lambda gap: lines((100, 50, 200, 52), (200 + gap, 50, 300, 52))))
    as_listed(turns(range(12), lambda step: lines((100, 50, 200, 52), (200, 50 + step, 300, 52 + step))))
    dotted = [(100 + 4 * n, 50, 100 + 4 * n + dark, 52) for dark in (3,) for n in range(50)]
    assert len(lines(*dotted)) == 0 and len(lines(*[(x0, y0, x1 + 1, y1) for x0, y0, x1, y1 in dotted])) == 1


def test_two_lines_one_below_the_other_stay_two():
    assert lines((100, 50, 300, 52), (100, 56, 300, 58)) == [(50, 25, 150, 26), (50, 28, 150, 29)]
    assert lines((100, 50, 300, 52), (310, 51, 500, 53)) == [(50, 25, 150, 26), (155, 25.5, 250, 26.5)]
    as_listed(
        turns(
            range(0, 200, 10),
            lambda aside: len(lines((100, 50, 300, 52), (100 + aside, 52, 300 + aside, 54))),
        )
    )
    for long in (60, 200):  # pixels of the line above
        found = turns(
            range(-200, 200, 20),
            lambda aside, long=long: len(
                lines((300, 50, 300 + long, 52), (300 + aside, 52, 440 + aside, 54))
            ),
        )
        assert [turn.partition(": ")[2] for turn in as_listed(found)] == ["2", "1", "2"]
