"""Norms as rules word them: who must, must not or may do what, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from regulations_agent.language.joints import main_clauses
from regulations_agent.language.offences import is_within, opens
from regulations_agent.language.openings import WITHIN, case_before, only_case
from regulations_agent.language.quantities import NUMBER_WORDS
from regulations_agent.language.sentences import BULLETS, Span, is_open, sentences
from regulations_agent.language.subjects import (
    alone,
    antecedent,
    carried,
    is_list,
    subject,
    topic,
    unparted,
)
from regulations_agent.language.times import time_in
from regulations_agent.types.views import Modality

_NORM = re.compile(
    r"\b(?P<not>(?:must|shall|(?<!may or )may|can)\s+(?:not|NOT)|cannot)\b"
    r"|\b(?P<banned>(?:is|are)\s+(?:not\s+(?:permitted|allowed|authori[sz]ed)|prohibited|forbidden|banned)\b"
    r"(?P<from>\s+(?:to|from)\b)?)"
    r"|\b(?P<must>must|shall|(?:is|are|will\s+be)\s+(?:required|obliged)\s+to|has\s+to|have\s+to)\b"
    r"|\b(?P<leave>(?:is|are)\s+(?:permitted|allowed)\b(?!\s+(?:to|by)\b))"
    r"|\b(?P<may>(?<!may or )may(?!\s+or\s+may\s+not\b)(?P<only>\s+only)?"
    r"|(?:is|are)\s+(?:permitted|allowed|entitled|authori[sz]ed)\s+to)\b"
)
_HELD = re.compile(rf"(?:(?:an?|the|all|any|{'|'.join(NUMBER_WORDS)})\b|\d)", re.I)
_FURTHER = re.compile(
    r"(?:,\s*|\s+)(?:and|but|or)\s+(?=(?:must|shall|may|cannot|(?:is|are)\s+(?:not\s+)?(?:required|obliged|"
    r"permitted|allowed|entitled|prohibited|forbidden))\b)"
)
"""Where a further verb of the subject begins."""
_NONE = re.compile(r"^(?:no(?! (?:more|less|fewer|later|one)\b)|none\s+of)\s+", re.IGNORECASE)
_NOBODY = re.compile(r"^(?:neither|nobody|nothing|no\s+one)\b", re.IGNORECASE)
_DENIED = re.compile(r"^(?:not|never)\s+", re.I)
_MEANING = re.compile(
    r"^(?:mean|refer\s+to|denote|have\s+the\s+(?:\w+\s+)?meanings?|be\s+(?:defined|known|referred\s+to)\s+as)\b"
)
"""What a term `shall mean` is no duty."""
_POSSIBLE = re.compile(
    r"^(?:be\s+(?:found|required|asked|necessary|deemed|considered|subject)|vary|differ|occur|arise"
    r"|result|include|cause|lead|lose|suffer|risk|fail|"
    r"mean|apply(?!\s+(?:for|to\s+(?:the|an?))\b)|wish|want|need|prefer)\b"
)
_SOME = re.compile(r"(?:some|there)\b", re.I)  # what some may do, and what there may be, is no leave
_BULLET = re.compile(rf"^(?:[{BULLETS}–-]|\(?[a-z0-9]{{1,4}}[).])\s+")
_LABEL = re.compile(r"^(?:[A-Z][\w ()/&’'“”-]{1,70}|[A-Z][A-Z ,/&’'-]{1,70}):\s+(?=[A-Z])")
"""A heading at the beginning of a line: `Rear lights: The rear lights must ...`."""
_INSIDE = re.compile(
    r"\b(?:if|when|whether|unless|as|discretion that|so \w+ that)\s*$|^(?:where|should)\s*$"
    r"|\b(?:if|when|where|unless)\b[^,;]*\b(?:and|or)\s*$|^should\b[^,]*\b(?:and|or)\s*$"
    r"|\bwhich\s+[\w-]+,?\s*$",
    re.IGNORECASE,
)
_SAID = re.compile(r"\s+be\s+\w+\s+that\b")
"""What `cannot be stressed enough` or `be said that` forbids nothing."""
_BE = re.compile(r"\s+(?:\w+\s+)?be\b")
_TORN = re.compile(r"^(?-i:[a-z])\w+ed\s+(?:the|an?)\b|\bsuch\b.*\sas$")
_THAT = re.compile(r"^(?:(?!\w*thing)\w+ing|this means)\s+that\s+", re.IGNORECASE)
_DUTY = re.compile(
    r"^be\s+the\s+(?:sole\s+)?(?:duty|responsibility)\s+of\s+(?P<who>.{1,60}?)\s+to\s+(?P<what>.*)"
)
_FREE = re.compile(r"^be\s+at\s+the\s+(?:\w+\s+)?discretion\s+of\s+(?P<who>.{1,60}?)\s+to\s+(?P<what>.*)")
_CONTACT = re.compile(r"^\s+(?:be\s+)?(?!and\b|or\b|but\b|not\b)\w+\s+(?:must|shall|may|is|are|will)\b")
"""After a verb: it is that of a clause inside the subject, `The day forms may be sent | shall be`."""
_ANEW = re.compile(
    r"\s(?:but|and|that)\s+(?:the|an?|any|each|all|no|this|these|such|they|it)\s[^,;]*\b(?:is|are|will|has|have)\b"
)
"""A verb of another subject."""
_PERSONS = frozenset({"they", "he", "she"})
_TRAILING = re.compile(r"(?:[,;]\s*|\s+)(?:and/or|and|or)$")
_COMPLETE = re.compile(r"\b(?:will|is|are|should|shall|must|may|has|have)\b")
"""An item that says something by itself."""
LONGEST_LEAD = 30
"""Words of a verb that each of its items repeats."""
SHORT_LEAD = 3
"""Words of a verb after which no mark stands before its items."""


@dataclass(frozen=True, slots=True)
class Norm:
    """One thing that somebody or something must, must not or may do."""

    who: str
    """Subject as printed, without the `no` that forbids."""
    modality: Modality
    what: str
    """As printed after `must`, `may` or `must not`; with its verb where that is `is prohibited`."""
    when: str | None
    """The time that the sentence names, as printed."""


def norms(
    text: str, lead: str = "", *, heading: str = "", continued: bool = False, about: str = ""
) -> Iterator[Norm]:
    """The norms of a clause's text in order.

    `lead` is the sentence that an item of a list completes; `heading` that of the clause, the subject of a
    text that begins with its verb; `continued` says that items complete this text: its unfinished sentence
    says nothing by itself; `about` is what the clause before speaks of.
    """
    if text.lstrip().startswith("|"):
        return
    if heading and _NORM.match(text):
        text, lead = f"{heading.rstrip('.: ')} {text}", ""
    above = _lead(lead) if lead else None
    case = only_case(lead) if above is None else above.when or "" if is_list(above.who) else ""
    spans = sentences(text)
    printed = [" ".join(text[start:end].split()) for start, end in spans]
    before, opened, held = "", 0, False
    for number, sentence in enumerate(printed):
        below = printed[number + 1] if number + 1 < len(printed) else ""
        if sentence.startswith("|"):
            if above is not None and number > opened + 1:
                yield _completed(above, _row(printed[opened + 1], sentence))
            continue
        starts = not _BULLET.match(sentence) and bool(_BULLET.match(below) or below.startswith("|"))
        if is_open(sentence) and (continued or starts):
            above, about, opened = _lead(sentence), "", number
            continue
        if sentence.endswith(":") and (own := only_case(sentence)):
            case, held = own, True
            continue
        case = case if held or not _is_apart(text, spans, number) else ""
        item = _BULLET.sub("", sentence)
        found = _cleared(_said(item), item, before, about)
        if above is not None and (number == 0 or item != sentence) and _waits(above, item, found):
            found = [_completed(above, item)]
        elif case and opens(case):
            found = [_in_case(norm, case) for norm in found]
        yield from (replace(norm, what=_TRAILING.sub("", norm.what)) for norm in found if norm.what)
        before, about = item, carried(found[0].who if found else topic(item) or "", about)


def _is_apart(text: str, spans: Sequence[Span], number: int) -> bool:
    """A sentence begins a paragraph after the first."""
    return number > 0 and "\n" in text[spans[number - 1].end : spans[number].start]


def _waits(lead: Norm, item: str, found: Sequence[Norm]) -> bool:
    """The item says nothing without the sentence it completes."""
    return not lead.what or (not found and not (is_list(lead.who) and _COMPLETE.search(item)))


def _row(header: str, row: str) -> str:
    """`Soft (dry: 4; wet: 2)`: the row of a table with the names of its columns."""
    names, cells = ([cell.strip() for cell in line.strip("| ").split("|")] for line in (header, row))
    said = "; ".join(f"{name}: {cell}" for name, cell in zip(names[1:], cells[1:], strict=False) if cell)
    return f"{cells[0]} ({said})" if said else cells[0]


def _said(sentence: str) -> list[Norm]:
    """The norms of its main clauses; what opens it holds for all of them."""
    plain = _LABEL.sub("", sentence)
    found: list[Norm] = []
    for start, end in main_clauses(plain, _NORM, lambda part: next(_norms(part), None) is not None):
        own = plain[start - 2 : start] == "; " and opens(plain[start:end])
        case = (found[0].when or "").partition("; ")[0] if found and not own else ""
        shared = case if plain.startswith(case) else None
        found += (_in_case(norm, shared) for norm in _norms(plain[start:end]))
    return found


def _in_case(norm: Norm, case: str | None) -> Norm:
    """With the case before its time."""
    return replace(norm, when="; ".join(filter(None, ((case or "").rstrip(":, "), norm.when))) or None)


def _cleared(found: Sequence[Norm], item: str, before: str, about: str) -> list[Norm]:
    """With what a pronoun stands for: `They [Tyres]`."""
    cleared: list[Norm] = []
    for norm in found:
        named, _, told = cleared[-1].who.rstrip("]").partition(" [") if cleared else ("", "", "")
        stands = told or named if norm.who.lower() in _PERSONS else ""
        if not stands and not (opens(item) and norm.when):
            stands = antecedent(norm.who, norm.what, item, before=before, about=about)
        whole = stands and stands.lower() not in _PERSONS
        cleared.append(replace(norm, who=f"{norm.who} [{stands}]") if whole else norm)
    return cleared


def _lead(sentence: str) -> Norm | None:
    """The norm whose verb waits for the items below it."""
    norm = next(reversed(_said(sentence)), None)
    if norm is None or len(norm.what.split()) > LONGEST_LEAD:
        return None
    marked = len(norm.what.split()) > SHORT_LEAD or norm.what.endswith("following")
    mark = sentence[-1] if sentence[-1] in ",:" and marked else ""
    return replace(norm, what=f"{norm.what}{mark}") if norm.what else norm


def _completed(lead: Norm, item: str) -> Norm:
    when = "; ".join(dict.fromkeys(filter(None, (lead.when, time_in(item))))) or None
    if not lead.what and (again := _NORM.match(item)) and again["must"]:
        item = item[again.end() :].lstrip()
    if is_list(lead.who):
        what, _, label = _end(lead.what).partition(": ")
        return Norm(f"{label}: {_end(item)}" if label else _end(item), lead.modality, what, when)
    if lead.modality == "must" and not lead.what and (denied := _DENIED.match(item)):
        return Norm(lead.who, "must_not", _end(item[denied.end() :]), when)
    return Norm(lead.who, lead.modality, f"{lead.what} {_end(item)}".strip(), when)


def _norms(sentence: str) -> Iterator[Norm]:
    """The norms of a sentence whose subject can be told: one for each verb of the first of them."""
    for match in _NORM.finditer(sentence):
        before = sentence[: match.start()]
        if is_within(sentence, match.start()):
            continue
        who = subject(before, sentence[match.end() :]) or unparted(before)
        who = who and alone(before, _THAT.sub("", who))
        opening = before[: before.rfind(who)].rstrip() if who else ""
        if match["leave"] and WITHIN.search(opening[-6:]):
            continue
        if (
            who
            and match["not"] == "cannot"
            and (opening.endswith("such that") or _SAID.match(sentence, match.end()))
        ):
            continue
        if (
            not who
            or (who.lower() == "there" and not _BE.match(sentence, match.end()))
            or _TORN.search(who)
            or _INSIDE.search(opening)
            or _CONTACT.match(sentence[match.end() :])
        ):
            continue
        opening = case_before(opening, _NORM)
        rest = sentence[match.start() :]
        while True:
            further = None if who.lower() == "there" else _further(rest)
            norm = _norm(who, rest[: further.start()] if further else rest)
            if norm is not None:
                yield _in_case(norm, opening)
            if further is None:
                return
            rest = rest[further.end() :]


def _further(rest: str) -> re.Match[str] | None:
    """Where a further verb of the subject begins; none where another subject's verb stands before it."""
    first, further = _NORM.match(rest), _FURTHER.search(rest)
    if first is None or further is None:
        return None
    between = rest[first.end() : further.start()]
    return None if _NORM.search(between) or _ANEW.search(between) else further


def _norm(who: str, predicate: str) -> Norm | None:
    """From the verb on."""
    match = _NORM.match(predicate)
    if match is None:
        return None
    none = _NONE.match(who)
    denied = match["not"] or match["banned"] or none or _NOBODY.match(who)
    modality: Modality = "must_not" if denied else "must" if match["must"] else "may"
    what = _end(predicate[match.end() :])
    if modality == "must" and _MEANING.match(what):
        return None
    if modality == "may" and (_POSSIBLE.match(what) or _SOME.match(who)):
        return None
    if duty := _DUTY.match(what):
        who, what = duty["who"], duty["what"]
    elif who.lower() == "it" and (free := _FREE.match(what)):
        who, what, modality = free["who"], free["what"], "may"
    time = time_in(what)
    if match["leave"]:
        return Norm(who, modality, f"{match.group()} {what}".strip(), time)
    if match["banned"] and not match["from"]:
        what = f"{match.group()} {what}".strip()
    if match["only"]:
        what = f"only {what}"
    elif "entitled" in match.group() and _HELD.match(what):
        what = f"be entitled to {what}"
    return Norm(who[none.end() :] if none else who, modality, what, time)


def _end(text: str) -> str:
    return text.strip(" ,").rstrip(":;,.").strip()
