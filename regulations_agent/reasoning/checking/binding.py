"""Which number of a rule belongs to what: a model that takes the right number for something else is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isclose

from regulations_agent.corpus.numbers.units import dimensions
from regulations_agent.corpus.title.dates import MONTH, month_number
from regulations_agent.index.words.lexical import stem
from regulations_agent.language.deontic import APART, AUXILIARY
from regulations_agent.language.quantities import Quantity, ordinal_value, quantities
from regulations_agent.language.words import subject_words, tokens
from regulations_agent.reasoning.checking.norms import demands
from regulations_agent.reasoning.checking.words import subject

_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{2,}")
_DATE = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+({MONTH})\b|\b({MONTH})\s+(\d{{1,2}})\b")
REACH = 32
"""Characters before a number in which a word says that it is a limit."""
_RANGE = re.compile(r"\bbetween\s+(\S[^,;]*?\band\s*)?$", re.I)
_COUNTED = re.compile(r"\s+([A-Za-z]{3,})")
_BARE = re.compile(r"\s*(?:$|[.,;:]|\b(?:in|of|for|to|at|on|by|from|with|a|per|and|or|if)\b)")
_BREAK = re.compile(r"[;:](?=\s)|,(?=\s)|\b(?:and|or|but)\b")
_VERB = re.compile(rf"\b(?:be|{AUXILIARY})\b(?: be)?(?: \w+ed\b)?")
_RESUMED = re.compile(rf", (?={_VERB.pattern})")
"""After what is said by the way the sentence goes on with its verb, which belongs to all."""
_TELLING = frozenset({"other", "again", "first", "above", "below", "more", "less"})
"""Words without a subject of their own that tell one number from the next."""
_COUNTING = _TELLING | {"each", "every", "per"}
CONTRAST = 2
"""Times that such a word counts."""
_LEFT_OUT = re.compile(rf"\b(?:{APART}|not in)\b(?:\s+\w+){{1,6}}", re.I)
_CHANGE = re.compile(
    r"\b(?:ris(?:es?|ing)|falls?|rais\w+|lower\w*|increas\w+|reduc\w+|add\w*|deduct\w*|extra|further|"
    r"supplement|goes|"
    r"plus|minus|drop\w*|loses?|move\w*)\b",
    re.I,
)
_BY = re.compile(r"\b(?:ris(?:es?|ing)|falls?|increas\w+|reduc\w+)\b[^.;]{0,20}\bby\s*$", re.I)
_FLIPPED_DOWN = re.compile(
    r"\b(?:no|not|never|nobody|none|forbidden)\b(?:\s+\w+){0,8}?\s+(?:more|exceed\w*|above|over|beyond|later|longer|"
    r"larger|bigger|higher|faster|thicker|wider|heavier|louder)\b|\bcannot exceed\b",
    re.I,
)
_FLIPPED_UP = re.compile(
    r"\b(?:no|not|never|nobody|none)\b(?:\s+\w+){0,8}?\s+(?:less|fewer|under|below|earlier|shorter|smaller|lighter|"
    r"thinner|slower|narrower|lower)\b",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:at most|maximum|up to|within|less than|fewer than|under|capped|limited|speed limit|"
    r"longest|largest|not exceed)\b",
    re.I,
)
_UP = re.compile(r"\b(?:at least|minimum|more than|smallest)\b|\bexceed\w*(?: by)?\W*$", re.I)
_AFTER = re.compile(
    r"^\W*(?:or (more|over|above|longer|older)|or (less|fewer|below|under)|at (least)|at (most))\b", re.I
)
_IN_TIME = re.compile(r"\b(?:earlier|later) than\W*$", re.I)
_AHEAD = re.compile(r"^\W*(?:before|prior to|ahead of)\b", re.I)
"""No later than ten days before something is ten days or more before it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a sentence with the words that are its own."""

    quantity: Quantity
    own: frozenset[str]
    """Stems of the words beside it, up to the next number."""
    shared: frozenset[str]
    """Stems of the words that all numbers of the sentence have."""
    direction: str = ""
    """`up` for a least value, `down` for a most, else empty."""
    ranged: bool = False
    """It is one end of a range."""
    changes: bool = False
    """Something rises or falls by it."""
    names: frozenset[str] = frozenset()
    """Who and what with a capital letter stands beside it."""


def figures(sentence: str, common: frozenset[str]) -> list[Figure]:
    """The numbers of a sentence; of a table see `cells`."""
    found = numbers(sentence)
    if not found:
        return []
    head = _head(sentence, found[0])
    about = subject(sentence)
    stretches = _stretches(sentence, found, head)
    resumed = _RESUMED.search(sentence, stretches[-1][0]) if len(stretches) > 1 else None
    shared = common | _stems(sentence[:head]) | _stems(about)
    shared |= _stems(sentence[resumed.start() :]) if resumed else frozenset()
    made: list[Figure] = []
    for start, end, inside in stretches:
        part = sentence[start:end]
        own, names = _stems(part), frozenset(_NAME.findall(part)) - frozenset(_NAME.findall(about))
        for quantity in inside:
            own |= _elided(sentence, quantity, found)
            before = _before(sentence, quantity, found)
            ranged = _in_range(sentence, quantity)
            way = ranged or _direction(before, sentence[quantity.end :])
            made.append(Figure(quantity, own, shared, way, bool(ranged), bool(_BY.search(before)), names))
    return made


def _elided(text: str, figure: Quantity, found: Sequence[Quantity]) -> frozenset[str]:
    """What a bare number counts where only the one before it says so: `names two Drivers and may use
    five`."""
    before = [q for q in found if q.end <= figure.start and q.unit is None]
    if figure.unit is not None or not before or not _BARE.match(text[figure.end :]):
        return frozenset()
    return _stems(" ".join(text[before[-1].end :].split()[:1]))


def cells(rows: Sequence[str], common: frozenset[str]) -> list[Figure]:
    """The numbers of a table: each belongs to the first cell of its row and the head of its column."""
    table = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    head = table[0] if table else []
    shared = common - _stems(" ".join(head))
    made: list[Figure] = []
    for row in table[1:]:
        for place, cell in enumerate(row[1:], start=1):
            column = head[place] if place < len(head) else ""
            own = _stems(f"{row[0]} {column}") | _positions(row[0])
            made += [Figure(q, own, shared) for q in numbers(cell)]
    return made


def numbers(text: str) -> list[Quantity]:
    """The quantities and dates of a text; `one` in a letter is a pronoun as often as a number."""
    found = [q for q in quantities(text) if q.value != 1 or q.unit or any(c.isdigit() for c in q.text)]
    for match in _DATE.finditer(text):
        day = next(n for n in match.groups() if n and n.isdigit())
        month = next(n for n in match.groups() if n and not n.isdigit())
        value = 100 * month_number(month) + int(day)
        found = [q for q in found if not match.start() <= q.start < match.end()]
        found.append(Quantity(float(value), "date", match.group(), match.start(), match.end()))
    return sorted(found, key=lambda q: q.start)


def misplaced(text: str, figure: Quantity, there: Sequence[Figure]) -> str | None:
    """Why the number is not said of what the evidence says it of; None when some place bears it."""
    homes = [f for f in there if _same(f.quantity, figure)]
    homes = [f for f in homes if f.quantity.unit == figure.unit] or homes
    if not homes:
        return None
    counted = _COUNTED.match(text[figure.end :])
    if figure.unit is None and counted and _stems(counted[1]) and all(h.quantity.unit for h in homes):
        return f"{figure.text!r} counts nothing of that kind in the evidence"
    beside = _beside(text, figure)
    said, names = _weights(beside, figure, there), frozenset(_NAME.findall(beside))
    way = _direction(_before(text, figure, numbers(text)), text[figure.end :])
    direction = _in_range(text, figure) or way
    changes, firm = bool(_CHANGE.search(text)), figure.unit != "date" and demands(text, figure.start)
    why = None
    most = max((_score(said, home) for home in homes), default=0.0)
    for home in (h for h in homes if _score(said, h) >= most - 1e-9):
        rivals = [f for f in there if not _same(f.quantity, figure) and _alike(f.quantity, home.quantity)]
        best = max((_score(said, rival) for rival in rivals), default=0.0)
        others = frozenset(n for f in there for n in f.names) - home.names
        if best > _score(said, home) + 1e-9 or (names & others and home.names and not names & home.names):
            why = f"the evidence gives {figure.text!r} for something else"
        elif home.direction and direction != home.direction and (direction or firm or home.ranged):
            kind = "least" if home.direction == "up" else "most"
            why = f"{figure.text!r} is a {kind} value in the evidence"
        elif home.changes and not changes:
            why = f"{figure.text!r} is a change in the evidence, not a value"
        else:
            return None
    return why


def is_limit(text: str, figure: Quantity, there: Sequence[Figure]) -> bool:
    """The text, or the evidence, gives the number as a least or a most."""
    before = _before(text, figure, numbers(text))
    homes = any(f.direction for f in there if _same(f.quantity, figure))
    return homes or bool(_direction(before, text[figure.end :]))


def _in_range(text: str, figure: Quantity) -> str:
    """`between` a least and a most."""
    match = _RANGE.search(text[: figure.start])
    return "" if match is None else "down" if match[1] else "up"


def _before(text: str, figure: Quantity, found: Sequence[Quantity]) -> str:
    """What stands before a number, up to the one before it."""
    last = max((q.end for q in found if q.end <= figure.start), default=0)
    return text[last : figure.start]


def _head(text: str, first: Quantity) -> int:
    """Where what all numbers have in common ends: at the first verb."""
    verb = _VERB.search(text, 0, first.start)
    return verb.end() if verb else 0


def _beside(text: str, figure: Quantity) -> str:
    """The text with what belongs to its other numbers blanked."""
    found = numbers(text)
    if len(found) < 2:
        return text
    head = _head(text, found[0])
    for start, end, inside in _stretches(text, found, head):
        if any(q.start == figure.start for q in inside):
            return text[:head] + " " * (start - head) + text[start:end] + " " * (len(text) - end)
    return text


def _stretches(text: str, found: Sequence[Quantity], head: int) -> list[tuple[int, int, list[Quantity]]]:
    """The text cut at its breaks, so that each stretch holds a number; what holds none goes to the one
    before."""
    inside = [(q.start, q.end) for q in found]
    cuts = [m.start() for m in _BREAK.finditer(text, head) if not any(s <= m.start() < e for s, e in inside)]
    made: list[tuple[int, int, list[Quantity]]] = []
    for start, end in pairwise([head, *cuts, len(text)]):
        held = [q for q in found if start <= q.start < end]
        if made and (not held or not made[-1][2]):
            made[-1] = (made[-1][0], end, [*made[-1][2], *held])
        else:
            made.append((start, end, held))
    return made


def _direction(clause: str, after: str) -> str:
    """`clause`: what stands before the number, up to the one before it."""
    if match := _AFTER.match(after):
        return "up" if match[1] or match[3] else "down"
    way = "down" if _FLIPPED_DOWN.search(clause) else "up" if _FLIPPED_UP.search(clause) else ""
    if way:
        early = _AHEAD.match(after) and _IN_TIME.search(clause)
        return {"down": "up", "up": "down"}[way] if early else way
    before = clause[-REACH:]
    down, up = list(_DOWN.finditer(before)), list(_UP.finditer(before))
    if not down and not up:
        return ""
    return "up" if (up[-1].start() if up else -1) > (down[-1].start() if down else -1) else "down"


def _weights(text: str, figure: Quantity, there: Sequence[Figure]) -> dict[str, float]:
    """The words said, the nearer to the number the heavier; what is said to be left out does not count."""
    plain = _LEFT_OUT.sub(lambda m: " " * len(m.group()), text)
    values = {f"{f.quantity.value:g}" for f in there}
    weights: dict[str, float] = {}
    for match in re.finditer(r"[A-Za-z]+\d*|\d+(?:[.,]\d+)*", plain):
        start, end = match.span()
        if figure.start <= start < figure.end:
            continue
        between = plain[end : figure.start] if start < figure.start else plain[figure.end : start]
        near = (CONTRAST if match.group().lower() in _TELLING else 1) / (1 + 0.15 * len(between.split()))
        for word in (_stems(match.group()) - values) | _positions(match.group()):
            weights[word] = max(weights.get(word, 0.0), near)
    return weights


def _score(said: dict[str, float], figure: Figure) -> float:
    return sum(weight for word, weight in said.items() if word in figure.own | figure.shared)


def _stems(text: str) -> frozenset[str]:
    numbers = {f"{q.value:g}" for q in quantities(text)}
    counting = {t for t in tokens(text) if t in _COUNTING}
    return frozenset({stem(w) for w in subject_words(text)} | numbers | counting)


def _positions(text: str) -> frozenset[str]:
    """`third` and `3`, `winner` and `1`, as a table numbers its rows."""
    found = {ordinal_value(word) for word in re.findall(r"[a-z]+|\d+(?:st|nd|rd|th)", text.lower())} - {None}
    if re.search(r"\b(?:winner|winning|wins|champion)\b", text, re.I):
        found.add(1)
    bare = re.fullmatch(r"\s*(\d{1,2})\s*", text)
    return frozenset({f"place {n}" for n in found} | ({f"place {bare[1]}"} if bare else set()))


def _same(one: Quantity, other: Quantity) -> bool:
    return isclose(one.value, other.value, rel_tol=1e-9)


def _alike(one: Quantity, other: Quantity) -> bool:
    return (
        one.unit == other.unit
        or None in (one.unit, other.unit)
        or bool(dimensions(one.unit) & dimensions(other.unit))
    )
