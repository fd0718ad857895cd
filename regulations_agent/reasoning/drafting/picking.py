"""Which sentences a brief answer shows: one for each question asked, what the first lacks or points to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.language.sanctions import has_sanction, sanction_strength
from regulations_agent.language.sentences import Span, sentences
from regulations_agent.reasoning.choosing.evidence import complements, hits_of, rank
from regulations_agent.reasoning.choosing.rules import Rule, gather
from regulations_agent.reasoning.choosing.select import Choice, Ranked, choices
from regulations_agent.reasoning.drafting.compose import Pick
from regulations_agent.reasoning.drafting.excerpt import (
    LISTED,
    Excerpt,
    alone,
    excerpt,
    opens_list,
    paragraph,
)
from regulations_agent.reasoning.drafting.listing import head, listing
from regulations_agent.reasoning.drafting.retold import adds, news
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.reasoning.understanding.intent import Ask, read_ask
from regulations_agent.reasoning.understanding.parts import parts_of, subjects_of, want_for
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.values import values_of
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.evidence import merged
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit, ToolResult

_MOST = 4
_ROOM = 200
_LEANS = re.compile(
    r"\b(?:described|defined|specified|listed|set out|prescribed|referred to|laid down|"
    r"provided|detailed|given|stated|mentioned)\s+"
    r"(?:by|in|under|at|for in)\s+(?:the\s+)?(?:Articles?|Art\.?|rules?|clauses?|paragraphs?|"
    r"sections?)?\s*[A-Z]{0,3}\.?\d",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\b(?:Articles?|Art\.?|rules?|clauses?|paragraphs?)\s+[A-Z]{0,3}\.?\d|\babove\b|\bbelow\b", re.IGNORECASE
)
MOST_PARTS = 4
MOST_SHOWN = 4
"""Rules shown where several questions are asked: what each part found, then what all of it found."""
_AS_GOOD = 0.7
"""Share of the best score from which a sentence that was not said yet answers a later part."""


def pointed_to(clause: Clause, sentence: str, ask: Ask, library: Retriever) -> tuple[Shown, ...]:
    """The first words of the clauses that a sentence refers to by number, with the items that complete them,
    in the order in which it names them."""
    printed = _key(sentence)
    found: list[tuple[int, Clause]] = []
    for target in library.references(clause):
        at = _where(lookup_key(target.number), printed)
        if at is not None and target.in_force and target.id != clause.id and target.text.strip():
            found.append((at, target))
    if not _LEANS.search(sentence):
        found = [pair for pair in found if _gives(pair[1].text, ask)]
    found.sort(key=lambda pair: (pair[0], pair[1].id))
    return tuple(s for _, target in found[:_MOST] for s in _completed(target, ask, library))


def _gives(text: str, ask: Ask) -> bool:
    """It holds what the question asks for: a sanction, or a value of the kind."""
    return has_sanction(text) if ask.form == "penalty" else bool(values_of(ask, text, ()))


def _completed(target: Clause, ask: Ask, library: Retriever) -> tuple[Shown, ...]:
    """The first words of a clause; where they open its list, that too."""
    span = _opening(target, ask)
    rule = gather([Hit(target, library.document_of(target), 1.0)], library)[0]
    top = head(target, rule.below(target))
    if span.start < top.end and opens_list(target.text[top.start : top.end]):
        return Shown(target, top, 1), *listing(rule, target, 2)
    return (Shown(target, span, 1),)


def _key(text: str) -> str:
    """The numbers of a sentence, each in the form in which clauses are looked up."""
    pieces = re.findall(r"\d+|[^\W\d_]+|[^\w\s]|_", text.lower())
    return " " + " ".join(pieces) + " "


def _where(key: str, printed: str) -> int | None:
    """Where the last step of a number, or all of it, is named; None when the sentence does not name it."""
    steps = key.split(".")
    whole = re.search(
        r"\s" + r"\s[.()]*\s?".join(map(re.escape, steps)) + r"\s", re.sub(r"\s+", " ", printed)
    )
    if whole:
        return whole.start()
    top = (
        re.search(r"\s" + r"\s[.()]*\s?".join(map(re.escape, steps[:-1])) + r"\s", printed)
        if len(steps) > 2
        else None
    )
    if top and re.search(rf"\s{re.escape(steps[-1])}\s\)", printed[top.start() : top.start() + 60]):
        return top.start()
    span = (
        re.search(
            r"\b([a-z])\s\)\s(?:to|-|–)\s(?:[\d. ]+)?([a-z])\s\)", printed[top.start() : top.start() + 70]
        )
        if top
        else None
    )
    inside = span and len(steps[-1]) == 1 and span[1] <= steps[-1] <= span[2]
    return top.start() if top and inside else None


def _opening(clause: Clause, ask: Ask) -> Span:
    """The first sentences of a clause that the room holds; where the cost is asked for, the one that says
    it."""
    spans = sentences(clause.text)
    if ask.form == "penalty":
        spans = [s for s in spans if sanction_strength(clause.text[s.start : s.end]) == 1.0][:1] or spans
    end = spans[0].end
    for span in spans[1:]:
        if span.end - spans[0].start > _ROOM:
            break
        end = span.end
    return Span(spans[0].start, end)


def needs_pointers(ask: Ask, sentence: str) -> bool:
    """A penalty or value that is named by its article only, or a condition that is described elsewhere."""
    if _LEANS.search(sentence):
        return True
    asked = ask.form == "penalty" or (ask.form in ("amount", "when") and not values_of(ask, sentence, ()))
    return asked and bool(_NAMES.search(sentence))


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
    chosen = [("", r.rule, r.best) for r in fresh] or _chosen(reading, ranked, results, library, parts)
    if reading.ask.form == "penalty" and not _costs(chosen, reading.ask, library):
        chosen += _sanction_beside(reading, ranked[0], library)
    picks: list[Pick] = []
    seen: set[str] = set()
    for text, rule, choice in chosen:
        if any(_holds((*p.excerpt.lead, *p.excerpt.items, *p.excerpt.pointers), choice) for p in picks):
            continue
        around = next((n for n, p in enumerate(picks) if _holds(p.excerpt.shown, choice)), None)
        if around is not None and not text:
            continue
        shown = paragraph if adds(choice, reading) else alone
        piece = (shown if fresh or around is not None else excerpt)(rule, choice, frozenset(seen))
        if around is not None:
            piece = _take_rest(piece, picks, around)
        ask = replace(read_ask(text), form=want_for(text, reading.want).form) if text else reading.ask
        piece = _with_pointers(piece, ask, library)
        beside = bool(picks) and not text
        if beside and not opens_list(piece.lead[-1].text):  # what a colon announces is shown
            piece = replace(piece, rest=None)
        picks.append(Pick(ask, piece, 0.0 if beside or fresh else chance, beside))
        seen |= {s.clause.id for s in piece.shown}
    return tuple(picks)


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
) -> list[tuple[str, Rule, Choice]]:
    """(part of the question, rule, sentence); the part is empty for a single question and for complements."""
    parts = (given or parts_of(reading.ask.text))[:MOST_PARTS]
    near = [] if given else [ranked[0], *complements(ranked[0], ranked[1:])]
    whole = [("", r.rule, item_of_long_list(r.rule, r.best, reading.want)) for r in near]
    if len(parts) == 1 and given is None:
        return whole
    chosen: list[tuple[str, Rule, Choice]] = []
    for part, subject in zip(parts, subjects_of(parts), strict=True):
        meant = replace(reading, subject=part, want=want_for(part, reading.want))
        found = _answers(meant, subject, results, ranked, library)
        chosen.append((part, *_best_unsaid(meant, found, [c for _, _, c in chosen])))
    roots = {rule.root.id for _, rule, _ in chosen}
    return [*chosen, *(one for one in whole if one[1].root.id not in roots)][:MOST_SHOWN]


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
        found = rank(part, every, library, whole=found)
    return found or whole


def _costs(chosen: Sequence[tuple[str, Rule, Choice]], ask: Ask, library: Retriever) -> bool:
    """A chosen sentence, or one that it points to, imposes a sanction."""
    texts = [c.text for _, _, c in chosen]
    texts += [s.text for _, _, c in chosen for s in pointed_to(c.clause, c.text, ask, library)]
    return any(sanction_strength(text) == 1.0 for text in texts)


def _sanction_beside(reading: Reading, first: Ranked, library: Retriever) -> list[tuple[str, Rule, Choice]]:
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
    return [("", rule, choice)]


def _best_unsaid(part: Reading, found: Sequence[Ranked], said: Sequence[Choice]) -> tuple[Rule, Choice]:
    """What answers a part of the message best.

    A sentence that an earlier part chose is taken again only where no other of its season comes near.
    """
    told = {(c.clause.id, c.span) for c in said}
    best = found[0]
    season = best.rule.document.season
    others = (r for r in found if r.rule.document.season == season)
    fresh = next((r for r in others if (r.best.clause.id, r.best.span) not in told), best)
    rule, choice = (r := fresh if fresh.score >= _AS_GOOD * best.score else best).rule, r.best
    return rule, item_of_long_list(rule, choice, part.want)


def item_of_long_list(rule: Rule, choice: Choice, want: Want) -> Choice:
    """The item that answers, instead of the opening of a list that is too long to be shown."""
    items = rule.below(choice.clause)
    if not opens_list(choice.text) or sum(len(c.text) for c in items) <= LISTED:
        return choice
    below = [c for c in choices(rule, want) if c.clause.id != choice.clause.id and rule.above(c.clause)]
    return below[0] if below else choice


def _holds(stretches: Sequence[Shown], choice: Choice) -> bool:
    """The sentence stands in one of them."""
    return any(
        s.clause.id == choice.clause.id
        and s.span.start <= choice.span.start
        and choice.span.end <= s.span.end
        for s in stretches
    )


def _with_pointers(piece: Excerpt, ask: Ask, library: Retriever) -> Excerpt:
    key = piece.lead[-1]
    if piece.items or not needs_pointers(ask, piece.lead_text):
        return piece
    known = {s.clause.id for s in piece.shown}
    found = tuple(
        s for s in pointed_to(key.clause, piece.lead_text, ask, library) if s.clause.id not in known
    )
    return replace(piece, pointers=found)
