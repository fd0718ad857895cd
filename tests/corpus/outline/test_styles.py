"""Books in numberings that nobody described: every number opens its clause, in its place, with its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.types.document import Document
from tests.listings import as_listed

DOCUMENT = Document(None, "club", None, None, "Club Rules", 1, "0" * 64)
ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII")
LEVELS = ("Article {roman} Of {word} matters", "Section {n}. Of {word} matters", "{n}. ", "({a}) ", "({i}) ")
"""How clauses of each level are marked; the first two are titles and their rules stand below them."""
WORDS = ("boats", "sails", "crews", "marks", "flags", "fees", "prizes")


@dataclass
class Rule:
    """A clause of an invented book."""

    level: int
    place: int
    below: list[Rule] = field(default_factory=list)

    def mark(self) -> str:
        word, n = WORDS[(self.place + self.level) % 7], self.place
        roman = ROMANS[n - 1]
        return LEVELS[self.level].format(roman=roman, n=n, a="abcdefg"[n - 1], i=roman.lower(), word=word)

    def sentence(self) -> str:
        return f"The {WORDS[self.place % 7]} of level {self.level} must be kept in good order at all times."

    def walk(self) -> Iterator[Rule]:
        yield self
        for rule in self.below:
            yield from rule.walk()


def book(rules: list[Rule]) -> Built:
    """The invented book, set as a format without pages sets it, and read."""
    blocks = [Block("paragraph", (Run("These rules are those of the club."),))]
    for rule in (each for top in rules for each in top.walk()):
        if rule.level < 2:
            blocks.append(Block("paragraph", (Run(rule.mark(), bold=True),)))
            blocks.append(Block("paragraph", (Run(rule.sentence()),)))
        else:
            blocks.append(Block("paragraph", (Run(rule.mark() + rule.sentence()),), level=rule.level - 1))
    return build_clauses(DOCUMENT, typeset(Flow(tuple(blocks))).pages)


@st.composite
def trees(draw: st.DrawFn) -> list[Rule]:
    levels = draw(st.sampled_from([(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3), (1, 3, 4), (0, 1), (2, 3, 4)]))

    def grown(depth: int, least: int) -> list[Rule]:
        count = draw(st.integers(least, 4))
        rules = [Rule(levels[depth], place) for place in range(1, count + 1)]
        if depth + 1 < len(levels):
            for rule in rules:
                if draw(st.booleans()):
                    rule.below = grown(depth + 1, 2)
        return rules

    return grown(0, 3)


@settings(max_examples=60, deadline=None)
@given(trees())
def test_every_number_opens_its_clause_with_its_words(rules: list[Rule]):
    built = book(rules)
    numbered = [clause for clause in built.clauses if "must be kept" in clause.text]
    expected = [rule for top in rules for rule in top.walk()]
    assert [clause.text for clause in numbered] == [rule.sentence() for rule in expected]
    assert len({clause.id for clause in built.clauses}) == len(built.clauses)
    assert not any("#" in clause.number for clause in built.clauses) and built.sure == 1


@settings(max_examples=60, deadline=None)
@given(trees())
def test_every_clause_hangs_on_the_one_that_it_is_printed_below(rules: list[Rule]):
    by_id = {clause.id: clause for clause in book(rules).clauses}
    places = iter(clause for clause in by_id.values() if "must be kept" in clause.text)
    above: dict[int, str] = {}
    for rule in (each for top in rules for each in top.walk()):
        clause = next(places)
        above[rule.level] = clause.id
        outer = [level for level in above if level < rule.level]
        assert clause.parent == (above[max(outer)] if outer else None)
        for level in [level for level in above if level > rule.level]:
            del above[level]


def paragraphs(*texts: str) -> Built:
    """Plain paragraphs; a text that starts with `#` is a heading, its level the number of those."""
    blocks = []
    for text in texts:
        words = text.lstrip("#").strip()
        level = len(text) - len(text.lstrip("#"))
        blocks.append(
            Block("heading" if level else "paragraph", (Run(words, bold=bool(level)),), level=level)
        )
    return as_listed(build_clauses(DOCUMENT, typeset(Flow(tuple(blocks))).pages))


RULE = "Members must keep the boats of the club in good order at all times and report every damage."


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        ([f"{n}.{k} {RULE}" for n in (1, 2) for k in (1, 2, 3)], ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"]),
        ([f"§ {n} {RULE}" for n in range(1, 6)], ["1", "2", "3", "4", "5"]),
        ([f"Rule 3-{n} {RULE}" for n in range(1, 5)], ["3-1", "3-2", "3-3", "3-4"]),
        ([f"{n}. {RULE}" for n in (100, 101, 200, 201)], ["100", "101", "200", "201"]),
        ([f"#Chapter {n} Boats" if k == 0 else f"{n}.0.{k} {RULE}" for n in (1, 2) for k in range(3)],
         ["1", "1.0.1", "1.0.2", "2", "2.0.1", "2.0.2"]),
    ],
)  # fmt: skip
def test_numbers_are_those_that_the_book_prints(texts: list[str], numbers: list[str]):
    built = paragraphs("These are the rules of the club.", *texts)
    assert [c.number for c in built.clauses if c.number[0].isdigit()] == numbers


def test_one_number_in_several_articles_is_told_by_keyword_and_article():
    texts = [
        t
        for r in ROMANS[:3]
        for t in (f"#ARTICLE {r} — BOATS", "##Section 1 — Name", RULE, "##Section 2 — Use", RULE)
    ]
    numbers = [c.number for c in paragraphs(*texts).clauses]
    assert numbers[:3] == ["I", "I/Section 1", "I/Section 2"] and len(set(numbers)) == 9


def test_a_book_without_numbers_is_parted_by_heading_and_paragraph():
    dogs = "Dogs are not allowed in the club house, on the terrace or on any boat of the club. " * 5
    boats = "Boats are washed after use by whoever sailed them, sails are dried and folded. " * 6
    built = paragraphs(
        "#House rules", "##Animals", dogs, boats, dogs, boats, "##Keys", "Keys are kept by the warden."
    )
    numbers = [c.number for c in built.clauses]
    assert [n for n in numbers if n.startswith("Animals/")] == [f"Animals/¶{k}" for k in (1, 2, 3, 4)]
    assert "Keys" in numbers and max(len(c.text) for c in built.clauses) < 1000


def test_a_number_in_mid_sentence_opens_nothing():
    wrapped = "The fee is due on the first day of the month that follows a notice under (a) and (b) above "
    texts = [f"{n}. {wrapped * 3} and is 2. paid in cash." for n in (1, 2, 3)]
    assert [c.number for c in paragraphs(*texts).clauses] == ["1", "2", "3"]


def test_run_in_numbers_of_text_without_line_ends_open_clauses():
    text = " ".join(f"Article {n} Duties {k}. Members keep the boats dry. " + RULE * 2
                    for n in range(1, 16) for k in (1,))  # fmt: skip
    numbers = [c.number for c in paragraphs("Statutes of the club.", text).clauses]
    assert [str(n) for n in range(1, 16)] == [n for n in numbers if n.isdigit()]


def test_how_the_book_is_numbered_is_said():
    texts = [t for r in ROMANS[:3] for t in (f"#Article {r} Boats", f"(a) {RULE}", f"(b) {RULE}")]
    built = paragraphs(*texts)
    assert built.style == "Article I > (a)" and built.sure == 1


def test_words_after_a_list_stand_behind_it():
    built = paragraphs("#1. Fees", "A fee is due for:", "(a) each boat;", "(b) each berth.", RULE)
    last = built.clauses[-1]
    assert [c.number for c in built.clauses][:3] == ["1", "1(a)", "1(b)"] and RULE in last.text


def test_exhibits_after_the_last_article_stand_beside_the_articles():
    texts = [
        t
        for n in range(1, 6)
        for t in (f"#Article {n} Boats", f"Section {n}.1 {RULE}", f"Section {n}.2 {RULE}")
    ]
    texts += [t for letter in "AB" for t in (f"#Exhibit {letter} Berths", RULE)]
    top = [c.number for c in paragraphs(*texts).clauses if c.parent is None]
    assert top == ["1", "2", "3", "4", "5", "Exhibit A", "Exhibit B"]


def test_chapters_that_count_on_through_the_parts_keep_their_printed_numbers():
    texts: list[str] = []
    for part, chapters in ((1, (1, 2)), (2, (3, 4))):
        texts += [f"#Part {part} Boats"]
        texts += [t for n in chapters for t in (f"##{n} Use", f"{n}.1 {RULE}", f"{n}.2 {RULE}")]
    numbers = [c.number for c in paragraphs("Rules of the club.", *texts).clauses]
    assert [n for n in numbers if "." in n] == [f"{n}.{k}" for n in (1, 2, 3, 4) for k in (1, 2)]


def test_a_number_at_the_end_of_a_printed_line_opens_a_clause():
    text = " ".join(f"({n}) {RULE}" for n in range(1, 60))
    numbers = [c.number for c in paragraphs("Statutes of the club.", text).clauses]
    assert [str(n) for n in range(1, 60)] == [n for n in numbers if n.isdigit()]
