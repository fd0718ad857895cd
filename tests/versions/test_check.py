"""Whether a quoted sentence is law, over two seasons and two issues of the sample corpus."""

from __future__ import annotations

import pytest

from regulations_agent.errors import UsageError
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Filters
from regulations_agent.types.views import CheckView
from regulations_agent.versions import check as checking
from tests.listings import as_listed


def check(text: str, library: Retriever, filters: Filters = Filters()) -> CheckView:  # noqa: B008
    return as_listed(checking.check(text, library, filters))


FINE = "outside a Sprint or a Race: a fine of €7,500 on the Competitor;"


def test_a_sentence_in_force_is_quoted_with_its_clause_page_and_first_issue(
    sample_library: Retriever,
) -> None:
    view = check(f"“{FINE}”", sample_library)
    assert (view.verdict, view.clause_id) == ("in_force", "2019/sporting@2/B3.4.3a")
    assert view.quote == FINE and view.page == sample_library.clause(view.clause_id).page
    assert view.since == "2019/sporting@2"
    assert view.differences == ()


def test_a_sentence_amended_since_leads_to_the_law_word_by_word(sample_library: Retriever) -> None:
    view = check(FINE.replace("€7,500", "€5,000"), sample_library)
    assert (view.verdict, view.clause_id) == ("changed", "2019/sporting@2/B3.4.3a")
    assert [(d.op, d.text) for d in view.differences if d.op != "equal"] == [
        ("delete", "€5,000"),
        ("insert", "€7,500"),
    ]


def test_spaces_and_quotation_marks_make_no_difference(sample_library: Retriever) -> None:
    assert check(f'  "{FINE}"\n'.replace(" ", "  "), sample_library).verdict == "in_force"


def test_what_nobody_wrote_is_not_found(sample_library: Retriever) -> None:
    # what is near by chance alone hangs on the machine's arithmetic, so it is not listed
    view = checking.check("Every spectator is given a green hat on Sunday mornings.", sample_library)
    assert (view.verdict, view.clause_id, view.quote) == ("not_found", None, None)
    assert all(sample_library.clause(near).in_force for near in view.other) and view.other


def test_other_capitals_are_shown_and_do_not_make_it_deleted(sample_library: Retriever) -> None:
    view = check(FINE.replace("Sprint or a Race", "sprint or a race"), sample_library)
    assert (view.verdict, view.clause_id, view.quote) == ("in_force", "2019/sporting@2/B3.4.3a", FINE)
    assert [(d.op, d.text) for d in view.differences if d.op != "equal"] == [
        ("delete", "sprint"), ("insert", "Sprint"), ("delete", "race:"), ("insert", "Race:"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "changes"),
    [
        ("metres from the track may not exceed one hundred and ten (110) newtons.", ["decibels."]),
        ("Sound measured at fifteen (15) metres from the track", ["Noise"]),
        ("The sound measured at fifteen (15) metres from the track", ["Noise"]),
    ],
)  # fmt: skip
def test_a_changed_word_at_either_end_is_shown_beside_that_of_the_law(
    sample_library: Retriever, asked: str, changes: list[str]
) -> None:
    view = checking.check(asked, sample_library)
    assert view.clause_id == "2019/technical@1/C5.1.3"
    assert [d.text for d in view.differences if d.op == "insert"] == changes


def test_a_part_of_a_sentence_is_known_with_one_word_changed(sample_library: Retriever) -> None:
    law = max(
        (c for c in sample_library.clauses("2019/sporting") if c.in_force and not c.rows),
        key=lambda c: max(len(line.split()) for line in c.text.split(". ")),
    )
    sentence = max(law.text.split(". "), key=len).split()
    part = sentence[2:12]
    assert check(" ".join(part), sample_library).verdict == "in_force"
    part[5] = "umbrella"
    view = check(" ".join(part), sample_library)
    assert view.verdict == "changed" and view.clause_id == law.id
    assert [d.text for d in view.differences if d.op == "delete"] == ["umbrella"]


def test_an_older_season_is_checked_on_its_own_law(sample_library: Retriever) -> None:
    law = next(
        c
        for c in sample_library.clauses("2018/sporting")
        if c.in_force and len(c.text.split()) > 12 and not c.rows and "\n" not in c.text
    )
    view = check(law.text, sample_library, Filters(season=2018))
    assert (view.verdict, view.clause_id) == ("in_force", law.id)


def test_every_deleted_run_is_never_in_force_in_its_own_clause(sample_library: Retriever) -> None:
    for document in ("2019/sporting@2", "2018/sporting@2"):
        for clause in sample_library.clauses(document):
            for run in clause.deleted:
                if len(run.split()) >= 6:
                    view = checking.check(run, sample_library, Filters(season=int(document[:4])))
                    assert view.verdict != "in_force" or view.clause_id != clause.id


def test_a_turn_of_phrase_is_too_short_to_check(sample_library: Retriever) -> None:
    with pytest.raises(UsageError, match="too short"):
        check("pit lane", sample_library)
