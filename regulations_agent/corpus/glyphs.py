"""Characters as a reader would type them: ligatures, odd spaces, soft hyphens and private-use symbols."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

SPACES = {0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)}
"""Code points that print nothing and part words."""

_PLAIN = {
    **dict.fromkeys(SPACES, " "),
    **dict.fromkeys((0x02, 0xAD, 0x2010, 0x2011), "-"),
    **dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xFFFE), ""),
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
}
"""PDFium gives 0x02 for a hyphen at a line's end."""

_SYMBOL = {
    0xA3: "≤", 0xA5: "∞", 0xA7: "▪", 0xA8: "□", 0xAE: "→", 0xB0: "°", 0xB1: "±", 0xB3: "≥", 0xB4: "×", 0xB7: "•",
    0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xC5: "⊕", 0xCE: "∈", 0xD0: "∠", 0xD1: "∇", 0xD5: "∏", 0xD6: "√", 0xD7: "·",
    0xD8: "➢", 0xDE: "⇒", 0xE5: "∑", 0xF0: "➔", 0xF2: "∫", 0xFB: "✗", 0xFC: "✓", 0xFE: "☑", 0x9F: "•", 0xA1: "○", 0x22: "∀", 0x2D: "−", 0x2A: "∗",
    0x44: "Δ", 0x46: "Φ", 0x47: "Γ", 0x4C: "Λ", 0x50: "Π", 0x51: "Θ", 0x53: "Σ", 0x57: "Ω", 0x59: "Ψ",
    0x61: "α", 0x62: "β", 0x63: "χ", 0x64: "δ", 0x65: "ε", 0x66: "φ", 0x67: "γ", 0x68: "η", 0x6B: "κ", 0x6C: "λ",
    0x6D: "μ", 0x6E: "ν", 0x70: "π", 0x71: "θ", 0x72: "ρ", 0x73: "σ", 0x74: "τ", 0x76: "ϖ", 0x77: "ω", 0x78: "ξ",
    0x79: "ψ", 0x7A: "ζ",
}  # fmt: skip
"""The Symbol encoding (Adobe, ISO 32000-1 annex D.5), with the bullets and ticks of Wingdings; Word maps it to U+F000."""


def plain(code: int) -> str:
    """What a reader would type for a code point; empty for marks that print nothing."""
    if code in _PLAIN:
        return _PLAIN[code]
    if 0xF000 <= code <= 0xF0FF:
        return _SYMBOL.get(code - 0xF000, chr(code - 0xF000) if 0xF030 <= code <= 0xF039 else "•")
    if 0x1D400 <= code <= 0x1D7FF:
        return unicodedata.normalize("NFKC", chr(code))
    return chr(code)


def decode(codes: Iterable[int]) -> str:
    """The typed text of a run of code points."""
    return "".join([chr(c) if 0x20 < c < 0x7F else plain(c) for c in codes])
