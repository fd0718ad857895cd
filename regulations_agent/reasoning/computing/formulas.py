"""Equations that a rule prints (`Q (kg/h) = 0.009 N(rpm) + 5.5`), worked out with a question's values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.corpus.numbers.units import dimensions, table
from regulations_agent.language.quantities import Quantity, canonical_unit, quantities, show
from regulations_agent.language.words import stems
from regulations_agent.reasoning.computing.expression import Wrong, evaluate

_EQUATION = re.compile(
    r"(?<![\w=])(?P<name>[A-Za-z]{1,5})\s?(?:\((?P<unit>[^()\s]{1,8})\))?\s*=\s*"
    r"(?P<right>[^=\n;,]*?\d[^=\n;,]*)"
)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<sign>[-+*/()×÷–−]|x(?=\s)|X(?=\s\w))"
    r"|(?P<symbol>[A-Za-z]+(?: [a-z]+)?)(?:\s?\((?P<unit>[A-Za-z/%°]{1,6})\))?)"
)
_SIGNS = {"x": "*", "X": "*", "×": "*", "÷": "/", "–": "-", "−": "-"}
_STOPS = re.compile(r"\s+(?:when|where|if|for|with|and|as|or|per)\b|\.(?!\d)")
_BOUND = re.compile(
    r"\b(?P<side>below|under|less than|up to|above|over|more than|greater than|exceed\w*)\s+", re.IGNORECASE
)
_LOWER = ("below", "under", "less than", "up to")


@dataclass(frozen=True, slots=True)
class Solved:
    """An equation with its values put in."""

    value: float
    unit: str | None
    expression: str


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    unit: str | None = None

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()

    @property
    def is_symbol(self) -> bool:
        return self.text[0].isalpha()


def solve(question: str, text: str) -> Solved | None:
    """The first equation of a text for whose symbols the question gives values, and whose range holds."""
    given = quantities(question)
    for match in _EQUATION.finditer(text) if given else ():
        right = match["right"]
        stop = _STOPS.search(right)
        tokens, unit = _tokens(right[: stop.start()] if stop else right)
        symbols = list(dict.fromkeys(t for t in tokens if t.is_symbol))
        values = _bound(symbols, given, question, text)
        if not symbols or values is None or not _in_range(given, text, match):
            continue
        filled = [show(values[t.text]).replace(",", "") if t.is_symbol else t.text for t in tokens]
        try:
            value, _ = evaluate(" ".join(filled))
        except Wrong:
            continue
        return Solved(value, canonical_unit(match["unit"]) or unit, _printed(filled))
    return None


def _tokens(right: str) -> tuple[list[_Token], str | None]:
    """The tokens of an expression, and a unit that stands behind its closing bracket (`(700 x m)N`)."""
    found: list[_Token] = []
    place = depth = 0
    unit = None
    while (match := _TOKEN.match(right, place)) is not None:
        sign = match["sign"]
        text = _SIGNS.get(sign, sign) if sign else match["number"] or match["symbol"]
        token = _Token(text, canonical_unit(match["unit"]))
        if found and found[-1].text == ")" and token.is_symbol and depth == 0:
            unit = canonical_unit(text)
            break
        depth += (text == "(") - (text == ")")
        if found and (found[-1].is_number or found[-1].text == ")") and (token.is_symbol or text == "("):
            found.append(_Token("*"))
        found.append(token)
        place = match.end()
    return found, unit


def _bound(
    symbols: Sequence[_Token], given: Sequence[Quantity], question: str, text: str
) -> Mapping[str, float] | None:
    """A value of the question for each symbol, by its unit or by what the text says it is; None without."""
    values: dict[str, float] = {}
    left = list(given)
    for symbol in symbols:
        fits = [q for q in left if _fits(symbol, q, question, text, alone=len(symbols) == 1)]
        if not fits:
            return None
        first = next((q for q in fits if q.text[:1].isdigit()), fits[0])
        values[symbol.text] = first.value
        left.remove(first)
    return values


def _fits(symbol: _Token, quantity: Quantity, question: str, text: str, *, alone: bool) -> bool:
    if symbol.unit is not None:
        return quantity.unit == symbol.unit
    said = re.search(rf"\b{re.escape(symbol.text)}\b\s*(?:=|is|being|:)\s*([^\n;.]{{3,160}})", text)
    meaning = set(stems(said[1])) if said else set(stems(symbol.text))
    if quantity.unit is not None and set(stems(_spelt_out(quantity.unit))) & meaning:
        return True
    after = stems(question[quantity.end : quantity.end + 30])[:2]
    return bool(set(after) & meaning) and quantity.unit is None and not alone


def _spelt_out(unit: str) -> str:
    """`kg` -> `kg kilogram kilograms mass`."""
    return " ".join((unit, *table().spelt(unit), *dimensions(unit)))


def _in_range(given: Sequence[Quantity], text: str, equation: re.Match[str]) -> bool:
    """What the sentence around the equation says of its range holds for the value given."""
    start = max(text.rfind(". ", 0, equation.start()), text.rfind("\n", 0, equation.start())) + 1
    ends = [e for e in (text.find("\n", equation.end("name")), text.find(". ", equation.end())) if e >= 0]
    sentence = text[start : min(ends, default=len(text))]
    for bound in _BOUND.finditer(sentence):
        limit = next(iter(quantities(sentence[bound.end() : bound.end() + 20])), None)
        value = next((q.value for q in given if limit and q.unit == limit.unit), None)
        if limit is None or value is None or bound.end() + limit.start > bound.end() + 2:
            continue
        lower = bound["side"].lower() in _LOWER
        if (value > limit.value) if lower else (value < limit.value):
            return False
    return True


def _printed(tokens: Sequence[str]) -> str:
    if tokens[0] == "(" and tokens[-1] == ")" and tokens.count("(") == 1:
        tokens = tokens[1:-1]
    text = " ".join({"*": "×", "/": "÷", "-": "−"}.get(t, t) for t in tokens)
    return text.replace("( ", "(").replace(" )", ")")
