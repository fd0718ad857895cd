"""Whether a clause requires, advises, forbids, allows or exempts, and the words by which it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Norm = Literal["requires", "advises", "forbids", "allows", "exempts", "none"]

MODAL = r"(?:must|shall|should|will|would|may|might|can|could)"
AUXILIARY = rf"(?:is|are|was|were|has|have|had|does|do|did|{MODAL})"
FINITE = re.compile(rf"\b(?:{AUXILIARY}|cannot|needs?)\b")
"""A verb that has a subject, and tells it from others: a form of be, have or do, or a modal."""
_BUT = r"other than|apart from|except(?:ing)?"
APART = rf"(?:outside|{_BUT})"
"""What sets something apart."""
EXCEPT = rf"(?:unless|{_BUT}|with the exception of|save(?=\s+(?:for|where|that|as|in|when|if)\b))"
"""What begins an exception."""

_STATES: dict[Norm, str] = {
    "forbids": (
        r"forbidden|prohibited|banned|barred|disallowed|unlawful|illegal|unacceptable|ineligible"
        r"|(?:guilty of )?an? (?:\w+ )?(?:offen[cs]e|violation|breach|infringement)"
    ),
    "allows": (
        r"permitted|allowed|authori[sz]ed(?=\s+to)|entitled|empowered|eligible|lawful|legal|acceptable"
        r"|permissible|welcome|at liberty|free(?=\s+to)"
    ),
    "requires": (
        r"required|obliged|obligated|mandatory|compulsory|obligatory|a must|bound(?=\s+to)"
        r"|responsible(?=\s+for)"
    ),
    "advises": r"recommended|advised|encouraged",
    "exempts": r"exempt(?:ed)?|excepted|excused|optional|voluntary",
}
"""What something is to which a rule does so."""
_DUTY, _RIGHT = r"(?:requirement|obligation|need|duty)", r"(?:right|power|authority|option)s?"
_LIMIT = r"(?:minimum|maximum|limit|limitation|restriction)s?"
_SAYS: dict[Norm, str] = {
    "forbids": rf"|(?:forbid|prohibit|commit)s?|{_LIMIT}",
    "exempts": "",
    "requires": rf"|requires?|ha(?:s|ve) to|needs? to|{_DUTY}",
    "advises": "",
    "allows": rf"|(?:permit|allow)s?|{_RIGHT}",
}
"""What a rule does or there is."""
_WORDS = {n: re.compile(rf"\b(?:{_STATES[n]}{more})\b", re.IGNORECASE) for n, more in _SAYS.items()}
_ASKS: dict[Norm, str] = {
    "forbids": rf"\b(?:{_STATES['forbids']}|against the (?:rules?|law))\b"
    rf"|\bnot (?:\w+ )?(?:{_STATES['allows']})\b",
    "requires": r"^\W*(?:shall|need)\b|\b(?:must|mandatory|compulsory|obligatory)\b"
    r"|\b(?:required|necessary)\W*$|\b(?:ha(?:s|ve)|needs?|required|obliged|obligated) to\b",
    "exempts": rf"\b(?:{_STATES['exempts']})\b",
    "allows": rf"\b(?:can|could|may|might|{_STATES['allows']}|ok|okay|able to|allows?|permits?)\b",
}
"""How a question asks whether a rule does so."""
_MODALS: dict[str, Norm] = {
    **dict.fromkeys(("must", "shall", "sha", "will", "wo", "is to", "are to"), "requires"),
    **dict.fromkeys(("should", "ought to"), "advises"),
    **dict.fromkeys(("may", "might", "can", "could"), "allows"),
    "need": "exempts",
}
_DENIED: dict[Norm, Norm] = {
    "requires": "exempts",
    "advises": "advises",
    "forbids": "allows",
    "allows": "forbids",
    "exempts": "requires",
    "none": "none",
}
_STATE = rf"(?:{'|'.join(_STATES.values())})"
_ADVERBS = r"(?:\s+(?:\w+ly|also|then|always|only|both)){0,2}"
_NOT = (
    r"(?:\s*not\b(?!\s+(?:only|merely)\b)|n?[’']t\b"
    r"|\s+(?:never|neither|(?:under|in|at|on)\s+no\s+\w+)\b)"
)
_NO = r"no\b(?!\s+(?:later|earlier|longer|(?:\w+\s+)?\w+\s+than)\b)"
"""Not `no less than`."""
_HAVE = rf"(?:\s+(?:the|an?|no))?(?:\s+\w+)?\s+{_RIGHT}\s+to"
VERB = re.compile(
    r"\b(?:(?P<modal>must|sha(?:ll)?|should|will|wo|might|can|could|need(?=\s*n[o’']t\b|\s+be\b)|ought to"
    r"|(?<!may or )(?-i:may|MAY)(?!\s+or\s+may\b)|(?:is|are)\s+to(?=\s+be\b))"
    rf"(?:{_ADVERBS}(?:{_NOT}|\s+no\s+longer))?(?:{_ADVERBS}\s+(?:be{_NOT}?{_ADVERBS}\s+{_STATE}"
    rf"|have{_HAVE}|(?:have|need)\s+to|be\s+{_NO}))?"
    rf"|(?:is|are|(?<!to )be){_ADVERBS}{_NOT}?{_ADVERBS}\s+{_STATE}"
    rf"|(?:has|have){_HAVE}|(?:(?:do|does)\s*(?:not|n[’']t)\s+)?(?:ha(?:s|ve)|(?<!the )needs?)\s+to"
    rf"|(?P<tells>(?<=there )(?:is|are)\s+no(?:(?:\s+\w+)?\s+(?:{_DUTY}|{_LIMIT}|{_RIGHT}))?"
    r"|(?:do(?:es)?\s+not\s+)?(?<!which )(?<!that )(?<!who )(?:forbids?|prohibits?|requires"
    r"|(?<=rules )(?:permit|allow)"
    r"|commits?\s+an?(?:\s+\w+)?\s+offen[cs]e)))\b",
    re.IGNORECASE,
)
"""By which a clause does one of these; `modal` is the modal at its beginning, `tells` a verb that says what a
rule or nobody does."""
_NEGATION = re.compile(r"(?:\b|(?<=can))(?:not|no|never|neither)\b|n?[’']t\b", re.IGNORECASE)
_MEANS = re.compile(
    r"\s+(?:be\s+)?(?:mean|refer\s+to|denote|constitute|have\s+the\s+(?:\w+\s+)?meanings?"
    r"|(?:deemed|considered)(?!\s+by\b)|(?:defined|known|referred\s+to)\s+as)\b"
)
"""What a term `shall mean`, or something `shall be deemed`, is no duty."""
_HAPPENS = re.compile(
    r"\s+(?:be\s+(?:found|asked|necessary|deemed|considered|subject)|vary|differ|occur|arise|result|include|cause"
    r"|lead|lose|suffer|risk|fail|mean|apply(?!\s+(?:for|to\s+(?:the|an?))\b)|wish|want|prefer)\b"
)
"""What may or can happen is no leave."""
_NONE = rf"(?:{_NO}|none|nobody|no\s+one|nothing|neither|never)"
_DENYING = re.compile(
    r"(?:(?:^|[,;:]|\b(?:and|or|but|then|that)"
    r"|^\W*(?:if|when|where|while|in|at|on|during|after|before|under|for|within|between|until|upon|from|by)\s[^,;:.]*"
    r"(?<!\bwith)(?<!\bof)(?<!\bhas)(?<!\bhave))\W*\b(?P<none>" + _NONE + r"|nor)"
    r"|\b(?P<case>(?:under|in|at|on)\s+no\s+\w+|never))\b"
    rf"(?:(?!{FINITE.pattern})[^.;:])*$",
    re.IGNORECASE,
)
"""Before a verb: it denies what that says, `No car | may`."""
_DETERMINER = (
    r"(?:the|an?|any|each|every|all|both|either|its|their|his|this|that|these|those|such"
    r"|it|they|he|she|you|we|one)"
)
_OPENING = re.compile(
    r"^\W*(?:if|when|whenever|where|while|whilst|unless|until|once|should|since|as|because|although|to"
    r"|in (?:any |the )?(?:case|event))\b[^,]*,",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    rf"(?<!, )\b(?:which|who|whom|whose \w+|that|as|(?<!other )than)\b(?: \w+ly)?"
    rf"(?: {_DETERMINER}(?: (?!no\b|and\b|or\b|but\b)\w+){{0,3}}?)? (?:{FINITE.pattern})"
    r"(?: not)?(?: be)?(?: \w+)?|(?<=\w )\([^()]*\)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:unless|provided|if|when|whenever|where|while|whilst|until|once|since|because|although|whether"
    r"|in case|so that|in order that|such that|to ensure that|ensuring that)\b[^,;:]*(?=[,;:.]|$)"
    rf"|\b(?:{EXCEPT}|notwithstanding)\b(?:(?!\s{FINITE.pattern})[^,;:])*",
    re.IGNORECASE,
)
"""Conditions, exceptions and what is said of a thing by the way: the norm stands in the rest."""
_BARE = re.compile(
    rf"\W*(?:[\w-]+\s+){{1,5}}(?P<state>(?:not\s+)?{_STATE})(?=\W*$|\s(?:in|on|at|by|for|to|from|during|within|without)\b)",
    re.IGNORECASE,
)
"""`Dogs allowed on a lead`, without a verb."""
_DEFINES = re.compile(rf"(?:(?!{FINITE.pattern})[^,;:.]){{1,60}}?(?<!by )\bmeans\b(?! of)", re.IGNORECASE)


class Mark(NamedTuple):
    """A verb of force as printed."""

    norm: Norm
    start: int
    end: int
    text: str
    """With what denies its subject: `no ... may`."""
    tells: bool
    """It tells what a rule or nobody does: `Rule 4 requires`, `there is no`."""


def force(verb: re.Match[str], *, denied: bool = False) -> Norm:
    """What a `VERB` does with what follows it in its text; `denied`: its subject is `no car` or `nobody`."""
    said, after = verb.group(), verb.string[verb.end() :]
    denies = (len(_NEGATION.findall(said)) + denied) % 2 == 1
    state: Norm | None = next((norm for norm, words in _WORDS.items() if _holds(verb, words)), None)
    modal = _MODALS.get(" ".join((verb.groupdict().get("modal") or "").lower().split()), "none")
    if state is not None and modal != "exempts":
        if modal == "allows" and not denies:  # `may be required` binds nobody; `may be excused`: somebody may
            return "none" if state == "requires" else "allows"
        if modal == "requires" and not denies and said.lower().startswith("must"):
            return "requires"  # `must be eligible`, `must be barred`
        return _DENIED[state] if denies else state
    if modal == "exempts":
        return modal if denies else "none"
    if denies:
        return "forbids"
    happens = modal == "allows" or said.lower() == "will"
    means = _HAPPENS if happens else _MEANS
    return "none" if said.lower() != "must" and means.match(after) else modal


def firm(text: str, end: int | None = None) -> Iterator[re.Match[str]]:
    """The verbs up to `end` that bind or give leave by themselves; advice does not, nor `can` and a plain
    `will`, which also tell what happens."""
    return filter(is_firm, VERB.finditer(text, 0, len(text) if end is None else end))


def is_firm(verb: re.Match[str]) -> bool:
    """Whether a verb is one of these."""
    said, modal = verb.group().lower(), (verb["modal"] or "").lower()
    weak = modal in ("could", "might", "can", "will", "wo", "is to", "are to")
    return (
        not verb["tells"]
        and force(verb) != "advises"
        and (not weak or " be " in said or " have " in said or said.startswith(("cannot", "can not")))
    )


def marks(text: str) -> Iterator[Mark]:
    """Every verb by which a text requires, advises, forbids, allows or exempts, in order."""
    main = main_clause(text)
    for verb in VERB.finditer(text):
        none = _DENYING.search(main, 0, verb.start())
        if (norm := force(verb, denied=none is not None)) != "none":
            said = " ".join(verb.group().split())
            said = f"{none['none'] or none['case']} ... {said}" if none else said
            yield Mark(norm, *verb.span(), said, tells=verb["tells"] is not None)


def norm_of(sentence: str) -> Norm:
    """What its main clause does first; what it is without a verb: `No dogs`, `Dogs allowed on a lead`."""
    if _DEFINES.match(sentence):
        return "none"
    main = main_clause(sentence)
    if first := next(marks(main), None) or next(marks(main_clause(sentence, opens=False)), None):
        return first.norm
    if (bare := _BARE.match(main)) and not VERB.search(main):
        return force(bare, denied=_DENYING.search(main, 0, bare.start("state")) is not None)
    return "forbids" if re.match(rf"\W*{_NONE}\b(?=\s)", main, re.IGNORECASE) else "none"


def main_clause(text: str, *, opens: bool = True) -> str:
    """The text with blanks in the place of its conditions and exceptions, of relative clauses and what stands
    in parentheses; a condition that `opens` it ends at its first comma, or goes unseen."""
    opening = _OPENING.match(text) if opens else None
    start = opening.end() if opening else 0
    first = re.match(r"\W*\w+", text[start:])
    kept = start + first.end() if first else start
    return " " * start + text[start:kept] + _ASIDE.sub(_blank, _RELATIVE.sub(_blank, text[kept:]))


def _holds(verb: re.Match[str], words: re.Pattern[str]) -> bool:
    found = words.search(verb.string, verb.start())
    return found is not None and found.start() < verb.end()


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def asked(question: str) -> Norm:
    """What a yes to a question would say that a rule does; `none` for other questions."""
    norm: Norm = next((n for n, words in _ASKS.items() if re.search(words, question, re.IGNORECASE)), "none")
    return "none" if norm == "allows" and _NEGATION.search(question) else norm


def answer(question: str, said: Norm) -> Literal["yes", "no"] | None:
    """What a rule that does this answers to a question whether it forbids, requires, allows or exempts."""
    want = asked(question)
    if "none" in (want, said) or said not in (want, _DENIED[want]):
        return None
    return "yes" if said == want else "no"
