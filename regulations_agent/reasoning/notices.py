"""What a reader is told beside an answer: other issues, seasons and books that rule otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.answer.text import book_name, joined
from regulations_agent.reasoning.choosing.select import Ranked
from regulations_agent.reasoning.comparing.onesided import no_document
from regulations_agent.reasoning.understanding.books import missing
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.values import fitting
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Document
from regulations_agent.versions.alignment.concordance import partners
from regulations_agent.versions.comparison.comparison import matched
from regulations_agent.versions.diff.difference import numbers, similarity
from regulations_agent.versions.diff.saying import change_in

CHECKED = 3
"""Citations that are looked up in the other issue."""
OLDER = "A rule of"
"""How the warning begins that a newer season was searched in vain."""
_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?![\d.])")
_ALIKE = 0.6
"""Share of common words from which a sentence of another season may be the same rule."""


def at_odds(citations: Sequence[Citation], library: Retriever) -> tuple[str, ...]:
    """One line for each cited clause that another issue of that day, or without a day, words otherwise."""
    return tuple(
        said
        for citation in citations[:CHECKED]
        for document in [library.document(citation.document)]
        for rival in rivals(document, library.documents)
        if (said := _said(citation, document, rival, library))
    )


def rivals(document: Document, documents: Sequence[Document]) -> list[Document]:
    """Other issues of the book that are not known to come before or after it."""
    return [
        d
        for d in documents
        if d.book == document.book and d.id != document.id and d.published in (None, document.published)
    ]


def _said(citation: Citation, document: Document, rival: Document, library: Retriever) -> str:
    clause = library.clause(citation.clause_id)
    match = partners(matched((document,), (rival,), library).matches).get(clause.id)
    if match is None or match.kind in ("unchanged", "moved") or not match.old:
        return ""
    other = match.new[0] if match.new else None
    told = change_in(clause.text, other.text) if other else "it has no such rule"
    return (
        f"{book_name(rival)} bears no later date than {book_name(document)} and rules otherwise on "
        f"{clause.number}: {told or 'other words'}."
    )


def beside(
    reading: Reading,
    first: Ranked,
    ranked: Sequence[Ranked],
    searched: Sequence[Document],
    library: Retriever,
) -> tuple[str, ...]:
    """One line for each thing about seasons and books that a reader of the first rule should know."""
    return (
        *_older(reading, first, searched),
        *_other_seasons(reading, first, ranked, library),
        *_other_books(reading, first, ranked),
        *_before(reading, first),
    )


def _older(reading: Reading, first: Ranked, searched: Sequence[Document]) -> tuple[str, ...]:
    """One line when a newer book of the same kind was searched and the question names no season."""
    document = first.rule.document
    newest = max((d.season or 0 for d in searched if d.section == document.section), default=0)
    if reading.filters.season is not None or document.season is None or document.season >= newest:
        return ()
    return (f"{OLDER} {document.season}: no rule of {newest} was found that fits as well.",)


def _before(reading: Reading, first: Ranked) -> tuple[str, ...]:
    """One line when a year is named before the only edition of the book, or beside a season that is there."""
    document, named = first.rule.document, reading.named
    told = document.season is None or named.seasons
    years = [y for y in named.absent if told and y < (document.year or 0)]
    return no_document(years, f"this one is of {document.year}")


def _other_seasons(
    reading: Reading, first: Ranked, ranked: Sequence[Ranked], library: Retriever
) -> tuple[str, ...]:
    """One line when another season has the same rule with other numbers and the question names no season."""
    if reading.filters.season is not None or first.rule.document.year is None:
        return ()
    for other in ranked:
        apart = other.rule.document.year != first.rule.document.year
        if apart and similarity(other.best.text, first.best.text) >= _ALIKE:
            differing = [
                f"{n.old} there, {n.new} here"
                for n in numbers(other.best.text, first.best.text)
                if n.old and n.new
            ]
            if differing and _is_counterpart(first, other, library):
                where = f"{book_name(other.rule.document)}, {other.best.clause.number}"
                return (f"Another season rules differently ({where}): {'; '.join(differing[:3])}.",)
    return ()


def _other_books(reading: Reading, first: Ranked, ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """One line when another book of the season answers likelier than not, with another value, and the
    question names no book."""
    if reading.filters.section is not None or reading.ask.form != "amount" or first.rule.logit <= 0:
        return ()
    own, document = {(q.value, q.unit) for q in fitting(reading.ask, first.best.text)}, first.rule.document
    units = {unit for _, unit in own if unit}  # bare numbers may count different things
    for other in ranked:
        book = other.rule.document
        given = [q for q in fitting(reading.ask, other.best.text) if q.unit in units]
        apart = book.season == document.season and book.book != document.book and other.rule.logit > 0
        if apart and own and given and not own & {(q.value, q.unit) for q in given}:
            said = joined([q.text for q in given[:3]])
            return (f"{other.best.clause.number} of the {book_name(book)} gives another value: {said}.",)
    return ()


def _is_counterpart(one: Ranked, other: Ranked, library: Retriever) -> bool:
    """One clause became the other: two sentences may be alike and rule different things."""
    old, new = sorted((one.rule.document, other.rule.document), key=lambda d: d.year or 0)
    match = partners(matched((old,), (new,), library).matches).get(one.best.clause.id)
    return match is not None and other.best.clause.id in {c.id for c in (*match.old, *match.new)}


def season_kept(reading: Reading) -> tuple[str, ...]:
    """One line when a follow-up is read of the season that an earlier question named."""
    if not reading.resolved.is_follow_up or not reading.named.seasons:
        return ()
    if {str(season) for season in reading.named.seasons} & set(_YEAR.findall(reading.ask.text)):
        return ()
    years = joined([str(season) for season in reading.named.seasons])
    return (f"Read of {years}, which was asked before; name another season for its rules.",)


def not_yet(reading: Reading, library: Retriever) -> tuple[str, ...]:
    """One line when a comparison names a season that is still to come."""
    years = set(reading.named.absent) - set(missing(reading.named, library.documents))
    newest = max((d.year or 0 for d in library.documents), default=0)
    return no_document(years if reading.ask.form == "compare" else (), f"the newest is of {newest}")
