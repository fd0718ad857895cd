"""Orders to the assistant inside a question: taken out, so that what is left can be answered."""

from __future__ import annotations

import re
from dataclasses import dataclass

from regulations_agent.answer.sentences import sentences

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
    r"(?:prompt|message|note|override)?\s*[:>\]]",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?\s*[a-z_|]+\s*/?>|\[/?INST\]|<\|[^|]*\|>", re.IGNORECASE)
_JOINT = re.compile(
    r"(?:\s+(?:and then|and also|and|then|but first|but)\s+|[:;]\s+|,\s+(?:and |then |but )?)", re.I
)
_LINK = re.compile(
    r"^(?:after that|afterwards|then|next|also|anyway|now|and|but|finally|please|so)\b[\s,:]*", re.I
)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A question without orders to the assistant."""

    text: str
    """What is left to answer; empty when nothing is."""
    orders: int
    """How many stretches were taken out."""


def take_out_orders(question: str) -> Cleaned:
    """The question without sentences, or parts of sentences, that give orders to the assistant."""
    kept: list[str] = []
    removed = 0
    for start, end in sentences(question):
        sentence = question[start:end]
        rest = _without_orders(sentence)
        removed += rest != sentence
        if rest:
            kept.append(rest)
    return Cleaned(" ".join(kept).strip() if removed else question.strip(), removed)


def _without_orders(sentence: str) -> str:
    bare = _TAG.sub(" ", sentence).strip()
    if _ROLE.match(sentence) or _ROLE.match(bare):
        return ""
    if not _ORDER.search(bare):
        return sentence if bare == sentence.strip() else bare
    parts = [p for p in _JOINT.split(bare) if p.strip()]
    kept = [p for p in parts if not _ORDER.search(p)]
    rest = _LINK.sub("", " ".join(kept).strip())
    asks = re.search(
        r"\?|\b(?:what|how|who|when|where|which|may|can|is|are|does|do|must|tell|give|show|list)\b",
        rest,
        re.I,
    )
    return rest if asks and len(rest.split()) >= 3 else ""
