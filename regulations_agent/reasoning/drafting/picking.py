"""Which sentences a brief answer shows: one for each question asked, what the first lacks or points to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from regulations_agent.answer.table_quotes import has_rows
from regulations_agent.language.sanctions import sanction_strength
from regulations_agent.language.sentences import Span, last_bullet, opens_list
from regulations_agent.reasoning.choosing.evidence import complements, hits_of, rank
from regulations_agent.reasoning.choosing.rules import Rule, gather, opener
from regulations_agent.reasoning.choosing.select import Choice, Ranked, choices
from regulations_agent.reasoning.drafting.compose import Pick
from regulations_agent.reasoning.drafting.excerpt import (
    LISTED,
    Excerpt,
    alone,
    excerpt,
    paragraph,
)
from regulations_agent.reasoning.drafting.listing import SINGLED_OUT
from regulations_agent.reasoning.drafting.pointing import pointed_to, with_pointers
from regulations_agent.reasoning.drafting.retold import adds, news
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.reasoning.understanding.intent import Ask, read_ask
from regulations_agent.reasoning.understanding.parts import parts_of, subjects_of, want_for
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.evidence import merged
from regulations_agent.types.run import Hit, ToolResult

MOST_PARTS = 4
MOST_SHOWN = 4
"""Rules shown where several questions are asked: what each part found, then what all of it found."""
_AS_GOOD = 0.7
"""Share of the best score from which a sentence that was not said yet answers a later part."""


_CLOSE = 0.05
"""Lead below which the next best sentence is told as well where several questions are asked: there is less
room."""
LEVEL = 0.005
"""Scores nearer than this tell nothing: rows that differ in their values alone."""


class _Chosen(NamedTuple):
    """A sentence to be shown."""

    text: str
    """The question that it answers, or the part of it; empty for the first rule and for complements."""
    rule: Rule
    choice: Choice
    bare: bool = False
    """Shown without what stands around it, which an earlier one shows."""


def make_picks(
    reading: Reading,
    ranked: Sequence[Ranked],
    results: Sequence[ToolResult],
    library: Retriever,
    parts: Sequence[str] | None = None,
    *,
    chance: float = 0.0,
) -> tuple[Pick, ...]:
    """The excerpts of a brief answer in the order of the questions: `parts`, or those of the message.

    `chance`, in [0, 1], is that the first rule answers at all.
    """
    fresh = news(ranked, reading) if parts is None else []
    chosen = [_Chosen("", r.rule, r.best) for r in fresh] or _chosen(reading, ranked, results, library, parts)
    if reading.ask.form == "penalty" and not _costs(chosen, reading.ask, library):
        chosen += _sanction_beside(reading, ranked[0], library)
    picks: list[Pick] = []
    seen: set[str] = set()
    for text, rule, choice, bare in chosen:
        if any(_holds((*p.excerpt.lead, *p.excerpt.items, *p.excerpt.pointers), choice) for p in picks):
            continue
        around = next((n for n, p in enumerate(picks) if _holds(p.excerpt.shown, choice)), None)
        if around is not None and (not text or (bare and opens_list(picks[around].excerpt.lead[-1].text))):
            continue  # stands below as part of a clause, or of the table that the first sentence announces
        shown = paragraph if adds(choice, reading) else alone
        piece = (shown if fresh or bare or around is not None else excerpt)(rule, choice, frozenset(seen))
        if (bare or text) and _told_within(piece, picks):
            continue
        if around is not None:
            piece = _take_rest(piece, picks, around)
        ask = replace(read_ask(text), form=want_for(text, reading.want).form) if text else reading.ask
        piece = with_pointers(piece, ask, library, frozenset(seen))
        beside, leans = bool(picks) and not text, _leans(text, reading)
        if beside and not opens_list(piece.lead[-1].text):  # what a colon announces is shown
            piece = replace(piece, rest=None)
        picks = [_without(pick, choice) for pick in picks]
        picks.append(Pick(ask, piece, 0.0 if beside or fresh or leans else chance, beside))
        seen |= {s.clause.id for s in piece.shown}
    return tuple(picks)


def _leans(part: str, reading: Reading) -> bool:
    """It only asks on (`or can I do it?`): what a sentence denies may be anything else."""
    parts = parts_of(reading.ask.text)
    return (part, part) not in zip(parts, subjects_of(parts), strict=True) and part in parts


def _told_within(piece: Excerpt, picks: list[Pick]) -> bool:
    """The piece begins with a sentence that an earlier one tells, which then tells all of it in its place."""
    own = piece.lead[-1]
    for n, lead in enumerate(pick.excerpt.lead for pick in picks):
        if lead[-1].clause.id == own.clause.id and own.span.start <= lead[-1].span.start < own.span.end:
            picks[n] = replace(picks[n], excerpt=replace(picks[n].excerpt, lead=(*lead[:-1], own)))
            return True
    return False


def _without(pick: Pick, choice: Choice) -> Pick:
    """The pick without the beginning of an item that is told below it."""
    kept = (s for s in pick.excerpt.items if not (s.cut and s.clause.id == choice.clause.id))
    return replace(pick, excerpt=replace(pick.excerpt, items=tuple(kept)))


def _take_rest(piece: Excerpt, picks: list[Pick], around: int) -> Excerpt:
    """The piece with the clause around it, which an earlier pick shows: both sentences stand above that."""
    former = picks[around]
    picks[around] = replace(former, excerpt=replace(former.excerpt, rest=None))
    return replace(piece, rest=former.excerpt.rest)


def _chosen(
    reading: Reading,
    ranked: Sequence[Ranked],
    results: Sequence[ToolResult],
    library: Retriever,
    given: Sequence[str] | None,
) -> list[_Chosen]:
    parts = (given or parts_of(reading.ask.text))[:MOST_PARTS]
    near = [] if given else [ranked[0], *complements(ranked[0], ranked[1:])]
    whole = [_Chosen("", r.rule, told_by(r.rule, r.best, reading.want)) for r in near]
    if len(parts) == 1 and given is None:
        return [*whole[:1], *_as_likely(ranked[0], reading.ask.text, SINGLED_OUT), *whole[1:]]
    chosen: list[_Chosen] = []
    for part, subject in zip(parts, subjects_of(parts), strict=True):
        meant = replace(reading, subject=part, want=want_for(part, reading.want))
        found = _answers(meant, subject, results, ranked, library)
        best = _best_unsaid(found, [one.choice for one in chosen])
        chosen.append(_Chosen(part, best.rule, told_by(best.rule, best.best, meant.want)))
        chosen += _as_likely(best, part, _CLOSE)
    roots = {one.rule.root.id for one in chosen}
    others = [one for one in whole if one.rule.root.id not in roots]
    return [*chosen, *others[: MOST_SHOWN - len(parts)]]


def _as_likely(first: Ranked, text: str, lead: float) -> list[_Chosen]:
    """The next best sentence of the rule, where the best leads by less: either may be the answer."""
    margin, second = first.best.margin, first.second
    if margin is None or second is None or margin >= lead:
        return []
    return [_Chosen(text, first.rule, second, bare=True)]


def _answers(
    part: Reading, subject: str, results: Sequence[ToolResult], whole: Sequence[Ranked], library: Retriever
) -> Sequence[Ranked]:
    """The rules that may answer a part of a message, best first.

    The `subject`, with what stands before the part, helps to tell the rule; the part alone, the sentence.
    """
    by_tool = hits_of([r for r in results if r.call.args.get("query") == subject])
    hits = by_tool or library.search(subject, filters=part.filters)
    found = rank(replace(part, subject=subject), hits, library, whole=whole)
    if found and subject != part.subject:
        every = merged(hits, library.search(part.subject, filters=part.filters), hits_of(results))
        found = rank(part, every, library, whole=found, of_whole=1.0)
    return found or whole


def _costs(chosen: Sequence[_Chosen], ask: Ask, library: Retriever) -> bool:
    """A chosen sentence, or one that it points to, imposes a sanction."""
    texts = [one.choice.text for one in chosen]
    texts += [
        s.text for c in (one.choice for one in chosen) for s in pointed_to(c.clause, c.text, ask, library)
    ]
    return any(sanction_strength(text) == 1.0 for text in texts)


def _sanction_beside(reading: Reading, first: Ranked, library: Retriever) -> list[_Chosen]:
    """The sanction that a clause beside the first rule, or one that refers to it, imposes."""
    root = first.rule.root
    near = [c for c in (*library.siblings(root), *library.cited_by(root)) if c.in_force and c.kind != "item"]
    hits = [Hit(c, library.document_of(c), first.rule.found, "context") for c in near]
    best = [
        (r, c)
        for r in gather(hits, library)
        for c in choices(r, reading.want)[:4]
        if sanction_strength(c.text) == 1.0
    ]
    if not best:
        return []
    rule, choice = max(best, key=lambda pair: (pair[1].score, pair[1].clause.id))
    return [_Chosen("", rule, choice)]


def _best_unsaid(found: Sequence[Ranked], said: Sequence[Choice]) -> Ranked:
    """What answers a part of the message best.

    A sentence that an earlier part chose is taken again only where no other of its season comes near.
    """
    told = {(c.clause.id, c.span) for c in said}
    best = found[0]
    season = best.rule.document.season
    others = (r for r in found if r.rule.document.season == season)
    fresh = next((r for r in others if (r.best.clause.id, r.best.span) not in told), best)
    return fresh if fresh.score >= _AS_GOOD * best.score else best


def told_by(rule: Rule, choice: Choice, want: Want) -> Choice:
    """What is told for the choice: the item that answers, instead of the opening of a list that is too long
    to be shown; what announces a table, instead of a row that nothing tells from the next best one, or opens
    a list of bullets, instead of one that does not stand out."""
    if has_rows(choice.text):
        return _announcement(rule, choice, want)
    if choice.margin is not None and choice.margin < SINGLED_OUT and (opening := _opening(choice)):
        return replace(choice, span=opening)
    items = rule.below(choice.clause)
    if not opens_list(choice.text) or sum(len(c.text) for c in items) <= LISTED:
        return choice
    below = [c for c in choices(rule, want) if c.clause.id != choice.clause.id and rule.above(c.clause)]
    return below[0] if below else choice


def _opening(choice: Choice) -> Span | None:
    """The words that open the list of bullets in which the sentence stands, if it is shown with them."""
    opening = opener(choice.clause, choice.span)
    shown = opening and last_bullet(choice.clause.text, opening.end, LISTED)
    return opening if shown and shown >= choice.span.end else None


def _announcement(rule: Rule, row: Choice, want: Want) -> Choice:
    every = [c for c in choices(rule, want) if c.clause.id == row.clause.id and c.span != row.span]
    alike = any(has_rows(c.text) and abs(c.score - row.score) < LEVEL for c in every)
    above = [c for c in every if c.span.end <= row.span.start and not has_rows(c.text)]
    last = max(above, key=lambda c: c.span, default=row)
    return last if alike and opens_list(last.text) else row


def _holds(stretches: Sequence[Shown], choice: Choice) -> bool:
    """The sentence stands in one of them."""
    return any(
        s.clause.id == choice.clause.id
        and s.span.start <= choice.span.start
        and choice.span.end <= s.span.end
        for s in stretches
    )
