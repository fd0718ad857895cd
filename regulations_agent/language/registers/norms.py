"""Norms as rules word them: who must, must not or may do what, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from regulations_agent.language.deontic import MODAL, VERB, firm, force, is_firm
from regulations_agent.language.quantities import NUMBER_WORDS
from regulations_agent.language.registers.joints import main_clauses
from regulations_agent.language.registers.offences import is_within, opens
from regulations_agent.language.registers.openings import WITHIN, case_before, only_case
from regulations_agent.language.registers.subjects import (
    alone,
    antecedent,
    carried,
    is_list,
    subject,
    topic,
    unparted,
)
from regulations_agent.language.registers.times import time_in
from regulations_agent.language.sentences import BULLETS, Span, is_open, sentences
from regulations_agent.types.views import Modality

_HELD = re.compile(rf"(?:(?:an?|the|all|any|{'|'.join(NUMBER_WORDS)})\b|\d)", re.I)
_AND = re.compile(r"(?:,\s*|\s+)(?:and|but|or)\s+")
"""Before a further verb of the subject."""
_NONE = re.compile(r"^(?:no(?! (?:more|less|fewer|later|one)\b)|none\s+of)\s+", re.IGNORECASE)
_NOBODY = re.compile(r"^(?:neither|nobody|nothing|no\s+one)\b", re.IGNORECASE)
_DENIED = re.compile(r"^(?:not|never)\s+", re.I)
_MODALITY: dict[str, Modality] = {
    "requires": "must",
    "forbids": "must_not",
    "allows": "may",
    "exempts": "need_not",
}
_CASE = re.compile(r"\b(?:where|if|when|unless|whether|of|(?<!except )that)\W*$", re.I)
"""At the end of a lead: its items are cases, no norms."""
_SOME = re.compile(r"(?:some|there)\b", re.I)  # what some may do, and what there may be, is no leave
_BULLET = re.compile(rf"^(?:[{BULLETS}–-]|\(?[a-z0-9]{{1,4}}[).])\s+")
_LABEL = re.compile(r"^(?:[A-Z][\w ()/&’'“”-]{1,70}|[A-Z][A-Z ,/&’'-]{1,70}):\s+(?=[A-Z])")
"""A heading at the beginning of a line: `Rear lights: The rear lights must ...`."""
_INSIDE = re.compile(
    r"\b(?:if|when|whether|unless|as|discretion that|so \w+ that|ensur(?:e|es|ing))\s*$|^(?:where|should)\s*$"
    r"|\b(?:if|when|where|unless)\b[^,;]*\b(?:and|or|but)\s*$|^should\b[^,]*\b(?:and|or)\s*$"
    r"|\bwhich\s+[\w-]+,?\s*$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    rf"\b({MODAL}),\s[^,;:]{{1,60}}(?:,\s[^,;:]{{1,60}}){{0,2}},\s(be)(?=\s+(?:required|obliged|asked|ordered)\b)"
)
"""Between a helping verb and `be`: `may, at the jury's discretion, be required`."""
_SAID = re.compile(r"\s+be\s+\w+\s+that\b")  # what `cannot be said that` forbids nothing
_BE = re.compile(r"\s+(?:\w+\s+)?be\b")
_TORN = re.compile(r"^(?-i:[a-z])\w+ed\s+(?:the|an?)\b|\bsuch\b.*\sas$")
_THAT = re.compile(r"^(?:(?!\w*thing)\w+ing|this means)\s+that\s+", re.IGNORECASE)
_DUTY = re.compile(
    r"^be\s+the\s+(?:sole\s+)?(?:duty|responsibility)\s+of\s+(?P<who>.{1,60}?)\s+to\s+(?P<what>.*)"
)
_FREE = re.compile(r"^be\s+at\s+the\s+(?:\w+\s+)?discretion\s+of\s+(?P<who>.{1,60}?)\s+to\s+(?P<what>.*)")
_FOR = re.compile(r"^for\s+(?P<who>.{1,60}?)\s+to\s+(?P<what>.*)")
"""`It is unlawful | for anyone to smoke`."""
_TO = re.compile(rf"^to(?:$|\s+(?!{_HELD.pattern}))", re.I)
_FROM = re.compile(r"from\s+\w+ing\b", re.I)
_MODAL = re.compile(rf"^{MODAL}(?:\s*not|n[’']t|\s+never|\s+no\s+longer)?\s+|(?<=\bbe) no$", re.I)
_CONTACT = re.compile(r"^\s+(?:be\s+)?(?!and\b|or\b|but\b|not\b)\w+\s+(?:must|shall|may|is|are|will)\b")
"""After a verb: it is that of a clause inside the subject, `The day forms may be sent | shall be`."""
_ANEW = re.compile(
    r"\s(?:but|and|that)\s+(?:the|an?|any|each|all|no|this|these|such|they|it)\s[^,;]*\b(?:is|are|will|has|have)\b"
)
"""A verb of another subject."""
_COMPLETE = re.compile(r"\b(?:will|is|are|should|shall|must|may|has|have)\b")
"""An item that says something by itself."""
_OWN = re.compile(r",\s+(?:the|an?|any|each|all|no)\s[^,;]*?\s(?:is|are|will|shall|must|may)\b")
"""A main clause after what opens an item, which no bare verb of the lead waits for."""
_PERSONS = frozenset({"they", "he", "she"})
_TRAILING = re.compile(r"(?:[,;]\s*|\s+)(?:and/or|and|or)$")
GRANTED = ("will be ", "shall be ")
"""A verb that says itself what is granted or forbidden: `will be permitted`, which is no mere `may`."""
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
    if heading and VERB.match(text):
        text, lead = f"{heading.rstrip('.: ')} {text}", ""
    above = _lead(lead) if lead else None
    case = only_case(lead) if above is None else _cases(lead, above) if is_list(above.who) else ""
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


def _cases(lead: str, above: Norm) -> str:
    """When a list holds, and the part of it in which an item stands: `These steps follow: In a race:`."""
    inner = lead.partition(":")[2].strip()
    return "; ".join(filter(None, (above.when, only_case(inner))))


def _is_apart(text: str, spans: Sequence[Span], number: int) -> bool:
    """A sentence begins a paragraph after the first."""
    return number > 0 and "\n" in text[spans[number - 1].end : spans[number].start]


def _waits(lead: Norm, item: str, found: Sequence[Norm]) -> bool:
    """The item says nothing without the sentence it completes."""
    if not lead.what or _CASE.search(lead.what):
        return not (opens(item) and _OWN.search(item))
    return not found and not (is_list(lead.who) and _COMPLETE.search(item))


def _row(header: str, row: str) -> str:
    """`Soft (dry: 4; wet: 2)`: the row of a table with the names of its columns."""
    names, cells = ([cell.strip() for cell in line.strip("| ").split("|")] for line in (header, row))
    said = "; ".join(f"{name}: {cell}" for name, cell in zip(names[1:], cells[1:], strict=False) if cell)
    return f"{cells[0]} ({said})" if said else cells[0]


def _said(sentence: str) -> list[Norm]:
    """The norms of its main clauses; what opens it holds for all of them."""
    plain = _ASIDE.sub(r"\1 \2", _LABEL.sub("", sentence))
    found: list[Norm] = []
    for start, end in main_clauses(plain, lambda part: next(_norms(part), None) is not None):
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
    if not lead.what and (again := VERB.match(item)) and force(again) == "requires":
        item = item[again.end() :].lstrip()
    if is_list(lead.who):
        what, _, label = _end(lead.what).partition(": ")
        return Norm(f"{label}: {_end(item)}" if label else _end(item), lead.modality, what, when)
    if lead.modality == "must" and not lead.what and (denied := _DENIED.match(item)):
        return Norm(lead.who, "must_not", _end(item[denied.end() :]), when)
    return Norm(lead.who, lead.modality, f"{lead.what} {_end(item)}".strip(), when)


def _norms(sentence: str) -> Iterator[Norm]:
    """The norms of a sentence whose subject can be told: one for each verb of the first of them."""
    for match in firm(sentence):
        before = sentence[: match.start()]
        if is_within(sentence, match.start()):
            continue
        who = subject(before, sentence[match.end() :]) or unparted(before)
        who = who and alone(before, _THAT.sub("", who))
        opening = before[: before.rfind(who)].rstrip() if who else ""
        is_to = _TO.match(sentence[match.end() :].lstrip()) or match.group().endswith("to")
        if match["modal"] is None and force(match) == "allows" and not is_to and WITHIN.search(opening[-6:]):
            continue
        if match.group() == "cannot" and (
            opening.endswith("such that") or _SAID.match(sentence, match.end())
        ):
            continue
        if (
            not who
            or (
                who.lower() == "there"
                and " be " not in match.group()
                and not _BE.match(sentence, match.end())
            )
            or _TORN.search(who)
            or _INSIDE.search(opening)
            or _CONTACT.match(sentence[match.end() :])
        ):
            continue
        opening = case_before(opening)
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
    first = VERB.match(rest)
    for joint in _AND.finditer(rest, first.end() if first else 0):
        verb = VERB.match(rest, joint.end())
        if first and verb and is_firm(verb):
            between = rest[first.end() : joint.start()]
            return None if any(firm(between)) or _ANEW.search(between) else joint
    return None


def _norm(who: str, predicate: str) -> Norm | None:
    """From the verb on."""
    verb = VERB.match(predicate)
    none = _NONE.match(who)
    norm = force(verb, denied=bool(none or _NOBODY.match(who))) if verb else "none"
    if verb is None or norm not in _MODALITY or (norm == "allows" and _SOME.match(who)):
        return None
    modality, said, what = _MODALITY[norm], verb.group(), _end(predicate[verb.end() :]).lstrip("— ")
    is_state = " be " in said or verb["modal"] is None
    bare = who[none.end() :] if none else who
    if who.lower() == "it" and is_state and what.startswith("that "):
        return None
    if moved := _DUTY.match(what) or (who.lower() == "it" and (_FREE.match(what) or _FOR.match(what))):
        modality = "may" if moved.re is _FREE else modality
        return Norm(moved["who"], modality, moved["what"], time_in(moved["what"]))
    time = time_in(what)
    if not is_state or said.endswith("to"):
        advised = f"{said} " if said.lower().startswith("should") else ""  # no `must`
        return Norm(bare, modality, f"{advised}{what}", time)
    if (to := _TO.match(what)) and not (norm == "requires" and said.startswith("must")):
        only = "only " if " only" in said else ""
        return Norm(bare, modality, f"{only}{what[to.end() :]}", time)
    named = bare if verb["modal"] or norm == "exempts" else who
    whole = said.lower().startswith(GRANTED) and (modality == "may" or _FROM.match(what))
    return Norm(named, modality, f"{said if whole else _MODAL.sub('', said)} {what}".strip(), time)


def _end(text: str) -> str:
    return text.strip(" ,").rstrip(":;,.").strip()
