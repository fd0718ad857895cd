"""Follow-up questions: what they take over from the turns before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.language.words import subject_words
from regulations_agent.types.run import Turn

_LINK = re.compile(
    r"^\W*(?:(?:ok|okay|right|thanks|thank you|great|fine|sure|got it|hm+|well)\b[\s,.!-]*)*"
    r"(?:and|but|so|or|also|what about|how about|what if|same|then|in that case|why|does that|"
    r"is that|for the|what of|and what|"
    r"which one|in (?:the|a) |if (?:he|she|they|it|so))\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:it|its|that|this|those|these|they|them|their|he|him|his|she|her|there|one|same|otherwise|"
    r"if not)\b",
    re.I,
)
_CASE = re.compile(
    r"^\W*(?:(?:ok|okay|and|but|so|then)\b\W*)*(?:(?:what|how) about|for|in|at|on|during|with|under)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?![\d.])")
_EARLIER = re.compile(
    r"\b(?:the |a )?(?:(?:year|season) (?:before|earlier|prior)|"
    r"(?:previous|prior|preceding) (?:year|season))\b",
    re.I,
)
_LATER = re.compile(
    r"\b(?:the |a )?(?:(?:year|season) (?:after|later)|(?:next|following) (?:year|season))\b", re.I
)
_PHRASE = re.compile(
    r"\b(in|during|at|on|under|after|before)\s+(?:the |a |an )?([a-z]+(?:\s+(?:session|race|lap|itself))?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question that stands on its own."""

    text: str
    """To be searched: with what was taken over."""
    asked: str
    """The last message alone."""
    told: str = ""
    """The earlier answer, beside whose rules a follow-up most likely is answered."""
    heard: str = ""
    """All earlier answers."""

    def was_told(self, sentence: str) -> bool:
        """An earlier answer holds these words."""
        return " ".join(sentence.split()) in " ".join(self.heard.split())

    @property
    def is_follow_up(self) -> bool:
        return self.text != self.asked


def resolve(question: str, history: Sequence[Turn]) -> Resolved:
    """The question with the subject of the turns before, when it leans on them."""
    places = [at for at, t in enumerate(history) if t.role == "user" and t.content.strip()]
    asked = _dated(question.strip(), [history[at].content for at in places])
    if not places or not leans(asked):
        return Resolved(asked, asked)
    said = [t.content for t in history if t.role == "assistant"]
    earlier = resolve(history[places[-1]].content, history[: places[-1]]).text
    whole = f"{without_replaced(earlier, asked)} {asked}"
    return Resolved(whole, asked, said[-1] if said else "", "\n".join(said))


def _dated(asked: str, before: Sequence[str]) -> str:
    """`the year before` and `the next season` as the year that they mean, counted from the last one named."""
    years = [int(y) for text in before for y in _YEAR.findall(text)]
    if not years or _YEAR.search(asked):
        return asked
    asked = _EARLIER.sub(str(years[-1] - 1), asked)
    return _LATER.sub(str(years[-1] + 1), asked)


def without_replaced(earlier: str, asked: str) -> str:
    """The earlier question without what the follow-up puts in its place: years, and `in practice` for `in
    the race`."""
    if _YEAR.search(asked):
        earlier = _YEAR.sub(" ", earlier)
    for match in _PHRASE.finditer(asked):
        same = [
            m
            for m in _PHRASE.finditer(earlier)
            if m[1].lower() == match[1].lower() and not _YEAR.search(m.group())
        ]
        if same:
            earlier = earlier[: same[-1].start()] + " " + earlier[same[-1].end() :]
    return re.sub(r"\s+", " ", earlier).strip()


def other_case(asked: str) -> bool:
    """`and for the sprint?`, `what about keelboats?`: the same question of another case, ruled anywhere."""
    return bool(_CASE.search(asked))


def leans(question: str) -> bool:
    """The question cannot be understood without what was said before."""
    own = subject_words(question)
    return (
        bool(_LINK.search(question)) or len(own) <= 1 or (len(own) <= 4 and bool(_PRONOUN.search(question)))
    )
