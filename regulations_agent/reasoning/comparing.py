"""A comparison as a draft: both wordings side by side, their numbers, and what only one of them says."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.sentences import Span
from regulations_agent.answer.text import book_name, one_line
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.excerpt import excerpt
from regulations_agent.reasoning.rules import Rule
from regulations_agent.reasoning.select import Choice, choices
from regulations_agent.reasoning.want import Want
from regulations_agent.types.answer import Citation
from regulations_agent.types.run import Draft
from regulations_agent.versions.difference import NumberChange, numbers, words

SideRule = tuple[Rule, Choice]
MOST_PAIRS = 3
_LONG = 700


def compare_draft(pairs: Sequence[tuple[Rule | None, Rule | None]], want: Want) -> Draft:
    """For each pair: what changed first, then the older and the newer wording, each with its source."""
    parts: list[str] = []
    citations: list[Citation] = []
    for old, new in pairs[:MOST_PAIRS]:
        text, cited = _pair(old, new, want)
        parts.append(text)
        citations += cited
    return Draft("\n\n".join(parts), tuple({c.clause_id: c for c in citations if c.verified}.values()))


def _pair(old: Rule | None, new: Rule | None, want: Want) -> tuple[str, list[Citation]]:
    before, after = _wording(old, want), _wording(new, want)
    lines = [_verdict(before[0], after[0], old, new)]
    for rule, (text, _) in ((old, before), (new, after)):
        if rule is not None:
            lines.append(f"- **{book_name(rule.document)}, {rule.root.number}:** {text}")
    return "\n".join(line for line in lines if line), [*before[1], *after[1]]


def _wording(rule: Rule | None, want: Want) -> tuple[str, list[Citation]]:
    """What a rule says on the subject: the whole of a short one, else the sentences that answer, with
    items."""
    if rule is None:
        return "", []
    whole = "\n".join(n.clause.text for n in rule.nodes if n.clause.text)
    if len(whole) <= _LONG:
        shown = [(n.clause, Span(0, len(n.clause.text))) for n in rule.nodes if n.clause.text.strip()]
    else:
        best = choices(rule, want)
        piece = excerpt(rule, best[0]) if best else None
        shown = [(s.clause, s.span) for s in (*piece.lead, *piece.items)] if piece else []
    quotes = [(clause, clause.text[span.start : span.end]) for clause, span in shown]
    text = " ".join(f"{c.number + ' ' if c.id != rule.root.id else ''}{one_line(q)}" for c, q in quotes)
    return text, [cite(rule.hit(c), q) for c, q in quotes]


def _verdict(before: str, after: str, old: Rule | None, new: Rule | None) -> str:
    """One line that says whether and how the two differ."""
    if old is None or new is None:
        there, missing = (new, "earlier") if old is None else (old, "later")
        return (
            f"**No counterpart found** in the {missing} document; "
            f"{there.root.number if there else ''} stands alone:"
        )
    if before.split() == after.split():
        return "**Unchanged** - both say the same, word for word:"
    changed = [_number_line(n) for n in numbers(before, after)][:4]
    if changed:
        return f"**Changed:** {'; '.join(changed)}."
    moved = [c.text for c in words(before, after) if c.op == "insert"]
    return f"**Changed** in wording{': now also “' + one_line(moved[0])[:160] + '”' if moved else ''}."


def _number_line(change: NumberChange) -> str:
    if change.old and change.new:
        return f"{change.old} → {change.new}"
    return f"{change.old} dropped" if change.old else f"{change.new} added"
