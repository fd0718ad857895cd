"""Finds the numberings of a book: the reading of its marks that counts on best, by beam search."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from regulations_agent.corpus.outline.parse.habits import Habits
from regulations_agent.corpus.outline.parse.moves import EVIDENCE, options, ways
from regulations_agent.corpus.outline.parse.states import Decision, Seen, State
from regulations_agent.corpus.outline.rows.looks import Sight

BEAM = 10
"""Readings of the book so far that are kept."""


def parse(sights: Sequence[Sight], expected: Collection[int] = ()) -> list[Decision]:
    """The rows that open clauses, in order; `expected` are rows that the book's own contents name."""
    habits = Habits(sights)
    states = [State(0.0, (), (), 0, None, None)]
    skip = 0
    for i, sight in enumerate(sights):
        if skip:
            skip -= 1
            continue
        likely = EVIDENCE if i in expected else 0.0
        headed = sight.heading or bool(likely and sight.mark is None)
        if sight.mark is None and not headed:
            continue
        seen = Seen(i, sight, likely, habits)
        countings = ways(seen)
        found: list[State] = []
        for state in states:
            found += options(state, seen, countings, headed=headed)
        states = _best(found)
        if sight.heading and sight.mark is None:
            skip = sight.rows - 1
    return _decisions(max(states, key=lambda s: s.score))


def _best(found: Sequence[State]) -> list[State]:
    kept: dict[tuple[object, ...], State] = {}
    for state in sorted(found, key=lambda s: -s.score):
        kept.setdefault(state.key, state)
        if len(kept) == BEAM:
            break
    return list(kept.values())


def _decisions(state: State | None) -> list[Decision]:
    out: list[Decision] = []
    while state is not None:
        if state.last is not None:
            out.append(state.last)
        state = state.before
    return out[::-1]
