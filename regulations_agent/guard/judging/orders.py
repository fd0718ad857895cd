"""Orders to the assistant inside a question: how they are put, and a question without them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from regulations_agent.guard.texts.normal import without_encoded
from regulations_agent.guard.texts.pieces import between, cuts, pieces
from regulations_agent.guard.texts.windows import stretches

_ROLE = re.compile(
    r"^\W*(?:<[^>]{1,40}>\s*|\[[^\]]{1,40}\]\s*|#+\s*)*(?:system|assistant|developer|"
    r"admin(?:istrator)?|instruction)s?\s*"
    r"(?:prompt|message|note|override)?(?:\s+(?:to|for) (?:the )?\w+)?\s*[:>\]]"
    r"|^\W*role\W{1,6}(?:system|assistant|developer)\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"</?\s*[a-z_|]+\s*/?>|\[/?INST\]|<</?SYS>>|<\|[^|]*\|>|(?-i:\[{1,2}/?[A-Z][A-Z_ ]{2,20}\]{1,2})",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    r"(?:<\|im_start\|>\s*(?:system|developer)?|\[INST\]|<<SYS>>)"
    r"(.*?)(?:<\|im_end\|>|\[/INST\]|<</SYS>>)"
    r"|<(?!(?:b|i|u|p|em|strong|span|sub|sup|code|user|question)>)([a-z_-]{1,20})>(.*?)</\2>|<!--(.*?)-->",
    re.IGNORECASE | re.DOTALL,
)
_ASIDE = re.compile(
    r"((?:^|(?<=[.!?\n]))\s*(?:\[+[^\[\]]{10,600}\]+|\{+[^{}]{10,600}\}+|\([^()]{10,600}\)))"
    r"[ \t]*(?=\S)",
    re.DOTALL,
)
"""A remark in brackets of its own, before what is asked."""
_LINK = re.compile(
    r"^(?:(?:after that|afterwards|before that|then|next|also|anyway|now|and|but|finally|please|so|hello|"
    r"hi|hey)\b[\s,:!.]*)+",
    re.I,
)
_LABEL = re.compile(
    r"^(?:\s+|[>#*`|\u2013\u2014-]+\s|\"{3}|'{3}|`{3}|\d{1,2}[.)]\s+|"
    r"(?:user|human|question|query|q|prompt|input)\s*:)+",
    re.I,
)
_ASKS = re.compile(
    r"\?|(?:^|[.,:;!]\s+)(?:please\s+|and\s+|so\s+)?(?:what|how|who|whose|when|where|which|why|may|can|could|is|are|"
    r"does|do|must|should|tell|give|show|list|name|define|quote|summari[sz]e|explain|compare|describe|find|"
    r"overview|summary|outline|brief|recap|sum up|work out|calculate|compute|read|"
    r"max(?:imum)?|min(?:imum)?)\b",
    re.I,
)
LONG = 800
"""Characters of a text that is no plain question any more; only its first and last sentences are cut."""
Judge = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Judges:
    """Who says what a stretch of a question is."""

    is_order: Judge
    """It is an order to the assistant."""
    is_question: Judge
    """It asks something that may stay."""
    is_part: Judge
    """As a part of a stretch it is surely an order."""


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring stretches between two orders."""

    parts: tuple[str, ...]
    cut: bool = False
    """It is what is left of a sentence that gave an order."""

    @property
    def is_whole(self) -> bool:
        """No sentence in it was cut, or what is left is a question still."""
        return not self.cut or "".join(self.parts).endswith("?")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A question without orders to the assistant."""

    runs: tuple[Run, ...]
    orders: int
    """How many stretches were taken out."""

    @property
    def text(self) -> str:
        """All that is left; empty when nothing is."""
        return " ".join(part for run in self.runs for part in run.parts)


def is_tagged(text: str) -> bool:
    """It speaks in the role of a program."""
    return bool(_ROLE.match(text) or _ROLE.match(_TAG.sub(" ", text).strip()))


def has_tags(text: str) -> bool:
    """It carries marks by which programs, not people, part a conversation, or a sentence speaks as one."""
    if _TAG.search(text) or _BLOCK.search(text):
        return True
    asides = (part[start:end] for part in stretches(text) for start, end in cuts(part)[0])
    return any(map(is_tagged, asides))


def asks(text: str) -> bool:
    """It has the words of a question, or of a request for a rule."""
    return bool(_ASKS.search(text)) and len(text.split()) >= 3


BY_ROLE = Judges(is_tagged, asks, is_tagged)


def take_out_orders(question: str, judges: Judges = BY_ROLE) -> Cleaned:
    """The question without sentences, or parts of sentences, that give orders to the assistant.

    What stays of a sentence that gives one must itself be a question.
    """
    text, removed = _without_blocks(question, judges)
    runs: list[tuple[list[str], bool]] = [([], False)]
    sentences = stretches(text)
    for place, sentence in enumerate(sentences):
        edge = place in (0, len(sentences) - 1)
        rest = _without_orders(sentence, judges, cut=edge or len(text) <= LONG)
        if rest == sentence:
            runs[-1][0].append(sentence)
            continue
        removed += 1
        runs += [([rest] if rest else [], True), ([], False)]
    bare = [((bared(run[0]), *run[1:]), cut) for run, cut in runs if run] if removed else runs
    return Cleaned(tuple(Run(tuple(filter(None, run)), cut) for run, cut in bare), removed)


def bared(text: str) -> str:
    """Without the words and signs that join it to an order before it."""
    return _LINK.sub("", _LABEL.sub("", text))


def _without_blocks(text: str, judges: Judges) -> tuple[str, int]:
    """What is encoded, or stands between marks of a program and asks nothing, is an order; marks go."""
    text = _ASIDE.sub(r"\1\n", text)
    blocks = [next(filter(None, found.group(1, 3, 4)), "") for found in _BLOCK.finditer(text)]
    inside = [f for f in blocks if asks(f) and judges.is_question(f) and not judges.is_order(f)]
    bare, encoded = without_encoded(_BLOCK.sub("\n\n", text))
    bare = _TAG.sub("\n", bare)
    return ("\n\n".join((*inside, bare)).strip() if bare != text else text), len(blocks) + encoded


def _without_orders(sentence: str, judges: Judges, *, cut: bool) -> str:
    if is_tagged(sentence):
        return ""
    whole = judges.is_order(sentence)
    if not cut:
        return "" if whole else sentence
    if not whole and not any(map(judges.is_part, pieces(sentence))):
        return sentence
    for is_order, spans in product((judges.is_part, judges.is_order), cuts(sentence)):
        left = between(sentence, spans, is_order)
        asking = [part for part in map(bared, left) if part != sentence and judges.is_question(part)]
        if asking:
            return " ".join(asking)
    return "" if whole else sentence
