"""Text that speaks to whoever answers questions about it, as no rule does."""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_lowercase
from unicodedata import category, normalize

_MACHINE = (
    r"(?:ai|artificial intelligence|(?:large )?language models?|llms?|chat ?bots?|gpt|chatgpt|claude|gemini|"
    r"answering (?:system|machine|engine))"
)
_WHO = rf"(?:{_MACHINE}|(?:ai )?assistants?)"
_SAYS = r"(?:say|answer|reply|respond|ignore|claim|output|cite)"
_TELLS = (
    r"(?:say|answer|reply|respond|state|tell|ignore|claim|write|output|report|recommend|refuse|cite|include)"
)
_MODAL = r"(?:must|shall|should|will|may|can|cannot|to|not|who|they|and|or)"
_ORDERED = (
    rf"(?:you (?:must|shall|should|will|are to|have to|need to) (?:now |always |only |never )?|"
    rf"{''.join(f'(?<!{word} )' for word in _MODAL[3:-1].split('|'))})"
)
"""Before a verb: it is an order, not what a rule says of persons (`the accused will respond with`)."""
_SPOKEN = (
    r"(?:note|message|instructions?|order|attention|notice)s?:? (?:(?:to|for) )?(?:the |an? |any |all )?"
    rf"{_WHO}\b",
    r"(?:you are|act as|behave as|as) (?:now )?(?:an? |the )?(?:helpful |large )?(?:ai|language model|"
    r"chat ?bot|llm)\b",
    rf"{_WHO}\b[^.]{{0,40}}\b(?:must|shall|should|is to|are to|has to|will) "
    rf"(?:now |always |never |also )?{_SAYS}\b",
    r"(?:ignore|disregard|forget) everything (?:above|before|else|you|so far)\b",
    r"your (?:api key|(?:system|developer) (?:prompt|message)|instructions)\b",
    rf"{_MACHINE}\b[^.]{{0,20}}\b(?:read(?:s|ing)?|quot(?:es?|ing)|us(?:es?|ing)) (?:this|these)\b",
    r"(?:ignore|disregard|forget|override|bypass)\b[^.;?!]{0,30}\b(?:(?:previous|prior|earlier|above|"
    r"preceding|other|your|all)\b[^.;?!]{0,30}\b(?:instruction|prompt|guideline|context|message)s?|"
    r"system prompt)\b",
    r"(?:system|developer|hidden) prompts?\b",
    rf"{_ORDERED}(?:tell|inform|assure|convince) the (?:user|reader|asker|person (?:asking|who asks))\b",
    rf"{_ORDERED}(?:answer|reply|respond|say|state)\b[^.]{{0,30}}\b(?:to the user|to the asker|"
    r"when (?:you are )?asked|if (?:you are |anyone )?asks?(?:ed)?)\b",
    r"(?:when|if|whenever|once) (?:you are |you're )?(?:asked|answering|summari[sz]ing|"
    rf"quer(?:ied|ying))\b[^.]{{0,60}}\b{_ORDERED}{_TELLS}\b",
    rf"{_ORDERED}(?:reply|respond|answer) (?:only )?(?:with|that|exactly|using)\b"
    r"(?=[^.]{0,60}(?:[\"“'‘]|\bonly\b|\bexactly\b))",
    rf"{_ORDERED}(?:reply|respond|answer) only\b",
    r"from now on,? (?:you|answer|say|reply)\b",
)
"""Orders in words, in lower case, each from the start of a word."""
_MARKED = (
    rf"(?:^|[.!<\[#*]|(?<![\w,;-])\n)\s*(?:dear |hey |hello )?(?:{_WHO}|system)\s*"
    r"(?:message|prompt|override|note)?\s*[:>\]]",
    r"<\|[^|]{0,30}\|>|\[/?inst\]|</?(?:system|assistant|user|evidence|words)\b",
)
_ADDRESSED = re.compile(rf"\b(?:{'|'.join(_SPOKEN)})|{'|'.join(_MARKED)}")
_SYSTEM = re.compile(r"<|system\s*\w*\s*[:>\]]")
_TELLING = frozenset(
    b"""
    ai artificial assistant assistants language llm llms chat bot bots chatbot chatbots gpt chatgpt claude
    gemini answering everything your prompt prompts message messages instruction instructions
    guideline guidelines context contexts tell inform assure convince ask asks asked asksed
    user asker answer reply respond now summarising summarizing queried querying inst
    """.split()
)
"""Each pattern needs one of these or `_SYSTEM`; most rules have neither and need no search."""
_LETTERS = bytes(code if chr(code) in ascii_lowercase else 0x20 for code in range(256))


@lru_cache(maxsize=4096)
def addresses_assistant(text: str) -> bool:
    """The text gives orders to a language model: it is no evidence. No clause of the FIA's books does."""
    low = (text if text.isascii() else _unveiled(text)).lower()
    words = low.encode("ascii", errors="replace").translate(_LETTERS).split()
    if _TELLING.isdisjoint(words) and not _SYSTEM.search(low):
        return False
    return bool(_ADDRESSED.search(low) or _ADDRESSED.search(" ".join(low.split())))


def _unveiled(text: str) -> str:
    """The text with plain letters for look-alikes and without characters that print nothing."""
    plain = normalize("NFKC", text)
    for mark in {c for c in set(plain) if category(c) == "Cf"}:
        plain = plain.replace(mark, "")
    return plain
