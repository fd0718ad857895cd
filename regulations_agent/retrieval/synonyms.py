"""What people say and rulebooks do not: phrases of a question to words of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources

from regulations_agent.index.lexical import stem, words


@lru_cache(maxsize=1)
def _groups() -> tuple[dict[tuple[str, ...], tuple[str, ...]], frozenset[tuple[str, ...]]]:
    """Stems of each phrase that is said with the phrases that are written, and those that are replaced."""
    text = (
        resources.files("regulations_agent.retrieval")
        .joinpath("data/synonyms.txt")
        .read_text(encoding="utf-8")
    )
    groups: dict[tuple[str, ...], tuple[str, ...]] = {}
    replaced: set[tuple[str, ...]] = set()
    for line in text.splitlines():
        said, _, written = line.partition("#")[0].replace("->", "=").partition("=")
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
