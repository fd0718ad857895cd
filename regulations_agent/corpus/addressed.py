"""Text that speaks to whoever answers questions about it, as no rule does."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, normalize

_WHO = (
    r"(?:AI|artificial intelligence|assistants?|(?:large )?language models?|LLMs?|chat ?bots?|GPT|"
    r"ChatGPT|Claude|Gemini|answering (?:system|machine|engine))"
)
_SAYS = (
    r"(?:say|answer|reply|respond|state|tell|ignore|claim|write|output|report|recommend|refuse|cite|include)"
)
_PATTERNS = (
    r"\b(?:note|message|instructions?|order|attention|notice)s?:? (?:(?:to|for) )?(?:the |an? |any |all )?"
    rf"{_WHO}\b",
    r"\b(?:you are|act as|behave as|as) (?:now )?(?:an? |the )?(?:helpful |large )?(?:AI|language model|"
    r"chat ?bot|LLM)\b",
    rf"(?:^|[.!\n<\[#*])\s*(?:dear |hey |hello )?(?:{_WHO}|system)\s*(?:message|prompt|override|note)?"
    r"\s*[:>\]]",
    rf"\b{_WHO}\b[^.]{{0,40}}\b(?:must|shall|should|is to|are to|has to|will) "
    rf"(?:now |always |never |also )?{_SAYS}\b",
    r"\b(?:ignore|disregard|forget) everything (?:above|before|else|you|so far)\b",
    r"\byour (?:API key|system prompt|instructions)\b",
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.;?!]{0,30}\b(?:(?:previous|prior|earlier|above|"
    r"preceding|other|your|all)\b[^.;?!]{0,30}\b(?:instruction|prompt|guideline|context|message)s?|"
    r"system prompt)\b",
    r"\b(?:system|developer|hidden) (?:prompt|message)s?\b",
    r"\b(?:tell|inform|assure|convince) the (?:user|reader|asker|person (?:asking|who asks))\b",
    r"\b(?:answer|reply|respond|say|state)\b[^.]{0,30}\b(?:to the user|to the asker|"
    r"when (?:you are )?asked|if (?:you are |anyone )?asks?(?:ed)?)\b",
    r"\b(?:when|if|whenever|once) (?:you are |you're )?(?:asked|answering|summari[sz]ing|"
    rf"quer(?:ied|ying))\b[^.]{{0,60}}\b{_SAYS}\b",
    r"\b(?:reply|respond|answer) (?:only )?(?:with|that|exactly|using)\b"
    r"(?=[^.]{0,60}(?:[\"“'‘]|\bonly\b|\bexactly\b))",
    r"\bfrom now on,? (?:you|answer|say|reply)\b",
    r"<\|[^|]{0,30}\|>|\[/?INST\]|</?(?:system|assistant|user|evidence|words)\b",
)
_ADDRESSED = re.compile("|".join(_PATTERNS), re.IGNORECASE)
_WORD = re.compile(r"[a-z]+|<")
_SYSTEM = re.compile(r"system\s*\w*\s*[:>\]]")
_TELLING = frozenset(
    _WORD.findall("""
    ai artificial assistant assistants language llm llms chat bot bots chatbot chatbots gpt chatgpt claude
    gemini answering everything your prompt prompts message messages instruction instructions
    guideline guidelines context contexts tell inform assure convince ask asks asked asksed
    user asker answer reply respond now summarising summarizing queried querying inst <
    """)
)
"""Each pattern needs one of these or `_SYSTEM`; most rules have neither and need no search."""


@lru_cache(maxsize=4096)
def addresses_assistant(text: str) -> bool:
    """The text gives orders to a language model: it is no evidence. No clause of the FIA's books does."""
    plain = text if text.isascii() else normalize("NFKC", text)
    for mark in {c for c in set(plain) if category(c) == "Cf"}:
        plain = plain.replace(mark, "")
    low = plain.lower()
    if _TELLING.isdisjoint(_WORD.findall(low)) and not _SYSTEM.search(low):
        return False
    return bool(_ADDRESSED.search(plain) or _ADDRESSED.search(" ".join(plain.split())))
