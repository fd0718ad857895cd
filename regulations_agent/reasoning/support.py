"""Whether the best rule supports an answer at all, or the corpus does not hold one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.answer.quantities import quantities
from regulations_agent.answer.text import book_name, joined
from regulations_agent.answer.words import stems
from regulations_agent.guard.strangers import strangers
from regulations_agent.index.lexical import words
from regulations_agent.reasoning.assurance import features, supported
from regulations_agent.reasoning.elsewhere import ruled_elsewhere
from regulations_agent.reasoning.evidence import Ranked
from regulations_agent.reasoning.likeness import unsaid
from regulations_agent.reasoning.reading import Reading
from regulations_agent.reasoning.scope import asks_code, asks_price, never_held, rarely_held
from regulations_agent.reasoning.select import choices
from regulations_agent.reasoning.values import (
    MONEY,
    asked_unit,
    counted_phrase,
    fits_unit,
    is_of_kind,
    unit_words,
)
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.wording import word_topic

LEAST_CHANCE = 0.08
"""Of being supported, below which there is no answer; see `assurance.json` for how it was measured."""
CLEAR_CHANCE = 0.4
"""The same for what few rulebooks hold; and that of a follow-up answered beside the answer before."""
_MEASURES = {
    "USD": "a sum of money", "mm": "a length", "hour": "a time", "kg": "a mass", "km/h": "a speed",
    "litre": "a volume", "°C": "a temperature", "%": "a share", "N": "a force", "bar": "a pressure",
}  # fmt: skip
"""What is measured, by one of its units."""
_SPAN = re.compile(
    r"\s+(?:\w+ )?(?:match(?:es)?|games?|races?|rounds?|events?|competitions?|sessions?|seasons?)\b",
    re.IGNORECASE,
)
_ON_SUBJECT = 0.4
_CLOSE = 0.55


@dataclass(frozen=True, slots=True)
class Lack:
    """Why there is no answer."""

    reason: str
    pointer: str = ""
    """Where the rules point instead."""
    firm: bool = True
    """Asking again in other words would not help."""


def support(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> float | Lack:
    """The chance, in [0, 1], that the best rule is one that answers; or why the best rules do not answer."""
    first = ranked[0]
    if first.rule.named:
        return 1.0
    if (lack := _not_held(reading, first, library)) is not None:
        return lack
    if (lack := _no_value(reading, ranked, library)) is not None:
        return _elsewhere(reading, library, first.rule.found) or lack
    seen = features(reading, ranked, library)
    chance, rare = supported(seen), _rare(reading, ranked, library)
    if first.rule.root.parent in reading.beside:
        chance = max(chance, CLEAR_CHANCE)  # a follow-up, answered beside what was answered before
    if chance >= (CLEAR_CHANCE if rare else LEAST_CHANCE):
        return chance
    return Lack(rare) if rare else _unsupported(reading, first, library)


def _not_held(reading: Reading, first: Ranked, library: Retriever) -> Lack | None:
    """Why no document at hand can hold it: of another year, or of a kind that no rulebook is."""
    missing_years = _years_without_documents(reading, first)
    text = reading.ask.text
    if (never := never_held(text)) and not (missing_years and not strangers(text, library)):
        return Lack(never)
    return Lack(f"there is no document of {joined(missing_years)}") if missing_years else None


def _elsewhere(reading: Reading, library: Retriever, found: float) -> Lack | None:
    """That the season lacks the book of the subject, where another season's fits better than `found`."""
    book = ruled_elsewhere(reading, library)
    if book is None or book.score <= found:
        return None
    season, other = reading.filters.season, book.document
    reason = f"there are no {season} {other.series.replace('_', ' ')} regulations among them"
    return Lack(reason, f"The {book_name(other)} rule on the subject in {book.clause.number}.")


def _unsupported(reading: Reading, first: Ranked, library: Retriever) -> Lack:
    """What the documents, or the rules that come nearest, are without."""
    if (lack := _elsewhere(reading, library, first.rule.found)) is not None:
        return lack
    if missing := strangers(reading.ask.text, library, places=False):
        return Lack(f"they do not mention {joined(missing)}")
    if words := [f"“{word}”" for word in unsaid(reading, first.rule, library)]:
        return Lack(f"the clause nearest to it says nothing of {joined(words, 'or')}", firm=False)
    return Lack("no clause fits the question", firm=False)


def _no_value(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> Lack | None:
    """Why the best rules give no value of the kind that is asked for."""
    units, counted = reading.want.units, reading.want.counted
    if reading.ask.form == "amount" and units and not _has_unit(reading, ranked, units):
        return Lack(f"no clause on the subject gives {_measure(units)}")
    if unknown := _unknown_count(reading, library):
        return Lack(f"they do not mention {unknown}")
    if counted and not _has_number(reading, ranked):
        return Lack("no clause on the subject gives a number")
    if (asked := counted_phrase(reading.ask.text)) and _counts_another(asked, reading, ranked):
        return Lack(f"no clause on the subject counts {' '.join(asked)}")
    return None


def _measure(units: frozenset[str]) -> str:
    """What is measured in any of some units: `a sum of money`; where there is but one it is named."""
    if len(units) == 1:
        (unit,) = units
        return f"a value in {unit}{'s' if unit.isalpha() and unit.islower() and len(unit) > 3 else ''}"
    return joined([said for unit, said in _MEASURES.items() if unit in units], "or") or "such a value"


def _rare(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> str | None:
    """Why the rules seldom say what is asked, so that one must fit well; None where nothing is against it."""
    if asks_code(reading.ask.text) and all(d.section != "isc" for d in library.documents):
        return "the International Sporting Code is not among them"
    return rarely_held(reading.ask.text) or _no_price(reading, ranked)


def _no_price(reading: Reading, ranked: Sequence[Ranked]) -> str | None:
    """Why the best rules tell no price, where one is asked for."""
    ask = reading.ask
    if ask.form not in ("amount", "open") or not asks_price(ask.text) or _has_unit(reading, ranked, MONEY):
        return None
    return "no clause on the subject gives a sum of money"


def _years_without_documents(reading: Reading, first: Ranked) -> list[str]:
    """Seasons that the question names, the corpus lacks, and the best rule does not speak of."""
    if reading.named.seasons:
        return []
    text = " ".join(n.clause.text for n in first.rule.nodes)
    return [str(y) for y in reading.named.absent if str(y) not in text]


def _has_unit(reading: Reading, ranked: Sequence[Ranked], units: frozenset[str]) -> bool:
    """The best rule, a sentence that holds much of the question beside the unit that it names, or a table
    gives a value that fits."""
    weights = reading.want.weights
    own = sum(weights[w] for w in set(unit_words(reading.ask.text, units)) & weights.keys())
    if any(_gives(n.clause.text, units) for n in ranked[0].rule.nodes):
        return True
    for r in ranked[:4]:
        for choice in choices(r.rule, reading.want)[:6]:
            fits, fit = _gives(choice.text, units), choice.fit
            on_subject = fit.own + fit.led - own >= _ON_SUBJECT * (1 - own)
            near = on_subject or fit.close >= _CLOSE
            if (fits and near) or "|" in choice.text:
                return True
    return False


def _gives(text: str, units: frozenset[str]) -> bool:
    """A value in one of the units; a time is also given in what happens: `suspended for six matches`."""
    timed = "day" in units
    return any(
        fits_unit(q.unit, units) or (timed and q.unit is None and _SPAN.match(text, q.end) is not None)
        for q in quantities(text)
    )


def _unknown_count(reading: Reading, library: Retriever) -> str:
    """What `how many` counts, where no clause has a word of it, as typed, corrected or otherwise said."""
    want, index = reading.want, library.index
    counted = want.counted
    if (
        not counted
        or asked_unit(reading.ask.text)
        or any(index.lexical.frequency(w) or want.others.get(w) for w in counted)
    ):
        return ""
    corrected = word_topic(reading.ask.text, index.catalogue, index.lexical).corrected
    printed = [w for w in words(reading.ask.text) if counted & set(stems(w))]
    return "" if corrected.keys() & set(printed) else " ".join(printed)


def _has_number(reading: Reading, ranked: Sequence[Ranked]) -> bool:
    """Any number stands in the best rule, or in the best sentences and rows of those that follow it."""
    if any(quantities(n.clause.text) for n in ranked[0].rule.nodes):
        return True
    near = [c.text for r in ranked[:4] for c in choices(r.rule, reading.want)[:6]]
    return any("|" in text or quantities(text) for text in near)


def _counts_another(asked: Sequence[str], reading: Reading, ranked: Sequence[Ranked]) -> bool:
    """The best sentence counts things of that name that are of another kind, and none of the best rules
    those that are asked for: `penalty points`, asked for `licence points`."""
    if is_of_kind(asked, ranked[0].best.text) is not False:
        return False
    near = [c for r in ranked[:4] for c in choices(r.rule, reading.want)[:6]]
    return not any(is_of_kind(asked, choice.text) for choice in near)
