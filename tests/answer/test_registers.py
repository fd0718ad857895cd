"""Terms, penalties and obligations of the sample corpus, as its source prints them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.answer.registers import obligations, penalties, terms
from regulations_agent.language.registers.impositions import imposition
from regulations_agent.language.registers.norms import Norm, norms
from regulations_agent.language.registers.penalties import costs, labelled, tabled
from regulations_agent.language.registers.sanction_names import listed
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Filters


def test_a_list_of_sanctions_is_a_row_each_with_its_case_and_appeal(sample_library: Retriever) -> None:
    rows = {row.clause_id: row for row in penalties(sample_library, "released unsafely")}
    row = rows["2019/sporting@2/B3.4.3a"]
    assert row.sanctions == ("fine of €7,500 on the Competitor",)
    assert row.breach.startswith("If the Stewards find that a Car was released unsafely")
    assert row.breach.endswith("outside a Sprint or a Race")
    assert (row.mandatory, row.decided_by) == (True, "Stewards")
    assert row.appeal is not None and row.appeal.startswith("No appeal lies")


def test_a_row_tells_its_headings_and_the_sentences_that_it_leans_on(sample_library: Retriever) -> None:
    rows = {row.clause_id: row for row in (*penalties(sample_library), *obligations(sample_library))}
    speed = rows["2019/sporting@2/B3.3.2"]
    assert speed.headings == ("SAFETY, PIT LANE AND DRIVING", "Speed in the Pit Lane")
    assert speed.context[0].startswith("The speed limit in the Pit Lane is sixty (60) km/h")
    assert "Other work means that the Car starts from the Pit Lane." in rows["2019/sporting@2/B4.5.2"].context
    assert rows["2019/financial@1/D6.2.1"].context == ("The sanctions are:",)  # not the rest of its table


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
        head, own = words(above_all(clause, sample_library)), words(clause.text)
        if any(f": {cells[0]} (" in row.what for cells in clause.rows):
            continue  # a row of a table
        said = words(row.what.removeprefix("only ")).split()
        assert words(row.who.partition(" [")[0]) in f"{head} {own}"
        assert any(" ".join(said[:n]) in head and " ".join(said[n:]) in own for n in range(len(said) + 1)), (
            row
        )


def above_all(clause: Clause, library: Retriever) -> str:
    """The texts above a clause, outermost first: who an item of an item binds may stand two levels up."""
    above = library.parent(clause)
    return f"{above_all(above, library)} {above.text}" if above else ""


def words(text: str) -> str:
    """Without the marks that stand between a list's head and its items."""
    return " ".join(text.replace(":", " ").replace(",", " ").split())


@pytest.mark.parametrize(
    ("sentence", "norm"),
    [
        (
            "During a race, each team must return all tyres before noon.",
            Norm("each team", "must", "return all tyres before noon", "During a race; before noon"),
        ),
        ("No car may be refuelled.", Norm("car", "must_not", "be refuelled", None)),
        ("Neither car may be pushed.", Norm("Neither car", "must_not", "be pushed", None)),
        ("Wings that move are prohibited.", Norm("Wings that move", "must_not", "are prohibited", None)),
        (
            "Drivers are prohibited from waving.",
            Norm("Drivers", "must_not", "are prohibited from waving", None),
        ),
        ("The hull is free, but it must be dry.", Norm("it [The hull is free]", "must", "be dry", None)),
        ("The jury sits where each team may see it.", Norm("each team", "may", "see it", None)),
        ("Each crew will get a berth but must pay for it.", Norm("Each crew", "must", "pay for it", None)),
        (
            "If it rains, and the panel agrees, the race may end.",
            Norm("the race", "may", "end", "If it rains, and the panel agrees"),
        ),
        ("The crew must NOT sing.", Norm("The crew", "must_not", "sing", None)),
        ("KX-4 must be red.", Norm("KX-4", "must", "be red", None)),
        ("A team whose car is late must wait.", Norm("A team whose car is late", "must", "wait", None)),
        ("Cars may not reverse in the pit lane.", Norm("Cars", "must_not", "reverse in the pit lane", None)),
        (
            "Immediately after the last run the crew must leave.",
            Norm("the crew", "must", "leave", "Immediately after the last run"),
        ),
        (
            "All staff working on a car when the car is in the pits to be fitted, or at lunch, a dinner "
            "or a tea, must be wearing hats.",
            Norm(
                "All staff working on a car when the car is in the pits to be fitted, or at lunch, a "
                "dinner or a tea",
                "must",
                "be wearing hats",
                None,
            ),
        ),
        (
            "In addition to any fee, each club shall pay.",
            Norm("each club", "must", "pay", "In addition to any fee"),
        ),
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


def test_a_pronoun_is_told_by_what_was_said_before() -> None:
    found = norms("The panel has five members. It may ask for books.")
    assert [n.who for n in found] == ["It [The panel]"]
    assert [n.who for n in norms("It may ask for books.", about="The panel")] == ["It [The panel]"]
    assert [n.who for n in norms("It must be decided by noon.", about="Cars")] == ["It"]
    found = norms("The ring is open at night, but this must be told.")
    assert [n.who for n in found][-1] == "this [The ring is open at night]"


def test_what_opens_a_sentence_holds_for_all_of_it() -> None:
    found = norms("When it rains, the crew must stop, and the captain must wave by noon.")
    assert [(n.who, n.when) for n in found][-1] == (
        "the captain",
        "When it rains; by noon",
    )
    lead = "When the horn is heard, every boat must:"
    assert [n.when for n in norms("wait until noon;", lead)] == ["When the horn is heard; until noon"]
    found = norms("Other than on a track, cars may not race.")
    assert [n.when for n in found] == ["Other than on a track"]
    found = norms("Whilst in the port, dock or yard a crew may sing.")
    assert [(n.who, n.when) for n in found] == [("a crew", "Whilst in the port, dock or yard")]


def test_a_time_ends_where_another_clause_begins() -> None:
    (norm,) = norms("It may go to any crew that rowed in May or have rowed during the regatta and who asked.")
    assert norm.when == "during the regatta"


def test_a_verb_is_that_of_its_own_subject() -> None:
    text = (
        "Sets must be sent by noon unless it rains, in which case one set may be kept but must be sent later."
    )
    (norm,) = norms(text)
    assert (norm.who, norm.what) == ("Sets", text.removeprefix("Sets must ").rstrip("."))
    text = "Any car that was in its box at the time the race was stopped, or that has been moved, must wait."
    assert [n.who for n in norms(text)] == [text.removesuffix(", must wait.")]
    text = "Any driver who caused a false start, and is then able to start, must wait."
    assert [n.who for n in norms(text)] == [text.removesuffix(", must wait.")]


def test_a_lead_that_only_says_when_is_the_time_of_its_items() -> None:
    (norm,) = norms("The crew must stand back.", "During all refuelling:")
    assert (norm.who, norm.what, norm.when) == ("The crew", "stand back", "During all refuelling")
    (norm,) = norms("The crew must stand back.", "In particular:")
    assert norm.when is None


@pytest.mark.parametrize(
    ("sentence", "norm"),
    [
        (
            "In pools where guests are allowed to swim, guests must shower.",
            Norm("guests", "must", "shower", "In pools where guests are allowed to swim"),
        ),
        (
            "Until the last payment all tenants must keep receipts.",
            Norm("all tenants", "must", "keep receipts", "Until the last payment"),
        ),
        (
            "If the pump fails the crew may stop.",
            Norm("the crew", "may", "stop", "If the pump fails"),
        ),
        ("Such list shall be open.", Norm("Such list", "must", "be open", None)),
        ("At least two lifts must work.", Norm("At least two lifts", "must", "work", None)),
        ("Diving is allowed after noon.", Norm("Diving", "may", "is allowed after noon", "after noon")),
        ("No dogs are permitted here.", Norm("No dogs", "must_not", "are permitted here", None)),
        ("Nothing that leaks may sail.", Norm("Nothing that leaks", "must_not", "sail", None)),
        (
            "Any award that names no donor, or any prize without one, shall not be given.",
            Norm(
                "Any award that names no donor, or any prize without one", "must_not", "be given", None
            ),
        ),
        (
            "No trade (except lessons, provided that they may not be loud) shall be held.",
            Norm("trade (except lessons, provided that they may not be loud)", "must_not", "be held", None),
        ),
        ("Owners must at all times keep the lawn mown.",
         Norm("Owners", "must", "at all times keep the lawn mown", "at all times")),
        ("A vote must be held in each term during which a seat is empty.",
         Norm("A vote", "must", "be held in each term during which a seat is empty", None)),
    ],
)  # fmt: skip
def test_what_stands_around_a_verb_is_not_lost(sentence: str, norm: Norm) -> None:
    assert list(norms(sentence)) == [norm]


def test_a_case_holds_for_every_clause_after_it() -> None:
    found = norms("At each regatta, any boat may anchor, and any crew may land.")
    assert [n.when for n in found] == ["At each regatta", "At each regatta"]


@pytest.mark.parametrize(
    "sentence",
    [
        "“Lot” shall mean any plot on the map.",
        "Some tenants may keep pets.",
        "There may be some doubt.",
        "Fees may be raised by law, as it may be amended.",
    ],
)
def test_a_meaning_and_a_possibility_are_no_duty(sentence: str) -> None:
    assert [n.who for n in norms(sentence) if n.who != "Fees"] == []


def test_a_heading_is_the_subject_of_a_text_that_begins_with_its_verb() -> None:
    (norm,) = norms("shall keep the books.", heading="Treasurer.")
    assert (norm.who, norm.what) == ("Treasurer", "keep the books")


def test_an_item_is_no_subject_of_a_verb_inside_its_condition() -> None:
    (norm,) = norms("Declare a seat empty in the event its holder shall be absent.", "The board may:")
    assert (norm.who, norm.modality) == ("The board", "may")


def test_an_item_ends_without_the_word_that_links_the_next() -> None:
    assert [n.what for n in norms("The name of the club; and", "A form must include the following:")] == [
        "include the following: The name of the club"
    ]


def test_a_ban_after_but_is_one_of_its_own() -> None:
    found = list(norms("Tyres may be changed, but refuelling and changes to wings are forbidden."))
    assert found == [
        Norm("Tyres", "may", "be changed", None),
        Norm("refuelling and changes to wings", "must_not", "are forbidden", None),
    ]


def test_a_verb_inside_the_subject_is_no_norm() -> None:
    assert list(norms("The last day forms may be received shall be a Monday.")) == []


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
    (cost,) = costs(text, "", "Lines")
    assert cost.breach == "any driver who crosses the line"
    assert cost.sanctions == ("drive-through penalty",)
    assert cost.mandatory


def test_what_may_be_imposed_is_not_mandatory() -> None:
    (cost,) = costs("The stewards may fine any team that is late up to €2,500.", "", "Lateness")
    assert not cost.mandatory


def test_a_sum_keeps_its_thousands() -> None:
    found = imposition("A Competitor that is late is fined €20,000 for each hour.")
    assert found is not None and found.sanctions == ("fined €20,000 for each hour",)


def test_a_sentence_that_spares_imposes_nothing() -> None:
    assert list(costs("No penalty will be imposed if a driver is pushed.", "", "")) == []


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
        (
            "If a boat is late the skipper will be fined €50.",
            "If a boat is late, the skipper",
            ("fined €50",),
        ),
        ("If it is late the jury may fine it €5.", "Conduct: If it is late", ("fine it €5",)),
        ("Only the first foul is penalised.", "Only the first foul", ("penalised",)),
        ("Tenants may be fined for late payment.", "Tenants for late payment", ("fined",)),
        ("A tenant may be fined €9 for each day late.", "Conduct: A tenant", ("fined €9 for each day late",)),
        (
            "The chair may fine players for shouting, spitting or bad language.",
            "for shouting, spitting or bad language",
            ("fine players",),
        ),
        ("Falls before the line disqualify the rider.", "Falls before the line", ("disqualify the rider",)),
        ("Posters left up are grounds for disqualification.", "Posters left up", ("disqualification",)),
        (
            "Members who take too long risk being expelled.",
            "Members who take too long",
            ("risk being expelled",),
        ),
        ("A free kick is the usual penalty for all fouls.", "all fouls", ("free kick",)),
        ("Canvassing at the polls will result in a warning.", "Canvassing at the polls", ("warning",)),
        ("The clerk has the sole authority to expel a member who lies.", "a member who lies", ("expel",)),
        (
            "If a place was gained, the penalty is a drive-through.",
            "If a place was gained",
            ("drive-through",),
        ),
        ("A second engine costs €50 as a fine.", "Conduct: A second engine", ("€50 as a fine",)),
        (
            "Members with three unexcused absences may be removed from the committee.",
            "Members with three unexcused absences",
            ("removed from the committee",),
        ),
        (
            "Any club that fails to report shall be denied the benefits of affiliation.",
            "Any club that fails to report",
            ("denied the benefits of affiliation",),
        ),
        (
            "Crews found asleep will be excluded from the race.",
            "Crews found asleep",
            ("excluded from the race",),
        ),
    ],
)
def test_the_breach_is_what_was_done(sentence: str, breach: str, sanctions: tuple[str, ...]) -> None:
    (cost,) = costs(sentence, "", "Conduct")
    assert (cost.breach, cost.sanctions) == (breach, sanctions)


def test_a_right_that_is_taken_away_is_a_sanction() -> None:
    text = "During any month in which rent is owed, the voting rights of a tenant may be suspended."
    (cost,) = costs(text, "", "")
    assert cost.sanctions == ("voting rights of a tenant may be suspended",)
    (cost,) = costs("Fellows who do not publish may have their membership terminated.", "", "")
    assert (cost.breach, cost.sanctions) == (
        "Fellows who do not publish",
        ("have their membership terminated",),
    )


def test_two_sanctions_of_two_deciders_are_two_rows() -> None:
    found = list(
        costs("A club that is late loses two points, and the jury of the cup may fine it €5.", "", "")
    )
    assert [(c.sanctions, c.mandatory, c.decided_by) for c in found] == [
        (("loses two points",), True, None),
        (("fine it €5",), False, "jury"),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "At least ten minutes warning will be given.",
        "Protests arise when an umpire gives the wrong penalty.",
        "No officer shall be disqualified by reason of a loan.",
        "An error that was reported will not be further penalised.",
        "Should the panel decide to impose a time penalty, the following steps must be taken.",
        "The suspension of the boat must be fitted.",
        "The nominee with the fewest votes shall be removed from consideration.",
        "Relevant costs do not include fines.",
        "No drop imposed under Rule 4 may be appealed.",
    ],
)
def test_what_imposes_nothing_costs_nothing(sentence: str) -> None:
    assert list(costs(sentence, "", "Conduct")) == []


def test_who_decides_is_named_as_printed() -> None:
    (cost,) = costs("If a crew is late, the Race Panel may fine it €5.", "", "")
    assert cost.decided_by == "Race Panel"


def test_a_column_that_sorts_penalties_is_no_sanction() -> None:
    assert list(tabled([["Form", "Due", "Penalty Group"], ["Design", "May", "Tech"]])) == []
    (cost,) = tabled([["Breach", "Article", "Fine"], ["Breach", "Article", "Fine"], ["Late", "B2", "€5"]])
    assert (cost.breach, cost.sanctions) == ("Late", ("Fine: €5",))


def test_no_sanction_is_cut_and_each_item_has_its_appeal(sample_library: Retriever) -> None:
    rows = {row.clause_id.rpartition("/")[2]: row for row in penalties(sample_library, "released unsafely")}
    assert rows["B3.4.3c"].sanctions == (
        "stop-and-go penalty of ten (10) seconds on the Driver",
        "fine of €20,000 on the Competitor",
    )
    assert rows["B3.4.3d"].sanctions == ("drop of five (5) grid places at the Driver's next Race",)
    for case in ("B3.4.3c", "B3.4.3d"):
        assert rows[case].appeal == "For the other cases Article B6.5 applies."


def test_every_sanction_and_breach_is_printed_whole(sample_library: Retriever) -> None:
    rows = penalties(sample_library)
    assert len(rows) > 40
    for row in rows:
        clause = sample_library.clause(row.clause_id)
        above = sample_library.parent(clause)
        printed = words(f"{above.text if above else ''} {clause.text}")
        for said in (row.breach, *row.sanctions):
            for piece in re.split(r": |(?<=\.) |, ", said):
                whole = rf"(?<!\w){re.escape(words(piece))}(?!\w)"
                titled = [*(clause.rows[0] if clause.rows else ()), *headings(clause, sample_library)]
                assert re.search(whole, printed) or piece in titled, row


def headings(clause: Clause, library: Retriever) -> list[str]:
    return [above.heading for above in (*library.path(clause), clause)]


@pytest.mark.parametrize(
    ("lead", "item", "breach", "sanction"),
    [
        ("If a mast breaks, they impose,", "at sea: a fine of €5;", "If a mast breaks, at sea", "fine of €5"),
        ("A fine of €9 will be imposed on any crew that:", "sings.", "any crew that: sings", "fine of €9"),
        ("A boat that is late", "is fined €3 at first;", "A boat that is late", "fined €3 at first"),
        ("They may impose these fines:", "a fine of €2;", "They may impose these fines", "fine of €2"),
    ],
)  # fmt: skip
def test_an_item_and_the_sentence_above_it_are_one(lead: str, item: str, breach: str, sanction: str) -> None:
    (cost,) = costs(item, lead, "Conduct")
    assert (cost.breach, cost.sanctions) == (breach, (sanction,))


def test_how_a_penalty_is_served_is_no_penalty() -> None:
    lead = "Should the jury impose a Turn Penalty, the following procedure must be followed:"
    assert list(costs("Whilst the boat serves the penalty it may not be touched.", lead, "Turns")) == []
    assert list(costs("Any such penalties will be applied to the next race.", "", "Turns")) == []


def test_a_breach_says_what_the_sentence_before_speaks_of() -> None:
    (cost,) = costs(
        "A crew that hears the horn must stop. If it goes on, the jury may disqualify it.", "", ""
    )
    assert cost.breach == "A crew that hears the horn must stop. If it goes on"
    assert (cost.sanctions, cost.mandatory, cost.decided_by) == (("disqualify it",), False, "jury")


def test_a_breach_of_an_item_says_what_its_lead_speaks_of() -> None:
    (cost,) = costs(
        "is warned;", "A crew who leaves it", "", context="Crews keep to the lane, which ends at the buoys."
    )
    assert cost.breach == "Crews keep to the lane, which ends at the buoys. A crew who leaves it"
    text = "Should they fail, they must go back. A fine will be imposed on any crew that fails in such cases."
    (cost,) = costs(text, "", "")
    assert cost.breach.startswith("Should they fail, they must go back.")
    (cost,) = costs("Each club names a member. The club responsible for that seat shall forfeit it.", "", "")
    assert cost.breach == "Each club names a member. The club responsible for that seat"


@given(
    st.lists(
        st.sampled_from(["a fine of €5", "a reprimand", "a time penalty of ten (10) seconds"]), min_size=1
    )
)
def test_a_list_of_sanctions_is_parted_and_nothing_is_lost(named: list[str]) -> None:
    assert [
        f"a {part}" for part in listed(", ".join(named[:-1]) + (" and " if named[1:] else "") + named[-1])
    ] == named


@pytest.mark.parametrize(
    ("text", "breach", "sanctions"),
    [
        (
            "Late entry. Penalty: a fine of 50 EUR",
            "Late entry.",
            ["a fine of 50 EUR"],
        ),
        (
            "Plagiarism. Sanction:\nFirst offense: A score of 0.\nSecond offense: Exclusion.",
            "Plagiarism.",
            ["First offense: A score of 0", "Second offense: Exclusion"],
        ),
        ("Sanction for a missing badge: two days of work", "a missing badge", ["two days of work"]),
    ],
)
def test_a_sanction_behind_a_label_is_that_of_what_stands_before_it(
    text: str, breach: str | None, sanctions: list[str]
):
    found = [(cost.breach, list(cost.sanctions)) for cost in labelled(text, "")]
    assert found == ([(breach, sanctions)] if breach else [])


@pytest.mark.parametrize(
    ("sentence", "breach", "sanctions"),
    [
        (
            "Any person who contravenes rule (1) shall be guilty of an offence and shall, on conviction, be"
            " liable to a fine.",
            "Any person who contravenes rule (1)",
            ("fine",),
        ),
        ("Theft shall be punishable with exclusion.", "Theft", ("exclusion",)),
        ("If a crew is late, it will be given notice of the decision to suspend it.", None, ()),
    ],
)
def test_what_an_offence_costs_is_told_and_a_notice_of_it_is_none(
    sentence: str, breach: str | None, sanctions: tuple[str, ...]
):
    found = imposition(sentence)
    assert (found and (found.breach, found.sanctions)) == ((breach, sanctions) if breach else None)


def test_what_may_or_may_not_be_and_what_may_be_prescribed_is_no_leave():
    assert not list(norms("A shift is work which may or may not be within the week."))
    found = list(norms("The owner shall pay to the club or the jury such sums as may be prescribed."))
    assert [(n.who, n.what) for n in found] == [
        ("The owner", "pay to the club or the jury such sums as may be prescribed")
    ]
