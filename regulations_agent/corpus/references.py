"""Resolves printed references to clauses of this document, and to clauses of others when those are known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from regulations_agent.corpus.mentions import Mention, Named, find_mentions
from regulations_agent.corpus.reference import ClauseNumber, lookup_key
from regulations_agent.types.document import Clause, Document, Reference, Target

SECTION_LETTERS = {
    "A": "general",
    "B": "sporting",
    "C": "technical",
    "D": "financial",
    "E": "financial_pu",
    "F": "operational",
}
"""The sections of the FIA Formula One Regulations from 2026 (Section A, Article A1.2)."""
MAX_RANGE = 60
"""Clauses between the two ends of `Articles 3.5 to 3.13` that are listed as targets."""

Books = Mapping[str, Mapping[str, str]]
"""For each other document id: its clause numbers in force, by look-up key."""


@dataclass(frozen=True)
class _Book:
    """What references are resolved against."""

    document: Document
    clauses: Sequence[Clause]

    @cached_property
    def numbers(self) -> dict[str, str]:
        return clause_keys(self.clauses)

    @cached_property
    def places(self) -> dict[str, int]:
        return {c.number: i for i, c in enumerate(self.clauses)}

    @cached_property
    def roots(self) -> frozenset[str]:
        """Letters with which this book's own numbers start."""
        found = (re.match(r"([A-Z]{1,3})(?:\.?\d|$)", c.number) for c in self.clauses)
        return frozenset(m[1] for m in found if m)

    @cached_property
    def letters(self) -> frozenset[str]:
        """Letters that start numbers without a leading word: the book's own and its sister sections'."""
        sisters = self.document.season is not None and bool(self.roots & SECTION_LETTERS.keys())
        return self.roots | (SECTION_LETTERS.keys() if sisters else frozenset())

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


def clause_keys(clauses: Sequence[Clause]) -> dict[str, str]:
    """Numbers of the clauses in force by look-up key; the first wins where two would share one."""
    keys: dict[str, str] = {}
    for clause in clauses:
        if clause.in_force:
            keys.setdefault(lookup_key(clause.number), clause.number)
    return keys


def find(document: Document, clauses: Sequence[Clause]) -> tuple[Reference, ...]:
    """Every printed reference of the in-force text, in order, resolved inside the document.

    A reference to another document is `external`; its target is the book (`2025/technical`) and the number.
    """
    book = _Book(document, clauses)
    found: list[Reference] = []
    for clause in clauses:
        heads = 0
        for text, in_heading in ((clause.heading, True), (clause.text, False)):
            for mention in find_mentions(text, book.letters):
                targets = _targets(book, clause.number, mention)
                if targets:
                    page = clause.page if in_heading else _page(clause, mention.start)
                    printed = re.sub(r"\s+", " ", text[mention.start : mention.end])
                    found.append(Reference(clause.number, page, printed, targets))
                    heads += in_heading
    return tuple(found)


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


def _page(clause: Clause, offset: int) -> int:
    page = clause.page
    for line in clause.lines:
        if line.start > offset:
            break
        page = line.box.page
    return page


def _targets(book: _Book, at: str, mention: Mention) -> tuple[Target, ...]:
    if mention.lead == "document":
        name = _book_named(book.document, mention.document)
        return () if name == book.document.book else (Target(name, None, "external"),)
    targets: list[Target] = []
    last = ""
    for named in mention.named:
        named = _completed(named, last)
        last = named.number
        target = _target(book, at, mention, named)
        if named.to and targets and target.status == targets[-1].status == "resolved":
            targets += _between(book, targets[-1], target)
        targets.append(target)
    return tuple(dict.fromkeys(targets))


def _completed(named: Named, last: str) -> Named:
    """`b)` after `Articles 5.17.1 a)` is `5.17.1 b)`; `x)` after `57.4b)i)` replaces the deepest step."""
    if not named.relative or not last or not re.search(r"\d", last):
        return named
    steps = ClauseNumber.parse(re.sub(r"\s+", "", last)).steps
    depth = len(re.findall(r"[A-Za-z0-9]+", named.number))
    stem = list(steps)
    while stem and depth and re.fullmatch(r"[^A-Za-z0-9]*[A-Za-z]{1,5}[^A-Za-z0-9]*", stem[-1]):
        stem.pop()
        depth -= 1
    return replace(named, number="".join(stem) + named.number, relative=False)


def _target(book: _Book, at: str, mention: Mention, named: Named) -> Target:
    number = re.sub(r"\s+", "", named.number) if not named.number.startswith("Appendix") else named.number
    if named.owner and named.owner != "this":
        number = f"{named.owner}/{number}"
    if mention.document:
        other = _book_named(book.document, mention.document)
        if other != book.document.book:
            return Target(other, number, "external")
    for candidate in _candidates(book, at, mention, named, number):
        found = book.numbers.get(lookup_key(candidate))
        if found is not None:
            return Target(book.document.id, found, "resolved")
    outside = _outside(book, number)
    return Target(outside, number, "external") if outside else Target(book.document.id, number, "dangling")


def _candidates(book: _Book, at: str, mention: Mention, named: Named, number: str) -> list[str]:
    """Full numbers that the printed one can mean, likeliest first."""
    above = book.above(at)
    own = at.startswith(("Appendix", "Annex", "Schedule"))
    inside = [f"{a}/{number}" if "/" not in a and own else f"{a}.{number}" for a in above]
    if named.relative or mention.lead == "part" or named.owner == "this":
        return [*inside, number]
    if mention.this:
        letter = re.match(r"[A-Z]+", at)
        return [number, *([letter.group() + number] if letter and number[0].isdigit() else []), *inside[-1:]]
    if own and "." in number:
        same = [i for i in inside[-1:] if _near(at, i)]
        return [*same, number, *inside[-1:]]
    if mention.lead == "appendix":
        return [number, number.replace("Appendix", "Annex", 1), number.replace("Appendix", "Schedule", 1)]
    return [number, *inside[-1:]] if own else [number]


def _near(at: str, candidate: str) -> bool:
    """Both stand in the same numbered section of one appendix."""
    first, second = ClauseNumber.parse(at).steps[:2], ClauseNumber.parse(candidate).steps[:2]
    return len(first) == 2 and first == second


def _between(book: _Book, first: Target, last: Target) -> list[Target]:
    """Clauses in force between the ends of a range that hang on the same parent."""
    a, b = book.places.get(first.clause or "", 0), book.places.get(last.clause or "", 0)
    parent = book.parents.get(first.clause or "")
    found = [
        Target(book.document.id, c.number, "resolved")
        for c in book.clauses[a + 1 : b]
        if c.in_force and book.parents[c.number] == parent
    ]
    return found if len(found) <= MAX_RANGE else []


def _outside(book: _Book, number: str) -> str | None:
    """The sister section or code that a number belongs to by its letter, None for this document."""
    document = book.document
    letter = re.match(r"(?:Appendix )?([A-Z])\.?\d", number)
    if letter and letter[1] in book.letters - book.roots:
        return f"{document.season}/{SECTION_LETTERS[letter[1]]}"
    if re.fullmatch(r"Appendix [A-Z]", number) and document.season is not None:
        return f"{document.season}/isc"
    return None


def _book_named(document: Document, name: str) -> str:
    """`2025/technical` for `2025 Technical Regulations`, `2025/isc` for `the Code`; a slug for others."""
    year = re.search(r"\b(20\d\d)\b", name)
    season = int(year[1]) if year else document.season
    section = _section_named(document, name.lower())
    return section if season is None else f"{season}/{section}"


def _section_named(document: Document, name: str) -> str:
    letter = re.fullmatch(r"section ([a-z])", name)
    if letter:
        return SECTION_LETTERS.get(letter[1].upper(), f"section-{letter[1]}")
    if "code" in name.split():
        return "isc"
    if "financial" in name:
        return "financial_pu" if "power unit" in name else "financial"
    for section in ("technical", "sporting", "operational", "general"):
        if section in name:
            return section
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"\b20\d\d\b|^the ", "", name)).strip("-") or document.section
