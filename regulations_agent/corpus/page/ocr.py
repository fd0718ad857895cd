"""Recognises lines of print in a picture; the home of tesserocr, which the extra `ocr` installs."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tesserocr import PyResultIterator, PyTessBaseAPI

INSTALL = "pip install 'regulations-agent[ocr]'"
DPI = 300
"""Dots per inch at which a page is drawn to be read; what Tesseract's models are trained on."""
MAX_PIXELS = 24_000_000
"""Of the picture; a page larger than A3 is drawn more coarsely."""
DATA = Path("share") / "tessdata"
"""Below `sys.prefix`: where the packages `tessdata.fast-*` put their models."""
FIRST = "eng"
"""The language that is tried first."""
LEAST_DPI = 70
"""What Tesseract believes."""
SLIVER = 0.1
"""Share of a word's usual letter width below which a letter's place is not believed."""
TALL, LOW = 0.72, 0.53
"""Height of capitals, figures and ascenders, and of letters without, in font sizes (Helvetica; Times is 0.02
less)."""
_BULLETS = {(sign,) for sign in "eo¢©®°«»*"}
"""What Tesseract makes of bullets."""
_LOW = frozenset("acegmnopqrsuvwxyz")
_TALL = frozenset("bdfhklABCDEFGHIJKLMNOPRSTUVWXYZ0123456789")
Gray = NDArray[np.uint8]
Corners = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


Base = tuple[tuple[float, float], tuple[float, float]]
"""Two points of a baseline, in pixels."""


class Word(NamedTuple):
    """A recognised word."""

    letters: tuple[str, ...]
    """Each with what is written over it."""
    edges: tuple[float, ...]
    """Left edge of each letter and the right edge of the last, in pixels."""
    box: Corners


class PrintLine(NamedTuple):
    """A recognised line of print."""

    words: tuple[Word, ...]
    base: Base
    size: float
    """Font size, in pixels."""


def installed() -> bool:
    """The extra `ocr` is there, models included."""
    return find_spec("tesserocr") is not None and bool(_languages())


def read_lines(gray: Gray, dpi: int) -> list[PrintLine]:
    """The lines of print of a picture in shades of grey, from top to bottom of each column."""
    engine = _engine()
    engine.SetImageBytes(gray.tobytes(), gray.shape[1], gray.shape[0], 1, gray.shape[1])
    engine.SetSourceResolution(max(LEAST_DPI, dpi))
    engine.Recognize()
    found = engine.GetIterator()
    lines = list(_lines(found)) if found is not None else []
    engine.Clear()
    return _with_bullets(lines)


def _with_bullets(lines: Sequence[PrintLine]) -> list[PrintLine]:
    """The lines, a bullet before those that begin with a sign alone which it was taken for: several do so,
    which no letter of a list does."""
    firsts = [line.words[0] for line in lines]
    alone = Counter(word.letters for line, word in zip(lines, firsts, strict=True) if line.words[1:])
    taken = {letters for letters, times in alone.items() if letters in _BULLETS and times > 1}
    return [
        line._replace(words=(first._replace(letters=("•",)), *line.words[1:]))
        if first.letters in taken and line.words[1:]
        else line
        for line, first in zip(lines, firsts, strict=True)
    ]


@cache
def _engine() -> PyTessBaseAPI:
    """Takes the page for one column: the page reader parts columns itself, and figures of a narrow one are
    otherwise taken for text that runs down."""
    import tesserocr

    languages = "+".join(_languages())
    return tesserocr.PyTessBaseAPI(
        path=str(Path(sys.prefix) / DATA),
        lang=languages,
        oem=tesserocr.OEM.LSTM_ONLY,
        psm=tesserocr.PSM.SINGLE_COLUMN,
    )


def _languages() -> list[str]:
    """Those installed, English first."""
    names = {path.stem for path in (Path(sys.prefix) / DATA).glob("*.traineddata")} - {"osd"}
    return sorted(names, key=lambda name: (name != FIRST, name))


def _lines(found: PyResultIterator) -> Iterator[PrintLine]:
    from tesserocr import RIL, iterate_level

    words: list[Word] = []
    base = ((0.0, 0.0), (1.0, 0.0))
    line: list[tuple[str, Corners]] = []
    letters: list[tuple[str, Corners]] = []
    for symbol in iterate_level(found, RIL.SYMBOL):
        if symbol.IsAtBeginningOf(RIL.TEXTLINE):
            base = symbol.Baseline(RIL.TEXTLINE)
        text, box = symbol.GetUTF8Text(RIL.SYMBOL), symbol.BoundingBox(RIL.SYMBOL)
        if text.strip() and box is not None:
            letters.append((text, box))
        if symbol.IsAtFinalElement(RIL.WORD, RIL.SYMBOL) and letters:
            words.append(_word(letters, symbol.BoundingBox(RIL.WORD)))
            line += letters
            letters = []
        if symbol.IsAtFinalElement(RIL.TEXTLINE, RIL.SYMBOL) and words:
            yield PrintLine(tuple(words), base, _size(line, base))
            words, line = [], []


def _size(letters: Sequence[tuple[str, Corners]], base: Base) -> float:
    """Font size in pixels: the median of what each letter's height above the baseline says."""
    (x0, y0), (x1, y1) = base
    said = []
    for text, (left, top, right, bottom) in letters:
        share = TALL if text in _TALL else LOW if text in _LOW else 0.0
        foot = y0 + (y1 - y0) * ((left + right) / 2 - x0) / max(x1 - x0, 1)
        if share and foot > top:
            said.append((foot - top) / share)
        elif not share:
            said.append(float(bottom - top))
    return float(np.median(said)) if said else 1.0


def _word(letters: Sequence[tuple[str, Corners]], box: Corners) -> Word:
    """Letters share the blank between them, so that a word has no gaps; all are alike where one is lost."""
    inner = [(one[2] + other[0]) / 2 for (_, one), (_, other) in pairwise(letters)]
    edges = [float(box[0]), *inner, float(box[2])]
    even = (box[2] - box[0]) / len(letters)
    if any(right - left < SLIVER * even for left, right in pairwise(edges)):
        edges = [box[0] + even * i for i in range(len(letters) + 1)]
    return Word(tuple(text for text, _ in letters), tuple(edges), box)
