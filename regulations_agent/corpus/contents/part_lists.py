"""Contents lists at the head of a part of a book, which name its sections without their pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile

from regulations_agent.corpus.contents.items import MAX_TITLE, Item
from regulations_agent.corpus.contents.listing import (
    MAX_BETWEEN,
    MIN_ENTRIES,
    OFTEN,
    UNPAGED,
    Run,
    is_headed,
    runs_of,
)
from regulations_agent.corpus.contents.recurrence import Lines, longest_rise, split_label, squashed


def lists_of_parts(items: Sequence[Item], found: Sequence[Run]) -> Iterator[Run]:
    """The lists without pages at the head of a part, below a heading of contents: numbered titles that come
    again, soon and farther apart."""
    lines = Lines((item.text, item.page) for item in items)
    listed = {at for run in found for at in range(run.start, run.end + 1)}
    again: dict[int, list[int]] = {}
    for at, item in enumerate(items):
        title = split_label(item.title) if len(item.text) <= MAX_TITLE else None
        if title is not None and title.number and at not in listed:
            places = [place.at for place in lines.same(title) if place.at not in listed and place.at != at]
            if places and places[0] > at and len(places) <= OFTEN:
                again[at] = places
    for run in runs_of(items, again.keys(), 2 * MAX_BETWEEN):
        if not is_headed(items, run):
            continue
        end = _last_alike(items, [at for at in range(run.start, run.end + 1) if at in again])
        entries = [again[at] for at in range(run.start, end + 1) if at in again]
        chain = [at for at in longest_rise([[p for p in places if p > end] for places in entries]) if at]
        if len(chain) < max(MIN_ENTRIES, UNPAGED * len(entries)):
            continue
        if 2 * (chain[0] - end) <= end - run.start < (chain[-1] - chain[0]) / OFTEN:
            yield Run(run.start, end + _wrapped(items, end, again[end][0]))


def _last_alike(items: Sequence[Item], entries: Sequence[int]) -> int:
    """The last entry with a number of the commonest kind."""
    kinds = ["".join(c for c in split_label(items[at].title).number if not c.isdigit()) for at in entries]
    usual = max(kinds, key=kinds.count)
    return max(at for at, kind in zip(entries, kinds, strict=True) if kind == usual)


def _wrapped(items: Sequence[Item], at: int, place: int) -> int:
    """Lines below the entry over which its title runs, as told where it comes again."""
    title = squashed(" ".join(item.text for item in items[place : place + 2 * MAX_BETWEEN]))
    said = accumulate(squashed(item.text) for item in items[at : at + 2 * MAX_BETWEEN])
    return max(0, sum(1 for _ in takewhile(title.startswith, said)) - 1)
