"""Where a sentence says what was done: what opens it, whom it falls on, the condition at its end."""

from __future__ import annotations

import re
from itertools import accumulate

from regulations_agent.corpus.numbers.units import table
from regulations_agent.language.deontic import FINITE
from regulations_agent.language.quantities import NUMBER_WORDS

_OPENS = re.compile(
    r"^(?:(?:however|furthermore|additionally|in addition|otherwise|therefore|also)\s*,\s+)?"
    r"(?:if|should|when(?:ever)?|where(?:ver)?|while|whilst|unless|except|in|for|on|upon|during|at|after|before"
    r"|under|as|with|"
    r"following|immediately|shortly|directly|failing"
    r"|within|between|other than|apart from|commencing|throughout|despite|irrespective|regardless"
    rf"|(?:{'|'.join(NUMBER_WORDS)}|\d+)(?: \(\d+\))? (?:{table().words('time')})"
    r" (?:before|after|prior)"
    r"|of (?:the|these|those)|no later than|not later than|until|once|from|by|any time|subject|save"
    r"|exceptionally|provided|notwithstanding|to)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?:,\s*|\s+|^)\b(?:if|should|unless|in the event (?:of|that)|in (?:the )?cases? (?:of|that|where)"
    r"|where|when(?:ever)?|"
    r"save (?:where|that|for)|except (?:where|that|if|when|in|for)|provided(?: that)?)(?:\s|$)",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"(?:^|\s+)for\s+(?!(?:an?|the|each|every|any|all|that|this|his|her|its|their|up|at|more|several|some"
    rf"|{'|'.join(NUMBER_WORDS)})\b)"
    r"(?:[a-z]+ing|[a-z]+ly|very|repeated|reasons?|(?:non|mis|late|un|im)[a-z-]*"
    r"|(?:\w+\s){0,2}(?:violation|breach|offen[cs]e|infraction|conduct)\w*)\b"
    r"|\s+(?:due to|because of)\s+"
)
"""What a sanction is `for`: an act, without an article: `for late payment, mistakes, falsely accusing`."""
_ALSO = re.compile(r"\band so (?:is|are|do|does|will|shall)\b")
"""A condition after it is that of what it adds alone."""
_DETERMINER = r"(?:any(?:one|body)?|each|every(?:one|body)?|all|an?|the|those|that|whoever|both)"
_OFFENDER = re.compile(
    rf"\s*\b(?:on|upon|to|against|for|of)\s+(?!an?\s(?:\w+\s)?(?:period|term)\b)"
    rf"(?={_DETERMINER}\b(?:(?!\s(?:on|upon|to|against|of)\s(?!wh)|,\sincluding)[^;:]){{0,80}}?"
    r"\b(?:whom?|(?<!ing )(?<! at )(?<! in )(?<! on )which|whose|that|found|failing|judged|deemed|not|without"
    r"|\w+ed\s(?:in|of|by|with|from|to))\b)"
    r"|\s*\b(?:on|upon|to|against|for|of)\s+(?=(?:who|what)ever\b)|\s*\bto (?:punish|sanction)\s+",
    re.IGNORECASE,
)
_OFFENCE = re.compile(
    r"\b(?:who|which|whose|(?<!to )(?<!of )(?<!in )(?<!on )(?<!at )(?<!for )(?<!by )(?<!from )that"
    r"|whoever|failure|failing|fails?|breach\w*|infring\w+|violat\w+"
    r"|contraven\w+|non-compliance|"
    r"lack|found|judged|deemed|without|misconduct|refus\w+|offen[cs]es?|use of|abuse|fouls?"
    r"|absences?|unexcused|neglect\w*|negligence|(?:un|in|im)\w+ly)\b|^(?:[A-Z]?[a-z]+ing)\b",
    re.IGNORECASE,
)
_FAILURE = re.compile(r"\b(?:not|late|fail\w*|breach\w*|unable|refus\w+|without)\b", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\s(?=(?:the|an?|any|each|every|all|this|that|such|both|they|he|she|it)\b)"
    r"|(?<=[a-z]{2})(?<!the)(?<!any)(?<!all)\s(?=[A-Z][a-z]+s\s*$)"
)
_NUMBERED = re.compile(r"\d[\w.()]*$")
"""The end of an opening that names a rule: `In accordance with Article 4 | the jury`."""
_JOINT = re.compile(
    r"[,;:]\s+(?:(?:and|but|or|however|otherwise),?\s+)?(?=(?:the|an?|any|each|this|that|such|both|they"
    r"|he|she|it)\s)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\b(?:who|which|that|whose)\b")
_CUT = re.compile(
    r"(?:^|\b)(?:if|when|where|that|should|and|or|of|in|for|by|with|to|from|at|on|as|than|under|is|are"
    r"|behind|before|after|until|during|into|through|within|between|over|which|whom|all|both|to \w+|,)$",
    re.IGNORECASE,
)
"""An opening clause does not end so."""
_PARENTHESIS = re.compile(r"\([^()]*\)|“[^“”]*”")
_BACK = re.compile(
    r"^(?:(?:however|furthermore),?\s+)?(?:(?:if|should|when|where|for|in the (?:event|case) (?:of"
    r"|that))\s+)?"
    r"(?:he|she|it|they|him|her|this|these|such|any such|so|the (?:relevant|said|latter|same)"
    r"|that (?:driver|team|person|player))\b"
    r"|\b(?:in|under) (?:this|that|such|these|those) (?:cases?|events?|circumstances?|situations?)\b"
    r"|\bwho (?:(?:do|does|did|has|have|had|not|also|then) )*\w+ (?:it|them)\b|^otherwise\b"
    r"|\b(?:this|these|those|such) (?:[\w-]+ )?(?:requirement|time|occasion|limit|condition|dut)\w*"
    r"|^failure to do so$"
    r"|\b(?:by|with|from|without|after|for) it\b|\b(?:it|(?<!to do )so|them|him|this|(?:does|do"
    r"|did) not)$|\b(?:as|than) (?:specified |described |required )?above\b",
    re.IGNORECASE,
)


def opening_of(text: str, *, by_comma: bool = True) -> tuple[str, str]:
    """(the clauses and phrases that open a sentence, the subject): parted at a comma, or where there is none
    before the last subject: `If a boat is late | the skipper`. The text ends before the main verb.
    """
    if not _OPENS.match(text):
        return "", _last_clause(text)
    if by_comma:
        for comma in reversed([n for n in outside(text, ",") if text[n + 1 : n + 2] == " "]):
            rest = text[comma + 1 :].strip()
            if rest and not re.match(r"(?:and|or|but)\b", rest) and not _OPENS.match(rest):
                return text[:comma].strip(), rest
        return text.strip(" ,"), ""
    subjects = [m.start() for m in _SUBJECT.finditer(text) if not is_within(text, m.start())]
    opening = text[: subjects[-1]] if subjects else ""
    if (subjects[1:] or _NUMBERED.search(opening)) and not _CUT.search(opening):
        return opening.strip(" ,"), text[subjects[-1] :].strip()
    return text.strip(" ,"), ""


def _last_clause(text: str) -> str:
    """The subject of the last of several main clauses: `The crew must wait, and | the jury`."""
    joints = list(_JOINT.finditer(text))
    for joint in reversed(joints):
        before = text[: joint.start()]
        if FINITE.search(before) and not _RELATIVE.search(before):
            return text[joint.end() :].strip()
    return text.strip(" ,")


def parted(text: str) -> tuple[str, str]:
    """(what a main clause says after its verb, the condition or cause that follows it, with its mark)."""
    found = sorted((*_CONDITION.finditer(text), *_CAUSE.finditer(text)), key=lambda match: match.start())
    for match in found:
        if not _ALSO.search(text, 0, match.start()) and text.count("(", 0, match.start()) <= text.count(
            ")", 0, match.start()
        ):
            return text[: match.start()].strip(" ,"), text[match.start() :].rstrip(" ,")
    return text.strip(" ,"), ""


def offender(text: str) -> tuple[str, str]:
    """(what stands before `on any driver who ...`, the words after `on`), the latter may be empty."""
    found = _OFFENDER.search(text)
    return (
        (text[: found.start()].strip(" ,"), text[found.end() :].strip(" ,"))
        if found
        else (text.strip(" ,"), "")
    )


def is_offence(text: str) -> bool:
    """It says what was done, not only who is meant."""
    return bool(_OFFENCE.search(text))


def is_failure(text: str) -> bool:
    """It says that something was not done or is against a rule."""
    return bool(_FAILURE.search(text))


def opens(text: str) -> bool:
    """It is a clause or phrase that opens a sentence: `If ...`, `During a race`."""
    return bool(_OPENS.match(text))


def states(text: str) -> bool:
    """It has a verb of its own: `Penalties are cumulative`, not `a fine that is doubled`."""
    return bool(FINITE.search(_RELATIVE.split(_PARENTHESIS.sub("", text))[0]))


def leans(text: str) -> bool:
    """It cannot be understood without the sentence before: `If he goes on`, `A crew that does not do so`."""
    return bool(_BACK.search(text))


def outside(text: str, mark: str) -> list[int]:
    """Places of a mark that stands in no parenthesis."""
    depth = list(accumulate((c == "(") - (c == ")") for c in text))
    return [n for n, c in enumerate(text) if c == mark and depth[n] <= 0]


def is_within(text: str, place: int) -> bool:
    """It stands in a parenthesis or a quotation that does not hold the whole text."""
    return any(m.start() < place < m.end() for m in _PARENTHESIS.finditer(text, 1))
