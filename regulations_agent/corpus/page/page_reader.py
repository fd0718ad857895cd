"""Reads one loaded PDF page into arrays: each character's code, box, baseline, size, look and direction."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulations_agent.corpus.page.affine import IDENTITY, Affine, compose, turns_of
from regulations_agent.corpus.page.binding import Binding, Buffer, Pointer, fill, pointers
from regulations_agent.corpus.page.glyphs import SPACES
from regulations_agent.corpus.page.raw import NAMELESS, Floats, RawPage, Style
from regulations_agent.corpus.page.shapes import MAX_OBJECTS, ShapeReader

HYPHEN = 2
"""What PDFium gives for a hyphen at the end of a line."""
_OVERFULL = f"holds more than {MAX_OBJECTS:,} objects; the shapes beyond were not read"
MAX_CLIPPED = 0.05
"""Share of a page's letters that a clip may hide without a word."""
_UNMAPPED = 0xFFFE
_NOTHING = 0x200B
"""A code that prints nothing."""
_BLANKS = sorted(SPACES | {_NOTHING})
_SYMBOLS = ("symbol", "dings", "dingbat")
"""In the names of fonts whose private codes are marks and letters, as Wingdings and ZapfDingbats."""
_STROKED, _BOTH = 1, 2
"""Text render modes: outlines only; filled and outlined, which looks bold."""

Places = NDArray[np.int64]
Doubles = NDArray[np.float64]


class PageFrame(NamedTuple):
    """Size of a page as shown, in points, and the way there from PDF points."""

    width: float
    height: float
    frame: Affine


class _Letters(NamedTuple):
    """The characters that a page paints."""

    codes: NDArray[np.int32]
    owners: Places
    """Address of the text object of each."""
    places: Places
    """Position of each among all characters of the text page."""
    boxes: Floats
    clipped: int
    """Letters of the file that stand off the page or that a clip keeps from print, which are left out."""

    def drop_unseen(
        self, styles: Sequence[Style], looks: NDArray[np.int32], clear: NDArray[np.bool_]
    ) -> None:
        """Leaves out private codes of fonts that draw small pictures, and letters that are transparent, as
        the name of who fetched the file may be; most of a page in them is the text of a picture above.
        Quartz writes a mark of a symbol font as its letter and its private code: `v` and U+F076."""
        twice = np.flatnonzero(self.codes[1:] == self.codes[:-1] + 0xF000)
        self.codes[twice], self.codes[twice + 1] = self.codes[twice + 1], _NOTHING
        icons = np.array([is_of_icons(style.font) for style in styles], bool)[looks]
        private = (self.codes >= 0xE000) & (self.codes < 0xF900)
        words = ~private & ~np.isin(self.codes, _BLANKS)
        pure = ~np.isin(looks, looks[words])  # lower codes are pictures only where no word is set so
        self.codes[icons & private & (pure | (self.codes >= 0xF000))] = _NOTHING
        if clear.sum() < 0.5 * len(clear):
            self.codes[clear] = _NOTHING


class PageReader:
    """Reads one loaded page."""

    def __init__(self, api: Binding, number: int, page: Pointer, text: Pointer) -> None:
        self.api, self.number, self.page, self.text = api, number, page, text

    def read(self, page: PageFrame) -> RawPage:
        """The page's characters and shapes, in the frame of the page as shown."""
        self.frame = page.frame
        shapes = ShapeReader(self.api, page.frame).read(self.page)
        letters = self._letters(page, shapes.hidden)
        new = np.flatnonzero(np.diff(letters.owners, prepend=0))
        lengths = np.diff(new, append=len(letters.owners))
        objects = pointers(items := letters.owners[new])
        matrices = self._matrices(items, objects, shapes.forms)
        tilted = (abs(matrices[:, 1]) > 0.01 * abs(matrices[:, 0])) | (matrices[:, 0] <= 0)
        leaning = np.repeat(tilted, lengths)
        letters.boxes[leaning] = self._tight_boxes(letters.places[leaning])
        f, along, across = page.frame, matrices[:, 0], matrices[:, 1]
        turns = turns_of(along * f.a + across * f.c, along * f.b + across * f.d)
        sizes = self._sizes(objects, matrices, letters.boxes[new])
        bases = np.repeat(self._bases(letters.places[new], turns), lengths)
        looks, styles, clear = self._looks(objects)
        letters.drop_unseen(styles, looks := np.repeat(looks, lengths), np.repeat(clear, lengths))
        whole, spread = np.repeat(turns, lengths), np.repeat(sizes, lengths)
        level = whole == 0
        letters.boxes[level, 1] = bases[level] - 0.8 * spread[level]
        letters.boxes[level, 3] = bases[level] + 0.2 * spread[level]
        return RawPage(
            page=self.number,
            width=page.width,
            height=page.height,
            codes=letters.codes,
            boxes=letters.boxes,
            baselines=bases,
            sizes=spread,
            looks=looks,
            turns=whole,
            styles=styles,
            bars=tuple(shapes.bars),
            areas=tuple(shapes.areas),
            images=tuple(shapes.images),
            ink=tuple(shapes.ink),
            frames=tuple(shapes.frames),
            problems=tuple(self._problems(shapes.seen, letters)),
        )

    def _problems(self, objects: int, letters: _Letters) -> Iterator[str]:
        if objects >= MAX_OBJECTS:
            yield f"page {self.number} {_OVERFULL}"
        if letters.clipped > MAX_CLIPPED * (len(letters.codes) + letters.clipped):
            yield (
                f"page {self.number} has {letters.clipped:,} letters outside what it shows, left out; "
                "if they are its text, export the file again"
            )

    def _letters(self, page: PageFrame, hidden: Sequence[int]) -> _Letters:
        count = max(self.api.count_chars(self.text), 0)
        calls = map(self.api.text_object, repeat(self.text), range(count))
        owners = np.fromiter(calls, np.int64, count)
        codes = _whole(self._codes(count))
        painted = (owners != 0) & ((codes >= 32) | (codes == HYPHEN)) & (codes != _UNMAPPED)
        unseen = painted & np.isin(owners, hidden) if hidden else np.zeros(count, bool)
        places = np.flatnonzero(painted & ~unseen)
        edges = np.zeros((len(places), 4), np.float32)
        fill(self.api.loose_box, (repeat(self.text), places.tolist()), edges)
        x0, top, x1, bottom = (boxes := self._framed(edges)).T
        shown = (x0 < page.width) & (x1 > 0) & (top < page.height) & (bottom > 0)
        unseen[places[~shown]] = True
        places = places[shown]
        return _Letters(
            codes[places].astype(np.int32),
            owners[places],
            places,
            boxes[shown],
            int((codes[unseen] > 32).sum()),
        )

    def _codes(self, count: int) -> NDArray[np.int64]:
        """The code of each character: from the running text when it says every one, else one at a time."""
        text = np.zeros(2 * count + 2, np.uint16)
        written = self.api.codes(self.text, 0, count, Pointer(text.ctypes.data))
        codes = text[:count].astype(np.int64)
        at = np.flatnonzero(codes == _UNMAPPED) if written == count + 1 else np.arange(count)
        codes[at] = list(map(self.api.code, repeat(self.text), at.tolist()))
        return codes

    def _framed(self, edges: Floats) -> Floats:
        """Boxes on the page as shown, from [n, 4] left, top, right and bottom in PDF points."""
        f, (x0, y0, x1, y1) = self.frame, edges.T
        ax, ay = f.a * x0 + f.c * y0 + f.e, f.b * x0 + f.d * y0 + f.f
        bx, by = f.a * x1 + f.c * y1 + f.e, f.b * x1 + f.d * y1 + f.f
        corners = [np.minimum(ax, bx), np.minimum(ay, by), np.maximum(ax, bx), np.maximum(ay, by)]
        return np.stack(corners, axis=1).astype(np.float32)

    def _tight_boxes(self, places: Places) -> Floats:
        edges = np.zeros((len(places), 4), np.float64)
        fill(self.api.tight_box, (repeat(self.text), places.tolist()), edges, pointers=4)
        return self._framed(edges[:, (0, 2, 1, 3)].astype(np.float32))

    def _matrices(self, items: Places, objects: Sequence[Pointer], forms: Mapping[int, Affine]) -> Doubles:
        """[n, 6] the matrix of each text object, those of the forms around it included."""
        own = np.tile(np.array(IDENTITY, np.float32), (len(items), 1))
        fill(self.api.matrix, (objects,), own)
        matrices = own.astype(np.float64)
        matrices[self._font_sizes(objects) < 0, :4] *= -1
        if forms:
            for i, item in enumerate(items.tolist()):
                if item in forms:
                    matrices[i] = compose(Affine(*matrices[i].tolist()), forms[item])
        return matrices

    def _bases(self, places: Places, turns: NDArray[np.int32]) -> Floats:
        """The baseline of each character, as `RawPage.baselines`."""
        origins = np.zeros((len(places), 2), np.float64)
        fill(self.api.origin, (repeat(self.text), places.tolist()), origins, pointers=2)
        f, (x, y) = self.frame, origins.T
        upright = (turns == 1) | (turns == 3)
        return np.where(upright, f.a * x + f.c * y + f.e, f.b * x + f.d * y + f.f).astype(np.float32)

    def _sizes(self, objects: Sequence[Pointer], matrices: Doubles, boxes: Floats) -> Floats:
        """Size of each text object as shown; the height of its first character's box where it has none."""
        scaled = abs(self._font_sizes(objects)) * np.hypot(matrices[:, 2], matrices[:, 3])
        scaled = np.where(scaled == 0, abs(boxes[:, 3] - boxes[:, 1]), scaled)
        return np.where(scaled == 0, 1.0, scaled).astype(np.float32)

    def _font_sizes(self, objects: Sequence[Pointer]) -> Doubles:
        """Font size of each text object before its matrix; below 0 for letters drawn upside down and back."""
        sizes = np.zeros((len(objects), 1), np.float32)
        fill(self.api.font_size, (objects,), sizes)
        return sizes[:, 0].astype(np.float64)

    def _looks(
        self, objects: Sequence[Pointer]
    ) -> tuple[NDArray[np.int32], tuple[Style, ...], NDArray[np.bool_]]:
        """The style of each text object, by its place among the styles, and whether it is transparent."""
        modes = list(map(self.api.render_mode, objects))
        colours = self._colours(objects, modes)
        fonts: dict[int, tuple[str, bool, bool]] = {}
        styles: dict[Style, int] = {}
        seen: dict[tuple[object, ...], int] = {}
        looks: list[int] = []
        for look in zip(map(self.api.font, objects), modes, colours, strict=True):
            if look not in seen:
                font, mode, (red, green, blue, _) = look
                name, bold, italic = fonts.get(font) or fonts.setdefault(font, self._font(font))
                name = name or f"{NAMELESS}{list(fonts).index(font)}"
                style = Style(name, bold or mode == _BOTH, italic, f"#{red:02x}{green:02x}{blue:02x}")
                seen[look] = styles.setdefault(style, len(styles))
            looks.append(seen[look])
        return np.array(looks, np.int32), tuple(styles), np.array([not c[3] for c in colours], bool)

    def _colours(self, objects: Sequence[Pointer], modes: Sequence[int]) -> list[tuple[int, ...]]:
        """Red, green, blue and opacity of each text object, 0 to 255; black where it is a pattern."""
        shades = np.zeros((len(objects), 4), np.uint32)
        fill(self.api.fill_colour, (objects,), shades, pointers=4)
        outlined = np.array(modes) == _STROKED
        if outlined.any():
            edges = np.zeros((len(objects), 4), np.uint32)
            fill(self.api.stroke_colour, (objects,), edges, pointers=4)
            shades[outlined] = edges[outlined]
        return list(map(tuple, shades.tolist()))

    def _font(self, address: int) -> tuple[str, bool, bool]:
        font, name = Pointer(address), ctypes.create_string_buffer(256)
        self.api.font_name(font, name, ctypes.c_size_t(len(name)))
        angle = Buffer(ctypes.c_int, 1)
        slanted = bool(self.api.italic_angle(font, angle.at[0])) and angle.values[0] != 0
        full = name.value.decode("utf-8", errors="replace")
        plain = full.partition("+")[2] or full
        low = plain.lower()
        bold = any(word in low for word in ("bold", "black", "heavy", "demi"))
        return plain, bold, slanted or "italic" in low or "oblique" in low


def is_of_icons(font: str) -> bool:
    """Private codes of a font that is none of the symbol fonts are small pictures, and no words."""
    return font[:1] not in ("", NAMELESS) and not any(name in font.lower() for name in _SYMBOLS)


def _whole(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """UTF-16 pairs as one code point each; the second half becomes 0."""
    high = np.flatnonzero((codes[:-1] >> 10 == 0xD800 >> 10) & (codes[1:] >> 10 == 0xDC00 >> 10))
    codes[high] = 0x10000 + ((codes[high] - 0xD800) << 10) + (codes[high + 1] - 0xDC00)
    codes[high + 1] = 0
    return codes
