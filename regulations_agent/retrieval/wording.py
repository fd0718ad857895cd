"""The words that a topic is searched with: stems with weights, corrected, expanded and translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.index.index import Index
from regulations_agent.index.words.catalogue import Catalogue
from regulations_agent.index.words.lexical import Lexical, stem, tokens, words
from regulations_agent.retrieval.spelling import slips
from regulations_agent.retrieval.synonyms import is_replaced, written_for

EXPANSION_WEIGHT = 0.5
"""Of a word that the corpus's own abbreviations or terms put beside one that was typed."""
SYNONYM_WEIGHT = 0.4
"""Of a word that rulebooks write where people say another."""
UNKNOWN_WEIGHT = 0.7
"""The same of a phrase, where the corpus holds none of the words that were said: nothing else says what is
meant. Single words, such as `penalty` for `punishment`, say too little for that."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A topic made ready for both searches."""

    stems: Mapping[str, float]
    """Weight of each stem."""
    most: float
    """Upper bound of BM25 for the words as typed."""
    sentence: str
    """What is embedded."""
    corrected: Mapping[str, str]
    """Words that nobody knows, and what was taken for them."""


def word_topic(topic: str, index: Index) -> Wording:
    """Corrects misspellings, writes abbreviations out (and back), adds what rulebooks write instead."""
    catalogue, lexical = index.catalogue, index.lexical
    corrected = slips(topic, index)
    typed = words(topic)
    fixed = [corrected.get(word, word) for word in typed]
    sentence = topic
    stems: dict[str, float] = {}
    for token in tokens(" ".join(fixed)):
        stems[token] = stems.get(token, 0.0) + 1.0
    synonyms = list(written_for([stem(word) for word in fixed]))
    for said, written in synonyms:
        if is_replaced(said):
            stems = {token: weight for token, weight in stems.items() if token not in said}
            _add(stems, [token for phrase in written for token in tokens(phrase)], 1.0)
    most = sum(weight * lexical.bound(token) for token, weight in stems.items())
    for extra in _expansions(fixed, catalogue, lexical):
        _add(stems, tokens(extra), EXPANSION_WEIGHT)
        sentence += f" ({extra})"
    for said, written in synonyms:
        named = _only_written(said, written, lexical)
        for phrase in written:
            weight = UNKNOWN_WEIGHT if phrase in named else SYNONYM_WEIGHT
            _add(stems, [t for t in tokens(phrase) if t not in said], weight)
        sentence += f" ({', '.join(named)})" if named else ""
    for wrong, right in corrected.items():
        sentence = sentence.replace(wrong, right)
    return Wording(stems, most, sentence, corrected)


def spelt_out(question: str, lexical: Lexical) -> str:
    """The question with what rulebooks write for words of it that the corpus does not hold."""
    found = written_for([stem(word) for word in words(question)])
    named = [phrase for said, written in found for phrase in _only_written(said, written, lexical)]
    return f"{question} ({', '.join(named)})" if named else question


def _only_written(said: Sequence[str], written: Sequence[str], lexical: Lexical) -> list[str]:
    """The phrases of several words, all of them in the corpus, for what is said in words that it lacks."""
    if any(map(lexical.frequency, said)):
        return []
    return [p for p in written if " " in p and all(map(lexical.frequency, tokens(p)))]


def _add(stems: dict[str, float], extra: Sequence[str], weight: float) -> None:
    for token in extra:
        stems[token] = max(stems.get(token, 0.0), weight)


def _expansions(typed: Sequence[str], catalogue: Catalogue, lexical: Lexical) -> list[str]:
    """The other form of each abbreviation or full name that was typed, where the corpus prefers it."""
    said = tokens(" ".join(typed))
    text, known = f" {' '.join(said)} ", frozenset(typed)
    found = []
    for _, short, long in sorted(
        {form for word in (*known, *said) for form in catalogue.spelt.get(word, ())}
    ):
        content = tokens(long) or [long]
        spelt_out = f" {' '.join(content)} " in text
        if short in known or spelt_out:
            written = min(lexical.frequency(token) for token in content)
            prefers_long = written > lexical.frequency(stem(short))
            if short in known and prefers_long and not spelt_out:
                found.append(long)
            elif short not in known and not prefers_long:
                found.append(short)
    return found
