"""What references are resolved against: a document's clauses by number, place and parent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from regulations_agent.corpus.numbers.naming import SECTION_LETTERS
from regulations_agent.corpus.numbers.reference import lookup_key, unique_tails
from regulations_agent.types.document import Clause, Document


@dataclass(frozen=True)
class Known:
    """The numbers of one document, its clauses in force and where they hang."""

    document: Document
    clauses: Sequence[Clause]

    @cached_property
    def numbers(self) -> dict[str, str]:
        return clause_keys(self.clauses)

    @cached_property
    def worded(self) -> dict[tuple[str, str], str]:
        """Numbers that say their keyword, by that word in small letters and the look-up key without it:
        `IV/Section 1`."""
        pairs = ((keyword(c.number), c.number) for c in reversed(self.clauses) if c.in_force)
        return {(word, lookup_key(without_keyword(number))): number for word, number in pairs if word}

    @cached_property
    def words(self) -> frozenset[str]:
        """The keywords that numbers say."""
        return frozenset(word for word, _ in self.worded)

    @cached_property
    def tails(self) -> dict[str, str]:
        """Numbers by a part of their look-up key that means them alone."""
        return {tail: self.numbers[key] for tail, key in unique_tails(self.numbers).items()}

    @cached_property
    def places(self) -> dict[str, int]:
        return {c.number: i for i, c in enumerate(self.clauses)}

    @cached_property
    def roots(self) -> frozenset[str]:
        """Letters with which this book's own numbers start."""
        found = (re.match(r"([A-Z]{1,3}|[IVX]{4,7})(?:\.?\d|$)", c.number) for c in self.clauses)
        return frozenset(m[1] for m in found if m)

    @cached_property
    def letters(self) -> frozenset[str]:
        """Letters that start numbers without a leading word: the book's own and its sister sections'.

        The empty one where its numbers start with figures.
        """
        sisters = self.document.season is not None and bool(self.roots & SECTION_LETTERS.keys())
        plain = any(c.number[:1].isdigit() for c in self.clauses)
        return self.roots.union(SECTION_LETTERS if sisters else (), ("",) if plain else ())

    @cached_property
    def kinds(self) -> dict[str, str]:
        return {c.number: c.kind for c in self.clauses}

    @cached_property
    def parents(self) -> dict[str, str | None]:
        prefix = f"{self.document.id}/"
        return {c.number: c.parent.removeprefix(prefix) if c.parent else None for c in self.clauses}

    def above(self, number: str) -> list[str]:
        """The clause itself and all above it, lowest first."""
        path, at = [number], self.parents.get(number)
        while at is not None and at not in path:
            path.append(at)
            at = self.parents.get(at)
        return path


def keyword(number: str) -> str:
    """`section` of `Article IV/Section 1.a`; empty where the last step says none."""
    word = re.match(r"[A-Za-z]+(?= )", number.rpartition("/")[2])
    return word[0].lower() if word else ""


def without_keyword(number: str) -> str:
    """`Article IV/1.a` of `Article IV/Section 1.a`."""
    return re.sub(r"(?<![^/])[A-Za-z]+ (?=[^/]*$)", "", number)


def clause_keys(clauses: Sequence[Clause]) -> dict[str, str]:
    """Numbers of the clauses in force by look-up key; the first wins where two would share one."""
    keys: dict[str, str] = {}
    for clause in clauses:
        if clause.in_force:
            keys.setdefault(lookup_key(clause.number), clause.number)
    return keys
