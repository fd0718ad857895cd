"""Headings of a format that are rules, as where every rule has a heading style; rows that head a table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby

from regulations_agent.corpus.flow.blocks import Block, FlowCell
from regulations_agent.corpus.print.rows import END_MARKS

FEW = 3
"""Headings of a level from which they are judged."""
LONGEST_HEADING, LONGEST_TITLE = 200, 400
"""Characters of a heading, and of one that ends as no sentence does; many a lawyer's document sets whole
paragraphs in heading styles for their numbers."""
LONG = 100
"""Characters from which words are a sentence, as they are that end as one or go on with one."""
WORDED = 12
"""Words with a full stop that are more than a title."""
DEEPEST = 9
"""Level of headings."""


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
        replace(block, kind="item" if block.number else "paragraph", level=block.level - highest)
        if is_text
        else block
        for block, is_text in zip(blocks, said_as_text, strict=True)
    ]


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
