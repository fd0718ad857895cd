"""What a pronoun of a rule stands for: the subject before it, or what was said before it."""

from __future__ import annotations

import re

_PRONOUN = re.compile(r"(?P<one>it|he|she)|(?P<said>this|these|such)|they", re.IGNORECASE)
_MANY = re.compile(
    r"^(?!(?:each|every|any|an?|one)\b)\S*(?:\s\S+){0,3}?(?<![su])s(?=\s(?:of|in|that|who|whose|which|for|from|with)\b|$)",
    re.I,
)
"""A subject in the plural, by its first noun."""
_LINKED = re.compile(
    r"[,;.]?\s*(?:\b(?:however|but|and|although|where|that|(?:(?:at|in|on|to|for|by|of|from|after)\s+)?which)\b)?"
    r"[,;.]?\s*$",
    re.IGNORECASE,
)
"""Before a further clause: what ties it to the one before."""
_EXPLETIVE = re.compile(r"^be\s+(?!able|used|ready|prepared)(?:\w+\s+){1,8}?(?:that|to|whether)\b")
"""`It must be clear that`: it stands for nothing said before."""
_NOBODY = re.compile(r"^(?:neither|nobody|nothing|no\s+one)\b", re.IGNORECASE)


def antecedent(who: str, what: str, sentence: str, *, before: str, about: str) -> str:
    """What the pronoun `who`, the subject of `what`, stands for; empty for another subject or where it cannot
    be told.

    That is what was said before it in its own sentence, `this [The driver may go on]`; else `about`, which
    the sentence before speaks of, or for `this` and the like all of that sentence, `before`.
    """
    pronoun = _PRONOUN.fullmatch(who)
    if pronoun is None or _EXPLETIVE.match(what):
        return ""
    own = without_link(sentence[: max(sentence.rfind(who, 0, sentence.find(what)), 0)])
    own = "" if own.count("(") > own.count(")") else own
    unlike = pronoun["one"] and _MANY.search(about)
    return own or (before.rstrip(".:; ") if pronoun["said"] else "" if unlike else about)


def carried(who: str, about: str) -> str:
    """What a pronoun of the next sentence stands for after one that speaks of `who`; empty where untold."""
    who = who.partition(" [")[0]
    return about if _PRONOUN.fullmatch(who) else "" if _NOBODY.match(who) else who


def without_link(text: str) -> str:
    """Without the word at its end that ties a further clause to it: `..., however`."""
    return _LINKED.sub("", text)
