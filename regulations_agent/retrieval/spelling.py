"""Slips of the pen: words of a question that neither the corpus nor English knows, and what was meant."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from regulations_agent.index.index import Index
from regulations_agent.index.vectors.embedder import OnnxEmbedder
from regulations_agent.index.words.catalogue import MIN_WORD, Catalogue
from regulations_agent.index.words.lexical import stem, words

if TYPE_CHECKING:
    from spellchecker import SpellChecker

COMMON = 3_000
"""Occurrences in the dictionary's counts (subtitles) from which an English word may be meant that the corpus
does not hold; rarer ones are as often beside a name."""
SHORTEST = 3
"""Letters of such a word."""
FOREIGN = 0.5
"""Share of words that nobody knows from which a question is not in English, and no slip is English."""


def slips(text: str, index: Index) -> dict[str, str]:
    """Lower-case words of a text that the corpus lacks, each with what was meant.

    For what is no word that is one of the corpus, or else of English, one slip away; for a word, how the
    corpus spells it.
    """
    typed = dict.fromkeys(words(text))
    lacking = {word: nearest(word, index.catalogue) for word in typed if _is_lacking(word, index)}
    strange = [word for word in lacking if not _is_english(word, index)]
    english = len(strange) < FOREIGN * len(typed)
    found = {
        word: near or (_common(word) if english else None)
        for word, near in lacking.items()
        if word in strange or (near is not None and _sound(near) == _sound(word))
    }
    return {word: near for word, near in found.items() if near is not None}


def respelt(question: str, index: Index) -> str:
    """The question without slips; names, with a capital inside a sentence, are left alone.

    A word that only the corpus lacks is no slip: `horse` must not become `hose`.
    """
    for word, near in slips(question, index).items():
        if not re.search(rf"\w[,;]?\s+{word.capitalize()}\b", question):
            question = re.sub(rf"\b{word}\b", near, question, flags=re.IGNORECASE)
    return question


def nearest(word: str, catalogue: Catalogue) -> str | None:
    """The commonest word of the corpus with the same first letter one slip away (two from nine letters on).

    A slip is a letter too many, too few or wrong, or two neighbours swapped.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    allowed = 2 if len(word) >= 9 else 1
    near = [
        (distance, -catalogue.vocabulary[known], known)
        for length in range(len(word) - allowed, len(word) + allowed + 1)
        for known, distance, _ in process.extract(
            word, catalogue.by_shape.get((word[0], length), ()),
            scorer=OSA.distance, score_cutoff=allowed, limit=None,
        )
    ]  # fmt: skip
    return min(near)[2] if near else None


def _is_lacking(word: str, index: Index) -> bool:
    if len(word) < MIN_WORD or not word.isalpha():
        return False
    catalogue = index.catalogue
    known = word in catalogue.vocabulary or word in catalogue.abbreviations
    return not known and not index.lexical.frequency(stem(word))


def _is_english(word: str, index: Index) -> bool:
    """The dictionary is asked last, for it is read when it is first needed."""
    known = isinstance(index.embedder, OnnxEmbedder) and index.embedder.knows(word)
    return known or word in _english()


def _sound(word: str) -> str:
    """The same for `authorised` and `authorized`, `colour` and `color`, `offence` and `offense`, `centre` and
    `center`, `programme` and `program`."""
    for one, other in (("our", "or"), ("nce", "nse"), ("tre", "ter"), ("mme", "m"), ("ll", "l"), ("z", "s")):
        word = word.replace(one, other)
    return word


def _common(word: str) -> str | None:
    """The commonest English word with the same first letter one slip away."""
    english = _english()
    near = (w for w in english.known(english.edit_distance_1(word)) if w[0] == word[0] and len(w) >= SHORTEST)
    count, best = max(((int(english[w]), w) for w in near if w.isalpha()), default=(0, None))
    return best if count >= COMMON else None


@lru_cache(maxsize=1)
def _english() -> SpellChecker:
    from spellchecker import SpellChecker

    return SpellChecker(distance=1)
