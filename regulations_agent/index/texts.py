"""What is searched for a clause: its own words within the headings and sentences that it hangs on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.types.document import Clause

CHAPEAU_WORDS = 60
"""Of each clause above that an item reads on from."""
ROLLED_WORDS = 160
"""Of the items that are shown with the clause they belong to."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The searchable text of one clause."""

    headings: str
    """From the top down to the clause's own."""
    text: str
    """Sentences above an item, own words, items below."""

    @property
    def whole(self) -> str:
        return f"{self.headings}\n{self.text}" if self.headings else self.text


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
    above: list[Clause] = []
    at = clause
    while at.parent is not None and (parent := by_id.get(at.parent)) is not None and len(above) < 12:
        above.append(parent)
        at = parent
    headings = " | ".join(dict.fromkeys(c.heading for c in (*reversed(above), clause) if c.heading))
    chapeaux: list[str] = []
    for upper, lower in zip(above, (clause, *above), strict=False):
        if lower.kind != "item":
            break
        chapeaux.append(_first_words(upper.text, CHAPEAU_WORDS))
    below = _first_words(" ".join(_under(clause, items)), ROLLED_WORDS)
    text = "\n".join(part for part in (*reversed(chapeaux), clause.text, below) if part)
    return Unit(headings, text)


def _under(clause: Clause, items: Mapping[str, list[Clause]]) -> list[str]:
    """Texts of the items below, in printed order."""
    return [
        text
        for item in items.get(clause.id, ())
        for text in (item.heading, item.text, *_under(item, items))
        if text
    ]


def _first_words(text: str, count: int) -> str:
    return " ".join(text.split()[:count])
