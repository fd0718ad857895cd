"""Ranges of numbers, and names: of titles in two sizes, with a note's mark, and of definitions."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.corpus.flow import plain
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.outline.test_amended_law import law, numbers, raised, said
from tests.corpus.outline.test_strange_books import DOCUMENT, RULE
from tests.corpus.page import line, span


def in_plain(text: str) -> Built:
    return build_clauses(DOCUMENT, typeset(plain.read(text.encode(), "rules.txt")).pages)


def test_the_number_behind_a_range_comes_next():
    text = "".join(f"{n} {RULE}\n\n" for n in ("001.", "002.", "003.", "051.", "052."))
    ranged = text.replace(f"003. {RULE}", "003. -- 050. (RESERVED)")
    assert numbers(in_plain(ranged)) == ["001", "002", "003", "051", "052"]
    assert not in_plain(ranged).problems and numbers(in_plain(text)) != numbers(in_plain(ranged))


def test_rules_of_a_range_stand_beside_one_rule():
    text = f"Rule 5.1 {RULE}\n\nRules 5.2 to 5.9 Reserved.\n\nRule 5.10 {RULE}\n\nRule 5.11 {RULE}\n\n"
    built = in_plain(text)
    assert numbers(built) == ["5.1", "5.2", "5.10", "5.11"] and not built.problems
    assert {clause.parent for clause in built.clauses} == {None}


def sized(text: str, size: float, gap: float = 20.0) -> TextLine:
    return line((replace(span(text, bold=True), size=size),), gap=gap)


def chapter(*titles: TextLine) -> list[TextLine]:
    return [*titles, *(said(f"{n}. {RULE}") for n in range(1, 5))]


def titled(*titles: TextLine) -> list[tuple[str, str]]:
    """Number and heading of what has one, in a part with the titles behind another part."""
    built = law(chapter(sized("SAFETY", 30.0)), chapter(*titles))
    return [(c.number, c.heading) for c in built.clauses if c.heading and c.page > 1]


def test_rows_of_nearly_one_size_are_one_title():
    assert titled(sized("BOATS AND", 30.5), sized("CREWS", 30.0, 2.0)) == [("BOATS AND", "BOATS AND CREWS")]
    assert ("CREWS", "CREWS") in titled(sized("BOATS AND", 30.5), sized("CREWS", 24.0, 2.0))


def test_the_mark_of_a_note_is_no_part_of_a_name():
    title = sized("DEFINITIONS", 30.0)
    assert titled(replace(title, spans=(*title.spans, raised("12")))) == [("DEFINITIONS", "DEFINITIONS12")]


def named(name: str, words: str) -> TextLine:
    return replace(line((span(f"{name}: ", bold=True), span(words, x=120))), gap=12.0)


def test_definitions_behind_one_with_items_stand_beside_it():
    first = [named(name, RULE) for name in ("Boat", "Crew", "Mark")]
    alone = line((span("Measures of the Club:", bold=True),), gap=12.0)
    listed = [said("They are these, in the order of the club:"), said("(a) a warning;"), said("(b) a fine.")]
    last = [named(name, RULE) for name in ("Oar", "Race", "Wind")]
    built = law(chapter(sized("SAFETY", 30.0)), [sized("DEFINITIONS", 30.0), *first, alone, *listed, *last])
    above = {c.heading: c.parent for c in built.clauses}
    for name in ("Boat:", "Mark:", "Measures of the Club:", "Oar:", "Race:", "Wind:"):
        assert above[name] == "club/DEFINITIONS"


def test_a_number_with_its_title_opens_a_page_whatever_the_page_before_ends_with():
    rules = [said(f"{n}. {RULE}") for n in range(1, 4)]
    title = line((span("4. "), span("Oars", bold=True), span(". Keep the oars dry.")))
    assert numbers(law([*rules[:2], said(f"3. {RULE[:-1]}")], [title])) == ["1", "2", "3", "4"]
