"""Contents lists at the head of a part of a book, which name its sections without their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile

from regulations_agent.corpus.contents.items import MAX_TITLE, Item
from regulations_agent.corpus.contents.listing import (
    DENSE,
    MAX_BETWEEN,
    MIN_ENTRIES,
    NEAR,
    OFTEN,
    UNPAGED,
    Run,
    is_headed,
    runs_of,
)
from regulations_agent.corpus.contents.recurrence import Lines, longest_rise, split_label, squashed

_ONE = re.compile(r"§|\d+[A-Z]?[.-]\d")


def lists_of_parts(items: Sequence[Item], found: Sequence[Run]) -> Iterator[Run]:
    """The lists without pages at the head of a part: numbered titles that come again, soon and farther apart,
    below a heading of contents or with numbers that name one clause of the book."""
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
        headed = is_headed(items, run)
        entries = [at for at in range(run.start, run.end + 1) if at in again]
        end = _last_alike(items, entries)
        entries = [at for at in entries if at <= end and (headed or _names_one(items[at]))]
        if not headed and len(entries) < DENSE * (end - run.start + 1):
            continue
        rising = longest_rise([[place for place in again[at] if place > end] for at in entries])
        chain = [at for at in rising if at]
        if len(chain) < max(MIN_ENTRIES, UNPAGED * len(entries)):
            continue
        soon = max((end - run.start) / 2, 0 if headed else NEAR)
        if chain[0] - end <= soon and end - run.start < (chain[-1] - chain[0]) / OFTEN:
            below = items[max(end + 1, chain[0] - 2 * MAX_BETWEEN) : chain[0]]
            start = run.start if headed else _start(items, run.start, below)
            yield Run(start, end + _wrapped(items, end, again[end][0]))


def _names_one(item: Item) -> bool:
    """Its number, of several steps or behind a sign, names one clause of the book and no item of a list."""
    return _ONE.match(split_label(item.title).number) is not None


def _start(items: Sequence[Item], start: int, below: Sequence[Item]) -> int:
    """Where the titles above the first entry start that come again above its clause, in the lines `below`."""
    again = [squashed(item.text) for item in below]
    above = (squashed(item.text) for item in reversed(items[max(0, start - MAX_BETWEEN) : start]))
    same = takewhile(lambda text: text and any(said.startswith(text) for said in again), above)
    return start - sum(1 for _ in same)


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
