"""The home of a topic: the sections that rule it, found by their headings and by where its hits stand."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from regulations_agent.index.words.lexical import idf
from regulations_agent.language.words import FUNCTION_WORDS, stems, subject_words, written_instead
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.sections import rule_of, rules_below, sections_over
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Hit

_HEADING, _MEANING, _AGE = 1.3, 0.8, 0.05
"""What the words of a heading, its meaning, and each season of age count beside the share of the hits."""
_NEWER = 0.8
"""Share of the best score from which the section of a newer season is the home."""
_ALSO, _NAMED = 0.85, 0.6
"""Shares of the best score, and how much its heading must say, for a further home in the same book."""
_NARROWER, _CLEARER = 0.85, 0.1
"""Share of the best score from which a section within it is the home instead, and how much more of the topic
its heading must say."""
_SMALL, _COMPANY, _HINTED = 3, 0.6, 0.3
"""Rules below which a home is too small to be alone: the section around it takes its place when it is nearly
as good, and these shares suffice for a further one."""
_MOST = 3
_SHORT = 3
"""Words of a thing that is listed, at most."""
_TOPIC_OF = re.compile(
    r"^(?:(?:the|main|key|all|basic|general)\s+)*(?:limits?|rules?|requirements?|regulations?|provisions?|"
    r"restrictions?|specifications?|obligations?)\s+(?:on|of|for|about|around|regarding|concerning)\s+",
    re.IGNORECASE,
)
"""`the limits on` before what is listed; in `the weighing of cars and drivers` one thing is asked about."""
_LISTED = re.compile(r"\s*(?:,\s*(?:and\s+|or\s+)?|\band\s+|\bor\s+|&)\s*", re.IGNORECASE)
_SHARP = 1.5
"""Power of a word's rarity in its book: `cost cap` says nothing within the financial book."""
_RARE = 3
"""Clauses that hold a word; rarer ones weigh no more."""
_LATER = 0.03
"""What each further place in the order of hits takes from a hit's weight."""
_FUNCTION_STEMS = frozenset(stems(" ".join(sorted(FUNCTION_WORDS))))


class Home(NamedTuple):
    """A section that rules the topic."""

    section: Clause
    document: Document
    score: float
    named: float
    """How well the words of its heading and of the topic agree, in [0, 1]."""
    rules: tuple[Clause, ...]
    """The rules under it, in printed order."""


@dataclass
class _Section:
    clause: Clause
    document: Document
    rules: dict[str, float] = field(default_factory=dict)
    """Weight of each rule under it that was found."""


def homes(subject: str, found: Sequence[Hit], library: Retriever) -> tuple[Home, ...]:
    """The sections of one book that rule a subject, the first the best; those nested in another left out.

    `found`: the hits of a search for the topic, best first.
    """
    ranked = _ranked(subject, found, library)
    if not ranked:
        return ()
    first = _widened(_narrowed(_newest(ranked), ranked), ranked)
    also, said = _ALSO, max(_NAMED, _ALSO * first.named)
    if len(first.rules) < _SMALL:
        also, said = _COMPANY, _HINTED
    kept = [first]
    for home in ranked:
        beside = home.document.id == first.document.id and not _overlap(home, kept)
        if beside and home.named >= said and home.score >= also * first.score and len(kept) < _MOST:
            kept.append(home)
    return (*kept, *_of_the_rest(subject, kept, ranked))


def _of_the_rest(subject: str, kept: Sequence[Home], ranked: Sequence[Home]) -> Iterator[Home]:
    """For each thing that the subject lists (`calipers, discs and pads`) and no kept heading names, the best
    section of the book whose heading does."""
    things = _TOPIC_OF.sub("", subject)
    listed = [set(subject_words(part)) for part in _LISTED.split(things)]
    if " of " in things or len(listed) < 2 or not all(0 < len(words) <= _SHORT for words in listed):
        return
    homes = list(kept)
    for words in listed:
        if any(words <= set(stems(home.section.heading)) for home in homes):
            continue
        named = (
            home
            for home in ranked
            if home.document.id == homes[0].document.id
            and words <= set(stems(home.section.heading))
            and not _overlap(home, homes)
        )
        if (best := next(named, None)) is not None:
            homes.append(best)
            yield best


def _newest(ranked: Sequence[Home]) -> Home:
    """The best section, or that of a newer season which is nearly as good."""
    best = ranked[0]
    newer = [h for h in ranked if _season(h) > _season(best) and h.score >= _NEWER * best.score]
    return max(newer, key=lambda h: (_season(h), h.score), default=best)


def _widened(home: Home, ranked: Sequence[Home]) -> Home:
    """The best section around one that is too small to be alone, when it is nearly as good."""
    inside = {rule.id for rule in home.rules}
    around = [
        h
        for h in ranked
        if len(home.rules) < _SMALL
        and inside < {rule.id for rule in h.rules}
        and h.score >= _NEWER * home.score
    ]
    return max(around, key=lambda h: h.score, default=home)


def _narrowed(home: Home, ranked: Sequence[Home]) -> Home:
    """The part of a section whose heading says clearly more of the topic; the section when none does."""
    inside = {rule.id for rule in home.rules}
    narrower = [
        h
        for h in ranked
        if inside > {rule.id for rule in h.rules}
        and h.score >= _NARROWER * home.score
        and h.named >= home.named + _CLEARER
    ]
    return max(narrower, key=lambda h: h.score, default=home)


def _ranked(subject: str, found: Sequence[Hit], library: Retriever) -> list[Home]:
    sections = list(_sections(found, library).values())
    whole: dict[str, float] = defaultdict(float)
    for section in sections:
        whole[section.document.id] = max(whole[section.document.id], sum(section.rules.values()))
    most, latest = (
        max(whole.values(), default=1.0),
        max((d.year or 0 for d in library.documents), default=0),
    )
    meanings, wording = _meanings(subject, sections, library), _Wording(subject, library)
    ranked = []
    for section, meaning in zip(sections, meanings, strict=True):
        rules = rules_below(section.clause, library)
        alone = len(rules) == 1 and not any(c.kind == "item" for c in library.children(rules[0]))
        if not rules or alone:
            continue
        named = wording.named_by(section.clause, section.document)
        inside = _balance(sum(section.rules.values()) / most, len(section.rules) / (len(rules) + 1))
        age = latest - (section.document.year or latest)
        score = inside + _HEADING * named + _MEANING * meaning - _AGE * age
        ranked.append(Home(section.clause, section.document, score, named, rules))
    return sorted(ranked, key=lambda h: (-h.score, h.section.id))


def _sections(found: Sequence[Hit], library: Retriever) -> dict[str, _Section]:
    """Every section over a hit, with the weights of the rules found in it."""
    sections: dict[str, _Section] = {}
    for place, hit in enumerate(found):
        rule = rule_of(hit.clause, library)
        weight = hit.score / (1 + _LATER * place)
        for clause in sections_over(rule, library):
            rules = sections.setdefault(clause.id, _Section(clause, hit.document)).rules
            rules[rule.id] = max(weight, rules.get(rule.id, 0.0))
    return sections


def _meanings(subject: str, sections: Sequence[_Section], library: Retriever) -> list[float]:
    """Cosine of the subject to each heading, alone or below the one above it."""
    names = []
    for section in sections:
        above = [c.heading for c in library.path(section.clause) if c.heading][-1:]
        names += [section.clause.heading, " ".join([*above, section.clause.heading])]
    wanted, *vectors = library.index.embedder.embed([subject, *(name.capitalize() for name in names)])
    near = [float(wanted @ vector) for vector in vectors]
    return [max(pair) for pair in zip(near[::2], near[1::2], strict=True)]


class _Wording:
    """The words of a subject, with what rulebooks write for them and how rare each is in each book."""

    def __init__(self, subject: str, library: Retriever) -> None:
        self._library, self._rarities = library, dict[tuple[str, str], float]()
        self.words = [w for w in subject_words(subject) if not re.fullmatch(r"(?:19|20)\d\d", w)]
        self._others = _written(self.words, library)
        self._known = set(self.words).union(*(p for phrases in self._others.values() for p in phrases))

    def named_by(self, section: Clause, document: Document) -> float:
        """Balance of how much of the subject the headings say, and how much of its own heading the subject
        says, in [0, 1]."""
        own = frozenset(stems(section.heading)) - _FUNCTION_STEMS
        path = own.union(*(stems(c.heading) for c in self._library.path(section)))
        asked = {w: self._rarity(w, document) for w in self.words if w in self._others or self._stands(w)}
        printed = {word: self._rarity(word, document) for word in sorted(own)}
        covered = sum(v * (self._said(w, own) + self._said(w, path)) / 2 for w, v in asked.items())
        exact = sum(v for w, v in printed.items() if w in self._known)
        return _balance(covered / (sum(asked.values()) or 1.0), exact / (sum(printed.values()) or 1.0))

    def _said(self, word: str, words: frozenset[str]) -> bool:
        return word in words or any(phrase <= words for phrase in self._others.get(word, ()))

    def _stands(self, word: str) -> bool:
        return self._library.index.lexical.frequency(word) > 0

    def _rarity(self, word: str, document: Document) -> float:
        """Of a stem among the texts of a document, sharpened."""
        key = word, document.id
        if key not in self._rarities:
            table, lexical = self._library.index.table, self._library.index.lexical
            place = self._library.documents.index(document)
            texts = table.text[(table.document == place) & (table.text >= 0)]
            holds = np.zeros(lexical.size, np.bool_)
            holds[lexical.holders(word)] = True
            count = max(int(holds[texts].sum()), _RARE)
            self._rarities[key] = float(idf(count, len(texts))) ** _SHARP
        return self._rarities[key]


def _written(wanted: Sequence[str], library: Retriever) -> Mapping[str, list[frozenset[str]]]:
    """What rulebooks write for the words asked, as stems."""
    others = written_instead(wanted)
    for word in wanted:
        if (long := library.index.catalogue.abbreviations.get(word)) is not None:
            others[word].append(frozenset(stems(long)))
    return others


def _balance(one: float, other: float) -> float:
    """Harmonic mean."""
    return 2 * one * other / (one + other) if one + other else 0.0


def _season(home: Home) -> int:
    return home.document.year or 0


def _overlap(home: Home, others: Sequence[Home]) -> bool:
    ids = {rule.id for rule in home.rules}
    return any(ids & {rule.id for rule in other.rules} for other in others)
