"""Norms as rules word them: who must, must not or may do what, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from regulations_agent.answer.sentences import lead_in, sentences
from regulations_agent.answer.subjects import is_list, subject
from regulations_agent.types.views import Modality

_NORM = re.compile(
    r"\b(?P<not>(?:must|shall|may|can)\s+(?:not|NOT)|cannot)\b"
    r"|\b(?P<banned>(?:is|are)\s+(?:not\s+(?:permitted|allowed|authori[sz]ed)|prohibited|forbidden|banned)\b"
    r"(?P<from>\s+(?:to|from)\b)?)"
    r"|\b(?P<must>must|shall|(?:is|are|will\s+be)\s+(?:required|obliged)\s+to|has\s+to|have\s+to)\b"
    r"|\b(?P<may>may(?P<only>\s+only)?|(?:is|are)\s+(?:permitted|allowed|entitled|authori[sz]ed)\s+to)\b"
)
_FURTHER = re.compile(
    r"(?:,\s*|\s+)(?:and|but|or)\s+(?=(?:must|shall|may|cannot|(?:is|are)\s+(?:not\s+)?(?:required|obliged|"
    r"permitted|allowed|entitled|prohibited|forbidden))\b)"
)
"""Where a further verb of the same subject begins."""
_WHEN = re.compile(
    r"\b(?:no\s+later\s+than|not\s+later\s+than|at\s+the\s+latest|at\s+least\s+[^.;,]{0,40}?(?:before|prior\s+to)|"
    r"within\s+(?=[^.;,]{0,30}?(?:second|minute|hour|day|week|month|year))|before|prior\s+to|after|until|"
    r"during|throughout|at\s+the\s+(?:end|start|beginning)\s+of|as\s+soon\s+as|immediately\s+(?:after|before|"
    r"following)|by\s+(?=\d|the\s+end|noon|midnight)|from\s+the\s+(?:start|end|time|moment)|at\s+all\s+times|"
    r"at\s+any\s+time|on\s+or\s+before)\b(?:(?!\s(?:and|but|or)\s(?:must|shall|may|can)\b)[^.;:,(])*",
    re.IGNORECASE,
)
_NONE = re.compile(r"^(?:no(?! (?:more|less|fewer|later|one)\b)|none\s+of)\s+", re.IGNORECASE)
_NOBODY = re.compile(r"^(?:neither|nobody|nothing|no\s+one)\b", re.IGNORECASE)
_DENIED = re.compile(r"^(?:not|never)\s+", re.IGNORECASE)
_POSSIBLE = re.compile(r"^(?:be\s+found|vary|differ|occur|arise|result|include)\b")
"""What `may` be is no leave."""
_BULLET = re.compile(r"^(?:[•–-]|\(?[a-z0-9]{1,4}[).])\s+")
LONGEST_LEAD = 30
"""Words of a verb that each of its items repeats."""


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


def norms(text: str, above: str = "", *, continued: bool = False) -> Iterator[Norm]:
    """The norms of a clause's text in order.

    `above` is the text that an item of a list completes; `continued` says that items complete this text, so
    that its last sentence says nothing by itself.
    """
    if text.lstrip().startswith("|"):
        return
    lead = _lead(lead_in(above))
    spans = sentences(text)
    printed = [" ".join(text[start:end].split()) for start, end in spans]
    for number, sentence in enumerate(printed):
        waits = sentence.endswith(":")
        below = printed[number + 1] if number + 1 < len(printed) else ""
        if waits and (continued or _BULLET.match(below)):
            lead = _lead(sentence)
            continue
        item = _BULLET.sub("", sentence)
        found = list(_norms(item))
        if lead is not None and (number == 0 or item != sentence):
            found = [_completed(lead, item)] if not found or is_list(lead.who) else found
        yield from found


def _lead(sentence: str) -> Norm | None:
    """The norm whose verb waits for the items below it."""
    norm = next(reversed(list(_norms(sentence))), None)
    if norm is None or len(norm.what.split()) > LONGEST_LEAD:
        return None
    return replace(norm, what=f"{norm.what},") if norm.what and sentence.endswith(",") else norm


def _completed(lead: Norm, item: str) -> Norm:
    time = _WHEN.search(item)
    when = " ".join(time.group().split()) if time else lead.when
    denied = _DENIED.match(item) if lead.modality == "must" and not lead.what else None
    if is_list(lead.who):
        return Norm(_end(item), lead.modality, lead.what, when)
    if denied is not None:
        return Norm(lead.who, "must_not", _end(item[denied.end() :]), when)
    return Norm(lead.who, lead.modality, f"{lead.what} {_end(item)}".strip(), when)


def _norms(sentence: str) -> Iterator[Norm]:
    """The norms of a sentence whose subject can be told: one for each verb of the first of them."""
    for match in _NORM.finditer(sentence):
        who = subject(sentence[: match.start()], sentence[match.end() :])
        if who is None:
            continue
        opening = _WHEN.search(sentence[: match.start()])
        rest = sentence[match.start() :]
        while True:
            further = _FURTHER.search(rest)
            norm = _norm(who, rest[: further.start()] if further else rest)
            if norm is not None:
                yield norm if norm.when or not opening else replace(norm, when=_folded(opening))
            if further is None:
                return
            rest = rest[further.end() :]


def _norm(who: str, predicate: str) -> Norm | None:
    """From the verb on."""
    match = _NORM.match(predicate)
    if match is None:
        return None
    none = _NONE.match(who)
    denied = match["not"] or match["banned"] or none or _NOBODY.match(who)
    modality: Modality = "must_not" if denied else "must" if match["must"] else "may"
    what = _end(predicate[match.end() :])
    if modality == "may" and _POSSIBLE.match(what):
        return None
    time = _WHEN.search(what)
    if match["banned"] and not match["from"]:
        what = f"{match.group()} {what}".strip()
    if match["only"]:
        what = f"only {what}"
    return Norm(who[none.end() :] if none else who, modality, what, _folded(time) if time else None)


def _folded(match: re.Match[str]) -> str:
    return " ".join(match.group().split())


def _end(text: str) -> str:
    return text.strip(" ,").rstrip(":;,.").strip()
