"""The sample corpus is read exactly as its sources say."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regulations_agent.corpus.numbers.references import clause_keys, resolve
from regulations_agent.types.document import Clause, Reading, Target
from tests.corpus.readings import document_of

SAMPLE = Path(__file__).resolve().parents[2] / "corpus" / "sample"
BOOKS = sorted(path.stem for path in (SAMPLE / "truth").glob("*.json"))

FIELDS = (
    "heading", "parent", "kind", "page", "text", "in_force", "binding", "effective", "deleted", "inserted",
    "rows",
)  # fmt: skip
"""Of a clause, that the truth has too."""
every_book = pytest.mark.parametrize("book", BOOKS)


@cache
def reading(book: str) -> Reading:
    return document_of(SAMPLE / f"{book}.pdf")


@cache
def truth(book: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((SAMPLE / "truth" / f"{book}.json").read_text(encoding="utf-8"))
    return content


def clauses(book: str) -> dict[str, Clause]:
    """The clauses that were read, without what stands on the title page."""
    return {clause.number: clause for clause in reading(book).clauses if clause.kind != "preamble"}


def compare(book: str, name: str) -> list[tuple[str, object, object]]:
    """(clause, what the source says, what was read) wherever a field of a clause that was found differs."""
    read = clauses(book)
    both = [want for want in truth(book)["clauses"] if want["clause"] in read]
    pairs = [(want["clause"], want[name], field_of(read[want["clause"]], name)) for want in both]
    return [pair for pair in pairs if pair[1] != pair[2]]


def field_of(clause: Clause, name: str) -> object:
    """A field in the shape of JSON."""
    value = getattr(clause, name)
    if name == "parent" and value is not None:
        return value.split("/", 2)[2]
    if name == "rows":
        return [list(row) for row in value]
    return list(value) if isinstance(value, tuple) else value


@cache
def others(book: str) -> dict[str, dict[str, str]]:
    """Clause numbers by key of the other books of the season."""
    season = book.partition("_")[0]
    readings = [reading(name) for name in BOOKS if name.startswith(season) and name != book]
    return {r.document.id: clause_keys(r.clauses) for r in readings}


@every_book
def test_the_document_names_itself(book: str) -> None:
    document = reading(book).document
    want = truth(book)["document"]
    assert {name: getattr(document, name) for name in want if name != "title"} == {
        name: value for name, value in want.items() if name != "title"
    }


@every_book
def test_every_clause_is_found_once_and_in_order(book: str) -> None:
    read = [clause.number for clause in reading(book).clauses if clause.kind != "preamble"]
    assert read == [clause["clause"] for clause in truth(book)["clauses"]]


@every_book
def test_clauses_equal_the_source(book: str) -> None:
    assert {name: differ for name in FIELDS if (differ := compare(book, name))} == {}


@every_book
def test_numbered_references_equal_the_source(book: str) -> None:
    """A book named without a number, such as `the Code`, and `this Article` are no matter of this test."""
    season = truth(book)["document"]["season"]
    want = []
    for reference in truth(book)["references"]:
        targets = [
            (f"{season}/{t['section']}" if t["section"] else None, t["clause"], t["status"])
            for t in reference["targets"]
        ]
        want.append((reference["clause"], reference["printed"], targets))
    read = []
    for reference in resolve(reading(book).references, others(book)):
        if any(t.clause for t in reference.targets) and not reference.printed.startswith("this "):
            read.append((reference.clause, reference.printed, [place(book, t) for t in reference.targets]))
    assert sorted(read, key=str) == sorted(want, key=str)


def place(book: str, target: Target) -> tuple[str | None, str | None, str]:
    """(book, clause, status) of a target; the book is left out when it is the document itself or the Code."""
    own = truth(book)["document"]
    outside = target.document is not None and not target.document.startswith(
        f"{own['season']}/{own['section']}"
    )
    named = target.document.partition("@")[0] if outside and not target.document.endswith("/isc") else None
    return named, target.clause, target.status


@every_book
def test_defined_terms_equal_the_source(book: str) -> None:
    read = {(term.term, term.clause): term.definition for term in reading(book).terms}
    want = {(term["term"], term["clause"]): term["definition"] for term in truth(book)["terms"]}
    assert set(read) == set(want)
    assert {key: read[key] for key in want if want[key]} == {
        key: value for key, value in want.items() if value
    }


def test_the_committed_truth_is_that_of_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SAMPLE))
    from typesetting.markup import former_issue, read_book
    from typesetting.truth import truth_of

    seen = []
    for path in sorted((SAMPLE / "source").glob("*.source")):
        book = read_book(path)
        for issue, version in (
            (int(book.meta["issue"]), book),
            (int(book.meta["issue"]) - 1, former_issue(book)),
        ):
            if issue:
                name = f"{path.stem}_issue{issue:02}"
                seen.append(name)
                fresh = truth_of(version)
                for part in ("references", "terms"):
                    assert fresh[part] == truth(name)[part]
                pageless = [clause | {"page": 0} for clause in truth(name)["clauses"]]
                assert [dict(clause) for clause in fresh["clauses"]] == pageless
    assert sorted(seen) == BOOKS
