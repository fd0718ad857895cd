"""Whether one may appeal: the sentence that speaks of the case at hand."""

from __future__ import annotations

import re

from regulations_agent.answer.sentences import sentences

_APPEAL = re.compile(r"\bappeal", re.IGNORECASE)
_LABELS = re.compile(r"\(([a-z]{1,4}|\d{1,2})\)|\b([a-z]{1,4}|\d{1,2})\)")
_OTHERS = re.compile(r"^(?:for|in|against|all)\b[^.]{0,20}\bother\b", re.IGNORECASE)
_LABEL = re.compile(r"([a-z]{1,4}|\d{1,2})\)?$")


def appeal_for(number: str, own: str, above: str) -> str | None:
    """What is said of an appeal in the case of one clause; None where nothing is.

    `own` is its text, `above` that of the clause it is an item of: there `under (a)` speaks of that item
    alone, `for the other cases` of the rest.
    """
    said = next((s for s in _sentences(own) if _APPEAL.search(s)), None)
    if said is not None:
        return said
    found = _sentences(above)
    label = _LABEL.search(number)
    for place, sentence in enumerate(found):
        if not _APPEAL.search(sentence):
            continue
        named = {a or b for a, b in _LABELS.findall(sentence)}
        if not named or (label and label[1] in named):
            return sentence
        following = found[place + 1] if place + 1 < len(found) else ""
        return following if _OTHERS.match(following) else None
    return None


def _sentences(text: str) -> list[str]:
    return [" ".join(text[start:end].split()) for start, end in sentences(text)]
