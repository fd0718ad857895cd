"""How sure an answer is: chances by logistic models; `benchmarks/fit_chances.py` fits them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import TYPE_CHECKING, Any, Literal

from regulations_agent.guard.judging.head import Head
from regulations_agent.guard.judging.strangers import strangers
from regulations_agent.guard.judging.verdict import BUNDLED, fits, open_head
from regulations_agent.language.quantities import quantities
from regulations_agent.reasoning.understanding.values import fits_unit
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Draft
from regulations_agent.versions.diff.difference import similarity

if TYPE_CHECKING:
    from regulations_agent.reasoning.choosing.select import Ranked
    from regulations_agent.reasoning.understanding.reading import Reading

WEIGHTS_FILE = "chances.json"
_LOOKED_AT = 3
"""Rules in which a value of the unit asked for is looked for."""
Model = Literal["in_scope", "answerable", "right"]
_SAME = 0.6
_CITATIONS = 8
_LONGEST = 30.0


def chance(model: Model, features: Mapping[str, float]) -> float:
    """In (0, 1): that the corpus is about the question, that it answers it, that the draft is right."""
    weights: dict[str, float] = _file()["models"][model]
    total = sum(v * features.get(name, 1.0 if name == "intercept" else 0.0) for name, v in weights.items())
    return 1 / (1 + exp(-max(-_LONGEST, min(_LONGEST, total))))


def least(model: Model) -> float:
    """The chance below which a question is declined, or an answer abstained from."""
    return float(_file()["least"][model])


def unanswerable(features: Mapping[str, float]) -> bool:
    """It is likelier than it may be that the corpus holds no answer."""
    return chance("answerable", features) < least("answerable")


def question_features(reading: Reading, library: Retriever) -> dict[str, float]:
    """What the search tells of a question, before any rule is read; empty where nothing can be found."""
    seen = library.signals(reading.subject, reading.filters)
    if not seen:
        return {}
    return seen | {
        "stranger": float(bool(strangers(reading.ask.text, library, places=False))),
        "off_topic": off_topic(reading.ask.text, library),
    }


def off_topic(text: str, library: Retriever) -> float:
    """The chance, in [0, 1], that a text asks for something that no rulebook is for, by the trained head."""
    head, embedder = _intent(), library.index.embedder
    vectors = embedder.embed([text]) if fits(head, embedder) else None
    return round(float(head.chances([text], vectors)[0, head.labels.index("out_of_scope")]), 4)


def rule_features(reading: Reading, ranked: Sequence[Ranked]) -> dict[str, float]:
    """What the best rules add: whether they give a value in the unit asked for, how well the first fits and
    how far it leads; by the cross-encoder how surely it answers, and (`any`, in [0, 1]; `logits`) that one of
    them does."""
    units = reading.want.units if reading.ask.form == "amount" else frozenset()
    gives = any(
        fits_unit(q.unit, units)
        for r in ranked[:_LOOKED_AT]
        for n in r.rule.nodes
        for q in quantities(n.clause.text)
    )
    first = ranked[0]
    odds = 1 + sum(exp(r.rule.logit) for r in ranked)
    return {
        "unit": float(bool(units)),
        "unit_lacks": float(bool(units) and not gives),
        "sentence": first.best.score,
        "meaning": first.best.fit.close,
        "margin": lead(ranked),
        "logit": first.rule.logit,
        "logits": log(odds),
        "any": 1 - 1 / odds,
    }


def lead(ranked: Sequence[Ranked]) -> float:
    """By how much the first leads the next that says something else; 0.3 where none does."""
    first = ranked[0]
    rivals = (r for r in ranked[1:] if similarity(r.best.text, first.best.text) < _SAME)
    return next((first.score - r.score for r in rivals), 0.3)


def draft_features(draft: Draft, form: str) -> dict[str, float]:
    """What the draft itself tells: its citations and length, and whether a value is asked for."""
    return {
        "citations": float(min(_CITATIONS, len(draft.citations))),
        "length": log(1 + len(draft.text)),
        "amount": float(form == "amount"),
    }


def mark_share(right: float) -> float:
    """What a chance is worth in a mark, in [0, 1]: two thirds, a 7, where the file says so."""
    return float(max(0.0, min(1.0, right)) ** (log(2 / 3) / log(_file()["chance_of_a_seven"])))


@cache
def _intent() -> Head:
    return open_head("intent", BUNDLED)


@cache
def _file() -> dict[str, Any]:
    text = files("regulations_agent.reasoning.choosing").joinpath(WEIGHTS_FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
