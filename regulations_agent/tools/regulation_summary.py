"""A topic or an article as its key clauses."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from pydantic import Field

from regulations_agent.language.salience import salience
from regulations_agent.language.words import covered, subject_words, vocabulary
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.base import FilteredArgs, Tool
from regulations_agent.tools.evidence import merged, summarised
from regulations_agent.tools.home import Home, homes
from regulations_agent.tools.sections import rule_of, rules_below, with_items
from regulations_agent.tools.topic import Topic, read_topic
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit, ToolOutput

_POOL = 60
"""Hits among which the sections that rule a topic are found."""
_WHOLE = 16
"""Rules up to which a section is given whole."""
_FEW = 8
"""Rules up to which all of a section are given beside those of the listed aspects."""
_EACH_PART, _NEAR = 4, 0.6
"""Rules for each aspect that a topic lists, at most, and how well they must fit beside the best."""
_MOST = 22
"""Rules that are given at most, where aspects are listed."""
_LATER_RANK = 0.12
"""What each further rule of an aspect counts less than the one before."""
_FOUND, _CARRIES = 0.65, 0.35
"""Of a rule's importance: how well it fits the topic, and how much law it carries."""
_HEADED, _HELD, _LOADED = 0.5, 0.3, 0.15
"""What a rule gains, for an aspect, by a heading that says it, by its words, by the law that it carries."""
_HOME, _SECOND, _BESIDE = 0.8, 0.5, 4
"""What a rule counts of the home and of a further section, and how many of the latter are given."""
_ITEM = 0.01
"""What an item counts, beside the importance of rules."""


class SummaryArgs(FilteredArgs):
    """Sum up a topic or a whole article as its key clauses, in printed order. Use it for `summarise`,
    `overview`,
    `how does ... work` and for an article asked for as a whole."""

    topic: str = Field(description="The topic in words.", min_length=1)
    clause: str | None = Field(None, description="Number of the article or clause to sum up, when named.")
    k: int = Field(
        14, ge=1, le=30, description="Clauses at most, of a section that is too long to be given whole."
    )


def summarise(args: SummaryArgs, library: Retriever) -> ToolOutput:
    """The rules of the section on the topic, and of each aspect listed, in printed order; `score` is each
    rule's importance."""
    named = library.lookup(args.clause, args.filters) if args.clause else []
    topic = read_topic(library.understand(args.topic, args.filters).topic)
    if named:
        found = [_named_home(named[0], library)]
    else:
        hits = library.search(args.topic, k=_POOL, filters=args.filters)
        found = list(homes(topic.subject, hits, library)) if subject_words(topic.subject) else []
        if not found:
            return _output(tuple(hits[: args.k]), [])
    rules = {rule.id: rule for home in found for rule in home.rules}
    fits = _Fits(list(rules.values()), library)
    kept = _kept(topic, found, args.k, fits)
    document = found[0].document
    chosen = [Hit(rules[key], document, kept[key], "context") for key in rules if key in kept]
    return _output(merged(chosen, fits.items(topic.subject, kept)), [home.section.id for home in found])


class _Fits:
    """How well the rules of the homes, or their items, fit a text."""

    def __init__(self, rules: Sequence[Clause], library: Retriever) -> None:
        self.library = library
        self._clauses = [clause for rule in rules for clause in with_items(rule, library)]
        self._found = dict[str, list[Hit]]()

    def hits(self, text: str) -> list[Hit]:
        """Best first."""
        if text not in self._found:
            self._found[text] = self.library.search_within(text, self._clauses)
        return self._found[text]

    def rules(self, text: str) -> dict[str, float]:
        """Of each rule, by itself or its best item, relative to the best of all, in [0, 1]."""
        best: dict[str, float] = {}
        for hit in self.hits(text):
            best.setdefault(rule_of(hit.clause, self.library).id, hit.score)
        most = max(best.values(), default=0.0) or 1.0
        return {key: score / most for key, score in best.items()}

    def items(self, text: str, rules: Container[str]) -> list[Hit]:
        """The items of rules in the order found; they score below every rule."""
        found = [h for h in self.hits(text) if h.clause.kind == "item"]
        return [
            replace(h, score=_ITEM * h.score, via="context")
            for h in found
            if rule_of(h.clause, self.library).id in rules
        ]


def _kept(topic: Topic, found: Sequence[Home], most: int, fits: _Fits) -> dict[str, float]:
    """Id of each rule that is given, with its importance in [0, 1]: for each aspect that is listed its best
    rules, else by fit and law."""
    worth = _worths(topic, found, fits)
    aspects = [_for_part(part, topic, found, fits) for part in topic.parts]
    for rank in range(_EACH_PART):
        for aspect in aspects:
            for key in aspect[rank : rank + 1]:
                worth[key] = max(worth[key], 1.0 - _LATER_RANK * rank)
    named = {key for aspect in aspects for key in aspect}
    near = _beside(named, found) if named and len(found[0].rules) > _FEW else set(worth)
    others = {rule.id for home in found[1:] for rule in home.rules}
    ordered = sorted((key for key in worth if key in near), key=lambda key: (-worth[key], key))
    left_out = set([key for key in ordered if key in others - named][_BESIDE:])
    own = len(found[0].rules)
    room = _MOST if named else own + _BESIDE if own <= _WHOLE else most
    return {key: worth[key] for key in [key for key in ordered if key not in left_out][:room]}


def _beside(named: Container[str], found: Sequence[Home]) -> set[str]:
    """The named rules and those that stand with one of them under the same heading."""
    rules = [rule for home in found for rule in home.rules]
    parents = {rule.parent for rule in rules if rule.id in named} - {home.section.id for home in found}
    return {rule.id for rule in rules if rule.id in named or rule.parent in parents}


def _worths(topic: Topic, found: Sequence[Home], fits: _Fits) -> dict[str, float]:
    """Of each rule of the homes: its fit to the topic, and the law that it carries."""
    scores = fits.rules(topic.subject)
    return {
        rule.id: (_SECOND if number else _HOME)
        * (_FOUND * scores.get(rule.id, 0.0) + _CARRIES * _law(rule, fits.library))
        for number, home in enumerate(found)
        for rule in home.rules
    }


def _for_part(part: str, topic: Topic, found: Sequence[Home], fits: _Fits) -> list[str]:
    """The rules that fit an aspect best: by words, by a heading within a home, by the law they carry."""
    alone, with_topic = fits.rules(part), fits.rules(f"{part} {topic.subject}")
    words = subject_words(part)

    def fit(rule: Clause, home: Home) -> float:
        above = [c.heading for c in (*fits.library.path(rule), rule)]
        said = vocabulary(" ".join(above[len(fits.library.path(home.section)) + 1 :]))
        headed = len(covered(words, said)) / len(words)
        held = max(len(covered(words, vocabulary(c.text))) for c in with_items(rule, fits.library)) / len(
            words
        )
        near = (alone.get(rule.id, 0.0) + with_topic.get(rule.id, 0.0)) / 2
        return near + _HEADED * headed + _HELD * held + _LOADED * _law(rule, fits.library)

    fitting = {rule.id: fit(rule, home) for home in found for rule in home.rules}
    ordered = sorted(fitting, key=lambda key: (-fitting[key], key))[:_EACH_PART]
    return [key for key in ordered if fitting[key] >= _NEAR * fitting[ordered[0]]]


def _law(rule: Clause, library: Retriever) -> float:
    """How much law a rule carries, with its items."""
    return max(salience(clause.text) for clause in with_items(rule, library))


def _named_home(hit: Hit, library: Retriever) -> Home:
    return Home(hit.clause, hit.document, 1.0, 1.0, rules_below(hit.clause, library) or (hit.clause,))


def _output(hits: tuple[Hit, ...], roots: Sequence[str]) -> ToolOutput:
    data: Mapping[str, object] = {"clause_ids": [h.id for h in hits], "roots": list(roots)}
    return ToolOutput(hits, summarised(hits), data)


TOOL = Tool("regulation_summary", SummaryArgs, summarise)
