"""Registers over the rules in force: the defined terms, who must do what, and what a breach costs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise, takewhile
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from regulations_agent.answer.row_context import context_of, headings_of, lead_in_parent
from regulations_agent.index.words.lexical import stem
from regulations_agent.language.quantities import NUMBER_WORDS
from regulations_agent.language.registers.norms import Norm, norms
from regulations_agent.language.registers.penalties import (
    Cost,
    costs,
    decided_by,
    is_pointer,
    labelled,
    tabled,
)
from regulations_agent.language.registers.subjects import is_pronoun, topic
from regulations_agent.language.sanctions import words_above
from regulations_agent.language.sentences import announces, sentences
from regulations_agent.retrieval.cache import library_cache
from regulations_agent.types.document import Clause, Document, Term
from regulations_agent.types.run import Filters
from regulations_agent.types.views import ObligationView, PenaltyView, TermView

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever


_APPEAL = re.compile(r"\bappeal", re.IGNORECASE)
_LABELS = re.compile(r"\(([a-z]{1,4}|\d{1,2})\)|\b([a-z]{1,4}|\d{1,2})\)")
_OTHERS = re.compile(r"^(?:for|in|against|all)\b[^.]{0,20}\bother\b", re.IGNORECASE)
_FIRST = re.compile(
    rf"\bthe ({'|'.join(NUMBER_WORDS)})(?: \(\d+\))? (?:penalties|sanctions|measures) above\b", re.IGNORECASE
)
_LABEL = re.compile(r"([a-z]{1,4}|\d{1,2})\)?$")
Row = TypeVar("Row", ObligationView, PenaltyView)
RowsOf: TypeAlias = "Callable[[Retriever, Clause], Iterable[Row]]"
KEPT = 64
"""Registers of documents that are kept of a library: making one reads every clause."""
_WORD = re.compile(r"[^\W_]+")


def appeal_for(number: str, own: str, above: str) -> str | None:
    """What is said of an appeal in the case of one clause; None where nothing is.

    `own` is its text, `above` that of the clause it is an item of: there `under (a)` speaks of that item
    alone, `for the other cases` of the rest.
    """
    said = next((s for s in _sentences(own) if _APPEAL.search(s)), None)
    if said is not None:
        return said
    found = _sentences(above)
    label = _LABEL.search(number)
    for place, sentence in enumerate(found):
        if not _APPEAL.search(sentence):
            continue
        named = {a or b for a, b in _LABELS.findall(sentence)}
        first = _FIRST.search(sentence)
        if first and label and len(label[1]) == 1:  # `any of the four penalties above`: the fifth is none
            return sentence if ord(label[1]) - ord("a") < NUMBER_WORDS.get(first[1].lower(), 0) else None
        if not named or (label and label[1] in named):
            return sentence
        following = found[place + 1] if place + 1 < len(found) else ""
        return following if _OTHERS.match(following) else None
    return None


def _sentences(text: str) -> list[str]:
    return [" ".join(text[start:end].split()) for start, end in sentences(text)]


def terms(
    library: Retriever, word: str | None = None, filters: Filters | None = None
) -> tuple[TermView, ...]:
    """The defined terms, in alphabetical order, each with the clauses of its season that use it.

    `word` keeps the terms whose name or alias has all its words. Without filters the newest season of every
    section is read; raises `UsageError` for filters that admit no document.
    """
    found = _terms(library, current(library, filters or Filters()))
    return tuple(t for t in found if word is None or _has(word, (t.term, *t.aliases)))


@library_cache(KEPT)
def _terms(library: Retriever, documents: tuple[Document, ...]) -> tuple[TermView, ...]:
    texts = [(d.year, c) for d in documents for c in library.clauses(d.id) if c.in_force]
    found = []
    for document in documents:
        for term in library.index.records[library.documents.index(document)].terms():
            if _is_message(term.term):
                continue
            clause_id = f"{document.id}/{term.clause}"
            users = _users(term, [c for season, c in texts if season == document.year])
            used_in = tuple(name for name in users if name != clause_id)
            found.append(TermView(term.term, term.aliases, term.definition, clause_id, term.page, used_in))
    return tuple(sorted(found, key=lambda t: (t.term.casefold(), t.clause_id)))


def obligations(
    library: Retriever, word: str | None = None, filters: Filters | None = None
) -> tuple[ObligationView, ...]:
    """Who must, must not or may do what by when, in printed order; `word` and `filters` as in `penalties`."""
    return _register(library, filters, _obligations, word)


def penalties(
    library: Retriever, word: str | None = None, filters: Filters | None = None
) -> tuple[PenaltyView, ...]:
    """What each breach costs, in printed order; `filters` as in `terms`.

    `word` keeps the rows that have all its words, in what they say or in the headings above their clause.
    """
    return _register(library, filters, _penalties, word)


def current(library: Retriever, filters: Filters) -> tuple[Document, ...]:
    """The documents in force now: of each section the newest season, of that the newest issue."""
    admitted = [d for d in library.documents if _admits(filters, d)]
    newest: dict[str, Document] = {}
    for document in sorted(admitted, key=lambda d: (d.year or 0, d.issue or 0)):
        newest[document.series] = document
    return tuple(sorted(newest.values(), key=lambda d: d.id))


def _admits(filters: Filters, document: Document) -> bool:
    return document.fits(filters.season, filters.section, filters.issue) and (
        filters.as_of is None or (document.published or "") <= filters.as_of
    )


def _register(
    library: Retriever, filters: Filters | None, rows_of: RowsOf[Row], word: str | None
) -> tuple[Row, ...]:
    """The rows of every binding clause in force, and not only of a later season, that have the word."""
    found = (row for d in current(library, filters or Filters()) for row in _rows(library, d, rows_of))
    return tuple(row for row in found if word is None or _has(word, (_said(row),)))


@library_cache(KEPT)
def _rows(library: Retriever, document: Document, rows_of: RowsOf[Row]) -> tuple[Row, ...]:
    clauses = (c for c in library.clauses(document.id) if c.in_force and c.binding and not c.effective)
    return tuple(row for clause in clauses for row in rows_of(library, clause))


def _obligations(library: Retriever, clause: Clause) -> Iterator[ObligationView]:
    continued = any(child.in_force and child.text for child in library.children(clause))
    norm: Norm
    lead, about = lead_of(library, clause), _topic_before(library, clause)
    for norm in norms(clause.text, lead, heading=clause.heading, continued=continued, about=about):
        said = " ".join(filter(None, (norm.who, norm.what, norm.when)))
        yield ObligationView(
            norm.who, norm.modality, norm.what, norm.when, clause.id, clause.page,
            headings_of(library, clause), context_of(library, clause, said),
        )  # fmt: skip


def _topic_before(library: Retriever, clause: Clause) -> str:
    """What the nearest clause before speaks of first, or that above them; empty where none can be told."""
    above = library.parent(clause)
    if above is None or not is_pronoun(clause.text.split(maxsplit=1)[0] if clause.text else ""):
        return ""
    siblings = [c for c in library.children(above) if c.in_force]
    place = next((n for n, c in enumerate(siblings) if c.id == clause.id), 0)
    for near in (*reversed(siblings[:place]), above):
        first = next((near.text[a:b] for a, b in sentences(near.text)), "")
        found = topic(first) if first else ""
        if found is None or (found and not is_pronoun(found)):
            return found or ""
    return _topic_before(library, above)


def _penalties(library: Retriever, clause: Clause) -> Iterator[PenaltyView]:
    above = library.parent(clause)
    over = above.text if above else ""
    appeal = appeal_for(clause.number, clause.text, over)
    for cost in _costs(library, clause):
        named = tuple(_resolved(library, clause, sanction) for sanction in cost.sanctions)
        decided = cost.decided_by or decided_by(over)
        said = " ".join((cost.breach, *cost.sanctions))
        yield PenaltyView(
            cost.breach, named, cost.mandatory, decided, appeal, clause.id, clause.page,
            headings_of(library, clause), context_of(library, clause, said),
        )  # fmt: skip


def _costs(library: Retriever, clause: Clause) -> Iterator[Cost]:
    headings = [c.heading for c in (clause, *reversed(library.path(clause))) if c.heading]
    waits = bool(clause.rows) or any(child.in_force and child.text for child in library.children(clause))
    lead, heading = lead_of(library, clause), headings[0] if headings else ""
    text, lead = (_closed(library, clause, lead), "") if lead and _closes(clause) else (clause.text, lead)
    said = costs(text, lead, heading, continued=waits, context=_before(library, clause, lead))
    return chain(said, _labelled(library, clause, heading), tabled(clause.rows, words_above(clause)))


def _closes(clause: Clause) -> bool:
    """The words that end the sentence of a list: `shall be guilty of an offence`."""
    return clause.number.rpartition("/")[2].startswith("¶") and clause.text[:1].islower()


def _closed(library: Retriever, clause: Clause, lead: str) -> str:
    """The whole sentence of the list that the clause ends."""
    above = library.parent(clause)
    siblings = library.children(above) if above is not None else ()
    items = takewhile(lambda other: other != clause, siblings)
    return " ".join([lead, *(f"{one.text.rstrip('.')}" for one in items), clause.text])


def _labelled(library: Retriever, clause: Clause, heading: str) -> Iterator[Cost]:
    """What the clause says behind a label, or the one above of all that follow it."""
    items = any(child.in_force and child.text for child in library.children(clause))
    yield from (c for c in labelled(clause.text, heading) if not (items and announces(c.breach)))
    if (above := library.parent(clause)) is not None and (said := _sentences(clause.text)):
        shared = (cost for cost in labelled(above.text, above.heading) if announces(cost.breach))
        yield from (
            replace(cost, breach=f"{cost.breach.rstrip(' :')}: {said[0].rstrip('.;, ')}") for cost in shared
        )


def _resolved(library: Retriever, clause: Clause, sanction: str) -> str:
    """A sanction that only refers elsewhere with what stands there: `penalty under Article 9d: a fine`."""
    if not is_pointer(sanction):
        return sanction
    near = (clause, *library.path(clause))
    referred = [c for place in near for c in library.references(place)]
    references = (part for c in referred for part in (c, *library.children(c)))  # `54.3 c` leads to `54.3`
    cited = [c for c in references if c.in_force and _is_named(c.number, sanction)]
    named = (phrase for c in cited for cost in _costs(library, c) for phrase in cost.sanctions)
    found = [phrase for phrase in dict.fromkeys(named) if not is_pointer(phrase)]
    return f"{sanction}: {'; '.join(found)}" if found else sanction


def _is_named(number: str, text: str) -> bool:
    """A clause is named itself, not only as a part of a longer number: `54.3` in `54.3 c)` is not."""
    spaced = r"\s*".join(map(re.escape, number.rstrip(")")))
    return (
        re.search(rf"(?<![\w.]){spaced}\)?(?!\s*\(?[a-z]{{1,2}}\b|[\w.]\w)", text, re.IGNORECASE) is not None
    )


def lead_of(library: Retriever, clause: Clause) -> str:
    """The unfinished sentence that a clause completes, with what that completes in turn; else empty."""
    parts: list[str] = []
    while (above := library.parent(clause)) is not None and (part := lead_in_parent(library, above, clause)):
        parts.insert(0, part)
        if part != " ".join(above.text.split()):
            break
        clause = above
    return " ".join(parts)


def _before(library: Retriever, clause: Clause, lead: str) -> str:
    """The sentence of the parent's text before the lead; else empty."""
    above = library.parent(clause)
    printed = [" ".join(above.text[a:b].split()) for a, b in sentences(above.text)] if above else []
    return next((s for s, following in pairwise(printed) if following == lead), "")


def _said(row: ObligationView | PenaltyView) -> str:
    """What a row says, and the headings above it."""
    if isinstance(row, ObligationView):
        return " ".join([*row.headings, row.who, row.what, row.when or ""])
    return " ".join([*row.headings, row.breach, *row.sanctions])


def _has(word: str, texts: Iterable[str]) -> bool:
    """Some text has every word of `word`, whatever its ending."""
    wanted = {stem(w) for w in _WORD.findall(word.lower())}
    return any(wanted <= {stem(w) for w in _WORD.findall(text.lower())} for text in texts)


def _is_message(term: str) -> bool:
    """`SAFETY CAR DEPLOYED`: shown or sent, and no term."""
    return " " in term and term.isupper()


def _users(term: Term, clauses: Iterable[Clause]) -> list[str]:
    """Ids of the clauses that use a term or its alias, singular or plural, as a word of its own."""
    names = {
        form for name in (term.term, *term.aliases) for form in (name, f"{name}s", name.removesuffix("s"))
    }
    whole = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")
    return [c.id for c in clauses if any(name in c.text for name in names) and whole.search(c.text)]
