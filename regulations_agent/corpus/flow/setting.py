"""Runs broken into lines of a given width: words stay whole, and breaks fall where words in force part."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from regulations_agent.corpus.flow.blocks import Run
from regulations_agent.corpus.flow.fonts import width
from regulations_agent.corpus.page.lines import Span
from regulations_agent.corpus.print.linework import ASCENT, DESCENT
from regulations_agent.types.document import Box

INK = "#000000"
RAISED_SIZE, RAISED_BY = 0.7, 0.35
"""Size of superscripts and how far their baseline stands above the line's, in font sizes."""
GRID = 0.62
"""Advance of a preformatted character in font sizes: about the mean of the face, so that columns hold."""
_PARTS = re.compile(r"\n| +|[^ \n]+")
_SEGMENTS = re.compile(r"\S+(?: \S+)*")


class Piece(NamedTuple):
    """Words of one run on one line."""

    text: str
    run: Run
    x: float
    """Points from the line's left edge."""
    width: float


class Place(NamedTuple):
    """Where a line is set, in points from the page's top left."""

    page: int
    x: float
    base: float
    size: float


def width_of(text: str, run: Run, size: float) -> float:
    """Of the text as the run sets it, in points."""
    return width(text, run.bold, run.italic, size * RAISED_SIZE if run.sup else size)


@dataclass(slots=True)
class _Line:
    """A line being filled: what stands in it, and the blanks after that, which a break drops."""

    x: float = 0.0
    blanks: list[tuple[str, Run]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Of the run at work."""
    run: Run | None = None
    start: float = 0.0
    """x of the run at work."""
    done: list[Piece] = field(default_factory=list)

    def add(self, text: str, run: Run, wide: float) -> None:
        if run is not self.run:
            self._close()
            self.run, self.start = run, self.x
        self.texts.append(text)
        self.x += wide

    def _close(self) -> None:
        if self.run is not None:
            self.done.append(Piece("".join(self.texts), self.run, self.start, self.x - self.start))
        self.texts = []

    def pieces(self) -> list[Piece]:
        self._close()
        return self.done


def set_lines(runs: Sequence[Run], measure: float, size: float) -> list[list[Piece]]:
    """Lines no wider than `measure` points, unless a single word is; none that is blank."""
    lines: list[_Line] = [_Line()]
    for chunk in _chunks(runs):
        line = lines[-1]
        text = chunk[0][0]
        if text == "\n":
            lines.append(_Line())
        elif text.isspace():
            line.blanks.extend(chunk)
        else:
            sized = [(t, r, width_of(t, r, size)) for t, r in (*line.blanks, *chunk)]
            line.blanks = []
            if line.run is not None and line.x + sum([wide for _, _, wide in sized]) > measure:
                lines.append(line := _Line())
            for t, r, wide in sized if line.run is not None else sized[-len(chunk) :]:
                line.add(t, r, wide)
    return [pieces for line in lines if (pieces := line.pieces())]


def _chunks(runs: Sequence[Run]) -> Iterator[list[tuple[str, Run]]]:
    """Words with what hangs on them, blanks at which a line may end, and line ends, one by one."""
    word: list[tuple[str, Run]] = []
    for index, run in enumerate(runs):
        for match in _PARTS.finditer(run.text):
            text = match[0]
            if text.isspace() and _parts(runs, index):
                if word:
                    yield word
                yield [(text, run)]
                word = []
            else:
                word.append((text.replace("\n", " "), run))
    if word:
        yield word


def _parts(runs: Sequence[Run], index: int) -> bool:
    """A line may end at a blank of the run: in force, or where words in force are parted anyway."""
    run = runs[index]
    if run.state != "deleted":
        return True
    before = next((r.text for r in reversed(runs[:index]) if r.state != "deleted" and r.text), " ")
    after = next((r.text for r in runs[index + 1 :] if r.state != "deleted" and r.text), " ")
    return before[-1].isspace() or after[0].isspace()


def set_on_grid(runs: Sequence[Run], measure: float, size: float) -> list[list[Piece]]:
    """Preformatted lines: what is parted by two blanks or more starts at its column. None for a blank line.

    A line that is wider than `measure` points is broken as other text, its first blanks kept.
    """
    out: list[list[Piece]] = []
    for line in _source_lines(runs):
        pieces = _columns(line, size)
        if pieces and pieces[-1].x + pieces[-1].width > measure:
            start = min(pieces[0].x, measure / 2)
            broken = set_lines(line, measure - start, size)
            out += [[piece._replace(x=piece.x + start) for piece in part] for part in broken]
        else:
            out.append(pieces)
    return out


def _source_lines(runs: Sequence[Run]) -> list[list[Run]]:
    lines: list[list[Run]] = [[]]
    for run in runs:
        for number, text in enumerate(run.text.split("\n")):
            if number:
                lines.append([])
            lines[-1].append(replace(run, text=text))
    return lines


def _columns(line: Sequence[Run], size: float) -> list[Piece]:
    pieces: list[Piece] = []
    column, reach = 0, 0.0
    for run in line:
        text = run.text.expandtabs(8)
        for segment in _SEGMENTS.finditer(text):
            x = max((column + segment.start()) * GRID * size, reach)
            wide = width_of(segment[0], run, size)
            pieces.append(Piece(segment[0], run, x, wide))
            reach = x + wide + width_of(" ", run, size)
        column += len(text)
    return pieces


def spans_of(pieces: Sequence[Piece], place: Place) -> list[Span]:
    """The pieces at their place; a blank parts pieces that stand apart."""
    spans: list[Span] = []
    for index, piece in enumerate(pieces):
        run, text = piece.run, piece.text
        following = pieces[index + 1] if index + 1 < len(pieces) else None
        if following is not None and following.x > piece.x + piece.width + 0.1 and not text.endswith(" "):
            text += " "
        size = place.size * RAISED_SIZE if run.sup else place.size
        base = place.base - RAISED_BY * place.size if run.sup else place.base
        x0 = place.x + piece.x
        box = Box(place.page, x0, base - ASCENT * size, x0 + piece.width, base + DESCENT * size)
        spans.append(Span(text, run.state, run.bold, run.italic, round(size, 1), INK, box, run.sup))
    return spans
