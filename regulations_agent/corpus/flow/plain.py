"""Reads plain text: paragraphs by blank lines, hard-wrapped lines joined, tables of aligned words kept."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.runs import plain, tidy
from regulations_agent.corpus.numbers.numerals import roman
from regulations_agent.corpus.outline.marks import Mark, read_mark

WRAPPED = 100
"""Characters up to which nearly all lines of a hard-wrapped text go."""
SHARE, USUAL, WRAPS = 0.98, 0.9, 0.1
"""Of the lines that are nearly all of them, and most of them where so many go on in mid-sentence: tables may
be wider."""
COLUMNS = 3
"""Blanks between words that stand in columns."""
STEP = 2
"""Characters by which indents differ that are two."""
DEEPEST = 9
ALONG = 4
"""Pages at least whose numbers go up with them."""
HEADS, WORDS = 4, 4
"""Lines of running heads or feet on one another at most; letters of one at least."""
ITEMS = ("x.", "x)", "(x)")
"""Styles of numbers that start no running head."""
OFTEN = 0.4
"""Share of the pages that have a running head which looks like the number of a clause."""
TORN, MANY = 0.3, 20
"""Share and number of single blank lines in mid-sentence, from which a text is set with double spacing."""
ENTRIES, TERM = 8, 80
"""Entries one after the other from which they are a glossary; characters of a term at most."""
_FIGURES = re.compile(r"\d{1,9}")
_ROMANS = {roman(number): number for number in range(1, 100)}
_MARKER = re.compile(
    r"(?:[•▪*o‣–-]\s|\(?(?:\d+(?:\.\d+)*[a-z]?|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+)[.):]\s|\d+(?:\.\d+)+[a-z]?\s"
    r"|§|(?:Article|Section|Rule|Chapter|Part|Appendix|Annex)\s+[\dIVXLCA-Z])",
    re.I,
)
"""What starts a rule, an item or a heading."""
_SAID = (".", "!", "?", ")", '"', "”")
_SLANTED = re.compile(r"(?<!\w)_([^_\s](?:[^_]*[^_\s])?)_(?!\w)")
_UNDERLINE = re.compile(r"\s*(=|-|~|\*|_|#)\1{2,}\s*$")
_GAP = re.compile(r"\S {3,}\S|\S\t+\S|[│┃|].*[│┃|]|\+-{2,}\+")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    """Without blanks at its ends."""
    indent: int
    """Blanks before it, tabs to every eighth column."""
    whole: str


def read(data: bytes, name: str) -> Flow:
    """The text's blocks; raises DocumentError for more of it than is read."""
    text, problems = decode(data, name)
    pages = text.replace("\r\n", "\n").replace("\r", "\n").split("\f")
    lines = _single_spaced(_without_heads([[_line(one) for one in page.split("\n")] for page in pages]))
    limit = _limit([line for page in lines for line in page if line.text])
    steps = _steps([line.indent for page in lines for line in page if line.text])
    blocks: list[Block] = []
    for number, page in enumerate(lines):
        groups = list(_groups(page))
        entries = _entries(groups, limit)
        made = [
            block
            for at, group in enumerate(groups)
            for block in _blocks(group, limit, steps, term=at in entries)
        ]
        if made and number:
            made[0] = Block(made[0].kind, made[0].runs, made[0].level, new_page=True)
        blocks += made
    return Flow(tuple(blocks), problems=problems)


def _line(text: str) -> _Line:
    whole = plain(text).expandtabs(8).rstrip()
    return _Line(whole.strip(), len(whole) - len(whole.lstrip()), whole)


def _without_heads(pages: Sequence[Sequence[_Line]]) -> list[list[_Line]]:
    """The pages without their own numbers and running heads and feet, from the outermost line inwards."""
    found = [list(lines) for lines in pages]
    for _ in range(HEADS):
        heads = _heads(found)
        found = [
            [line for at, line in enumerate(lines) if (page, at) not in heads]
            for page, lines in enumerate(found)
        ]
    return found


def _heads(pages: Sequence[Sequence[_Line]]) -> set[tuple[int, int]]:
    """First and last lines that come again on many pages, their numbers the same or going up with the pages;
    the first line of all is the title of the book."""
    ends: dict[str, dict[tuple[int, int], list[int]]] = defaultdict(dict)
    for page, lines in enumerate(pages):
        full = [at for at, line in enumerate(lines) if line.text]
        for at in {*full[:1], *full[-1:]}:
            text = lines[at].text
            number = _page_number(text)
            words = "" if number is not None else "".join(filter(str.isalpha, text.lower()))
            if number is not None or (len(words) >= WORDS and (page or at != full[0])):
                ends[words][page, at] = [int(n) for n in _FIGURES.findall(text)] if words else [number or 0]
    found: set[tuple[int, int]] = set()
    for words, places in ends.items():
        same = Counter(n for numbers in places.values() for n in set(numbers)) if words else Counter[int]()
        along = Counter(n - page for (page, _), numbers in places.items() for n in set(numbers))
        rare = len(places) < OFTEN * len(pages)
        known = set()
        for (page, at), numbers in places.items():
            usual = {n for n in numbers if same[n] >= ALONG}
            mark = read_mark(pages[page][at].text)
            opens = mark is not None and _opens(mark, set() if rare else usual)
            if not opens and all(along[n - page] >= ALONG for n in numbers if n not in usual):
                known.add((page, at))
        found |= known if len(known) >= ALONG else set()
    return found


def _opens(mark: Mark, usual: Collection[int]) -> bool:
    """A clause is meant by it: by `2. The crew`, and by `Article 5` unless 5 is usual in such lines."""
    worded = bool(mark.keyword) and mark.keyword.lower() != "page"
    return mark.style in ITEMS or (
        worded and not {int(n) for n in _FIGURES.findall(mark.number)} <= set(usual)
    )


def _page_number(text: str) -> int | None:
    bare = text.strip(" -–—").upper()
    return int(bare) if re.fullmatch(r"\d{1,4}", bare) else _ROMANS.get(bare)


def _limit(lines: Sequence[_Line]) -> int:
    """The column at which lines are wrapped; 0 where each paragraph is one line."""
    ends = sorted(len(line.whole) for line in lines)
    if not ends:
        return 0
    limit = ends[min(len(ends) - 1, int(SHARE * len(ends)))]
    if limit <= WRAPPED:
        return limit
    torn = sum(map(_is_torn, lines, lines[1:])) >= WRAPS * len(lines)
    return ends[int(USUAL * len(ends))] if torn else 0


def _steps(indents: Sequence[int]) -> list[int]:
    """Indents at which a further level begins; those of less than one line in two hundred are none."""
    steps: list[int] = []
    least = max(1, len(indents) // 200)
    for indent in sorted(set(indents)):
        if indent - (steps[-1] if steps else 0) >= STEP and indents.count(indent) >= least:
            steps.append(indent)
    return steps[:DEEPEST]


def _single_spaced(pages: Sequence[Sequence[_Line]]) -> list[list[_Line]]:
    """The pages; where sentences go on below single blank lines these part no paragraphs, unless the line
    below is set further in."""
    pairs = [
        (page, at)
        for page, lines in enumerate(pages)
        for at in range(1, len(lines) - 1)
        if lines[at - 1].text and not lines[at].text and lines[at + 1].text
    ]
    torn = sum(_is_torn(pages[page][at - 1], pages[page][at + 1]) for page, at in pairs)
    if torn < max(TORN * len(pairs), MANY):
        return [list(lines) for lines in pages]
    blank = {
        (page, at) for page, at in pairs if pages[page][at + 1].indent < pages[page][at - 1].indent + STEP
    }
    return [
        [line for at, line in enumerate(lines) if (page, at) not in blank] for page, lines in enumerate(pages)
    ]


def _is_torn(above: _Line, line: _Line) -> bool:
    return line.text[0].islower() and above.text[-1] not in ".:;!?" and not _MARKER.match(line.text)


def _groups(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Lines between blank ones."""
    group: list[_Line] = []
    for line in lines:
        if line.text:
            group.append(line)
        elif group:
            yield group
            group = []
    if group:
        yield group


def _entries(groups: Sequence[Sequence[_Line]], limit: int) -> set[int]:
    """The groups of a glossary: many on one another with a term in the first line and sentences below it."""
    found: set[int] = set()
    for entry, run in groupby(range(len(groups)), lambda at: _is_entry(groups[at], limit)):
        places = set(run)
        found |= places if entry and len(places) >= ENTRIES else set()
    return found


def _is_entry(group: Sequence[_Line], limit: int) -> bool:
    term, *meaning = group
    if not meaning or len(term.text) > TERM or term.text[-1] in ".:;,!?" or _MARKER.match(term.text):
        return False
    apart = meaning[0].indent >= term.indent and not _goes_on(term, meaning[0], limit)
    return apart and not meaning[0].text[0].islower() and meaning[-1].text.endswith(_SAID)


def _blocks(
    group: Sequence[_Line], limit: int, steps: Sequence[int], *, term: bool = False
) -> Iterator[Block]:
    if len(group) == 2 and _UNDERLINE.match(group[1].text) and not _UNDERLINE.match(group[0].text):
        level = 1 if group[1].text[0] in "=#*" else 2
        yield Block("heading", tidy([Run(group[0].text)]), level)
        return
    if sum(bool(_GAP.search(line.text)) for line in group) >= max(2, 0.6 * len(group)):
        yield Block("preformatted", (Run("\n".join(line.whole for line in group)),))
        return
    shown = [line for line in group if not _UNDERLINE.match(line.text)]
    if term:
        yield Block("paragraph", tidy([Run(shown[0].text, italic=True)]), _level(shown[0], steps))
        shown = shown[1:]
    for lines in _joined(shown, limit):
        yield Block("paragraph", tidy(_runs(" ".join(line.text for line in lines))), _level(lines[0], steps))


def _level(line: _Line, steps: Sequence[int]) -> int:
    return sum(step <= line.indent for step in steps)


def _runs(text: str) -> list[Run]:
    """The text, what stands between `_` slanted, as books typed without type mark it."""
    parts = _SLANTED.split(text)
    return [Run(part, italic=bool(at % 2)) for at, part in enumerate(parts) if part]


def _joined(lines: Sequence[_Line], limit: int) -> Iterator[list[_Line]]:
    """Lines of one paragraph: the next word had no room on the line above, and no marker starts the next."""
    paragraph: list[_Line] = []
    for line in lines:
        if paragraph and not _goes_on(paragraph[-1], line, limit):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _goes_on(above: _Line, line: _Line, limit: int) -> bool:
    if not limit:
        return len(above.whole) > WRAPPED and _is_torn(above, line)
    no_room = len(above.whole) + 1 + len(line.text.split()[0]) > limit - 4
    ended = above.text[-1] in ".:;!?"
    if _MARKER.match(line.text):
        return no_room and not ended
    return no_room or (line.text[0].islower() and not ended)
