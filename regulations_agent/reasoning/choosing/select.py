"""Which sentence of which rule answers: words, meaning, kind of value and retrieval, weighted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from typing import NamedTuple

from regulations_agent.language.sanctions import has_sanction, is_tariff, words_above
from regulations_agent.language.sentences import Span, paragraphs, sentences, without_notes
from regulations_agent.language.words import EXCEPT, vocabulary
from regulations_agent.reasoning.choosing.rules import Node, Rule, chapeau
from regulations_agent.reasoning.understanding.breach import ASKING_STEMS
from regulations_agent.reasoning.understanding.tables import Row, has_column_of, paragraph_above, rows_of
from regulations_agent.reasoning.understanding.want import Want, kind_fit
from regulations_agent.types.document import Clause


class Fit(NamedTuple):
    """How a sentence fits a question; each in [0, 1]."""

    own: float
    """Weight of the question's words in the sentence itself."""
    led: float
    """In the sentences above that it completes, beyond its own."""
    near: float
    """In its clause and the headings above, beyond those."""
    kind: float
    """The kind of value asked for is there."""
    hit: float
    """Retrieval score of its clause."""
    close: float
    """Nearness in meaning."""
    read: float
    """How surely its clause answers, read together with the question."""


WEIGHTS = Fit(own=1.0, led=0.9, near=0.85, kind=0.6, hit=0.85, close=1.9, read=1.6)
"""What each counts in a sentence's score: fitted to choose the rule, each question set left out in turn."""
_MOST = WEIGHTS.own + WEIGHTS.kind + WEIGHTS.hit + WEIGHTS.close + WEIGHTS.read
LOGIT_WEIGHT, LOGIT_MOST = 0.05, 6.0
"""What each logit costs that the surest rule has more, and how many count; chosen on `fresh_fit` and
`fresh_held`."""
REPEATED, REPEATS = 0.5, 1.2
"""Share of the words of an answer that a sentence must hold to repeat it, and what repeating it costs."""
TARIFF = 1.2
"""What a row of a table of sanctions counts as one, whatever its cells say: `Litter | 15 per cent`."""
RETRIEVAL_WEIGHT = 0.45
"""Share of the rule's retrieval score, relative to the best one; the rest is its best sentence."""
_LED = frozenset({"yes_no", "still"})
_LED_SHARE = 0.5
"""What a norm above an item counts for it."""
_APART = re.compile(rf"\b{EXCEPT}\b(?: [\w-]+){{1,5}}", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\b[\w-]+ ){0,2}\b(?:has|have|had|is|are|was|were|and|but) not (?:yet |been )*"
    r"(?!permitted|allowed|required|authori[sz]ed|limited)\w+(?:ed|un)\b",
    re.IGNORECASE,
)
"""A state that a rule asks not to be; `must not be used` is a norm and no state."""
STEPS = 1.0
"""What the head of a list is worth where a question asks how something is done."""
_OF_ROW = 0.3
"""Share of the question's words that a row, its columns and the sentences above it must hold for its column
of the year to answer."""
_VALUE = 1.6
"""What a value of the kind asked for counts against a norm, a date or a name."""
_BREACH = 0.15
"""Share of the words that say what was done from which a sanction is one for it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A sentence of a rule, in the light of the question."""

    clause: Clause
    span: Span
    fit: Fit
    words: frozenset[str]
    """Question stems that the sentence or its context holds."""

    @property
    def text(self) -> str:
        return self.clause.text[self.span.start : self.span.end]

    @property
    def score(self) -> float:
        """Weighted mean of the fit, in [0, 1]."""
        return sum(w * v for w, v in zip(WEIGHTS, self.fit, strict=True)) / _MOST


@dataclass(frozen=True, slots=True)
class Ranked:
    """A rule with its best sentence and its score."""

    rule: Rule
    best: Choice
    score: float


def _apart(text: str, want: Want) -> list[str]:
    """The cases that a text sets apart: `outside a Race`; `the lap has not begun`, unless that is asked."""
    return [*_APART.findall(text), *(() if want.denies else _DENIED.findall(text))]


def _affirmed(text: str, want: Want) -> str:
    """Without the cases that it sets apart: `outside a Race` is not about races."""
    return _without_cases(text, want.denies)


@lru_cache(maxsize=4096)
def _without_cases(text: str, denies: bool) -> str:
    """Kept, for each row of a table is read beside the whole of it."""
    kept = _APART.sub(" ", text)
    return kept if denies else _DENIED.sub(" ", kept)


def _sets_apart(text: str, want: Want) -> bool:
    """It rules every case but one that the question names: `outside a Race`, asked of the race."""
    apart = vocabulary(" ".join(_apart(text, want)))
    return bool(apart) and bool((apart - vocabulary(_affirmed(text, want))) & want.weights.keys())


def choices(rule: Rule, want: Want) -> list[Choice]:
    """Every sentence of a rule, best first."""
    headings = vocabulary(" ".join(rule.path))
    found = [
        _choice(node, span, context, want)
        for node in rule.nodes
        for context in [(headings, _above_words(rule, node))]
        for span in pieces(node.clause)
    ]
    if want.form in _LED:
        found = [_with_lead(choice, rule, want) for choice in found]
    clauses = [node.clause for node in rule.nodes]
    near = dict(zip((c.id for c in clauses), want.close.in_clauses(clauses), strict=True))
    found = [replace(c, fit=c.fit._replace(close=near[c.clause.id](c.span.start))) for c in found]
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


def _told_apart(held: dict[str, float], above: dict[str, float]) -> dict[str, float]:
    """What tells a row from its neighbours: words that the headings hold too fit every row."""
    return {word: share for word, share in held.items() if word not in above}


def _on_breach(led: Mapping[str, float], near: Mapping[str, float], want: Want) -> float:
    """How much of its sanction counts for a penalty: all where it, or by half what stands around it, speaks
    of what was done; a list of sanctions for any breach does not."""
    done = {w: v for w, v in want.weights.items() if w not in ASKING_STEMS}
    if want.form != "penalty" or not done:
        return 1.0
    said = sum(v * (led.get(w, 0.0) + near.get(w, 0.0)) / 2 for w, v in done.items())
    return min(1.0, said / (_BREACH * sum(done.values())))


def _names(row: Row | None) -> str:
    """What a row is called by its caption and its columns."""
    return " ".join(dict.fromkeys((row.caption, *row.head))).strip() if row else ""


def _with_lead(choice: Choice, rule: Rule, want: Want) -> Choice:
    """The choice with what the words above it order, where it says nothing of the kind itself."""
    if choice.fit.kind or has_sanction(choice.text) or _sets_apart(choice.text, want):
        return choice
    above = ((c, chapeau(c, choice.clause)) for c in rule.above(choice.clause))
    lead = " ".join(c.text[span.start : span.end] for c, span in above if span is not None)
    return replace(choice, fit=choice.fit._replace(kind=_LED_SHARE * kind_fit(lead, want)))


def rule_score(rule: Rule, best: Choice, top: float, surest: float) -> float:
    """Retrieval, relative to the best hit, the best sentence, and how much less surely it answers than the
    surest rule; 1 more for a rule that is named."""
    found = rule.found / top if top > 0 else 0.0
    unsure = LOGIT_WEIGHT * min(LOGIT_MOST, surest - rule.logit)
    return RETRIEVAL_WEIGHT * found + (1 - RETRIEVAL_WEIGHT) * best.score - unsure + float(rule.named)


def _above_words(rule: Rule, node: Node) -> frozenset[str]:
    above = [
        f"{c.heading} {c.text[span.start : span.end]}"
        for c in rule.above(node.clause)
        if (span := chapeau(c, node.clause)) is not None
    ]
    own = node.clause.heading if node.depth else ""
    return vocabulary(" ".join([*above, own]))


def _choice(node: Node, span: Span, context: tuple[frozenset[str], frozenset[str]], want: Want) -> Choice:
    """`context`: words of the headings, and of the sentences above an item."""
    text = node.clause.text[span.start : span.end]
    row = _row_at(node.clause, span)
    columns = _names(row)
    inside, (headings, above) = vocabulary(_affirmed(text, want)), context
    said_above = paragraph_above(node.clause, row) if row else ""
    above |= vocabulary(f"{columns} {said_above}")
    around = headings | vocabulary(_affirmed("" if said_above else node.clause.text, want))
    own, led, near = want.held(inside), want.held(inside | above), want.held(inside | above | around)
    if row:
        own = _told_apart(own, want.held(headings))
    kind = kind_fit(f"{text} {columns}".rstrip(), want) * _on_breach(led, near, want)
    if row and want.form == "penalty" and is_tariff(row.head, words_above(node.clause)):
        kind = max(kind, TARIFF)
    if want.steps and text.rstrip().endswith(":") and not row:
        kind = max(kind, STEPS)
    kind -= REPEATS * _repeats(inside, want)
    held = sum(want.weights[w] * share for w, share in own.items())
    if (
        row
        and sum(want.weights[w] * share for w, share in led.items()) >= _OF_ROW
        and has_column_of(row, want.years)
    ):
        kind = 2.0
    if want.form == "amount":
        kind *= _VALUE
    fit = Fit(
        own=held,
        led=sum(want.weights[w] * max(0.0, share - own.get(w, 0.0)) for w, share in led.items()),
        near=sum(want.weights[w] * max(0.0, share - led.get(w, 0.0)) for w, share in near.items()),
        kind=0.0 if _sets_apart(text, want) else kind,
        hit=node.found,
        close=0.0,
        read=0.0 if node.logit is None else 1 / (1 + exp(-node.logit / 2)),
    )
    return Choice(node.clause, span, fit, frozenset(near))
