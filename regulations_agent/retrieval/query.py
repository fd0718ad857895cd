"""A question as a search: which books it names, which clauses it numbers, which words it is searched with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.retrieval.names import Names
from regulations_agent.types.run import Filters

_YEAR = re.compile(
    r"""(?<![\d.,/-]) (?:season\s+)? ((?:19|20)\d\d) (?![\d.]*\d)
        (?!\s*(?:kg|km|mm|cm|m|rpm|mj|kw|bar|hours?|points?|dollars?|euros?)\b)""",
    re.I | re.X,
)
_SPAN = re.compile(r"\b(?:19|20)\d\d\s*[-\u2013]\s*\d\d\b(?!-)")
_BOOK = r"(?:rules?|rulebooks?|regs?|regulations?|book|code|text|wording|issue)\b"
_AGED = re.compile(
    r"""\b(?:an?|the|our|my|his|her|their|its|this|that|old)\s+((?:19|20)\d\d)(?:['\u2019]s)?\s+
        (?!(?:seasons?|championship|world|formula|fia|f1|sporting|technical|financial|grand|gp|races?|calendar)\b)
        (?!"""
    + _BOOK
    + r")[a-z]",
    re.I | re.X,
)
"""`the 1992 chassis`: how old a thing is, where no season of the corpus is so early."""
_PAST = re.compile(r"\b(?:was|were|did|had|used\s+to)\b", re.I)
_THIS = re.compile(r"\b(?:this|the\s+current|current|present)\s+(?:season|year)\b", re.I)
_OTHER = r"\s+(?:season|year)(?:['\u2019]?s?\s+(?:\w+\s+){0,2}?" + _BOOK + r"|(?!['\u2019]s)\b)"
"""`last season` and `last year's sporting rules`, but not `last year's winner`."""
_LAST = re.compile(r"\b(?:last|previous|prior)" + _OTHER, re.I)
_NEXT = re.compile(r"\bnext" + _OTHER, re.I)
_SINCE = re.compile(
    r"\b(?:since|than|compared\s+(?:to|with)|as\s+opposed\s+to|unlike)\s+(?:in\s+)?(?:the\s+)?"
    r"(?:(?:last|previous|prior)\s+(?:season|year)|(?:19|20)\d\d)\b",
    re.I,
)
"""`Lower than last year`: the newest season is the other side."""
_AND = r"(?:,|/|-|&|\b(?:and|to|vs\.?|versus|or|with|from|than)\b)"
_ISSUE = re.compile(
    rf"""\b(?:issues?|iss\.?|versions?|editions?) \s+ (?:no\.?\s*)? (\d{{1,2}})
        (?: \s*{_AND}\s* (?:issue\s+)? (\d{{1,2}})\b )?""",
    re.I | re.X,
)
_ORDINALS = {
    "first": 1, "1st": 1, "earliest": 1, "original": 1, "initial": 1, "oldest": 1, "second": 2, "2nd": 2,
    "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5, "sixth": 6, "6th": 6, "seventh": 7,
    "7th": 7,
    "last": -1, "latest": -1, "newest": -1, "final": -1, "current": -1,
}  # fmt: skip
_NTH = re.compile(
    rf"""\b({"|".join(_ORDINALS)}) (?: \s*{_AND}\s* (?:the\s+)? (?:very\s+)? ({"|".join(_ORDINALS)}) )?
        \s+ (?:published\s+)? (?:issues?|versions?|editions?)\b""",
    re.I | re.X,
)
_FILLER = re.compile(
    r"\b(?:according\s+to|under|in|of|per|by|for|from)\s+(?:the\s+)?(?=(?:19|20)\d\d|issue\b|[a-z]+\s+reg)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Query:
    """What a question says about where to look, and what to look for."""

    text: str
    """As typed."""
    topic: str
    """The words that are searched: names of seasons, issues, sections and clause numbers taken out."""
    seasons: tuple[int, ...] = ()
    """Seasons of the corpus that are named, in order of mention; two or more ask for a comparison."""
    years: tuple[int, ...] = ()
    """All years that are named, whether the corpus has them or not."""
    sections: tuple[str, ...] = ()
    issues: tuple[int, ...] = ()
    """Issue numbers that are named; -1 for the newest."""
    numbers: tuple[str, ...] = ()
    """Look-up keys of the clause numbers that are named, whether they exist or not."""

    @property
    def is_comparison(self) -> bool:
        """Two seasons or two issues of one book are named."""
        return len(self.seasons) > 1 or len(self.issues) > 1


def understand(text: str, filters: Filters, names: Names) -> Query:
    """Reads seasons, issues, sections and clause numbers out of a question; `filters` settle what they name.

    Relative seasons count from the newest of the corpus, not from the clock.
    """
    numbers, rest = names.numbers_in(text)
    issues, rest = _issues(rest)
    years, rest = _years(rest, names.seasons)
    sections, rest = names.sections_in(rest)
    seasons = tuple(year for year in years if year in names.seasons)
    if len(seasons) == 1 and seasons[0] < max(names.seasons) and _SINCE.search(text):
        seasons, years = (*seasons, max(names.seasons)), (*years, max(names.seasons))
    topic = re.sub(r"\s+", " ", rest).strip(" ?!.,;:-")
    return Query(
        text=text,
        topic=topic if re.search(r"\w{2}", topic) else text,
        seasons=(filters.season,) if filters.season is not None else seasons,
        years=tuple(dict.fromkeys((*years, *((filters.season,) if filters.season is not None else ())))),
        sections=(filters.section,) if filters.section is not None else sections,
        issues=(filters.issue,) if filters.issue is not None else issues,
        numbers=numbers,
    )


def _issues(text: str) -> tuple[tuple[int, ...], str]:
    """`Issue 1 versus Issue 4` -> (1, 4); `the first and the last issue` -> (1, -1)."""
    found: dict[int, None] = {}
    for pattern in (_ISSUE, _NTH):
        for match in pattern.finditer(text):
            for name in match.groups():
                if name:
                    found.setdefault(_ORDINALS.get(name.lower(), int(name) if name.isdigit() else 1))
        text = pattern.sub(" ", text)
    return tuple(found), text


def _years(text: str, seasons: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """Years that are named, in order; a span (`the 2022-25 cars`) names a generation, not a season, and so
    does what is older than the corpus in a question of today."""
    plain = _SPAN.sub(lambda match: " " * len(match.group()), text)
    if seasons and not _PAST.search(text):
        for match in _AGED.finditer(plain):
            if int(match[1]) < min(seasons):
                plain = f"{plain[: match.start(1)]}    {plain[match.end(1) :]}"
    found = [(match.start(), int(match[1])) for match in _YEAR.finditer(plain)]
    if seasons:
        for pattern, shift in ((_THIS, 0), (_LAST, -1), (_NEXT, 1)):
            found += [
                (match.start(), year)
                for match in pattern.finditer(plain)
                if (year := max(seasons) + shift) in seasons or re.search(_BOOK, match.group(), re.I)
            ]
    if any(year in seasons for _, year in found):
        for pattern in (_FILLER, _YEAR, _THIS, _LAST, _NEXT):
            plain = pattern.sub(" ", plain)
    return tuple(dict.fromkeys(year for _, year in sorted(found))), plain
