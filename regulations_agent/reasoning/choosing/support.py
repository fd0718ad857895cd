"""Whether the best rule supports an answer at all, or the corpus does not hold one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.answer.text import joined
from regulations_agent.answer.words import tokens
from regulations_agent.guard.strangers import strangers
from regulations_agent.index.lexical import stem
from regulations_agent.reasoning.choosing.chances import chance, least, question_features, rule_features
from regulations_agent.reasoning.choosing.evidence import Ranked
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import forms_of

MOST_UNHEARD = 3
"""Words of a question, which no clause holds, that an abstention names."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Why there is no answer."""

    reason: str
    sure: bool = True
    """Seen, not estimated: a year without a document, words that no clause holds."""


def support(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> float | Lack:
    """The chance, in [0, 1], that the corpus answers; or why it does not."""
    if ranked[0].rule.named:
        return 1.0
    if years := _years_without_documents(reading, ranked[0]):
        return Lack(f"there is no document of {joined(years, 'or')}")
    seen = question_features(reading, library) | rule_features(reading, ranked)
    answerable, enough = chance("answerable", seen), least("answerable")
    if ranked[0].rule.root.parent in reading.beside:
        answerable = max(answerable, enough)  # a follow-up, answered beside what was answered before
    return answerable if answerable >= enough else _lack(reading, library)


def _years_without_documents(reading: Reading, first: Ranked) -> list[str]:
    """Seasons that the question names, the corpus lacks, and the best rule does not speak of."""
    if reading.named.seasons:
        return []
    text = " ".join(n.clause.text for n in first.rule.nodes)
    return [str(y) for y in reading.named.absent if str(y) not in text]


def _lack(reading: Reading, library: Retriever) -> Lack:
    """What no clause holds a word of; else that none fits."""
    if missing := strangers(reading.ask.text, library, places=False):
        return Lack(f"they do not mention {joined(missing)}")
    if words := unheard(reading, library):
        said = joined([f"“{word}”" for word in words[:MOST_UNHEARD]], "or")
        return Lack(f"no clause mentions {said}")
    return Lack("no clause fits the question closely enough", sure=False)


def unheard(reading: Reading, library: Retriever) -> tuple[str, ...]:
    """Words of a question, as typed, that stand in no clause at all."""
    typed = {stem(t): t for t in tokens(reading.ask.text) if t.isalpha()}
    known = library.index.lexical.frequency
    missing = (w for w in reading.want.weights if not any(map(known, (w, *forms_of(w)))))
    return tuple(typed[w] for w in missing if w in typed)
