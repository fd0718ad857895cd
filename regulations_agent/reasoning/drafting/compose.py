"""A brief answer: the verdict or value, the sentence, the clause verbatim, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf

from regulations_agent.answer.table_quotes import has_rows, spoken
from regulations_agent.answer.text import Marks, marked, marks_of, number_in_words, quoted
from regulations_agent.answer.verify import cite
from regulations_agent.language.deontic import FINITE, firm, main_clause
from regulations_agent.language.sentences import is_open, opens_list, resumes
from regulations_agent.reasoning.checking.words import is_elliptic
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.drafting.around import around
from regulations_agent.reasoning.drafting.excerpt import Excerpt, Shown, together, words_of
from regulations_agent.reasoning.understanding.denial import is_denied, says_value, value_struck
from regulations_agent.reasoning.understanding.intent import Ask, plain_form
from regulations_agent.reasoning.understanding.tables import cell_for, rows_of
from regulations_agent.reasoning.understanding.values import values_of
from regulations_agent.types.answer import Amendment, Citation, Related, Value
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Draft, Hit

MOST_CITATIONS = 16
"""More than an answer shows, so that nothing it shows is left without its source."""
NEAR = "See also:"
"""Stands above rules that fit nearly as well as the one that answers."""
POINTED_TO = "It refers to:"
"""Stands above the clauses that the sentence which answers names and needs."""
SURE_OF_NO = 0.8
"""Chance that the rule answers at all from which its ban is said to be one of what is asked: of strangers'
questions 18 of 21 such answers are right; of five that said yes two were, so none says it."""
_TABLE = re.compile(r"(?:^> \|.*\n?)+", re.MULTILINE)
_SHORT_ABOVE, _ABOVE = 120, 300
"""Characters of the words above an item up to which they open the answer: above a full sentence, and above
what is a part of one."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One question and the excerpt that answers it."""

    ask: Ask
    excerpt: Excerpt
    chance: float = 0.0
    """That the rule answers at all, in [0, 1]; a yes or no needs more of it than a quote."""
    beside: bool = False
    """The rule only fits nearly as well as the one that answers."""


def brief(
    picks: Sequence[Pick], values: Sequence[Value] = (), lead: str = "", *, first_mark: int = 1
) -> Draft:
    """One block for each pick, below the line `lead` of computed values; marks count from `first_mark`."""
    excerpts = [pick.excerpt for pick in picks]
    heads = _heads(excerpts)
    citations = tuple(sorted(cited(excerpts), key=lambda c: heads.get(c.clause_id, inf)))[:MOST_CITATIONS]
    marks = {k: n + first_mark - 1 for k, n in marks_of(citations).items() if k in heads}
    leads = [pick.excerpt.lead[-1] for pick in picks]
    answers = [
        block(p, marks, leads[:n], computed=bool(lead) and n == 0)
        for n, p in enumerate(picks)
        if not p.beside
    ]
    answers = [_drawn_once(said, answers[:n]) for n, said in enumerate(answers)]
    others = [_bullet(block(p, marks, leads[:n])) for n, p in enumerate(picks) if p.beside]
    between = "\n\n" if any("\n" in other for other in others) else "\n"
    parts = [*filter(None, [lead]), *answers, *([NEAR, between.join(others)] if others else [])]
    first = [pick.excerpt for pick in picks if not pick.beside]
    return Draft("\n\n".join(parts), citations, _shown_values(picks, values), amendments(citations, first))


def _drawn_once(said: str, before: Sequence[str]) -> str:
    """A block without the tables that a block above it shows."""
    for table in _TABLE.findall(said):
        if any(table.strip() in above for above in before):
            said = said.replace(table, "").rstrip("\n >")
    return said


def _heads(excerpts: Sequence[Excerpt]) -> dict[str, int]:
    """Ids of the clauses that bear a mark, with their places in the text: each sentence that answers and what
    it points to. What is told above and below them bears none of its own."""
    found = [[e.lead[-1], *(s for s in e.pointers if s.depth == 1)] for e in excerpts]
    return {s.clause.id: n for n, s in reversed(list(enumerate(chain.from_iterable(found))))}


def _bullet(text: str) -> str:
    """A block as an item of a list."""
    return "- " + "\n".join(f"  {line}" if line else "" for line in text.splitlines()).lstrip()


def _shown_values(picks: Sequence[Pick], values: Sequence[Value]) -> tuple[Value, ...]:
    """The values as the first pick leads with them: of every item where a list answers as a whole."""
    if any(v.expression is not None for v in values) or not picks:
        return tuple(values)
    ask, piece = picks[0].ask, picks[0].excerpt
    key = piece.lead[-1]
    if piece.sentence in key.text:
        return values_of(ask, piece.sentence, (key.clause.id,), key.text)
    items = (s for s in piece.items if not s.after)
    return tuple(v for s in items for v in values_of(ask, s.text, (s.clause.id,)))


def block(pick: Pick, marks: Marks, told: Sequence[Shown] = (), *, computed: bool = False) -> str:
    """One excerpt as Markdown: what it answers, its items, the clause around it, what it points to.

    A value of its own does not lead it where a computed one stands above; what was `told` above is not said
    again.
    """
    piece = pick.excerpt
    key = piece.lead[-1]
    first, above = _said_first(piece)
    said = f"{_heading_above(piece)}{' '.join(map(words_of, first))}"
    same = next((s for s in told if words_of(s) == piece.lead_text), None)
    if pick.beside and same and not piece.items:  # items may say what the others do not
        said = f"says the same as {number_in_words(same.clause.number)}."
    open_end = " …" if not (piece.items or piece.pointers or piece.rest) and opens_list(key.text) else ""
    opening = "" if computed or pick.beside else _opening(pick)
    own = marked(said, [s.clause.id for s in first], marks)
    lines = [" ".join(filter(None, [opening, _number(pick), own])) + open_end]
    if piece.items:
        lines.append(item_lines(piece.items, marks))
    if quote := around(piece, above, told, drawn=not pick.beside):
        lines.append(quoted(quote))
    if piece.pointers:
        lines += [POINTED_TO, item_lines(piece.pointers, marks)]
    return "\n\n".join(lines)


def _number(pick: Pick) -> str:
    """In bold where it was asked for, where a sanction is told, and before rules that stand in a list, or an
    item above its neighbours; of an entry that begins with its term only where it stands."""
    piece, own = pick.excerpt, pick.excerpt.lead[-1].clause
    among = any(item.clause.parent == own.parent for item in piece.items if not item.after)
    sanction = pick.ask.form == "penalty" and not piece.items
    if not (pick.beside or pick.ask.wants_number or sanction or among):
        return ""
    number = own.number
    place, _, term = number.rpartition("/")
    entry = bool(place) and piece.lead_text.lstrip("\"'“‘").startswith(term)
    return f"**{number_in_words(place if entry else number)}**"


def _said_first(piece: Excerpt) -> tuple[tuple[Shown, ...], tuple[Shown, ...]]:
    """What opens the block, and the words above an item that follow it: long ones, where it is a sentence
    that does not go on from them."""
    *above, own = piece.lead
    long = sum(len(s.text) for s in above) > (_SHORT_ABOVE if _names_subject(own.text) else _ABOVE)
    behind = long and own.text.lstrip()[:1].isupper() and not resumes(own.text)
    return ((own,), tuple(above)) if behind else (piece.lead, ())


def _heading_above(piece: Excerpt) -> str:
    """The heading that an item completes when no sentence stands above it (`A Competitor may:`), the items
    of a clause without words of its own, or a sentence that goes on from it (`“Structure” shall mean`); not
    the title of what names its subject itself."""
    own = piece.lead[-1]
    key = own.clause
    if key.heading and len(piece.lead) == 1 and own.span.start == 0 and own.text.lstrip()[:1].islower():
        return f"**{key.heading}** "
    if not piece.lead_text.strip():
        return _opened(key.heading) if key.heading else ""
    title = piece.rule.root.heading
    if len(piece.lead) > 1 or key.id == piece.rule.root.id or not title:
        return ""
    return "" if _names_subject(own.text) and not FINITE.search(title) else f"{_opened(title)} "


def _names_subject(text: str) -> bool:
    """A full sentence with words, no pronoun, before the verb by which it binds or gives leave."""
    verb = next(firm(main_clause(text)), None)
    return (
        verb is not None
        and bool(text[: verb.start()].strip())
        and not is_open(text)
        and not is_elliptic(text)
    )


def _opened(heading: str) -> str:
    """With one colon, whatever it ends with in print."""
    return f"{heading.rstrip(' .:')}:"


def item_line(shown: Shown) -> str:
    """`- **54.3a)** A five second time penalty ...`; with its heading where it is a clause of its own."""
    clause = shown.clause
    titled = clause.heading and clause.kind != "item" and shown.span.start == 0
    told = f"{_opened(clause.heading)} {_told(shown)}".rstrip(" :") if titled else _told(shown)
    return f"{'  ' * (shown.depth - 1)}- **{number_in_words(clause.number)}** {told}"


def _told(shown: Shown) -> str:
    """On one line; where the list goes on, that is shown."""
    return f"{spoken(shown.text)} …" if shown.cut else spoken(shown.text)


def item_lines(below: Sequence[Shown], marks: Marks) -> str:
    """Items as bullets with their marks; a paragraph that is printed after items stands apart from them."""
    text = ""
    for place, shown in enumerate(below):
        apart = shown.after or (place > 0 and below[place - 1].after)
        text += ("\n\n" if apart else "\n") if text else ""
        text += _told(shown) if shown.after else marked(item_line(shown), [shown.clause.id], marks)
    return text


def cited(excerpts: Sequence[Excerpt]) -> tuple[Citation, ...]:
    """One citation for each clause shown, verified ones only; the sentences that answer come first."""
    leads = [shown for piece in excerpts for shown in piece.shown[:1]]
    others = [shown for piece in excerpts for shown in piece.shown[1:]]
    books = {s.clause.id: s.document or piece.rule.document for piece in excerpts for s in piece.shown}
    found = [
        cite(Hit(s.clause, books[s.clause.id], 1.0), s.text or s.clause.heading)
        for s in together((*leads, *others))
    ]
    return tuple(c for c in found if c.verified)


def amendments(citations: Sequence[Citation], excerpts: Sequence[Excerpt]) -> tuple[Amendment, ...]:
    """What the cited issue changed in the cited clauses."""
    clauses = {n.clause.id: n.clause for e in excerpts for n in e.rule.nodes}
    return amendments_of([clauses[c.clause_id] for c in citations if c.clause_id in clauses])


def amendments_of(clauses: Sequence[Clause]) -> tuple[Amendment, ...]:
    return tuple(Amendment(c.id, c.deleted, c.inserted) for c in clauses if c.deleted or c.inserted)


def related(rules: Sequence[Rule], shown: Sequence[Citation]) -> tuple[Related, ...]:
    """Other rules that were found, by number and heading."""
    known = {c.clause_id for c in shown}
    others = (r for r in rules if not known & {n.clause.id for n in r.nodes})
    return tuple(Related(r.root.id, r.path[-1] if r.path else "") for r in others)[:5]


def single(hit: Hit, quote: str, text: str) -> Draft:
    """A draft over one quote."""
    citation = cite(hit, quote)
    return Draft(text, (citation,) if citation.verified else (), amendments=amendments_of([hit.clause]))


def _cell(ask: Ask, shown: Shown) -> str:
    """`**6** (Alternative Format) —` when the question names the column of a table row."""
    row = next((r for r in rows_of(shown.clause) if r.span == shown.span), None)
    named = cell_for(row, dict.fromkeys(ask.words, 1.0), ask.text) if row else None
    return f"**{named[1]}** ({named[0]}) —" if named else ""


def _opening(pick: Pick) -> str:
    """`**No.**`, the cell asked for, or nothing.

    No value is set off from its sentence: of those that were, over strangers' questions, not half were right,
    and of those with a grade of 8 and more .6; within its sentence a reader sees what it is a value of.
    """
    ask, piece = pick.ask, pick.excerpt
    key = piece.lead[-1]
    told = [key.clause, *(shown.clause for shown in piece.items)]
    said, struck = " ".join(c.text for c in told), [words for c in told for words in c.deleted]
    if plain_form(ask.text) == "yes_no" and value_struck(ask.text, said, struck):
        return "**No, not any longer.**"
    if ask.form in ("yes_no", "still"):
        if has_rows(key.text):  # a row may hold what is allowed beside what is not
            return ""
        denied = is_denied(ask.text, key.text) and says_value(ask.text, piece.lead_text)
        return "**No.**" if denied and pick.chance >= SURE_OF_NO else ""
    return _cell(ask, key) if ask.form == "amount" else ""
