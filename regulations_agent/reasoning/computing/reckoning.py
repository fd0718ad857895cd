"""Computed values of an answer: which terms apply, shown as an expression over cited inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from regulations_agent.answer.sources import sources_of
from regulations_agent.answer.text import marked, one_line
from regulations_agent.answer.verify import cite
from regulations_agent.language.quantities import quantities, show
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.choosing.select import Ranked
from regulations_agent.reasoning.computing.arithmetic import Computed, compute, numbers_given
from regulations_agent.reasoning.computing.excess import above_limit
from regulations_agent.reasoning.computing.formulas import solve
from regulations_agent.reasoning.computing.shares import converted, shares
from regulations_agent.reasoning.understanding.parts import parts_of
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.tables import positions
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Value
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Draft, Hit

_WITH_EQUATIONS = 2
_NUMBER = re.compile(r"\d[\d.,’]*\d|\d")


@dataclass(frozen=True, slots=True)
class Figures:
    """Computed values and the line that says them."""

    lead: str
    values: tuple[Value, ...]
    clauses: tuple[Clause, ...]
    """Whose terms were used."""


def reckon(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> Figures | None:
    """What the terms of the best rules, or of those beside the first, give for the numbers asked about."""
    text = reading.ask.text
    if reading.ask.form not in ("amount", "penalty", "open", "who"):
        return None
    if _counts(text) and (found := _computed(text, _terms(reading, ranked, library), library)) is not None:
        other = converted(text, found, library)
        return _figures([found, *([other] if other is not None else [])])
    if solved := _solved(text, ranked):
        return _figures(solved)
    if positions(text):
        return _figures(shares(text, [n.clause for r in ranked[:2] for n in r.rule.nodes]))
    return None


def _computed(question: str, clauses: Sequence[Clause], library: Retriever) -> Computed | None:
    """What one rule's terms give, or a charge for what exceeds the limit of another."""
    given = numbers_given(question)
    own = [replace(c, text=one_line(c.text)) for c in clauses if library.clause(c.id).text == c.text]
    charges = (above_limit(question, given, c, own) for c in own)
    found = compute(question, clauses) or next((f for f in charges if f is not None), None)
    return found and _at_home(found, library)


def _at_home(found: Computed, library: Retriever) -> Computed:
    """The terms of a rule's joined words as those of the items that give them, first the one with most."""
    root = library.clause(found.clause.id)
    if root.text == found.clause.text:
        return found
    numbers = _NUMBER.findall(found.expression)
    held = [(sum(n in c.text for n in numbers), c) for c in (root, *_items(root, library))]
    homes = [c for count, c in sorted(held, key=lambda pair: -pair[0]) if count]
    return replace(found, clause=homes[0], also=(*homes[1:], *found.also)) if homes else found


def _items(clause: Clause, library: Retriever) -> Iterator[Clause]:
    for child in library.children(clause):
        if child.kind == "item" and child.in_force:
            yield child
            yield from _items(child, library)


def _counts(question: str) -> bool:
    """It gives a number, or says for which time something happens."""
    return bool(quantities(question) or positions(question))


def _solved(question: str, ranked: Sequence[Ranked]) -> list[Computed]:
    """What the equations of the best rules give, for each part of the question that gives their values."""
    found: list[Computed] = []
    for part in parts_of(question):
        for rule in (r.rule for r in ranked[:_WITH_EQUATIONS]):
            text = "\n".join(n.clause.text for n in rule.nodes)
            if (solved := solve(part, text)) is not None:
                found.append(Computed(solved.value, solved.unit, solved.expression, rule.root))
                break
    return found


def with_sources(draft: Draft, figures: Figures, library: Retriever) -> Draft:
    """The draft citing the clauses whose terms were used, too."""
    known = {c.clause_id for c in draft.citations}
    added = [
        cite(Hit(c, library.document_of(c), 1.0))
        for c in figures.clauses
        if c.id not in known and c.text.strip()
    ]
    sources = sources_of(draft.text, (*draft.citations, *(c for c in added if c.verified)))
    citations = (*(s.citation for s in sources), *(c for s in sources for c in s.told_with))
    marks = {c.clause_id: s.number for s in sources for c in (*s.told_with, s.citation)}
    lead = marked(figures.lead, [c.id for c in figures.clauses], marks)
    return replace(draft, text=draft.text.replace(figures.lead, lead, 1), citations=citations)


def _terms(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> list[Clause]:
    """Clauses of one season that may give the terms: the best rules, and what stands beside the first; those
    on the subject first."""
    season = ranked[0].rule.document.year
    best = [r.rule for r in ranked[:_WITH_EQUATIONS] if r.rule.document.year == season]
    near = [_joined(rule) for rule in best] + [n.clause for n in ranked[0].rule.nodes]
    for sibling in library.siblings(ranked[0].rule.root):
        near += [sibling, *library.children(sibling)]
    weights = reading.want.weights

    def cover(clause: Clause) -> float:
        above = library.parent(clause)
        words = vocabulary(
            f"{above.heading if above else ''} {above.text if above else ''} {clause.heading} {clause.text}"
        )
        return sum(weights[w] * share for w, share in reading.want.held(words).items())

    return sorted((c for c in near if c.in_force and c.text), key=lambda c: (-round(cover(c), 6), c.id))


def _joined(rule: Rule) -> Clause:
    """The rule's clause with the words of its items, so that terms in several items meet."""
    return replace(rule.root, text=" ".join(n.clause.text for n in rule.nodes if n.clause.text))


def _shown(found: Computed) -> str:
    value = show(round(found.value, 2))
    return f"{value} {found.unit}" if found.unit else value


def _figures(parts: Sequence[Computed]) -> Figures | None:
    said = [f"**{_shown(c)}** = {c.expression}{f' ({c.what})' if c.what else ''}" for c in parts]
    clauses = {clause.id: clause for c in parts for clause in (c.clause, *c.also)}
    values = tuple(c.as_value() for c in parts)
    return Figures(f"{'; '.join(said)}.", values, tuple(clauses.values())) if parts else None
