"""Reads plain text: paragraphs by blank lines, hard-wrapped lines joined, tables of aligned words kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.runs import plain, tidy
from regulations_agent.corpus.numbers.numerals import roman

WRAPPED = 100
"""Characters up to which nearly all lines of a hard-wrapped text go."""
SHARE = 0.98
"""Of the lines that are nearly all of them."""
COLUMNS = 3
"""Blanks between words that stand in columns."""
STEP = 2
"""Characters by which indents differ that are two."""
DEEPEST = 9
ALONG = 4
"""Pages at least whose numbers go up with them."""
_ROMANS = {roman(number): number for number in range(1, 100)}
_MARKER = re.compile(
    r"(?:[•▪*o‣–-]\s|\(?(?:\d+(?:\.\d+)*[a-z]?|[a-zA-Z]|[ivxlcdm]+|[IVXLCDM]+)[.):]\s|\d+(?:\.\d+)+[a-z]?\s"
    r"|§|(?:Article|Section|Rule|Chapter|Part|Appendix|Annex)\s+[\dIVXLCA-Z])",
    re.I,
)
"""What starts a rule, an item or a heading."""
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
    lines = _without_numbers([[_line(one) for one in page.split("\n")] for page in pages])
    limit = _limit([line for page in lines for line in page if line.text])
    steps = _steps([line.indent for page in lines for line in page if line.text])
    blocks: list[Block] = []
    for number, page in enumerate(lines):
        made = [block for group in _groups(page) for block in _blocks(group, limit, steps)]
        if made and number:
            made[0] = Block(made[0].kind, made[0].runs, made[0].level, new_page=True)
        blocks += made
    return Flow(tuple(blocks), problems=problems)


def _line(text: str) -> _Line:
    whole = plain(text).expandtabs(8).rstrip()
    return _Line(whole.strip(), len(whole) - len(whole.lstrip()), whole)


def _without_numbers(pages: Sequence[Sequence[_Line]]) -> list[list[_Line]]:
    """The pages without their own numbers: a first or last line, a number alone, that goes up with them."""
    found: dict[tuple[int, int], int] = {}
    for page, lines in enumerate(pages):
        full = [at for at, line in enumerate(lines) if line.text]
        for at in {*full[:1], *full[-1:]}:
            if (number := _page_number(lines[at].text)) is not None:
                found[page, at] = number - page
    usual = {shift for shift, count in Counter(found.values()).items() if count >= ALONG}
    return [
        [line for at, line in enumerate(lines) if found.get((page, at)) not in usual]
        for page, lines in enumerate(pages)
    ]


def _page_number(text: str) -> int | None:
    bare = text.strip(" -–—").upper()
    return int(bare) if re.fullmatch(r"\d{1,4}", bare) else _ROMANS.get(bare)


def _limit(lines: Sequence[_Line]) -> int:
    """The column at which lines are wrapped; 0 where each paragraph is one line."""
    ends = sorted(len(line.whole) for line in lines)
    if not ends:
        return 0
    limit = ends[min(len(ends) - 1, int(SHARE * len(ends)))]
    return limit if limit <= WRAPPED else 0


def _steps(indents: Sequence[int]) -> list[int]:
    """Indents at which a further level begins; those of less than one line in two hundred are none."""
    steps: list[int] = []
    least = max(1, len(indents) // 200)
    for indent in sorted(set(indents)):
        if indent - (steps[-1] if steps else 0) >= STEP and indents.count(indent) >= least:
            steps.append(indent)
    return steps[:DEEPEST]


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


def _blocks(group: Sequence[_Line], limit: int, steps: Sequence[int]) -> Iterator[Block]:
    if len(group) == 2 and _UNDERLINE.match(group[1].text) and not _UNDERLINE.match(group[0].text):
        level = 1 if group[1].text[0] in "=#*" else 2
        yield Block("heading", tidy([Run(group[0].text)]), level)
        return
    if sum(bool(_GAP.search(line.text)) for line in group) >= max(2, 0.6 * len(group)):
        yield Block("preformatted", (Run("\n".join(line.whole for line in group)),))
        return
    shown = [line for line in group if not _UNDERLINE.match(line.text)]
    for lines in _joined(shown, limit):
        level = sum(step <= lines[0].indent for step in steps)
        yield Block("paragraph", tidy(_runs(" ".join(line.text for line in lines))), level)


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
        return False
    no_room = len(above.whole) + 1 + len(line.text.split()[0]) > limit - 4
    ended = above.text[-1] in ".:;!?"
    if _MARKER.match(line.text):
        return no_room and not ended
    return no_room or (line.text[0].islower() and not ended)
