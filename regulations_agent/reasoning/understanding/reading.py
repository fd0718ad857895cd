"""A question as the engine understands it, before anything is searched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from regulations_agent.language.words import subject_words
from regulations_agent.reasoning.understanding.books import Named, faced, named_by, narrowed
from regulations_agent.reasoning.understanding.followup import Resolved, other_case, resolve
from regulations_agent.reasoning.understanding.intent import (
    Ask,
    Form,
    asked_term,
    plain_form,
    quoted_term,
    read_ask,
)
from regulations_agent.reasoning.understanding.want import Want, make_want, stressed
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.spelling import respelt
from regulations_agent.tools.sections import rule_of
from regulations_agent.tools.topic import read_topic
from regulations_agent.types.document import Document
from regulations_agent.types.run import Filters, Question
from regulations_agent.versions.asked import compared_subject

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_BOOK_OF = re.compile(
    r"\b(?:19|20)\d\d(?:\s+(?!and\b|or\b|to\b)[a-z]+){0,3}?\s+(?:reg(?:ulation)?s?|rules?|rulebooks?|issue)\b",
    re.IGNORECASE,
)
"""A year that says which book is asked, not which column of a table."""
_SCOPE = re.compile(
    r"(?<![\d.,])(?:19|20)\d\d(?:'s)?(?![\d])|\b(?:issue|iss\.)\s*(?:no\.?\s*)?\d+"
    r"|\b(?:sporting|technical|financial|operational|general)\s+(?:f1\s+)?(?:regulations?|"
    r"regs?|rules?|rulebook|section|code)\b",
    re.IGNORECASE,
)
_SAME = ("clause", "where", "define", "summary", "list")
"""Forms of a follow-up that ask for the same rule again."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is asked, of which books, about which clauses."""

    resolved: Resolved
    ask: Ask
    named: Named
    filters: Filters
    numbers: tuple[str, ...]
    """Look-up keys of the clauses that the question names."""
    want: Want
    subject: str
    """What is searched: the question, of a comparison only what it compares, of a summary what it is of."""

    beside: frozenset[str] = frozenset()
    """Of a follow-up, ids of what the rules that the answer before named stand under, or of them."""

    @property
    def query(self) -> str:
        return self.resolved.text


def read_question(question: Question, library: Retriever) -> Reading:
    """The question resolved against its history and classified."""
    resolved = resolve(respelt(question.text, library.index), question.history)
    query = library.understand(resolved.text, question.filters)
    own = library.understand(resolved.asked, question.filters) if resolved.is_follow_up else query
    named = named_by(query)
    books = max(len(named.seasons) + len(named.absent), len(named.issues))
    ask = read_ask(resolved.asked, clauses=len(own.numbers), books=books, compares=query.is_comparison)
    if resolved.is_follow_up and ask.form == "open":
        ask = replace(read_ask(resolved.text), text=resolved.asked)
    if ask.form in ("open", "when") and _defined(resolved.asked, library, question.filters):
        ask = replace(ask, form="define", intent="general", term=asked_term(resolved.asked))
    compares = ask.form == "compare"
    named = faced(named, library.documents) if compares else named
    topic = compared_subject(query.topic) if compares else query.topic
    form = plain_form(query.topic) if compares else ask.form
    want = make_want(topic or resolved.text, _words(topic), form, library)
    if form == "amount":
        want = replace(want, years=tuple(_YEAR.findall(_BOOK_OF.sub(" ", resolved.text))))
    if resolved.is_follow_up:
        told = "" if ask.wants_number or ask.only_text or ask.form in _SAME else resolved.told
        want = _following(stressed(want, set(_words(own.topic)), 3.0, 0.5), told, _words(own.topic))
    filters = _filters(question.filters, named, ask, library.documents)
    subject = _subject(ask.form, topic, resolved.text)
    beside = frozenset[str]() if other_case(resolved.asked) else _beside(resolved.told, filters, library)
    return Reading(resolved, ask, named, filters, own.numbers, want, subject, beside)


def _subject(form: Form, topic: str, text: str) -> str:
    if form == "summary":
        return read_topic(topic).subject
    return topic if form == "compare" else text


def _defined(text: str, library: Retriever, filters: Filters) -> bool:
    """It sets a term in quotation marks that a rulebook defines: `When is a cost 'directly attributable'?`"""
    quoted = quoted_term(text)
    return quoted is not None and bool(library.definition(quoted, filters))


def _beside(told: str, filters: Filters, library: Retriever) -> frozenset[str]:
    """What the rules named in a text stand under: an article, or a heading within it; a rule that stands
    under nothing is named itself."""
    numbers = library.names.cited_in(told) if told else ()
    hits = [hit for number in numbers for hit in library.lookup(number, replace(filters, section=None))]
    rules = [rule_of(hit.clause, library) for hit in hits]
    return frozenset(rule.parent or rule.id for rule in rules)


def _following(want: Want, told: str, new: Sequence[str]) -> Want:
    """The want of a follow-up, which asks for something else than was told."""
    said = frozenset(subject_words(told)) - want.weights.keys()
    return replace(want, told=said, new=frozenset(new) & want.weights.keys())


def _words(topic: str) -> list[str]:
    return [] if not topic.strip() else list(subject_words(_SCOPE.sub(" ", topic)))


def _filters(asked: Filters, named: Named, ask: Ask, documents: Sequence[Document]) -> Filters:
    """One season, section and issue; of several seasons the newest, unless they are compared."""
    filters = narrowed(asked, named, documents)
    if filters.season is None and len(named.seasons) > 1 and ask.intent != "comparison":
        return Filters(max(named.seasons), filters.section, filters.issue, filters.as_of)
    return filters
