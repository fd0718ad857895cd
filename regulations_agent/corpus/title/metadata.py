"""Which book a document is: season, section, issue, date and title, from its cover and its running heads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.corpus.page.lines import DocumentLines
from regulations_agent.corpus.title.cover import Cover, read_cover
from regulations_agent.corpus.title.dates import (
    SPAN,
    YEAR,
    first_date,
    is_date,
    is_dateline,
    undated,
    writes_months_first,
)
from regulations_agent.corpus.title.fia_names import season_name
from regulations_agent.corpus.title.slugs import slug
from regulations_agent.corpus.title.title import act_date, find_title, title_block
from regulations_agent.types.document import Document

END_LINES = 12
"""Lines at the end of the book among which the date of its last change may stand."""
ALONE = 60
"""Characters of a line whose date is the document's without a word for it; longer ones are of the text."""
_REVISED = re.compile(
    r"\b(?:amended|amendments|consolidat(?:ed|ion)|revis(?:ed|ion)|updated|last update|modified|changed"
    r"|effective)\b",
    re.I,
)
_ISSUED = re.compile(r"\b(?:published|adopted|approved|issued|date|dated|as of|version|edition)\b", re.I)
_RIGHTS = re.compile(r"©|\(c\)|\bcopyright\b|\ball rights\b", re.I)
_EDITION = re.compile(r"\b(?:edition|season|academic year|valid|effective)\b", re.I)


def read_metadata(source: DocumentLines, *, file: str, sha256: str) -> Document:
    """What the document says it is; one without a season gets a slug of its title, such as `fsae-2024`."""
    cover = read_cover(source, file)
    if known := season_name(cover):
        season, section, issue, published, title = known
    else:
        title, season, issue = find_title(cover), None, None
        published = published_on(cover)
        section = slug(title, _year(title, cover, published), cover)
    return Document(
        season=season, section=section, issue=issue, published=published, title=title,
        pages=len(source.pages), sha256=sha256, file=file,
    )  # fmt: skip


def published_on(cover: Cover) -> str | None:
    """The latest day of revision that is printed, else that of publication, else the first day of all.

    Running heads count before the first page and the lines at the end that say when the book was changed, the
    file's information last; an act has its title's day.
    """
    if (day := act_date(cover)) is not None:
        return day
    printed = [*(line.text for line in cover.top), *_last_lines(cover)]
    months_first = writes_months_first(cover.starts)
    for form in (_REVISED, _ISSUED, None):
        for texts in (_unbroken(cover.heads), printed):
            said = [text for text in texts if (form.search(text) if form else _is_alone(text))]
            days = [day for text in said if (day := _said_date(text, form, months_first))]
            if days:
                return max(days) if form is _REVISED else days[0]
    return next(
        (day for text in cover.about if (day := first_date(text)) and not undated(text).strip()), None
    )


def _is_alone(text: str) -> bool:
    """Short, and no end of a sentence that began above; `v2.1, 4 May 2020` is none."""
    return len(text) <= ALONE and re.match(r"[a-z]{2}", text) is None


def _last_lines(cover: Cover) -> list[str]:
    """Those at the end of the book that say when it was made or changed; one may go on in the next."""
    out: list[str] = []
    for text in cover.starts[-END_LINES:]:
        if (out or is_dateline(text)) and (_REVISED.search(text) or _ISSUED.search(text)):
            out.append(text)
    return out


def _unbroken(heads: Sequence[str]) -> list[str]:
    """The running heads; a line that goes on in small letters belongs to the one above."""
    out: list[str] = []
    for head in heads:
        if out and re.match(r"[a-z]", head):
            out[-1] = f"{out[-1]} {head}"
        else:
            out.append(head)
    return out


def _said_date(text: str, form: re.Pattern[str] | None, first: bool) -> str | None:
    """The date behind the last word that says what it is, else the first: `amended up to April 1, 2024`."""
    at = max((found.start() for found in form.finditer(text)), default=0) if form else 0
    return first_date(text[at:], months_first=first) or first_date(text, months_first=first)


def _year(title: str, cover: Cover, published: str | None) -> int | None:
    """Of the edition: in the title as given or as printed, beside a word for it, of the date, in a running
    head, or in the file's name."""
    printed = [line.text for line in cover.top]
    block = [line.text for line in title_block(cover)]
    # a longer line is of the text, which may cite an edition of another book
    editions = [text for text in printed if is_date(text) or (_EDITION.search(text) and _is_alone(text))]
    if found := _first_year((title, *block, *editions)):
        return found
    dated = [text for text in (*cover.heads, *printed) if is_dateline(text)]
    dated += _last_lines(cover)
    years = [int(year) for text in dated for year in YEAR.findall(text)] + [int((published or "0")[:4])]
    heads = [head for head in cover.heads if not _RIGHTS.search(head)]
    return max(years) or _first_year((*heads, cover.file))


def _first_year(texts: Sequence[str]) -> int | None:
    found = (SPAN.search(text) or YEAR.search(text) for text in map(undated, texts))
    return next((int(year[1]) for year in found if year), None)
