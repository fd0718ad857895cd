"""Which sentence of which rule answers: meaning, kind of value, and the two read together."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import exp
from typing import NamedTuple

from regulations_agent.language.deontic import APART
from regulations_agent.language.sanctions import has_sanction, is_tariff, words_above
from regulations_agent.language.sentences import Span, paragraphs, sentences, without_notes
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.choosing.rules import Node, Rule, chapeau
from regulations_agent.reasoning.understanding.tables import Row, has_column_of, paragraph_above, rows_of
from regulations_agent.reasoning.understanding.want import Want, kind_fit
from regulations_agent.types.document import Clause


class Fit(NamedTuple):
    """How a sentence fits a question; each in [0, 1], `kind` up to 2 times `_VALUE`.

    Words count in a rule that was not read together with the question, and where rows of a table, which say
    little, are told apart; everywhere else sentences are chosen as well without them.
    """

    own: float
    """Weight of the question's words in it: `OF_ITEM` of it in an item, 0 where none count."""
    led: float
    """Of those in the names of its columns and the sentences above, beyond its own."""
    kind: float
    """The kind of value asked for is there."""
    close: float
    """Nearness in meaning."""
    read: float
    """How surely its clause answers, read together with the question."""
    asked: float
    """How near the question is to one that people asked and that it answered."""


WEIGHTS = Fit(own=1.0, led=0.9, kind=0.6, close=1.9, read=1.6, asked=2.0)
"""What each counts in a sentence's score; without words as good as with them (docs/design/017)."""
_MOST = WEIGHTS.own + WEIGHTS.kind + WEIGHTS.close + WEIGHTS.read
LOGIT_WEIGHT, LOGIT_MOST = 0.05, 6.0
"""What each logit costs that the surest rule has more, and how many count; chosen on `fresh_fit` and
`fresh_held`."""
ASKED = 1.0
"""What it counts for a rule that its best sentence answered a question like this one (docs/design/019)."""
SENTENCE_WEIGHT = 0.25
"""What a rule's best sentence counts against its retrieval score; alike from .1 to .75."""
REPEATED, REPEATS = 0.5, 1.2
"""Share of the words of an answer that a sentence must hold to repeat it, and what repeating it costs."""
TARIFF = 1.2
"""What a row of a table of sanctions counts as one, whatever its cells say: `Litter | 15 per cent`."""
OF_ITEM = 0.3
"""What the question's words count in an item, which names its case: `in a race: ten seconds`."""
_LED = frozenset({"yes_no", "still"})
_LED_SHARE = 0.5
"""What a norm above an item counts for it."""
_OF_ROW = 0.3
"""Share of the question's words that a row, its columns and the sentences above it must hold for its column
of the year to answer."""
_VALUE = 1.6
"""What a value of the kind asked for counts against a norm, a date or a name."""


_APART = re.compile(rf"\b{APART}\b(?: [\w-]+){{1,5}}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Choice:
    """A sentence of a rule, in the light of the question."""

    clause: Clause
    span: Span
    fit: Fit
    rule: Rule
    want: Want
    margin: float | None = None
    """By how much its score is above that of the next best sentence of its rule, each read alone with the
    question; None where they were not."""
    headed: bool = False
    """Before they were read alone, the words that open its list fitted best: any item may be asked for."""

    @property
    def text(self) -> str:
        return self.clause.text[self.span.start : self.span.end]

    @property
    def score(self) -> float:
        """Weighted mean of the fit, in [0, 1]; more where it answered such a question before."""
        return sum(w * v for w, v in zip(WEIGHTS, self.fit, strict=True)) / _MOST

    @property
    def words(self) -> frozenset[str]:
        """Question stems that the sentence, its clause or what stands above them holds."""
        row = _row_at(self.clause, self.span)
        above = paragraph_above(self.clause, row) if row else ""
        said = " ".join((*self.rule.path, _names(row), above or self.clause.text, self.text))
        return frozenset(self.want.held(vocabulary(said) | _above_words(self.rule, self.clause)))


@dataclass(frozen=True, slots=True)
class Ranked:
    """A rule with its best sentence and its score."""

    rule: Rule
    best: Choice
    score: float
    second: Choice | None = None
    """The next best sentence, where several were read alone with the question."""


def choices(rule: Rule, want: Want) -> list[Choice]:
    """Every sentence of a rule, best first."""
    clauses = [node.clause for node in rule.nodes]
    near = want.close.in_clauses(clauses)
    found = [
        Choice(
            node.clause,
            span,
            fit(span)._replace(
                close=nearest(span.start), asked=want.close.asked(node.clause.text[span.start : span.end])
            ),
            rule,
            want,
        )
        for node, nearest in zip(rule.nodes, near, strict=True)
        for fit in [_fit_in(node, rule, want)]
        for span in pieces(node.clause)
    ]
    if want.form in _LED:
        found = [_with_lead(choice) for choice in found]
    return sorted(found, key=lambda c: (-c.score, c.clause.id, c.span))


def pieces(clause: Clause) -> list[Span]:
    """Sentences of a clause but for its footnotes; rows of a table stay whole, names of columns are none."""
    if "|" in clause.text:
        heads = _header_rows(clause)
        return [
            span
            for start, end in paragraphs(clause.text)
            if (start, end) not in heads
            for span in (
                [Span(start, end)]
                if clause.text[start:end].startswith("|")
                else [Span(start + a, start + b) for a, b in sentences(clause.text[start:end])]
            )
        ]
    return sentences(without_notes(clause.text))


def _header_rows(clause: Clause) -> frozenset[Span]:
    """Rows that only name columns: those above a rule, where rows follow."""
    data = {row.span for row in rows_of(clause)}
    rows = {Span(a, b) for a, b in paragraphs(clause.text) if clause.text[a:b].startswith("|")}
    return frozenset(rows - data) if data else frozenset()


def _row_at(clause: Clause, span: Span) -> Row | None:
    """The row of a table that stands there; None for a sentence."""
    if not clause.text.startswith("|", span.start):
        return None
    return next((r for r in rows_of(clause) if r.span == span), None)


def _repeats(words: frozenset[str], want: Want) -> float:
    """How much a sentence only repeats what was told before a follow-up, in [0, 1]."""
    if not want.told or (want.new and want.new <= words):
        return 0.0
    share = len(words & want.told) / len(want.told)
    return share if share >= REPEATED else 0.0


def _told_apart(held: Mapping[str, float], above: Mapping[str, float]) -> dict[str, float]:
    """What tells a row from its neighbours: words that the headings hold too fit every row."""
    return {word: share for word, share in held.items() if word not in above}


def _names(row: Row | None) -> str:
    """What a row is called by its caption and its columns."""
    return " ".join(dict.fromkeys((row.caption, *row.head))).strip() if row else ""


def _with_lead(choice: Choice) -> Choice:
    """The choice with what the words above it order, where it says nothing of the kind itself."""
    if choice.fit.kind or has_sanction(choice.text) or _sets_apart(choice.text, choice.want):
        return choice
    above = ((c, chapeau(c, choice.clause)) for c in choice.rule.above(choice.clause))
    lead = " ".join(c.text[span.start : span.end] for c, span in above if span is not None)
    return replace(choice, fit=choice.fit._replace(kind=_LED_SHARE * kind_fit(lead, choice.want)))


def rule_score(rule: Rule, best: Choice, top: float, surest: float) -> float:
    """Retrieval, relative to the best hit, the best sentence, how near the question is to one that it
    answered, and how much less surely it answers than the surest rule; 1 more for a rule that is named."""
    found = rule.found / top if top > 0 else 0.0
    unsure = LOGIT_WEIGHT * min(LOGIT_MOST, surest - rule.logit)
    sentence = SENTENCE_WEIGHT * best.score + ASKED * best.fit.asked
    return found + sentence - unsure + float(rule.named)


def _above_words(rule: Rule, clause: Clause) -> frozenset[str]:
    above = [
        f"{c.heading} {c.text[span.start : span.end]}"
        for c in rule.above(clause)
        if (span := chapeau(c, clause)) is not None
    ]
    own = clause.heading if clause.id != rule.root.id else ""
    return vocabulary(" ".join([*above, own]))


def _fit_in(node: Node, rule: Rule, want: Want) -> Callable[[Span], Fit]:
    """How a piece of a clause fits, but for its nearness."""
    read = 0.0 if node.logit is None else 1 / (1 + exp(-node.logit / 2))
    if "|" not in node.clause.text and rule.is_read:
        return partial(_by_meaning, node, read, want)
    headings = want.held(vocabulary(" ".join(rule.path)))
    return partial(_by_words, node.clause, (headings, _above_words(rule, node.clause)), read, want)


def _by_meaning(node: Node, read: float, want: Want, span: Span) -> Fit:
    text = node.clause.text[span.start : span.end]
    own = OF_ITEM * _weight(want.held(vocabulary(_APART.sub(" ", text))), want) if node.depth else 0.0
    return Fit(own, 0.0, _kind_of(text, want), 0.0, read, 0.0)


def _kind_of(text: str, want: Want) -> float:
    if _sets_apart(text, want):
        return 0.0
    kind = kind_fit(text, want) * (_VALUE if want.form == "amount" else 1.0)
    return kind - REPEATS * _repeats(vocabulary(text), want) if want.told else kind


def _sets_apart(text: str, want: Want) -> bool:
    """It rules every case but one that the question names: `outside a Race`, asked of the race."""
    apart = vocabulary(" ".join(_APART.findall(text)))
    return bool((apart - vocabulary(_APART.sub(" ", text))) & want.weights.keys())


def _by_words(
    clause: Clause, context: tuple[Mapping[str, float], frozenset[str]], read: float, want: Want, span: Span
) -> Fit:
    """`context`: question stems in the headings, and words of the sentences above an item."""
    text, row, (headings, above) = clause.text[span.start : span.end], _row_at(clause, span), context
    inside, columns = vocabulary(text), _names(row)
    said_above = paragraph_above(clause, row) if row else ""
    own, led = want.held(inside), want.held(inside | above | vocabulary(f"{columns} {said_above}"))
    if row:
        own = _told_apart(own, headings)
    kind = _kind_of(f"{text} {columns}".rstrip(), want)
    if row and want.form == "penalty" and is_tariff(row.head, words_above(clause)):
        kind = max(kind, TARIFF)
    if row and _weight(led, want) >= _OF_ROW and has_column_of(row, want.years):
        kind = 2 * _VALUE
    beyond = {word: max(0.0, share - own.get(word, 0.0)) for word, share in led.items()}
    return Fit(_weight(own, want), _weight(beyond, want), kind, 0.0, read, 0.0)


def _weight(held: Mapping[str, float], want: Want) -> float:
    return sum(want.weights[word] * share for word, share in held.items())
