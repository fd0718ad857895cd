"""Faces for pages of our own: DejaVu Sans with its metrics; the home of Pillow."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageFont

_UNIT = 1000
"""Pixels at which widths are measured, so that hinting does not show in them."""
_FACES = {
    (False, False): "DejaVuSans.ttf",
    (True, False): "DejaVuSans-Bold.ttf",
    (False, True): "DejaVuSans-Oblique.ttf",
    (True, True): "DejaVuSans-BoldOblique.ttf",
}
"""By bold and italic."""
_FOLDER = Path(__file__).parent / "faces"


@cache
def face(bold: bool, italic: bool, pixels: float) -> ImageFont.FreeTypeFont:
    """The font at so many pixels an em, letters set one after another without kerning."""
    path = _FOLDER / _FACES[bold, italic]
    return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)


@cache
def _advance(letter: str, bold: bool, italic: bool) -> float:
    return face(bold, italic, _UNIT).getlength(letter) / _UNIT


@lru_cache(maxsize=1 << 16)
def width(text: str, bold: bool, italic: bool, size: float) -> float:
    """Of the text in points, `size` points an em: the sum of the advances of its letters."""
    return size * sum([_advance(letter, bold, italic) for letter in text])
