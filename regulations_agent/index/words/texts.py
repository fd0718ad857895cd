"""What is searched for a clause: its own words within the headings and sentences that it hangs on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.types.document import Clause

CHAPEAU_WORDS = 20
"""Words counted of each clause above that an item reads on from."""
ROLLED_WORDS = 160
"""Words counted of the items below a clause."""
OWN_HEADING_TIMES = 3
"""A word of a clause's own heading, or of the term that it defines, counts as so many."""
VIEW_WORDS = 40
"""Words of one view at most, headings and the sentence above left out: the encoder blurs longer texts."""
FULL_VIEW = 30
"""Sentences are put together up to so many words."""
SENSE_CHAPEAU_WORDS = 20
_SENTENCE = re.compile(r"(?<=[.;:])\s+|\n")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Unit:
    """The searchable texts of one clause."""

    words: str
    """For BM25: headings from the top down, sentences above an item, own words, items below."""
    views: tuple[str, ...]
    """For the encoder: the beginning within headings and the sentence above, then every sentence by itself
    under the nearest heading. The view nearest to a question counts.
    """


def units(clauses: Sequence[Clause]) -> list[Unit | None]:
    """One unit a clause, None for a clause that says nothing by itself, is not law, or is not binding."""
    by_id = {clause.id: clause for clause in clauses}
    items: dict[str, list[Clause]] = {}
    for clause in clauses:
        if clause.parent is not None and clause.kind == "item" and _is_law(clause):
            items.setdefault(clause.parent, []).append(clause)
    return [_unit(clause, by_id, items) if _is_law(clause) else None for clause in clauses]


def _is_law(clause: Clause) -> bool:
    return clause.in_force and clause.binding


def _unit(clause: Clause, by_id: Mapping[str, Clause], items: Mapping[str, list[Clause]]) -> Unit | None:
    if not clause.text.strip() and clause.id not in items:
        return None
    above = list(_above(clause, by_id))
    headings = list(dict.fromkeys(c.heading for c in (*reversed(above), clause) if c.heading))
    pairs = zip(above, (clause, *above), strict=False)
    chapeaux = [upper.text for upper, lower in pairs if lower.kind == "item"]  # it goes on with what is above
    below = " ".join(_under(clause, items))
    own = clause.heading or _defined_name(clause)
    words = [
        *headings,
        *[own] * (OWN_HEADING_TIMES - bool(clause.heading)),
        *(_first(text, CHAPEAU_WORDS) for text in reversed(chapeaux)),
        clause.text,
    ]
    chapeau = [" ".join(text.split()[-SENSE_CHAPEAU_WORDS:]) for text in chapeaux[:1]]
    views = _views(clause, headings, chapeau, below)
    return Unit(_joined([*words, _first(below, ROLLED_WORDS)]), views)


def _views(clause: Clause, headings: Sequence[str], chapeau: Sequence[str], below: str) -> tuple[str, ...]:
    """The clause as a whole and sentence by sentence, each text once."""
    opening = _first(_joined([clause.text, below]), VIEW_WORDS)
    said = sentences(clause.text) if chapeau or len(clause.text.split()) > VIEW_WORDS else []
    whole = _joined([*headings[-2:], *chapeau, opening])
    return tuple(dict.fromkeys([whole, *(_joined([*headings[-1:], part]) for part in said)]))


def sentences(text: str) -> list[str]:
    """A text in parts of at most VIEW_WORDS words: short sentences together, long ones cut."""
    return [" ".join(text[start:end].split()) for start, end in parts(text)]


def parts(text: str) -> list[tuple[int, int]]:
    """Where the parts of a text stand in it, as `sentences` embeds them."""
    found: list[tuple[int, int, int]] = []
    for sentence in _spans(text):
        words = [match.span() for match in _WORD.finditer(text, *sentence)]
        for first in range(0, len(words), VIEW_WORDS):
            piece = words[first : first + VIEW_WORDS]
            start, end, count = piece[0][0], piece[-1][1], len(piece)
            if found and found[-1][2] + count <= FULL_VIEW:
                start, count = found[-1][0], found.pop()[2] + count
            found.append((start, end, count))
    return [(start, end) for start, end, _ in found]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _SENTENCE.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _defined_name(clause: Clause) -> str:
    """`Appendix B1/Mule Car` defines `Mule Car`."""
    return clause.number.rpartition("/")[2] if clause.kind == "definition" and "/" in clause.number else ""


def _above(clause: Clause, by_id: Mapping[str, Clause]) -> Iterator[Clause]:
    """The clauses above, nearest first; a loop of parents ends."""
    seen = {clause.id}
    while clause.parent is not None and clause.parent in by_id and clause.parent not in seen:
        clause = by_id[clause.parent]
        seen.add(clause.id)
        yield clause


def _under(clause: Clause, items: Mapping[str, list[Clause]]) -> list[str]:
    """Texts of the items below, in printed order."""
    return [
        text
        for item in items.get(clause.id, ())
        for text in (item.heading, item.text, *_under(item, items))
        if text
    ]


def _joined(parts: Sequence[str]) -> str:
    return "\n".join(part for part in parts if part)


def _first(text: str, count: int) -> str:
    return " ".join(text.split()[:count])
