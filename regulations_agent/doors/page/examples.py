"""Questions to go on with, made from what the documents of an index say, and answered well before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest
from math import inf
from threading import Lock, Thread
from typing import TYPE_CHECKING

from regulations_agent.answer.views import clause_view
from regulations_agent.doors.page.checks import unsure
from regulations_agent.language.quantities import quantities
from regulations_agent.types.document import Clause, Document

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.types.answer import Answer

_SANCTION = re.compile(r"\b(penalty|penalties|fined?|disqualif\w+|suspen\w+|sanctions?)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{3,}(?:[ -][^\W\d_]{2,}){1,3}")
"""Two to four words without figures or signs."""
SHOWN, TRIED = 4, 12
"""Questions to start with that are shown, and that are asked to find them."""
FURTHER, FURTHER_TRIED = 3, 5
"""The same of those that follow an answer."""
STARTERS = "starters"
"""Name of the thread that looks for the first."""


class Starters:
    """Questions to start with, of each index that was opened."""

    def __init__(self) -> None:
        self._made: dict[str, list[str] | None] = {}
        self._lock = Lock()

    def of(self, agent: Agent) -> list[str] | None:
        """Up to four; None while they are asked, which begins with the first call over an index."""
        key = agent.library.hash
        with self._lock:
            begun = key in self._made
            self._made.setdefault(key, None)
        if not begun:
            Thread(target=self._make, args=(key, agent), daemon=True, name=STARTERS).start()
        return self._made[key]

    def _make(self, key: str, agent: Agent) -> None:
        made: list[str] = []
        try:
            made = answered(agent, examples(agent.library), SHOWN, TRIED)
        finally:
            self._made[key] = made


def answered(agent: Agent, questions: Iterable[str], most: int, tried: int) -> list[str]:
    """The first of them that are answered well; asking them leaves nothing behind."""
    asking = agent.embedded(keep=False)
    good = (q for q in islice(dict.fromkeys(questions), tried) if well(asking.try_ask(q, fresh=True)))
    return list(islice(good, most))


def well(answer: Answer) -> bool:
    declined = answer.refused or answer.abstained
    return bool(answer.ok and answer.citations and not declined and not any(map(unsure, answer.warnings)))


def examples(library: Retriever) -> Iterator[str]:
    """One of each book, then a second, and so on, each of another kind; undated books, then the newest.

    Of a book of several seasons the last one is asked.
    """
    newest = {d.series: d for d in sorted(library.documents, key=lambda d: (d.year or 0, d.issue or 0, d.id))}
    books = sorted(newest.values(), key=lambda d: (d.year or inf, d.pages, d.id), reverse=True)
    return _in_turn([_of(library, book, turn) for turn, book in enumerate(books)])


def _of(library: Retriever, book: Document, turn: int) -> Iterator[str]:
    kinds = [kind(library, book) for kind in (_changes, _penalties, _terms, _articles)]
    return _in_turn(kinds[turn % len(kinds) :] + kinds[: turn % len(kinds)])


def _in_turn(sources: Iterable[Iterator[str]]) -> Iterator[str]:
    """The first of each, then the second of each, and so on."""
    return (question for question in chain.from_iterable(zip_longest(*sources)) if question)


def further(answer: Answer, library: Retriever) -> Iterator[str]:
    """What may be asked after an answer: what changed there, a term that it uses, what the same books say
    beside it."""
    cited = [library.clause(citation.clause_id) for citation in answer.citations]
    changed = {amendment.clause_id for amendment in answer.amendments}
    for clause in cited:
        headings = [c for c in library.path(clause) if _WORDS.fullmatch(c.heading)]
        if clause.id in changed and headings:
            yield from _changed(headings[-1].heading, library.document_of(clause), library)
    asked = answer.question.lower()
    used = {t.term.lower(): t.term for clause in cited for t in clause_view(clause.id, library).terms}
    yield from (_meaning(term) for key, term in used.items() if key not in asked and _WORDS.fullmatch(term))
    books = {citation.document for citation in answer.citations}
    for related in answer.related:
        document = library.document_of(library.clause(related.clause_id))
        if document.id in books and _WORDS.fullmatch(related.heading):
            yield _about(related.heading, document)


def _penalties(library: Retriever, document: Document) -> Iterator[str]:
    titled = (c for c in _titled(library, document) if c.parent)
    counts = {c.heading: len(_SANCTION.findall(library.full_text(c))) for c in titled}
    named = {heading: count for heading, count in counts.items() if count and not _SANCTION.search(heading)}
    when = f" in {document.season}" if document.season else ""
    for heading in sorted(named, key=lambda h: -named[h]):
        yield f"Which penalties are there for {_spoken(heading)}{when}?"


def _terms(library: Retriever, document: Document) -> Iterator[str]:
    for term in library.index.catalogue.terms:
        if library.documents[_place(library, term.row)] == document and _WORDS.fullmatch(term.name):
            yield _meaning(term.name)


def _meaning(term: str) -> str:
    return f"What does “{term}” mean?"


def _changes(library: Retriever, document: Document) -> Iterator[str]:
    for clause in _titled(library, document):
        if any(below.deleted for below in library.children(clause)):
            yield from _changed(clause.heading, document, library)


def _changed(heading: str, document: Document, library: Retriever) -> Iterator[str]:
    """Nothing where there is no earlier issue."""
    issues = [d.issue for d in library.documents if d.book == document.book and d.issue is not None]
    if before := [issue for issue in issues if issue < (document.issue or 0)]:
        yield (
            f"What changed about {_spoken(heading)} between issue {max(before)} and issue {document.issue} "
            f"of the {_named(document)} regulations?"
        )


def _articles(library: Retriever, document: Document) -> Iterator[str]:
    """Of those that say most in figures: what opens a book is of little use to who begins."""
    titled = sorted(_titled(library, document), key=lambda c: -len(quantities(library.full_text(c))))
    return (_about(clause.heading, document) for clause in titled)


def _about(heading: str, document: Document) -> str:
    if document.season is None:
        return f"What are the rules on {_spoken(heading)}?"
    return f"What do the {_named(document)} regulations say about {_spoken(heading)}?"


def _titled(library: Retriever, document: Document) -> list[Clause]:
    """Clauses in force whose heading can stand in a sentence, those of a whole part last."""
    named = [c for c in library.clauses(document.id) if c.in_force and _WORDS.fullmatch(c.heading)]
    return sorted(named, key=lambda c: c.parent is None)


def _place(library: Retriever, row: int) -> int:
    return int(library.index.table.document[row])


def _named(document: Document) -> str:
    return " ".join(str(part) for part in (document.season, document.section.replace("_", " ")) if part)


def _spoken(heading: str) -> str:
    """In running text: `PIT LANE` and `Pit Lane` as `pit lane`, `FIA Delegates` as `FIA delegates`."""
    return " ".join(w if w.isupper() and not heading.isupper() else w.lower() for w in heading.split())
