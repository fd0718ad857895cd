"""What a follow-up is told where the rule that answers best was told before: what is new, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.choosing.evidence import complements
from regulations_agent.reasoning.choosing.select import Choice, Ranked, choices
from regulations_agent.reasoning.drafting.compose import single
from regulations_agent.reasoning.understanding.intent import Form, read_ask
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.want import kind_fit
from regulations_agent.types.run import Draft

_VALUED: tuple[Form, ...] = ("who", "when")
"""Forms that one sentence with that kind of value answers."""
_ONCE: tuple[Form, ...] = ("open", "yes_no", *_VALUED)
"""Forms that a rule told before is not given for again; figures and sanctions are worth repeating."""


def is_retold(ranked: Sequence[Ranked], reading: Reading) -> bool:
    """It is a follow-up, and what answers it best was told before."""
    return bool(reading.want.told) and reading.resolved.was_told(ranked[0].best.text)


def news(ranked: Sequence[Ranked], reading: Reading) -> list[Ranked]:
    """The sentences that hold a word which the follow-up adds, else other rules that fit nearly as well.

    Those of the season that was told come alone, where there are any. Asked who or when, rules told
    and those beside them go first; asked who, a sentence of the told rule that names somebody comes next.
    """
    if not is_retold(ranked, reading):
        return []
    first, own = ranked[0], _own_form(reading)
    held = _with(ranked, reading, lambda c: adds(c, reading) and _fits(c, own, reading))
    held = [r for r in held if r.rule.document.season == first.rule.document.season] or held
    if own in _VALUED:
        near = [r for r in held if r.rule.root.parent in {first.rule.root.parent, *reading.beside}]
        # of a rule's times that are not asked by its words none is known to be the one; a body is
        giving = _with([first], reading, lambda c: _fits(c, own, reading)) if own == "who" else []
        held = near or giving or held
    if held:
        return [held[0], *complements(held[0], held[1:])]
    if own not in _ONCE or (own == "open" and not reading.want.new):
        return []
    fresh = _with(complements(first, ranked[1:]), reading, lambda c: _fits(c, own, reading))
    return [r for r in fresh if not reading.resolved.was_told(r.best.text)]


def nothing_new(ranked: Sequence[Ranked], reading: Reading) -> Draft | None:
    """One line where nothing but what was told before answers; None where something else may."""
    if not is_retold(ranked, reading) or _own_form(reading) not in _ONCE or news(ranked, reading):
        return None
    rule, best = ranked[0].rule, ranked[0].best
    name = f"**{rule.root.number}**" + (f" ({rule.path[-1]})" if rule.path else "")
    text = f"Nothing more was found on this than what was said before of {name}. [1]"
    return single(rule.hit(best.clause), best.text, text)


def _own_form(reading: Reading) -> Form:
    """What the follow-up asks for itself; its reading takes an open one's form from the question before."""
    return read_ask(reading.resolved.asked).form


def _with(ranked: Sequence[Ranked], reading: Reading, fits: Callable[[Choice], bool]) -> list[Ranked]:
    """Each rule by its best sentence that fits, where it has one."""
    found = ((r, next(filter(fits, choices(r.rule, reading.want)), None)) for r in ranked)
    return [replace(r, best=best) for r, best in found if best is not None]


def adds(choice: Choice, reading: Reading) -> bool:
    """It holds a word that the turns before did not ask for."""
    return bool(reading.want.new & reading.want.held(vocabulary(choice.text)).keys())


def _fits(choice: Choice, own: Form, reading: Reading) -> bool:
    return own not in _VALUED or kind_fit(choice.text, reading.want) > 0
