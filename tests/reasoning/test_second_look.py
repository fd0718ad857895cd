"""A clause as the cross-encoder reads it."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.index.words.texts import parts
from regulations_agent.reasoning.choosing.second_look import PASSAGE_WORDS, passage
from regulations_agent.types.document import Clause

RULE = Clause("book/2", "2", "Dogs", None, "clause", 1, "A dog is kept")
ITEM = Clause("book/2.a", "2.a", "", "book/2", "item", 1, "on a lead.")
LONG = " ".join(f"Sentence {n} says that gate {n} opens at {n} in the morning." for n in range(40))


def test_a_short_clause_is_shown_with_its_items_below_its_headings():
    above = [replace(RULE, id=f"book/{n}", heading=n) for n in ("Houses", "Gardens")]
    assert (
        passage(RULE, above, ["on a lead;", "indoors."], ())
        == "Gardens\nDogs\nA dog is kept on a lead; indoors."
    )


def test_an_item_goes_on_with_the_end_of_what_stands_above():
    above = replace(RULE, text=" ".join(map(str, range(50))))
    shown = passage(ITEM, [above], (), ())
    assert shown == f"Dogs\n{' '.join(map(str, range(20, 50)))}\non a lead."


def test_a_long_clause_is_shown_around_the_part_that_is_nearest_to_the_question():
    places = [start for start, _ in parts(LONG)]
    for wanted in (0, len(places) // 2, len(places) - 1):
        near = [(start, float(start == places[wanted])) for start in places]
        shown = passage(replace(RULE, text=LONG), [], ["its items"], near).removeprefix("Dogs\n")
        assert LONG[slice(*parts(LONG)[wanted])] in shown and shown in LONG
        assert PASSAGE_WORDS / 2 < len(shown.split()) <= PASSAGE_WORDS


def test_a_long_clause_without_parts_begins_at_its_beginning():
    assert passage(replace(RULE, heading="", text=LONG), [], (), ()).startswith("Sentence 0 says")
