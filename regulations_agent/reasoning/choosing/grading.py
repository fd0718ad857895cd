"""The four criteria of a draft, computed from its evidence, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass

from regulations_agent.reasoning.choosing.chances import mark_share
from regulations_agent.types.answer import Quality
from regulations_agent.types.run import Draft, Grade

CHANCE_SHARE = 0.75
"""Of every mark: what the chance of being right is worth; the rest is what the criterion asks itself."""
_ABSTAINED = (5, 8, 8, 6.6)
"""Marks of an abstention; no pass: it is looked at again where a tool failed or a model is at hand."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a grade is computed from; shares in [0, 1]."""

    coverage: float
    """Of the question's words, weighted by rarity, in what the answer quotes and its context."""
    sentence: float
    """How well the sentence that leads the answer fits: the mean of its fits, see `Choice.score`."""
    found: float
    """Retrieval score of the rule that answers."""
    margin: float
    """How far the best rule stands before the next one that says something else."""
    kind: float
    """The kind of value asked for is there."""
    named: bool = False
    """The question named the clause."""
    chance: float = 0.5
    """That the draft is right in every respect, by the fitted model."""
    form: str = "open"


def grade(draft: Draft, evidence: Evidence | None) -> Grade:
    """Quality in [1, 10] for each criterion, with what lacks."""
    if draft.refused:
        return Grade(_quality(9, 9, 9, 9))
    if draft.abstained or evidence is None or not draft.citations:
        return Grade(_quality(*_ABSTAINED), ("a clause that supports an answer",))
    if evidence.named or draft.struck:
        return Grade(_quality(9, 9.5, 9, 9))
    verified = sum(c.verified for c in draft.citations) / len(draft.citations)
    support = 0.45 * evidence.coverage + 0.35 * evidence.found + 0.2 * min(1.0, 3 * evidence.margin)
    shares = (
        0.7 * evidence.coverage + 0.3 * evidence.kind,
        support * verified,
        _clarity(draft) * (0.5 + 0.5 * evidence.sentence),
        0.5 * evidence.sentence + 0.3 * evidence.kind + 0.2 * min(1.0, 3 * evidence.margin),
    )
    base = mark_share(evidence.chance) * verified
    completeness, accuracy, clarity, specificity = (
        _scale(CHANCE_SHARE * base + (1 - CHANCE_SHARE) * share) for share in shares
    )
    return Grade(_quality(completeness, accuracy, clarity, specificity), _missing(evidence))


def _scale(share: float) -> float:
    """A share in [0, 1] as a mark in [1, 10]; .5 is a 5.5, .75 a 7.75."""
    return round(max(1.0, min(10.0, 1 + 9 * share)), 2)


def _quality(completeness: float, accuracy: float, clarity: float, specificity: float) -> Quality:
    overall = round((completeness + accuracy + clarity + specificity) / 4, 2)
    return Quality(completeness, accuracy, clarity, specificity, overall)


def _clarity(draft: Draft) -> float:
    """1 for an answer of up to 900 characters, less for longer ones."""
    return max(0.4, min(1.0, 1.35 - len(draft.text) / 2600))


def _missing(evidence: Evidence) -> tuple[str, ...]:
    lacks = []
    if evidence.coverage < 0.6:
        lacks.append("words of the question that no quoted clause holds")
    if evidence.kind < 0.5 and evidence.form in ("amount", "penalty", "when", "who", "define"):
        lacks.append(f"the kind of value asked for ({evidence.form})")
    if evidence.margin < 0.03:
        lacks.append("a clear lead of one rule over the next")
    return tuple(lacks)
