"""Chapters that running heads alone name: `LAW 1 – THE FIELD OF PLAY` above nine pages, and nowhere else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from regulations_agent.corpus.contents.recurrence import squashed
from regulations_agent.corpus.page.lines import PageLines, TextLine
from regulations_agent.corpus.print.margins import MARGIN

FEW = 3
"""Chapters from which heads name them."""
WHOLE = 0.8
"""Share of the pages below one name from which it is that of the book."""
COVERED = 0.5
"""Share of the pages that have such a head, at least."""
PRINTED = 0.2
"""Share of the names that also stand in the text, from which the text is trusted with all of them."""
NEAR = 4.0
"""Points by which names at one height may differ."""
_LETTERS = 4
_NUMBERS = re.compile(r"\d+(?:[.\-–]\d+)*")
_TOKENS = re.compile(r"[^\W\d_]+|\d+")
_EDGES = re.compile(r"^\d+(?=\s|$)|(?<=\s)\d+$")


class _Chapter(NamedTuple):
    pages: list[int]
    """Indexes of the pages below its name."""
    line: TextLine


def with_chapters(pages: Sequence[PageLines]) -> list[PageLines]:
    """The pages; the first of each chapter that only heads name begins with its name."""
    chapters = [c for c in _alone(_named(pages)) if len(c.pages) < WHOLE * len(pages)]
    covered = sum(len(chapter.pages) for chapter in chapters)
    usual = sorted(len(chapter.pages) for chapter in chapters)[len(chapters) // 2 :][:1]
    if len(chapters) < FEW or usual == [1] or covered < COVERED * len(pages):
        return list(pages)
    printed = [chapter for chapter in chapters if _printed(pages, chapter)]
    if len(printed) > PRINTED * len(chapters):
        return list(pages)
    out = list(pages)
    for chapter in (each for each in chapters if each not in printed):
        page = out[chapter.pages[0]]
        out[chapter.pages[0]] = replace(page, body=(replace(chapter.line, level=1), *page.body))
    return out


def _named(pages: Sequence[PageLines]) -> list[_Chapter]:
    """What is printed at the top of pages, without their numbers, and on which it stands."""
    heads = [(i, page, line) for i, page in enumerate(pages) for line in page.heads]
    steps = Counter(
        int(number) - page.page for _, page, line in heads for number in _EDGES.findall(line.printed)
    )
    offset = max(steps, key=lambda step: steps[step], default=0)
    found: list[_Chapter] = []
    last: dict[tuple[str, int], _Chapter] = {}
    for i, page, line in heads:
        name = _without(line, str(page.page + offset))
        words, y = _words(name.printed), round(line.box.bottom / NEAR)
        if line.box.bottom >= MARGIN * page.height or sum(map(str.isalpha, words)) < _LETTERS:
            continue
        open_ = next((last[words, near] for near in (y, y - 1, y + 1) if (words, near) in last), None)
        if open_ is None or i > open_.pages[-1] + 2:
            open_ = _Chapter([], name)
            found.append(open_)
        open_.pages.append(i)
        last[words, y] = open_
    usual = Counter(round(chapter.line.box.bottom / NEAR) for chapter in found).most_common(1)
    book = _everywhere(pages)
    named = [chapter for chapter in found if not _is_place(chapter.line.printed, book)]
    return [c for c in named if any(abs(round(c.line.box.bottom / NEAR) - y) <= 1 for y, _ in usual)]


def _everywhere(pages: Sequence[PageLines]) -> set[str]:
    """The words at the top or foot of most pages that have such, as the title of the book and its date."""
    heads = [{word for line in page.heads for word in _TOKENS.findall(line.printed)} for page in pages]
    on = Counter(word for words in heads for word in words)
    return {word for word, count in on.items() if count > 0.5 * sum(map(bool, heads))}


def _is_place(name: str, book: set[str]) -> bool:
    """It says where in the book the page is, as `Part 2 s 14` beside its title, and names no chapter."""
    own = [word for word in _TOKENS.findall(name) if word not in book]
    counted = all(other.isdigit() for word, other in pairwise([*own, ""]) if not word.isdigit())
    return not own or (counted and sum(map(str.isdigit, own)) > 1)


def _words(name: str) -> str:
    """What tells one name from another: no number where several stand, as the first and last section."""
    return squashed(_NUMBERS.sub("", name) if len(_NUMBERS.findall(name)) > 1 else name)


def _alone(chapters: Sequence[_Chapter]) -> list[_Chapter]:
    """Those between whose first and last page no other begins; the name of the book is left out."""

    def within(one: _Chapter, others: Sequence[_Chapter]) -> int:
        return sum(one.pages[0] <= other.pages[0] <= one.pages[-1] for other in others) - 1

    inner = [chapter for chapter in chapters if within(chapter, chapters) < FEW]
    return [chapter for chapter in inner if not within(chapter, inner)]


def _printed(pages: Sequence[PageLines], chapter: _Chapter) -> bool:
    """The name, or what follows the book's title in it, also stands in the text where the chapter begins."""
    first, name = chapter.pages[0], squashed(chapter.line.printed)
    near = [page.body for page in pages[max(0, first - 1) : first + 2]]
    lines = [squashed(line.printed) for body in near for line in body if isinstance(line, TextLine)]
    number = max((i for i, c in enumerate(name) if c.isdigit()), default=len(name) // 2)
    return name in "".join(lines) or any(
        len(name) - len(line) <= number and name.endswith(line) for line in lines
    )


def _without(line: TextLine, number: str) -> TextLine:
    """The line without the page's number at its start or end."""
    spans = list(line.spans)
    for at, span in ((0, spans[0]), (-1, spans[-1])):
        words = span.text.split()
        if words[:1] == [number] or words[-1:] == [number]:
            first = words[0] == number
            x = span.box.x0 + (span.box.x1 - span.box.x0) * (len(number) + 1) / len(span.text)
            box = span.box._replace(x0=x) if first else span.box._replace(x1=span.box.x0 + span.box.x1 - x)
            spans[at] = replace(span, text=" ".join(words[1:] if first else words[:-1]), box=box)
            break
    kept = tuple(span for span in spans if span.text.strip()) or line.spans
    box = line.box._replace(x0=min(s.box.x0 for s in kept), x1=max(s.box.x1 for s in kept))
    return replace(line, spans=kept, box=box, gap=0.0)
