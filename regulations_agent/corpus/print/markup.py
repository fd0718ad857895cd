"""What an issue changes: text struck through, by geometry; text inserted and notes, by colour."""

from __future__ import annotations

import colorsys
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.page.lines import State
from regulations_agent.corpus.page.raw import Bar, RawPage
from regulations_agent.corpus.print.blurred import in_whole_words

STRIKE_BAND = (0.07, 0.56)
"""Height of a strike's middle above the baseline, in font sizes; underlines lie below 0, overlines above 0.8.

Measured on 2,865 strikes (0.10 to 0.41) and 1,136 underlines (-0.35 to -0.05) of 19 rulebooks."""
UNDER_BAND = (-0.36, -0.01)
"""The same of an underline."""
MAX_STRIKE = 0.2
"""Thickness of a strike or underline, in font sizes."""
MAX_LOOSE = 3.5
"""Length in font sizes by which a strike may stick out of its text, as over a tab."""
COVERED = 0.5
"""Share of a character's width from which a bar strikes it."""

CURRENCIES = {"N": "₦", "P": "₱", "W": "₩", "C": "₵", "K": "₭", "D": "₫", "T": "₮"}
"""Letters and what they are with a stroke through them."""
_SIGNS = [ord(sign) for sign in CURRENCIES.values()]

Family = str
"""A colour as people name it: black, grey, white, pink, red, dark red, orange, yellow, green,
light blue, blue, dark blue, purple."""

_CHANGED = re.compile(r"\b(chang|amend|new\b|add|insert|revis|modif|delet)", re.I)
_NOTE = re.compile(
    r"\b(comment|non-binding|non-regulatory|not regulatory|not binding|governance|guidance|informati|explanat"
    r"|proposed|proposal|reference)",
    re.I,
)
_SAME = re.compile(r"\b(unchanged|no change)", re.I)
_LEGEND = re.compile(r"^\W*((?:dark|light|bright)?\s*[a-z]+)\s*text\b\W*[:=–-]?\W*(.*)$", re.I)
_NAMES = {
    "magenta": "pink",
    "fuchsia": "pink",
    "violet": "purple",
    "gray": "grey",
    "amber": "orange",
    "crimson": "dark red",
    "maroon": "dark red",
    "navy": "dark blue",
}
_NAMED = {
    "black",
    "grey",
    "pink",
    "red",
    "dark red",
    "orange",
    "yellow",
    "green",
    "blue",
    "light blue",
    "dark blue",
    "purple",
}


_DEGREES = (14, 42, 68, 170, 205, 258, 283, 342)
_HUES = ("red", "orange", "yellow", "green", "light blue", "blue", "purple", "pink", "red")
"""Those before, between and behind the degrees of the colour wheel."""
_DARK = {"red": 0.85, "blue": 0.55}


def family(colour: str) -> Family:
    """What people call the colour `#rrggbb`."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value < 0.2:
        return "black"
    if saturation < 0.18:
        return "white" if value > 0.93 else "grey"
    name = _HUES[bisect(_DEGREES, hue * 360)]
    return f"dark {name}" if value < _DARK.get(name, 0) else name


def struck(page: RawPage) -> NDArray[np.bool_]:
    """[n] True for each character of the page that a bar crosses at the height of a strike.

    Of a recognised page only in whole words: what touches a few letters there is dirt.
    """
    hit = _barred(page, STRIKE_BAND) & ~np.isin(page.codes, _SIGNS)
    return in_whole_words(page, hit) if page.recognised else hit


def with_currency(page: RawPage) -> RawPage:
    """The page with the sign of a currency for a letter that is struck alone, right before a number."""
    letters = np.isin(page.codes, [ord(letter) for letter in CURRENCIES])
    number = np.zeros_like(letters)
    number[:-1] = (page.codes[1:] >= ord("0")) & (page.codes[1:] <= ord("9"))
    if not (letters & number).any():
        return page
    hit = _barred(page, STRIKE_BAND)
    beside = np.zeros_like(hit)
    beside[1:] |= hit[:-1]
    beside[:-1] |= hit[1:]
    codes = page.codes.copy()
    for place in np.flatnonzero(hit & letters & number & ~beside):
        codes[place] = ord(CURRENCIES[chr(codes[place])])
    return replace(page, codes=codes)


def underlined(page: RawPage) -> RawPage:
    """The page with what is underlined in the usual black as bold, for titles are set off so or so; links,
    underlined too, have a colour."""
    hit = _barred(page, UNDER_BAND)
    black = np.array([family(style.colour) == "black" for style in page.styles], bool)
    if not len(hit) or not (hit := hit & black[page.looks]).any():
        return page
    bold = tuple(style._replace(bold=True) for style in page.styles)
    looks = np.where(hit, page.looks + len(page.styles), page.looks).astype(page.looks.dtype)
    return replace(page, styles=(*page.styles, *bold), looks=looks)


def _barred(page: RawPage, band: tuple[float, float]) -> NDArray[np.bool_]:
    """[n] True for each character that a bar covers whose middle lies in the band above the baseline."""
    hit = np.zeros(len(page.codes), bool)
    if not len(hit):
        return hit
    level = page.turns == 0
    x0, x1 = page.boxes[:, 0], page.boxes[:, 2]
    order = np.argsort(page.baselines, kind="stable")
    sorted_lines = page.baselines[order]
    least, most = (float(page.sizes.max()) * edge for edge in band)
    cover: dict[float, NDArray[np.float32]] = {}
    for bar in page.bars:
        thick, middle = bar.bottom - bar.top, (bar.top + bar.bottom) / 2
        if bar.x1 - bar.x0 < thick or family(bar.colour) == "white":
            continue
        first, last = np.searchsorted(sorted_lines, (middle + min(least, 0.0), middle + most + 0.1))
        near = order[first:last]
        if not len(near):
            continue
        rise = (page.baselines[near] - middle) / page.sizes[near]
        at_height = level[near] & (rise >= band[0]) & (rise <= band[1])
        at_height &= thick <= MAX_STRIKE * page.sizes[near]
        near = near[at_height]
        overlap = np.minimum(x1[near], bar.x1) - np.maximum(x0[near], bar.x0)
        near, overlap = near[overlap > 0], overlap[overlap > 0]
        if not len(near) or not _fits(bar, x0[near], x1[near], float(page.sizes[near[0]])):
            continue
        share = cover.setdefault(round(middle * 2) / 2, np.zeros(len(hit), np.float32))
        share[near] += overlap / (x1[near] - x0[near])
    for share in cover.values():
        hit |= share >= COVERED
    return hit


def _fits(bar: Bar, x0: NDArray[np.float32], x1: NDArray[np.float32], size: float) -> bool:
    """A strike ends about where its text ends, a tab aside; a rule of a table or a drawing runs on."""
    left, right = float(x0.min()), float(x1.max())
    loose = max(left - bar.x0, bar.x1 - right)
    return loose <= MAX_LOOSE * size or right - left >= 0.5 * (bar.x1 - bar.x0)


@dataclass(frozen=True, slots=True)
class Palette:
    """What each colour of a document means."""

    roles: Mapping[str, State] = field(default_factory=dict)
    """By exact colour."""

    def state(self, colour: str) -> State:
        """State of unstruck text of this colour."""
        return self.roles.get(colour, "kept")


@dataclass(frozen=True, slots=True)
class Ink:
    """How often a document uses a colour, in characters."""

    painted: int
    struck: int
    standing: int
    """In bold, where nothing in this colour is struck: as headings are set."""
    bracketed: int = 0
    """Between square brackets, as comments are set."""


def read_legend(lines: Iterable[tuple[str, str]]) -> dict[str, State]:
    """Roles by colour and by family that the document's own convention declares.

    `lines` are (text, colour of its first words) of the first pages. A line such as `Pink text: changes
    approved on ...` declares the colour it is set in, or else the colour that it names.
    """
    roles: dict[str, State] = {}
    for text, colour in lines:
        found = _LEGEND.match(text.strip())
        if not found:
            continue
        name = re.sub(r"\s+", " ", found[1].lower()).replace("lt.", "light").strip()
        name = _NAMES.get(name, name)
        role = _role(found[2])
        if role is None or name == "black":
            continue
        shown = family(colour)
        if shown not in ("black", "grey", "white"):
            roles.setdefault(colour, role)
            roles.setdefault(shown, role)
        elif name in _NAMED:
            roles.setdefault(name, role)
    return roles


def _role(meaning: str) -> State | None:
    if _SAME.search(meaning):
        return "kept"
    if _NOTE.search(meaning):
        return "note"
    return "inserted" if _CHANGED.search(meaning) else None


def make_palette(legend: Mapping[str, State], inks: Mapping[str, Ink]) -> Palette:
    """The role of every colour: as declared, else as its family is, else by how the document uses it.

    Where nothing is declared and nothing struck, colours but the FIA's pink only adorn.
    """
    body = max(inks, key=lambda colour: inks[colour].painted, default="#000000")
    marked = bool(legend) or any(ink.struck for ink in inks.values())
    telling = {colour: ink for colour, ink in inks.items() if marked or family(colour) == "pink"}
    return Palette({colour: _role_of(colour, ink, legend, body) for colour, ink in telling.items()})


def _role_of(colour: str, ink: Ink, legend: Mapping[str, State], body: str) -> State:
    kind = family(colour)
    if colour in legend:
        return legend[colour]
    if kind in ("black", "grey", "white"):
        return "kept"
    if kind in legend:
        return legend[kind]
    if kind == "dark red" and "red" in legend:
        return legend["red"]
    if ink.standing > 0.8 * ink.painted or colour == body:
        return "kept"
    if ink.bracketed > 0.9 * ink.painted and "note" in legend.values():
        return "note"
    if kind in ("pink", "red", "dark red"):
        return "inserted"
    return "inserted" if ink.struck and not legend else "kept"


def count_inks(pages: Iterable[tuple[RawPage, NDArray[np.bool_]]]) -> dict[str, Ink]:
    """How each colour is used over all pages."""
    painted: Counter[str] = Counter()
    dead: Counter[str] = Counter()
    bold: Counter[str] = Counter()
    asides: Counter[str] = Counter()
    for page, hit in pages:
        for look, style in enumerate(page.styles):
            mine = page.looks == look
            count = int(mine.sum())
            painted[style.colour] += count
            dead[style.colour] += int((mine & hit).sum())
            bold[style.colour] += count if style.bold else 0
            asides[style.colour] += _bracketed(page.codes[mine].tolist()) if style.colour != "#000000" else 0
    return {
        colour: Ink(n, dead[colour], 0 if dead[colour] else bold[colour], asides[colour])
        for colour, n in painted.items()
    }


def _bracketed(codes: Iterable[int]) -> int:
    """How many of the characters stand between square brackets."""
    text = "".join(map(chr, codes))
    return sum(len(part) for part in re.findall(r"\[[^\[\]]*\]\s*", text))
