"""Whether a model's sentence stands on the evidence that it points to; what does not is never shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.answer.sentences import Span, sentences
from regulations_agent.answer.verify import find_quote
from regulations_agent.answer.words import subject_words, vocabulary
from regulations_agent.reasoning.addressed import addresses_assistant
from regulations_agent.reasoning.chat_evidence import Evidence, Piece
from regulations_agent.reasoning.chat_forms import Sentence
from regulations_agent.reasoning.chat_numbers import Wrong, computed, strange_numbers
from regulations_agent.reasoning.modality import modality

LEAST_SUPPORT = 0.6
"""Share of a sentence's own words that its evidence must hold."""
NEAR = 0.6
"""Share of the best support from which a sentence of the evidence is one that the claim may rest on."""
MOST_CHARS = 700
MOST_PIECES = 4
WHOLE = 400
"""Characters up to which a clause is quoted as a whole."""
_MARK = re.compile(r"\s*\[(?:\d+(?:\s*,\s*\d+)*)\]")
_MARKUP = re.compile(r"<\s*[/!]?\s*[a-z]|\]\(|```|!\[|^#{1,6}\s|&(?:#\d+|[a-z]+);", re.I | re.M)
_ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|\b[\w.+-]+@[\w-]+\.\w+|\b[\w-]+\.(?:com|net|org|io|example|info)\b", re.I
)
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{2,})[\"“”«»]")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}")
_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nothing|nobody|without|cannot|except|exempt\w*|waiv\w+|abolish\w*|"
    r"free of|optional|voluntary|void|cancel\w*|lifted|suspended)\b|n't\b",
    re.I,
)
_OPPOSITES = (
    ("before", "after"), ("minimum", "maximum"), ("least", "most"), ("more", "less"), ("above", "below"),
    ("increase", "reduce"), ("front", "rear"), ("left", "right"), ("inside", "outside"), ("more", "fewer"),
    ("mandatory", "optional"), ("longer", "shorter"), ("start", "end"), ("earliest", "latest"),
    ("upper", "lower"), ("exceed", "below"), ("wet", "dry"), ("winner", "loser"), ("open", "closed"),
    ("over", "under"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Support:
    """A piece of evidence and the stretch of it that supports a claim."""

    piece: Piece
    span: Span
    share: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence that stands."""

    text: str
    supports: tuple[Support, ...]
    item: bool = False
    expression: str | None = None
    value: float | None = None
    """The result of the expression."""


def check(sentence: Sentence, evidence: Evidence, question: str) -> Claim:
    """The claim; raises `Wrong` with words to the model about what does not stand."""
    text = " ".join(_MARK.sub("", sentence.text).split())
    pieces = _pointed(sentence, evidence)
    _plain(text, pieces)
    texts = [p.text for p in pieces]
    labels = [p.label for p in pieces]
    value: float | None = None
    inputs: tuple[float, ...] = ()
    if sentence.expression:
        value, inputs = computed(sentence.expression, text, texts, question)
    free = inputs if value is None else (*inputs, value)
    if strange := strange_numbers(text, texts, labels, free):
        raise Wrong(f"{', '.join(map(repr, strange[:4]))} does not stand in that evidence")
    supports = _supports(text, pieces, labels)
    _same_sense(text, supports)
    return Claim(text, supports, sentence.item, sentence.expression, value)


def _pointed(sentence: Sentence, evidence: Evidence) -> list[Piece]:
    numbers = list(dict.fromkeys(sentence.evidence))
    found = [piece for n in numbers if (piece := evidence.piece(n))]
    if not found or len(found) < len(numbers):
        there = f"1 to {len(evidence.pieces)}"
        raise Wrong(f"it points to evidence {numbers or 'nowhere'}; there is {there}")
    return found


def _plain(text: str, pieces: Sequence[Piece]) -> None:
    """One readable sentence, with no order, no markup, no address, and no quote that is not there."""
    if not text or len(text) > MOST_CHARS:
        raise Wrong(f"it has {len(text)} characters; 1 to {MOST_CHARS} are possible")
    if _MARKUP.search(text) or any(not c.isprintable() for c in text):
        raise Wrong("it holds markup")
    joined = "\n".join(p.text for p in pieces)
    if any(address.group() not in joined for address in _ADDRESS.finditer(text)):
        raise Wrong("it holds an address that is not in the evidence")
    if addresses_assistant(text):
        raise Wrong("it speaks of the assistant, not of the rules")
    for quote in _QUOTED.findall(text):
        if not any(find_quote(quote.rstrip(" .,;:"), p.text) for p in pieces):
            raise Wrong(f"the quote {quote[:60]!r} is not there word for word")


def _supports(text: str, pieces: Sequence[Piece], labels: Sequence[str]) -> tuple[Support, ...]:
    """The best stretch of each piece, best piece first; raises `Wrong` when together they hold too little."""
    wanted = set(subject_words(text))
    held = vocabulary("\n".join([*(p.text for p in pieces), *labels]))
    missing = [w for w in wanted if w not in held]
    if wanted and len(missing) > (1 - LEAST_SUPPORT) * len(wanted):
        raise Wrong(f"the evidence does not speak of it ({', '.join(sorted(missing)[:5])})")
    if names := [n for n in _NAME.findall(text) if not vocabulary(n) & held]:
        raise Wrong(f"{names[0]!r} is not named in that evidence")
    found = [_best(piece, wanted) for piece in pieces]
    found.sort(key=lambda s: -s.share)
    return tuple(found[:MOST_PIECES])


def _best(piece: Piece, wanted: set[str]) -> Support:
    """The sentence of the piece that holds most of the words; all of it when it is short."""
    text = piece.hit.clause.text if piece.hit else piece.text
    spans = sentences(text) or [Span(0, len(text))]
    scored = [(len(wanted & vocabulary(text[s.start : s.end])), -n, s) for n, s in enumerate(spans)]
    count, _, span = max(scored)
    whole = Span(spans[0].start, spans[-1].end) if len(text) <= WHOLE else span
    return Support(piece, whole, count / max(1, len(wanted)))


def _same_sense(text: str, supports: Sequence[Support]) -> None:
    """It forbids, allows or requires as its evidence does, and does not turn it round; raises `Wrong`."""
    wanted = set(subject_words(text))
    stretches = [(len(wanted & vocabulary(s)), s) for p in supports for s in _stretches(p.piece.text)]
    best = max((n for n, _ in stretches), default=0)
    near = [s for n, s in stretches if n >= max(1, NEAR * best)]
    norms = {modality(s) for s in near}
    norm = modality(text)
    if norm != "none" and norm not in norms and norms - {"none"}:
        raise Wrong(f"it says what {_WORDS[norm]}, the evidence what {_WORDS[min(norms - {'none'})]}")
    if _NEGATION.search(text) and not any(_NEGATION.search(s) for s in near):
        raise Wrong("it denies what the evidence says")
    said = vocabulary(text)
    held = vocabulary("\n".join(near))
    for one, other in (*_OPPOSITES, *((b, a) for a, b in _OPPOSITES)):
        here, there = vocabulary(one), vocabulary(other)
        if here & said and not here & held and there & held and not there & said:
            raise Wrong(f"it says {one!r} where the evidence says {other!r}")


_WORDS = {"forbids": "is forbidden", "allows": "is allowed", "requires": "is required"}


def _stretches(text: str) -> list[str]:
    return [text[s.start : s.end] for s in sentences(text)] or [text]
