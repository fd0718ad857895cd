"""What is shown of a rule: the sentence that answers with its chapeau, exceptions and items, never cut from
them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulations_agent.answer.table_quotes import last_row, whole_rows
from regulations_agent.answer.text import flowing, one_line
from regulations_agent.language.deontic import FINITE
from regulations_agent.language.sentences import Span, is_open, last_bullet, opens_list, resumes, sentences
from regulations_agent.reasoning.choosing.rules import Rule, chapeau, opener
from regulations_agent.reasoning.choosing.select import Choice
from regulations_agent.reasoning.drafting.listing import LISTED as LISTED
from regulations_agent.reasoning.drafting.listing import (
    SINGLED_OUT,
    answers_as_list,
    head,
    in_brief,
    listing,
    stretch_around,
)
from regulations_agent.reasoning.drafting.shown import Shown as Shown
from regulations_agent.reasoning.understanding.tables import rows_of, said
from regulations_agent.types.document import Clause

_NAMES = re.compile(r"[A-Z0-9][\w’'-]*(?:\s(?:(?:and|or|of|the)\s)*[A-Z0-9][\w’'-]*){0,3}:")
"""Names alone above a list."""
_EXCEPTIONS = re.compile(r"\W*(?:the\s+)?(?:only\s+)?(?:exceptions?|exemptions?)\b", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"^(?:however|except|unless|notwithstanding|this (?:does|will|shall) not|the only "
    r"exceptions?|exceptionally|provided|"
    r"in such (?:a case|cases)|if not|otherwise|in (?:this|that) case)\b",
    re.IGNORECASE,
)
LEAD = 300
"""Characters in which a brief answer must have said it."""
RESUMED = 400
"""Characters of the sentence that is shown before one that resumes it."""
SHORT = 900
"""A clause up to this length is shown whole."""
BESIDE = 480
"""A list up to this length is shown with the clause above it."""
_WHOLE = 20_000
"""Characters of the longest list of which items are shown in brief."""
_ENDED = re.compile(r"[.!?;|][\"'”’)\]]*\s*$")


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
    sentence: str = ""
    """The sentence that was chosen."""

    @property
    def lead_text(self) -> str:
        return " ".join(words_of(s) for s in self.lead)

    @property
    def shown(self) -> tuple[Shown, ...]:
        """All of it, that which answers first, each clause once and with all that is shown of it."""
        ordered = [*reversed(self.lead), *([self.rest] if self.rest else []), *self.items, *self.pointers]
        return together(ordered)


def together(stretches: Iterable[Shown]) -> tuple[Shown, ...]:
    """Each clause once, from the first to the last word of it that is shown."""
    whole: dict[str, Shown] = {}
    for shown in stretches:
        known = whole.get(shown.clause.id)
        if known is not None:
            start, end = min(known.span.start, shown.span.start), max(known.span.end, shown.span.end)
            shown = replace(known, span=Span(start, end))
        whole[shown.clause.id] = shown
    return tuple(whole.values())


def words_of(shown: Shown) -> str:
    """A stretch as running text; a table row with the names of its columns."""
    if shown.text.lstrip().startswith("|"):
        row = next((r for r in rows_of(shown.clause) if r.span == shown.span), None)
        return _ended(said(row)) if row else one_line(shown.text)
    return flowing(shown.text)


def _ended(text: str) -> str:
    """With a full stop, if none stands there already, before the marks of footnotes."""
    return text if text.rstrip("⁰¹²³⁴⁵⁶⁷⁸⁹").endswith((".", "!", "?")) else f"{text}."


def excerpt(rule: Rule, choice: Choice, seen: frozenset[str] = frozenset()) -> Excerpt:
    """The sentence with what it depends on; a chapeau that was `seen` (by clause id) is not repeated.

    Of items that answer about as surely, all are shown: below their head, or, without one, behind the best;
    behind one that stands out, the others of a short list.
    """
    above = [c for c in rule.above(choice.clause) if c.id not in seen]
    home = answers_as_list(rule, choice)
    home = None if home is None or home.id in seen else home
    if home is not None and not _is_bare(rule, home, choice):
        return _whole_list(rule, home, choice, above)
    span = _with_opener(rule, choice.clause, _with_neighbours(choice.clause, choice.span))
    span = _with_bullets(choice.clause, span)
    own = Shown(choice.clause, span)
    chapeaux = _chapeaux(above, choice.clause)
    opening = [] if (found := opener(choice.clause, span)) is None else [Shown(choice.clause, found)]
    items = listing(rule, choice.clause) if opens_list(own.text) else _below(rule, choice.clause)
    if not items and above and choice.margin is not None:
        items = _beside(rule, above[-1], choice, LISTED if home is not None else BESIDE)
    around = surroundings(choice.clause, span, stretch_around(choice.clause, rule.below(choice.clause), span))
    whole = _with_opened(choice.clause, around)
    if not items and "|" not in whole.text and (opens_list(whole.text) or _hangs(whole, rule)):
        items = listing(rule, choice.clause)
    if len(whole.text) <= LEAD and not opens_list(own.text) and "|" not in whole.text:
        opening = [s for s in opening if s.span.start < whole.span.start]
        return Excerpt(rule, (*chapeaux, *opening, whole), items, sentence=own.text)
    table = _table_announced(rule, choice.clause, own.text)
    rest = table or (whole if len(whole.text) > len(own.text) else None)
    return Excerpt(rule, (*chapeaux, *opening, own), items, rest, sentence=own.text)


def _beside(rule: Rule, home: Clause, choice: Choice, most: int) -> tuple[Shown, ...]:
    """The other items of a short list, `most` characters, or in brief of one of which any item may be asked
    for, or whose items are clauses of their own: what answers is seen among them."""
    listed = listing(rule, home, room=_WHOLE)
    others = tuple(s for s in listed if s.clause.id != choice.clause.id and not s.after)
    if sum(len(s.text) for s in listed) <= most:
        return others
    stands_out = choice.margin is None or choice.margin >= SINGLED_OUT
    any_asked = choice.headed and not stands_out
    return in_brief(others) if any_asked or choice.clause.kind != "item" else ()


def _is_bare(rule: Rule, home: Clause, choice: Choice) -> bool:
    """It has no words of its own above its items, or only names whom they are about (`F1 Drivers:`): each is
    a provision by itself."""
    top = head(home, rule.below(home))
    said = home.text[top.start : top.end].strip()
    told = choice.clause.id != home.id and FINITE.search(choice.text) is not None and not is_open(choice.text)
    return not said or (told and _NAMES.fullmatch(said) is not None)


def _hangs(shown: Shown, rule: Rule) -> bool:
    """It ends within a sentence, which only the items below it complete."""
    return bool(rule.below(shown.clause)) and not _ENDED.search(shown.text)


def alone(rule: Rule, choice: Choice, seen: frozenset[str]) -> Excerpt:
    """The sentence with what limits it, the table it announces, and its chapeau, where that was not `seen`
    (by clause id)."""
    own = Shown(choice.clause, _with_bullets(choice.clause, _with_neighbours(choice.clause, choice.span)))
    above = [c for c in rule.above(choice.clause) if c.id not in seen]
    table = _table_announced(rule, choice.clause, own.text)
    return Excerpt(rule, (*_chapeaux(above, choice.clause), own), rest=table, sentence=own.text)


def paragraph(rule: Rule, choice: Choice, seen: frozenset[str]) -> Excerpt:
    """The sentence with its own paragraph, or with the list that it opens: the rest of the rule was told."""
    piece = excerpt(rule, choice, seen)
    around = stretch_around(choice.clause, rule.below(choice.clause), choice.span)
    own = Shown(choice.clause, surroundings(choice.clause, choice.span, around))
    if piece.items and (opens_list(own.text) or _hangs(own, rule)):
        return piece
    return Excerpt(rule, (own,), sentence=choice.text)


def _whole_list(rule: Rule, home: Clause, choice: Choice, above: Sequence[Clause]) -> Excerpt:
    """The words that open a list, and the list as printed."""
    top = head(home, rule.below(home))
    span = top
    if top.end - top.start > LEAD:
        opening = chapeau(home, rule.below(home)[0])
        span = choice.span if choice.clause.id == home.id else opening or top
    chapeaux = _chapeaux([c for c in above if c.id != home.id], home)
    whole = Shown(home, surroundings(home, span, top))
    rest = whole if len(whole.text) > span.end - span.start else None
    return Excerpt(rule, (*chapeaux, Shown(home, span)), listing(rule, home), rest, sentence=choice.text)


def _chapeaux(above: Sequence[Clause], item: Clause) -> list[Shown]:
    return [Shown(c, _with_rule(c, s)) for c in above if (s := chapeau(c, item)) is not None]


def _with_rule(clause: Clause, span: Span) -> Span:
    """The words that open a list of exceptions, with the sentence before, of which they are that."""
    before = [s for s in sentences(clause.text) if s.end <= span.start][-1:]
    leans = before and _EXCEPTIONS.match(clause.text, span.start) is not None
    return Span(before[0].start, span.end) if leans else span


def surroundings(clause: Clause, span: Span, within: Span) -> Span:
    """All of `within` when it is short, else the paragraph or the neighbouring sentences around a span."""
    if within.end - within.start <= SHORT:
        return within
    start = max(within.start, clause.text.rfind("\n", 0, span.start) + 1)
    stop = clause.text.find("\n", span.end)
    stop = within.end if stop < 0 else min(stop, within.end)
    if stop - start <= SHORT:
        return Span(start, stop)
    spans = [s for s in sentences(clause.text) if s.start >= start and s.end <= stop]
    grown = span
    for candidate in (s for s in spans if s.start >= span.end):
        if candidate.end - grown.start > SHORT:
            break
        grown = Span(grown.start, candidate.end)
    return grown


def _with_opened(clause: Clause, span: Span) -> Shown:
    """The span with the short table right below it, when it announces one, or the bullets of the list that it
    opens, as many as there is room for."""
    said, text = clause.text[span.start : span.end], clause.text
    end = last_row(text, span.end)
    if re.search(r"\btable\b|:\s*$", said[-160:], re.IGNORECASE) and end - span.end <= LISTED:
        span = Span(span.start, end)
    if not opens_list(said):
        return Shown(clause, span)
    end = last_bullet(text, span.end, LISTED)
    return Shown(clause, Span(span.start, end), cut=end > span.end and last_bullet(text, end, LISTED) > end)


def _table_announced(rule: Rule, clause: Clause, said: str) -> Shown | None:
    """The short table that an item announces and that is printed below the items: in one of those that follow
    it, or in the clause above them."""
    above = rule.above(clause)
    if not (above and opens_list(said) and re.search(r"\btables?\b", said, re.IGNORECASE)) or rows_of(clause):
        return None
    beside = rule.below(above[-1])
    holders = (c for c in (*beside[beside.index(clause) :], *reversed(above)) if rows_of(c))
    if (holder := next(holders, None)) is None:
        return None
    start, end = whole_rows(holder.text, rows_of(holder)[0].span)
    table = Span(start, last_row(holder.text, end))
    return Shown(holder, table) if table.end - table.start <= LISTED else None


def _with_neighbours(clause: Clause, span: Span) -> Span:
    """The span with the sentence right before it that it resumes, and those right after it that limit it."""
    if resumes(clause.text[span.start : span.end]):
        before = [s for s in sentences(clause.text) if s.end <= span.start][-1:]
        told = (s for s in before if s.end - s.start <= RESUMED and "|" not in clause.text[s.start : s.end])
        span = next((Span(s.start, span.end) for s in told), span)
    for nxt in (s for s in sentences(clause.text) if s.start >= span.end):
        if not _EXCEPTION.match(clause.text[nxt.start : nxt.end]):
            break
        span = Span(span.start, nxt.end)
    return span


def _with_opener(rule: Rule, clause: Clause, span: Span) -> Span:
    """The span with the sentence right after it that opens the short list below: it says what follows."""
    if opens_list(clause.text[span.start : span.end]) or not rule.below(clause):
        return span
    nxt = next((s for s in sentences(clause.text) if s.start >= span.end), None)
    if nxt is None or not opens_list(clause.text[nxt.start : nxt.end]):
        return span
    size = sum(len(s.text) for s in listing(rule, clause) if not s.after)
    return Span(span.start, nxt.end) if size <= BESIDE else span


def _with_bullets(clause: Clause, span: Span) -> Span:
    """The span with the short list of bullets that it opens: its opening alone says nothing."""
    if not opens_list(clause.text[span.start : span.end]):
        return span
    end = last_bullet(clause.text, span.end, BESIDE)
    return Span(span.start, end) if last_bullet(clause.text, end, LISTED) == end else span


def _below(rule: Rule, clause: Clause) -> tuple[Shown, ...]:
    """The short list below a clause, so that both are read together."""
    items = listing(rule, clause)
    size = sum(len(s.text) for s in items)
    return items if size + len(clause.text) <= BESIDE or size <= BESIDE // 2 else ()
