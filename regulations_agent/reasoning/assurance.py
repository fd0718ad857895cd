"""How sure it is that the best rule answers a question: what the evidence says, weighed by a fitted model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import TYPE_CHECKING, Any

from regulations_agent.answer.quantities import quantities
from regulations_agent.guard.strangers import strangers
from regulations_agent.reasoning.elsewhere import ruled_elsewhere
from regulations_agent.reasoning.likeness import likeness
from regulations_agent.reasoning.parts import parts_of
from regulations_agent.reasoning.values import fits_unit
from regulations_agent.reasoning.want import kind_fit
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Draft
from regulations_agent.versions.difference import similarity

if TYPE_CHECKING:
    from regulations_agent.reasoning.evidence import Ranked
    from regulations_agent.reasoning.reading import Reading

WEIGHTS_FILE = "assurance.json"
_LEADS = re.compile(r"\*\*(?:Yes|No)\b|\*\*[^*]+\*\*(?: \([^)]*\))? [—=]")
_BROAD = ("compare", "summary", "list")
_SAME = 0.6
_CITATIONS = 8
MENDED = 0.15
"""Share of wrong answers that each rule sets right which a later round adds."""


def supported(features: Mapping[str, float]) -> float:
    """The chance, in (0, 1), that the best rule is one that answers the question at all."""
    return _chance("supported", features)


def right(features: Mapping[str, float], draft: Draft) -> float:
    """The chance, in (0, 1), that a draft from the best rule is right in every respect."""
    return _chance("right", {**features, **draft_features(draft)})


def mark_share(chance: float) -> float:
    """What a chance is worth in a mark, in [0, 1]: two thirds, a 7, where the file says so."""
    return float(max(0.0, min(1.0, chance)) ** (log(2 / 3) / log(_file()["chance_of_a_seven"])))


def mended(chance: float, more: int) -> float:
    """The chance of an answer with so many rules added, each of which may be the one that it missed."""
    return 1 - (1 - chance) * (1 - MENDED) ** more


def features(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> dict[str, float]:
    """Evidence as numbers, most in [0, 1]; `ranked` holds one rule at least."""
    first, want = ranked[0], reading.want
    weights, lexical = want.weights, library.index.lexical
    missed = {w: v for w, v in weights.items() if w not in first.best.words}
    rivals = [r for r in ranked[1:] if similarity(r.best.text, first.best.text) < _SAME]
    fit = first.best.fit
    units = bool(reading.ask.form == "amount" and want.units)
    fits = any(fits_unit(q.unit, want.units) for q in quantities(first.best.text)) if units else True
    return {
        "own": fit.own + fit.led,
        "close": fit.close,
        "found_margin": first.rule.found - max((r.rule.found for r in rivals), default=0.0),
        "margin": first.score - rivals[0].score if rivals else 0.3,
        "score": first.best.score,
        "elsewhere": _elsewhere(first, reading, library),
        "unknown": sum(v for w, v in missed.items() if lexical.frequency(w) == 0),
        "kind": min(1.0, kind_fit(first.best.text, want)),
        "stranger": float(bool(strangers(reading.ask.text, library, places=False))),
        "unit_lacks": float(not fits),
        "row": float(first.best.text.startswith("|")),
        **likeness(reading, ranked, library),
        **_of_question(reading, len(weights)),
        "named": float(first.rule.named),
    }


def _of_question(reading: Reading, words: int) -> dict[str, float]:
    """What kind of question it is."""
    form = reading.ask.form
    return {
        "words": log(1 + words),
        "parts": float(len(parts_of(reading.ask.text)) > 1),
        "broad": float(form in _BROAD),
        "penalty": float(form == "penalty"),
        "amount": float(form == "amount"),
    }


def _elsewhere(first: Ranked, reading: Reading, library: Retriever) -> float:
    """By how much a book that the season lacks rules the subject better, in [0, 1]."""
    other = ruled_elsewhere(reading, library)
    return max(0.0, other.score - first.rule.found) if other is not None else 0.0


def draft_features(draft: Draft) -> dict[str, float]:
    """What the draft itself tells: its length, its citations, whether a value or a yes or no leads it."""
    return {
        "length": log(1 + len(draft.text)),
        "citations": float(min(_CITATIONS, len(draft.citations))),
        "leads": float(bool(_LEADS.match(draft.text))),
    }


def _chance(name: str, values: Mapping[str, float]) -> float:
    model = _models()[name]
    total = model["intercept"] + sum(v * values.get(k, 0.0) for k, v in model.items() if k != "intercept")
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def _models() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = _file()["models"]
    return found


@cache
def _file() -> dict[str, Any]:
    text = files("regulations_agent.reasoning").joinpath(WEIGHTS_FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
