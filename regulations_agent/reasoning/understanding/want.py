"""What a sentence must hold to answer a question: its words by rarity, its meaning, and the kind of value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from regulations_agent.answer.table_quotes import cells_of
from regulations_agent.corpus.numbers.units import table
from regulations_agent.corpus.title.dates import MONTH
from regulations_agent.index.words.lexical import RARE, Lexical
from regulations_agent.index.words.lexical import tokens as content_stems
from regulations_agent.language.quantities import NUMBER_WORDS, Quantity, quantities
from regulations_agent.language.sanctions import sanction_strength
from regulations_agent.language.sentences import Span
from regulations_agent.language.words import stems, vocabulary, written_instead
from regulations_agent.reasoning.understanding.breach import ASKING_STEMS, breach_of
from regulations_agent.reasoning.understanding.closeness import Closeness
from regulations_agent.reasoning.understanding.intent import Form
from regulations_agent.reasoning.understanding.ranges import in_range, margins
from regulations_agent.reasoning.understanding.tables import Row, positions, row_place
from regulations_agent.reasoning.understanding.values import asked_units, counted_noun, fits_unit
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.synonyms import forms_of
from regulations_agent.retrieval.wording import spelt_out

ASKING_SHARE = 0.35
"""What a word counts that only asks for a sanction, against one that says what was done."""
UNDATED = 0.6
"""What a sentence counts that says before or after what, to one that asks when."""
_LIMITS = (
    "max min maximum minimum limit smallest lowest lightest shortest fewest thinnest largest biggest highest "
    "longest heaviest widest tallest thickest"
)
COUNT_SHARE = 0.4
"""What a number word counts, `three` stands for many things; and one for a limit, which rules seldom name."""
NUMBER_STEMS = frozenset(stems(" ".join((*NUMBER_WORDS, _LIMITS))))
FEW = 3
"""Words up to which each counts nearly the same: `driver weight` is not the weight of just anything."""
ACTION_SHARE = 2.0
"""What the action counts that someone asks leave for: `can I appeal a penalty` is about appeals."""
SYNONYM_SHARE = 0.8
"""What a question word counts that the sentence says in other words."""

_NORM = re.compile(
    r"\b(?:must|shall|may|will|can|cannot|not permitted|permitted|allowed|forbidden|"
    r"prohibited|required|only)\b|^\W*no\b|\bthere (?:is|are) no\b",
    re.I,
)
_ACTION = re.compile(
    r"\b(?:can|could|may|might|must|should|shall|do|does|did|are|am|is) (?:i|we|he|she|they|you|one)"
    r"(?: (?:\w+ly|still|also|ever|have to|need to|allowed to|permitted to))? (?!be\b|been\b)(\w{4,})",
    re.IGNORECASE,
)
_MONTH = rf"(?!may\b(?! \d)){MONTH}"
"""`You may` names none."""
_MOMENT = re.compile(
    r"\b(?:before|after|by|within|until|from|during|between|when|no later than|prior to|at "
    rf"least|(?!second\b)(?:{table().words('time')})|{_MONTH})\b",
    re.IGNORECASE,
)
_DATED = re.compile(
    rf"\b{_MONTH}\b|\b\d{{1,2}}[:.]\d\d\b|(?:\d|\b(?:{'|'.join(NUMBER_WORDS)}))\)? "
    rf"(?:{table().words('time', 'laps')})\b",
    re.IGNORECASE,
)
_COORDINATES = re.compile(r"\[[^\]]*=[^\]]*\]")
_FAR_OUT = re.compile(r"\b[XYZ][A-Z]?\s?=\s?[±+-]?\d")
"""`outboard of Y=1000`: how wide, long or high something is, in millimetres."""
_FREQUENT = re.compile(
    r"\b(?:every|each|(?:once|twice|times) (?:a|an|per|in|every|each))\b[^.;]{0,25}\b"
    rf"(?:{table().words('time', 'laps')}|(?:quarter|season|race|event|competition|session)s?)\b"
    r"|\b(?:hourly|daily|weekly|monthly|quarterly|annually|yearly)\b",
    re.IGNORECASE,
)
_BODY = re.compile(
    r"\b(?:the \w+ (?:delegate|director|panel|committee|administration|stewards?|officials?)|"
    r"stewards|FIA|competitors?|drivers?|teams?|officials?|organi[sz]ers?|CEO|CFO|members?|persons?|personnel|"
    r"officers?|marshals?|boards?|jur(?:y|ies)|courts?|councils?|committees?|commissions?|tribunals?|"
    r"panels?|authorit(?:y|ies)|secretar(?:y|ies)|presidents?|chair(?:man|woman|person)?|referees?|umpires?|"
    r"judges?|arbitrators?|adjudicators?|inspectors?|captains?|coach(?:es)?|managers?|directors?|delegates?|"
    r"supervisors?|operators?|owners?|employers?|employees?|workers?|participants?|players?|applicants?)\b"
    r"|\b\w+(?:ed|en|wn|ade|eld) by (?!\w+ing\b|more\b|less\b|at\b|means\b|virtue\b|reason\b|way\b)"
    r"(?:the |an? |its |their )?[A-Za-z]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Want:
    """What a sentence must hold: the question's words with weights, and the kind of value."""

    weights: Mapping[str, float]
    """Stem to weight, all positive; sums to 1."""
    others: Mapping[str, tuple[frozenset[str], ...]]
    """Stem to the phrases, as stems, that rulebooks write instead."""
    close: Closeness
    """How near a sentence is to the question in meaning."""
    form: Form
    units: frozenset[str] = frozenset()
    """Canonical units that would fit the value asked for; empty when any would."""
    counted: frozenset[str] = frozenset()
    """Stems of what `how many` counts."""
    margins: tuple[tuple[float, str], ...] = ()
    """(value, unit) that the question gives, which a range must hold."""
    years: tuple[str, ...] = ()
    """Years that the question names, by which a column is found."""
    told: frozenset[str] = frozenset()
    """Of a follow-up, stems of the answer before that its questions did not hold: asked is what is new."""
    new: frozenset[str] = frozenset()
    """Of a follow-up, stems of the question that the turns before did not hold."""
    places: tuple[int, ...] = ()
    """Places (first, P3, a win) that the question names, by which a row is found."""

    def held(self, words: frozenset[str]) -> dict[str, float]:
        """Question stems that a vocabulary holds, with what they count: less for one said in other words."""
        found = {}
        for stem in self.weights:
            if stem in words:
                found[stem] = 1.0
            elif any(phrase <= words for phrase in self.others.get(stem, ())):
                found[stem] = SYNONYM_SHARE
        return found


def make_want(question: str, words: Sequence[str], form: Form, library: Retriever) -> Want:
    """Weights by rarity in the corpus, normalised, with what rulebooks write for the words."""
    lexical, catalogue = library.index.lexical, library.index.catalogue
    typed = stems(question)
    others = written_instead(words, typed)
    for word in words:
        others[word].extend(frozenset({form}) for form in sorted(forms_of(word)))
    for short, long in catalogue.abbreviations.items():
        whole = frozenset(content_stems(long))
        if short in words:
            others[short].append(whole)
        elif len(whole) > 1 and whole <= set(typed):
            for stem in whole:
                others[stem].append(frozenset(stems(short)))
    meaning = breach_of(question) if form == "penalty" else question
    return Want(
        _weights(question, words, form, lexical),
        {k: tuple(v) for k, v in others.items()},
        Closeness(spelt_out(meaning, lexical), library),
        form,
        asked_units(question),
        counted_noun(question),
        margins(question),
        places=positions(question),
    )


def _weights(question: str, words: Sequence[str], form: Form, lexical: Lexical) -> dict[str, float]:
    """What each word counts, by its rarity and by what it does in the question; sums to 1."""
    raw = {w: lexical.rarity(w) / (1 if lexical.frequency(w) else 2) for w in words}  # none can cover it
    if form == "penalty":
        raw = {w: v * (ASKING_SHARE if w in ASKING_STEMS else 1.0) for w, v in raw.items()}
    raw = {w: v * (COUNT_SHARE if w in NUMBER_STEMS else 1.0) for w, v in raw.items()}
    action = _action(question)
    if action in raw and lexical.frequency(action) >= RARE:
        raw[action] *= ACTION_SHARE
    if len(raw) <= FEW:
        raw = {w: v**0.5 for w, v in raw.items()}
    total = sum(raw.values()) or 1.0
    return {w: v / total for w, v in raw.items()}


def _action(question: str) -> str:
    """The stem of the verb after `may we`, `do they have to`; empty without one."""
    match = _ACTION.search(question)
    return next(iter(stems(match[1])), "") if match else ""


def stressed(want: Want, words: set[str], more: float = 2.5, less: float = 0.7) -> Want:
    """The same want with some words weighing more than the others."""
    raw = {w: v * (more if w in words else less) for w, v in want.weights.items()}
    total = sum(raw.values()) or 1.0
    return replace(want, weights={w: v / total for w, v in raw.items()})


def kind_fit(text: str, want: Want) -> float:
    """Whether a text holds the kind of value that the question asks for; in [0, 2]: 1 where it does, 2 for
    a sanction that is imposed, the row asked for, or a range that holds what the question gives.

    A range that does not hold it is worth half.
    """
    base = _kind(text, want)
    held = [(in_range(text, value, unit), unit) for value, unit in want.margins]
    if any(inside and (base > 0 or unit == "%") for inside, unit in held):
        return 2.0
    return base / 2 if any(inside is False for inside, _ in held) else base


def _kind(text: str, want: Want) -> float:
    if want.form == "amount":
        return 2.0 if _is_row_of(text, want.places) else _amount_fit(text, want)
    if want.form == "penalty":
        return 2 * sanction_strength(text)
    if want.form in ("yes_no", "still"):
        return 1.0 if _NORM.search(text) else 0.0
    if want.form == "when":
        return 1.0 if _DATED.search(text) else UNDATED if _MOMENT.search(text) else 0.0
    if want.form == "who":
        return 1.0 if _BODY.search(text) else 0.0
    return 0.0


def _is_row_of(text: str, places: Sequence[int]) -> bool:
    """A row whose first cell is one of the places."""
    return bool(places) and text.startswith("|") and row_place(Row(Span(0, 0), (), cells_of(text))) in places


def _counts(text: str, want: Want) -> bool:
    """It holds what `how many` counts, or what rulebooks write for it."""
    words = vocabulary(text)
    return any(w in words or any(p <= words for p in want.others.get(w, ())) for w in want.counted)


def _around(text: str, quantity: Quantity) -> str:
    """Where a text says what a number counts: behind it, or in `The number of gears must be 8`."""
    before = re.search(r"\bnumber of\b[^.;]{1,60}$", text[: quantity.start], re.IGNORECASE)
    return f"{before[0] if before else ''} {text[quantity.start : quantity.end + 60]}"


def _amount_fit(text: str, want: Want) -> float:
    """1 for a quantity of the unit or thing asked for, less for any other quantity; none for a place,
    `[XR=330, ±525]`."""
    if want.counted & set(stems("times")) and _FREQUENT.search(text):
        return 1.0
    places = [match.span() for match in _COORDINATES.finditer(text)]
    found = [q for q in quantities(text) if not any(a <= q.start < b for a, b in places)]
    kinds = table().dimensions
    if any("length" in kinds.get(u, ()) for u in want.units) and _FAR_OUT.search(_COORDINATES.sub("", text)):
        return 1.0
    if not found:
        return 0.0
    if want.units and any(fits_unit(q.unit, want.units) for q in found):
        return 1.0
    if text.startswith("|") and _counts(text, want):
        return 1.0
    if any(_counts(_around(text, q), want) for q in found):
        return 1.0
    return 0.4 if want.units or want.counted else 1.0
