"""What of an attacked text is a question about the corpus: the stretches that the corpus knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from regulations_agent.guard.judging.orders import LONG, Cleaned, asks
from regulations_agent.guard.judging.scope import SURE, Scope

CLEARLY = 0.8
"""Chance that a few words without a verb need, and a stretch in the middle of a long text."""
NEXT = 0.02
"""Chance that a statement beside one about the corpus needs to be part of the same question."""
ALIEN = 0.1
"""Chance below which the words before a comma or a colon say nothing about what is asked after them."""
FEW = 4
"""Words of a sentence that asks nothing and says something of the matter."""
_NUMBERING = re.compile(r"\W*\d{0,2}\W*")
_LEAD = re.compile(r"([^,:?\n]{1,60})[,:]\s+(?=\S)")
_DATED = re.compile(r"\d{4}|\d\.\d")


@dataclass(frozen=True, slots=True)
class _Part:
    text: str
    chance: float
    """That the corpus is about it."""
    sure: bool

    @property
    def is_put(self) -> bool:
        """It asks, or the corpus is clearly about it, as a search for key words."""
        return self.sure and (asks(self.text) or self.chance >= CLEARLY)

    @property
    def is_echo(self) -> bool:
        """A question of a word or two, which lives on the sentence before it."""
        return self.text.endswith("?") and self.words <= 2

    @property
    def words(self) -> int:
        return len(self.text.split())


def question_in(cleaned: Cleaned, scope: Scope, is_order: Callable[[str], bool]) -> str:
    """What may be answered of a text from which orders were taken out; empty when nothing may be.

    Whole sentences go before what is left of one that gave an order. `is_order` has the last word about what
    is left, taken together.
    """
    strict = len(cleaned.text) > LONG
    every = [part for run in cleaned.runs for part in run.parts]
    edges = {*every[:1], *every[-1:]}
    for cut in (False, True):
        runs = [run.parts for run in cleaned.runs if cut or run.is_whole]
        weighed = [
            [_weighed(text, scope, CLEARLY if strict and text not in edges else SURE) for text in run]
            for run in runs
        ]
        parts = [part for run in weighed for part in run]
        put = [p for p in parts if p.is_put and (asks(p.text) or p.text in edges or not strict)]
        doubtful = [part for part in parts if not strict and asks(part.text) and scope.is_about(part.text)]
        near = SURE if strict else NEXT
        kept = [part for run in weighed for part in _belonging(run, near)] if put else doubtful
        for chosen in (kept, put, [part for part in put if asks(part.text)]):
            left = " ".join(part.text for part in chosen)
            if left and not is_order(left):
                return _without_lead(left, scope)
    return ""


def _weighed(text: str, scope: Scope, least: float) -> _Part:
    if _NUMBERING.fullmatch(text):
        return _Part(text, 0.0, False)
    chance = scope.chance(text)
    return _Part(text, chance, chance >= least)


def _belonging(run: list[_Part], near: float) -> list[_Part]:
    """Those about the corpus, and what else of the same question stands beside them."""
    sure = [part.sure and (part.is_put or part.words >= FEW) for part in run]
    beside = [any(sure[max(0, place - 1) : place + 2]) for place in range(len(run))]
    return [
        part
        for part, own, by in zip(run, sure, beside, strict=True)
        if own or (by and (part.is_echo or (part.words >= FEW and part.chance >= near)))
    ]


def _without_lead(text: str, scope: Scope) -> str:
    """Without words before what is asked that are none of the corpus's: a name, or who is said to ask."""
    lead = _LEAD.match(text)
    if lead is None or not asks(text[lead.end() :]) or _DATED.search(lead[1]):
        return text
    return text[lead.end() :] if scope.chance(lead[1]) < ALIEN else text
