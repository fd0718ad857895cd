"""What became of a rule, in the line that opens its comparison."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.quantities import quantities
from regulations_agent.answer.text import joined, the_book
from regulations_agent.answer.words import vocabulary
from regulations_agent.reasoning.comparing.differing import Extract, Facing, Side
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.types.document import Document
from regulations_agent.types.views import NumberChange
from regulations_agent.versions.difference import changes, numbers, runs, similarity
from regulations_agent.versions.obligations import obligation_changes
from regulations_agent.versions.sameness import plain_words, unchanged
from regulations_agent.versions.saying import MOST_SAID, said_pair, said_runs

Sides = tuple[Sequence[Document], Sequence[Document]]
Both = tuple[Sequence[Extract], Sequence[Extract]]
_FIGURES, _RUNS, _RUN = 5, 2, 200
"""Figures, runs of words and characters of each that the line names."""
_WORDED_ALIKE = 0.5
"""Similarity below which a rule was written anew: `must` and `may not` of it do not face each other."""
_SHINGLE = 4
"""Words by which a wording is found in another."""


def verdict(both: Both, facing: Facing, sides: Sides, want: Want, whole: Side | None = None) -> str:
    """What became of the rule whose extracts are shown, in a line of Markdown.

    `whole`: the rule of the other side that holds what this one says, where it has no counterpart.
    """
    old, new = both
    if whole is not None:
        joined_to = f"{whole.clause.number} of {the_book(whole.rule.document)}"
        return f"**Taken up in** {joined_to}:" if old else f"**Taken out of** {joined_to}:"
    if not old:
        return f"**New:** no such rule in {names(sides[0])} was found."
    if not new:
        return f"**Dropped:** no such rule in {names(sides[1])} was found."
    now = "\n".join(e.whole for e in new)
    before = "\n".join(_as_placed([e.whole for e in old], now))
    said = _change(before, now, facing, want)
    document, clause = new[0].side.rule.document, new[0].side.clause
    if document in sides[1]:
        return said
    return f"**Moved to {the_book(document)}** ({clause.number}). {said}"


def names(documents: Sequence[Document]) -> str:
    return joined([the_book(d) for d in documents]) or "the other document"


def _change(old: str, new: str, facing: Facing, want: Want) -> str:
    """Figures that differ, else the words that do, those of the question first; and what stayed."""
    if kept := unchanged(old, new):
        return kept
    stretches = runs(plain_words(old), plain_words(new))
    figures = list(dict.fromkeys(said_pair(n) for n in _differing(old, new, facing)))
    duties = [said_pair(o) for o in obligation_changes(stretches) if o.old and o.new]
    if similarity(old, new) < _WORDED_ALIKE:
        duties = []
    if figures:
        return f"**Changed:** {'; '.join([*figures[:_FIGURES], *duties[:1]])}."
    told = said_runs(changes(stretches))
    said = "; ".join(told if len(told) <= MOST_SAID else _first_of_all(told, want))
    same = _same_figures(old, new)
    if same and not numbers(old, new):
        return f"**Reworded, with the same figures** ({same}){f': {said}' if said else ''}."
    return f"**Changed:** {said}." if said else "**Changed** in wording:"


def _differing(old: str, new: str, facing: Facing) -> list[NumberChange]:
    """Figures that changed, and those that stand nowhere in the rule on the other side, shown or not."""
    lacking = _figures(facing.new), _figures(facing.old)
    return [n for n in numbers(old, new) if (n.old and n.new) or _is_alone(n, lacking[n.old is None])]


def _is_alone(change: NumberChange, others: frozenset[float]) -> bool:
    return not any(q.value in others for q in quantities(change.old or change.new or ""))


def _figures(sides: Sequence[Side]) -> frozenset[float]:
    """Every figure of the rules that clauses of a side belong to."""
    return frozenset(
        q.value for side in sides for node in side.rule.nodes for q in quantities(node.clause.text)
    )


def _as_placed(parts: Sequence[str], text: str) -> list[str]:
    """Wordings of several clauses in the order in which a text takes them up; what it lacks goes last."""
    words = text.lower().split()
    at = {tuple(words[n : n + _SHINGLE]): n for n in range(len(words) - 1, -1, -1)}

    def place(part: str) -> int:
        own = part.lower().split()
        found = (at.get(tuple(own[n : n + _SHINGLE])) for n in range(len(own)))
        return next((n for n in found if n is not None), len(words))

    return sorted(parts, key=place)


def _same_figures(old: str, new: str) -> str:
    """Numbers that both wordings have: `four (4), sixteen (16)`."""
    there = {(q.value, q.unit) for q in quantities(old)}
    kept = [q.text for q in quantities(new) if (q.value, q.unit) in there]
    return joined(list(dict.fromkeys(kept))[:_FIGURES])


def _first_of_all(told: Sequence[str], want: Want) -> list[str]:
    """Of many runs of words that differ those with the question's words, as printed."""
    held = [sum(want.weights[w] for w in want.held(vocabulary(run))) for run in told]
    order = sorted(range(len(told)), key=lambda n: (-held[n], n))[:_RUNS]
    return [told[n] if len(told[n]) <= _RUN else f"{told[n][:_RUN].rstrip()}…" for n in sorted(order)]
