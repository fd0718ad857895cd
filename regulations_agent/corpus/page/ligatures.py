"""Glyphs that a font names wrongly: a ligature that its character map calls another letter, or a blank."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.page.glyphs import LIGATURES, printed
from regulations_agent.corpus.page.raw import RawPage
from regulations_agent.corpus.vocabulary import usual_words

ODD = 0.04
"""Difference in font sizes between a glyph's advance and that which its letter has in this font."""
NEAR = (-2, -1, 0, 1, 2)
"""Hundredths of the font size by which the advance of one glyph is measured otherwise."""
TOUCHES = 0.06
"""Font sizes between two letters of a word at most."""
WORDS = 2
"""Known words that a capital or figure must make as a ligature."""
FITS = 0.1
"""The same between a ligature and the letters that it stands for."""
SHARE = 0.5
"""Of a glyph's words that must be known when it is read as a ligature."""
MAX_ADVANCE = 1000
"""In hundredths of the font size."""
_BLANKS = (0x20, 0xFFFD)
_WORD = re.compile(r"[^\W\d_]+")
_SHORT = frozenset(
    ("off", "stiff", "staff", "fine", "find", "fit", "flag", "flat", "flow", "left", "lift", "loft", "soft",
     "shift", "time")
)  # fmt: skip
"""Words of fewer letters than `usual_words` has, in which ligatures stand."""
STEM, LONG, ENDING = 4, 6, 3
"""Letters of a word of which others are forms, of one that may stand anywhere in them, and of what these end
in: `meeting`, `meetings`."""


class _Glyph(NamedTuple):
    """A glyph by what its font says of it."""

    font: str
    code: int
    advance: int
    """In hundredths of the font size."""


class _Setting(NamedTuple):
    """The glyphs of one page."""

    page: RawPage
    packed: NDArray[np.int64]
    """Font, code and advance of each upright character in one number; -1 for others."""
    glyphs: dict[int, _Glyph]
    """What the numbers stand for."""
    counts: dict[int, int]


def mended(pages: Sequence[RawPage]) -> list[RawPage]:
    """The pages with wrongly named ligatures under their own code; see `glyphs.LIGATURES`.

    A glyph is suspect when its advance is not that which its letter mostly has in this font, or when it is a
    capital or figure within small letters (`regulaCons`). It is read as the ligature whose letters are as
    wide and that makes known words of the words around it, where it stands in them once.
    """
    settings = [_setting(page) for page in pages]
    usual = _usual(settings)
    found: dict[_Glyph, Counter[tuple[str, str]]] = defaultdict(Counter)
    places: dict[int, list[tuple[int, _Glyph]]] = defaultdict(list)
    for number, setting in enumerate(settings):
        for at, glyph, before, after in _suspects(setting, usual):
            places[number].append((at, glyph))
            if before or after:
                found[glyph][before, after] += 1
    if not found:
        return list(pages)
    known = usual_words() | _SHORT | _words(pages)
    times = Counter(glyph for each in places.values() for _, glyph in each)
    total = _totals(settings)
    meant = {
        glyph: _meant(glyph, words, usual, known)
        for glyph, words in found.items()
        if not _is_large(glyph) or times[glyph] >= SHARE * total[glyph]
    }
    near = {(g.font, g.code, g.advance + step): code for g, code in meant.items() if code for step in NEAR}
    meant = {g: meant.get(g) or near.get(g) for each in places.values() for _, g in each}
    return [_with(page, places[number], meant) for number, page in enumerate(pages)]


def _setting(page: RawPage) -> _Setting:
    fonts = sorted({style.font for style in page.styles})
    of_look = np.array([fonts.index(style.font) for style in page.styles] or [0], np.int64)
    wide = (page.boxes[:, 2] - page.boxes[:, 0]) / np.maximum(page.sizes, 0.1)
    advances = np.round(100 * np.clip(np.nan_to_num(wide), 0, MAX_ADVANCE / 100)).astype(np.int64)
    packed = (of_look[page.looks] << 32 | page.codes.astype(np.int64)) * (MAX_ADVANCE + 1) + advances
    packed[(page.turns != 0) | page.recognised] = -1
    numbers, counts = np.unique(packed, return_counts=True)
    glyphs: dict[int, _Glyph] = {}
    for number in numbers[numbers >= 0].tolist():
        key, advance = divmod(number, MAX_ADVANCE + 1)
        glyphs[number] = _Glyph(fonts[key >> 32], key & 0xFFFFFFFF, advance)
    return _Setting(page, packed, glyphs, dict(zip(numbers.tolist(), counts.tolist(), strict=True)))


def _totals(settings: Sequence[_Setting]) -> Counter[_Glyph]:
    """How often each glyph stands in the document."""
    total: Counter[_Glyph] = Counter()
    for setting in settings:
        for number, glyph in setting.glyphs.items():
            total[glyph] += setting.counts[number]
    return total


def _is_large(glyph: _Glyph) -> bool:
    """A capital or figure, of which some stand within words by themselves: `CrossFit`."""
    return chr(glyph.code).isupper() or chr(glyph.code).isdigit()


def _usual(settings: Sequence[_Setting]) -> dict[tuple[str, int], int]:
    """The advance that each letter mostly has in each font."""
    counts: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    for setting in settings:
        for number, glyph in setting.glyphs.items():
            counts[glyph.font, glyph.code][glyph.advance] += setting.counts[number]
    return {key: max(found, key=found.__getitem__) for key, found in counts.items()}


def _suspects(
    setting: _Setting, usual: Mapping[tuple[str, int], int]
) -> Iterator[tuple[int, _Glyph, str, str]]:
    """Position, glyph, and the letters before and after it in its word; none where others stand in it."""
    odd = {n for n, g in setting.glyphs.items() if abs(g.advance - usual[g.font, g.code]) > 100 * ODD}
    suspects = [n for n in odd if chr(setting.glyphs[n].code).islower() or setting.glyphs[n].code in _BLANKS]
    page = setting.page
    strange = _within_small(page) & (setting.packed >= 0)
    text = printed(page.codes)
    back = text[::-1]
    for at in np.flatnonzero(np.isin(setting.packed, suspects) | strange).tolist():
        letters = _letters(back, len(text) - at)[::-1], _letters(text, at + 1)
        word = slice(at - len(letters[0]), at + len(letters[1]) + 1)
        alone = strange[at] or sum(number in odd for number in setting.packed[word].tolist()) == 1
        level = bool((np.abs(page.baselines[word] - page.baselines[at]) < 0.5).all())
        if alone and level and any(letters) and (all(letters) or text[at] != " "):
            several = strange[at] and strange[max(word.start - 1, 0) : word.stop + 1].sum() > 1
            yield at, setting.glyphs[int(setting.packed[at])], *(("", "") if several else letters)


def _within_small(page: RawPage) -> NDArray[np.bool_]:
    """[n] capitals and figures that two small letters touch: blanks between words may be painted or not."""
    codes, size = page.codes, np.maximum(page.sizes, 0.1)
    gap = np.abs(page.boxes[1:, 0] - page.boxes[:-1, 2]) / size[1:]
    touching = gap < TOUCHES
    small = (codes >= ord("a")) & (codes <= ord("z"))
    large = ((codes >= ord("A")) & (codes <= ord("Z"))) | ((codes >= ord("0")) & (codes <= ord("9")))
    within = np.zeros(len(codes), bool)
    within[1:-1] = large[1:-1] & small[:-2] & small[2:] & touching[:-1] & touching[1:]
    return within


def _letters(text: str, start: int) -> str:
    """Those that follow each other from there on; none where another character stands."""
    found = _WORD.match(text, start)
    return found[0] if found else ""


def _words(pages: Sequence[RawPage]) -> frozenset[str]:
    """Words that the document prints more than once."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update(word.lower() for word in _WORD.findall(printed(page.codes)))
    return frozenset(word for word, count in counts.items() if count > 1 and len(word) > 3)


def _meant(
    glyph: _Glyph,
    words: Mapping[tuple[str, str], int],
    usual: Mapping[tuple[str, int], int],
    known: frozenset[str],
) -> int | None:
    """The code of the ligature that the glyph is, None when none is likely."""
    best: tuple[float, int] | None = None
    said = chr(glyph.code).lower()
    wrong = [(a, b) for a, b in words if f"{a}{said}{b}".lower() not in usual_words()]
    for code, letters in LIGATURES.items():
        wide = sum(usual.get((glyph.font, ord(letter)), 0) for letter in letters)
        if abs(wide - glyph.advance) > 100 * FITS:
            continue
        made = sum(_makes(f"{a}{letters}{b}".lower(), letters, known) for a, b in wrong)
        right = made / len(words)
        enough = made >= WORDS or not _is_large(glyph)
        if enough and right >= SHARE and (best is None or right > best[0]):
            best = right, code
    return best[1] if best else None


def _makes(word: str, letters: str, known: frozenset[str]) -> bool:
    """It is a known word, or a form of one in which the ligature stands (`undifferentiated`), or two in one
    (`hereinafter`)."""
    for start in range(len(word)):
        for end in range(start + STEM, len(word) + 1):
            stem, rest = word[start:end], word[end:]
            if stem in known and letters in stem:
                if len(stem) >= LONG or (not start and (len(rest) <= ENDING or rest in known)):
                    return True
            elif stem in known and not start and rest in known:
                return True
    return False


def _with(page: RawPage, places: Sequence[tuple[int, _Glyph]], meant: Mapping[_Glyph, int | None]) -> RawPage:
    codes = page.codes.copy()
    for at, glyph in places:
        codes[at] = meant[glyph] or codes[at]
    return replace(page, codes=codes) if places else page
