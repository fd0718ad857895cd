"""A comparison as a draft: the clauses and items that differ, what differs in them, and both wordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.answer.text import book_name, joined, one_line, shortened
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.compose import item_line
from regulations_agent.reasoning.differing import Difference, differences, said_change
from regulations_agent.reasoning.rules import Rule
from regulations_agent.reasoning.want import Want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Draft, Hit, ToolResult
from regulations_agent.versions.saying import change_in

RulePair = tuple[Rule | None, Rule | None]
MOST_SHOWN = 3
"""Differences that are shown in full, both sides cited: six citations."""
_CITED = 8
"""Citations of a comparison at most."""
_NEAR = 0.6
"""Share of the best fit from which a further difference is shown."""

_ASKED = 0.4
"""Weight of the question's words from which an unchanged item is shown beside those that changed."""


def compare_draft(pairs: Sequence[RulePair], want: Want) -> Draft:
    """What changed, best fitting first, each with both wordings; what did not, in one closing line."""
    found = [(place, d) for place, pair in enumerate(pairs) for d in differences(*pair, want)]
    changed = [(place, d) for place, d in found if d.changed]
    if not changed:
        return _unchanged([d for _, d in found][:1])
    first, top = changed[0][0], max(d.fit for _, d in changed)
    shown = [
        (place, d) for place, d in changed if place == first or (all(pairs[place]) and d.fit >= _NEAR * top)
    ]
    shown = sorted(shown, key=lambda s: (s[0], -s[1].fit))[:MOST_SHOWN]
    same = [d for place, d in found if place == first and _tells_more(d)][:1]
    blocks = [_block(d) for d in (*(d for _, d in shown), *same)]
    quiet = _quiet(pairs, {place for place, _ in changed})
    citations = [c for d in (*(d for _, d in shown), *same) for c in _citations(d)]
    text = "\n\n".join([*blocks, *([quiet] if quiet else [])])
    return Draft(text, tuple({c.clause_id: c for c in citations if c.verified}.values())[:_CITED])


def _tells_more(difference: Difference) -> bool:
    """It did not change, but says itself what the question asks about."""
    new = difference.sides[1]
    return (
        not difference.changed
        and difference.own >= _ASKED
        and new is not None
        and not new.rule.below(new.clause)
    )


def _block(difference: Difference) -> str:
    """What differs, then each side: `- **2025 sporting regulations, Issue 1, 4.7.a (page 47):** ...`."""
    lines = [said_change(difference)]
    for side in difference.sides:
        if side is not None:
            citation = cite(side.rule.hit(side.clause), side.text)
            where = f"{book_name(side.rule.document)}, {side.clause.number}, page {citation.page}"
            lines.append(f"- **{where}:** {one_line(side.text)}")
            lines += [f"  {item_line(replace(item, depth=1))}" for item in side.items]
    return "\n".join(lines)


def _citations(difference: Difference) -> list[Citation]:
    sides = [s for s in difference.sides if s is not None]
    return [
        *(cite(s.rule.hit(s.clause), s.text) for s in sides),
        *(cite(s.rule.hit(item.clause), item.text) for s in sides for item in s.items),
    ]


def _unchanged(found: Sequence[Difference]) -> Draft:
    blocks = [_block(d) for d in found]
    citations = [c for d in found for c in _citations(d)]
    return Draft("\n\n".join(blocks), tuple(c for c in citations if c.verified))


def _quiet(pairs: Sequence[RulePair], changed: set[int]) -> str:
    """One line for the clauses that fit as well and say the same in both."""
    same = [
        new.root.number
        for place, (old, new) in enumerate(pairs)
        if old is not None and new is not None and place not in changed
    ]
    return f"Unchanged: {joined(same)}." if same else ""


def overview_draft(results: Sequence[ToolResult], library: Retriever) -> Draft | None:
    """The changes between two whole documents, the weightiest first; None when no call compared them so."""
    data = next((r.output.data for r in results if r.output and "counts" in r.output.data), None)
    if data is None:
        return None
    old, new = (library.document(str(key)) for key in data["documents"])  # type: ignore[attr-defined]
    counts: dict[str, int] = data["counts"]  # type: ignore[assignment]
    said = joined([f"{number} {kind}" for kind, number in counts.items() if number])
    lines = [f"From {book_name(old)} to {book_name(new)}: {said} clauses. The weightiest:", ""]
    citations: list[Citation] = []
    for ids in data["pairs"]:  # type: ignore[attr-defined]
        clauses = [library.clause(key) if key else None for key in ids]
        lines.append(_line(clauses[0], clauses[1]))
        there = clauses[1] or clauses[0]
        if there is not None:
            citations.append(cite(Hit(there, new if clauses[1] else old, 1.0)))
    return Draft("\n".join(lines), tuple(c for c in citations if c.verified)[:_CITED])


def _line(old: Clause | None, new: Clause | None) -> str:
    """`- **B3.3.1** seventy (70) km/h → sixty (60) km/h (page 6)`."""
    clause = new or old
    if clause is None:
        return ""
    said = change_in(old.text, new.text) if old and new else ""
    if not said:
        verb = "reworded" if old and new else "added" if new else "dropped"
        said = f"{verb}: {shortened(clause.text or clause.heading)}"
    return f"- **{clause.number}** {said} (page {clause.page})"
