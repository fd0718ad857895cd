"""What is searched for a clause: its own words within the headings and sentences that it hangs on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.types.document import Clause

CHAPEAU_WORDS = 20
"""Words counted of each clause above that an item reads on from."""
ROLLED_WORDS = 160
"""Words counted of the items below a clause."""
OWN_HEADING_TIMES = 3
"""A word of a clause's own heading, or of the term that it defines, counts as so many."""
SENSE_WORDS = 90
"""Words embedded: of the last two headings, the end of the sentence above, own text, items below."""
SENSE_CHAPEAU_WORDS = 20


@dataclass(frozen=True, slots=True)
class Unit:
    """The searchable texts of one clause."""

    words: str
    """For BM25: headings from the top down, sentences above an item, own words, items below."""
    sense: str
    """For the encoder, whose cost grows with length: the nearest of the same."""


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
    chapeaux = [upper.text for upper, lower in zip(above, (clause, *above), strict=False) if _reads_on(lower)]
    below = " ".join(_under(clause, items))
    own = clause.heading or _defined_name(clause)
    words = [
        *headings,
        *[own] * (OWN_HEADING_TIMES - bool(clause.heading)),
        *(_first(text, CHAPEAU_WORDS) for text in reversed(chapeaux)),
        clause.text,
    ]
    sense = [*headings[-2:], *(_last(text, SENSE_CHAPEAU_WORDS) for text in chapeaux[:1]), clause.text, below]
    return Unit(_joined([*words, _first(below, ROLLED_WORDS)]), _first(_joined(sense), SENSE_WORDS))


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


def _reads_on(clause: Clause) -> bool:
    """An item goes on with the sentence of the clause above."""
    return clause.kind == "item"


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


def _last(text: str, count: int) -> str:
    return " ".join(text.split()[-count:])
