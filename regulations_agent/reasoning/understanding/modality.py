"""Whether a sentence of law allows, forbids or requires, and what that answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from regulations_agent.language.quantities import quantities
from regulations_agent.language.sentences import sentences
from regulations_agent.reasoning.understanding.ranges import in_range, is_bounded

Modality = Literal["forbids", "allows", "requires", "none"]
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
_EXCEPTING = re.compile(r"\b(?:except|exceptions?|unless)\b[^.;]*:\W*$", re.I)
_MUST_LET = re.compile(rf"\b(?:may|must|shall|can)(?:\s*not|not) (?:\w+ )?{_PREVENT}\b", re.I)
_FORBIDS = re.compile(
    r"\b(?:must|may|shall|can|will|should)\s*not\b|\bcannot\b|\b(?:is|are|be) (?:strictly |"
    r"expressly |specifically |also )?"
    r"(?:forbidden|prohibited|banned|excluded)\b|\bnot (?:be )?(?:permitted|allowed|"
    r"authori[sz]ed|used|eligible)\b|"
    r"^(?:no|nobody|nothing|none|neither|under no circumstances)\b|\bthere (?:is|are) no\b|"
    r"\bno\b[^.;,]{0,80}\b(?:may|shall|must|can|will|is|are)\b|\bnor (?:may|shall|must|can)\b|"
    r"\bprohibited\b|\bforbidden\b",
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
_ASKS_LEAVE = re.compile(
    r"\b(?:can|could|may|might|allowed|permitted|legal|lawful|ok|okay|allow(?:s)?|permit(?:s)?|able to|"
    r"authori[sz]ed)\b",
    re.I,
)
_ASKS_OTHERWISE = re.compile(
    r"\b(?:illegal|forbidden|banned|prohibited|against the rules|a breach|must|(?:have|has|need|required|"
    r"obliged) to|not|mandatory|compulsory|obligatory)\b|n['’]t\b",
    re.I,
)
"""For a duty or a ban, or the other way round: a ban would answer with yes, or not at all."""


def says_value(question: str, text: str) -> bool:
    """No value of the question lies at the border of a range that the text gives, or beyond it: there a
    norm about `more than 60 %` settles nothing."""
    there = quantities(text)
    return not any(
        in_range(text, q.value, q.unit) is False or any((q.value, q.unit) == (t.value, t.unit) for t in there)
        for q in quantities(question)
        if q.unit is not None
    )


def value_struck(question: str, text: str, deleted: Sequence[str]) -> bool:
    """The values that a question asks about stand in struck words only, and others of their units in force;
    one that asks of `more than 1,500` is not answered by the limit that was struck."""
    asked = {(q.value, q.unit) for q in quantities(question) if q.unit is not None}
    struck, there = ({(q.value, q.unit) for q in quantities(t)} for t in (" ".join(deleted), text))
    renewed = asked <= struck - there and {unit for _, unit in asked} <= {unit for _, unit in there}
    return bool(asked) and renewed and not is_bounded(question)


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


def is_denied(question: str, text: str) -> bool:
    """A text bans what a question asks leave for; of its sentences the last one with a norm counts, and one
    that opens the list of what it excepts settles nothing."""
    if not _ASKS_LEAVE.search(question) or _ASKS_OTHERWISE.search(question):
        return False
    said = [text[span.start : span.end] for span in sentences(text)]
    norms = [sentence for sentence in said if modality(sentence) != "none"]
    if not norms or _ONLY.search(_ASIDE.sub(" ", norms[-1])):
        return False
    return modality(norms[-1]) == "forbids" and not _EXCEPTING.search(norms[-1])
