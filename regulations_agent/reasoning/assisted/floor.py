"""The floor under a language model: what it may add to the embedded engine's work, when it replaces it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from regulations_agent.answer.text import moved
from regulations_agent.errors import ToolError
from regulations_agent.reasoning.drafting.compose import NEAR
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.answer import Citation, Quality
from regulations_agent.types.run import Draft, Grade, Plan, ToolCall, ToolResult

MOST_ADDED = 4
"""Calls that a model may add to a round."""
DECLINE = "out_of_scope_handler"
SEARCHED = "The language model held the question to be out of scope; it was searched for all the same."
OTHERWISE = "A language model reads the answer in another rule:"
_ALIKE = 0.25
"""By which the marks of two drafts over the same rules differ for their lengths alone."""
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
    """What is shown of the embedded draft and the model's; says what was changed, or not.

    `grades`: the embedded engine's, of both. One that passes the threshold is good enough, and one that does
    not must be no worse, by more than its length alone moves. A draft that leads with the embedded engine's
    first clause takes the place of its words, and for a `broad` question one that leads with one of its rules
    and rests on all. Any other stands behind that clause, for nothing that the engine knows tells a strong
    model from one that errs; one that leads with a rule that the engine does not show is not shown where the
    engine is sure. The further rules of the embedded draft stay below. An abstention stays one: what the
    model found stands below it.
    """
    before, after = grades[0].overall, grades[1].overall
    if after < min(before - _ALIKE, threshold):
        return _kept(own, made, f"graded {after:.2f}, it would replace one graded {before:.2f}")
    rules, others = _rules(own.citations), _rules(made.citations)
    if own.abstained:
        said = "The embedded engine found no answer; what the language model found stands below that."
        return _behind(own, made, said)
    if broad and rules <= others and _rules(made.citations[:1]) <= rules:
        return made
    agreed = [c.clause_id for c in own.citations[:1]] == [c.clause_id for c in made.citations[:1]]
    if not broad and agreed:
        return _above(made, own)
    if before >= threshold and not rules & _rules(made.citations[:1]):
        return _kept(own, made, f"it rests on {_named(made)}, the answer on {_named(own)}")
    said = f"The language model's answer rests on {_named(made)}, the embedded engine's on {_named(own)}."
    return _behind(own, made, "" if agreed else said, broad=broad)


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


def _above(made: Draft, own: Draft) -> Draft:
    """The model's draft, and below it the further rules of the embedded one."""
    citations, said, below = _numbered(made, own)
    return replace(made, text=f"{said}{_further(below)}", citations=citations)


def _behind(own: Draft, made: Draft, warning: str, *, broad: bool = False) -> Draft:
    """The embedded engine's first rule, what the model says, and below that the rest of both."""
    citations, said, wrote = _numbered(own, made, leads=len(own.citations) if broad else 1)
    rest = _further(said)
    claims, _, printed = wrote.partition("\n\n>")
    parts = [said.removesuffix(rest), f"{OTHERWISE}\n\n{claims}{rest}", f">{printed}" if printed else ""]
    text = "\n\n".join(filter(None, parts))
    engine = own.engine if own.abstained else made.engine
    return replace(
        own,
        text=text,
        citations=citations,
        engine=engine,
        usage=made.usage,
        warnings=tuple(filter(None, (*made.warnings, warning))),
    )


def _further(text: str) -> str:
    """From where the embedded engine's draft prints rules that only fit nearly as well; may be empty."""
    _, near, rest = text.partition(f"\n\n{NEAR}")
    return f"{near}{rest}"


def _numbered(first: Draft, second: Draft, leads: int = 1) -> tuple[tuple[Citation, ...], str, str]:
    """The sources of both, so many of the first in front and then the second's lead; and both texts with
    their marks."""
    ours, theirs = first.citations, second.citations
    every = (*ours[:leads], *theirs[:1], *ours[leads:], *theirs[1:])
    places = {key: n for n, key in enumerate(dict.fromkeys((c.clause_id, c.quote) for c in every), start=1)}
    citations = {(c.clause_id, c.quote): c for c in reversed(every)}

    def text(draft: Draft) -> str:
        own = ((n, places[c.clause_id, c.quote]) for n, c in enumerate(draft.citations, start=1))
        return moved(draft.text, dict(own))

    return tuple(citations[key] for key in places), text(first), text(second)


def _rules(citations: Iterable[Citation]) -> set[str]:
    """Ids of the clauses without their items: two items of one rule are one rule."""
    return {re.sub(r"(?<=\d)[).]?[a-z]+[).ivx]*$", "", c.clause_id) for c in citations}


def _named(draft: Draft) -> str:
    return ", ".join(dict.fromkeys(c.clause for c in draft.citations[:3])) or "no clause"
