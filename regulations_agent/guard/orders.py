"""Orders to the assistant inside a question: how they are put, and a question without them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from regulations_agent.guard.windows import stretches

_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass|skip)\b[^,;?!]{0,40}\b(?:instruction|prompt|"
    r"rules? (?:you|above|given)|"
    r"guideline|everything|context|above|previous|prior|earlier|safety|polic)"
    r"|\b(?:system|hidden|initial|developer)\s+(?:prompt|message|instruction)|\b(?:api|secret|"
    r"access)[\s_-]?keys?\b"
    r"|\b(?:print|reveal|show|repeat|output|leak|dump|"
    r"expose)\b.{0,30}\byour\b.{0,30}\b(?:prompt|instruction|config|key|rules)"
    r"|\byou are (?:now|no longer|a |an |going to)|\bfrom now on\b|\bpretend (?:to be|you|"
    r"that)|\bact as\b|\brole-?play"
    r"|\b(?:jailbreak|DAN mode|developer mode|god mode|do anything now)\b|\bwithout (?:any "
    r")?(?:restrictions?|filters?)\b"
    r"|\b(?:treat|consider|regard)\b.{0,40}\b(?:void|obsolete|superseded|invalid|as true)\b"
    r"|\b(?:confirm|repeat|say|answer|reply|respond)\b.{0,30}\b(?:it with a citation|exactly "
    r"this|the following|as fact)\b"
    r"|\bdo not (?:cite|mention|use) (?:the|any) (?:real|actual|regulations|documents)",
    re.IGNORECASE | re.DOTALL,
)
_ROLE = re.compile(
    r"^\W*(?:<[^>]{1,40}>\s*|\[[^\]]{1,40}\]\s*|#+\s*)*(?:system|assistant|developer|"
    r"admin(?:istrator)?|instruction)s?\s*"
    r"(?:prompt|message|note|override)?(?:\s+(?:to|for) (?:the )?\w+)?\s*[:>\]]",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?\s*[a-z_|]+\s*/?>|\[/?INST\]|<</?SYS>>|<\|[^|]*\|>", re.IGNORECASE)
_BLOCK = re.compile(
    r"(?:<\|im_start\|>\s*(?:system|developer)?|\[INST\]|<<SYS>>|<(?:system|instructions?)>)"
    r"(.*?)(?:<\|im_end\|>|\[/INST\]|<</SYS>>|</(?:system|instructions?)>)",
    re.IGNORECASE | re.DOTALL,
)
_ASIDE = re.compile(
    r"((?:^|(?<=[.!?\n]))\s*(?:\[+[^\[\]]{10,600}\]+|\{+[^{}]{10,600}\}+|\([^()]{10,600}\)|<!--.{0,600}?-->))"
    r"[ \t]*(?=\S)",
    re.DOTALL,
)
"""A remark in brackets of its own, before what is asked."""
_JOINT = re.compile(
    r"(?:\s+(?:and then|and also|and|then|but first|but)\s+|[:;]\s+|,\s+(?:and |then |but )?)", re.I
)
_LINK = re.compile(
    r"^(?:(?:after that|afterwards|then|next|also|anyway|now|and|but|finally|please|so|hello|hi|hey)\b"
    r"[\s,:!.]*)+",
    re.I,
)
_ASKS = re.compile(
    r"\?|(?:^|[.,:;!]\s+)(?:please\s+|and\s+|so\s+)?(?:what|how|who|whose|when|where|which|why|may|can|could|is|are|"
    r"does|do|must|should|tell|give|show|list|name|define|quote|summari[sz]e|explain|compare|describe|find|"
    r"max(?:imum)?|min(?:imum)?)\b",
    re.I,
)
Judge = Callable[[str], bool]
"""Whether a stretch of a question is an order to the assistant."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A question without orders to the assistant."""

    text: str
    """What is left to answer; empty when nothing is."""
    orders: int
    """How many stretches were taken out."""


def looks_like_order(text: str) -> bool:
    """It is worded as orders to an assistant are; rules about orders may be worded so too."""
    return is_tagged(text) or bool(_ORDER.search(text))


def is_tagged(text: str) -> bool:
    """It speaks in the role of a program."""
    return bool(_ROLE.match(text) or _ROLE.match(_TAG.sub(" ", text).strip()))


def has_tags(text: str) -> bool:
    """It carries marks by which programs, not people, part a conversation, or a sentence speaks as one."""
    return bool(_TAG.search(text)) or any(is_tagged(part) for part in stretches(text))


def asks(text: str) -> bool:
    """It has the words of a question, or of a request for a rule."""
    return bool(_ASKS.search(text)) and len(text.split()) >= 3


def take_out_orders(question: str, is_order: Judge = looks_like_order, is_question: Judge = asks) -> Cleaned:
    """The question without sentences, or parts of sentences, that give orders to the assistant.

    What stays of a sentence that gives one must itself be a question.
    """
    text, removed = _without_blocks(question, is_question)
    kept: list[str] = []
    for sentence in stretches(text):
        rest = _without_orders(sentence, is_order, is_question)
        removed += rest != sentence
        if rest:
            kept.append(rest)
    left = _LINK.sub("", " ".join(kept).strip()) if removed else question.strip()
    return Cleaned(left, removed)


def _without_blocks(text: str, is_question: Judge) -> tuple[str, int]:
    """What stands between marks of a program is an order unless it asks; the marks are dropped."""
    text = _ASIDE.sub(r"\1\n", text)
    blocks = _BLOCK.findall(text)
    inside = (found for found in blocks if is_question(found))
    bare = _TAG.sub("\n", _BLOCK.sub("\n", text))
    return ("\n".join((*inside, bare)).strip() if bare != text else text), len(blocks)


def _without_orders(sentence: str, is_order: Judge, is_question: Judge) -> str:
    if is_tagged(sentence):
        return ""
    if not is_order(sentence):
        return sentence
    parts = [p for p in _JOINT.split(sentence) if p.strip()]
    kept = [p for p in parts if not is_order(p)]
    rest = _LINK.sub("", " ".join(kept).strip())
    return rest if is_question(rest) else ""
