"""What the concordance says changed between two editions, held against the publisher's own difference page.

    python -m benchmarks.printed_difference OLD NEW DIFFERENCE.html [--list]

The page marks inserted and deleted text with spans (`diff_insert`, `diff_delete`). A block of it (paragraph,
item, cell, heading) with marked words is one printed change. It is found when some change of the comparison
shares half of its words and has half of its marked words among the words that differ; a change is right when
half of the words that differ in it are marked in blocks of the page that share words with it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path

from regulations_agent.corpus.read import read_document
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.changes import ChangeView
from regulations_agent.types.document import Reading
from regulations_agent.versions.comparison.view import compare_view

_LISTED = "p li td th h1 h2 h3 h4 h5 h6 dt dd div tr table ul ol"
_BLOCKS = frozenset(_LISTED.split())
_WORD = re.compile(r"[^\W_]+")
_ENOUGH = 0.5
"""Share of the marked words that must be found."""
_LONG = 5
"""Marked words from which a block is counted apart: shorter ones are cells, numbers and list marks."""


@dataclass
class Block:
    """A block of the page: its words, and those that it marks."""

    words: Counter[str]
    marked: Counter[str]


class _Page(HTMLParser):
    """Collects the blocks of a difference page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks = [Block(Counter(), Counter())]
        self._spans: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "span":
            self._spans.append(dict(attrs).get("class") or "")
        elif tag in ("style", "script", "title"):
            self._skipped += 1
        elif tag in _BLOCKS:
            self.blocks.append(Block(Counter(), Counter()))

    def handle_endtag(self, tag: str) -> None:
        if tag == "span" and self._spans:
            self._spans.pop()
        elif tag in ("style", "script", "title"):
            self._skipped -= 1

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        words = _WORD.findall(data.lower())
        self.blocks[-1].words.update(words)
        if any(name in ("diff_insert", "diff_delete") for name in self._spans):
            self.blocks[-1].marked.update(words)


def blocks_of(page: str) -> list[Block]:
    """The blocks that have words, in printed order."""
    parser = _Page()
    parser.feed(page)
    return [block for block in parser.blocks if block.words]


def edition(path: Path, name: str) -> Reading:
    """A book read under a name of its own, so that two editions stand side by side."""
    reading = read_document(path)
    document = replace(reading.document, section=name, season=None, issue=None)
    start = len(reading.document.id)
    clauses = tuple(
        replace(c, id=f"{document.id}{c.id[start:]}", parent=c.parent and f"{document.id}{c.parent[start:]}")
        for c in reading.clauses
    )
    return replace(reading, document=document, clauses=clauses)


def differing(change: ChangeView) -> Counter[str]:
    """The words that only one side of a change has; those of a whole clause that came or went."""
    if change.kind in ("unchanged", "moved"):
        return Counter()
    if not change.old or not change.new:
        return Counter(_WORD.findall(f"{change.old_text} {change.new_text}".lower()))
    pieces = (word.text for word in change.words if word.op != "equal")
    return Counter(word for piece in pieces for word in _WORD.findall(piece.lower()))


def measured(changes: list[ChangeView], blocks: list[Block]) -> Iterator[str]:
    """Precision and recall of the changed passages, with what was missed and what is not printed."""
    ours = [(change, words, _said(change)) for change in changes if (words := differing(change))]
    printed = [block for block in blocks if block.marked]
    missed = [
        block
        for block in printed
        if not any(
            _share(block.marked, words) >= _ENOUGH and _share(block.words, said) >= _ENOUGH
            for _, words, said in ours
        )
    ]
    wrong = []
    for change, words, said in ours:
        near = (b.marked for b in printed if _share(b.words, said) >= _ENOUGH)
        if _share(words, sum(near, Counter())) < _ENOUGH:
            wrong.append(change)
    for least in (1, _LONG):
        wanted = sum(b.marked.total() >= least for b in printed)
        lost = sum(b.marked.total() >= least for b in missed)
        yield f"{wanted} printed of {least} words or more, recall {1 - lost / max(1, wanted):.3f}"
    right = len(ours) - len(wrong)
    yield f"said {len(ours)}, right {right}, precision {right / max(1, len(ours)):.3f}"
    yield from (f"missed: {' '.join(b.marked)[:150]}" for b in missed)
    yield from (f"not printed: {c.kind} {c.old} {c.new} {' '.join(differing(c))[:120]}" for c in wrong)


def _said(change: ChangeView) -> Counter[str]:
    return Counter(_WORD.findall(f"{change.old_text} {change.new_text}".lower()))


def _share(part: Counter[str], whole: Counter[str]) -> float:
    return (part & whole).total() / part.total() if part else 0.0


def main() -> None:
    old, new, page = map(Path, sys.argv[1:4])
    readings = [edition(old, "old-edition"), edition(new, "new-edition")]
    records = [Record(encode(reading)) for reading in readings]
    index, _ = assemble(records, open_embedder(Settings()), None, lambda _: None)
    view = compare_view("old-edition", "new-edition", Retriever(index))
    lines = list(measured(list(view.changes), blocks_of(page.read_text(encoding="utf-8"))))
    sys.stdout.write("\n".join(lines if "--list" in sys.argv else lines[:3]) + "\n")


if __name__ == "__main__":
    main()
