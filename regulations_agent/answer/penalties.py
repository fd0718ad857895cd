"""What a breach costs, as rules word it: the breach, the sanctions, who decides, and the appeal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regulations_agent.answer.sanctions import DECIDER, Sanction, sanctions
from regulations_agent.answer.sentences import lead_in, sentences
from regulations_agent.answer.tariffs import HEADED, is_tariff

_ANY = r"(?:[^.;:,]|[.,](?=\d))"
"""A character of a phrase: no end mark, unless it stands within a number."""
_SUM = r"(?:[€$£]|EUR|USD|GBP)\s?\d[\d,. ]*(?:\s?(?:million|m|k))?|\d[\d,. ]*\s?(?:€|EUR|USD|euros?|dollars?)"
_EACH = rf"(?:{_ANY}{{0,25}}(?:per|for each|for every)\b{_ANY}{{0,40}})?"
_FINE = (
    rf"\bfines?\b(?: of| up to| not exceeding| between| equal to)?(?:{_ANY}{{0,40}}?(?:{_SUM}){_EACH})?"
    rf"|\bfined\b(?:{_ANY}{{0,30}}?(?:{_SUM}){_EACH})?"
)
_PLACES = (
    r"(?:\(?\b(?:\w+|\d+)\)?[ -]){0,3}?\bgrid[ -](?:place|position)s?(?: penalt(?:y|ies)| drop)?\b"
    rf"|\b(?:drop|loss) of {_ANY}{{1,40}}\b(?:places|positions|points)\b"
    r"|\bstart (?:(?:the|that) [\w ]{1,25}?)?from (?:the )?(?:pit ?lane|back of the (?:starting )?grid)\b"
)
_TIME = (
    r"\b(?:(?:time|stop[- ]and[- ]go|drive[- ]through|grid|financial|sporting) )*penalt(?:y|ies) of "
    rf"{_ANY}{{1,40}}"
    r"|(?:\(?\b[a-z\d]+\)?[ -]){0,4}?\b(?:second|minute)s? (?:\w+[- ]){0,4}penalt(?:y|ies)\b"
    r"|(?-i:\b(?:[A-Z\d][\w-]*[ -]){1,4}Penalt(?:y|ies)\b)"
    r"|\b(?:stop[- ]and[- ]go|drive[- ]through|time|grid) penalt(?:y|ies)\b"
    r"|\b\d+[ -]points? penalt(?:y|ies)\b"
    r"|\b(?:lap )?times? (?:\w+ ){0,4}(?:will|shall|may) be deleted\b"
)
_STATUS = (
    rf"\bdisqualif(?:y|ied|ication)\b(?: from {_ANY}{{1,60}})?"
    rf"|\bsuspen(?:ded|sion)\b (?:of|from|for) {_ANY}{{1,60}}|\bexclu(?:ded|sion) from (?:the |any |a )?"
    rf"(?:race|championship|competition|event|session|results?)\b{_ANY}{{0,40}}"
    rf"|\breprimands?\b|(?<!minute )(?<!minutes )(?<!second )(?<!seconds )\bwarnings?\b"
    rf"|\bforfeit\w*\b{_ANY}{{0,50}}|\bexpelled\b{_ANY}{{0,40}}"
    rf"|\b(?:deduct(?:ion|ed)|reduction) of {_ANY}{{1,50}}"
    r"|\b(?:points?|laps?) (?:will be )?(?:deducted|deleted)\b"
    rf"|\bpenali[sz]ed\b(?: by {_ANY}{{1,80}}| with {_ANY}{{1,60}})?"
)
_PHRASE = re.compile("|".join((_FINE, _PLACES, _TIME, _STATUS)), re.IGNORECASE)
_PASSIVE = (
    "fined|penali[sz]ed|disqualified|excluded|suspended|deleted|deducted|given|applied|required to start"
)
_ACTIVE = "start|drop|receive|incur|lose|deduct|fine|disqualify|suspend|exclude|reprimand"
_IMPOSES = re.compile(
    r"\b(?:impos(?:e|es|ing)|(?:be|is|are) imposed|incurs?|results? in|resulting in|liable to|subject to|"
    r"entails?|leads? to|"
    r"receives?|loses?|forfeits?|(?:will|shall|must|may|can|is|are)"
    rf"(?: also| then| automatically| immediately)? "
    rf"(?:(?:be )?(?:{_PASSIVE}|expelled|reprimanded|refused)|{_ACTIVE})"
    r"|will apply)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"\b(?:on|upon|to|against|for)\s+(?=(?:any|the|a|an|each|every|that|such|its|their)\b)", re.IGNORECASE
)
_WHO = re.compile(
    r"\b(?:(?:any|the|a|an|each|every|that)\s[^,;:]{0,60}?|[a-z]+s\s)"
    r"\b(?:who|which|that|whose|found|judged|failing)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(
    r"\b(?:if|should|where|when|in the event (?:of|that))\b[^,;:]*"
    r"(?:,(?! (?:the|a|an|they|this|it)\b)[^,;:]*)*",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"\b(?:any |a |the )?(?:failure|breach|infringement|violation|non-compliance|contravention)\b"
    r"[^,;:]{0,120}?"
    r"(?=\b(?:will|shall|may|must|can|is|are)\b)",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"\b(?:no|without)(?: further| such| other)? (?:penalty|penalties|sanction|fine)"
    r"|\bnot (?:be )?(?:further |otherwise )?(?:penali[sz]ed|fined|disqualified)",
    re.IGNORECASE,
)
"""A sentence that spares is no sanction."""
_APPEAL = re.compile(r"\bappeal", re.IGNORECASE)
_LEADING = re.compile(
    r"^(?:(?:either|an?|the|any|same|following|single|and|or|of|be|with|to|by|impose[ds]?|receive|given|will|"
    r"such|may|apply|in|additional|this|that|these|no|up|than|number)\s+)+",
    re.IGNORECASE,
)
_WHOSE = re.compile(r"\b(?:who|which|that)\s+$", re.IGNORECASE)
"""The verb after it is no imposing one: `a driver who | receives`."""
_NOT_SUBJECT = re.compile(
    r"^(?:if|when|where|should|in|at|on|for|under|subject|this|that|these|it|they|prior|before|after|during|"
    r"except|unless|following|to|with|any such|such)\b",
    re.IGNORECASE,
)
_MODAL = re.compile(r"(?:^|\s+)(?:will|may|shall|must|can|is|are)(?:\s+\w+ly)?$", re.IGNORECASE)
_SUBJECT = re.compile(r"\s(?:the|an?|any|each|this|that|such|both|they|he|she|it)\s")
_CLASSED = re.compile(r"\b(?:group|class|category|type|code|reference|article|rule|clause)$", re.IGNORECASE)
"""A column that sorts penalties and names none."""
_BARE = {"penalised", "penalized", "warning", "warnings", "fine", "fines", "fined"}
"""Sanctions that a fuller one in the same sentence makes superfluous."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one breach costs."""

    breach: str
    sanctions: tuple[str, ...]
    """As printed, in order."""
    mandatory: bool
    decided_by: str | None
    appeal: str | None
    """The sentence about it, None when the clause is silent."""


def costs(text: str, above: str, below: Sequence[str], heading: str) -> Iterator[Cost]:
    """What a clause's text makes breaches cost.

    `above` is the text that an item completes, `below` the texts of the items, `heading` the nearest one.
    """
    if text.lstrip().startswith("|"):
        return
    appeal = _appeal(text) or _appeal(above)
    lead = _lead(above)
    for number, sanction in enumerate(sanctions(text)):
        sentence = " ".join(sanction.text.split())
        named = phrases(sentence)
        if _FREE.search(sentence):
            continue
        if named and _IMPOSES.search(sentence):
            breach = _breach(sentence, heading)
            if not _imposes_beside(sentence, breach):
                continue
            named = tuple(phrase for phrase in named if phrase not in breach) or named
            if sentence.endswith(":") and below:
                breach = f"{breach} {'; '.join(' '.join(item.split()).rstrip(';.') for item in below)}"
            yield Cost(breach, named, _follows(sanction.text), _decider(sanction, lead), appeal)
        elif named and number == 0 and lead is not None and _IMPOSES.search(lead.text):
            condition = sentence.split(":")[0] if ":" in sentence else ""
            breach = ", ".join(filter(None, (_breach(lead.text, heading).rstrip(",: "), condition)))
            yield Cost(breach, named, _follows(lead.text), _decider(lead, None), appeal)


def tabled(rows: Sequence[Sequence[str]], lead: str = "") -> Iterator[Cost]:
    """What a table makes breaches cost: its first column names them, one headed `Fine` or so the sanction;
    every other one where no name says so but the first column, or `lead`, the words above, do."""
    if not rows or not is_tariff(rows[0], lead):
        return
    header, *body = rows
    telling = [n for n, name in enumerate(header) if n and not _CLASSED.search(name)]
    headed = [n for n, name in enumerate(header) if n and HEADED.search(name)]
    columns = [n for n in telling if n in headed] if headed else telling
    for row in body:
        filled = (n for n in columns if n < len(row) and row[n].strip() not in ("", header[n].strip()))
        named = tuple(f"{header[n]}: {row[n]}" for n in filled)
        if named and row[0].strip():
            yield Cost(row[0], named, True, None, None)


def phrases(sentence: str) -> tuple[str, ...]:
    """The sanctions that a sentence names, as printed, each once; a bare `fine` only when it is alone."""
    found = [
        _LEADING.sub("", " ".join(match.group().split())).strip(" ,.") for match in _PHRASE.finditer(sentence)
    ]
    kept = [phrase for phrase in dict.fromkeys(found) if phrase]
    telling = [phrase for phrase in kept if phrase.lower() not in _BARE]
    return tuple(telling or kept)


def _lead(above: str) -> Sanction | None:
    """The sentence that an item completes, as a sanction."""
    if not (last := lead_in(above)):
        return None
    return next(iter(sanctions(last)), None) or Sanction(last, _follows(last), None)


def _follows(sentence: str) -> bool:
    """The sanction follows without discretion: nothing says that it may or can be imposed."""
    return re.search(r"\b(?:may|can|could)\b|\bdiscretion", sentence) is None


def _decider(sanction: Sanction, lead: Sanction | None) -> str | None:
    decided = sanction.decided_by or (lead.decided_by if lead else None)
    if decided is None and (
        named := re.search(r"\b(?:the )?((?:[A-Z][\w-]+ )*[Ss]tewards)\b", sanction.text)
    ):
        return named[1]
    return decided


def _breach(sentence: str, heading: str) -> str:
    """What was done: who did it, else the condition, else the failure that the sentence names, else the
    heading."""
    rest = sentence.rstrip(". ")
    if (on := _ON.search(rest)) and (who := _WHO.match(rest, on.end())):
        return who.group().strip()
    if condition := _CONDITION.search(rest):
        beside = _IMPOSES.search(rest, condition.end()) or _IMPOSES.search(rest[: condition.start()])
        return condition.group().strip() if beside else _before_subject(condition.group().strip())
    if failure := _FAILURE.search(rest):
        return failure.group().strip()
    if decider := DECIDER.match(rest):
        whom = _WHO.search(rest, decider.end())
        return whom.group().strip() if whom else heading or rest
    return _offender(rest) or heading or rest


def _offender(sentence: str) -> str | None:
    """The subject of what is imposed; None where the sentence begins otherwise."""
    verbs = (m.start() for m in _IMPOSES.finditer(sentence) if not _WHOSE.search(sentence[: m.start()]))
    whole = len(sentence) if _WHO.match(sentence) else 0
    subject = _MODAL.sub("", sentence[: next(verbs, whole)].strip(" ,•"))
    return subject if subject and not _NOT_SUBJECT.match(subject) else None


def _before_subject(condition: str) -> str:
    """Without what follows it where no comma parts them: `If a car is late the driver | will be fined`."""
    verbs = [m.start() for m in _IMPOSES.finditer(condition) if m.start()]
    words = list(_SUBJECT.finditer(condition, 0, verbs[-1])) if verbs else []
    return condition[: words[-1].start()] if len(words) > 1 else condition


def _imposes_beside(sentence: str, breach: str) -> bool:
    """Something is imposed outside the words that name the breach."""
    start = sentence.find(breach)
    if start < 0:
        return True
    return any(m.start() < start or m.start() >= start + len(breach) for m in _IMPOSES.finditer(sentence))


def _appeal(text: str) -> str | None:
    spans = (text[start:end] for start, end in sentences(text))
    return next((" ".join(s.split()) for s in spans if _APPEAL.search(s)), None)
