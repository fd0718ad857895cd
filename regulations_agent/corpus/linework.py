"""Atoms to printed lines: baselines, superscripts, spaces, and the words that stay when deleted ones go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from regulations_agent.corpus.atoms import SPACE_GAP, TURNED_GAP, Atom
from regulations_agent.corpus.lines import Span, TextLine
from regulations_agent.types.document import Box

ASCENT, DESCENT = 0.8, 0.2
"""Share of the font size above and below the baseline that a line's box covers."""
SMALLER = 0.85
"""Share of a line's font size up to which superscripts and subscripts are set."""
_NO_SPACE_BEFORE = ".,;:!?)]}%’”"
_NO_SPACE_AFTER = "([{“‘"
_LABEL = re.compile(r"^[(\[“\"]?(?:[A-Z]{0,4}\.?\d[\w.]*|[A-Za-z]{1,5}|[ivxlcdm]+)[)\].:]{0,2}$|^[•▪□➢–\-*]$")
_LABEL_GAP = 0.5
"""Blank after a label in a column of its own, in font sizes."""


@dataclass
class Row:
    """Atoms of one printed line; all of them, once an edge has been asked for."""

    base: float
    size: float
    atoms: list[Atom] = field(default_factory=list)
    shift: float = 0.0
    """As `TextLine.shift`."""

    @cached_property
    def x0(self) -> float:
        return min((a.x0 for a in self.atoms if not a.blank), default=self.atoms[0].x0)

    @cached_property
    def x1(self) -> float:
        return max((a.x1 for a in self.atoms if not a.blank), default=self.atoms[0].x1)

    @property
    def top(self) -> float:
        return self.base - ASCENT * self.size

    @property
    def bottom(self) -> float:
        return self.base + DESCENT * self.size

    @property
    def blank(self) -> bool:
        return all(a.blank for a in self.atoms)


def make_rows(atoms: Iterable[Atom]) -> list[Row]:
    """Printed lines, top to bottom, each with its atoms left to right; blank lines are left out.

    Atoms share a line when their baselines agree; smaller ones (superscripts) when their middle lies in it.
    """
    rows: list[Row] = []
    by_base: dict[int, list[Row]] = {}
    tallest = 0.0
    for atom in sorted(atoms, key=lambda a: (-round(a.size), a.base)):
        near = round(atom.base / 4)
        found = [
            row for key in (near - 1, near, near + 1) for row in by_base.get(key, ()) if _shares(row, atom)
        ]
        if not found and atom.size <= SMALLER * tallest:
            found = [row for row in rows if _hangs_on(row, atom)]
        if found:
            near_first = found if len(found) == 1 else sorted(found, key=lambda r: _closeness(r, atom))
            near_first[0].atoms.append(atom)
        else:
            row = Row(atom.base, atom.size, [atom])
            rows.append(row)
            by_base.setdefault(near, []).append(row)
            tallest = max(tallest, row.size)
    rows = [row for row in rows if not row.blank]
    for row in rows:
        row.atoms.sort(key=lambda a: (a.x0, a.order))
    return sorted(rows, key=lambda row: (row.base, row.x0))


def _closeness(row: Row, atom: Atom) -> tuple[float, float]:
    return abs(row.base - atom.base), _distance(row, atom)


def _shares(row: Row, atom: Atom) -> bool:
    return abs(row.base - atom.base) <= 0.2 * min(row.size, atom.size)


def _hangs_on(row: Row, atom: Atom) -> bool:
    if atom.size > SMALLER * row.size:
        return False
    middle = atom.base - 0.3 * atom.size
    return (
        row.base - 0.95 * row.size <= middle <= row.base + 0.3 * row.size and _distance(row, atom) <= row.size
    )


def _distance(row: Row, atom: Atom) -> float:
    return min((max(a.x0 - atom.x1, atom.x0 - a.x1, 0.0) for a in row.atoms), default=0.0)


def make_line(row: Row, page: int, gap: float = 0.0) -> TextLine:
    """The row as a line of spans, with spaces where the print has them."""
    spans = settle_spaces(_spans(row, page))
    number, text_x0 = _label(row)
    box = Box(page, row.x0, row.top, row.x1, row.bottom)
    return TextLine(spans, box, round(gap, 2), number, text_x0, row.shift)


def _spans(row: Row, page: int) -> list[Span]:
    pieces: list[tuple[str, Atom]] = []
    reach, last = None, None
    for atom in row.atoms:
        if last is not None and _twice(last, atom):
            continue
        text = atom.text
        if reach is not None and pieces and not pieces[-1][0].endswith(" ") and not text.startswith(" "):
            size = min(atom.size, pieces[-1][1].size)
            if atom.x0 - reach > (TURNED_GAP if atom.turn else SPACE_GAP) * size:
                pieces[-1] = (pieces[-1][0] + " ", pieces[-1][1])
        pieces.append((text, atom))
        reach, last = max(atom.x1, reach or atom.x1), atom
    return [_span(text, atoms, row, page) for text, atoms in _merge(pieces)]


def _twice(last: Atom, atom: Atom) -> bool:
    """The same word painted again, a little aside, to look bold."""
    return last.text == atom.text and abs(last.x0 - atom.x0) < 0.12 * atom.size and not atom.blank


def _merge(pieces: Sequence[tuple[str, Atom]]) -> list[tuple[str, list[Atom]]]:
    merged: list[tuple[str, list[Atom]]] = []
    for text, atom in pieces:
        if merged and _same_look(_last_word(merged[-1][1]), atom):
            merged[-1] = (merged[-1][0] + text, [*merged[-1][1], atom])
        else:
            merged.append((text, [atom]))
    return merged


def _last_word(atoms: Sequence[Atom]) -> Atom:
    """The last atom that shows: a blank in regular type after a bold word does not change the look."""
    return next((a for a in reversed(atoms) if not a.blank), atoms[-1])


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
    x0, x1 = min(a.x0 for a in shown), max(a.x1 for a in shown)
    box = Box(page, x0, first.base - ASCENT * first.size, x1, first.base + DESCENT * first.size)
    style = first.style
    plain = re.sub(r" {2,}", " ", text)
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
