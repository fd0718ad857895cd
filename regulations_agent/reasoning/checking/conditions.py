"""The conditions and exceptions of a rule: one that is turned round is wrong, one that is dropped is
added."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from regulations_agent.language.deontic import EXCEPT
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.checking.words import content

Kind = Literal["if", "unless", "before", "after"]
_KINDS: dict[Kind, str] = {
    "unless": rf"{EXCEPT}(?: for| where| when)?",
    "if": (
        r"only (?:if|when|where|with|for|to|in)|if|when|whenever|where|while|provided that|"
        r"provided|insofar as|"
        r"in case|as long as|with (?:the |his |its |prior |written )*(?:\w+ )?(?:consent|"
        r"permission|approval|leave)"
    ),
    "before": r"before|until|ahead of|prior to",
    "after": r"after|once|following|from|since",
}
_MARK = re.compile("|".join(rf"(?P<{kind}>\b(?:{words})\b)" for kind, words in _KINDS.items()), re.I)
_DENIED = re.compile(r"\b(?:not|no|never|nobody)\b|n't\b", re.I)
_END = re.compile(r"[,;:](?=\s)|\.(?=\s|$)|\bthen\b")
_ABSOLUTE = re.compile(
    r"\b(?:without exception|always|in (?:all|any|every) cases?|under (?:all|any|"
    r"no) circumstances|at (?:any|all) times?|"
    r"whatever|regardless|in any event)\b",
    re.I,
)
SHARED, HELD = 0.5, 0.34
"""Share of a condition's words by which two are the same, and by which one is said at all."""
MOST, MOST_CHARS = 2, 200


@dataclass(frozen=True, slots=True)
class Condition:
    """`unless it is suspended`."""

    kind: Kind
    phrase: str
    words: frozenset[str]
    negated: bool

    @property
    def sense(self) -> str:
        """With its negation taken in: `if not` is `unless`."""
        turned = {"if": "unless", "unless": "if"}
        return turned.get(self.kind, self.kind) if self.negated else self.kind


def conditions(text: str) -> list[Condition]:
    """The conditions of a sentence in order, each up to the next mark."""
    marks = list(_MARK.finditer(text))
    found: list[Condition] = []
    for number, mark in enumerate(marks):
        end = marks[number + 1].start() if number + 1 < len(marks) else len(text)
        stop = _END.search(text, mark.end(), end)
        phrase = text[mark.start() : stop.start() if stop else end].strip(" ,;:.")
        kind: Kind = mark.lastgroup  # type: ignore[assignment]
        rest = phrase[len(mark.group()) :]
        negated = bool(_DENIED.search(re.split(r"\b(?:and|or)\b", rest)[0]))
        found.append(Condition(kind, phrase, content(rest), negated))
    return found


def turned_round(text: str, printed: str) -> str | None:
    """A condition of the text whose opposite the evidence prints: `if` for `unless`, `after` for `until`."""
    opposite = {"if": "unless", "unless": "if", "before": "after", "after": "before"}
    for said in conditions(text):
        alike = [
            c
            for c in conditions(printed)
            if said.words and len(said.words & c.words) >= SHARED * len(said.words)
        ]
        if alike and all(
            opposite[said.sense] == c.sense or (said.sense, c.sense) == ("after", "before") for c in alike
        ):
            return said.phrase
    return None


def absolute(text: str, printed: str) -> str | None:
    """A word that denies all exceptions, which the evidence does not print."""
    match = _ABSOLUTE.search(text)
    return match.group() if match and not _ABSOLUTE.search(printed) else None


def left_out(text: str, printed: str, question: str) -> list[str]:
    """The conditions and exceptions of the evidence, word for word, that the text does not say.

    What the question takes for granted need not be said again.
    """
    known, said = vocabulary(f"{text} {question}"), {c.sense for c in conditions(f"{text} ; {question}")}
    found: list[str] = []
    for condition in conditions(printed):
        if condition.kind not in ("if", "unless") or len(condition.phrase) > MOST_CHARS:
            continue
        words = condition.words - content(printed.replace(condition.phrase, " ")) or condition.words
        held = len(words & known) >= HELD * len(words) if words else condition.sense in said
        if not held:
            found.append(" ".join(condition.phrase.split()))
    return found[:MOST]
