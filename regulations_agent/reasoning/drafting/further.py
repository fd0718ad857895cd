"""What a later round adds to an answer in doubt: a sentence near what it shows, and one elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from regulations_agent.language.sentences import opens_list
from regulations_agent.reasoning.choosing.evidence import hits_of, rank
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.choosing.select import Choice, Ranked, choices
from regulations_agent.reasoning.drafting.compose import Pick
from regulations_agent.reasoning.drafting.excerpt import Shown, alone
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import ToolResult
from regulations_agent.versions.diff.difference import similarity

_RULES, _SENTENCES = 8, 4
"""Rules of a round, and sentences of each, that are looked at."""
_AS_GOOD = 0.8
"""Share of the first sentence's score that another one must reach to be added."""
_ALIKE = 0.6
"""Share of common words from which one sentence says what another does."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A sentence that may be added."""

    rule: Rule
    choice: Choice
    near: bool
    """It stands in a rule that the answer shows, or beside its first rule."""


def added(
    reading: Reading, picks: Sequence[Pick], first: Sequence[Ranked], later: Sequence[ToolResult],
    library: Retriever,
) -> tuple[Pick, ...]:  # fmt: skip
    """What later rounds add to the picks of an answer, which was made from the rules `first`: the best
    sentence near what it shows, and the best one elsewhere in the same season."""
    if not later:
        return ()
    found = [*first[:_RULES], *rank(reading, hits_of(later), library)[:_RULES]]
    places = _places(reading, picks, first[0], found)
    shown = list(picks)
    for near in (True, False):
        fitting = [p for p in places if p.near is near and not _said(p.choice, shown)]
        best = max(fitting, key=lambda p: (p.choice.score, p.choice.clause.id), default=None)
        shown += [_pick(best, reading)] if best is not None else []
    return tuple(shown[len(picks) :])


def _places(reading: Reading, picks: Sequence[Pick], first: Ranked, found: Sequence[Ranked]) -> list[_Place]:
    known = {pick.excerpt.rule.root.id for pick in picks}
    year, above = first.rule.document.year, first.rule.root.parent
    return [
        _Place(r.rule, choice, r.rule.root.id in known or r.rule.root.parent == above)
        for r in found
        if r.rule.document.year == year
        for choice in choices(r.rule, reading.want)[:_SENTENCES]
        if choice.score >= _AS_GOOD * first.best.score and not opens_list(choice.text)
    ]


def _said(choice: Choice, picks: Sequence[Pick]) -> bool:
    """It is shown already, or something that reads alike."""
    return any(_says(shown, choice) for pick in picks for shown in pick.excerpt.shown)


def _says(shown: Shown, choice: Choice) -> bool:
    same = shown.clause.id == choice.clause.id
    inside = same and shown.span.start <= choice.span.start and choice.span.end <= shown.span.end
    return inside or similarity(shown.text, choice.text) >= _ALIKE


def _pick(place: _Place, reading: Reading) -> Pick:
    """With the words above it, wherever those stand too: it stands apart from them."""
    ask = replace(reading.ask, form="open", wants_number=True)
    return Pick(ask, alone(place.rule, place.choice, frozenset()), beside=True)
