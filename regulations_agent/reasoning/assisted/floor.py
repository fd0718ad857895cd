"""The floor under a language model: what it may add to the embedded engine's work, when it replaces it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from regulations_agent.answer.table_quotes import spoken
from regulations_agent.answer.text import marked, marks_of, quoted
from regulations_agent.errors import ToolError
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.answer import Citation, Quality
from regulations_agent.types.run import Draft, Grade, Plan, ToolCall, ToolResult

MOST_ADDED = 4
"""Calls that a model may add to a round."""
DECLINE = "out_of_scope_handler"
SEARCHED = "The language model held the question to be out of scope; it was searched for all the same."
_ADDED = re.compile(r"r\d+m\d+")
MODEL_CALL = "r{round}m{number}"
"""The id of a call that a model adds; those of the embedded engine hold a `c`."""


def without_added(results: Sequence[ToolResult]) -> tuple[ToolResult, ...]:
    """What the embedded engine's own calls gave, as if no model had been asked."""
    return tuple(result for result in results if not _ADDED.match(result.call.id))


def with_added(own: Plan, made: Plan, tools: Mapping[str, AnyTool]) -> Plan:
    """The embedded plan with the further calls of the model's plan; declining is no call that it can add.

    A call of the embedded plan that its tool does not take gives way, where the model has one to offer.
    """
    known = [(call.tool, dict(call.args)) for call in own.calls]
    added = tuple(
        call for call in made.calls if call.tool != DECLINE and (call.tool, dict(call.args)) not in known
    )[:MOST_ADDED]
    warnings = made.warnings
    if any(call.tool == DECLINE for call in made.calls):
        warnings += (SEARCHED,)
    if not added:
        return replace(own, warnings=warnings, usage=made.usage)
    kept = tuple(call for call in own.calls if is_sound(call, tools))
    return replace(
        own,
        calls=(*kept, *added),
        reason=f"{own.reason}; {made.reason}",
        warnings=warnings,
        engine=made.engine,
        usage=made.usage,
    )


def is_sound(call: ToolCall, tools: Mapping[str, AnyTool]) -> bool:
    """The tool takes the arguments."""
    try:
        return call.tool not in tools or tools[call.tool].parse(call.args) is not None
    except ToolError:
        return False


def replaces(
    own: Draft, made: Draft, grades: tuple[Quality, Quality], threshold: float, *, broad: bool
) -> Draft:
    """The model's draft where it replaces the embedded one, else that one; says what was changed, or not.

    `grades`: the embedded engine's, of both. One that passes the threshold is good enough, and one that does
    not must be no worse. Where the embedded engine is sure of its rule, the model's draft rests on it too;
    where it shows many rules, for a `broad` question, on half of them. Where it is not sure and they differ,
    its rules stand below what the model wrote: either may be the one meant.
    """
    before, after = grades[0].overall, grades[1].overall
    rules, others = _rules(own.citations), _rules(made.citations)
    same = 2 * len(rules & others) >= len(rules) if broad else bool(_rules(own.citations[:1]) & others)
    if after < min(before, threshold):
        return _kept(own, made, f"graded {after:.2f}, it would replace one graded {before:.2f}")
    if not same and not own.abstained and before >= threshold:
        return _kept(own, made, f"it rests on {_named(made)}, the answer on {_named(own)}")
    if own.abstained:
        return _noted(made, "The embedded engine found no answer; this one is the language model's.")
    if not same:
        said = f"The language model's answer rests on {_named(made)}, the embedded engine's on {_named(own)}."
        return _beside(_noted(made, said), own)
    return made


def lower(own: Grade, made: Grade) -> Grade:
    """Of two grades the lower decides; both are kept."""
    if made is own:
        return own
    if made.quality.overall <= own.quality.overall:
        return replace(made, embedded=own.quality)
    return replace(made, quality=own.quality, embedded=own.quality)


def _kept(own: Draft, made: Draft, why: str) -> Draft:
    said = f"The language model's answer is not shown: {why}."
    return replace(own, warnings=tuple(dict.fromkeys((*made.warnings, said))), usage=made.usage)


def _noted(made: Draft, said: str) -> Draft:
    return replace(made, warnings=(*made.warnings, said))


def _beside(made: Draft, own: Draft) -> Draft:
    """The model's draft with the rules of the embedded one below it, word for word."""
    more = tuple(c for c in own.citations if c.clause_id not in {m.clause_id for m in made.citations})
    citations = (*made.citations, *more)
    marks = marks_of(citations)
    printed = (quoted(marked(f"**{c.clause}** {spoken(c.quote)}", [c.clause_id], marks)) for c in more)
    return replace(made, text="\n\n".join([made.text, *printed]), citations=citations)


def _rules(citations: Iterable[Citation]) -> set[str]:
    """Ids of the clauses without their items: two items of one rule are one rule."""
    return {re.sub(r"(?<=\d)[).]?[a-z]+[).ivx]*$", "", c.clause_id) for c in citations}


def _named(draft: Draft) -> str:
    return ", ".join(dict.fromkeys(c.clause for c in draft.citations[:3])) or "no clause"
