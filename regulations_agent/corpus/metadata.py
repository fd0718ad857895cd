"""Which book a PDF is: season, section, issue, date and title, from its first page and its running heads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from regulations_agent.corpus.lines import DocumentLines, PageLines, Table, TextLine
from regulations_agent.types.document import Document

LARGE = 1.25
"""Share of the body's font size from which a line is set as a title."""
TITLE_LINES = 6
"""Lines among which a title starts."""
FRONT_LINES = 30
"""Lines of the first page among which its title, issue and date stand."""

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
_WORDED = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([A-Z][a-z]{2,8})\.?,?\s+(\d{4})\b", re.I)
_AMERICAN = re.compile(r"\b([A-Z][a-z]{2,8})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,\s*(\d{4})\b", re.I)
_SLASHED = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_ISSUE = re.compile(r"\b(?:issue|iss\.?|revision|edition)\s*(?:no\.?\s*|n°\s*)?0*(\d{1,3})\b", re.I)
_YEAR = re.compile(r"\b((?:19|20)\d{2})\b")
_PUBLISHED = re.compile(r"\bpublished\b|\bdate\b|\bas of\b|\bversion\b", re.I)
_RULEBOOK = re.compile(
    r"\b(regulations?|rules?|rulebook|code|provisions|statutes?|handbook|guidelines)\b", re.I
)
_LEGEND = re.compile(r"^\W*(?:convention\b|contents\b|art\b|table of contents\b|\w+(?: \w+)? text\b)", re.I)
_SECTIONS = (
    ("financial_pu", r"financial\b.*\b(?:power units?|pu)\b|\b(?:power units?|pu)\b.*\bfinancial"),
    ("financial", r"financial"),
    ("sporting", r"sporting"),
    ("technical", r"technical"),
    ("operational", r"operational"),
    ("general", r"general\b.*\bprovisions|general\b.*\bregulations"),
)
_ISC = re.compile(r"international sporting code", re.I)
_SKIPPED = {
    "rules",
    "rule",
    "regulations",
    "regulation",
    "version",
    "the",
    "of",
    "and",
    "for",
    "edition",
    "issue",
}


def read_metadata(source: DocumentLines, *, file: str, sha256: str) -> Document:
    """What the document says it is; one of no known section gets a slug such as `fsae-2024` and no season."""
    front = _front(source.pages)
    heads = _running(source.pages)
    headline = _headline(_large(front, source.size) or front)
    title = _title(headline, heads, source.title, file)
    names = [*headline, title, *heads]
    section = _section(names)
    season = _season(names, [line.text for line in front]) if section else None
    issue = _issue([line.text for line in front], heads)
    published = _published([line.text for line in front], heads)
    if section is None or season is None:
        season, section, issue = None, _slug(title, published), None if section is None else issue
    return Document(
        season=season,
        section=section,
        issue=issue,
        published=published,
        title=title,
        pages=len(source.pages),
        sha256=sha256,
        file=file,
    )


def _front(pages: Sequence[PageLines]) -> list[TextLine]:
    """Text lines of the first page that has any, up to its list of contents or colour convention."""
    for page in pages[:3]:
        lines = [part for part in page.body if isinstance(part, TextLine) and part.text]
        lines += [_as_line(part) for part in page.body if isinstance(part, Table)]
        if lines:
            return lines[:FRONT_LINES]
    return []


def _as_line(table: Table) -> TextLine:
    """A table's words as one line: title pages are sometimes set as tables."""
    spans = tuple(span for row in table.rows[:4] for cell in row for span in cell.spans)
    return TextLine(spans, table.box, 0.0)


def _large(front: Sequence[TextLine], size: float) -> list[TextLine]:
    """The first lines that are set larger than the body, as titles are; a running head may stand above."""
    large = [bool(line.spans) and max(s.size for s in line.spans) >= LARGE * size for line in front]
    start = next((i for i, is_large in enumerate(large[:TITLE_LINES]) if is_large), len(front))
    end = next((i for i, is_large in enumerate(large) if i > start and not is_large), len(front))
    return list(front[start:end])


def _headline(front: Sequence[TextLine]) -> list[str]:
    """The lines above the convention, the contents and the date."""
    found: list[str] = []
    for line in front:
        text = _tidy(line.text)
        if _LEGEND.match(text) or len(found) >= 4:
            break
        dated = found and (_ISSUE.search(text) or _date(text))
        if dated or re.match(r"(?:version|status)\b", text, re.I):
            break
        if len(text) > 1 and not _ISSUE.fullmatch(text):
            found.append(text)
    return found


def _running(pages: Sequence[PageLines]) -> list[str]:
    """Running heads and feet, the most frequent first, page numbers left as they are on their first page."""
    seen: Counter[str] = Counter()
    first: dict[str, str] = {}
    for page in pages:
        for line in page.heads:
            text = _tidy(line.text)
            key = (
                re.sub(r"\b[A-Z]?\d+\s*(?:/|of)?\s*\d*\b", "#", text)
                if not _date(text)
                else _PAGE.sub(" ", text)
            )
            seen[key] += 1
            first.setdefault(key, text)
    return [first[key] for key, _ in seen.most_common(12)]


_PAGE = re.compile(r"\b(?:page\s+)?\d+\s*(?:/|of)\s*\d+\b|\s[A-Z]?\d{1,3}(?=\s)", re.I)


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _title(headline: Sequence[str], heads: Sequence[str], given: str, file: str) -> str:
    """The rulebook's name: the running head or foot that repeats the headline, else the headline."""
    joined = _tidy(" ".join(headline))
    for name in map(_bare, heads):
        shared = len(_words(name) & _words(joined)) >= 0.6 * len(_words(name)) or _words(joined) <= _words(
            name
        )
        if _YEAR.search(name) and _RULEBOOK.search(name) and (shared or not _YEAR.search(joined)):
            return name
    named = next((text for text in headline if _RULEBOOK.search(text)), "")
    short = joined if len(joined) <= 110 and named else named
    return _cased(short or joined[:110].strip() or _tidy(given) or file)


def _bare(head: str) -> str:
    """A running head without its date, page number, issue and copyright."""
    text = _ISSUE.sub(" ", _undated(re.split(r"[©|]|\(c\)", head, flags=re.I)[0]))
    text = re.sub(r"\b(?:page\s+)?\d+\s*(?:/|of)\s*\d+\b", " ", text, flags=re.I)
    return re.sub(
        r"\s+:", ":", re.sub(r"(?:\s(?:page\s*)?[A-Z]?\d{1,3})+\s*$", "", _tidy(text), flags=re.I)
    ).strip(" -–:,")


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _undated(text: str) -> str:
    for form in (_WORDED, _AMERICAN, _ISO, _SLASHED):
        text = form.sub(" ", text)
    return text


def _cased(title: str) -> str:
    """Capitals only as a sentence of capitals would have them: `FORMULA ONE` is Formula One, `FIA` stays."""
    if title.upper() != title:
        return title
    small = {"of", "the", "and", "for", "to", "in"}
    words = []
    for i, word in enumerate(title.split()):
        low = word.lower()
        words.append(
            low
            if i and low in small
            else word
            if len(word) <= 3 and word not in ("ONE", "CAR")
            else word.title()
        )
    return " ".join(words)


def _section(names: Iterable[str]) -> str | None:
    texts = [text for text in names if _RULEBOOK.search(text) or re.match(r"section\b", text, re.I)]
    if any(_ISC.search(text) for text in texts[:2]):
        return "isc"
    for text in texts:
        for name, form in _SECTIONS:
            if re.search(form, text, re.I):
                return name
    return None


def _season(names: Iterable[str], front: Sequence[str]) -> int | None:
    """The year in the title or a running head; else the year of publication."""
    for text in names:
        found = _YEAR.search(_undated(re.sub(r"(?:©|\(c\)|copyright)\s*\d{4}", " ", text, flags=re.I)))
        if found and (_RULEBOOK.search(text) or len(text) < 60):
            return int(found[1])
    for text in front:
        day = _date(text)
        if day:
            return int(day[:4])
    return None


def _issue(front: Sequence[str], heads: Sequence[str]) -> int | None:
    for text in [*front[:14], *heads]:
        found = _ISSUE.search(text)
        if found and not re.search(r"\btext\b|unchanged|relative", text, re.I):
            return int(found[1])
    return None


def _published(front: Sequence[str], heads: Sequence[str]) -> str | None:
    """The date in the running heads, else that beside the word published or date in front, else the first."""
    dated = [day for day in map(_date, heads) if day]
    if dated:
        return dated[0]
    marked = [day for text in front if _PUBLISHED.search(text) and (day := _date(text))]
    anywhere = [day for text in front if not re.search(r"\btext\b", text, re.I) and (day := _date(text))]
    return next(iter([*marked, *anywhere]), None)


def _date(text: str) -> str | None:
    """The first date in the text, in ISO form; days before months as Europe writes them."""
    if found := _ISO.search(text):
        return _iso(int(found[1]), int(found[2]), int(found[3]))
    if found := _WORDED.search(text):
        return _iso(int(found[3]), _month(found[2]), int(found[1]))
    if found := _AMERICAN.search(text):
        return _iso(int(found[3]), _month(found[1]), int(found[2]))
    if found := _SLASHED.search(text):
        return _iso(int(found[3]), int(found[2]), int(found[1]))
    return None


def _month(name: str) -> int:
    low = name.lower()
    return _MONTHS.split().index(low[:3]) + 1 if low[:3] in _MONTHS.split() else 0


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _slug(title: str, published: str | None) -> str:
    """`fsae-2024` of Formula SAE Rules 2024: initials where the name holds an acronym, else its words."""
    year = _YEAR.search(title)
    words = [w for w in re.findall(r"[A-Za-z]+", title) if w.lower() not in _SKIPPED]
    acronym = any(len(w) > 1 and w.isupper() for w in words) and any(not w.isupper() for w in words)
    name = "".join(w if w.isupper() else w[0] for w in words) if acronym else "-".join(words[:5])
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "rulebook"
    return f"{stem}-{year[1] if year else published[:4] if published else ''}".rstrip("-")
