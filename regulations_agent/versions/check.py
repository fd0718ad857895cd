"""Whether a sentence is law: in force, deleted, changed since, or nowhere in the corpus."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from regulations_agent.answer.registers import current
from regulations_agent.answer.verify import SAME, cite, find_quote
from regulations_agent.corpus.numbers.units import CURRENCY_SIGNS
from regulations_agent.errors import UsageError
from regulations_agent.language.sentences import sentences
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Filters, Hit
from regulations_agent.types.views import CheckView, WordChange
from regulations_agent.versions.comparison.comparison import age
from regulations_agent.versions.diff.difference import words

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

ALIKE = 0.5
"""Share of words in common from which on one wording is a changed form of the other."""
TAKEN = 0.8
"""The same where the words face a part of a sentence: nearly all must be there."""
FRAGMENT = 6
"""Words that a part of a sentence needs to be known by."""
SHORTEST = 3
"""Words that a sentence needs to be told from a turn of phrase."""
_QUOTES = "\"'“”‘’«» "
_NEAR = 8
_SHOWN = 3
"""Nearest clauses that are named where nothing is found."""
_PIECE = re.compile(r"\S+")


class _Place(NamedTuple):
    """A clause of a document."""

    document: Document
    clause: Clause


def check(text: str, library: Retriever, filters: Filters | None = None) -> CheckView:
    """What the corpus says of a quoted sentence.

    `in_force`: it stands verbatim (spaces, quotation marks, ligatures aside) in a document in force now, or
    with other capitals, which `differences` then show;
    `deleted`: it is struck, or stood in an earlier issue or season and is gone; `changed`: the law in force
    says something close, and `differences` lead from the sentence to the law; `not_found`: neither, and
    `other` names the nearest clauses in force.
    Raises `UsageError` for fewer than three words and for filters that admit no document.
    """
    wanted = " ".join(text.split()).strip(_QUOTES)
    if len(_PIECE.findall(wanted)) < SHORTEST:
        raise UsageError(f"{text!r} is too short to check; give a sentence of {SHORTEST} words or more.")
    filters = filters or Filters()
    now = current(library, filters)
    if not now:
        raise UsageError("No document is in force within these filters; widen them.")
    holders = list(_holders(wanted, library, library.documents))
    if standing := [place for place in holders if place.document in now]:
        return _in_force(text, wanted, standing, holders)
    struck = list(_struck(wanted, library, now))
    former = [place for place in holders if filters.section in (None, place.document.section)]
    hits = [hit for hit in library.search(wanted, k=_NEAR, filters=filters) if hit.document in now]
    near = _nearest(wanted, hits)
    if near is not None and near.ratio == 1:
        return _but_for_capitals(text, wanted, near, library)
    if near is not None:
        return _changed(text, wanted, near, former, struck)
    if gone := [*struck, *former]:
        return _deleted(text, gone)
    others = tuple(hit.clause.id for hit in hits[:_SHOWN])
    return CheckView(text, "not_found", None, None, None, None, (), others)


class _Near(NamedTuple):
    """The sentence of the law that is closest."""

    place: _Place
    sentence: str
    part: str
    """What of it the wanted words face."""
    ratio: float
    """Share of words that this part and the wanted ones have in common, capitals aside, in [0, 1]."""


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
    return min(holding.values(), key=age, default=document).id


def _but_for_capitals(text: str, wanted: str, near: _Near, library: Retriever) -> CheckView:
    """It stands word by word, with other capitals or marks: `differences` tell which."""
    holders = list(_holders(near.part, library, library.documents))
    view = _in_force(text, near.part, [near.place], holders)
    return replace(view, differences=_differences(wanted, near.part))


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
        differences=_differences(wanted, near.part),
        other=tuple(others),
    )


def _deleted(text: str, gone: Sequence[_Place]) -> CheckView:
    newest = max(gone, key=lambda p: age(p.document))
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


def _nearest(wanted: str, hits: Sequence[Hit]) -> _Near | None:
    """The sentence that has most words in common with the wanted one; None where too few are."""
    found = [near for hit in hits for s in _parts(hit.clause) if (near := _near(wanted, hit, s))]
    return max(found, key=lambda near: near.ratio, default=None)


def _near(wanted: str, hit: Hit, sentence: str) -> _Near | None:
    """The wanted words against the sentence, or against the part of it that they may have been taken from."""
    asked, printed = [match.group() for match in _words(wanted)], list(_words(sentence))
    matcher = SequenceMatcher(None, asked, [match.group() for match in printed], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return None
    place = _Place(hit.document, hit.clause)
    whole = _Near(place, sentence, sentence, matcher.ratio())
    if len(asked) >= FRAGMENT:
        before, behind = blocks[0].a, len(asked) - blocks[-1].a - blocks[-1].size
        first = max(0, blocks[0].b - before)  # a word that was changed has its place in the law too
        end = min(len(printed), blocks[-1].b + blocks[-1].size + behind)
        ratio = 2 * sum(block.size for block in blocks) / (len(asked) + end - first)
        if ratio >= TAKEN:
            mark = re.compile(r"\S*" if not wanted[-1].isalnum() else "")
            stop = mark.match(sentence, printed[end - 1].end())
            part = sentence[printed[first].start() : stop.end() if stop else None]
            return _Near(place, sentence, part, ratio)
    return whole if whole.ratio >= ALIKE else None


def _parts(clause: Clause) -> list[str]:
    """The clause's sentences, and its whole text."""
    return [*(clause.text[start:end] for start, end in sentences(clause.text)), clause.text]


def _words(text: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"[\w.,]*\w|[{CURRENCY_SIGNS}]", text.translate(SAME).lower())


def _differences(wanted: str, law: str) -> tuple[WordChange, ...]:
    """Word by word from the sentence to the law."""
    return tuple(WordChange(change.op, change.text) for change in words(wanted, law))


def _condensed(text: str) -> str:
    """The characters that count: no spaces, ligatures apart, one kind of quotation mark and dash."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text).translate(SAME))
