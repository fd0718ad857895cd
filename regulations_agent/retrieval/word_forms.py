"""Forms of one word that stemming keeps apart: `pay`, `paid` and `payment`."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from regulations_agent.index.lexical import stem, words


def forms_of(said: str) -> frozenset[str]:
    """The other stems of the word that a stem belongs to."""
    return _groups().get(said, frozenset())


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[str]]:
    file = resources.files("regulations_agent.retrieval").joinpath("data/word_forms.txt")
    groups: dict[str, frozenset[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        group = frozenset(stem(word) for word in words(line.partition("#")[0]))
        groups |= {one: groups.get(one, frozenset()) | group - {one} for one in group}
    return groups
