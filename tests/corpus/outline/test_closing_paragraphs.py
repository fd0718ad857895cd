"""Paragraphs behind a list: they belong to the item above them, or to the clause that holds the list."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.listed import build_clauses
from tests.corpus.outline.test_amended_law import law
from tests.corpus.outline.test_strange_books import DOCUMENT, RULE
from tests.corpus.page import line

NOTE = 470.0
"""Right edge of the notes; that of the text is 525."""


def paragraph(*rows: str, x: float = 70.0, right: float = 525.0) -> list[TextLine]:
    """Full rows but for the last, with a blank above."""
    made = [line(text, x=x, gap=16.0 if not at else 3.0) for at, text in enumerate(rows)]
    return [*(replace(one, box=one.box._replace(x1=right)) for one in made[:-1]), made[-1]]


def items(*said: str) -> list[TextLine]:
    return [line(text, x=80, label=f"{n}.", gap=10.0) for n, text in enumerate(said, start=1)]


def told(*bodies: list[TextLine]) -> list[tuple[str, str]]:
    return [(c.number, c.text.partition("\n")[0][:20]) for c in law(*bodies).clauses if c.text]


def noted(n: int) -> list[TextLine]:
    head = [line(f"§ {n} Boats", bold=True, gap=24.0, x=70)]
    said = paragraph("Members keep the boats of the club in good order", "at all times.")
    return [*head, *said, *paragraph("Boats are those that float and", "that are rowed.", x=150, right=NOTE)]


def test_a_boxed_note_behind_a_list_is_of_the_clause_if_the_book_has_such_notes_behind_text():
    lead = paragraph("The crew may go ashore where the keeper of the pier", "allows it:")
    last = [line("§ 4 Piers", bold=True, gap=24.0, x=70), *lead, *items("at the pier;", "on the beach.")]
    note = paragraph("Beaches are not swept in the winter.", x=150)
    found = told([*noted(1), *noted(2), *noted(3), *last, *note])
    assert [one for one in found if "4" in one[0]][-2:] == [
        ("4.2", "on the beach."),
        ("4/¶2", "Beaches are not swep"),
    ]
    found = told([*last, *note])
    assert found[-1] == ("2", "on the beach.")


def titled(closing: str) -> list[TextLine]:
    head = [line("§ 1 Boats", bold=True, gap=24.0, x=70)]
    rows = [*head, *paragraph("The pier is closed in these cases, as the keeper", "of the boats says:")]
    for n, title in enumerate(("Storms", "Ice"), start=1):
        rows.append(line(title, x=90, label=f"{n}.", bold=True, gap=16.0))
        rows += paragraph("No boat leaves the pier, and none is let in, until", "it is over.", x=120)
    return [*rows, *paragraph(closing, x=70)]


def test_a_sentence_level_with_what_leads_to_titled_items_ends_them():
    assert told(titled("The keeper hoists a flag."))[-1] == ("1/¶2", "The keeper hoists a ")
    assert told(titled("Flags and their colours"))[-1][0] == "1.2"


def test_the_same_in_a_format_that_calls_the_titles_headings():
    blocks = [Block("heading", (Run("§ 1 Boats"),), 1), Block("paragraph", (Run("The pier is closed:"),), 1)]
    for n, title in enumerate(("Storms", "Ice"), start=1):
        blocks.append(Block("heading", (Run(title),), 2, f"{n}."))
        blocks.append(Block("paragraph", (Run(RULE),), 3))
    blocks.append(Block("paragraph", (Run("The keeper hoists a flag."),), 1))
    built = build_clauses(DOCUMENT, typeset(Flow(tuple(blocks))).pages)
    assert [c.text for c in built.clauses][-2:] == [RULE, "The keeper hoists a flag."]
