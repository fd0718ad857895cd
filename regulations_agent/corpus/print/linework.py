"""Atoms to printed lines: baselines, superscripts, spaces, and the words that stay when deleted ones go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import attrgetter

from regulations_agent.corpus.page.lines import Span, TextLine
from regulations_agent.corpus.print.atoms import KERNED_GAP, LONE_GAP, SPACE_GAP, TURNED_GAP, Atom
from regulations_agent.corpus.print.rows import BULLETS
from regulations_agent.types.document import Box

ASCENT, DESCENT = 0.8, 0.2
"""Share of the font size above and below the baseline that a line's box covers."""
SMALLER = 0.85
"""Share of a line's font size up to which superscripts and subscripts are set."""
SHARED = 0.2
"""Share of a font size by which baselines of one line may differ."""
HUNG = 2.0
"""Font sizes by which the mark of a footnote may hang left of its words."""
SPACED = 5
"""Letters at least of a line that is set in spaced letters."""
_NO_SPACE_BEFORE = ".,;:!?)]}%’”"
_NO_SPACE_AFTER = "([{“‘"
_LABEL = re.compile(
    r"^[(\[“\"]?(?:[A-Z]{0,4}\.?\d[\w.]*|[A-Za-z]{1,5}|[ivxlcdm]+)[)\].:]{0,2}$|^[•▪□➢–\-−*]$"
)
_BLANKS = re.compile(r"  +")
_LABEL_GAP = 0.5
"""Blank after a label in a column of its own, in font sizes."""


@dataclass(slots=True)
class Row:
    """Atoms of one printed line, left to right."""

    base: float
    size: float
    atoms: list[Atom]
    shift: float = 0.0
    """As `TextLine.shift`."""
    beside: bool = False
    """As `TextLine.beside`."""
    x0: float = field(init=False)
    """Of the first atom that shows."""
    x1: float = field(init=False)

    def __post_init__(self) -> None:
        shown = [a for a in self.atoms if not a.blank] or self.atoms[:1]
        self.x0, self.x1 = shown[0].x0, max([a.x1 for a in shown])

    @property
    def top(self) -> float:
        return self.base - ASCENT * self.size

    @property
    def bottom(self) -> float:
        return self.base + DESCENT * self.size


def make_rows(atoms: Iterable[Atom]) -> list[Row]:
    """Printed lines, top to bottom, each with its atoms left to right; blank lines are left out.

    Atoms share a line when their baselines agree; smaller ones (superscripts) when their middle lies in it.
    """
    found: dict[float, list[Atom]] = {}
    near: dict[float, list[list[Atom]]] = {}
    tallest = 0.0
    ordered = sorted(sorted(atoms, key=attrgetter("base")), key=lambda a: -round(a.size))
    reach = SHARED * max([atom.size for atom in ordered], default=1.0)
    for atom in ordered:
        mates = found.get(atom.base)
        if mates is None:
            step = atom.base // reach
            around = (mates for at in (step - 1, step, step + 1) for mates in near.get(at, ()))
            homes = [mates for mates in around if _shares(mates[0], atom)]
            if not homes and atom.size <= SMALLER * tallest:
                homes = [mates for mates in found.values() if _hangs_on(mates, atom)]
            mates = min(homes, key=lambda mates: _closeness(mates, atom), default=None)
        if mates is None:
            found[atom.base] = mates = []
            near.setdefault(step, []).append(mates)
            tallest = max(tallest, atom.size)
        mates.append(atom)
    rows = [
        Row(mates[0].base, mates[0].size, sorted(mates, key=attrgetter("x0", "order")))
        for mates in found.values()
        if not all(atom.blank for atom in mates)
    ]
    return sorted(rows, key=attrgetter("base", "x0"))


def _closeness(mates: Sequence[Atom], atom: Atom) -> tuple[float, float]:
    return abs(mates[0].base - atom.base), _distance(mates, atom)


def _shares(first: Atom, atom: Atom) -> bool:
    return abs(first.base - atom.base) <= SHARED * min(first.size, atom.size)


def _hangs_on(mates: Sequence[Atom], atom: Atom) -> bool:
    base, size = mates[0].base, mates[0].size
    if atom.size > SMALLER * size:
        return False
    middle = atom.base - 0.3 * atom.size
    hangs = atom.x1 <= min([a.x0 for a in mates])
    near = _distance(mates, atom) <= (HUNG if hangs else 1.0) * size
    return near and base - 0.95 * size <= middle <= base + 0.3 * size


def _distance(mates: Sequence[Atom], atom: Atom) -> float:
    return min([max(a.x0 - atom.x1, atom.x0 - a.x1, 0.0) for a in mates])


def make_line(row: Row, page: int, gap: float = 0.0) -> TextLine:
    """The row as a line of spans, with spaces where the print has them."""
    spans = settle_spaces(_spans(row, page))
    number, text_x0 = _label(row)
    box = Box(page, row.x0, row.top, row.x1, row.bottom)
    return TextLine(spans, box, round(gap, 2), number, text_x0, row.shift, beside=row.beside)


def _spans(row: Row, page: int) -> list[Span]:
    pieces: list[tuple[str, Atom]] = []
    reach, last = None, None
    if (apart := _letters_apart(row)) is not None:
        atoms = [atom for atom in row.atoms if not atom.blank]
        blanks = ["", *(" " * (b.x0 - a.x1 > apart) for a, b in pairwise(atoms))]
        pieces = [(blank + atom.text.strip(), atom) for blank, atom in zip(blanks, atoms, strict=True)]
        return [_span("".join(texts), shown, row, page) for texts, shown in _merge(pieces)]
    for atom in row.atoms:
        if last is not None and _twice(last, atom):
            continue
        text = atom.text
        shown = bool(pieces) and not pieces[-1][0].endswith(" ") and not text.startswith(" ")
        marked = len(pieces) == 1 and pieces[0][0] in BULLETS  # some are as wide as the blank behind them
        if shown and reach is not None and (marked or atom.x0 - reach > _blank_between(pieces[-1][1], atom)):
            pieces[-1] = (pieces[-1][0] + " ", pieces[-1][1])
        pieces.append((text, atom))
        reach, last = max(atom.x1, reach or atom.x1), atom
    return [_span("".join(texts), atoms, row, page) for texts, atoms in _merge(pieces)]


def _letters_apart(row: Row) -> float | None:
    """Points from which words part in a line of letters that are all set apart: `A R T I C L E  IX`. None for
    any other line, be it one of letters that count, as of a table's columns."""
    shown = [atom for atom in row.atoms if not atom.blank]
    if len(shown) < SPACED or any(len(atom.text.strip()) != 1 for atom in shown):
        return None
    word = "".join(atom.text.strip() for atom in shown)
    usual = sorted(b.x0 - a.x1 for a, b in pairwise(shown))[len(shown) // 2]
    counted = sum(ord(b) - ord(a) in (0, 1) for a, b in pairwise(word)) > len(word) / 3
    if not word.isalpha() or counted or not 0 < usual < 0.6 * row.size:
        return None
    return 1.6 * usual


def _blank_between(last: Atom, atom: Atom) -> float:
    """Points from which the two have a space between them."""
    alike = abs(last.size - atom.size) < 0.3 and abs(last.base - atom.base) < 0.1 * atom.size
    lone = KERNED_GAP if last.style == atom.style else LONE_GAP
    share = TURNED_GAP if atom.turn else lone if alike else SPACE_GAP
    return share * min(last.size, atom.size)


def _twice(last: Atom, atom: Atom) -> bool:
    """The same word painted again, a little aside, to look bold."""
    return last.text == atom.text and abs(last.x0 - atom.x0) < 0.12 * atom.size and not atom.blank


def _merge(pieces: Sequence[tuple[str, Atom]]) -> list[tuple[list[str], list[Atom]]]:
    """Runs of one look; a blank in regular type after a bold word does not change the look."""
    merged: list[tuple[list[str], list[Atom]]] = []
    word: Atom | None = None
    for text, atom in pieces:
        if word is None or not _same_look(word, atom):
            merged.append(([], []))
            word = atom
        merged[-1][0].append(text)
        merged[-1][1].append(atom)
        if word.blank or not atom.blank:
            word = atom
    return merged


def _same_look(a: Atom, b: Atom) -> bool:
    same_state = a.state == b.state
    if b.blank and same_state:
        return True
    return (
        same_state
        and a.style == b.style
        and abs(a.size - b.size) < 0.3
        and abs(a.base - b.base) < 0.1 * a.size
    )


def _span(text: str, atoms: list[Atom], row: Row, page: int) -> Span:
    shown = [a for a in atoms if not a.blank] or atoms
    first = shown[0]
    shift = abs(first.base - row.base)
    raised = shift > 0.08 * row.size and first.size < SMALLER * row.size
    x0, x1 = min([a.x0 for a in shown]), max([a.x1 for a in shown])
    box = Box(page, x0, first.base - ASCENT * first.size, x1, first.base + DESCENT * first.size)
    style = first.style
    plain = _BLANKS.sub(" ", text)
    return Span(plain, first.state, style.bold, style.italic, round(first.size, 1), style.colour, box, raised)


def settle_spaces(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Moves spaces over the borders of deleted runs, so that the words that stay are parted by one space.

    A deletion that took the only space between two words gives it back; one that leaves two spaces takes one.
    """
    out = list(spans)
    kept = [i for i, span in enumerate(out) if span.state != "deleted"]
    for left, right in pairwise(kept):
        a, b = out[left].text, out[right].text
        if right - left == 1:
            if a.endswith(" ") and b.startswith(" "):
                out[right] = _with_text(out[right], b.lstrip(" "))
            continue
        gone = "".join(span.text for span in out[left + 1 : right])
        if a.endswith(" ") and b.startswith(" "):
            out[right] = _with_text(out[right], b[1:])
            out[right - 1] = _with_text(out[right - 1], out[right - 1].text + " ")
        elif not a.endswith(" ") and not b.startswith(" ") and _parts(a, gone, b):
            out[left] = _with_text(out[left], a + " ")
            out[left + 1 : right] = _without_edge_space(out[left + 1 : right])
    return tuple(span for span in out if span.text)


def _parts(a: str, gone: str, b: str) -> bool:
    """Whether the space at an edge of the deleted words also parts the words beside them."""
    edge = gone.startswith(" ") or gone.endswith(" ")
    return bool(edge and a and b and a[-1] not in _NO_SPACE_AFTER and b[0] not in _NO_SPACE_BEFORE)


def _without_edge_space(spans: list[Span]) -> list[Span]:
    if spans[0].text.startswith(" "):
        return [_with_text(spans[0], spans[0].text[1:]), *spans[1:]]
    return [*spans[:-1], _with_text(spans[-1], spans[-1].text[:-1])]


def _with_text(span: Span, text: str) -> Span:
    return replace(span, text=text)


def _label(row: Row) -> tuple[str, float]:
    """What stands alone left of the line's words, as numbers and bullets do, and where those start."""
    words = [a for a in row.atoms if not a.blank]
    words = [a for a in words if a.state != "deleted"] or words
    text, reach = "", None
    for atom in words:
        if reach is not None and atom.x0 - reach > _LABEL_GAP * row.size:
            return (text, atom.x0) if _LABEL.match(text) else ("", 0.0)
        if reach is not None and atom.x0 - reach > SPACE_GAP * row.size:
            text += " "
        text, reach = text + atom.text.strip(), atom.x1
        if len(text) > 20:
            return "", 0.0
    return "", 0.0
