"""Words of an element as runs: what each tag does to them is the publisher's table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from regulations_agent.corpus.flow.blocks import Block, FlowCell, Run
from regulations_agent.corpus.flow.runs import tidy
from regulations_agent.corpus.flow.web.tables import span
from regulations_agent.corpus.flow.xml import Element

Look = Callable[[Element, Run], Run | None]
"""The look within an element, of that around it; None for an element whose words are no part of the text."""


def name_of(element: Element) -> str:
    """The tag without its namespace; empty for a comment or instruction."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def runs_of(element: Element, look: Look, base: Run | None = None) -> tuple[Run, ...]:
    """The words in the element, its own look included."""
    return tidy(_walk(element, look, base or Run("")))


def _walk(element: Element, look: Look, around: Run) -> Iterator[Run]:
    inside = look(element, around) if name_of(element) else None
    if inside is None:
        return
    if inside.text:
        yield inside
        inside = replace(inside, text="")
    if element.text:
        yield replace(inside, text=_one_line(element.text))
    for child in element:
        yield from _walk(child, look, inside)
        if child.tail:
            yield replace(inside, text=_one_line(child.tail))


def _one_line(text: str) -> str:
    return text.replace("\n", " ").replace("\r", " ")


def text_of(element: Element | None) -> str:
    """All its words, single-spaced; empty for none."""
    return " ".join("".join(str(part) for part in element.itertext()).split()) if element is not None else ""


def cut_runs(runs: tuple[Run, ...], count: int) -> tuple[Run, ...]:
    """The runs without so many characters at the front."""
    out: list[Run] = []
    for run in runs:
        out.append(replace(run, text=run.text[count:]))
        count = max(0, count - len(run.text))
    return tidy(out)


def cell_of(cell: Element, runs: tuple[Run, ...]) -> FlowCell:
    """The cell of a table with these words."""
    wide, deep = (
        span(cell, name if name in cell.attrib else name.upper()) for name in ("colspan", "rowspan")
    )
    return FlowCell(runs, wide, deep)


def join(blocks: list[Block], start: int) -> None:
    """The marker that stands alone at `start` is put on the line of the first words below it."""
    if len(blocks) > start + 1:
        head, first = blocks[start], blocks[start + 1]
        if first.kind == "paragraph" and first.given in (None, head.given):
            blocks[start : start + 2] = [replace(head, runs=first.runs)]
