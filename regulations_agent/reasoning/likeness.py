"""How much of a question a rule speaks of: in the same words, in words of like meaning, or as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from regulations_agent.answer.words import tokens, vocabulary
from regulations_agent.index.lexical import stem
from regulations_agent.reasoning.chapeau import chapeau
from regulations_agent.reasoning.select import as_said
from regulations_agent.retrieval.retriever import Retriever

if TYPE_CHECKING:
    from regulations_agent.reasoning.evidence import Ranked
    from regulations_agent.reasoning.reading import Reading
    from regulations_agent.reasoning.rules import Rule

UNSPOKEN, MOST_UNSAID = 0.3, 2
"""How far a word is spoken of below which a rule says nothing of it, and how many such words are named."""
IN_OTHER_WORDS = 0.8
"""What a word counts that is like one that rulebooks write for the word asked, not like that word itself."""


def likeness(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> dict[str, float]:
    """What the best sentence, alone and below the headings and sentences above it, and its rule have of the
    meaning (`sought`, `close`: cosines, none below 0) and of the words of a question (in [0, 1])."""
    first, want = ranked[0], reading.want
    rule, said = first.rule, as_said(first.best)
    above = [
        c.text[s.start : s.end] for c in rule.above(first.best.clause) if (s := chapeau(c, first.best.clause))
    ]
    placed = f"{' '.join(rule.path[-2:])}. {' '.join(above)} {said}"
    whole = " ".join([*rule.path, said, *(f"{n.clause.heading} {n.clause.text}" for n in rule.nodes)])
    alike = _Alike(reading, library)
    here, anywhere = alike(vocabulary(placed)), alike(vocabulary(whole))
    sought_alone, sought_placed = want.close.sought([said, placed])
    return {
        "sought_alone": sought_alone,
        "sought_placed": sought_placed,
        "close_placed": want.close([placed])[0],
        "spoken_of": sum(v * anywhere[w] for w, v in want.weights.items()),
        "unspoken": sum((v * (1 - here[w])) ** 2 for w, v in want.weights.items()) ** 0.5,
    }


def unsaid(reading: Reading, rule: Rule, library: Retriever) -> tuple[str, ...]:
    """Words of a question, as typed, that a rule has no word for nor one like it; the weightiest two."""
    whole = " ".join([*rule.path, *(f"{n.clause.heading} {n.clause.text}" for n in rule.nodes)])
    spoken, weights = _Alike(reading, library)(vocabulary(whole)), reading.want.weights
    words = sorted((w for w in weights if spoken[w] < UNSPOKEN), key=lambda w: (-weights[w], w))
    return _typed(reading, words)[:MOST_UNSAID]


def unheard(reading: Reading, library: Retriever) -> tuple[str, ...]:
    """Words of a question, as typed, that stand in no clause at all."""
    return _typed(reading, [w for w in reading.want.weights if library.index.lexical.frequency(w) == 0])


def _typed(reading: Reading, words: Iterable[str]) -> tuple[str, ...]:
    typed = {stem(t): t for t in tokens(reading.ask.text) if t.isalpha()}
    return tuple(typed[w] for w in words if w in typed)


class _Alike:
    """How much a vocabulary speaks of each word of a question."""

    def __init__(self, reading: Reading, library: Retriever) -> None:
        self.want, self.stems = reading.want, library.index.stems
        typed = {stem(t): t for t in tokens(f"{reading.resolved.text} {reading.subject}")}
        self.like = {w: self._of(typed.get(w, w), 1.0) for w in self.want.weights}
        for word, known in self.like.items():
            for other in frozenset().union(*self.want.others.get(word, ())):
                for place, value in self._of(other, IN_OTHER_WORDS).items():
                    known[place] = max(value, known.get(place, 0.0))

    def __call__(self, words: frozenset[str]) -> dict[str, float]:
        """Share in [0, 1] of each word that the vocabulary holds, says otherwise, or has a word like."""
        held = self.want.held(words)
        places = [self.stems.places[w] for w in words if w in self.stems.places]
        return {w: 1.0 if w in held else _most(self.like[w], places) for w in self.want.weights}

    def _of(self, word: str, share: float) -> dict[int, float]:
        if not self.stems.places:
            return {}
        places, likeness = self.stems.alike(word)
        return {int(p): share * float(v) for p, v in zip(places, likeness, strict=True)}


def _most(like: Mapping[int, float], places: Iterable[int]) -> float:
    return max((like[p] for p in places if p in like), default=0.0)
