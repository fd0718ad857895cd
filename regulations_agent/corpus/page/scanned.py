"""A picture of a page as the page that a PDF paints: letters at their places, strikes and rules as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.page.ocr import Base, Gray, PrintLine, Word, read_lines
from regulations_agent.corpus.page.raw import Bar, RawPage, Style
from regulations_agent.corpus.page.scanlines import Ink, straight_lines

SIZE_STEP = 0.5
"""Points to which font sizes are rounded: the height of a recognised line is no surer."""
ALIKE = 0.12
"""Share by which a line's font size may differ from the page's commonest and be that."""
LEVEL = 0.3
"""Font sizes by which baselines side by side may differ and be one."""
BLANK = 0.19
"""Font sizes of blank paper within a word from which it is two; a space is 0.25 or more."""
BOLD = 1.3
"""Thickness of bold stems, in those of the page's usual letters; 1.5 in Helvetica, 1.6 in Times."""
DASH = 1.2
"""Font sizes from which a line within print is a strike or underline, not part of a letter."""
INK = 0.6
"""Share of the brightness between ink and paper below which a pixel is ink."""


def read_picture(pixels: NDArray[np.uint8], page: int, width: float, height: float) -> RawPage:
    """What is printed on the picture ([h, w, 3], RGB) of a page of `width` x `height` points.

    Places are those of the page set straight: on a page scanned askew they are off by as much as that turns
    it about its middle. Colours and slanted type are not recognised; bold type, strikes and rules are.
    """
    gray = np.ascontiguousarray(pixels.mean(axis=2).astype(np.uint8))
    lines = read_lines(gray, round(gray.shape[1] / max(width, 1.0) * 72))
    return as_page(lines, gray, page, width, height)


def as_page(lines: Sequence[PrintLine], gray: Gray, page: int, width: float, height: float) -> RawPage:
    """The page on which these lines were recognised, with the strikes, rules and bold type of the picture."""
    scale = width / gray.shape[1]
    slope = _slope(lines)
    ink = _ink(gray)
    lines = [parted(line, ink) for line in lines]
    middle = gray.shape[1] / 2
    sizes = _sizes([line.size * scale for line in lines])
    bases = _levelled([_height_at(line.base, middle, slope) * scale for line in lines], sizes)
    bold = _bold(lines, ink)
    codes: list[int] = []
    places: list[tuple[float, ...]] = []
    for line, size, base, heavy in zip(lines, sizes, bases, bold, strict=True):
        for letter, x0, x1 in _letters(line, scale):
            codes.append(ord(letter))
            places.append((x0, base - 0.8 * size, x1, base + 0.2 * size, base, size, heavy))
    table = np.array(places, np.float32).reshape(-1, 7)
    bars = straight_lines(ink, slope, scale)
    return RawPage(
        page=page,
        width=width,
        height=height,
        codes=np.array(codes, np.int32),
        boxes=table[:, :4].copy(),
        baselines=table[:, 4].copy(),
        sizes=table[:, 5].copy(),
        looks=table[:, 6].astype(np.int32),
        turns=np.zeros(len(codes), np.int32),
        styles=(Style("", False, False, "#000000"), Style("", True, False, "#000000")),
        bars=tuple(bar for bar in bars if not _of_letter(bar, table)),
        recognised=True,
    )


def _letters(line: PrintLine, scale: float) -> Iterator[tuple[str, float, float]]:
    """Each code point with its left and right edge in points; a ligature's share its place."""
    for word in line.words:
        for text, x0, x1 in zip(word.letters, word.edges, word.edges[1:], strict=False):
            part = (x1 - x0) / len(text)
            for i, letter in enumerate(text):
                yield letter, (x0 + i * part) * scale, (x0 + (i + 1) * part) * scale


def _of_letter(bar: Bar, letters: NDArray[np.float32]) -> bool:
    """The bar is part of a large letter: of `letters` (left, top, right, bottom, baseline, size, ...)."""
    middle = (bar.top + bar.bottom) / 2
    on = (
        (letters[:, 1] < middle)
        & (middle < letters[:, 4])
        & (letters[:, 0] < bar.x1)
        & (letters[:, 2] > bar.x0)
    )
    return bool(on.any()) and bar.x1 - bar.x0 < DASH * float(letters[on, 5].max())


def _slope(lines: Sequence[PrintLine]) -> float:
    """Pixels down for each pixel to the right; that of the median of letters."""
    pairs = sorted(
        ((y1 - y0) / (x1 - x0), sum(len(word.letters) for word in line.words))
        for line in lines
        for (x0, y0), (x1, y1) in [line.base]
        if x1 - x0 > 10 * line.size
    )
    if not pairs:
        return 0.0
    weights = np.cumsum([weight for _, weight in pairs])
    return pairs[int(np.searchsorted(weights, weights[-1] / 2))][0]


def _height_at(base: Base, middle: float, slope: float) -> float:
    """Where the baseline stands on the page set straight about its middle column, in pixels."""
    (x0, y0), (x1, y1) = base
    return (y0 + y1) / 2 - slope * ((x0 + x1) / 2 - middle)


def _sizes(heights: Sequence[float]) -> list[float]:
    """Font sizes; nearly the page's commonest is that."""
    rounded = [max(SIZE_STEP, round(height / SIZE_STEP) * SIZE_STEP) for height in heights]
    usual = max(sorted(set(rounded)), key=rounded.count, default=10.0)
    return [usual if abs(size - usual) <= ALIKE * usual else size for size in rounded]


def _levelled(bases: Sequence[float], sizes: Sequence[float]) -> list[float]:
    """Baselines that differ by less than is sure are one."""
    level = list(bases)
    order = sorted(range(len(bases)), key=lambda i: bases[i])
    for one, other in pairwise(order):
        if abs(bases[other] - level[one]) < LEVEL * min(sizes[one], sizes[other]):
            level[other] = level[one]
    return level


def _ink(gray: Gray) -> Ink:
    """Where the picture is darker than its paper."""
    dark, light = np.percentile(gray, (1, 90))
    return np.asarray(gray < dark + INK * (light - dark))


def parted(line: PrintLine, ink: Ink) -> PrintLine:
    """The line with words parted where the paper between two letters is blank as between words."""
    return line._replace(words=tuple(part for word in line.words for part in _parts(word, ink, line.size)))


def _parts(word: Word, ink: Ink, size: float) -> Iterator[Word]:
    x0, top, x1, bottom = word.box
    blank = ~ink[top:bottom, x0:x1].any(axis=0)
    edges = np.flatnonzero(np.diff(np.pad(blank, 1, constant_values=False).astype(np.int8)))
    start = 0
    for left, right in edges.reshape(-1, 2).tolist():
        if right - left < BLANK * size or left == 0 or right == x1 - x0:
            continue
        middle = x0 + (left + right) / 2
        cut = min(range(1, len(word.letters) + 1), key=lambda i: abs(word.edges[i] - middle))
        if start < cut < len(word.letters) and not (word.letters[cut - 1] + word.letters[cut]).isdigit():
            yield _piece(word, start, cut, x0 + left)
            start = cut
    yield _piece(word, start, len(word.letters), x1)


def _piece(word: Word, start: int, end: int, right: float) -> Word:
    x0, top, _, bottom = word.box
    edges = (*word.edges[start:end], min(word.edges[end], right))
    return Word(
        word.letters[start:end], edges, (round(edges[0]) if start else x0, top, round(edges[-1]), bottom)
    )


def _bold(lines: Sequence[PrintLine], ink: Ink) -> list[bool]:
    """Which lines have thicker stems than most letters of the page, for their height."""
    stems = [_stem(line, ink) for line in lines]
    weights = [sum(len(word.letters) for word in line.words) for line in lines]
    known = sorted((stem, weight) for stem, weight in zip(stems, weights, strict=True) if stem)
    if not known:
        return [False] * len(lines)
    total = np.cumsum([weight for _, weight in known])
    usual = known[int(np.searchsorted(total, total[-1] / 2))][0]
    return [stem > BOLD * usual for stem in stems]


def _stem(line: PrintLine, ink: Ink) -> float:
    """Median width of the line's strokes from left to right, in font sizes; 0 when unknown."""
    runs: list[NDArray[np.int64]] = []
    for word in line.words:
        x0, top, x1, bottom = word.box
        part = np.pad(ink[top:bottom, x0:x1], ((0, 0), (1, 1))).astype(np.int8)
        change = np.diff(part, axis=1)
        runs.append(np.nonzero(change == -1)[1] - np.nonzero(change == 1)[1])
    widths = np.concatenate(runs) if runs else np.zeros(0)
    return float(np.median(widths)) / line.size if len(widths) and line.size else 0.0
