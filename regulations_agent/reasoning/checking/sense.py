"""Whether a model's sentence says of its evidence what the evidence says: not the opposite, nor of something
else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isclose

from regulations_agent.language.deontic import FINITE, norm_of
from regulations_agent.language.quantities import quantities
from regulations_agent.language.sentences import is_open
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.checking.binding import is_limit, misplaced, numbers
from regulations_agent.reasoning.checking.conditions import absolute, conditions, left_out, turned_round
from regulations_agent.reasoning.checking.copies import changed, is_copy, other_opening
from regulations_agent.reasoning.checking.norms import (
    FREE,
    advises,
    denied_words,
    denies_all,
    fits,
    forbids_outright,
    governs,
    negated,
    norms,
    opposites,
    words,
)
from regulations_agent.reasoning.checking.roles import (
    added,
    agents_of,
    crossed,
    other_agent,
    other_subject,
    turned_about,
)
from regulations_agent.reasoning.checking.stretches import Stretch, stretches_of
from regulations_agent.reasoning.checking.words import (
    LIGHT,
    content,
    is_elliptic,
    plain_words,
    propositions,
    subject,
)
from regulations_agent.reasoning.computing.expression import Wrong
from regulations_agent.reasoning.model.evidence import Evidence, Piece

NEAR, HALF = 0.8, 0.5
"""Share of the best support from which a stretch may bear a sentence, and from which one with its
numbers may."""
MOST_TRIED = 6
LEAST_OWN = 0.4
"""Share of them that it must hold itself, the headings above it aside."""
LEAST_SHARE = 0.6
"""Share of a statement's own words that the stretch which bears it must hold."""
LEAST_WITH_QUESTION, MOST_WITH_QUESTION = 0.45, 0.8
"""It may hold that much less when, with the question's words, that much is held."""
COMMON = 0.3
"""What a word of the headings counts, which each stretch below them is about."""
NAME = re.compile(r"(?<=[a-z,;] )(?:[A-Z][a-z]{2,}|[A-Z]{2,}\b)|(?<=^The )[A-Z]{2,}\b")
_QUALIFIES = re.compile(r"^\W*to\b|\b(?:who|that|which|whose|with|by|of|behind|outside|without)\b", re.I)
_AMOUNTS = frozenset({"all", "half", "none", "both", "twice", "double"})
_SAYS = {
    "forbids": "is forbidden",
    "allows": "is allowed",
    "requires": "is required",
    "advises": "is advised",
    "exempts": "is left free",
    "none": "is stated",
}


def borne(
    text: str, pieces: Sequence[Piece], free: Sequence[float], question: str, evidence: Evidence
) -> list[str]:
    """The printed conditions that a sentence leaves out; raises `Wrong` where no stretch of its evidence
    bears it.

    `free`: numbers that an expression accounts for.
    """
    stretches = [s for piece in pieces for s in stretches_of(piece, evidence)]
    if any(is_copy(text, stretch.span) and not is_open(stretch.span) for stretch in stretches):
        return []
    more: list[str] = []
    agents = agents_of(" ".join(piece.text for piece in evidence.pieces))
    for part in propositions(text):
        stretch = _bearing(part, stretches, free, question, agents)
        if not free and _leaves_list_out(part, stretch, evidence):
            raise Wrong("it leaves out the list that follows in the evidence")
        more += left_out(text, stretch.text, question)
    return list(dict.fromkeys(more))


def _bearing(
    part: str,
    stretches: Sequence[Stretch],
    free: Sequence[float],
    question: str,
    agents: frozenset[str],
) -> Stretch:
    own = content(part) - LIGHT
    elliptic = is_elliptic(part) or not own
    wanted = own | (content(question) - LIGHT) if elliptic else own
    if not wanted or (elliptic and not quantities(part) and not own & _all(stretches)):
        raise Wrong("it does not say what it is about")
    why: Wrong | None = None
    for stretch in _candidates(part, wanted, stretches):
        try:
            _held(part, wanted, stretch, stretches, "" if elliptic else question, free=bool(free))
            _same(part, stretch, free, agents)
            _amounts(part, stretch, stretches)
            _things(part, stretch, _all(stretches) | vocabulary(question))
        except Wrong as wrong:
            why = why or wrong
        else:
            return stretch
    raise why or Wrong("the evidence does not speak of it")


def _candidates(part: str, wanted: frozenset[str], stretches: Sequence[Stretch]) -> list[Stretch]:
    def support(stretch: Stretch) -> float:
        named = wanted & stretch.resumed - stretch.own
        headed = wanted & stretch.around - stretch.own - named
        return len(wanted & stretch.own) + HALF * len(named) + COMMON * len(headed)

    values = [q.value for q in quantities(part)]
    ranked = sorted(stretches, key=lambda s: -support(s))
    best = support(ranked[0]) if ranked else 0.0
    near = [s for s in ranked if support(s) >= NEAR * best]
    with_numbers = [
        s
        for s in ranked
        if values
        and support(s) >= HALF * best
        and all(any(f.quantity.value == v for f in s.figures) for v in values)
    ]
    return list({id(s): s for s in [*near[:MOST_TRIED], *with_numbers[:MOST_TRIED]]}.values())


def _all(stretches: Sequence[Stretch]) -> frozenset[str]:
    return frozenset(word for stretch in stretches for word in stretch.own)


def _same(part: str, stretch: Stretch, free: Sequence[float], agents: frozenset[str]) -> None:
    """Raises `Wrong` where the stretch says something else of the same."""
    _numbers(part, stretch, free)
    if stretch.row:
        return
    _norms(part, stretch)
    if word := changed(part, stretch.copied_by(part)):
        raise Wrong(f"it says {word!r} otherwise than the evidence")
    if pair := opposites(part, stretch.text, numbers=bool(quantities(part))):
        raise Wrong(f"it says {pair[0]!r} where the evidence says {pair[1]!r}")
    if phrase := turned_round(part, stretch.text):
        raise Wrong(f"the evidence puts the condition {phrase!r} the other way round")
    if word := absolute(part, stretch.text):
        raise Wrong(f"the evidence does not say {word!r}")
    if turned_about(part, stretch.text):
        raise Wrong("it puts one in the place of the other")
    if agent := other_agent(part, stretch.text) or other_subject(part, stretch.text, agents):
        raise Wrong(f"the evidence does not say that of {agent!r}")


def _held(
    part: str,
    wanted: frozenset[str],
    stretch: Stretch,
    stretches: Sequence[Stretch],
    question: str,
    *,
    free: bool,
) -> None:
    missing = wanted - stretch.held
    others = [s for s in stretches if s is not stretch]
    elsewhere = frozenset(w for s in others for w in s.own) & missing
    named = plain_words(subject(part)) - stretch.held
    elsewhere |= named & frozenset(w for s in others for w in plain_words(subject(s.span)))
    if elsewhere and not free:
        raise Wrong(f"the evidence says that of something else than {', '.join(sorted(elsewhere)[:4])}")
    said = wanted | (plain_words(part) & stretch.own)
    if len(said & stretch.own) < LEAST_OWN * len(said):
        raise Wrong("the evidence says that of something else below the same heading")
    told = frozenset(q.value for q in numbers(part)) & frozenset(q.value for q in numbers(stretch.span))
    if stretch.resumed and not told and not wanted & stretch.own - stretch.resumed:
        raise Wrong("the evidence says that in another sentence")
    share = 1 - len(missing) / len(wanted)
    asked = 1 - len(missing - vocabulary(question)) / len(wanted)
    if share < LEAST_SHARE and (share < LEAST_WITH_QUESTION or asked < MOST_WITH_QUESTION):
        raise Wrong(f"the evidence does not speak of it ({', '.join(sorted(missing)[:5])})")


def _numbers(part: str, stretch: Stretch, free: Sequence[float]) -> None:
    for quantity in numbers(part):
        if any(isclose(quantity.value, value, rel_tol=1e-3, abs_tol=5e-3) for value in free):
            continue
        if any(isclose(f.quantity.value, quantity.value) for f in stretch.figures):
            if why := misplaced(part, quantity, stretch.figures):
                raise Wrong(why)
        elif f"{quantity.value:g}" not in stretch.labels:
            raise Wrong(f"the evidence gives {quantity.text!r} for something else")
        bound = _is_condition(quantity.value, stretch.text) and not _is_condition(quantity.value, part)
        if bound and not _QUALIFIES.search(part[: quantity.start]) and FINITE.search(part[: quantity.start]):
            raise Wrong(f"{quantity.text!r} is a condition in the evidence")


def _is_condition(value: float, text: str) -> bool:
    """The number stands in a condition of the text, and nowhere else in it."""
    phrases = [c.phrase for c in conditions(text) if c.kind in ("if", "unless")]
    inside = sum(q.value == value for phrase in phrases for q in numbers(phrase))
    return 0 < inside >= sum(q.value == value for q in numbers(text))


def _amounts(part: str, stretch: Stretch, stretches: Sequence[Stretch]) -> None:
    """`All` of one item is not `one half` of another."""
    said = _AMOUNTS & words(part) - words(stretch.text)
    if said and any(said & words(other.text) for other in stretches if other is not stretch):
        raise Wrong(f"the evidence says {min(said)!r} of something else")


def _things(part: str, stretch: Stretch, known: frozenset[str]) -> None:
    """One thing is not put in the place of another, nor beside it."""
    if word := added(part, known):
        raise Wrong(f"the evidence does not name {word!r}")
    if stretch.row:
        return
    if word := crossed(part, stretch.text) or other_opening(part, stretch.span, known):
        raise Wrong(f"the evidence says that of something else than {word!r}")


def _norms(part: str, stretch: Stretch) -> None:
    said, denied = norm_of(part), negated(stretch.text)
    found = norms(stretch.text, content(part) - LIGHT)
    as_said = said in found or (said in FREE and FREE & found)
    printed = said if as_said else norm_of(stretch.text)
    if advises(part, stretch.text):
        raise Wrong("it makes a recommendation of a rule")
    limit = [q for q in quantities(part) if is_limit(part, q, stretch.figures)]
    firm = said == "requires" and printed == "allows"
    firm = firm and not any(is_limit(part, q, ()) and governs(part, q.start) for q in limit)
    if not fits(said, printed, denied=denied, denies=negated(part)) and (
        not limit or firm or (forbids_outright(stretch.text) and said != "forbids")
    ):
        raise Wrong(f"it says what {_SAYS[said]}, the evidence what {_SAYS[printed]}")
    same = bool(denied_words(part)) and denied_words(part) <= denied_words(stretch.text)
    if negated(part) and not denied and not same and printed != "forbids":
        raise Wrong("it denies what the evidence says")
    if denies_all(part, stretch.text):
        raise Wrong("it says what the evidence denies")


def _leaves_list_out(part: str, stretch: Stretch, evidence: Evidence) -> bool:
    """It rests on the opening of a list alone, of whose items it says nothing."""
    hit = stretch.piece.hit
    told = any(f.quantity.value == q.value for q in numbers(part) for f in stretch.figures)
    if told or stretch.row or hit is None or not is_open(stretch.text.strip()):
        return False
    below = [p for p in evidence.pieces if p.hit and p.hit.clause.parent == hit.clause.id]
    listed = frozenset(word for p in below for word in vocabulary(p.text)) - stretch.held
    return bool(below) and not content(part) & listed
