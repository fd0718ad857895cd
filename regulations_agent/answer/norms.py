"""Norms as rules word them: who must, must not or may do what, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from regulations_agent.answer.sentences import lead_in, sentences
from regulations_agent.types.views import Modality

_NORM = re.compile(
    r"\b(?P<not>(?:must|shall|may|can)\s+not|cannot|(?:is|are)\s+(?:not\s+(?:permitted|allowed|authori[sz]ed)"
    r"|prohibited|forbidden|banned)(?:\s+(?:to|from))?)\b"
    r"|\b(?P<must>must|shall|(?:is|are|will\s+be)\s+(?:required|obliged)\s+to|has\s+to|have\s+to)\b"
    r"|\b(?P<may>may(?:\s+only)?|(?:is|are)\s+(?:permitted|allowed|entitled|authori[sz]ed)\s+to)\b"
)
_OPENING = re.compile(
    r"^(?:if|when|where|whenever|while|whilst|should|unless|except|with|without|subject|prior|before|after|"
    r"during|at|on|in|for|from|by|upon|until|once|as|following|notwithstanding|to|under|within|between|"
    r"save|exceptionally|commencing|solely|no\s+later|any\s+time|throughout|provided|apart|other\s+than|however|furthermore|additionally|"
    r"in\s+addition|therefore|otherwise|such|of)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:no\s+later\s+than|not\s+later\s+than|at\s+the\s+latest|at\s+least\s+[^.;,]{0,40}?(?:before|prior\s+to)|"
    r"within\s+(?=[^.;,]{0,30}?(?:second|minute|hour|day|week|month|year))|before|prior\s+to|after|until|"
    r"during|throughout|at\s+the\s+(?:end|start|beginning)\s+of|as\s+soon\s+as|immediately\s+(?:after|before|"
    r"following)|by\s+(?=\d|the\s+end|noon|midnight)|from\s+the\s+(?:start|end|time|moment)|at\s+all\s+times|"
    r"at\s+any\s+time|on\s+or\s+before)\b[^.;:,]*",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"^(?:no(?! (?:more|less|fewer|later)\b)|neither|none\s+of|nobody|no\s+one)\b", re.IGNORECASE
)
_MARK = re.compile(r"^\W*(?:and|or|but|that|which|who|it\s+is\s+\w+\s+that)\s+", re.IGNORECASE)
_TIME = re.compile(r"\b(?:before|after|prior\s+to|until)\s+the\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:that|which|who|whom|and|or|(?:as|that|which|whom)\s+(?:it|they|he|she))$", re.I)
"""The end of a stretch that belongs to a relative clause: its verb is not the sentence's."""
LONGEST_SUBJECT = 25
"""Words; a longer stretch before the verb is no subject."""


@dataclass(frozen=True, slots=True)
class Norm:
    """One thing that somebody or something must, must not or may do."""

    who: str
    """Subject as printed."""
    modality: Modality
    what: str
    when: str | None
    """The time that the sentence names, as printed."""


def norms(text: str, above: str = "") -> Iterator[Norm]:
    """The norms of a clause's text; `above` is the text that an item of a list completes."""
    if text.lstrip().startswith("|"):
        return
    chapeau = _chapeau(above)
    for number, (start, end) in enumerate(sentences(text)):
        sentence = " ".join(text[start:end].split())
        if (found := _norm(sentence)) is not None:
            yield found
        elif chapeau is not None and number == 0:
            time = _WHEN.search(sentence)
            yield Norm(chapeau.who, chapeau.modality, _end(sentence), time.group() if time else chapeau.when)


def _chapeau(above: str) -> Norm | None:
    """The norm whose verb waits for the items below it: its sentence ends right after the verb."""
    norm = _norm(lead_in(above))
    return norm if norm is not None and len(norm.what.split()) <= 2 else None


def _norm(sentence: str) -> Norm | None:
    """The first norm of a sentence whose subject can be told."""
    for match in _NORM.finditer(sentence):
        who = _subject(sentence[: match.start()])
        if who is None:
            continue
        denied = match["not"] is not None or _NONE.match(who) is not None
        modality: Modality = "must_not" if denied else "must" if match["must"] else "may"
        what = sentence[match.end() :]
        time = _WHEN.search(what) or _WHEN.search(sentence[: match.start()])
        only = "only " if match["may"] and match["may"].endswith("only") else ""
        return Norm(who, modality, only + _end(what), " ".join(time.group().split()) if time else None)
    return None


def _subject(before: str) -> str | None:
    """What stands before the verb, without the clause or phrase that opens the sentence."""
    pieces = [piece.strip() for piece in re.split(r"[,;:]\s", before.strip())]
    while len(pieces) > 1 and (_OPENING.match(pieces[0]) or _TIME.search(pieces[0])):
        pieces.pop(0)
    who = _MARK.sub("", ", ".join(pieces)).strip(" ,;:.-–•|")
    if (
        not who
        or _RELATIVE.search(who)
        or _OPENING.match(who)
        or len(who.split()) > LONGEST_SUBJECT
        or not re.search(r"[a-z]", who)
    ):
        return None
    return re.sub(r"^\(?[a-z0-9]{1,4}\)\s*|^[a-z]\.\s+", "", who) or None


def _end(text: str) -> str:
    return text.strip().rstrip(":;,.").strip()
