"""Internal texts, prompts and the persona, known again in what models and servers say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from regulations_agent.guard.texts.mask import MASK, each_text, masked
from regulations_agent.language.sentences import sentences

NOT_SHOWN = "A message of the model server repeated internal text and is not shown."
RUN = 12
"""Words in a row that no text may share with an internal one, beyond what it quotes."""
SENTENCE = 6
"""Words from which on a whole sentence of an internal text may not be repeated either."""
_WORD = re.compile(r"\w+")
_MARK = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{8,}\b")
"""A word of letters and digits: a code name, hardly a word of a rule."""
T = TypeVar("T")
Words = tuple[str, ...]


def repeats(text: str, internal: tuple[str, ...], quoted: str = "") -> bool:
    """A text holds a run or a sentence of an internal one that is not among what is `quoted`."""
    if not internal:
        return False
    said, allowed = _words(text), _words(quoted)
    return any(
        (set(_runs(said, length)) & known) - set(_runs(allowed, length))
        for length, known in _known(internal).items()
    )


def taken_in(value: T, secrets: tuple[str, ...], internal: tuple[str, ...]) -> T:
    """What a run is about to keep of what it was told, without secrets and internal text."""
    if not internal:
        return each_text(value, lambda text: masked(text, secrets))
    return each_text(value, lambda text: _clean(text, secrets, internal))


def hidden(value: T, secrets: tuple[str, ...], internal: tuple[str, ...]) -> T:
    """The same without secrets and internal texts; what stands around such a text is kept where it can be."""
    return each_text(value, lambda text: _clean(_around(text, internal), secrets, internal))


def without_marks(text: str, internal: tuple[str, ...]) -> str:
    """The text with the code names of internal texts masked."""
    for mark in _marks(internal):
        text = text.replace(mark, MASK)
    return text


def _around(text: str, internal: tuple[str, ...]) -> str:
    for one in internal:
        text = text.replace(one, MASK)
    return text


def _clean(text: str, secrets: tuple[str, ...], internal: tuple[str, ...]) -> str:
    return NOT_SHOWN if repeats(text, internal) else without_marks(masked(text, secrets), internal)


@lru_cache(maxsize=8)
def _known(internal: tuple[str, ...]) -> dict[int, set[Words]]:
    """Runs that give an internal text away, by their number of words."""
    known: dict[int, set[Words]] = {}
    for text in internal:
        whole = [_words(text), *(_words(text[start:end]) for start, end in sentences(text))]
        for words in whole:
            if SENTENCE <= len(words) < RUN:
                known.setdefault(len(words), set()).add(words)
        known.setdefault(RUN, set()).update(_runs(whole[0], RUN))
    return known


@lru_cache(maxsize=8)
def _marks(internal: tuple[str, ...]) -> tuple[str, ...]:
    found = {mark for text in internal for mark in _MARK.findall(text)}
    return tuple(sorted(found, key=lambda mark: (-len(mark), mark)))


def _words(text: str) -> Words:
    return tuple(_WORD.findall(text.casefold()))


def _runs(words: Sequence[str], length: int) -> Iterator[Words]:
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))
