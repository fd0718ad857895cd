"""Rulebooks in the styles of other publishers, made up and typeset for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from tests.corpus.paper import HEIGHT, WIDTH

LEADING, FOOT = 14.0, 780.0


@dataclass(frozen=True)
class Par:
    """A paragraph; `label` stands in a column of its own, or with a blank before the words when `tight`."""

    words: str
    label: str = ""
    x: float = 60.0
    bold: bool = False
    tight: bool = False
    before: float = 6.0
    size: float = 10.0
    hang: float = 36.0


class Press:
    """Sets paragraphs in one or two columns, with a running head and a page number on each page."""

    def __init__(
        self, path: Path, head: str | Callable[[int], str], foot: Callable[[int], str], columns: int = 1
    ) -> None:
        self.canvas, self.head, self.foot, self.columns = (
            Canvas(str(path), pagesize=(WIDTH, HEIGHT)),
            head if callable(head) else lambda page: head,
            foot,
            columns,
        )
        self.page, self.column, self.y = 0, 0, FOOT
        self.pages: list[int] = []
        """The page on which each paragraph starts."""

    @property
    def wide(self) -> float:
        return (WIDTH - 120 - 24 * (self.columns - 1)) / self.columns

    def turn(self) -> None:
        """To the next column or page."""
        self.column += 1
        if self.page == 0 or self.column >= self.columns:
            if self.page:
                self.canvas.showPage()
            self.page, self.column = self.page + 1, 0
            self.canvas.setFont("Helvetica", 8)
            self.canvas.drawString(60, HEIGHT - 36, self.head(self.page))
            self.canvas.drawRightString(WIDTH - 60, HEIGHT - 810, self.foot(self.page))
        self.y = 70.0

    def set(self, pars: Sequence[Par]) -> None:
        for par in pars:
            self._set(par)

    def _set(self, par: Par) -> None:
        font = "Helvetica-Bold" if par.bold else "Helvetica"
        indent = par.x - 60 + (par.hang if par.label and not par.tight else 0)
        words = f"{par.label} {par.words}" if par.tight else par.words
        lines = self._lines(words, font, par.size, self.wide - indent)
        if self.page == 0 or self.y + par.before + LEADING * min(2, len(lines)) > FOOT:
            self.turn()
        self.y += par.before
        self.pages.append(self.page)
        for i, line in enumerate(lines):
            if self.y + LEADING > FOOT:
                self.turn()
            self.y += LEADING
            left = 60 + self.column * (self.wide + 24)
            self.canvas.setFont(font, par.size)
            if i == 0 and par.label and not par.tight:
                self.canvas.drawString(left + par.x - 60, HEIGHT - self.y, par.label)
            self.canvas.drawString(left + indent, HEIGHT - self.y, line)

    def _lines(self, words: str, font: str, size: float, wide: float) -> list[str]:
        lines = [""]
        for word in words.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.canvas.stringWidth(longer, font, size) > wide and lines[-1]:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def save(self) -> None:
        self.canvas.save()
