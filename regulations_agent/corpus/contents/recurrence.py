"""Where the words of a contents entry stand again in the document, as a heading does."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

LONGEST = 48
"""Letters and digits by which two titles are compared."""
SURE = 12
"""Letters and digits from which a title without its number is not mistaken for the start of a sentence."""
LEAST = 4
"""Letters and digits of the shortest title that is looked for."""
_READ = 80
"""Characters of a line that are compared."""
_DROPPED = dict.fromkeys(code for code in range(128) if not chr(code).isalnum())
_STEPS = r"[A-Z]{0,4}[.-]?\d{1,4}(?:[A-Za-z]\d{0,2})?(?:[.-]\d+[A-Za-z]?)*"
_WORDED = re.compile(rf"([^\W\d_]{{2,12}}\.?\s+(?:{_STEPS}|[IVXLC]{{1,7}}|[A-Z]))(?=[.:)\s–—-]|$)")
"""`Article 3`, `Annex IV`, `Chapter B`, in any language."""
_BARE = re.compile(
    rf"(?:§+\s?)?({_STEPS}(?:\([a-z\d]+\))?(?=[.:)\s–—-]|$)|(?:[IVXLC]{{1,7}}|[A-Z])(?=[.:)]\s)"
    r"|(?=[IVXL])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?=\s+[A-Z]{3})"
    r"|\((?:[a-z]{1,4}|\d{1,3}|[A-Z])\)|[A-Z]{1,4}(?=\s+[–—-]\s))"
)


_INSERTED = re.compile(r"^(?:\d{0,3}\[)+")
"""What stands before a title that an amendment put there: `10[11[4A. Termination`."""


class Titled(NamedTuple):
    """A title and what numbers it, as printed."""

    number: str
    """`B1.2`, `3`, `Appendix 7`, `Article IV`; empty where there is none."""
    title: str


_NOTHING = Titled("", "")


class Place(NamedTuple):
    """A line of the body."""

    page: int
    """1-based."""
    at: int
    """Its position among all lines of the document."""


def squashed(text: str) -> str:
    """Its letters and digits in lower case."""
    bare = text.lower().translate(_DROPPED)
    return bare if bare.isalnum() else "".join(filter(str.isalnum, bare))


def split_label(text: str) -> Titled:
    """The number at the start of a title, and the rest; a word before the number (`Article`) goes with it."""
    worded = _WORDED.match(text)
    match = worded or _BARE.match(text)
    rest = text[match.end() :].lstrip(" .…:)–—-\t").rstrip(" .…:\t") if match else ""
    if match is None:
        return Titled("", text.strip())
    return Titled(match.group().strip(), rest)


class Lines:
    """The lines of a document, to be looked up by the title with which they start."""

    def __init__(self, texts: Iterable[tuple[str, int]]) -> None:
        """`texts` are the lines in order and their pages."""
        self._alone: list[str] = []
        self._numbers: list[str] = []
        self._places: list[Place] = []
        whole: list[str] = []
        for at, (line, page) in enumerate(texts):
            text = "" if _goes_on(line) else _INSERTED.sub("", line)[:_READ]
            key = squashed(text)
            number, title = split_label(text) if text else _NOTHING
            whole.append(key)
            self._alone.append(squashed(title) if number else key)
            self._numbers.append(_counter(number))
            self._places.append(Place(page, at))
        self._below = [*whole[1:], ""][: len(whole)]

    @cached_property
    def _numbered(self) -> list[tuple[str, int]]:
        return self._keys([number + key for number, key in zip(self._numbers, self._alone, strict=True)])

    @cached_property
    def _bare(self) -> list[tuple[str, int]]:
        return self._keys(self._alone)

    def _keys(self, starts: Sequence[str]) -> list[tuple[str, int]]:
        """Each line with the one below it, as a title goes on there; sorted."""
        pairs = zip(starts, self._below, strict=True)
        return sorted((start + below, at) for at, (start, below) in enumerate(pairs) if start)

    def find(self, titled: Titled) -> list[Place]:
        """The lines that start with number and title, or are the title but for their number."""
        title = squashed(titled.title)
        found = set(self._same(titled, title))
        if len(title) >= LEAST:
            starts = _starting(self._bare, title[:LONGEST])
            found |= starts if len(title) >= SURE else {at for at in starts if self._alone[at] == title}
        return [self._places[at] for at in sorted(found)]

    def same(self, titled: Titled) -> list[Place]:
        """The lines that start with number and title, or are a title that has no number."""
        return [self._places[at] for at in sorted(self._same(titled, squashed(titled.title)))]

    def _same(self, titled: Titled, title: str) -> set[int]:
        number = _counter(titled.number)
        if len(number + title) < LEAST or (number and not title):
            return set()
        starts = _starting(self._numbered, (number + title)[:LONGEST])
        return (
            starts if number or len(title) >= LONGEST else {at for at in starts if self._alone[at] == title}
        )


def _counter(number: str) -> str:
    """A number without the word before it: books write `Art. 3` in one place and `3.` in another."""
    return squashed(number.rpartition(" ")[2])


def _goes_on(text: str) -> bool:
    """A line of a paragraph, which no title starts."""
    return text[:1].islower() and len(text) > LONGEST


def _starting(keys: Sequence[tuple[str, int]], start: str) -> set[int]:
    found: set[int] = set()
    at = bisect_left(keys, (start, -1))
    while at < len(keys) and keys[at][0].startswith(start):
        found.add(keys[at][1])
        at += 1
    return found


def usual_offset(printed: Sequence[int | None], found: Sequence[Sequence[Place]]) -> tuple[int, float]:
    """What is mostly to be added to a printed page to get the page of the PDF, and the share of all entries
    with a printed page that are found there, give or take a page; (0, 0) where none is found."""
    votes: Counter[int] = Counter()
    for page, places in zip(printed, found, strict=True):
        if page is not None:
            votes.update({place.page - page for place in places})
    if not votes:
        return 0, 0.0
    offset = max(votes, key=lambda step: (votes[step], -abs(step)))
    near = sum(
        any(abs(place.page - page - offset) <= 1 for place in places)
        for page, places in zip(printed, found, strict=True)
        if page is not None
    )
    return offset, near / max(1, sum(page is not None for page in printed))


def longest_rise(found: Sequence[Sequence[int]]) -> list[int | None]:
    """The longest rising series with at most one number of each group, the groups in their order; a number
    or None for each group."""
    ends: list[int] = []
    tails: list[int] = []
    nodes: list[tuple[int, int, int]] = []
    for group, numbers in enumerate(found):
        for number in sorted(numbers, reverse=True):
            at = bisect_left(ends, number)
            ends[at : at + 1] = [number]
            nodes.append((group, number, tails[at - 1] if at else -1))
            tails[at : at + 1] = [len(nodes) - 1]
    chain: list[int | None] = [None] * len(found)
    last = tails[-1] if tails else -1
    while last >= 0:
        group, number, last = nodes[last]
        chain[group] = number
    return chain
