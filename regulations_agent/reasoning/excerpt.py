"""What is shown of a rule: the sentence that answers with its chapeau, exceptions and items, never cut from
them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.answer.text import one_line
from regulations_agent.reasoning.chapeau import chapeau
from regulations_agent.reasoning.rules import Rule
from regulations_agent.reasoning.select import Choice
from regulations_agent.reasoning.tables import rows_of, said
from regulations_agent.types.document import Clause

_EXCEPTION = re.compile(
    r"^(?:however|except|unless|notwithstanding|this (?:does|will|shall) not|the only "
    r"exceptions?|exceptionally|provided|"
    r"in such (?:a case|cases)|if not|otherwise|in (?:this|that) case)\b",
    re.IGNORECASE,
)
_OPENS_LIST = re.compile(r"(?::|\bfollowing\b[^.]{0,60}[:;.]?|\bbelow\b[^.]{0,40}[:;.]?)\s*$", re.IGNORECASE)
_TABLE_LINE = re.compile(r"\s*\n[ \t]*\|[^\n]*")
LEAD = 300
"""Characters in which a brief answer must have said it."""
SHORT = 560
"""A clause up to this length is shown whole."""
BESIDE = 480
"""A list up to this length is shown with an item of it."""
LISTED = 900
"""Characters of items shown below their chapeau."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A stretch of a clause that the answer shows."""

    clause: Clause
    span: Span
    depth: int = 0

    @property
    def text(self) -> str:
        return self.clause.text[self.span.start : self.span.end]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of one rule."""

    rule: Rule
    lead: tuple[Shown, ...]
    """The chapeau and sentence that answer."""
    items: tuple[Shown, ...] = ()
    """The items that complete a sentence which opens a list."""
    rest: Shown | None = None
    """The clause around the sentence, when it says more."""
    pointers: tuple[Shown, ...] = ()
    """What the sentence refers to and needs."""

    @property
    def lead_text(self) -> str:
        return " ".join(_words(s) for s in self.lead)

    @property
    def shown(self) -> tuple[Shown, ...]:
        """All of it, that which answers first, each clause once and with the longest stretch shown of it."""
        ordered = [*reversed(self.lead), *([self.rest] if self.rest else []), *self.items, *self.pointers]
        longest: dict[str, Shown] = {}
        for shown in ordered:
            known = longest.get(shown.clause.id)
            if known is None or shown.span.end - shown.span.start > known.span.end - known.span.start:
                longest[shown.clause.id] = shown
        return tuple(longest.values())


def _words(shown: Shown) -> str:
    """A stretch as running text; a table row with the names of its columns."""
    if shown.text.lstrip().startswith("|"):
        row = next((r for r in rows_of(shown.clause) if r.span == shown.span), None)
        return f"{said(row)}." if row else one_line(shown.text)
    return one_line(shown.text)


def excerpt(rule: Rule, choice: Choice, seen: frozenset[str] = frozenset()) -> Excerpt:
    """The sentence with what it depends on; a chapeau that was `seen` (by clause id) is not repeated."""
    span = _with_exception(choice.clause, choice.span)
    own = Shown(choice.clause, span)
    above = (c for c in rule.above(choice.clause) if c.id not in seen)
    chapeaux = [Shown(c, s) for c in above if (s := chapeau(c, choice.clause)) is not None]
    items = _items(rule, choice.clause) if opens_list(own.text) else _beside(rule, choice.clause)
    whole = Shown(choice.clause, _with_table(choice.clause, surroundings(choice.clause, span)))
    if len(whole.text) <= LEAD and not opens_list(own.text) and "|" not in whole.text:
        return Excerpt(rule, (*chapeaux, whole), tuple(items))
    rest = whole if len(whole.text) > len(own.text) else None
    return Excerpt(rule, (*chapeaux, own), tuple(items), rest)


def opens_list(sentence: str) -> bool:
    """The sentence is completed by what stands below it."""
    return bool(_OPENS_LIST.search(sentence))


def surroundings(clause: Clause, span: Span) -> Span:
    """The whole text of a short clause, else the paragraph or the neighbouring sentences around a span."""
    if len(clause.text) <= SHORT:
        return Span(0, len(clause.text.rstrip()))
    start = clause.text.rfind("\n", 0, span.start) + 1
    stop = clause.text.find("\n", span.end)
    stop = len(clause.text) if stop < 0 else stop
    if stop - start <= SHORT:
        return Span(start, stop)
    spans = [s for s in sentences(clause.text) if s.start >= start and s.end <= stop]
    grown = span
    for candidate in (s for s in spans if s.start >= span.end):
        if candidate.end - grown.start > SHORT:
            break
        grown = Span(grown.start, candidate.end)
    return grown


def _with_table(clause: Clause, span: Span) -> Span:
    """The span with the table that stands right below it, when it announces one and the table is short."""
    end = span.end
    while (match := _TABLE_LINE.match(clause.text, end)) is not None:
        end = match.end()
    announced = re.search(r"\btable\b|:\s*$", clause.text[span.start : span.end][-160:], re.IGNORECASE)
    return Span(span.start, end) if announced and end - span.end <= LISTED else span


def _with_exception(clause: Clause, span: Span) -> Span:
    """The span with the sentences right after it that limit it."""
    for nxt in (s for s in sentences(clause.text) if s.start >= span.end):
        if not _EXCEPTION.match(clause.text[nxt.start : nxt.end]):
            break
        span = Span(span.start, nxt.end)
    return span


def _beside(rule: Rule, clause: Clause) -> tuple[Shown, ...]:
    """The short list below a clause, or beside an item, so that both are read together."""
    others = [c for c in rule.below(clause) if c.text.strip()]
    if not others and clause.id != rule.root.id:
        others = [c for c in rule.below_id(clause.parent) if c.id != clause.id and c.text.strip()]
    small = sum(len(c.text) for c in others) + len(clause.text) <= BESIDE
    few = sum(len(c.text) for c in others) <= BESIDE // 2
    return tuple(Shown(c, Span(0, len(c.text.rstrip())), 1) for c in others) if small or few else ()


def _items(rule: Rule, clause: Clause, depth: int = 1, room: int = LISTED) -> tuple[Shown, ...]:
    """Items below a clause in order, nested ones too, as far as the room goes."""
    found: list[Shown] = []
    for item in rule.below(clause):
        text = item.text.strip() or item.heading
        if not text:
            continue
        room -= len(text)
        if room < 0 and found:
            break
        found.append(Shown(item, Span(0, len(item.text.rstrip())), depth))
        if opens_list(item.text) or not item.text.strip():
            nested = _items(rule, item, depth + 1, room)
            room -= sum(len(n.text) for n in nested)
            found += nested
    return tuple(found)
