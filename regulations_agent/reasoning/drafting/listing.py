"""Lists as printed: the words above the items, the items, the words after them; and whether one item alone
answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.answer.text import clause_end
from regulations_agent.language.sentences import Span, opens_list
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.reasoning.choosing.select import Choice
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.retrieval.printed import Stretch, printed_order
from regulations_agent.types.document import Clause

LISTED = 900
"""Characters of items shown below their chapeau."""
SINGLED_OUT = 0.15
"""What an item must score above what stands beside it to go before the others: of 89 such items .91 hold all
that was asked (`fresh_choose`, `printed`), of 54 others .65."""
BRIEF, MOST_BRIEF = 90, 12
"""Characters of each item, and how many, that stand for a list which is too long to be shown."""
_AFTERWARDS = 480
"""Longest paragraph that is shown after the items."""
_LEANS = re.compile(r"\b(?:above|these|those|preceding)\b|\([a-z]\)", re.IGNORECASE)
"""Words by which a paragraph after a list speaks of its items."""


def head(clause: Clause, items: Sequence[Clause]) -> Span:
    """The clause's own text above its first item; all of it when no item stands below."""
    first = next(iter(printed_order(clause, items)), None)
    return Span(*first) if isinstance(first, Stretch) else Span(0, 0)


def stretch_around(clause: Clause, items: Sequence[Clause], span: Span) -> Span:
    """The run of the clause's own paragraphs, uninterrupted by items, that a span stands in."""
    runs = [Span(*p) for p in printed_order(clause, items) if isinstance(p, Stretch)]
    return next(
        (run for run in runs if run.start <= span.start < run.end), Span(0, len(clause.text.rstrip()))
    )


def listing(rule: Rule, clause: Clause, depth: int = 1, room: int = LISTED) -> tuple[Shown, ...]:
    """What is printed below a clause's head in order, nested items too, as far as the room goes."""
    found: list[Shown] = []
    for part in printed_order(clause, rule.below(clause)):
        if isinstance(part, Stretch):
            if found and part.end - part.start <= _AFTERWARDS:
                found.append(Shown(clause, Span(*part), depth - 1, after=True))
            continue
        below = rule.below(part)
        if not (part.text.strip() or part.heading or below):
            continue
        room -= len(part.text.strip() or part.heading)
        if room < 0 and found:
            found[-1] = replace(found[-1], cut=True)
            break
        found.append(Shown(part, head(part, below) if below else Span(0, len(part.text.rstrip())), depth))
        nested = listing(rule, part, depth + 1, room) if below else ()
        room -= sum(len(n.text) for n in nested)
        found += nested
    return tuple(found)


def in_brief(listed: Sequence[Shown]) -> tuple[Shown, ...]:
    """The first words of each item, as printed."""
    return tuple(map(_shortened, [s for s in listed if s.depth == 1 and not s.after][:MOST_BRIEF]))


def _shortened(shown: Shown) -> Shown:
    if len(shown.text) <= BRIEF:
        return shown
    start = shown.span.start
    return replace(shown, span=Span(start, start + clause_end(shown.text, BRIEF)), cut=True)


def answers_as_list(rule: Rule, choice: Choice) -> Clause | None:
    """The clause whose list answers as a whole: the one whose head was chosen, or the one above an item that
    answers hardly more surely than the others; None when the chosen sentence answers alone."""
    items = rule.below(choice.clause)
    if items:
        top = head(choice.clause, items)
        last = choice.clause.text[top.start : top.end]
        inside = choice.span.end == top.end or (choice.span.start < top.end and opens_list(choice.text))
        leans = choice.span.start >= top.end and bool(_LEANS.search(choice.text))
        return choice.clause if (inside or leans) and unfinished(last) else None
    above = rule.above(choice.clause)
    if not above or len(rule.below(above[-1])) < 2:
        return None
    size = sum(len(s.text) for s in listing(rule, above[-1], room=2 * LISTED))
    singled_out = choice.margin is None or choice.margin >= SINGLED_OUT
    return None if size > LISTED or singled_out else above[-1]


def unfinished(text: str) -> bool:
    """The words are completed by what stands below them."""
    said = text.rstrip().rstrip("”\"')")
    return opens_list(said) or not said.endswith((".", "!", "?", "|"))
