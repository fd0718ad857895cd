"""What unnumbered headings of one look tell of each other: words that come again, colons that end them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from regulations_agent.corpus.outline.rows.looks import Look, Sight

TIMES = 3
"""How often words must head something, so that they tell of a part that several parts of a book have."""
BOTH = 2
"""Titles of one look that are printed with a colon and without, from which it tells no rank there."""


def with_repeated(sights: Sequence[Sight]) -> list[Sight]:
    """The sights; headings whose words come again in their look know it. A row of these words in this look is
    such a heading though no blank parts it from the text above."""
    heads = [i for i, sight in enumerate(sights) if sight.heading]
    within = {k for i in heads for k in range(i + 1, i + sights[i].rows)}
    times = Counter(_said(sights, i, sights[i].rows) for i in heads if sights[i].mark is None)
    out = list(sights)
    for i, sight in enumerate(sights):
        parted = sight.starts and not sight.heading
        if (
            sight.mark is None
            and not parted
            and i not in within
            and times[_said(sights, i, sight.rows)] >= TIMES
        ):
            out[i] = replace(sight, heading=True, starts=True, again=True)
    return out


def repeated(sights: Sequence[Sight], spans: Sequence[int]) -> set[int]:
    """Rows of possible headings without a number, over so many rows each, whose words come again."""
    said = {i: _said(sights, i, span) for i, span in enumerate(spans) if span and sights[i].mark is None}
    times = Counter(said.values())
    return {i for i, words in said.items() if times[words] >= TIMES}


def closed_by_habit(sights: Sequence[Sight], spans: Sequence[int]) -> set[Look]:
    """Looks most of whose titles a colon ends, though few that go without have such ones below them, and
    those in which the same titles are printed both ways: there it tells no rank."""
    found: dict[Look, list[bool]] = defaultdict(list)
    ways: dict[tuple[Look, str], set[bool]] = defaultdict(set)
    for i, sight in enumerate(sights):
        if spans[i] and sight.mark is None:
            led = sights[i + spans[i] - 1].row.text.endswith(":")
            found[sight.look].append(led)
            ways[_said(sights, i, spans[i])].add(led)
    bare = {look: [below for led, below in pairwise(leds) if not led] for look, leds in found.items()}
    both = Counter(look for (look, _), leds in ways.items() if len(leds) > 1)
    return {
        look
        for look, leds in found.items()
        if (sum(leds) > len(leds) / 2 and sum(bare[look]) < len(bare[look]) / 2) or both[look] >= BOTH
    }


def _said(sights: Sequence[Sight], i: int, rows: int) -> tuple[Look, str]:
    """The look and the words of the heading that starts at the row, without the colon that ends it."""
    words = " ".join(sight.row.text for sight in sights[i : i + rows])
    return sights[i].look, words.rstrip(" :").casefold()
