"""Two issues and seasons of the sample corpus side by side, and a clause through all of them."""

from __future__ import annotations

import pytest

from benchmarks.revisions import revised
from regulations_agent.errors import UsageError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.versions.alignment.concordance import compare
from regulations_agent.versions.comparison.history import history
from regulations_agent.versions.comparison.topics import topics
from regulations_agent.versions.comparison.view import compare_view, digests, predecessor
from tests.listings import as_listed

ISSUES = "2019/sporting@1", "2019/sporting@2"


def test_an_issue_marks_all_that_it_changed(sample_library: Retriever) -> None:
    view = compare_view(*ISSUES, sample_library)
    assert view.markup is not None and view.markup.silent == () and view.markup.agreed >= 80
    assert {c.printed for c in view.changes if c.weight} == {True}


def test_a_changed_limit_is_told_with_its_unit_and_both_texts(sample_library: Retriever) -> None:
    view = as_listed(compare_view(*ISSUES, sample_library, clause="B2.4.2"))
    (change,) = (c for c in view.changes if c.weight)
    assert [(n.old, n.new, n.unit) for n in change.numbers] == [
        ("thirty (30) minutes", "twenty-five (25) minutes", "minute")
    ]
    assert "thirty (30)" in change.old_text and "twenty-five (25)" in change.new_text


def test_table_cells_name_their_row_and_column(sample_library: Retriever) -> None:
    view = as_listed(compare_view(*ISSUES, sample_library, clause="B6.3.1"))
    cells = [(c.row, c.column, c.old, c.new) for change in view.changes for c in change.cells]
    assert ("Fire extinguisher missing", "First time", "€2,500", "€3,500") in cells


def test_a_topic_narrows_a_comparison(sample_library: Retriever) -> None:
    whole, part = compare_view(*ISSUES, sample_library), compare_view(*ISSUES, sample_library, topic="tyres")
    assert 0 < len(part.changes) < len(whole.changes) / 2
    assert any("tyre" in change.new_text.lower() for change in part.changes)


def test_seasons_are_compared_book_by_book_and_across_books(sample_library: Retriever) -> None:
    view = compare_view("2018", "2019", sample_library)
    assert view.old == "2018/financial@1 + 2018/sporting@2 + 2018/technical@1"
    assert view.markup is None and all(change.printed is None for change in view.changes)
    assert sum(len(c.old) for c in view.changes) == sum(
        c.in_force and bool(c.text or c.heading)
        for name in view.old.split(" + ")
        for c in sample_library.clauses(name)
    )


@pytest.mark.parametrize(
    ("old", "new", "options", "said"),
    [
        ("2019/sporting@1", "2019/sporting@1", {}, "one document"),
        ("2017", "2019", {}, "2017"),
        ("2019/sporting@9", "2019/sporting@2", {}, "2019/sporting@9"),
        (*ISSUES, {"clause": "B99"}, "B99"),
        (*ISSUES, {"topic": "zzyzx"}, "zzyzx"),
    ],
)
def test_what_cannot_be_compared_is_said(
    old: str, new: str, options: dict[str, str], said: str, sample_library: Retriever
) -> None:
    with pytest.raises(UsageError, match=said):
        compare_view(old, new, sample_library, **options)


def test_changes_stand_under_their_articles_once(sample_library: Retriever) -> None:
    view = compare_view(*ISSUES, sample_library)
    found = topics(view.changes, sample_library)
    as_listed([(t.article.number, [change.new or change.old for change in t.changes]) for t in found])
    assert [t.article.number for t in found][:2] == ["B1", "B2"]
    assert sum(len(t.changes) for t in found) == sum(c.kind != "unchanged" for c in view.changes)


def test_a_clause_is_followed_from_season_to_season(sample_library: Retriever) -> None:
    steps = as_listed(history(sample_library.clause("2019/sporting@2/B2.4.2"), sample_library))
    assert [s.document for s in steps][-2:] == ["2019/sporting@1", "2019/sporting@2"]
    assert steps[-1].change == "modified" and steps[0].change == "added"


def test_a_new_issue_is_told_against_the_one_before(sample_library: Retriever) -> None:
    (view,) = digests(["2019/sporting@2"], sample_library)
    assert (view.old, view.new) == ISSUES
    assert list(digests([d.id for d in sample_library.documents], sample_library)) == []
    first = sample_library.document("2019/sporting@1")
    former = predecessor(first, sample_library.documents)
    assert former is not None and former.id == "2018/sporting@2"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_revised_rulebooks_are_found_again(seed: int, sample_library: Retriever) -> None:
    right = found = wanted = 0
    for document in sample_library.documents:
        clauses = sample_library.clauses(document.id)
        strangers = sample_library.clauses(
            "2018/financial@1" if "sporting" in document.id else "2019/sporting@1"
        )
        revision = revised(clauses, strangers, seed)
        matches = compare(revision.old, revision.new)
        links = {(a.id, b.id) for m in matches for a, b in m.pairs if a and b}
        right, found, wanted = (
            right + len(links & revision.links),
            found + len(links),
            wanted + len(revision.links),
        )
    assert 2 * right / (found + wanted) >= 0.95
