"""The grammar of clause numbers: parse, print, order, parent, and a key for tolerant look-up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

ROMAN = re.compile(r"^(?=[ivxlc])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

_HEAD = re.compile(r"[A-Z]{0,3}\d+|(?:[A-Z]{1,3}|[IVX]{4,7})(?=\.|$|#)|[a-z]{1,4}(?=[.(#])")
_TAIL = re.compile(
    r"[.:]\d+(?:[A-Z](?![A-Za-z]))?|\.[A-Za-z]{1,5}(?![A-Za-z])|\([A-Za-z0-9]{1,5}\)|[A-Za-z]{1,5}\)|\d+\)"
    r"|(?<=\d)[a-z]{1,2}(?![A-Za-z])|(?<=\))\d+(?![A-Za-z])"
)
_COPY = re.compile(r"#\d+")
_APPENDIX = re.compile(r"^(Appendix|Annex|Schedule|Addendum|Supplement)( [A-Z]{0,3}\.?\d*[A-Z]?)?(?=/|#|$)")
_LEADING = re.compile(
    r"^(?:the\s+)?(?:sub-?)?(?:articles?|art\.?|clauses?|rules?|sections?|paragraphs?|standing\sorders?|§+)\s*(?=[a-z]{0,3}\.?\s*\d|(?:[a-z]{1,3}|[ivx]{4,7})\b)"
)
_SHORT_APPENDIX = re.compile(r"\bapp(?:endix|\.)?(?=[\s\da-z]{0,40}\d|\s|$)")
_LEADING_BELOW = re.compile(r"[/,]\s*(?:articles?|art\.?|sections?|paragraphs?)\s+")
_ITEM = re.compile(r"^items?\s+")
"""`item 4 of Appendix 7`; in a number it tells one of a list, `5/item 1`, from the clause 5.1."""
_STEP = re.compile(r"[#¶]?\d+|[^\W\d_]+")
_TOLD = re.compile(r",\s*paragraph\s+(?=\d)", re.IGNORECASE)
_WITHIN = re.compile(r"^(.{1,40}?)\s+(?:of|in|to)\s+((?:app(?:endix)?|annex|sch(?:edule)?)\b.*)$")
_LAW = (
    (re.compile(r"^\d+\s+cfr\s+(?=§|part\b|\d)"), ""),
    (re.compile(r"^(?:ss?\.|regs?\.|regulations?)\s+(?=\d)"), ""),
    (re.compile(r"\bsch(?:ed)?\.\s*"), "schedule "),
    (re.compile(r"\bpt\.\s*"), "part "),
    (re.compile(r"\bch\.\s*"), "chapter "),
    (re.compile(r"(?<=\w),?\s+para(?:graph)?s?\.?\s+(?=\d)"), "/"),
)
"""How statutes are cited: `14 CFR § 91.113`, `s. 12(3)`, `reg. 4`, `Sch. 2 para. 4(1)`."""


SHORTEST_WORD = 4
"""Letters of a step that is a heading's, not part of a number as in `B2.5`."""


_DIVISIONS = frozenset({"part", "chapter", "division", "title", "subpart"})
"""Words before a number of their own, which the numbers of what they hold go on behind."""


def roman_value(text: str) -> int | None:
    """1-399 for a lower-case roman numeral, None for anything else."""
    if not ROMAN.match(text):
        return None
    values = [_ROMAN_VALUES[c] for c in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _segment(text: str) -> list[str]:
    """The pieces of one path segment; a single piece when it is a name and not a number."""
    start = _HEAD.match(text) or _TAIL.match(text)
    if start is None:
        return [text]
    pieces, at = [start.group()], start.end()
    while at < len(text):
        copy = _COPY.match(text, at)
        step = copy or _TAIL.match(text, at)
        if step is None:
            return [text]
        if copy:
            pieces[-1] += copy.group()
        else:
            pieces.append(step.group())
        at = step.end()
    return pieces


@dataclass(frozen=True, slots=True)
class ClauseNumber:
    """A clause number as steps from the top: `54`, `.3`, `d)`; `Appendix 7`, `/4`, `.a`, `.iii`.

    Joined, the steps are the number as printed.
    """

    steps: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> ClauseNumber:
        """Split a number as this package prints it; text that is no number becomes one step, a name."""
        text = text.strip()
        top = _APPENDIX.match(text)
        head, rest = ([top.group()], text[top.end() :]) if top else ([], text)
        copy = _COPY.match(rest) if head else None
        if copy:
            head, rest = [head[0] + copy.group()], rest[copy.end() :]
        for index, part in enumerate(rest.split("/") if rest else []):
            if index == 0 and not part:
                continue
            pieces = _segment(part) if part else [""]
            head += [("/" if index else "") + pieces[0], *pieces[1:]]
        return cls(tuple(head))

    def __str__(self) -> str:
        return "".join(self.steps)

    @property
    def parent(self) -> ClauseNumber | None:
        """The number above, None at the top."""
        return ClauseNumber(self.steps[:-1]) if len(self.steps) > 1 else None

    @property
    def key(self) -> str:
        return lookup_key(str(self))

    @property
    def order(self) -> tuple[tuple[int, int, str], ...]:
        """Sorts numbers of one document: digits by value, a letter below a letter as a roman numeral."""
        ranks: list[tuple[int, int, str]] = []
        lettered = False
        for step in self.steps:
            word = re.sub(r"[^A-Za-z0-9 ]", "", _COPY.sub("", step)).lower()
            value = roman_value(word) if lettered else None
            digits = re.search(r"\d{1,18}", word)  # Python reads 4300 at most
            lettered = word.isalpha() and len(word) <= 5
            if value is not None:
                ranks.append((1, value, step))
            elif digits:
                ranks.append((0, int(digits.group()), step))
            else:
                ranks.append((1, len(word), word + step))
        return tuple(ranks)


@lru_cache(maxsize=1 << 15)
def lookup_key(text: str) -> str:
    """One key for every way of writing a number: `54.3 d`, `Art. 54.3d)` and `54.3d)` give `54.3.d`."""
    text = unicodedata.normalize("NFKC", text).lower().strip()
    within = _WITHIN.match(text)
    if within:
        text = f"{within[2]}/{_ITEM.sub('', within[1])}"
    for pattern, plain in _LAW:
        text = pattern.sub(plain, text)
    text = _LEADING.sub("", _SHORT_APPENDIX.sub("appendix", text))
    return ".".join(_STEP.findall(_LEADING_BELOW.sub("/", text))).replace(".#", "#")


def told_paragraph(text: str) -> str:
    """A number as answers tell it, `1.26, paragraph 18`, with the mark of a paragraph without a number."""
    return _TOLD.sub("/¶", text)


def tails(key: str) -> tuple[str, ...]:
    """Shorter look-up keys by which a clause below a heading is cited too: `38.2` for `part.4.38.2`; none
    within an appendix, whose numbers begin anew."""
    steps = key.split(".")
    words = [at for at, step in enumerate(steps) if _is_word(step) and step != "item"]
    if not words or steps[words[0]] in ("appendix", "annex", "schedule", "addendum", "supplement"):
        return ()
    starts = (words[-1] + 1, words[-1] + 2) if steps[words[-1]] in _DIVISIONS else (words[-1] + 1,)
    return tuple(".".join(steps[at:]) for at in starts if at < len(steps) and steps[at][:1].isdigit())


def _is_word(step: str) -> bool:
    return len(step) >= SHORTEST_WORD and step.isalpha() and not ROMAN.match(step)


def unique_tails(keys: Iterable[str]) -> dict[str, str]:
    """Of the tails of these keys those that belong to one alone and are no key themselves, with that key."""
    known = dict.fromkeys(keys)
    owners: dict[str, set[str]] = {}
    for key in known:
        for tail in tails(key):
            owners.setdefault(tail, set()).add(key)
    return {tail: of.pop() for tail, of in owners.items() if len(of) == 1 and tail not in known}
