"""All rules on a subject: what mentions it, what stands below its headings, and what those rules refer to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.answer.text import Marks, marked, marks_of, shortened, the_book
from regulations_agent.answer.verify import cite
from regulations_agent.language.words import stems, tokens
from regulations_agent.reasoning.choosing.rules import root_of
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Draft, Hit

_QUOTED = re.compile(r"[\"“‘`]([^\"”’`]{2,60})[\"”’`]|(?<!\w)'([^']{2,60})'(?!\w)")
_NAMED = re.compile(
    r"\b(?:relevant to|related to|relating to|about|concerning|regarding|mentions?|mentioning|"
    r"(?:apply|applies) to|deals? with|covers?|on)\s+(?:the\s+|an?\s+)?([^.?!;\n]{2,60})",
    re.IGNORECASE,
)
_MOST_LINES = 60
_MOST_CITED = 8
_DEEP = 2
"""Levels below a heading on the subject that belong to it."""
Forms = frozenset[tuple[str, ...]]


def list_draft(reading: Reading, library: Retriever) -> Draft | None:
    """Every rule on the subject by number, only the numbers when that is asked for; None when none is."""
    names = subject_names(reading.ask.text)
    book = _book(names, reading, library)
    if book is None:
        return None
    direct, cited = compiled(_forms(names), book, library) if names else ([], [])
    if not direct:
        direct, cited = _holding(reading, book, library), []
    if not direct:
        return None
    order = {c.id: place for place, c in enumerate(library.clauses(book.id))}
    if reading.ask.only_numbers:
        found = sorted([*direct, *cited], key=lambda c: order[c.id])
        return Draft(", ".join(dict.fromkeys(c.number for c in found)), _citations(direct, book))
    citations = _citations(direct, book)
    marks = marks_of(citations)
    lines = [
        f"{len(direct)} clauses of {the_book(book)}:",
        "",
        *(_line(c, marks) for c in direct[:_MOST_LINES]),
    ]
    if len(direct) > _MOST_LINES:
        rest = ", ".join(c.number for c in direct[_MOST_LINES:])
        lines.append(f"\nAnd: {rest}.")
    if cited:
        lines.append(f"\nReferred to there: {', '.join(c.number for c in cited)}.")
    return Draft("\n".join(lines), citations)


def subject_names(question: str) -> tuple[str, ...]:
    """The names of the subject, as typed: quoted, or after `relevant to`; variants are split at a slash."""
    quoted, named = _QUOTED.search(question), _NAMED.search(question)
    found = (quoted[1] or quoted[2]) if quoted else named[1] if named else ""
    return tuple(name for part in found.split("/") if (name := part.strip(" ,:")))


def compiled(forms: Forms, book: Document, library: Retriever) -> tuple[list[Clause], list[Clause]]:
    """Numbered clauses that say one of the forms or stand below a heading that does, and those that they
    refer to anywhere; both in printed order, items counted for their clause."""
    clauses = [c for c in library.clauses(book.id) if c.in_force]
    root = {c.id: root_of(c, library).id for c in clauses}
    saying = [c for c in clauses if _says(f"{c.heading} . {c.text}", forms)]
    headed = {c.id for c in clauses if c.kind not in ("item", "article") and _says(c.heading, forms)}
    below = [c for c in clauses if headed & {above.id for above in library.path(c)[-_DEEP:]}]
    direct = {root[c.id] for c in (*saying, *below)}
    referring = (c for c in clauses if root[c.id] in direct)
    targets = {root.get(t.id) for c in referring for t in library.references(c)}
    numbered = [c for c in clauses if c.kind != "item" and "/" not in c.number]
    return [c for c in numbered if c.id in direct], [c for c in numbered if c.id in targets - direct]


def _forms(names: Sequence[str]) -> Forms:
    """The names in singular and plural, as lower-case words."""
    found: set[tuple[str, ...]] = set()
    for words in map(tokens, names):
        if not words:
            continue
        last = words[-1]
        ends = {last, f"{last}s", f"{last}es"}
        ends |= {last.removesuffix("s")} if not last.endswith("ss") else set()
        ends |= {last.removesuffix("es")} if last.endswith("es") else set()
        ends |= (
            {f"{last[:-1]}ies"}
            if last.endswith("y")
            else {f"{last[:-3]}y"}
            if last.endswith("ies")
            else set()
        )
        found |= {(*words[:-1], end) for end in ends if end}
    return frozenset(found)


def _says(text: str, forms: Forms) -> bool:
    words = tokens(text)
    first = {form[0] for form in forms}
    return any(
        word in first and any(tuple(words[n : n + len(form)]) == form for form in forms)
        for n, word in enumerate(words)
    )


def _holding(reading: Reading, book: Document, library: Retriever) -> list[Clause]:
    """Clauses that hold every word of the question."""
    wanted = set(reading.want.weights)
    return [
        c
        for c in library.clauses(book.id)
        if wanted and c.in_force and wanted <= set(stems(f"{c.heading} {c.text}"))
    ]


def _book(names: Sequence[str], reading: Reading, library: Retriever) -> Document | None:
    """The document whose clause fits the subject best."""
    found = library.search(" ".join(names) or reading.query, k=1, filters=reading.filters)
    return found[0].document if found else None


def _citations(clauses: Sequence[Clause], book: Document) -> tuple[Citation, ...]:
    found = (cite(Hit(c, book, 1.0)) for c in clauses if c.text.strip() or c.heading)
    return tuple(c for c in found if c.verified)[:_MOST_CITED]


def _line(clause: Clause, marks: Marks) -> str:
    said = clause.heading or shortened(clause.text, 120)
    return marked(f"- **{clause.number}** {said}", [clause.id], marks)
