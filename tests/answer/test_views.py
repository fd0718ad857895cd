"""Every shape that is printed, made from the sample corpus and held to its schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from regulations_agent.answer.render import to_json
from regulations_agent.answer.schemas import schemas
from regulations_agent.answer.views import clause_view, outline
from regulations_agent.corpus.inspect import to_view
from regulations_agent.corpus.read import read_document
from regulations_agent.errors import UnknownClause, UsageError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.views import OutlineView
from regulations_agent.versions.comparison.history import history
from regulations_agent.versions.comparison.view import compare_view

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def library(sample_index: Path) -> Retriever:
    return Retriever.open(sample_index)


def breaches(name: str, view: object) -> list[str]:
    """What a view has that its schema does not allow."""
    found = Draft202012Validator(schemas()[name]).iter_errors(json.loads(to_json(view)))
    return [breach.message for breach in found]


def test_every_fifth_clause_is_shown_as_its_schema_says(library: Retriever) -> None:
    validator = Draft202012Validator(schemas()["clause"])
    for document in library.documents:
        for clause in library.clauses(document.id)[::5]:
            view = clause_view(clause.id, library, history)
            validator.validate(json.loads(to_json(view)))
            assert view.clause_id == clause.id and view.path[-1].clause == clause.number
            assert [step.change for step in view.history if step.clause_id == clause.id] != ["added", "added"]


def test_references_run_both_ways(library: Retriever) -> None:
    citing = [c for d in library.documents for c in library.clauses(d.id) if library.references(c)]
    assert citing
    for clause in citing[:20]:
        view = clause_view(clause.id, library)
        assert view.references
        assert all(clause.id in clause_view(t.id, library).cited_by for t in library.references(clause))


def test_an_outline_holds_each_clause_once_under_the_one_above(library: Retriever) -> None:
    for document in library.documents:
        top = outline(document.id, library)
        assert breaches("outline", top) == []
        ids = flat(top)
        assert len(ids) == len(set(ids)) > 10


def flat(entries: tuple[OutlineView, ...]) -> list[str]:
    return [name for entry in entries for name in (entry.clause_id, *flat(entry.children))]


def test_two_issues_side_by_side_hold_every_clause_in_force_of_both(library: Retriever) -> None:
    view = compare_view("2018/sporting@1", "2018/sporting@2", library)
    assert breaches("compare", view) == []
    for document, side in (("2018/sporting@1", "old"), ("2018/sporting@2", "new")):
        shown = [name for change in view.changes for name in getattr(change, side)]
        expected = {c.id for c in library.clauses(document) if c.in_force and (c.text or c.heading)}
        assert len(shown) == len(set(shown)) and set(shown) == expected


def test_what_was_read_is_shown_as_its_schema_says(sample_corpus: Path) -> None:
    assert breaches("inspect", to_view(read_document(min(sample_corpus.glob("*.pdf"))))) == []


def test_an_unknown_clause_or_document_says_what_there_is(library: Retriever) -> None:
    with pytest.raises(UnknownClause, match="2018/sporting"):
        clause_view("2018/sporting/999.9", library)
    with pytest.raises(UsageError, match="2018/sporting@1"):
        outline("1999/sporting", library)
    with pytest.raises(UsageError, match="are one document"):
        compare_view("2018/sporting", "2018/sporting@2", library)
    with pytest.raises(
        UsageError, match=r"are the same 3 documents, 2018/financial@1, 2018/sporting@2, 2018"
    ):
        compare_view("2018", "2018", library)
