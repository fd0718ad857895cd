"""Books whose text was cut into pieces and joined, or lost its line ends: repeats, and headings in lines."""

from __future__ import annotations

from regulations_agent.corpus.flow import markdown
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.outline.clauses import Built, build_clauses
from tests.corpus.outline.test_headings import DOCUMENT

TITLES = (
    "Moorings at the pier",
    "Care of the oars",
    "Duties of the crew",
    "Reports",
    "Guests",
    "Lamps and bells",
)
RULE = "The crew number {n} shall keep the boats of the harbour in good order, as Article 3 tells them."
TEXT = "Members keep the boats of the club in good order at all times."
SECOND = "Whoever finds any damage on row {n} shall say so to the master of the pier before evening."


def poured() -> str:
    """Two chapters of six articles each, in one paragraph."""
    said: list[str] = []
    for n in range(1, 13):
        said += [f"CHAPTER {'I' * (1 + n // 7)} Rules of the harbour"] if n in (1, 7) else []
        said += [f"Article {n} {TITLES[n % 6]}"]
        if n % 2:
            said += [f"1. {RULE.format(n=n)}", f"2. {SECOND.format(n=n)}"]
        else:
            said += [RULE.format(n=n)]
    return " ".join(said)


def in_markdown(text: str) -> Built:
    return build_clauses(DOCUMENT, typeset(markdown.read(text.encode(), "rules.md")).pages)


def assert_is_whole(built: Built) -> None:
    found = [clause for clause in built.clauses if clause.heading]
    assert [c.heading for c in found if c.parent is None] == ["Rules of the harbour"] * 2
    assert [c.heading for c in found if c.parent is not None] == [TITLES[n % 6] for n in range(1, 13)]
    texts = {clause.number: clause.text for clause in built.clauses}
    assert (texts["1.1"], texts["2"], texts["11.2"]) == (
        RULE.format(n=1),
        RULE.format(n=2),
        SECOND.format(n=11),
    )


def test_headings_in_running_text_are_told_by_how_they_count_on():
    assert_is_whole(in_markdown(poured()))


def test_text_that_was_cut_into_overlapping_pieces_says_everything_once():
    text = poured()
    pieces = [text[max(0, at - 60) : at + 240].strip() for at in range(0, len(text), 240)]
    assert_is_whole(in_markdown(" ".join(pieces)))


def test_what_a_table_of_prices_says_again_stays():
    again = "An adult pays ten crowns a day at the pier. " * 2
    assert in_markdown(f"# Fees\n\n{again * 5}").clauses[-1].text == (again * 5).strip()
