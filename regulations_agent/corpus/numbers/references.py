"""Resolves printed references to clauses of this document, and to clauses of others when those are known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from regulations_agent.corpus.numbers.known import Known, clause_keys
from regulations_agent.corpus.numbers.mentions import Mention, find_mentions
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.corpus.numbers.targets import targets_of
from regulations_agent.types.document import Clause, Document, Reference, Target

__all__ = ["Books", "clause_keys", "find", "resolve"]

Books = Mapping[str, Mapping[str, str]]
"""For each other document id: its clause numbers in force, by look-up key."""


def find(document: Document, clauses: Sequence[Clause]) -> tuple[Reference, ...]:
    """Every printed reference of the in-force text, in order, resolved inside the document.

    A reference to another document is `external`; its target is the book (`2025/technical`) and the number.
    """
    book = Known(document, clauses)
    # what a publisher's tree numbers is referred to as its publisher does
    words = book.words if document.season is None else frozenset[str]()
    found: list[Reference] = []
    for clause in clauses:
        for text, in_heading in ((clause.heading, True), (clause.text, False)):
            mentions = list(find_mentions(text, book.letters, words))
            for mention, targets in zip(
                mentions, _all_targets(book, clause.number, text, mentions), strict=True
            ):
                if targets:
                    page = clause.page if in_heading else clause.page_at(mention.start)
                    printed = re.sub(r"\s+", " ", text[mention.start : mention.end])
                    found.append(Reference(clause.number, page, printed, targets))
    return tuple(found)


def _all_targets(book: Known, at: str, text: str, mentions: Sequence[Mention]) -> list[tuple[Target, ...]]:
    """The targets of each mention.

    What leads nowhere here belongs to the document named next in its sentence, else to the one before.
    """
    found = [targets_of(book, at, mention) for mention in mentions]
    for i, targets in enumerate(found):
        if not any(t.status == "dangling" for t in targets):
            continue
        after = (j for j in range(i + 1, len(found)) if not _parted(text, mentions[i], mentions[j]))
        before = (j for j in range(i - 1, -1, -1) if not _parted(text, mentions[j], mentions[i]))
        others = (
            t.document for j in (*after, *before) for t in found[j] if t.status == "external" and t.clause
        )
        other = next(others, None)
        found[i] = tuple(dict.fromkeys(_elsewhere_or_own(book, target, other) for target in targets))
    return found


def _parted(text: str, first: Mention, second: Mention) -> bool:
    """A sentence or cell ends between the two."""
    return bool(re.search(r"[.;:!?|]\s|\n", text[first.end : second.start]))


def _elsewhere_or_own(book: Known, target: Target, other: str | None) -> Target:
    """A number without letter is one of `other`; without `other`, one of this book without its letter."""
    number = target.clause or ""
    plain = re.match(r"(Appendix )?\d", number)
    if plain is None or target.document != book.document.id:
        return target
    if other is not None:
        return target if plain[1] else Target(other, number, "external")
    if target.status != "dangling" or len(book.roots) != 1 or not (plain[1] or "." in number):
        return target
    (letter,) = book.roots
    place = plain.end() - 1
    own = book.numbers.get(lookup_key(number[:place] + letter + number[place:]))
    return target if own is None else Target(book.document.id, own, "resolved")


def resolve(references: Sequence[Reference], others: Books) -> tuple[Reference, ...]:
    """The references with their external targets looked up in the other documents of the corpus.

    A book without issue means its newest issue among `others`. A target whose document is there becomes
    `resolved` or, when that document has no such clause, `dangling`; the rest stays external.
    """
    newest: dict[str, str] = {}
    for document in sorted(others, key=_issue):
        newest[document.partition("@")[0]] = document
    return tuple(
        replace(r, targets=tuple(_elsewhere(t, newest, others) for t in r.targets)) for r in references
    )


def _issue(document: str) -> tuple[str, int]:
    book, _, issue = document.partition("@")
    return book, int(issue) if issue.isdigit() else 0


def _elsewhere(target: Target, newest: Mapping[str, str], others: Books) -> Target:
    document = newest.get((target.document or "").partition("@")[0])
    if target.status != "external" or document is None:
        return target
    if target.clause is None:
        return Target(document, None, "resolved")
    number = others[document].get(lookup_key(target.clause))
    return Target(document, number or target.clause, "resolved" if number else "dangling")
