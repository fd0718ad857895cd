"""A summary as a draft: the key clauses of a topic, one bullet each, tied to its clause."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.answer.text import book_name, marked, marks_of, one_line
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.rules import Rule
from regulations_agent.reasoning.select import choices
from regulations_agent.reasoning.want import Want
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Draft

MOST_CLAUSES = 22
_LEAST, _BULLET = 120, 900
"""Characters of one clause at least and at most."""
_WHOLE = 3400
"""Characters of all clauses together."""


def summary_draft(rules: Sequence[Rule], want: Want, heading: str = "") -> Draft:
    """One bullet a rule in printed order: its sentences that say most about the topic; cited best first."""
    kept = rules[:MOST_CLAUSES]
    if not kept:
        return Draft("", abstained=True)
    rooms = _rooms([sum(len(n.clause.text) for n in rule.nodes) for rule in kept])
    bullets: list[tuple[str, list[str]]] = []
    citations: list[tuple[float, Citation]] = []
    for rule, room in zip(kept, rooms, strict=True):
        quotes = _key_points(rule, want, room)
        if not quotes:
            continue
        cited = [cite(rule.hit(clause), clause.text[span.start : span.end]) for clause, span in quotes]
        citations += [(rule.found, c) for c in cited if c.verified]
        said = " ".join(one_line(c.quote) for c in cited if c.verified)
        title = f"*{rule.root.heading}* - " if rule.root.heading else ""
        bullets.append((f"- **{rule.root.number}** {title}{said}", [c.clause_id for c in cited]))
    title = f"{heading or 'Key clauses'} - {book_name(kept[0].document)}:"
    best_first = sorted(citations, key=lambda found: -found[0])
    unique = tuple({c.clause_id: c for _, c in best_first}.values())
    marks = marks_of(unique)
    return Draft("\n".join([title, "", *(marked(text, ids, marks) for text, ids in bullets)]), unique)


def _rooms(needs: Sequence[int]) -> list[int]:
    """Characters for each rule: short ones keep theirs, and what they leave goes to the longer ones."""
    rooms = [0] * len(needs)
    left = _WHOLE
    order = sorted(range(len(needs)), key=lambda n: (needs[n], n))
    for done, place in enumerate(order):
        share = left // (len(order) - done)
        rooms[place] = max(_LEAST, min(needs[place], share, _BULLET))
        left = max(0, left - rooms[place])
    return rooms


def _key_points(rule: Rule, want: Want, room: int) -> list[tuple[Clause, Span]]:
    """Sentences of a rule that fit the room, best first chosen, printed order kept, one stretch a clause."""
    ranked = choices(rule, want)
    first = next((n.clause for n in rule.nodes if n.clause.text.strip()), None)
    if first is None:
        return []
    opening = sentences(first.text)[0]
    picked: dict[str, Span] = {first.id: opening}
    left = room - (opening.end - opening.start)
    clauses = {n.clause.id: n.clause for n in rule.nodes}
    for choice in ranked:
        size = choice.span.end - choice.span.start
        known = picked.get(choice.clause.id)
        grown = _joined(known, choice.span) if known else choice.span
        cost = (grown.end - grown.start) - ((known.end - known.start) if known else 0)
        if size and 0 < cost <= left:
            picked[choice.clause.id] = grown
            left -= cost
    order = [n.clause.id for n in rule.nodes]
    return [(clauses[key], picked[key]) for key in order if key in picked]


def _joined(one: Span, other: Span) -> Span:
    """One stretch that holds both."""
    return Span(min(one.start, other.start), max(one.end, other.end))
