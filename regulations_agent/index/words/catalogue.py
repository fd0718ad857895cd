"""Names that the corpus itself knows: numbers, terms, abbreviations and words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.errors import IndexDamaged
from regulations_agent.index.words.lexical import stem, tokens, words

_ABBREVIATION = re.compile(
    r"""[(\[]\s*(?:the\s+|or\s+|hereinafter\s+|hereafter\s+)?["'“‘]?([A-Z][A-Za-z&/-]{0,8}[A-Z]s?)["'”’]?\s*[)\]]"""
)
_SHORT = re.compile(r"\b[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)*(?=s?\b)")
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)")
MIN_WORD = 4
"""Shorter words are too alike to correct."""


@dataclass(frozen=True, slots=True)
class NamedTerm:
    """A defined term and the row of the clause that defines it."""

    name: str
    aliases: tuple[str, ...]
    row: int


@dataclass(frozen=True)
class Catalogue:
    """Names of a corpus."""

    numbers: Sequence[str]
    """Printed number of each clause, row by row."""
    keys: Sequence[str]
    """Look-up key of each number, row by row."""
    terms: Sequence[NamedTerm]
    abbreviations: Mapping[str, str]
    """Lower-case abbreviation to what the corpus prints before it in words: `vsc` -> `virtual safety car`."""
    vocabulary: Mapping[str, int]
    """Each word of the searchable texts (numbers left out) and in how many of them it occurs."""

    @cached_property
    def by_shape(self) -> Mapping[tuple[str, int], Sequence[str]]:
        """Words of the vocabulary by first letter and length."""
        shapes: dict[tuple[str, int], list[str]] = {}
        for word in self.vocabulary:
            shapes.setdefault((word[0], len(word)), []).append(word)
        return shapes

    @cached_property
    def spelt(self) -> Mapping[str, Sequence[tuple[int, str, str]]]:
        """For each abbreviation, and each first stem of what one stands for: its place, it and what it stands
        for."""
        found: dict[str, list[tuple[int, str, str]]] = {}
        for place, (short, long) in enumerate(self.abbreviations.items()):
            for word in {short, *tokens(long)[:1]}:
                found.setdefault(word, []).append((place, short, long))
        return found

    @cached_property
    def term_stems(self) -> Sequence[tuple[int, Sequence[str]]]:
        """For each term the row that defines it, and its names as stems."""
        found = []
        for term in self.terms:
            names = (" ".join(stem(word) for word in words(name)) for name in (term.name, *term.aliases))
            found.append((term.row, tuple(name for name in dict.fromkeys(names) if name)))
        return found

    @cached_property
    def phrases(self) -> frozenset[tuple[str, ...]]:
        """The names of terms that are several words, as stems."""
        names = (tuple(name.split()) for _, names in self.term_stems for name in names)
        return frozenset(name for name in names if len(name) > 1)

    @cached_property
    def longest_phrase(self) -> int:
        return max(map(len, self.phrases), default=0)

    def written_out(self, text: str) -> str:
        """The text with what its abbreviations stand for in their place, but for lines all in capitals:
        `mass of the PU` is `mass of the power unit`."""

        def long(short: re.Match[str]) -> str:
            return _IN_BRACKETS.sub("", self.abbreviations.get(short[0].lower(), short[0]))

        return "\n".join(line if line.isupper() else _SHORT.sub(long, line) for line in text.splitlines())

    def save(self, path: Path) -> None:
        data = {
            "numbers": list(self.numbers), "keys": list(self.keys),
            "terms": [[term.name, list(term.aliases), term.row] for term in self.terms],
            "abbreviations": dict(sorted(self.abbreviations.items())),
            "vocabulary": dict(sorted(self.vocabulary.items())),
        }  # fmt: skip
        path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Catalogue:
        """Raises IndexDamaged when it is not what `save` wrote."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            terms = [NamedTerm(name, tuple(aliases), row) for name, aliases, row in data["terms"]]
            return cls(data["numbers"], data["keys"], terms, data["abbreviations"], data["vocabulary"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexDamaged(f"{path.name} cannot be read ({error}); run ingest again.") from error


def make_catalogue(numbers: Sequence[str], terms: Sequence[NamedTerm], texts: Iterable[str]) -> Catalogue:
    """From the clause numbers of all rows, the defined terms, and the distinct searchable texts."""
    vocabulary: Counter[str] = Counter()
    expansions: dict[str, Counter[str]] = {}
    for text in texts:
        vocabulary.update({word for word in words(text) if len(word) >= MIN_WORD and word.isalpha()})
        for short, long in find_abbreviations(text):
            expansions.setdefault(short, Counter())[long] += 1
    for term in terms:
        for alias in term.aliases:
            if alias.isupper() and len(alias) <= 8:
                expansions.setdefault(alias.lower(), Counter())[term.name.lower()] += 100
    best = {short: min(longs, key=lambda long: (-longs[long], long)) for short, longs in expansions.items()}
    return Catalogue(numbers, [lookup_key(number) for number in numbers], terms, best, vocabulary)


def find_abbreviations(text: str) -> list[tuple[str, str]]:
    """`Virtual Safety Car (VSC)` gives (`vsc`, `virtual safety car`): initials in brackets after their words.

    After Schwartz & Hearst (PSB 2003), stricter: every letter is the initial of a word, in order, and the
    first is that of the first word.
    """
    found = []
    for match in _ABBREVIATION.finditer(text):
        short = match[1].rstrip("s") if match[1][-1] == "s" else match[1]
        letters = re.sub(r"[^a-z]", "", short.lower())
        before = re.findall(
            r"[A-Za-z]+", text[max(0, match.start() - 120) : match.start()].rsplit("\n", 1)[-1]
        )
        long = _expansion(letters, [word.lower() for word in before][-len(letters) - 3 :])
        if long:
            found.append((short.lower(), long))
    return found


def _expansion(letters: str, before: Sequence[str]) -> str | None:
    """The fewest words at the end of `before` whose initials hold `letters` in order."""
    for count in range(2, len(before) + 1):
        chosen = before[-count:]
        if chosen[0][0] == letters[0] and _covers("".join(word[0] for word in chosen), letters):
            return " ".join(chosen)
    return None


def _covers(initials: str, letters: str) -> bool:
    """All letters occur in order among the initials."""
    place = -1
    for letter in letters:
        place = initials.find(letter, place + 1)
        if place < 0:
            return False
    return True
