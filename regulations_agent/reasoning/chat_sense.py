"""Whether a model's sentence says of its evidence what the evidence says: not the opposite, nor of something
else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import isclose

from regulations_agent.answer.quantities import quantities
from regulations_agent.answer.sentences import sentences
from regulations_agent.answer.words import subject_words, vocabulary
from regulations_agent.reasoning.chat_evidence import Piece
from regulations_agent.reasoning.chat_numbers import Wrong
from regulations_agent.reasoning.modality import Modality, modality

NEAR = 0.8
"""Share of the best support from which a stretch of evidence is one that the sentence may rest on."""
TOGETHER, TOGETHER_ITEM = 0.5, 0.2
"""Share of the best support that the stretch with a number must have; less for an item, which reads on."""
COMMON = 0.3
"""What a word of the headings counts, which each stretch below them is about."""
COPY, LEFT_OUT = 0.7, 3
"""Share of the sentence's words that stand in order in what it copies; words too few to be a stretch."""
_WORD = re.compile(r"[a-z]+|\d+")
_DECIDING_WORDS = """
    must may can cannot should not no never nor neither only unless except without all any each
    every both either none before after during within until least most minimum maximum more less
    fewer at up first second third last next previous seconds minutes hours days weeks months years
    laps points metres meters km mm cm m kg g kw mj bar minute hour day week month year lap point
    metre percent euros dollars front rear left right upper lower inner outer inside outside above
    below higher faster slower
"""
_DECIDING = frozenset(_DECIDING_WORDS.split())
"""Words that turn a rule into another one."""
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}")
_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nothing|nobody|without|cannot|except|exempt\w*|waiv\w+|abolish\w*|"
    r"free of|optional|voluntary|void|cancel\w*|lifted|suspended)\b|n't\b",
    re.I,
)
_BOUND = re.compile(
    r"\b(?:not|never|no)\b(?:\s+\w+){0,3}?\s+(?:exceed\w*|more|less|fewer|faster|slower|longer|later|earlier|above|over|"
    r"below|under|higher|lower|heavier|lighter|beyond)\b",
    re.I,
)
"""`not faster than` says no more than a limit does."""
_LIMITS = re.compile(
    r"\b(?:limit|maximum|minimum|most|least|up to|within|exceed\w*|(?:no|not) more|at or below)\b", re.I
)
_OPPOSITES = (
    ("before", "after"), ("minimum", "maximum"), ("least", "most"), ("more", "less"), ("above", "below"),
    ("increase", "reduce"), ("front", "rear"), ("left", "right"), ("inside", "outside"), ("more", "fewer"),
    ("mandatory", "optional"), ("longer", "shorter"), ("start", "end"), ("earliest", "latest"),
    ("upper", "lower"), ("exceed", "below"), ("wet", "dry"), ("winner", "loser"), ("open", "closed"),
    ("over", "under"), ("with", "without"), ("day", "night"), ("higher", "lower"), ("first", "last"),
)  # fmt: skip
_SAYS: dict[Modality, str] = {
    "forbids": "is forbidden", "allows": "is allowed", "requires": "is required"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A sentence of the evidence."""

    text: str
    support: float
    """Weight of the claim's words that it holds."""
    item: bool


def content(text: str) -> frozenset[str]:
    """Stems of the words that say what a sentence is about; numbers are checked apart."""
    return frozenset(word for word in subject_words(text) if not any(c.isdigit() for c in word))


def same_sense(text: str, pieces: Sequence[Piece], free: Sequence[float]) -> None:
    """Raises `Wrong` for a sentence that turns its evidence round, or joins what stands apart in it.

    `free`: numbers that an expression accounts for.
    """
    stretches = _stretches(text, pieces)
    best = max((s.support for s in stretches), default=0.0)
    near = [s.text for s in stretches if s.support >= NEAR * best]
    norms = {modality(s) for s in near} - {"none"}
    norm = modality(text)
    if norm != "none" and norms and norm not in norms:
        raise Wrong(f"it says what {_SAYS[norm]}, the evidence what {_SAYS[min(norms)]}")
    bare = _BOUND.sub(" ", text) if any(_LIMITS.search(s) for s in near) else text
    if _NEGATION.search(bare) and not any(_NEGATION.search(s) for s in near):
        raise Wrong("it denies what the evidence says")
    _no_opposites(text, near)
    _nothing_swapped(text, near, computed=bool(free))
    _together(text, stretches, best, free)


def _stretches(text: str, pieces: Sequence[Piece]) -> list[_Stretch]:
    wanted = content(text)
    found: list[_Stretch] = []
    for piece in pieces:
        common = vocabulary(piece.label)
        for span in sentences(piece.text):
            said = piece.text[span.start : span.end]
            held = wanted & vocabulary(said)
            support = sum(COMMON if word in common else 1.0 for word in held)
            item = piece.hit is not None and piece.hit.clause.kind == "item"
            found.append(_Stretch(said, support, item or "|" in said))
    return found


def _no_opposites(text: str, near: Sequence[str]) -> None:
    said, held = _words(text), _words("\n".join(near))
    for one, other in (*_OPPOSITES, *((b, a) for a, b in _OPPOSITES)):
        if one in said and one not in held and other in held and other not in said:
            raise Wrong(f"it says {one!r} where the evidence says {other!r}")


def _nothing_swapped(text: str, near: Sequence[str], *, computed: bool) -> None:
    """A sentence that is nearly a copy has the deciding words of what it copies, each in its place."""
    said = _WORD.findall(text.lower())
    found = (_swapped(said, _WORD.findall(stretch.lower()), digits=not computed) for stretch in near)
    swaps = [swapped for swapped in found if swapped is not None]
    if swaps and all(swaps):
        raise Wrong(f"it says {swaps[0]!r} otherwise than the evidence")


def _swapped(said: Sequence[str], printed: Sequence[str], *, digits: bool) -> str | None:
    """The first deciding word that was changed; empty when none was, None when it is no copy.

    A longer stretch may be left out as a whole, whatever stands in it. A duty may be said without `must`, and
    a leave or a ban in other words of the same kind.
    """
    match = SequenceMatcher(None, printed, said, autojunk=False)
    if sum(block.size for block in match.get_matching_blocks()) < COPY * len(said):
        return None
    alike = modality(" ".join(said)) == modality(" ".join(printed))
    implied = {"must", "may", "can"} if alike else {"must"}
    for kind, a, b, c, d in match.get_opcodes():
        gone, come = set(printed[a:b]) & _DECIDING, set(said[c:d]) & _DECIDING
        come |= {word for word in said[c:d] if digits and word.isdigit() and word not in printed[a:b]}
        lost = gone - come - implied if b - a <= LEFT_OUT and d < len(said) else set()
        if kind != "equal" and (come - gone or lost):
            return " ".join(said[c:d] or printed[a:b])
    return ""


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower()))


def _together(text: str, stretches: Sequence[_Stretch], best: float, free: Sequence[float]) -> None:
    """A number stands in a sentence that is about the same, a name in one with such a number."""
    numbers = [
        q for q in quantities(text) if not any(isclose(q.value, value, rel_tol=1e-3) for value in free)
    ]
    homes: list[_Stretch] = []
    for number in numbers:
        there = [s for s in stretches if any(q.value == number.value for q in quantities(s.text))]
        close = [s for s in there if s.support >= (TOGETHER_ITEM if s.item else TOGETHER) * best]
        if there and not close:
            raise Wrong(f"the evidence gives {number.text!r} for something else")
        homes += close
    for name in NAME.findall(text) if homes else ():
        named = [s for s in stretches if vocabulary(name) & vocabulary(s.text)]
        if named and not any(s in homes for s in named):
            raise Wrong(f"the evidence gives another number with {name!r}")
