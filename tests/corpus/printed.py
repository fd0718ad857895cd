"""What a rulebook's own contents pages and page texts say, read without the package's reader."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2

FRONT = 12
"""Pages at the front among which the contents pages are."""
_LABEL = re.compile(
    r"(?:ARTICLE\s+(?P<article>[A-Z]{0,2}\d+)\b\s*[:.-]?"
    r"|(?:APPENDIX|ANNEX)\s+(?P<appendix>[A-Z]{0,2}\d+)\b\s*[:–-]*"
    r"|(?P<part>PART\s+[A-Z])\b\s*:?|(?P<book>[A-Z]{1,3})\s+-\s"
    r"|(?P<plain>[A-Z]{0,3}\.?\d{1,2}(?:\.\d+)*)[.)]?\s)\s*"
)
_PAGE = re.compile(r"(?:^|\s|[.…]{2}|…|(?<=[A-Z]{3}))(\d{1,3})$")
"""A page at a line's end: after a blank, a leader, or set tight behind a title in capitals."""
_FOOT = re.compile(
    r"©|^\d+/\d+$"
    r"|\b\d{1,2} [A-Z][a-z]+ 20\d\d\b|^SECTION [A-Z]|Rules 20\d\d|^Version\b|^[A-Z]?0?$|^[A-Z] ?\d+$"
)
_TITLE = re.compile(r"^(?:table of )?(?:art\.?\s+)?contents\b|^page(?:\(s\))?$", re.I)


@dataclass(frozen=True)
class Entry:
    """One entry of a contents list; `page` as printed, None where the list prints none for it."""

    number: str
    title: str
    page: int | None


def squash(text: str) -> str:
    """Letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKC", text).lower())


def contents(path: Path) -> tuple[list[Entry], set[int]]:
    """The entries of the contents list, and the 1-based pages that it takes up."""
    lines: list[str] = []
    pages: set[int] = set()
    pdf = pypdfium2.PdfDocument(str(path))
    for number in range(min(FRONT, len(pdf))):
        found = _lines(pdf[number])
        titles = [i for i, line in enumerate(found) if _TITLE.match(line)]
        if titles and not pages:
            found = found[titles[0] :]
        elif not pages:
            found = found[next((i for i, x in enumerate(found) if _LABEL.match(x) and _PAGE.search(x)), 0) :]
        if not titles and (not _listed(found) or len(found) < 8):
            if pages:
                break
            continue
        pages.add(number + 1)
        lines += [line for line in found if not _TITLE.match(line)]
    dotted = [i for i, line in enumerate(lines) if ".." in line or "…" in line]
    if len(dotted) > 0.5 * len(lines):
        lines = lines[: dotted[-1] + 1]
    return list(_entries(lines)), pages


def _lines(page: pypdfium2.PdfPage) -> list[str]:
    """Of a page, or of its two columns where `ART` heads each; without what stands at its foot."""
    width, height = page.get_size()
    text, foot = page.get_textpage(), 0.07 * height
    search = text.search("ART", match_case=True, match_whole_word=True)
    heads = sorted(text.get_charbox(place) for place, _ in iter(search.get_next, None))
    columns = [(0.0, foot, width, height)]
    if len(heads) == 2 and abs(heads[0][3] - heads[1][3]) < 40:
        (_, _, _, left_top), (right, _, _, _) = heads
        columns = [(0.0, foot, right - 3, left_top + 1), (right - 3, foot, width, left_top + 1)]
    lines = [line.strip() for column in columns for line in _bounded(text, column).splitlines()]
    return [line for line in lines if line and not _FOOT.search(line)]


def _bounded(text: pypdfium2.PdfTextPage, box: tuple[float, float, float, float]) -> str:
    return unicodedata.normalize("NFKC", text.get_text_bounded(*box)).replace("\r", "")


def right_columns(path: Path) -> list[str]:
    """The right half of each page as PDFium prints it."""
    sizes = [(page.get_textpage(), *page.get_size()) for page in pypdfium2.PdfDocument(str(path))]
    return [_bounded(text, (width / 2, 0, width, height)) for text, width, height in sizes]


def _listed(lines: list[str]) -> bool:
    """Three lines in four are short, and are labelled or end in a page."""
    hits = sum(len(line) < 240 and bool(_LABEL.match(line) or _PAGE.search(line)) for line in lines)
    return (
        len(lines) > 3 and hits >= 0.75 * len(lines) and not any(line.endswith((".", ";")) for line in lines)
    )


def _entries(lines: list[str]) -> Iterator[Entry]:
    held: list[str] = []
    appendix = ""
    for line in [*lines, ""]:
        done = bool(held) and bool(_PAGE.search(held[-1]))
        if held and (not line or done or _LABEL.match(line)):
            entry = _entry(" ".join(held), appendix)
            appendix = (
                entry.number if entry.number.startswith("Appendix") and "/" not in entry.number else appendix
            )
            yield entry
            held = []
        held.append(line)


def _entry(text: str, appendix: str) -> Entry:
    page = _PAGE.search(text)
    title = (text[: page.start()] if page else text).strip(" .…")
    label, year = _LABEL.match(title), re.match(r"Changes for (20\d\d)$", title)
    number = ""
    if year:
        number = f"{appendix}/{year[1]}"
    elif label:
        number = next(value for value in label.groups() if value)
        if label["appendix"]:
            number = f"Appendix {number}"
        elif appendix and label["plain"] and "." not in number:
            number = f"{appendix}/{number}"
        elif label["part"]:
            number = f"{appendix}/Part {number[-1]}"
        title = title[label.end() :]
    return Entry(number, title.strip(), int(page[1]) if page else None)


def page_texts(path: Path) -> list[list[str]]:
    """Each page's lines as PDFium prints them, squashed."""
    pdf = pypdfium2.PdfDocument(str(path))
    return [[squash(line) for line in page.get_textpage().get_text_range().splitlines()] for page in pdf]
