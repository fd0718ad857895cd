"""Headings of a format that are rules, as where every rule has a heading style; rows that head a table; lines
of one paragraph that were typed as several."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from regulations_agent.corpus.contents.listing import is_heading
from regulations_agent.corpus.contents.recurrence import Titled, split_label, squashed
from regulations_agent.corpus.flow.blocks import Block, FlowCell, Run
from regulations_agent.corpus.outline.marks import read_mark
from regulations_agent.corpus.outline.rows.looks import CAPTION
from regulations_agent.corpus.print.rows import BULLETS, END_MARKS

WRAPPED, ALIKE = 60, 0.7
"""Characters of a line that was ended by hand, and the share of the longest that each such line has."""
FEW = 3
"""Headings of a level from which they are judged."""
MOST, POINTS = 0.8, 3
"""Share of the points of a list that title further ones, and how many there are in all for each of these."""
LONGEST_HEADING, LONGEST_TITLE = 200, 400
"""Characters of a heading, and of one that ends as no sentence does; many a lawyer's document sets whole
paragraphs in heading styles for their numbers."""
LONG = 100
"""Characters from which words are a sentence, as they are that end as one or go on with one."""
WORDED = 12
"""Words with a full stop that are more than a title."""
DEEPEST = 9
"""Level of headings."""
TITLED = 0.5
"""Share of the numbers alone in paragraphs that have titles below them, from which they all may."""
SHARED = 0.25
"""Share of the numbers alone in headings with several headings below them, from which none is their title."""


def contents_apart(blocks: Sequence[Block]) -> tuple[Block, ...] | None:
    """The blocks with the contents list marked: what stands between a heading of such a list and the next
    heading, where half of it comes again in headings below, by number or by title. None where there is
    none."""
    for at, block in enumerate(blocks):
        if block.kind != "heading" or not is_heading(block.text):
            continue
        end = next((n for n in range(at + 1, len(blocks)) if blocks[n].kind == "heading"), at)
        entries = [_titled(each) for each in blocks[at + 1 : end]]
        below = [_titled(each) for each in blocks[end:] if each.kind == "heading"]
        numbers, titles = {each.number for each in below}, {each.title for each in below}
        again = sum(bool(e.number and e.number in numbers) or e.title in titles for e in entries)
        if len(entries) >= FEW and again >= 0.5 * len(entries):
            listed = (replace(each, contents=True) for each in blocks[at:end])
            return (*blocks[:at], *listed, *blocks[end:])
    return None


def _titled(block: Block) -> Titled:
    """What numbers a line and its words, as both may come again: without the word before the number."""
    number, title = split_label(f"{block.number} {block.text}".lstrip("".join((*BULLETS, " "))))
    return Titled(squashed(number.rpartition(" ")[2]), squashed(title))


def text_apart(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; headings of a level and weight that mostly say sentences are text, and those as long as
    paragraphs, set in by level."""
    looks: dict[tuple[int, bool], list[bool]] = defaultdict(list)
    for block in blocks:
        if block.kind == "heading" and not block.contents:
            looks[_look(block)].append(_is_sentence(block.text))
    texts = {look for look, said in looks.items() if len(said) >= FEW and sum(said) >= 0.5 * len(said)}
    counted = Counter(
        (block.level, bool(block.number))
        for block in blocks
        if block.kind == "heading" and not block.contents
    )
    numbered = {level for (level, has), n in counted.items() if has and n >= max(FEW, counted[level, False])}
    said_as_text = [
        block.kind == "heading"
        and (_look(block) in texts or _is_paragraph(block.text) or _leads(block, numbered))
        for block in blocks
    ]
    if not any(said_as_text) or any(block.given for block in blocks):
        return list(blocks)
    highest = min(block.level for block, is_text in zip(blocks, said_as_text, strict=True) if is_text)
    return [
        _as_text(block, highest) if is_text else block
        for block, is_text in zip(blocks, said_as_text, strict=True)
    ]


def _as_text(heading: Block, highest: int) -> Block:
    level = heading.depth or heading.level - highest
    return replace(heading, kind="item" if heading.number else "paragraph", level=level)


def numbers_joined(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; `Article 7` alone in a paragraph is one with the heading right below it. It is one with a
    title in plain type, and bold, where most such numbers have one, and a heading is one with a deeper one
    where nearly all of those stand so."""
    lone = [_lone_keyword(block) for block in blocks]
    pairs = [pair for pair in zip(lone, blocks, blocks[1:], strict=False) if pair[0]]
    plain, deeper = _with_titles(pairs), _paired_levels(blocks, lone)
    found: list[Block] = []
    number = ""
    for block, word in zip(blocks, lone, strict=True):
        above = found[-1] if number else block
        heads = block.kind == "heading" and not (block.number or read_mark(block.text))
        below = above.kind != "heading" or (block.level > above.level and block.level in deeper)
        titles = above.kind == "paragraph" and number in plain and _is_title(block)
        if number and ((heads and below) or titles):
            level = above.level if above.kind == "heading" else block.level
            runs = (*above.runs, Run(" "), *block.runs)
            found[-1] = replace(block, runs=_bold(runs), level=level, new_page=above.new_page)
            number = ""
            continue
        number = word
        found.append(replace(block, runs=_bold(block.runs)) if word in plain else block)
    return found


def _lone_keyword(block: Block) -> str:
    """The keyword of the number that the block consists of; empty for any other block."""
    alone = block.kind in ("heading", "paragraph") and not (block.number or CAPTION.match(block.text))
    mark = read_mark(block.text) if alone else None
    return mark.family[0] if mark is not None and mark.end == len(block.text) else ""


def _with_titles(pairs: Sequence[tuple[str, Block, Block]]) -> set[str]:
    """Keywords of paragraphs most of which have a title in plain type below them."""
    seen = Counter(word for word, number, _ in pairs if number.kind == "paragraph")
    titled = Counter(word for word, number, below in pairs if number.kind == "paragraph" and _is_title(below))
    return {word for word, n in titled.items() if n >= max(FEW, TITLED * seen[word])}


def _paired_levels(blocks: Sequence[Block], lone: Sequence[str]) -> set[int]:
    """Levels of headings that title the numbers alone in headings right above them: hardly any of these has
    another such heading below it."""
    heads = [(block, word) for block, word in zip(blocks, lone, strict=True) if block.kind == "heading"]
    found: dict[int, list[bool]] = defaultdict(list)
    for at, ((number, word), (title, _)) in enumerate(pairwise(heads)):
        if word and title.level > number.level:
            rest = [block for block, _ in heads[at + 2 :]]
            end = next((k for k, block in enumerate(rest) if block.level <= number.level), len(rest))
            found[title.level].append(any(b.level == title.level and _is_worded(b) for b in rest[:end]))
    return {level for level, shared in found.items() if sum(shared) <= SHARED * len(shared)}


def _is_worded(heading: Block) -> bool:
    """It has words and no number."""
    return not heading.number and sum(map(str.isalpha, heading.text)) > 1 and read_mark(heading.text) is None


def _is_title(block: Block) -> bool:
    ends = (*END_MARKS, ",")
    short = block.kind in ("heading", "paragraph") and not block.number and 0 < len(block.text) < LONG
    return short and not block.text.endswith(ends) and read_mark(block.text) is None


def _bold(runs: Sequence[Run]) -> tuple[Run, ...]:
    return tuple(replace(run, bold=True) for run in runs)


def _leads(block: Block, numbered: Collection[int]) -> bool:
    """Words with a colon and no number, of a level whose headings are numbered, lead to what follows."""
    return block.level in numbered and not block.number and block.text.endswith(":")


def _look(heading: Block) -> tuple[int, bool]:
    """Its level, and whether it is bold of its own."""
    return heading.level, all(run.bold for run in heading.runs if run.text.strip())


def tables_apart(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; a table that begins with a row of one cell, as wide as the table, and has more of these is
    parted there: each heads the rows below it, or is a paragraph where it says more than a title."""
    found: list[Block] = []
    level = 0
    for block in blocks:
        level = block.level if block.kind == "heading" else level
        found += _parted(block, level + 1) if block.kind == "table" else [block]
    return found


def _parted(table: Block, level: int) -> list[Block]:
    wide = max((sum(cell.columns for cell in row) for row in table.rows), default=0)
    heads = [
        wide > 1 and len(row) == 1 and row[0].columns >= wide and bool(row[0].text) for row in table.rows
    ]
    if sum(heads) < 2 or not heads[0]:
        return [table]
    found: list[Block] = []
    for is_head, rows in groupby(zip(heads, table.rows, strict=True), key=lambda pair: pair[0]):
        if is_head:
            found += [_head_of_rows(row[0], level) for _, row in rows]
        else:
            found.append(replace(table, rows=tuple(row for _, row in rows), given=None, new_page=False))
    return [replace(found[0], given=table.given, new_page=table.new_page), *found[1:]]


def _head_of_rows(cell: FlowCell, level: int) -> Block:
    if _is_sentence(cell.text):
        return Block("paragraph", cell.runs)
    return Block("heading", cell.runs, min(level, DEEPEST))


def _is_paragraph(text: str) -> bool:
    return len(text) > (LONGEST_HEADING if text.endswith((*END_MARKS, ",")) else LONGEST_TITLE)


def _is_sentence(text: str) -> bool:
    worded = text.endswith(".") and len(text.split()) >= WORDED
    return text[:1].islower() or text.endswith((";", ",")) or worded or len(text) >= LONG


def points_titled(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; the points of a list that hold further ones are headings of these where nearly all of the
    list do and none says a sentence: a whole book may be written as points in points."""
    found: list[Block] = []
    level = at = 0
    while at < len(blocks):
        level = blocks[at].level if blocks[at].kind == "heading" else level
        end = at
        while end < len(blocks) and blocks[end].kind in ("item", "paragraph") and blocks[end].level:
            end += 1
        found += _titled_points(blocks[at:end], level + 1) if end > at else [blocks[at]]
        at = max(end, at + 1)
    return found


def _titled_points(points: Sequence[Block], level: int) -> list[Block]:
    outer = [n for n, point in enumerate(points) if point.level == 1]
    heads = [n for n in outer if _heads_points(points[n : n + 2])]
    if len(heads) < max(FEW, MOST * len(outer)) or len(points) < POINTS * len(heads):
        return list(points)
    return [
        replace(point, kind="heading", level=min(level, DEEPEST), number="", depth=1)
        if n in heads
        else replace(point, level=max(point.level - 1, 1))
        for n, point in enumerate(points)
    ]


def _heads_points(pair: Sequence[Block]) -> bool:
    """The first of two blocks is a point of a few words, the second a further one within it."""
    head, *below = pair
    bare = bool(head.number) and not any(map(str.isalnum, head.number)) and not head.contents
    named = 0 < len(head.text) < LONG and not head.text.endswith((*END_MARKS, ","))
    return bare and named and bool(below) and below[0].level > head.level


def lines_joined(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; paragraphs that go on with the one above in small letters, up to the end of its sentence,
    are one with it where the lines are long and alike: somebody ended each by hand. Points are not."""
    joined: list[Block] = []
    at = 0
    while at < len(blocks):
        end = _last_line(blocks, at)
        runs = [run for block in blocks[at + 1 : end + 1] for run in (Run(" "), *block.runs)]
        joined.append(replace(blocks[at], runs=(*blocks[at].runs, *runs)) if runs else blocks[at])
        at = end + 1
    return joined


def _last_line(blocks: Sequence[Block], first: int) -> int:
    """Where the paragraph ends that begins there; the place itself where it stands in one block."""
    lines = [len(blocks[first].text)]
    last = first
    while last + 1 < len(blocks) and _goes_on(blocks[last], blocks[last + 1]):
        last += 1
        if blocks[last].text.endswith((".", "!", "?")):
            return last if min(lines) >= ALIKE * max(lines) else first
        lines.append(len(blocks[last].text))
    return first


def _goes_on(above: Block, below: Block) -> bool:
    """A paragraph without a number may go on within the sentence that the long block above it, no title, has
    not ended."""
    waits = len(above.text) >= WRAPPED and (above.text[-1].isalnum() or above.text[-1] == ",")
    if not waits or above.kind not in ("paragraph", "item") or below.kind != "paragraph":
        return False
    bare = not (below.number or below.given or below.new_page or below.contents)
    return bare and below.text[:1].islower() and read_mark(below.text) is None
