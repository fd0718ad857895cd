"""The FIA's way to name a book: season, section and issue on the cover and in every running foot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regulations_agent.corpus.title.cover import RULEBOOK, Cover, tidy
from regulations_agent.corpus.title.dates import YEAR, first_date, undated

_PUBLISHER = re.compile(
    r"f[ée]d[ée]ration\s+internationale\s+de\s+l.automobile|\bFIA\b|\binternational sporting code\b"
    r"|\bformula\s+(?:one|1|2|3|e)\b",
    re.I,
)
_COMPETITION = re.compile(r"\b(?:championship|cup|series|league|trophy|challenge|grand prix)\b", re.I)
_LETTERED = re.compile(r"section\s+[A-F]\s*[:–-]", re.I)
_ISSUE = re.compile(r"\b(?:issue|iss\.?|revision|edition)\s*(?:no\.?\s*|n°\s*)?0*(\d{1,3})\b", re.I)
_LEGEND = re.compile(r"^\W*(?:convention\b|contents\b|art\b|table of contents\b|\w+(?: \w+)? text\b)", re.I)
_PUBLISHED = re.compile(r"\bpublished\b|\bdate\b|\bas of\b|\bversion\b", re.I)
_SECTIONS = (
    ("financial_pu", r"financial\b.*\b(?:power units?|pu)\b|\b(?:power units?|pu)\b.*\bfinancial"),
    ("financial", r"financial"),
    ("sporting", r"sporting"),
    ("technical", r"technical"),
    ("operational", r"operational"),
    ("general", r"general\b.*\bprovisions|general\b.*\bregulations"),
)
_ISC = re.compile(r"international sporting code", re.I)
_QUALIFIER = re.compile(
    r"\bregulations?\b\s*(?:\(\s*(?P<bracketed>[^)]*)\)|(?:for|of)\s+(?P<worded>.+))", re.I
)
"""What a title says behind `Financial Regulations`: for whom they are."""
_PLAIN = {
    "f",
    "formula",
    "one",
    "teams",
    "team",
    "competitors",
    "the",
    "and",
    "fia",
    "world",
    "season",
    "year",
}
"""Words that say no more than whose regulations a section's own are."""
_PAGE = re.compile(r"\b(?:page\s+)?\d+\s*(?:/|of)\s*\d+\b", re.I)


class SeasonName(NamedTuple):
    """Which issue of which section of which season a document is."""

    season: int
    section: str
    issue: int | None
    published: str | None
    title: str


def season_name(cover: Cover) -> SeasonName | None:
    """The name, None for a document without the marks of this publisher or of its form.

    The marks are the federation or its championships by name, or the form: a championship's regulations of
    a section with a year, an issue or the section's letter. Other books may say `Financial Regulations` too.
    """
    headline = _headline(cover)
    title = _title(headline, cover)
    names = [*headline, title, *cover.heads]
    if not _is_theirs(names, cover):
        return None
    section = _section(names)
    season = _season(names, cover.lines) if section else None
    if section is None or season is None:
        return None
    return SeasonName(season, section, issue_of(cover), _published(cover), title)


def issue_of(cover: Cover) -> int | None:
    """The issue that the cover or a running head prints."""
    for text in [*cover.lines[:14], *cover.heads]:
        found = _ISSUE.search(text)
        if found and not re.search(r"\btext\b|unchanged|relative", text, re.I):
            return int(found[1])
    return None


def _is_theirs(names: Sequence[str], cover: Cover) -> bool:
    if any(_PUBLISHER.search(text) for text in (*names, cover.given, *cover.about)):
        return True
    formed = issue_of(cover) is not None or any(_LETTERED.match(text) for text in names)
    return any(_COMPETITION.search(text) and (formed or YEAR.search(text)) for text in names)


def _headline(cover: Cover) -> list[str]:
    """The lines above the convention, the contents and the date."""
    found: list[str] = []
    for text in cover.large or cover.lines:
        if _LEGEND.match(text) or len(found) >= 4:
            break
        dated = found and (_ISSUE.search(text) or first_date(text))
        if dated or re.match(r"(?:version|status)\b", text, re.I):
            break
        if len(text) > 1 and not _ISSUE.fullmatch(text):
            found.append(text)
    return found


def _title(headline: Sequence[str], cover: Cover) -> str:
    """The rulebook's name: the running head or foot that repeats the headline, else the headline."""
    joined = tidy(" ".join(headline))
    for name in map(_bare, cover.heads):
        shared = len(_words(name) & _words(joined)) >= 0.6 * len(_words(name)) or _words(joined) <= _words(
            name
        )
        if YEAR.search(name) and RULEBOOK.search(name) and (shared or not YEAR.search(joined)):
            return name
    # a line that ends in a stroke has its translation below it
    named = next((text for text in headline if RULEBOOK.search(text) and not text.endswith("/")), "")
    short = joined if len(joined) <= 110 and named else named
    return cover.cased(short or joined[:110].strip() or tidy(cover.given) or cover.file)


def _bare(head: str) -> str:
    """A running head without its date, page number, issue and copyright."""
    text = _ISSUE.sub(" ", undated(re.split(r"[©|]|\(c\)", head, flags=re.I)[0]))
    text = _PAGE.sub(" ", text)
    return re.sub(
        r"\s+:", ":", re.sub(r"(?:\s(?:page\s*)?[A-Z]?\d{1,3})+\s*$", "", tidy(text), flags=re.I)
    ).strip(" -–:,")


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _section(names: Iterable[str]) -> str | None:
    """The section, with a slug behind it where the regulations are for somebody whom no section names."""
    texts = [text for text in names if RULEBOOK.search(text) or re.match(r"section\b", text, re.I)]
    if any(_ISC.search(text) for text in texts[:2]):
        return "isc"
    for text in texts:
        for name, form in _SECTIONS:
            if re.search(form, text, re.I):
                return name if name == "financial_pu" else _for_whom(name, texts)
    return None


def _for_whom(section: str, texts: Sequence[str]) -> str:
    """`financial-engine-suppliers` of `Financial Regulations (Engine Suppliers)`: a book of its own."""
    for text in texts:
        found = _QUALIFIER.search(_bare(text)) if section in text.lower() else None
        said = re.findall(r"[a-z]+", (found["bracketed"] or found["worded"]).lower()) if found else []
        further = [word for word in said if word not in _PLAIN]
        if further and not _COMPETITION.search(" ".join(said)):
            return "-".join([section, *further[:4]])
    return section


def _season(names: Iterable[str], front: Sequence[str]) -> int | None:
    """The year in the title or a running head; else the year of publication."""
    for text in names:
        found = YEAR.search(undated(re.sub(r"(?:©|\(c\)|copyright)\s*\d{4}", " ", text, flags=re.I)))
        if found and (RULEBOOK.search(text) or len(text) < 60):
            return int(found[1])
    return next((int(day[:4]) for day in map(first_date, front) if day), None)


def _published(cover: Cover) -> str | None:
    """The date in the running heads, else that beside the word published or date in front, else the first."""
    dated = [day for day in map(first_date, cover.heads) if day]
    if dated:
        return dated[0]
    marked = [day for text in cover.lines if _PUBLISHED.search(text) and (day := first_date(text))]
    anywhere = [
        day for text in cover.lines if not re.search(r"\btext\b", text, re.I) and (day := first_date(text))
    ]
    return next(iter([*marked, *anywhere]), None)
