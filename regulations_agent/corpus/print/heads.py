"""What is printed on every page and belongs to none: running heads and feet."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from statistics import mode

from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.margins import MANY, MARGIN, Line, find_margins, others, squeezed

LARGE = 1.6
"""Share of the usual font size from which a line is a title, unless two pages in five carry it."""
TALL = 1.15
"""The same from which it is more than text."""
TITLE = 5
"""Characters of a title at least; what is shorter in large type marks the section."""
NEAR = 3.0
"""Points by which lines of one paragraph may be out of line."""
ALONG = 4
"""Pages at least whose last line is a number that goes up with them."""


def find_heads(pages: Sequence[tuple[float, Sequence[TextLine]]]) -> list[set[int]]:
    """For each page (height, lines) the positions of its lines that are running heads or feet.

    Lines repeat when the same words stand at the same height on several pages, their numbers being the
    same too or counting with the pages; a short line at the height of such lines goes with them.
    """
    tall = mode(height for height, _ in pages) if pages else 0.0
    usual = _usual_size(pages)
    margins = _without_openings(pages, find_margins(pages, tall), usual)
    places = _places(margins)
    seen = _seen(pages, margins, places)
    often, seldom = (max(2, min(most, round(0.2 * len(pages)))) for most in (5, 3))
    repeated = {key for key, count in seen.items() if count >= often}
    outer = {key for key, count in seen.items() if count >= seldom}
    echoed = _echoes(pages, margins, usual)
    by_side = _by_side(margins, lambda some: _named(some, seen, places, echoed))
    bands = _by_side(margins, lambda some: _bands(some, repeated))
    texts = {text for text, _ in repeated if len(text) >= 12}
    found: list[set[int]] = []
    counted = _counted(margins)
    for page, (margin, (_, lines), apart) in enumerate(zip(margins, pages, counted, strict=True)):
        named = by_side[page % 2]
        busy = named | bands[page % 2]
        alike: set[int] = set()
        for line in margin:
            size = lines[line.at].spans[0].size
            titled = _TITLED.match(line.words) or (size >= LARGE * usual and len(line.words) >= TITLE)
            known = line.y in named or seen[line.key] >= 0.4 * len(pages)
            known = known or (size < usual and _times(line, places) >= often)
            if titled and not known:
                continue
            if line.key in repeated or (line.outermost and (line.key in outer or _piece(line.words, texts))):
                apart.add(line.at)
            elif line.y in busy and line.short:
                alike.add(line.at)
        kept = apart | {at for at in alike if not _in_block(lines, at, apart | alike)}
        found.append(kept | _within(lines, margin, kept, LARGE * usual))
    # heads stand beside something; a book of one line a page says its rules there
    bare = sum(0 < len(lines) == len(apart) for apart, (_, lines) in zip(found, pages, strict=True))
    return _with_page_numbers(pages, found) if bare <= 0.5 * len(pages) else [set() for _ in pages]


def _without_openings(
    pages: Sequence[tuple[float, Sequence[TextLine]]], margins: Sequence[Sequence[Line]], usual: float
) -> list[list[Line]]:
    """The margins without lines that open the sections of a book of one section a page: each time with
    another number, that of the lines below, before the words or in large or bold type."""
    opening: dict[tuple[str, int], set[int]] = defaultdict(set)
    standing: Counter[tuple[str, int]] = Counter()
    for margin, (_, lines) in zip(margins, pages, strict=True):
        stems = [(at, int(m[1])) for at, line in enumerate(lines) if (m := _STEPPED.match(line.printed))]
        for line in margin:
            standing[line.key] += 1
            span = lines[line.at].spans[0]
            leads = line.words.startswith("#") or span.bold or span.size >= TALL * usual
            if leads and any(map(str.isalpha, line.words)) and line.numbers:
                opening[line.key] |= {
                    line.numbers[0] for at, n in stems if n == line.numbers[0] and at != line.at
                }
    opened = {key for key, numbers in opening.items() if len(numbers) >= max(2, 0.6 * standing[key])}
    return [[line for line in margin if line.key not in opened] for margin in margins]


def _seen(
    pages: Sequence[tuple[float, Sequence[TextLine]]],
    margins: Sequence[Sequence[Line]],
    places: Mapping[tuple[str, int], Mapping[int, tuple[int, ...]]],
) -> Counter[tuple[str, int]]:
    """On how many pages a line comes again in a margin; what as often stands elsewhere on the pages is a
    title of the body that opens some of them."""
    seen = Counter({key: len(found) for key, found in places.items() if _counts_along(found)})
    inside = Counter(
        squeezed(line)
        for (_, lines), margin in zip(pages, margins, strict=True)
        for line in others(lines, margin)
        if any(map(str.isalpha, line.printed))
    )
    return Counter({key: count for key, count in seen.items() if inside[key[0]] < max(2, 0.5 * count)})


def _times(line: Line, places: Mapping[tuple[str, int], Mapping[int, tuple[int, ...]]]) -> int:
    """Pages on which the line stands with the same numbers."""
    return sum(numbers == line.numbers for numbers in places.get(line.key, {}).values())


def _counted(margins: Sequence[Sequence[Line]]) -> list[set[int]]:
    """For each page the outermost lines that start or end with the number of their page, at a height
    where most pages have such a line: `30 CHAPTER 3. GAMES` and `3.2. RAZZ 31`."""
    found: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for page, margin in enumerate(margins):
        for line in margin:
            ends = (line.numbers[:1], line.numbers[-1:])
            at_end = (line.words.startswith("#"), line.words.endswith("#"))
            for number in {n for some, there in zip(ends, at_end, strict=True) if there for n in some}:
                for step in _STEPS if line.outermost else ():
                    found[line.y + step, number - page].add((page, line.at))
    least = max(MANY, 0.6 * len(margins))
    counted = {place for places in found.values() if len(places) >= least for place in places}
    return [{line.at for line in some if (page, line.at) in counted} for page, some in enumerate(margins)]


def _within(lines: Sequence[TextLine], margin: Sequence[Line], heads: set[int], large: float) -> set[int]:
    """The short lines in the margin that stand beside a head in large type."""
    tall = [lines[at].box for at in heads if lines[at].spans[0].size >= large]
    boxes = [(line.at, lines[line.at].box) for line in margin if line.short]
    return {at for at, box in boxes if any(box.top < one.bottom and one.top < box.bottom for one in tall)}


def _by_side(
    margins: Sequence[Sequence[Line]], find: Callable[[Sequence[Sequence[Line]]], set[int]]
) -> tuple[set[int], set[int]]:
    """What is found on all pages, with what is found on the left or the right ones, where these are many."""
    whole = find(margins)
    if len(margins) < 2 * MANY:
        return whole, whole
    return whole | find(margins[::2]), whole | find(margins[1::2])


def _with_page_numbers(
    pages: Sequence[tuple[float, Sequence[TextLine]]], heads: list[set[int]]
) -> list[set[int]]:
    """The heads, but for subtitles, with the last lines below the middle that are a number alone and go up
    with the pages, wherever they stand, as on scans."""
    heads = _without_subtitles(pages, heads)
    last: dict[int, tuple[int, int]] = {}
    for page, (height, lines) in enumerate(pages):
        body = [at for at in range(len(lines)) if at not in heads[page]]
        foot = max(body, key=lambda at: lines[at].box.bottom, default=None)
        if foot is not None and lines[foot].box.top > 0.5 * height:
            number = _ALONE.fullmatch(lines[foot].printed)
            if number is not None:
                last[page] = foot, int(number[1]) - page
    usual = Counter(shift for _, shift in last.values()).most_common(1)
    if not usual or usual[0][1] < max(ALONG, 0.6 * len(last)):
        return heads
    counted = {page: {foot} for page, (foot, shift) in last.items() if shift == usual[0][0]}
    return [found | counted.get(page, set()) for page, found in enumerate(heads)]


def _without_subtitles(
    pages: Sequence[tuple[float, Sequence[TextLine]]], heads: Sequence[set[int]]
) -> list[set[int]]:
    """The heads, without those of a few pages that stand right below a title of the body at their top."""
    on = Counter(squeezed(lines[at]) for (_, lines), found in zip(pages, heads, strict=True) for at in found)
    rare = {words for words, count in on.items() if count < 0.8 * len(pages)}
    return [
        {at for at in found if squeezed(lines[at]) not in rare or not _below_title(height, lines, at, found)}
        for (height, lines), found in zip(pages, heads, strict=True)
    ]


def _below_title(height: float, lines: Sequence[TextLine], at: int, heads: set[int]) -> bool:
    """Right above the line, at the top of the page, stands one of the body in larger type."""
    line = lines[at]
    body = (other for i, other in enumerate(lines) if i not in heads)
    above = [other for other in body if other.box.bottom <= line.box.top + NEAR]
    near = max(above, key=lambda other: other.box.bottom, default=None)
    if near is None or line.box.top > MARGIN * height:
        return False
    gap = line.box.top - near.box.bottom
    return gap < 2 * line.spans[0].size < 2 * near.spans[0].size


def _usual_size(pages: Sequence[tuple[float, Sequence[TextLine]]]) -> float:
    sizes = [line.spans[0].size for _, lines in pages for line in lines]
    return mode(sizes) if sizes else 0.0


def _in_block(lines: Sequence[TextLine], at: int, heads: set[int]) -> bool:
    """The line belongs to a paragraph: it touches a line of the body that starts where it does."""
    line = lines[at]
    for other in (at - 1, at + 1):
        if 0 <= other < len(lines) and other not in heads:
            box = lines[other].box
            apart = max(box.top - line.box.bottom, line.box.top - box.bottom)
            if abs(box.x0 - line.box.x0) < NEAR and apart < 0.5 * line.spans[0].size:
                return True
    return False


def _named(
    margins: Sequence[Sequence[Line]],
    seen: Mapping[tuple[str, int], int],
    places: Mapping[tuple[str, int], Mapping[int, tuple[int, ...]]],
    echoed: set[tuple[str, int]],
) -> set[int]:
    """Heights at which nearly every page has one line, as heads that name its chapter, or the first and the
    last section on the page: two pages at least have each, whatever the numbers where there are several, or
    its words are those of a title."""

    def known(line: Line) -> bool:
        return seen[line.key] > 1 or (len(line.numbers) > 1 and line.key in places) or line.key in echoed

    at: dict[int, list[bool]] = {}
    for margin in margins:
        there = [line for line in margin if line.outermost or len(margins) >= MANY]
        for y, known_there in {line.y: known(line) for line in there}.items():
            at.setdefault(y, []).append(known_there)
    return {
        y for y, known in at.items() if len(known) >= 0.6 * len(margins) and sum(known) >= 0.75 * len(known)
    }


def _echoes(
    pages: Sequence[tuple[float, Sequence[TextLine]]], margins: Sequence[Sequence[Line]], usual: float
) -> set[tuple[str, int]]:
    """Lines in the margins, in type no larger than that of the text, that begin or end with the words of a
    line in larger or bolder type: `3.2 Hardware    3 RESOURCES` above the section that is called so."""

    def plain(line: TextLine) -> bool:
        return not line.spans[0].bold and line.spans[0].size <= usual

    titles = {
        squeezed(line).casefold()
        for _, lines in pages
        for line in lines
        if not plain(line) and len(squeezed(line)) > TITLE
    }
    return {
        line.key
        for (_, lines), margin in zip(pages, margins, strict=True)
        for line in margin
        if line.short and plain(lines[line.at]) and _is_at_end(titles, line.words.casefold())
    }


def _is_at_end(titles: Set[str], words: str) -> bool:
    """They begin or end with a title."""
    lengths = range(TITLE + 1, len(words) + 1)
    return any(words[:n] in titles or words[-n:] in titles for n in lengths)


def _places(margins: Sequence[Sequence[Line]]) -> dict[tuple[str, int], dict[int, tuple[int, ...]]]:
    """The pages on which a line stands in a margin, two at least, and its numbers there; by its words and
    height, give or take a step."""
    at: dict[tuple[str, int], dict[int, tuple[int, ...]]] = {}
    for number, margin in enumerate(margins):
        for line in margin:
            for step in _STEPS:
                at.setdefault((line.words, line.y + step), {})[number] = line.numbers
    return {key: found for key, found in at.items() if len(found) > 1}


def _counts_along(found: Mapping[int, tuple[int, ...]]) -> bool:
    """Whether each number of a line is mostly the same on its pages, or goes up with them, or by two where
    each shows two pages of a book."""
    width = min(len(numbers) for numbers in found.values())
    for i in range(width):
        steps = (Counter(numbers[i] - by * page for page, numbers in found.items()) for by in (0, 1, 2))
        if max(max(step.values()) for step in steps) < 0.4 * len(found):
            return False
    return True


_STEPPED = re.compile(r"(\d{1,3})\.\d")
_STEPS = (-1, 0, 1)
_ALONE = re.compile(r"[-–—\s]*(\d{1,4})[-–—\s]*")
_TITLED = re.compile(r"(?:(?:appendix|annex|schedule|article|part)[A-Z]?#|[A-Z]{0,3}\.?#\.#)", re.I)
"""`APPENDIX 3` and `3.1 Definitions` at the top of a page are titles, unless two pages in five have one."""


def _piece(text: str, texts: set[str]) -> bool:
    """Whether it is a running head, or a piece of one that another page sets apart."""
    return len(text) >= 5 and any(text in whole or whole in text for whole in texts)


def _bands(margins: Sequence[Sequence[Line]], repeated: set[tuple[str, int]]) -> set[int]:
    """Heights at which most pages have a running head."""
    at: Counter[int] = Counter()
    for margin in margins:
        at.update({line.y for line in margin if line.key in repeated})
    return {y + step for y, count in at.items() if count >= 0.6 * len(margins) for step in _STEPS}
