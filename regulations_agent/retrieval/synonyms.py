"""What people say and rulebooks do not: phrases of a question to words of a rule; forms of a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources

from regulations_agent.index.words.lexical import stem, words


@lru_cache(maxsize=1)
def _groups() -> tuple[dict[tuple[str, ...], tuple[str, ...]], frozenset[tuple[str, ...]]]:
    """Stems of each phrase that is said with the phrases that are written, and those that are replaced."""
    groups: dict[tuple[str, ...], tuple[str, ...]] = {}
    replaced: set[tuple[str, ...]] = set()
    for line in _lines("synonyms.txt"):
        said, _, written = line.replace("->", "=").partition("=")
        phrases = tuple(phrase.strip() for phrase in written.split(",") if phrase.strip())
        for phrase in said.split(","):
            if phrase.strip() and phrases:
                key = tuple(stem(word) for word in words(phrase))
                groups[key] = groups.get(key, ()) + phrases
                if "->" in line:
                    replaced.add(key)
    return groups, frozenset(replaced)


def written_for(question: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """(said, written) for the longest phrases of the question, given as stems of all its words in order."""
    groups, _ = _groups()
    at = 0
    while at < len(question):
        for length in (4, 3, 2, 1):
            key = tuple(question[at : at + length])
            if len(key) == length and key in groups:
                yield key, groups[key]
                at += length - 1
                break
        at += 1


def is_replaced(said: tuple[str, ...]) -> bool:
    """The words of the phrase (as stems) mean something else in a rule: `how fast` asks for no fast lane."""
    return said in _groups()[1]


def forms_of(said: str) -> frozenset[str]:
    """The other stems of the word that a stem belongs to, which stemming keeps apart: `pay`, `paid`."""
    return _forms().get(said, frozenset())


@lru_cache(maxsize=1)
def _forms() -> dict[str, frozenset[str]]:
    groups: dict[str, frozenset[str]] = {}
    for line in _lines("word_forms.txt"):
        group = frozenset(stem(word) for word in words(line))
        groups |= {one: groups.get(one, frozenset()) | group - {one} for one in group}
    return groups


def _lines(name: str) -> list[str]:
    """Of a file of the package's data, without what follows `#`."""
    text = resources.files("regulations_agent.retrieval").joinpath("data", name).read_text(encoding="utf-8")
    return [line.partition("#")[0] for line in text.splitlines()]
