"""Clauses that the answering sentence only points to, and whose content it needs."""

from __future__ import annotations

import re

from regulations_agent.answer.sanctions import has_sanction, sanction_strength
from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

_MOST = 4
_ROOM = 200


def pointed_to(clause: Clause, sentence: str, form: str, library: Retriever) -> tuple[Shown, ...]:
    """The first words of the clauses that a sentence refers to by number, in the order in which it names
    them."""
    printed = _key(sentence)
    found: list[tuple[int, Clause]] = []
    for target in library.references(clause):
        at = _where(lookup_key(target.number), printed)
        if at is not None and target.in_force and target.id != clause.id and target.text.strip():
            found.append((at, target))
    if not _LEANS.search(sentence):
        found = [pair for pair in found if has_sanction(pair[1].text)]
    found.sort(key=lambda pair: (pair[0], pair[1].id))
    return tuple(Shown(target, _opening(target, form == "penalty"), 1) for _, target in found[:_MOST])


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


def _opening(clause: Clause, costs: bool) -> Span:
    """The first sentences of a clause that the room holds; where the cost is asked for, the one that says
    it."""
    spans = sentences(clause.text)
    if costs:
        spans = [s for s in spans if sanction_strength(clause.text[s.start : s.end]) == 1.0][:1] or spans
    end = spans[0].end
    for span in spans[1:]:
        if span.end - spans[0].start > _ROOM:
            break
        end = span.end
    return Span(spans[0].start, end)


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


def needs_pointers(form: str, sentence: str) -> bool:
    """A penalty that is named by its article only, or a condition that is described elsewhere."""
    return bool(_LEANS.search(sentence)) or (bool(_NAMES.search(sentence)) and form == "penalty")
