"""Titles that come again below each title of their own look."""

from __future__ import annotations

from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.outline.test_headings import RULE, read, row, title

SPORTS = ("ROWING", "SAILING", "PADDLING", "SWIMMING")


def sport(name: str, *parts: str) -> list[TextLine]:
    """A sport whose title and whose first part are set alike."""
    body = [title(name, size=14), title("NUMBER OF CREWS: OPEN", size=14, gap=30)]
    body.append(row("See the ages of crews.", gap=8))
    for name_of_part in parts:
        body.append(title(name_of_part))
        body += [row(f"{n}. {RULE} {name} {n}.", gap=8) for n in (1, 2)]
    return body


def test_a_title_that_comes_again_stands_below_the_title_of_its_look_above_it():
    found = read([line for name in SPORTS for line in sport(name, "EVENTS", "BOATS")])
    by_id = {c.id: c for c in found}
    for name in SPORTS:
        open_ones = [
            c for c in found if c.heading.startswith("NUMBER") and by_id[c.parent or ""].heading == name
        ]
        assert len(open_ones) == 1, name
    assert all(c.parent is None for c in found if c.heading in SPORTS)


def test_titles_with_a_colon_and_without_are_of_one_rank_where_a_book_prints_them_both_ways():
    parts = (("EVENTS", "BOATS:"), ("EVENTS:", "BOATS"), ("EVENTS", "BOATS:"), ("EVENTS:", "BOATS:"))
    found = read([line for name, two in zip(SPORTS, parts, strict=True) for line in sport(name, *two)])
    by_id = {c.id: c for c in found}
    boats = [by_id[c.parent or ""].heading for c in found if c.heading.startswith("BOATS")]
    assert boats == ["NUMBER OF CREWS: OPEN"] * 4


def test_words_of_such_a_title_head_what_is_below_though_no_blank_is_above_them():
    body = [line for name in SPORTS for line in sport(name, "EVENTS", "BOATS")]
    full = row(
        "Crews that have no boat of their own are to ask the club for one of the boats that lie in it",
        bold=True,
        size=12,
    )
    late = [
        full,
        row(full.text, bold=True, size=12),
        row("BOATS", bold=True, size=12),
        row("1. Gigs are lent.", gap=8),
        row("2. Skiffs too.", gap=8),
    ]
    found = read([*body, *sport("DIVING", "EVENTS"), *late])
    by_id = {c.id: c for c in found}
    lent = next(c for c in found if c.text == "Gigs are lent.")
    assert by_id[lent.parent or ""].heading == "BOATS"
