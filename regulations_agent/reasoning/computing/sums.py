"""Two amounts that a question names together: `the hearing fee plus the appeal deposit`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from regulations_agent.language.quantities import Quantity, quantities, show
from regulations_agent.language.words import stems, vocabulary
from regulations_agent.reasoning.computing.arithmetic import Computed
from regulations_agent.types.document import Clause

_ASKS = re.compile(r"\b(?:together|in total|altogether|combined|in all|sum of|add up|plus)\b", re.IGNORECASE)
_A = r"(?:(?:the|an?|my|our|his|her|their|both) )?"
_PHRASE = r"[^\W\d][\w-]*(?: [^\W\d][\w-]*){0,3}?"
_PAIR = re.compile(
    rf"(?:^|[,;:]\s*|\b(?:of|for|is|are|pay|do|does|cost|costs|the)\s+){_A}(?P<one>{_PHRASE})\s+(?:and|plus)\s+"
    rf"{_A}(?P<other>{_PHRASE})"
    r"(?=\s+(?:together|in total|altogether|combined|in all|add|cost|come)|\s*[,:;?.]|$)",
    re.IGNORECASE,
)
_CASE = re.compile(r"\s*\(([^()]*)\)")
"""The case of an amount, in brackets behind it."""
_REACH = 120
"""Characters by which an amount may follow the word for what it is."""


class _Amount(NamedTuple):
    fit: float
    """How many words of the phrase stand there, and, as tenths, those of the question behind it."""
    quantity: Quantity
    clause: Clause


def together(question: str, clauses: Sequence[Clause]) -> Computed | None:
    """The sum of the two amounts that the question names, both of one unit; None without such a pair."""
    pair = _PAIR.search(question) if _ASKS.search(question) else None
    if pair is None:
        return None
    case = vocabulary(question.replace(pair.group(), " "))
    one, other = (_amount(pair[name], case, clauses) for name in ("one", "other"))
    if one is None or other is None or one.quantity.unit != other.quantity.unit:
        return None
    if (one.clause.id, one.quantity) == (other.clause.id, other.quantity):
        return None
    values = one.quantity.value, other.quantity.value
    also = (other.clause,) if other.clause.id != one.clause.id else ()
    text = f"{show(values[0])} + {show(values[1])}"
    return Computed(sum(values), one.quantity.unit, text, one.clause, also)


def _amount(phrase: str, asked: frozenset[str], clauses: Sequence[Clause]) -> _Amount | None:
    """The amount that a clause gives for what the phrase names, in the case asked: the first behind its last
    word that fits."""
    wanted = stems(phrase)
    best: _Amount | None = None
    for clause in clauses if wanted else ():
        found = [q for q in quantities(clause.text) if q.unit]
        for quantity in found:
            before = clause.text[max(0, quantity.start - _REACH) : quantity.start].rpartition(". ")[2]
            if wanted[-1] not in stems(before):
                continue
            around = vocabulary(f"{clause.heading} {clause.text[: quantity.end]}")
            named = _CASE.match(clause.text, quantity.end)
            case = asked & vocabulary(named[1]) if named else set()
            fit = len(set(wanted) & around) + min(0.9, len(case) / 10)
            if best is None or fit > best.fit:
                best = _Amount(fit, quantity, clause)
    return best if best is not None and best.fit >= len(set(wanted)) else None
