"""Headings of a format that are rules: some books set every rule in a heading style, to have it numbered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.flow.blocks import Block

FEW = 3
"""Headings of a level from which they are judged."""
LONG = 100
"""Characters from which words are a sentence, as they are that end as one or go on with one."""
WORDED = 12
"""Words with a full stop that are more than a title."""


def text_apart(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; headings of a level that mostly says sentences are text, set in by level."""
    levels: dict[int, list[bool]] = defaultdict(list)
    for block in blocks:
        if block.kind == "heading" and not block.contents:
            levels[block.level].append(_is_sentence(block.text))
    texts = {level for level, said in levels.items() if len(said) >= FEW and sum(said) >= 0.5 * len(said)}
    if not texts or any(block.given for block in blocks):
        return list(blocks)
    return [
        replace(block, kind="item" if block.number else "paragraph", level=block.level - min(texts))
        if block.kind == "heading" and block.level in texts
        else block
        for block in blocks
    ]


def _is_sentence(text: str) -> bool:
    worded = text.endswith(".") and len(text.split()) >= WORDED
    return text[:1].islower() or text.endswith((";", ",")) or worded or len(text) >= LONG
