"""Terms, penalties and obligations of the sample corpus, as its source prints them."""

from __future__ import annotations

import pytest

from regulations_agent.answer.norms import Norm, norms
from regulations_agent.answer.penalties import costs, phrases, tabled
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
        head, own = words(above.text if above else ""), words(clause.text)
        said = words(row.what.removeprefix("only ")).split()
        assert words(row.who) in f"{head} {own}"
        assert any(" ".join(said[:n]) in head and " ".join(said[n:]) in own for n in range(len(said) + 1)), (
            row
        )


def words(text: str) -> str:
    """Without the marks that stand between a list's head and its items."""
    return " ".join(text.replace(":", " ").replace(",", " ").split())


@pytest.mark.parametrize(
    ("sentence", "norm"),
    [
        (
            "During a race, each team must return all tyres before noon.",
            Norm("each team", "must", "return all tyres before noon", "before noon"),
        ),
        ("No car may be refuelled.", Norm("car", "must_not", "be refuelled", None)),
        ("Neither car may be pushed.", Norm("Neither car", "must_not", "be pushed", None)),
        ("Wings that move are prohibited.", Norm("Wings that move", "must_not", "are prohibited", None)),
        ("Drivers are prohibited from waving.", Norm("Drivers", "must_not", "waving", None)),
        ("The hull is free, but it must be dry.", Norm("it", "must", "be dry", None)),
        ("The jury sits where each team may see it.", Norm("each team", "may", "see it", None)),
        ("Each crew will get a berth but must pay for it.", Norm("Each crew", "must", "pay for it", None)),
        ("If it rains, and the panel agrees, the race may end.", Norm("the race", "may", "end", None)),
        ("The crew must NOT sing.", Norm("The crew", "must_not", "sing", None)),
        ("KX-4 must be red.", Norm("KX-4", "must", "be red", None)),
        ("A team whose car is late must wait.", Norm("A team whose car is late", "must", "wait", None)),
        ("Cars may not reverse in the pit lane.", Norm("Cars", "must_not", "reverse in the pit lane", None)),
        ("A team may only use two sets.", Norm("A team", "may", "only use two sets", None)),
    ],
)
def test_who_must_do_what(sentence: str, norm: Norm) -> None:
    assert next(norms(sentence)) == norm


def test_an_item_completes_the_duty_above_it() -> None:
    (norm,) = norms("seal the fuel tank;", "Each Competitor must:")
    assert (norm.who, norm.modality, norm.what) == ("Each Competitor", "must", "seal the fuel tank")
    (norm,) = norms("A drawing;", "Every request must include:")
    assert (norm.who, norm.modality, norm.what) == ("Every request", "must", "include A drawing")
    (norm,) = norms("Not be painted.", "The hull must:")
    assert (norm.who, norm.modality, norm.what) == ("The hull", "must_not", "be painted")
    (norm,) = norms("Radios.", "The following are prohibited:")
    assert (norm.who, norm.modality, norm.what) == ("Radios", "must_not", "are prohibited")


def test_the_head_of_a_list_says_nothing_by_itself() -> None:
    assert list(norms("The hull must:", continued=True)) == []
    assert [n.what for n in norms("The hose must be:\n• short;\n• red.")] == ["be short", "be red"]
    assert [n.what for n in norms("The dates must be as follows:")] == ["be as follows"]


def test_every_verb_of_one_subject_is_a_norm() -> None:
    found = list(norms("The winner may not leave until noon and must sign the list."))
    assert found == [
        Norm("The winner", "must_not", "leave until noon", "until noon"),
        Norm("The winner", "must", "sign the list", None),
    ]


def test_a_relative_clause_has_no_duty_of_the_sentence() -> None:
    assert list(norms("The team that must start last is named by the panel.")) == []
    assert [n.who for n in norms("The order in which sums must be paid shall be drawn by lot.")] == [
        "The order in which sums must be paid"
    ]
    assert list(norms("The points against which the bodywork must rest are marked.")) == []
    assert [n.what for n in norms("Any team whose method is prohibited will be required to publish it.")] == [
        "publish it"
    ]


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


@pytest.mark.parametrize(
    ("sentence", "breach", "sanctions"),
    [
        (
            "Leaving the dock at night will result in a 20 point penalty.",
            "Leaving the dock at night",
            ("20 point penalty",),
        ),
        ("Officials may disqualify boats which leak.", "boats which leak", ("disqualify",)),
        ("If a boat is late the skipper will be fined €50.", "If a boat is late", ("fined €50",)),
        (
            "Crews found asleep will be excluded from the race.",
            "Crews found asleep",
            ("excluded from the race",),
        ),
    ],
)
def test_the_breach_is_what_was_done(sentence: str, breach: str, sanctions: tuple[str, ...]) -> None:
    (cost,) = costs(sentence, "", (), "Conduct")
    assert (cost.breach, cost.sanctions) == (breach, sanctions)


@pytest.mark.parametrize(
    "sentence",
    [
        "At least ten minutes warning will be given.",
        "An error that was reported will not be further penalised.",
        "Should the panel decide to impose a time penalty, the following steps must be taken.",
        "The suspension of the boat must be fitted.",
        "No drop imposed under Rule 4 may be appealed.",
    ],
)
def test_what_imposes_nothing_costs_nothing(sentence: str) -> None:
    assert list(costs(sentence, "", (), "Conduct")) == []


def test_who_decides_is_named_as_printed() -> None:
    (cost,) = costs("If a crew is late, except that the Race Panel may fine it €5.", "", (), "")
    assert cost.decided_by == "Race Panel"


def test_a_column_that_sorts_penalties_is_no_sanction() -> None:
    assert list(tabled([["Form", "Due", "Penalty Group"], ["Design", "May", "Tech"]])) == []
    (cost,) = tabled([["Breach", "Article", "Fine"], ["Breach", "Article", "Fine"], ["Late", "B2", "€5"]])
    assert (cost.breach, cost.sanctions) == ("Late", ("Fine: €5",))
