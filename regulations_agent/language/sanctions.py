"""Sanctions as rules word them: what it costs, who decides, and whether they must."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.language.deontic import AUXILIARY, MODAL, Norm, norm_of
from regulations_agent.language.sentences import sentences
from regulations_agent.types.document import Clause

HEADED = re.compile(r"\b(?:fine|penalty|penalties|sanction|punishment)s?\b", re.IGNORECASE)
"""What a column of sanctions is called."""
_BREACHES = re.compile(
    r"\b(?:breach(?:es)?|offen[cs]es?|infringements?|violations?|infractions?|misconduct)\b", re.IGNORECASE
)
_LEAD = 240
"""Characters above a table that may say what it is."""
_SANCTION = re.compile(
    r"\b(?:penalt(?:y|ies)|penali[sz]ed|fine[ds]?|disqualif\w+|exclu(?:ded|sion)|suspen(?:ded|"
    r"sion)\b(?=.{0,60}"
    r"\b(?:licen[cs]e|competition|event|participat))|(?:licen[cs]e|membership|registration|"
    r"right)s? (?:\w+ ){0,3}suspended|reprimands?|deduct(?:ed|ion)\w*|start (?:the|that|"
    r"from)\b.{0,40}\b"
    r"(?:pit lane|back of)|(?:drop|loss) of \w+ (?:grid )?(?:places|positions)|divests?|sanction\w*|"
    r"(?:lap )?times? (?:will be )?deleted|forfeit\w*|refused|expelled|banned|black flag|warning)\b",
    re.IGNORECASE | re.DOTALL,
)
_IMPOSED = re.compile(
    rf"\b{MODAL}(?: also| then| in addition)?(?: be)? (?:impose\w*|fined?|"
    r"penali[sz]ed|disqualified|excluded|"
    r"suspended|receive|result|incur|deduct\w*|lose|start|divest\w*|apply|applied|be)\b",
    re.IGNORECASE,
)
_OFFICER = (
    r"((?:[A-Z][\w-]*(?: of(?: the)?)? )*(?:[Ss]tewards|[Pp]anel|[Cc]ommittee|[Aa]dministration"
    r"|[Jj]udges?|[Oo]fficials?|"
    r"[Dd]irector|[Tt]ribunal|[Cc]ouncil|[Bb]oard|[Cc]ommission|[Jj]ury|[Mm]arshals?|FIA|[Rr]eferee"
    r"|[Uu]mpires?|[Oo]rgani[sz]er))"
)
_DECIDES = re.compile(
    rf"\b(?:[Tt]he )?{_OFFICER}(?: of (?:the|a|any) [\w ]{{1,30}}?)?\s+(?:{AUXILIARY}"
    rf"|finds?|considers?|"
    r"deems?|decides?|judges?|determines?|imposes?|fines?|concludes?)\b"
    rf"|\b(?:by|opinion of|discretion of|view of) (?:the |an? )?{_OFFICER}\b"
    rf"|\b{_OFFICER}[’']s? (?:sole |absolute )?discretion"
)


def words_above(clause: Clause) -> str:
    """The heading of a clause and the words right above its first table."""
    return f"{clause.heading} {clause.text.partition('|')[0].strip()[-_LEAD:]}"


def is_tariff(header: Sequence[str], lead: str) -> bool:
    """The rows of a table are breaches and their cost, as the names of its columns or the words above say."""
    named = _BREACHES.search(header[0]) if header else None
    return bool(named or any(HEADED.search(name) for name in header[1:]) or HEADED.search(lead))


@dataclass(frozen=True, slots=True)
class Sanction:
    """One sentence that says what a breach costs."""

    text: str
    """Verbatim."""
    mandatory: bool
    decided_by: str | None
    """As printed, None when the sentence names nobody."""


def decider_in(sentence: str) -> str | None:
    """Who decides, as printed: whose verb it is, or `in the opinion of`; None when nobody is named."""
    found = _DECIDES.search(sentence)
    return next(filter(None, found.groups()), None) if found else None


def is_mandatory(norm: Norm, sentence: str) -> bool:
    """A sanction that is imposed so follows without discretion: what is done, or must or will be."""
    return norm in ("requires", "none") and "discretion" not in sentence.lower()


def has_sanction(text: str) -> bool:
    """The text names a sanction."""
    return bool(_SANCTION.search(text))


def sanctions(text: str) -> tuple[Sanction, ...]:
    """The sentences of a text that impose or allow a sanction, in order."""
    found = []
    for start, end in sentences(text):
        sentence = text[start:end]
        if has_sanction(sentence):
            mandatory = is_mandatory(norm_of(sentence), sentence)
            found.append(Sanction(sentence, mandatory, decider_in(sentence)))
    return tuple(found)


def sanction_strength(text: str) -> float:
    """How much it is about sanctions: 1 for a text that imposes, 0.6 for one that only names them, else 0."""
    if not has_sanction(text):
        return 0.0
    return 1.0 if _IMPOSED.search(text) else 0.6
