"""The sentences, items and tables of a rule, and how much each says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from regulations_agent.answer.text import one_line
from regulations_agent.language.salience import salience
from regulations_agent.language.sentences import Span
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.choosing.select import pieces
from regulations_agent.reasoning.drafting.listing import unfinished
from regulations_agent.reasoning.understanding.tables import rows_of
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.retrieval.printed import Stretch, printed_order
from regulations_agent.types.document import Clause

_PLAIN, _TOPIC, _LAW = 0.15, 0.5, 0.5
"""Worth of any sentence, of the question's words that it holds, and of the law that it carries."""
_OPENS, _ITEM = 0.3, 0.15
"""What the first sentence of a rule gains, and that of each of its items."""
_DEEPER = 0.7
"""What each level of items below the first takes from a sentence's worth."""
_CARRIED = 0.7
"""Of the law in the words above a list, what counts for each of its items."""
_TABLE, _FIGURES = 420, 2.2
"""Characters up to which a table is one point, and the law that a table carries."""
_LEANS = re.compile(
    r"^(?:this|these|those|such|in (?:such|this|that|these|either|both|any such)|however|furthermore|he|she"
    r"|otherwise|it|they|having|at (?:this|that) point|the same|except|additionally|if not|where this"
    r"|during this)\b",
    re.IGNORECASE,
)
"""A sentence that cannot be read without the one before."""


@dataclass(frozen=True, slots=True)
class Point:
    """A sentence, an item or a table of a rule."""

    rule: int
    """Place of its rule."""
    place: int
    """Place in the rule as printed."""
    clause: Clause
    span: Span
    text: str
    """As shown: an item after its letter, a table row by row."""
    worth: float
    needs: tuple[int, ...] = ()
    """Places in the rule of the points that it cannot be read without."""
    opens: bool = False
    """It is completed by a point that needs it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    clause: Clause
    span: Span
    text: str
    above: tuple[int, ...]
    """Places of the words that it completes."""
    opens: bool
    table: bool


def points_of(rule: Rule, number: int, want: Want) -> tuple[Point, ...]:
    """The points of a rule in printed order."""
    points: list[Point] = []
    for piece in _walk(rule, rule.root, (), []):
        place = len(points)
        before = points[-1] if points and points[-1].clause.id == piece.clause.id else None
        leans = (before.place,) if before is not None and _leans(piece, before) else ()
        direct = {*piece.above, *leans}
        needs = tuple(sorted(direct.union(*(points[n].needs for n in direct))))
        law = max([_law(piece), *(_CARRIED * salience(points[n].text) for n in piece.above)])
        depth = len(rule.above(piece.clause))
        opens = _OPENS if place == 0 else _ITEM if depth == 1 and before is None else 0.0
        worth = _PLAIN + _TOPIC * _about(piece.text, want) + _LAW * law + opens
        worth *= _DEEPER ** max(0, depth - 1) * (0.4 + 0.6 * min(1.0, rule.found))
        points.append(Point(number, place, piece.clause, piece.span, piece.text, worth, needs, piece.opens))
    return tuple(points)


def _leans(piece: _Piece, before: Point) -> bool:
    """It cannot be read without the sentence before, which it goes on from or to whose list it leads."""
    goes_on = piece.text[:1].islower() or piece.text[:1].isdigit() or _LEANS.match(piece.text)
    return not before.opens and (piece.opens or bool(goes_on))


def _law(piece: _Piece) -> float:
    """Of a piece; a table holds that of several sentences."""
    return _FIGURES if piece.table else salience(piece.text)


def _about(text: str, want: Want) -> float:
    """How much of the question a text holds, in [0, 1]."""
    held = sum(want.weights[w] * share for w, share in want.held(vocabulary(text)).items())
    return min(1.0, 1.5 * held)


def _walk(rule: Rule, clause: Clause, above: tuple[int, ...], done: list[_Piece]) -> Iterator[_Piece]:
    """The pieces of a clause and its items in printed order; `done` grows with them."""
    parts = list(printed_order(clause, rule.below(clause)))
    label = _label(rule, clause)
    opener: tuple[int, ...] = ()
    for place, part in enumerate(parts):
        if not isinstance(part, Stretch):
            yield from _walk(rule, part, (*above, *opener), done)
            continue
        lists = any(not isinstance(p, Stretch) for p in parts[place + 1 :])
        said = _said(clause, part)
        for number, (span, text, table) in enumerate(said):
            leads = lists and number == len(said) - 1
            needs = (*above, *opener) if number == 0 and text[:1].islower() else above
            done.append(_Piece(clause, span, f"{label}{text}", needs, leads and unfinished(text), table))
            opener, label = (len(done) - 1,) if leads else opener, ""
            yield done[-1]


def _label(rule: Rule, clause: Clause) -> str:
    """`(b) ` of an item, nothing of the rule itself."""
    above = rule.above(clause)
    if not above:
        return ""
    return f"({clause.number.removeprefix(above[-1].number).strip(' .()/')}) "


def _said(clause: Clause, part: Stretch) -> list[tuple[Span, str, bool]]:
    """Sentences and tables of a stretch, as shown; whether it is a table."""
    rows = {row.span: row for row in rows_of(clause)} if "|" in clause.text else {}
    spans = [span for span in pieces(clause) if part.start <= span.start < part.end]
    found: list[tuple[Span, str, bool]] = []
    for head, group in groupby(spans, key=lambda span: rows[span].head if span in rows else None):
        inside = list(group)
        if head is None:
            found += [(span, one_line(clause.text[span.start : span.end]), False) for span in inside]
            continue
        names = " | ".join(dict.fromkeys(cell.rstrip(":") for cell in head if cell))
        cells = [" | ".join(filter(None, rows[span].cells)) for span in inside]
        if len(whole := f"{names}: {'; '.join(cells)}.") <= _TABLE:
            found.append((Span(inside[0].start, inside[-1].end), whole, True))
        else:
            found += [(span, f"{names}: {row}.", True) for span, row in zip(inside, cells, strict=True)]
    return found
