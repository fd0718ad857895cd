"""Whether the corpus supports an answer; where not, what was searched, what comes nearest, what it lacks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.answer.table_quotes import has_rows, spoken, to_row
from regulations_agent.answer.text import (
    book_name,
    heading_beside,
    joined,
    marked,
    marks_of,
    number_in_words,
    shortened,
    the_book,
)
from regulations_agent.answer.verify import cite
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.guard.judging.strangers import strangers
from regulations_agent.index.words.lexical import stem
from regulations_agent.language.sentences import sentences
from regulations_agent.language.words import tokens
from regulations_agent.reasoning.choosing.chances import (
    chance,
    least,
    question_features,
    rule_features,
    unanswerable,
)
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.choosing.select import Ranked
from regulations_agent.reasoning.drafting.listing import head, listing
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import forms_of
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Draft, Filters

MOST_BOOKS = 6
"""Books, or kinds of books, that it names as searched."""
MOST_UNHEARD = 3
"""Words of a question, which no clause holds, that an abstention names."""
_MENTION = re.compile(
    r"\b(?:articles?|art\.?|clauses?|rules?|paragraphs?)\s+"
    r"(?P<number>(?!(?:19|20)\d\d\b)[A-Z]{0,3}\.?\d+(?:[.:]\d+)*)"
    r"(?![\d%])(?!.{0,20}\b(?:of|in) the (?:\w+ ){0,3}(?:code|statutes)\b)",
    re.IGNORECASE,
)
_NONE_FITS = "no clause fits the question closely enough"
_NEAREST = 3
"""Of twelve answers to strangers' questions withheld wrongly they hold the rule of ten; two hold seven."""
_QUOTED = 240
"""Characters shown of each nearest clause."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Why there is no answer."""

    reason: str
    sure: bool = True
    """Seen, not estimated: a year without a document, a name that no clause holds."""


def support(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> float | Lack:
    """The chance, in [0, 1], that the corpus answers; or why it does not."""
    if ranked[0].rule.named:
        return 1.0
    first = ranked[0].rule.root
    if years := _years_without_documents(reading, ranked[0], library):
        return Lack(f"there is no document of {joined(years, 'or')}")
    seen = question_features(reading, library) | rule_features(reading, ranked)
    told_beside = (
        first.parent or first.id
    ) in reading.beside  # a follow-up, answered beside what was answered
    if unanswerable(seen) and not told_beside:
        return _lack(reading, library)
    return max(chance("answerable", seen), least("answerable"))


def answerable(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> float:
    """The chance, in [0, 1], that the corpus answers, by the question and the rules found."""
    return chance("answerable", question_features(reading, library) | rule_features(reading, ranked))


def _years_without_documents(reading: Reading, first: Ranked, library: Retriever) -> list[str]:
    """Seasons that the question names, the corpus lacks, and the best rule does not speak of; beside a book
    without seasons or other editions a year is sooner that of the thing asked about (`a 1998 boat`)."""
    book = first.rule.document
    editions = {d.year for d in library.documents if d.series == book.series}
    if reading.named.seasons or (book.season is None and len(editions) < 2):
        return []
    text = " ".join(n.clause.text for n in first.rule.nodes)
    return [str(y) for y in reading.named.absent if str(y) not in text]


def _lack(reading: Reading, library: Retriever) -> Lack:
    """What no clause holds a word of; else that none fits."""
    if missing := strangers(reading.ask.text, library, places=False):
        return Lack(f"they do not mention {joined(missing)}")
    if words := unheard(reading, library):
        said = joined([f"“{word}”" for word in words[:MOST_UNHEARD]], "or")
        return Lack(f"{_NONE_FITS}, and none mentions {said}", sure=False)  # in other words it may
    return Lack(_NONE_FITS, sure=False)


def unheard(reading: Reading, library: Retriever) -> tuple[str, ...]:
    """Words of a question, as typed, that stand in no clause at all."""
    typed = {stem(t): t for t in tokens(reading.ask.text) if t.isalpha()}
    known = library.index.lexical.frequency
    missing = (w for w in reading.want.weights if not any(map(known, (w, *forms_of(w)))))
    return tuple(typed[w] for w in missing if w in typed)


def absent_numbers(text: str, library: Retriever, filters: Filters) -> tuple[str, ...]:
    """Numbers of clauses, as typed, that no book in scope has; () when one of those named exists.

    Where some sentences of the text ask, the numbers of the others do not count.
    """
    pieces = [text[a:b] for a, b in sentences(text)]
    asking = [p for p in pieces if p.rstrip().endswith("?")] or pieces
    typed = [m["number"] for piece in asking for m in _MENTION.finditer(piece)]
    absent = [number for number in typed if not _exists(number, library, filters)]
    return tuple(dict.fromkeys(absent)) if len(absent) == len(typed) else ()


def _exists(number: str, library: Retriever, filters: Filters) -> bool:
    """A clause has the number, or stands under it; the article above a missing number is not enough."""
    key = lookup_key(number)
    found = (lookup_key(hit.clause.number) for hit in library.lookup(number, filters))
    return any(other == key or other.startswith(f"{key}.") or other.endswith(f".{key}") for other in found)


def abstain(
    reason: str, documents: Sequence[Document], found: Sequence[Ranked], *, sure: bool = True
) -> Draft:
    """An abstention; the nearest clauses are quoted and cited, none is stated as the answer.

    `sure`: that there is none was seen; what is only estimated may stand in the documents all the same.
    """
    holds = "do not contain an answer" if sure else "may not contain an answer"
    lines = [f"The documents searched {holds}: {reason}.", f"Searched: {_books(documents)}."]
    by_name = {(r.rule.root.number, r.rule.path[-1:]): r for r in reversed(found)}
    nearest = [_near(r) for r in list(by_name.values())[::-1][:_NEAREST]]
    citations = tuple(c for n in nearest if (c := cite(n.rule.hit(n.clause))).verified)
    if nearest:
        marks = marks_of(citations)
        books = {the_book(n.rule.document) for n in nearest}
        book = f" in {books.pop()}" if len(books) == 1 else ""
        quotes = [
            marked(f"- **{_named(n, book=not book)}:** {n.said}", [n.clause.id], marks) for n in nearest
        ]
        lines.append("\n".join([f"Nearest{book}, which may rule something else:", "", *quotes]))
    return Draft("\n\n".join(lines), citations, abstained=True)


@dataclass(frozen=True, slots=True)
class _Near:
    """A rule that comes near, with the clause of it that is quoted."""

    rule: Rule
    clause: Clause
    said: str


def _near(found: Ranked) -> _Near:
    """What it says in short, in the order printed, or of a long one, or one that is only items, the sentence
    that fits best, an item with the words it completes and a row with the names of its columns."""
    rule, best = found.rule, found.best
    top = head(rule.root, rule.below(rule.root))
    items = (shown.text for shown in listing(rule, rule.root))
    begun = shortened(" ".join([rule.root.text[top.start : top.end], *items]), _QUOTED)
    if rule.root.text and shortened(best.text, _QUOTED).removesuffix(" …") in begun:
        return _Near(rule, rule.root, begun)
    if has_rows(best.text):
        return _Near(rule, best.clause, spoken(to_row(best.clause.text, best.text, _QUOTED)))
    led = rule.leads(best.clause, best.span)
    fits = shortened(f"{led} {best.text}", _QUOTED + len(led))
    return _Near(rule, best.clause, f"… {fits}" if best.span.start and not led else fits)


def _named(near: _Near, *, book: bool) -> str:
    """`B5.5.4 (Grid Procedure)`, with its book where that tells it from others."""
    heading = heading_beside(near.clause.number, near.rule.path[-1]) if near.rule.path else ""
    number = number_in_words(near.clause.number)
    name = f"{number} ({heading})" if heading else number
    return f"{name} of {the_book(near.rule.document)}" if book else name


def _books(documents: Sequence[Document]) -> str:
    """What was searched, by kind and season: `the sporting regulations of 2025 (issues 1 and 4) and 2026`;
    of many books the first, and how many more."""
    kinds: dict[str, dict[int, list[int]]] = {}
    names = [book_name(d) for d in documents if d.season is None]
    for document in documents:
        if document.season is not None:
            issues = kinds.setdefault(document.section, {}).setdefault(document.season, [])
            issues.extend([] if document.issue is None else [document.issue])
    for section, seasons in kinds.items():
        years = [
            f"{season} ({'issues' if len(found) > 1 else 'issue'} {joined([str(n) for n in sorted(found)])})"
            if (found := seasons[season])
            else str(season)
            for season in sorted(seasons)
        ]
        names.append(f"the {section.replace('_', ' ')} regulations of {joined(years)}")
    told = list(dict.fromkeys(names))
    more = f"; {len(told) - MOST_BOOKS} more" if len(told) > MOST_BOOKS + 1 else ""
    return "; ".join(told[:MOST_BOOKS] if more else told) + more or "nothing"


def unsearched() -> Draft:
    """Said where every tool failed: that nothing was found would be untrue."""
    said = "No tool gave a result, so the documents were not searched; the warnings say why. Ask again."
    return Draft(said, abstained=True)
