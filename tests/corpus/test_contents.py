"""Every entry of every contents page is a clause, on the page where it really starts."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.types.document import Clause
from tests.corpus.printed import Entry, contents, page_texts, right_columns, squash
from tests.corpus.readings import last_issues, reading_of

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
BILINGUAL = "isc_appendix_L"
"""Its contents list stands in two languages side by side and names no pages."""
BOOKS = [p for p in last_issues(SHARED / "fia") if p.stem != BILINGUAL]
BOOKS += sorted((SHARED / "rulebooks").glob("*.pdf"))
pytestmark = [pytest.mark.skipif(not BOOKS, reason="shared/ is not here"), pytest.mark.slow]

MISPRINTED = {"E_financial_pu_issue02": {"Appendix 2"}}
"""Entries whose number the contents list itself misprints: page 56 prints Appendix E2."""

every_book = pytest.mark.parametrize(
    "path", BOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}", scope="module"
)


def starts(path: Path, entries: list[Entry], listed: set[int]) -> list[int]:
    """The page on which each entry really starts: its number and title at a line's start, nearest to the
    printed page, or after the entry before where none is printed."""
    texts = [[] if page in listed else lines for page, lines in enumerate(page_texts(path), start=1)]
    found: list[int] = []
    last = 1
    for entry in entries:
        short = entry.number.rpartition("/")[2]
        keys = [squash(lead + short + entry.title)[:30] for lead in ("", "article")]
        hits = [p for p, lines in enumerate(texts, 1) if any(x.startswith(tuple(keys)) for x in lines)]
        if entry.page is not None:
            last = min(hits, key=lambda p: abs(p - entry.page), default=entry.page)  # type: ignore[operator]
        else:
            last = min((p for p in hits if p >= last), default=last)
        found.append(last)
    return found


def clause_of(entry: Entry, clauses: tuple[Clause, ...]) -> Clause | None:
    if entry.number:
        return next((c for c in clauses if lookup_key(c.number) == lookup_key(entry.number)), None)
    return next(
        (c for c in clauses if squash(c.heading or c.number).startswith(squash(entry.title)[:30])), None
    )


def titled(entry: Entry, clause: Clause) -> bool:
    """The clause carries the entry's title: in its heading, its words or, where it is struck, those."""
    printed = squash(f"{clause.heading} {clause.text} {' '.join(clause.deleted)}")
    want = squash(entry.title)
    alike = SequenceMatcher(None, want, squash(clause.heading or clause.number)).ratio()
    return not want or want[:20] in printed or want[-20:] in printed or alike > 0.6


def misses(path: Path) -> tuple[list[str], int]:
    entries, listed = contents(path)
    clauses = reading_of(path).clauses
    wrong: list[str] = []
    for entry, page in zip(entries, starts(path, entries, listed), strict=True):
        clause = clause_of(entry, clauses)
        if entry.number in MISPRINTED.get(path.stem, ()):
            continue
        if clause is None or clause.page != page or not titled(entry, clause):
            got = f"{clause.number} {clause.heading!r} on page {clause.page}" if clause else "nothing"
            wrong.append(f"{entry.number} {entry.title!r}: page {page}, got {got}")
    return wrong, len(entries)


@every_book
def test_every_contents_entry_is_a_clause_on_its_page(path: Path) -> None:
    wrong, count = misses(path)
    assert count >= 13 and len(wrong) <= 0.005 * count, wrong


@every_book
def test_no_clause_id_occurs_twice(path: Path) -> None:
    ids = [clause.id for clause in reading_of(path).clauses]
    assert len(ids) == len(set(ids))


def english(path: Path) -> dict[str, int]:
    """Chapters, articles and sub-articles of the right column that are printed in their order, with pages."""
    found: dict[str, int] = {}
    chapter, article = "", 0
    for page, column in [*enumerate(right_columns(path), start=1)][1:]:
        if "MODIFICATIONS FOR" in column:
            break
        for label, number in re.findall(r"^(CHAPTER |)([IVX]+\b|\d+(?:\.\d+)*)\.? ?[-–A-Z“]", column, re.M):
            if label:
                chapter, article = number, 0
            elif number == str(article + 1):
                article += 1
            elif not number.startswith(f"{article}."):
                continue
            found.setdefault(chapter if label else f"{chapter}.{number}", page)
    return found


def test_the_english_articles_of_a_bilingual_book_are_clauses_of_their_chapter() -> None:
    path = SHARED / "fia" / "2025" / f"{BILINGUAL}.pdf"
    if not path.exists():
        pytest.skip("shared/ is not here")
    printed = english(path)
    pages = {clause.number: clause.page for clause in reading_of(path).clauses}
    assert sum(number.count(".") == 1 for number in printed) == 41 and len(printed) > 200
    assert {number: pages.get(number) for number in printed} == printed
    assert len(pages) == len(reading_of(path).clauses) and not any("#" in number for number in pages)
