"""Characters as a reader would type them: ligatures, odd spaces, soft hyphens and private-use symbols."""

from __future__ import annotations

import unicodedata

import numpy as np
from numpy.typing import NDArray

SPACES = {0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)}
"""Code points that print nothing and part words."""

LIGATURES = {
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xF0001: "tt",
    0xF0002: "ti",
    0xF0003: "ft",
    0xF0004: "tti",
}
"""Letters of each ligature; those that Unicode does not have stand in its private use plane."""

_PLAIN = {
    **LIGATURES,
    **dict.fromkeys(SPACES, " "),
    **dict.fromkeys((0x02, 0xAD, 0x2010, 0x2011), "-"),
    **dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xFFFE), ""),
    0xFB05: "st",
    0xFB06: "st",
}
"""PDFium gives 0x02 for a hyphen at a line's end."""

_GREEK = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SYMBOL = {
    **{0x41 + i: letter for i, letter in enumerate(_GREEK)},
    **{0x61 + i: letter.lower() for i, letter in enumerate(_GREEK) if letter not in "ϑς"},
    **{0x30 + i: str(i) for i in range(10)},
    **dict(zip((0x22, 0x24, 0x27, 0x2A, 0x2B, 0x2D, 0x3C, 0x3D, 0x3E, 0x40), "∀∃∋∗+−<=>≅", strict=True)),
    **dict(zip((0x9F, 0xA1, 0xA3, 0xA5, 0xA7, 0xA8, 0xAE, 0xB0, 0xB1, 0xB3), "•○≤∞▪□→°±≥", strict=True)),
    **dict(zip((0xB4, 0xB7, 0xB9, 0xBA, 0xBB, 0xC5, 0xCE, 0xD0, 0xD1, 0xD5), "×•≠≡≈⊕∈∠∇∏", strict=True)),
    **dict(zip((0xD6, 0xD7, 0xD8, 0xDE, 0xE5, 0xF0, 0xF2, 0xFB, 0xFC, 0xFE), "√·➢⇒∑➔∫✗✓☑", strict=True)),
}
"""The Symbol encoding (ISO 32000-1, annex D.5) with marks of Wingdings; Word maps both to U+F000."""


def plain(code: int) -> str:
    """What a reader would type for a code point; empty for marks that print nothing."""
    if code in _PLAIN:
        return _PLAIN[code]
    if 0xF000 <= code <= 0xF0FF:
        return _SYMBOL.get(code - 0xF000, "•")
    if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        return "\ufffd"
    if 0x1D400 <= code <= 0x1D7FF:
        return unicodedata.normalize("NFKC", chr(code))
    return chr(code)


def printed(codes: NDArray[np.int32]) -> str:
    """Code points as a text of as many characters."""
    return codes.astype("<u4").tobytes().decode("utf-32-le", errors="surrogatepass")


def typed(text: str) -> str:
    """Printed characters as a reader would type them."""
    if text.isascii() and text.isprintable():
        return text
    return "".join([plain(ord(c)) for c in text])
