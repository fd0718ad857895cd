"""Which of the rules found are read together with the question, and how surely each answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.reasoning.choosing.rules import Rule, gather, root_of
from regulations_agent.reasoning.choosing.second_look import logits, topic
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.evidence import merged
from regulations_agent.types.run import Hit

_MOST_RULES = 12
_READ_TOGETHER = 10
"""Of the hits in these so many, the best, are read together with the question, eight milliseconds each; with
twelve the rule is first and among five shown as often (.736 and .933 of 594 questions)."""
_READ_FURTHER = 24
"""Hits that are read where none of those answers likelier than not: the rule may stand further down."""
_ANSWERED, _LOOKED_AT, _MISSED = 4, 4, 0.8
"""Sentences of known answers that are looked for, views that may hold each, and the share of the best score
that a clause gets which search did not find."""


def is_law(hit: Hit) -> bool:
    """It gives no orders to a language model, or was asked for by its number."""
    return hit.via == "lookup" or not addresses_assistant(hit.clause.text)


def read_hits(reading: Reading, hits: Sequence[Hit], library: Retriever) -> list[Rule]:
    """The rules of the hits, and of what answered others who asked the like, read; where none is sure, those
    that search finds further down as well."""
    before = _answered_before(reading, hits, library)
    rules = read_together(
        reading.subject, _best_rules([*hits, *before], before, _MOST_RULES, library), library
    )
    if not rules or any(r.named or r.logit >= 0 for r in rules):
        return rules
    found = library.search(reading.subject, _READ_FURTHER, reading.filters)
    wider = _best_rules(merged([*hits, *before], filter(is_law, found)), before, _READ_FURTHER, library)
    return read_together(reading.subject, wider, library, _READ_FURTHER)


def _best_rules(hits: Sequence[Hit], before: Sequence[Hit], most: int, library: Retriever) -> list[Rule]:
    """The rules of the hits, so many, and those of the hits `before`."""
    kept = {root_of(hit.clause, library).id for hit in before}
    return [r for n, r in enumerate(gather(hits, library)) if n < most or r.root.id in kept]


def _answered_before(reading: Reading, hits: Sequence[Hit], library: Retriever) -> list[Hit]:
    """Clauses that search missed and that hold what answered others who asked the like."""
    there = {hit.id for hit in hits}
    score = _MISSED * max((hit.score for hit in hits if hit.via == "search"), default=0.0)
    found: dict[str, Hit] = {}
    for answered in reading.want.close.answered[:_ANSWERED] if hits else ():
        near = library.nearest(reading.query, answered.vector, _LOOKED_AT, reading.filters)
        clause = max(near, key=lambda c: answered.told_by(c.text), default=None)
        if clause is not None and clause.id not in there and answered.told_by(clause.text):
            found[clause.id] = Hit(clause, library.document_of(clause), score)
    return [hit for hit in found.values() if is_law(hit)]


def read_together(
    question: str, rules: Sequence[Rule], library: Retriever, most: int = _READ_TOGETHER
) -> list[Rule]:
    """The rules with the logits of the `most` best hits in them; others count as the least sure one."""
    hits = [n.clause for n in sorted((n for r in rules for n in r.nodes if n.found), key=lambda n: -n.found)]
    read = logits(topic(question, library), hits[:most], library)
    read += [min(read, default=0.0)] * (len(hits) - len(read))
    known = dict(zip((c.id for c in hits), read, strict=True))
    return [replace(r, nodes=tuple(replace(n, logit=known.get(n.clause.id)) for n in r.nodes)) for r in rules]
