"""A charge for each unit above a limit that another clause sets: value minus limit, times the charge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from regulations_agent.corpus.numbers.units import same_unit
from regulations_agent.language.deontic import APART, AUXILIARY
from regulations_agent.language.quantities import Quantity, quantities, show
from regulations_agent.language.sentences import sentences
from regulations_agent.language.words import subject_words
from regulations_agent.reasoning.computing.arithmetic import EACH, EXCESS, Computed, charged
from regulations_agent.types.document import Clause

_LIMIT = re.compile(r"\b(?:limit|maximum|minimum|exceed|more than|less than|faster|slower)", re.IGNORECASE)
_REST = re.compile(r"\b(?:(?:every|all|any|each) other|otherwise|in other)\b", re.IGNORECASE)
"""`in every other session`: the case of what no other case names."""
_APART = re.compile(
    rf"\b(?:{APART}|unless|without)\b.*?"
    rf"(?=\b{AUXILIARY}\b|[,;:.]|$)",
    re.IGNORECASE,
)
_CASE = re.compile(r"\b(?:during|in|at|after|before|when|if)\b[^,;:.]*", re.IGNORECASE)
_YEARS = range(1900, 2101)


def above_limit(
    question: str, given: Sequence[Quantity], clause: Clause, others: Sequence[Clause]
) -> Computed | None:
    """`A for each km/h above the limit, up to M` with the measured value in the question and the limit of
    the same unit in this clause or one of `others`; None when no limit, or no single one, fits."""
    if EXCESS.search(question):
        return None
    for place, each in enumerate(quantities(clause.text)):
        noun = EACH.match(clause.text[each.end :])
        unit = _unit(noun["noun"]) if noun and each.unit else None
        limits = [(at, limit) for at in (clause, *others) if unit and (limit := _limit(question, at, unit))]
        if not limits or unit is None:
            continue
        at, limit = limits[0]
        if _is_another_case(question, clause, at, others):
            continue
        measured = [q.value for q in given if same_unit(q.unit, unit)] or [
            q.value for q in given if q.unit is None and q.value not in _YEARS
        ]
        if len(measured) != 1 or measured[0] <= limit.value:
            continue
        also = (at,) if at.id != clause.id else ()
        said = f"({show(measured[0])} − {show(limit.value)})"
        return charged(clause, place, measured[0] - limit.value, said, also)
    return None


def _is_another_case(question: str, clause: Clause, limit: Clause, others: Sequence[Clause]) -> bool:
    """The clause sets apart what is asked about, or one beside it speaks of a case that it does not."""
    asked = set(subject_words(question))
    apart = {w for found in _APART.finditer(clause.text) for w in subject_words(found.group())}
    case = asked - set(subject_words(f"{clause.text} {limit.heading}"))
    beside = [c for c in others if c.parent == clause.parent and c.id not in (clause.id, limit.id)]
    named = {w for c in beside for said in _CASE.findall(c.text) for w in subject_words(said)}
    return bool(asked & apart) or bool(case & named)


def _unit(noun: str) -> str | None:
    """The unit that a noun is: `km/h, or part of one`."""
    found = quantities(f"1 {noun.strip()}")
    return found[0].unit if found else None


def _limit(question: str, clause: Clause, unit: str) -> Quantity | None:
    """The limit of that unit in the case that the question names, else in all cases that none names."""
    asked = set(subject_words(question))
    for span in sentences(clause.text):
        text = clause.text[span.start : span.end]
        cases = [(q, set(subject_words(case)), case) for q, case in _cases(text) if same_unit(q.unit, unit)]
        if not cases or not _LIMIT.search(text):
            continue
        if len(cases) == 1:
            return cases[0][0]
        named = [q for q, words, _ in cases if asked & words]
        rest = [q for q, _, case in cases if _REST.search(case)]
        found = named or rest
        if len(found) == 1:
            return found[0]
    return None


def _cases(text: str) -> Iterator[tuple[Quantity, str]]:
    """Each quantity of a sentence with the words behind it, up to the next."""
    found = quantities(text)
    for one, following in pairwise([*found, None]):
        if one is not None:
            yield one, text[one.end : following.start if following else len(text)]
