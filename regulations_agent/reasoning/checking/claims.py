"""Whether a model's sentence stands on the evidence that it points to; what does not is never shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from regulations_agent.answer.verify import find_quote
from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.language.deontic import answer, norm_of
from regulations_agent.language.sentences import Span, sentences
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.checking.numbers import computed, strange_numbers
from regulations_agent.reasoning.checking.sense import NAME, borne
from regulations_agent.reasoning.checking.words import LIGHT, content, without_lead
from regulations_agent.reasoning.computing.expression import Wrong
from regulations_agent.reasoning.model.evidence import Evidence, Piece
from regulations_agent.reasoning.model.forms import Sentence

MOST_CHARS = 700
MOST_PIECES = 4
WHOLE = 400
"""Characters up to which a clause is quoted as a whole."""
_MARK = re.compile(r"\s*\[(?:\d+(?:\s*,\s*\d+)*)\]")
_MARKUP = re.compile(r"<\s*[/!]?\s*[a-z]|\]\(|```|!\[|^#{1,6}\s|&(?:#\d+|[a-z]+);", re.I | re.M)
_ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|\b[\w.+-]+@[\w-]+\.\w+|\b[\w-]+\.(?:com|net|org|io|example|info)\b", re.I
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{2,})[\"“”«»]")


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
    """The claim, with the conditions that the model left out; raises `Wrong` with words to the model about
    what does not stand.

    A leading yes or no goes, unless what follows says it: that has to stand by itself.
    """
    whole = " ".join(_MARK.sub("", sentence.text).split())
    lead, text = without_lead(whole)
    pieces = _pointed(sentence, evidence)
    _plain(text, pieces)
    _in_season(text, pieces, question)
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
    more = borne(text, pieces, free, question, evidence)
    said = whole if lead and is_settled(lead, question, text) else text
    return Claim(_completed(said, more), supports, sentence.item, sentence.expression, value)


def led(claims: Sequence[Claim], said: str, question: str) -> list[Claim]:
    """The claims, opened by the model's yes or no where the first one settles the question so."""
    if not claims or said not in ("yes", "no") or without_lead(claims[0].text)[0]:
        return list(claims)
    if not is_settled(said, question, claims[0].text):
        return list(claims)
    return [replace(claims[0], text=f"{said.capitalize()}. {claims[0].text}"), *claims[1:]]


def is_settled(said: str, question: str, text: str) -> bool:
    """The norm of the text answers the question so, and the text speaks of all that is asked about."""
    return said == answer(question, norm_of(text)) and content(question) - LIGHT <= vocabulary(text)


def _completed(text: str, more: Sequence[str]) -> str:
    """The sentence with the printed conditions that it left out."""
    if not more:
        return text
    return f"{text.rstrip('.')} ({'; '.join(f'“{phrase}”' for phrase in more)})."


def _in_season(text: str, pieces: Sequence[Piece], question: str) -> None:
    """What holds from another year, or held in another season than the one asked about, says so."""
    asked = set(_YEAR.findall(question))
    for hit in (piece.hit for piece in pieces if piece.hit):
        later = hit.clause.effective
        if later and later[:4] not in text:
            raise Wrong(f"this holds from {later} on, which the sentence does not say")
        season = str(hit.document.season or "")
        if season and asked and season not in asked and season not in text:
            raise Wrong(f"this is a rule of {season}, which the sentence does not say")


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
    """The best stretch of each piece, best piece first; raises `Wrong` for a name that none of them holds."""
    wanted = content(text)
    held = vocabulary("\n".join([*(p.text for p in pieces), *labels]))
    if names := [n for n in NAME.findall(text) if not vocabulary(n) & held]:
        raise Wrong(f"{names[0]!r} is not named in that evidence")
    found = [_best(piece, wanted) for piece in pieces]
    found.sort(key=lambda s: -s.share)
    return tuple(found[:MOST_PIECES])


def _best(piece: Piece, wanted: frozenset[str]) -> Support:
    """The sentence of the piece that holds most of the words; all of it when it is short."""
    text = piece.hit.clause.text if piece.hit else piece.text
    spans = sentences(text) or [Span(0, len(text))]
    scored = [(len(wanted & vocabulary(text[s.start : s.end])), -n, s) for n, s in enumerate(spans)]
    count, _, span = max(scored)
    whole = Span(spans[0].start, spans[-1].end) if len(text) <= WHOLE else span
    return Support(piece, whole, count / max(1, len(wanted)))
