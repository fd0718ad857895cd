"""Numbers alone in their paragraphs, the titles below them, and contents lists without links."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.flow.blocks import Block, Kind
from regulations_agent.corpus.flow.headings import contents_apart, lines_joined, numbers_joined, points_titled
from regulations_agent.corpus.flow.runs import words


def block(text: str, level: int = 0) -> Block:
    kind: Kind = "heading" if level else "paragraph"
    return Block(kind, words(text), level)


def joined(*blocks: Block) -> list[tuple[str, int]]:
    return [(one.text, one.level) for one in numbers_joined(blocks)]


@pytest.mark.parametrize("word", ["Section", "ARTICLE", "§"])
def test_a_number_above_a_heading_is_its_number(word: str):
    assert joined(block(f"{word} 1"), block("Setup", 2)) == [(f"{word} 1 Setup", 2)]


def test_a_caption_or_a_numbered_heading_is_not_joined():
    assert len(joined(block("Figure 1"), block("Setup", 2))) == 2
    assert len(joined(block("Section 1"), block("Rule 2: Setup", 2))) == 2


def test_plain_titles_are_joined_where_most_numbers_have_one():
    titles = ["Scope", "Entry", "Fees"]
    book = [one for n, title in enumerate(titles, 1) for one in (block(f"Article {n}"), block(title))]
    assert [text for text, _ in joined(*book)] == ["Article 1 Scope", "Article 2 Entry", "Article 3 Fees"]
    assert len(joined(*book[:2], block("Article 2"), block("Members vote."))) == 4


def test_deeper_headings_title_a_number_that_has_but_one_of_them():
    one = [block("Article 1", 2), block("Scope", 3), block("Article 2", 2), block("Entry", 3)]
    assert joined(*one) == [("Article 1 Scope", 2), ("Article 2 Entry", 2)]
    assert len(joined(*one, block("Late entry", 3))) == 5


WRAPPED = (
    "The secretary keeps the list of those who came to the meetings of the",
    "club, of those who sent word that they would not, and of those who had,",
    "as every year, forgotten the day.",
)


def test_a_paragraph_whose_lines_were_ended_by_hand_is_one():
    assert [one.text for one in lines_joined(list(map(block, WRAPPED)))] == [" ".join(WRAPPED)]


@pytest.mark.parametrize(
    "lines",
    [
        ("The club has three objects, which are", "to sail whenever there is a wind.", "to mend boats."),
        (WRAPPED[0] + ":", "to sail.", "to mend boats."),
        (WRAPPED[0], "a. to sail whenever there is wind.", "b. to mend boats."),
        (WRAPPED[0], "Boats are mended in winter."),
        (WRAPPED[0], "without an end"),
    ],
)
def test_what_may_be_a_list_or_a_paragraph_of_its_own_is_not_joined(lines: tuple[str, ...]):
    assert len(lines_joined(list(map(block, lines)))) == len(lines)


def test_lines_below_a_heading_of_contents_are_the_list_where_they_come_again_as_headings():
    entries = [block("ARTICLE 1 - General"), block("• 1.010 Title"), block("• 1.020 Repeal"), block("Maps")]
    rules = [block("Article 1 - General", 2), block("Section 1.010. Short title", 3), block("1.020 Void", 3)]
    made = contents_apart([block("Rules", 1), block("Table of contents", 2), *entries, *rules])
    assert made is not None
    assert [one.text for one in made if one.contents] == ["Table of contents", *(e.text for e in entries)]


def test_what_comes_again_nowhere_is_no_contents_list():
    kit = [block(text) for text in ("A whistle", "A torch", "Two ropes")]
    assert contents_apart([block("Contents", 2), *kit, block("Torches", 2), block("They are lit.")]) is None


def point(text: str, level: int) -> Block:
    return Block("item", words(text), level, "•")


POINTS = [
    point(text, level)
    for title in ("Entry", "Start", "Finish")
    for text, level in ((title, 1), (f"A boat is late to the {title.lower()}.", 2), ("It waits.", 2))
]


def test_points_that_hold_points_are_headings_of_a_book_written_so():
    found = points_titled(POINTS)
    assert [(one.kind, one.level) for one in found] == [("heading", 1), ("item", 1), ("item", 1)] * 3
    assert points_titled(POINTS[:6]) == POINTS[:6]


def test_points_that_say_sentences_or_hold_none_are_points():
    told = [point("A boat enters.", 1) if one.level == 1 else one for one in POINTS]
    assert points_titled(told) == told
    flat = [*POINTS, point("Fees", 1), point("Dates", 1)]
    assert points_titled(flat) == flat
