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
    0x2015: "—",
    **dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xFFFE), ""),
    0xFB05: "st",
    0xFB06: "st",
}
"""PDFium gives 0x02 for a hyphen at a line's end."""

_GREEK = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_CODES = """22 24 27 2A 2B 2D 3C 3D 3E 40 9F A1 A3 A5 A7 A8 AE B0 B1 B3 B4 B7 B9 BA BB C5 CE D0 D1 D5
D6 D7 D8 DE E5 F0 F2 FB FC FE"""
_SYMBOL = {
    **{0x41 + i: letter for i, letter in enumerate(_GREEK)},
    **{0x61 + i: letter.lower() for i, letter in enumerate(_GREEK) if letter not in "ϑς"},
    **{0x30 + i: str(i) for i in range(10)},
    **dict(zip(bytes.fromhex(_CODES), "∀∃∋∗+−<=>≅•○≤∞▪□→°±≥×•≠≡≈⊕∈∠∇∏√·➢⇒∑➔∫✗✓☑", strict=True)),
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
