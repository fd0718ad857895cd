"""Terms, penalties and obligations of the sample corpus, as its source prints them."""

from __future__ import annotations

import pytest

from regulations_agent.answer.norms import Norm, norms
from regulations_agent.answer.penalties import costs, phrases
from regulations_agent.answer.registers import obligations, penalties, terms
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Filters


def test_a_list_of_sanctions_is_a_row_each_with_its_case_and_appeal(sample_library: Retriever) -> None:
    rows = {row.clause_id: row for row in penalties(sample_library, "released unsafely")}
    row = rows["2019/sporting@2/B3.4.3a"]
    assert row.sanctions == ("fine of €7,500",)
    assert row.breach.startswith("If the Stewards find that a Car was released unsafely")
    assert row.breach.endswith("outside a Sprint or a Race")
    assert (row.mandatory, row.decided_by) == (True, "Stewards")
    assert row.appeal is not None and row.appeal.startswith("No appeal lies")


def test_registers_read_the_newest_season_unless_another_is_asked_for(sample_library: Retriever) -> None:
    newest = {row.clause_id.split("/")[0] for row in penalties(sample_library)}
    older = {row.clause_id.split("@")[0] for row in penalties(sample_library, None, Filters(season=2018))}
    assert newest == {"2019"}
    assert {name.split("/")[0] for name in older} == {"2018"}


def test_a_fine_of_a_table_is_a_penalty(sample_library: Retriever) -> None:
    rows = penalties(sample_library, "scrutineering", Filters(season=2018, section="sporting"))
    assert any("€1,000" in sanction for row in rows for sanction in row.sanctions)


def test_deleted_law_is_in_no_register(sample_library: Retriever) -> None:
    said = [sanction for row in penalties(sample_library) for sanction in row.sanctions]
    assert "fine of €5,000" not in said


def test_a_term_lists_the_clauses_that_use_it_and_not_its_own(sample_library: Retriever) -> None:
    (row,) = [row for row in terms(sample_library, "safety car") if row.term == "Safety Car"]
    assert row.used_in and row.clause_id not in row.used_in
    for name in row.used_in:
        assert "Safety Car" in sample_library.clause(name).text


def test_every_obligation_is_printed_where_it_says(sample_library: Retriever) -> None:
    rows = obligations(sample_library)
    assert len(rows) > 50
    for row in rows:
        clause = sample_library.clause(row.clause_id)
        above = sample_library.parent(clause)
        printed = " ".join(f"{above.text if above else ''} {clause.text}".split())
        assert row.who in printed and row.what.removeprefix("only ") in printed


@pytest.mark.parametrize(
    ("sentence", "norm"),
    [
        (
            "During a race, each team must return all tyres before noon.",
            Norm("each team", "must", "return all tyres before noon", "before noon"),
        ),
        ("No car may be refuelled.", Norm("No car", "must_not", "be refuelled", None)),
        ("Cars may not reverse in the pit lane.", Norm("Cars", "must_not", "reverse in the pit lane", None)),
        ("A team may only use two sets.", Norm("A team", "may", "only use two sets", None)),
    ],
)
def test_who_must_do_what(sentence: str, norm: Norm) -> None:
    assert next(norms(sentence)) == norm


def test_an_item_completes_the_duty_above_it() -> None:
    (norm,) = norms("seal the fuel tank;", "Each Competitor must:")
    assert (norm.who, norm.modality, norm.what) == ("Each Competitor", "must", "seal the fuel tank")


def test_a_relative_clause_has_no_duty_of_the_sentence() -> None:
    assert [norm.who for norm in norms("The team that must start last is named by the panel.")] == []


def test_the_breach_is_whom_it_falls_on() -> None:
    text = "A drive-through penalty will be imposed on any driver who crosses the line."
    (cost,) = costs(text, "", (), "Lines")
    assert cost.breach == "any driver who crosses the line"
    assert cost.sanctions == ("drive-through penalty",)
    assert cost.mandatory


def test_what_may_be_imposed_is_not_mandatory() -> None:
    (cost,) = costs("The stewards may fine any team that is late up to €2,500.", "", (), "Lateness")
    assert not cost.mandatory


def test_a_sum_keeps_its_thousands() -> None:
    assert phrases("The Competitor is fined €20,000 for each hour.") == ("fined €20,000 for each hour",)


def test_a_sentence_that_spares_imposes_nothing() -> None:
    assert list(costs("No penalty will be imposed if a driver is pushed.", "", (), "")) == []


def test_a_word_of_the_heading_above_finds_what_stands_below_it(sample_library: Retriever):
    rows = penalties(sample_library, "speed in the pit lane", Filters(season=2019))
    assert [row.clause_id for row in rows][:1] == ["2019/sporting@2/B3.3.2"]
    assert all("pit" not in row.breach for row in rows)
