"""Makes page lines by hand for tests of the clause reader."""

from __future__ import annotations

from regulations_agent.corpus.page.lines import PageLines, Span, State, TextLine
from regulations_agent.types.document import Box, Document

DOCUMENT = Document(2025, "sporting", 4, None, "Test Regulations", 1, "0" * 64)
WIDTH, RIGHT = 5.0, 525.0


def span(text: str, state: State = "kept", *, bold: bool = False, x: float = 70.0, page: int = 1) -> Span:
    return Span(text, state, bold, False, 11.0, "#000000", Box(page, x, 0, x + WIDTH * len(text), 11))


def line(
    text: str | tuple[Span, ...],
    *,
    x: float = 105.0,
    label: str = "",
    gap: float = 8.0,
    bold: bool = False,
    state: State = "kept",
    full: bool = False,
) -> TextLine:
    """A printed line: `label` in its own column at `x`, the words 30 points further right."""
    words = text if isinstance(text, tuple) else (span(text, state, bold=bold, x=x + 30 if label else x),)
    spans = (span(label + " ", state, bold=bold, x=x), *words) if label else words
    end = RIGHT if full else max(s.box.x1 for s in spans)
    return TextLine(spans, Box(1, spans[0].box.x0, 0, end, 11), gap, label, x + 30 if label else 0.0)


def pages(*bodies: list[TextLine]) -> list[PageLines]:
    """Pages of these lines, numbered from 1."""
    made = []
    for number, body in enumerate(bodies, start=1):
        placed = []
        for index, row in enumerate(body):
            box = row.box._replace(page=number, top=60.0 + 20 * index, bottom=71.0 + 20 * index)
            placed.append(TextLine(row.spans, box, row.gap if index else 0.0, row.number, row.text_x0))
        made.append(PageLines(number, 595.0, 842.0, tuple(placed)))
    return made
