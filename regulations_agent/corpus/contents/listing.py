"""Which lines of a document are its contents list: told by pages that rise and titles that come again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import dropwhile, pairwise
from typing import NamedTuple

from regulations_agent.corpus.contents.items import MAX_TITLE, WORD, Item, is_page
from regulations_agent.corpus.contents.recurrence import Lines, longest_rise, split_label, usual_offset

FRONT = 12
"""Pages at the front on which a contents list with a heading of its own, or one without pages, can start."""
MIN_ENTRIES = 3
"""Entries below a heading."""
MIN_PLAIN = 4
"""Unlike entries without a heading."""
UNPAGED = 0.6
"""Share of its lines that come again in their order."""
OFTEN = 3
"""Times that a title comes again for each time that it stands above; what does more often is no heading."""
DENSE = 0.4
"""Share of the lines that must be entries."""
MIN_UNPAGED = 8
"""Entries of a list without page numbers."""
APART = 2
"""Lines over which titles that come again alone do so for each line of the list; where a passage is printed
twice, the second stands as close as the first."""
RECUR = 0.5
"""Share of the entries whose titles come again where their pages say, from which the lines are contents."""
RECUR_LED = 0.25
"""The same where dots lead to the pages."""
BETWEEN = 1 / 3
"""The same of what stands between two parts of a list."""
NEAR = 40
"""Lines below a list in which its first title may come again."""
CLOSING = 40
"""Characters of the line that ends a list."""
MAX_BETWEEN = 3
"""Lines without a page between two entries: wrapped titles, headings of parts."""
_HEADING = re.compile(
    r"^(?:table of |table des |art\.? )?"
    r"(?:list of (?:tables|figures)|arrangement of [a-z]+|contents?|index|mati[èe]res|sommaire|"
    r"inhalt(?:sverzeichnis)?|[íi]ndice|inhoud(?:sopgave)?|inneh[åa]ll|spis tre[śs]ci|目\s?次|目\s?录|"
    r"목\s?차)\b[^.;]{0,16}$",
    re.I,
)
"""What stands over a contents list, in several languages."""


class Run(NamedTuple):
    """Items from `start` up to `end`, both entries."""

    start: int
    end: int
    """The last one."""


def find_runs(items: Sequence[Item]) -> list[Run]:
    """The contents lists among the lines: tables of contents, lists of figures; in order."""
    lines = Lines((item.text, item.page) for item in items)
    entries = {at for at, item in enumerate(items) if item.printed is not None}
    front = [at for at, item in enumerate(items) if item.page <= FRONT]
    again = {at for at in front if _comes_again(items, at, lines)}
    found: list[Run] = []
    for run in runs_of(items, entries | again):
        paged = [at for at in range(run.start, run.end + 1) if items[at].printed is not None]
        near = bool(found) and run.start - found[-1].end <= MAX_BETWEEN + 1
        listed = {items[at].text for one in found[-1:] for at in range(one.start, one.end + 1)}
        fresh = sum(items[at].text not in listed for at in paged) > 0.5 * len(paged)
        goes_on = near and fresh and (items[run.start].led or len(paged) >= MIN_ENTRIES)
        if goes_on or (len(paged) >= MIN_ENTRIES and _proved(items, run, lines)):
            found.append(run)
    if found:
        return _filled(items, found, lines)
    headed = dropwhile(lambda at: not is_heading(items[at].text), front)
    beside = {at for at in headed if _comes_again(items, at, lines, bare=True)}
    alike = again | beside | _alike(items, again)
    return [run for run in runs_of(items, alike) if _spreads(items, run, lines)]


def _filled(items: Sequence[Item], runs: Sequence[Run], lines: Lines) -> list[Run]:
    """The runs, with what stands below their heading, between them or before the first title where it comes
    again, if it holds titles as they do."""
    start = runs[0].start
    front = (at + 1 for at in range(start) if items[at].page <= FRONT and is_heading(items[at].text))
    first = next(front, start)
    after = range(runs[-1].end + 1, min(len(items), runs[-1].end + NEAR))
    again = next((at for at in after if _says(items[first], items[at])), runs[-1].end + 1)
    found = [Run(first, first - 1)]
    for run in [*runs, Run(again, again - 1)]:
        between = [at for at in range(found[-1].end + 1, run.start) if WORD.search(items[at].text)]
        if sum(_comes_again(items, at, lines) for at in between) >= BETWEEN * len(between):
            found[-1] = Run(found[-1].start, run.end)
        else:
            found.append(run)
    return [_closed(items, run) for run in found if run.end >= run.start]


def _closed(items: Sequence[Item], run: Run) -> Run:
    """The run with the one line below it on its page, if it is short and neither a sentence nor the title of
    an entry: `End of list`."""
    below = [item for item in items[run.end + 1 : run.end + 3] if item.page == items[run.end].page]
    if len(below) != 1 or len(below[0].text) > CLOSING or below[0].text.endswith("."):
        return run
    number, title = split_label(below[0].text)
    known = {split_label(item.title).title.casefold() for item in items[run.start : run.end + 1]}
    return Run(run.start, run.end + (not number and title.casefold() not in known))


def _alike(items: Sequence[Item], again: Set[int]) -> set[int]:
    """Lines of the same pages with the word before their number (`Art. 6`) that three others have."""

    def word(at: int) -> str:
        return split_label(items[at].title).number.rpartition(" ")[0]

    times = Counter(word(at) for at in again)
    usual = {word for word, count in times.items() if word and count >= MIN_ENTRIES}
    pages = {items[at].page for at in again} if usual else set()
    return {at for at, item in enumerate(items) if item.page in pages and word(at) in usual}


def _comes_again(items: Sequence[Item], at: int, lines: Lines, *, bare: bool = False) -> bool:
    """The line without its page stands below more often than above, as entries and their headings do;
    `bare`: without its number, too, as it stands beside the text of an act."""
    if len(items[at].text) > MAX_TITLE:
        return False
    places = (lines.find if bare else lines.same)(split_label(items[at].title))
    above, below = (
        (sum(side) for side in zip(*((p.at < at, p.at > at) for p in places), strict=True))
        if places
        else (0, 0)
    )
    return above < below <= OFTEN * (above + 1)


def runs_of(items: Sequence[Item], entries: Set[int], between: int = MAX_BETWEEN) -> Iterator[Run]:
    """Runs of entries close to each other whose pages do not go back."""
    run: list[int] = []
    page = 0
    for at in sorted(entries):
        printed = items[at].printed
        if printed is not None and printed < page and items[at].text == items[at].title:
            # the number below is another's, or of the page
            printed = None
        back = printed is not None and printed < page
        if run and (at - run[-1] > between + 1 or back or _begins_again(items, run, at)):
            yield _trimmed(items, run)
            run, page = [], 0
        run.append(at)
        page = page if printed is None else printed
    if run:
        yield _trimmed(items, run)


def _begins_again(items: Sequence[Item], run: Sequence[int], at: int) -> bool:
    """A line since the last entry says what the first said: the text below the list begins with its title."""
    since = (item for item in items[run[-1] + 1 : at + 1] if item.printed is None)
    return len(run) >= MIN_ENTRIES and any(_says(items[run[0]], one) for one in since)


def _says(first: Item, line: Item) -> bool:
    """The line says what the first entry said, or number and title of it as far as they stand in one row."""
    said, (number, title) = _said(line), split_label(line.title)
    return said == _said(first) or bool(number and title and _said(first).startswith(f"{said} "))


def _said(item: Item) -> str:
    """Number and title, in whatever letters they are set."""
    return " ".join(split_label(item.title)).casefold()


def _trimmed(items: Sequence[Item], run: Sequence[int]) -> Run:
    """The run without lines of a cover above the heading, such as `Issue 3`."""
    heads = [at for at in range(run[0], run[-1]) if is_heading(items[at].title)]
    start = heads[-1] if heads and heads[-1] - run[0] <= 2 * MAX_BETWEEN else run[0] - 1
    return Run(next((at for at in run if at > start), run[-1]), run[-1])


def _proved(items: Sequence[Item], run: Run, lines: Lines) -> bool:
    """Most titles come again below, on their pages; fewer do, with a heading or dots that lead to pages."""
    places = range(run.start, run.end + 1)
    paged = [items[at] for at in places if items[at].printed is not None]
    others = sum(items[at].printed is None and _comes_again(items, at, lines) for at in places)
    if len(paged) + others < DENSE * sum(not is_page(items[at]) for at in places):
        return False
    if items[run.start].page <= FRONT and is_headed(items, run):
        return True
    if len({entry.title for entry in paged}) < max(MIN_PLAIN, RECUR * len(paged)):
        return False
    found = [[p for p in lines.find(split_label(entry.title)) if p.at > run.end] for entry in paged]
    _, share = usual_offset([entry.printed for entry in paged], found)
    led = sum(entry.led for entry in paged) >= 0.5 * len(paged)
    return share >= (RECUR_LED if led else RECUR)


def is_headed(items: Sequence[Item], run: Run) -> bool:
    """A line that can stand over a contents list is the first of the run, or stands a little above it."""
    before = items[max(0, run.start - MAX_BETWEEN) : run.start + 1]
    return any(is_heading(item.text) for item in before)


def is_heading(text: str) -> bool:
    """Whether it can stand over a contents list."""
    return _HEADING.match(" ".join(text.split())) is not None


def _spreads(items: Sequence[Item], run: Run, lines: Lines) -> bool:
    """The titles of the run come again below it in their order, from its end to the end of the document.

    A title that comes again by its number is not looked for without it: a glossary may hold the same words.
    Below a heading of contents the titles may come once more, as in an index.
    """
    titles = (split_label(items[at].title) for at in range(run.start, run.end + 1))
    found = [
        [place.at for place in lines.same(title) if place.at > run.end]
        or [place.at for place in lines.find(title) if place.at > run.end]
        for title in titles
    ]
    rise = longest_rise(found)
    chain = [at for at in rise if at is not None]
    if len(chain) < max(MIN_UNPAGED, UNPAGED * len(found)):
        return False
    alike = sum(at is not None and items[at].text == items[n].text for n, at in enumerate(rise, run.start))
    if alike > RECUR * len(chain) and chain[-1] - chain[0] < APART * (run.end - run.start):
        return False
    headed = any(is_heading(item.text) for item in items[max(0, run.start - MAX_BETWEEN) : run.end])
    if sum(0 < len(places) <= 1 + headed for places in found) < RECUR * len(chain):
        return False
    gaps = [b - a for a, b in pairwise([run.end, *chain, len(items)])]
    return max(gaps) < 0.5 * (len(items) - run.end)
