"""The measure of how much of a book's structure was found."""

from __future__ import annotations

from pathlib import Path

from benchmarks.outlines import Place, books, judge, places_of_books
from regulations_agent.corpus.read import read_document

BOOK = """# Rules of the harbour

## Article 1 Boats

1. Each member may use one boat of the club at a time.
2. Boats are washed after use:
    (a) with fresh water from the pier;
    (b) by all who sailed in them.

## Article 2 Keys

Keys are kept by the warden of the harbour.
"""
SEEN = [
    Place(None, "Article 1", "Boats", "", "", ""),
    Place(None, "1", "", "Each member may use one boat", "the club at a time.", "Article 1"),
    Place(None, "2", "", "Boats are washed after use:", "Boats are washed after use:", "Article 1"),
    Place(None, "(a)", "", "with fresh water from the pier;", "fresh water from the pier;", "2"),
    Place(None, "(b)", "", "by all who sailed in them.", "all who sailed in them.", "2"),
    Place(None, "Article 2", "Keys", "Keys are kept by the warden", "the warden of the harbour.", ""),
]


def judged(tmp_path: Path, places: list[Place]) -> tuple[list[list[str]], list[str]]:
    """What is wrong of each place, and the numbers that are seen nowhere."""
    path = tmp_path / "harbour.md"
    path.write_text(BOOK, encoding="utf-8")
    verdicts, extra = judge(read_document(path).clauses, places)
    return [[key for key, right in v.told.items() if not right] for v in verdicts], [r.number for r in extra]


def test_what_is_read_as_printed_is_right(tmp_path: Path) -> None:
    assert judged(tmp_path, SEEN) == ([[]] * len(SEEN), [])


def test_each_fault_is_told_by_its_kind(tmp_path: Path) -> None:
    wrong = list(SEEN)
    wrong[1] = wrong[1]._replace(label="3")
    wrong[3] = wrong[3]._replace(parent="Article 1")
    wrong[4] = wrong[4]._replace(last="all who rowed in ships.")
    wrong[5] = wrong[5]._replace(heading="Locks and more", first="Locks are kept by the warden")
    faults, _ = judged(tmp_path, wrong)
    assert faults[1] == ["label", "right"] and faults[3] == ["parent", "right"]
    assert faults[4] == ["last", "right"] and "found" in faults[5]


def test_a_clause_that_nobody_saw_is_extra(tmp_path: Path) -> None:
    _, extra = judged(tmp_path, [place for place in SEEN if place.label != "(a)"])
    assert [number[-3:] for number in extra] == ["(a)"]


def test_every_place_is_of_a_listed_book() -> None:
    assert set(places_of_books()) == set(books(None))
