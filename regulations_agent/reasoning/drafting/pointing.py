"""What a sentence that answers refers to by number and needs: the words of those clauses."""

from __future__ import annotations

import re
from dataclasses import replace

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.language.sanctions import has_sanction, sanction_strength
from regulations_agent.language.sentences import Span, opens_list, sentences
from regulations_agent.reasoning.choosing.rules import gather
from regulations_agent.reasoning.drafting.excerpt import Excerpt
from regulations_agent.reasoning.drafting.listing import head, listing
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.reasoning.understanding.intent import Ask
from regulations_agent.reasoning.understanding.values import values_of
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit

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
    shown: tuple[Shown, ...] = (Shown(target, span, 1),)
    if span.start < top.end and opens_list(target.text[top.start : top.end]):
        shown = (Shown(target, top, 1), *listing(rule, target, 2))
    return tuple(replace(s, document=rule.document) for s in shown)


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


def with_pointers(
    piece: Excerpt, ask: Ask, library: Retriever, seen: frozenset[str] = frozenset()
) -> Excerpt:
    """The excerpt with what it points to, where it needs that, shows no list and that was not `seen`."""
    key = piece.lead[-1]
    if piece.items or not needs_pointers(ask, piece.lead_text):
        return piece
    known = seen.union(s.clause.id for s in piece.shown)
    found: list[Shown] = []
    headed = False
    for shown in pointed_to(key.clause, piece.lead_text, ask, library):
        headed = shown.clause.id not in known if shown.depth == 1 else headed  # its items go with it
        found += [shown] if headed and shown.clause.id not in known else []
    return replace(piece, pointers=tuple(found))
