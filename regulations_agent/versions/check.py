"""Whether a sentence is law: in force, deleted, changed since, or nowhere in the corpus."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from regulations_agent.answer.registers import current
from regulations_agent.answer.sentences import sentences
from regulations_agent.answer.verify import SAME, cite, find_quote
from regulations_agent.errors import UsageError
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Filters, Hit
from regulations_agent.types.views import CheckView, WordChange
from regulations_agent.versions.difference import words

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

ALIKE = 0.6
"""Share of words in common from which on one wording is a changed form of the other."""
SHORTEST = 3
"""Words that a sentence needs to be told from a turn of phrase."""
_QUOTES = "\"'“”‘’«» "
_NEAR = 8
_PIECE = re.compile(r"\S+")


class _Place(NamedTuple):
    """A clause of a document."""

    document: Document
    clause: Clause


def check(text: str, library: Retriever, filters: Filters | None = None) -> CheckView:
    """What the corpus says of a quoted sentence.

    `in_force`: it stands verbatim (spaces, quotation marks, ligatures aside) in a document in force now;
    `deleted`: it is struck, or stood in an earlier issue or season and is gone; `changed`: the law in force
    says something close, and `differences` lead from the sentence to the law; `not_found`: neither.
    Raises `UsageError` for fewer than three words and for filters that admit no document.
    """
    wanted = " ".join(text.split()).strip(_QUOTES)
    if len(_PIECE.findall(wanted)) < SHORTEST:
        raise UsageError(f"{text!r} is too short to check; give a sentence of {SHORTEST} words or more.")
    filters = filters or Filters()
    now = current(library, filters)
    if not now:
        raise UsageError(
            "No document is in force within these filters; see `regulations-agent index status`."
        )
    holders = list(_holders(wanted, library, library.documents))
    if standing := [place for place in holders if place.document in now]:
        return _in_force(text, wanted, standing, holders)
    struck = list(_struck(wanted, library, now))
    former = [place for place in holders if _admitted(filters, place.document)]
    near = _nearest(wanted, library, now, filters)
    if near is not None and not (struck and near.ratio < ALIKE):
        return _changed(text, wanted, near, former, struck)
    if gone := [*struck, *former]:
        return _deleted(text, gone)
    return CheckView(text, "not_found", None, None, None, None, (), ())


class _Near(NamedTuple):
    """The sentence of the law that is closest."""

    place: _Place
    sentence: str
    ratio: float
    """Share of words in common, in [0, 1]."""


def _in_force(text: str, wanted: str, standing: Sequence[_Place], holders: Sequence[_Place]) -> CheckView:
    best = min(standing, key=lambda p: len(p.clause.text))
    cited = cite(Hit(best.clause, best.document, 1.0), wanted)
    return CheckView(
        text=text,
        verdict="in_force",
        clause_id=best.clause.id,
        page=cited.page,
        quote=cited.quote,
        since=_since(best.document, holders),
        differences=(),
        other=tuple(p.clause.id for p in standing if p.clause.id != best.clause.id),
    )


def _since(document: Document, holders: Sequence[_Place]) -> str:
    """The first issue from which on every issue of the book holds it."""
    holding = {p.document.id: p.document for p in holders if p.document.series == document.series}
    return min(holding.values(), key=lambda d: (d.year or 0, d.issue or 0), default=document).id


def _changed(
    text: str, wanted: str, near: _Near, former: Sequence[_Place], struck: Sequence[_Place]
) -> CheckView:
    place = near.place
    cited = cite(Hit(place.clause, place.document, 1.0), near.sentence)
    others = dict.fromkeys(p.clause.id for p in (*struck, *former) if p.clause.id != place.clause.id)
    return CheckView(
        text=text,
        verdict="changed",
        clause_id=place.clause.id,
        page=cited.page,
        quote=cited.quote,
        since=place.document.id,
        differences=_differences(wanted, near.sentence),
        other=tuple(others),
    )


def _deleted(text: str, gone: Sequence[_Place]) -> CheckView:
    newest = max(gone, key=lambda p: (p.document.year or 0, p.document.issue or 0))
    others = dict.fromkeys(p.clause.id for p in gone if p.clause.id != newest.clause.id)
    return CheckView(
        text, "deleted", newest.clause.id, newest.clause.page, None, newest.document.id, (), tuple(others)
    )


def _holders(wanted: str, library: Retriever, documents: Iterable[Document]) -> Iterator[_Place]:
    """Clauses whose text in force holds the sentence as whole words."""
    key = _condensed(wanted)
    for document in documents:
        for clause in library.clauses(document.id):
            if clause.in_force and key in _condensed(clause.text) and find_quote(wanted, clause.text):
                yield _Place(document, clause)


def _struck(wanted: str, library: Retriever, documents: Iterable[Document]) -> Iterator[_Place]:
    """Clauses of which the sentence is deleted, in whole or in one of its runs."""
    key = _condensed(wanted)
    for document in documents:
        for clause in library.clauses(document.id):
            if clause.deleted and any(key in _condensed(run) for run in clause.deleted):
                yield _Place(document, clause)


def _nearest(
    wanted: str, library: Retriever, documents: Sequence[Document], filters: Filters
) -> _Near | None:
    """The sentence in force that has most words in common with the wanted one; None below `ALIKE`."""
    found: list[_Near] = []
    for hit in library.search(wanted, k=_NEAR, filters=filters):
        if hit.document in documents:
            found += [
                _Near(_Place(hit.document, hit.clause), s, _ratio(wanted, s)) for s in _parts(hit.clause)
            ]
    best = max(found, key=lambda near: near.ratio, default=None)
    return best if best is not None and best.ratio >= ALIKE else None


def _parts(clause: Clause) -> list[str]:
    """The clause's sentences, and its whole text."""
    spans = sentences(clause.text)
    return [clause.text[start:end] for start, end in spans] + ([clause.text] if len(spans) > 1 else [])


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, _tokens(one), _tokens(other), autojunk=False).ratio()


def _tokens(text: str) -> list[str]:
    return re.findall(r"[\w.,]*\w|[€$£]", text.translate(SAME).lower())


def _differences(wanted: str, law: str) -> tuple[WordChange, ...]:
    """Word by word from the sentence to the law."""
    return tuple(WordChange(change.op, change.text) for change in words(wanted, law))


def _admitted(filters: Filters, document: Document) -> bool:
    return filters.section in (None, document.section)


def _condensed(text: str) -> str:
    """The characters that count: no spaces, ligatures apart, one kind of quotation mark and dash."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text).translate(SAME))
