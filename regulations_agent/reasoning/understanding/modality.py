"""Whether a sentence of law allows, forbids or requires, and what that answers."""

from __future__ import annotations

import re
from typing import Literal

from regulations_agent.language.quantities import quantities
from regulations_agent.language.sentences import sentences
from regulations_agent.language.words import FUNCTION_WORDS, stems, vocabulary
from regulations_agent.reasoning.understanding.ranges import in_range

_MODAL = r"(?:can|could|may|might|must|should|shall|will|cannot)"
_FREE = r"(?:permitted|allowed|authori[sz]ed|required|obliged|entitled|free|able|have|has|need|needs)"
_AFTER_MODAL = re.compile(rf"\b{_MODAL}\b(?:\s+not\b)?((?:\s+[\w-]+){{1,6}})", re.IGNORECASE)
_AFTER_LEAVE = re.compile(rf"\b{_FREE} to\b((?:\s+[\w-]+){{1,4}})", re.IGNORECASE)
_BEFORE_LEAVE = re.compile(
    r"((?:[\w-]+\s+){1,8})(?:is|are|be)\s+(?:\w+ly\s+|not\s+|also\s+|only\s+)*"
    r"(?:permitted|allowed|authori[sz]ed|required|mandatory|legal|free)\b(?!\s+to\b)",
    re.IGNORECASE,
)
_STOP = re.compile(
    r"\s(?:by|of|in|into|from|with|for|at|on|during|after|before|if|when|where|provided|under|within|to gain|"
    r"because|while|until|unless)\b.*",
    re.IGNORECASE,
)
Modality = Literal["forbids", "allows", "requires", "none"]
Verdict = Literal["yes", "no"]
_LEAVE = r"(?:permitted|allowed|authori[sz]ed|approved|agreed|required|prohibited|forbidden|stated|specified)"
_ASIDE = re.compile(
    r"\b(?:unless|except|other than|save|as|where|if|when|than)\b"
    rf"(?: (?:\w+ly|otherwise|as|where|when|been|so))* {_LEAVE}(?: (?:by|in|under|with) (?:the )?\w+)?|"
    r"\b(?:unless|except|excepting|other than|apart from|save(?: for)?|with the exception of|"
    r"notwithstanding)\b[^,;:]*(?=[,;:]|$)|"
    r"\b(?:which|who|whom|whose(?: \w+)?|that)(?: \w+ly)? (?:may|can|must|shall|will|is|are|has|have)\b"
    rf"(?: not)?(?: (?:have been|be|been))?(?: \w+ly)?(?: {_LEAVE})?|"
    rf"(?<!\bis)(?<!\bare)(?<!\bbe)(?<!been)(?<!\bnot)(?<!ly) {_LEAVE} "
    r"(?:by|in|under|for) (?:this|these|the|an?|Articles?|Appendix|Section)\b",
    re.I,
)
"""What a sentence sets apart or says of a thing by the way; the norm stands in the rest."""
_ONLY = re.compile(
    r"^\W*only\b|\b(?:may|can|shall|must|will|is|are)(?: not)?(?: be)?(?: \w+ed)? only\b|\bonly be\b|"
    r"\bonly (?:permitted|allowed|authori[sz]ed)\b|\bonly (?:if|when|where|with)\b",
    re.I,
)
"""Leave within bounds: whether what is asked about lies within them, no pattern can tell."""
_PREVENT = r"(?:prevent|refuse|obstruct|hinder|impede|stop|deny|withhold|prohibit|restrict)"
_MUST_LET = re.compile(rf"\b(?:may|must|shall|can)(?:\s*not|not) (?:\w+ )?{_PREVENT}\b", re.I)
_FORBIDS = re.compile(
    r"\b(?:must|may|shall|can|will|should)\s*not\b|\bcannot\b|\b(?:is|are|be) (?:strictly |"
    r"expressly |specifically |also )?"
    r"(?:forbidden|prohibited|banned|excluded)\b|\bnot (?:be )?(?:permitted|allowed|"
    r"authori[sz]ed|used|eligible)\b|"
    r"^(?:no|nobody|nothing|none|neither|under no circumstances)\b|\bthere (?:is|are) no\b|"
    r"\bno\b[^.;,]{0,80}\b(?:may|shall|must|can|will|is|are)\b|\bnor\b.{0,40}\b(?:may|shall|"
    r"must|can)\b|\bprohibited\b|\bforbidden\b",
    re.I,
)
_HARMLESS = re.compile(
    r"\bnot (?:be )?(?:considered |deemed |regarded )?(?:to be )?(?:as )?(?:a breach|in "
    r"breach|an infringement|breached)|"
    r"\bwill not be (?:penali[sz]ed|considered)",
    re.I,
)
_ALLOWS = re.compile(
    r"\b(?:may|can)\b(?!\s*(?:not|only\b.{0,20}\bif))|\b(?:permitted|allowed|authori[sz]ed|"
    r"entitled|free to)\b",
    re.I,
)
_OPTION = re.compile(r"\b(?:has|have|with) the option\b", re.I)
_REQUIRES = re.compile(r"\b(?:must|shall|required|obliged|mandatory|has to|have to|will be)\b", re.I)
_ASKS_DUTY = re.compile(
    r"\b(?:do|does|did|will|would)\b.{1,60}\b(?:have to|need to|required to|obliged to)\b|"
    r"\bmust\b|\bhave to\b|\bneed to\b|"
    r"\b(?:mandatory|compulsory|required|obligatory|obliged)\b",
    re.I,
)
_ASKS_LEAVE = re.compile(
    r"\b(?:can|could|may|might|allowed|permitted|legal|lawful|ok|okay|illegal|forbidden|"
    r"banned|prohibited|against the rules|"
    r"a breach|allow(?:s)?|permit(?:s)?|able to|authori[sz]ed)\b",
    re.I,
)
_ASKS_BAN = re.compile(
    r"^\W*(?:is|are|was|were)\b.{0,80}\b(?:illegal|forbidden|banned|prohibited|against the "
    r"rules|a breach)\b\s*\??$",
    re.I,
)
_ASKS_WHAT_MAY = re.compile(
    r"\b(?:what|which)\b[^.?]{0,60}\b(?:may|can|could|might|allowed|permitted|authori[sz]ed)\b", re.I
)
_ASKS_WHAT_MUST = re.compile(
    r"\b(?:what|which)\b[^.?]{0,60}\b(?:must|shall|has to|have to|need to|needs to|required|obliged)\b", re.I
)


def says_action(question: str, text: str) -> bool:
    """A text rules what `may a driver appeal` asks leave for; True where the question names no action.

    `an advantage gained by leaving the track` rules no leaving: what counts is what may or must be done.
    """
    asked = {
        w
        for pattern in (_AFTER_MODAL, _AFTER_LEAVE)
        for said in pattern.findall(question)
        for w in _words(said)
    }
    verbs = [
        v for pattern in (_AFTER_MODAL, _AFTER_LEAVE) for said in pattern.findall(text) for v in _verbs(said)
    ]
    subjects = [w for said in _BEFORE_LEAVE.findall(text) for w in stems(said)]
    return not asked or not asked.isdisjoint([*verbs, *subjects])


def says_value(question: str, text: str) -> bool:
    """No value of the question lies at the border of a range that the text gives, or beyond it: there a
    norm about `more than 60 %` settles nothing."""
    there = quantities(text)
    return not any(
        in_range(text, q.value, q.unit) is False or any((q.value, q.unit) == (t.value, t.unit) for t in there)
        for q in quantities(question)
        if q.unit is not None
    )


def _words(said: str) -> list[str]:
    """Stems of the words behind a norm, up to the first preposition."""
    return [word for word in stems(_STOP.sub("", said)) if word not in FUNCTION_WORDS]


def _verbs(said: str) -> list[str]:
    """What may or must be done: the first word behind a norm, and the one behind its `to`."""
    parts = re.split(r"\bto\b", _STOP.sub("", said))
    return [words[0] for part in parts if (words := _words(part))]


def modality(sentence: str) -> Modality:
    """What the first norm of a sentence does; `may not prevent` requires to let.

    Exceptions (`unless authorised`, `other than where permitted`) and relative clauses are no norms.
    """
    sentence = _ASIDE.sub(" ", sentence).strip(" ,")
    if _MUST_LET.search(sentence) or _HARMLESS.search(sentence) or _OPTION.search(sentence):
        return "allows"
    forbids, requires, allows = (
        _FORBIDS.search(sentence),
        _REQUIRES.search(sentence),
        _ALLOWS.search(sentence),
    )
    first = min((m.start() for m in (forbids, requires, allows) if m), default=None)
    if first is None:
        return "none"
    if forbids and forbids.start() <= first + 3:
        return "forbids"
    if allows and allows.start() == first:
        return "forbids" if forbids and _same_norm(sentence, allows.start(), forbids.start()) else "allows"
    if forbids and requires and forbids.start() > requires.start():
        return "forbids" if re.match(r"not\b", sentence[requires.end() :].lstrip(), re.I) else "requires"
    return "requires"


def _same_norm(sentence: str, left: int, right: int) -> bool:
    """`may ... not be permitted` within one stretch of words without a comma is one norm."""
    return 0 <= right - left < 12 and "," not in sentence[left:right]


def asked_norms(question: str) -> frozenset[Modality]:
    """The norms that answer `what may ...` and `what must ...`; none for any other question."""
    if _ASKS_WHAT_MAY.search(question):
        return frozenset(("allows", "forbids"))
    return frozenset(("requires", "forbids")) if _ASKS_WHAT_MUST.search(question) else frozenset()


def verdict(question: str, text: str) -> Verdict | None:
    """Yes or no, when the modality of a text settles what the question asks; None when it does not.

    Of sentences that say opposite things the one counts that holds more of the question's words.
    """
    found = {a: said for a in sentences(text) if (said := _settled(question, text[a.start : a.end]))}
    if len(set(found.values())) < 2:
        return next(iter(found.values()), None)
    words = vocabulary(question)
    held = {a: len(words & vocabulary(text[a.start : a.end])) for a in found}
    best = {found[a] for a in found if held[a] == max(held.values())}
    return best.pop() if len(best) == 1 else None


def _settled(question: str, sentence: str) -> Verdict | None:
    norm = modality(sentence)
    if norm == "none" or _ONLY.search(_ASIDE.sub(" ", sentence)):
        return None
    if _ASKS_BAN.search(question):
        return {"forbids": "yes", "allows": "no"}.get(norm)  # type: ignore[return-value]
    if _ASKS_DUTY.search(question):
        if _MUST_LET.search(sentence) or norm == "requires":
            return "yes"
        return "no" if norm == "allows" and re.search(r"\bmay\b|\boption\b", sentence) else None
    if _ASKS_LEAVE.search(question):
        return {"forbids": "no", "allows": "yes"}.get(norm)  # type: ignore[return-value]
    return None
