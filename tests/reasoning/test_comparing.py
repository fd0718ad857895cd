"""Comparisons: what became of a rule is said as it is, and what one side lacks is said to be lacking."""

from __future__ import annotations

import pytest

from regulations_agent.agent import Agent
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import SIX_TOOLS, Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Reading
from tests.books import book

_LIMIT = "A speed limit of eighty (80) km/h will be imposed in the pit lane during the whole event"
_OLD = book(2041, "sporting", 1, [
    ("1", "PIT LANE", ""),
    ("1.1", "", f"{_LIMIT}. It may be changed following a proposal of the safety officer."),
    ("1.1a)", "", "Whoever exceeds it in practice will be fined one hundred (100) euros."),
    ("1.1b)", "", "Whoever exceeds it in the race must drive through the pit lane."),
    ("2", "DRIVING", ""),
    ("2.1", "", "Any driver whose car has serious damage to its structure or a failure of a vital part, so "
     "that it cannot reach the garages without harm to others, must leave the track as soon as it is safe."),
    ("2.2", "", "Every driver must wear a helmet of the approved kind while the engine is running."),
    ("3", "NIGHT WORK", ""),
    ("3.1", "", "Mechanics must stay out of the paddock between midnight and six (6) in the morning."),
    ("3.2", "", "If a garage is left unlocked at night the jury imposes"),
    ("3.2a)", "", "on a week day: a fine of one hundred (100) euros;"),
    ("4", "PRACTICE", ""),
    ("4.1", "", "Each team must once a year let a driver drive who has not participated in more than two (2) "
     "races."),
])  # fmt: skip
_NEW = book(2042, "sporting", 1, [
    ("B1", "PIT LANE", ""),
    ("B1.1", "", f"{_LIMIT}, by day and by night."),
    ("B1.1a)", "", "Penalties for exceeding the speed limit:"),
    ("B1.1a)i)", "", "Whoever exceeds it in practice will be fined one hundred (100) euros."),
    ("B1.1a)ii)", "", "Whoever exceeds it in the race must drive through the pit lane."),
    ("B2", "DRIVING", ""),
    ("B2.1", "", "If a driver has grave mechanical difficulties, they must leave the track as soon as it is "
     "safe."),
    ("B2.2", "", "Every Driver must wear a Helmet of the approved kind while the Engine is running."),
    ("B4", "NIGHT WORK", ""),
    ("B4.2", "", "If a garage is left unlocked at night the jury imposes"),
    ("B4.2a)", "", "on a week day: a fine of three hundred (300) euros;"),
    ("B3", "PRACTICE", ""),
    ("B3.1", "", "Each team must twice a year let a driver drive who has not participated in more than two "
     "(2) races."),
])  # fmt: skip
_CARS = book(2041, "technical", 1, [
    ("5", "WHEELS", ""),
    ("5.1", "", "The diameter of a complete wheel must lie between seven hundred and five (705) mm and seven "
     "hundred and twenty-five (725) mm."),
])  # fmt: skip


@pytest.fixture(scope="module")
def agent() -> Agent:
    return asking(_OLD, _NEW, _CARS)


def asking(*readings: Reading) -> Agent:
    settings = Settings(keep_runs=False)
    records = [Record(encode(reading)) for reading in readings]
    index, _ = assemble(records, open_embedder(settings), None, lambda _: None)
    library, tools = Retriever(index), load_tools(SIX_TOOLS)
    return Agent(library, Extractive(library, tools, settings), tools, settings, debug=True)


def test_a_figure_that_stands_in_another_item_now_is_not_said_to_be_dropped(agent: Agent):
    answer = agent.ask("How did the pit lane speed limit change between 2041 and 2042?")
    first = answer.text.splitlines()[0]
    assert answer.citations[0].clause == "1.1" and "100" not in first and "hundred" not in first


def test_capitals_and_references_are_no_change(agent: Agent):
    answer = agent.ask("Did the rule on helmets change from 2041 to 2042?")
    assert answer.text.startswith("**Unchanged**") and {c.season for c in answer.citations} == {2041, 2042}


def test_a_list_whose_item_changed_is_not_said_to_be_unchanged(agent: Agent):
    answer = agent.ask("What changed about garages left unlocked at night from 2041 to 2042?")
    assert "100" in answer.text and "300" in answer.text
    assert "Unchanged" not in answer.text.splitlines()[0]


def test_a_rule_that_was_written_anew_is_no_rule_dropped_and_one_added(agent: Agent):
    answer = agent.ask("When must a driver with a broken car leave the track, 2041 compared with 2042?")
    assert {"2.1", "B2.1"} <= {c.clause for c in answer.citations}
    assert "no such rule" not in answer.text.splitlines()[0]


def test_a_rule_without_counterpart_is_said_to_have_none(agent: Agent):
    answer = agent.ask("Night work of mechanics in the paddock: 2041 vs 2042?")
    assert answer.citations[0].clause == "3.1" and "no such rule in the 2042 sporting" in answer.text


def test_a_book_that_one_season_lacks_is_named_as_lacking(agent: Agent):
    answer = agent.ask("Did the diameter of the wheels change from 2041 to 2042?")
    assert "no 2042 technical regulations" in answer.text and answer.citations[0].clause == "5.1"


def test_a_season_that_the_corpus_lacks_is_not_replaced_by_another(agent: Agent):
    answer = agent.ask("How did the pit lane speed limit change between 2039 and 2041?")
    assert "no 2039 sporting regulations" in answer.text
    assert {c.season for c in answer.citations} == {2041}


@pytest.mark.parametrize(
    "question", ["What changed about the pit lane between 2037 and 2039?", "Curfew: 2031 versus 2035"]
)
def test_seasons_that_the_corpus_lacks_are_not_replaced_by_those_it_has(agent: Agent, question: str):
    answer = agent.ask(question)
    assert answer.abstained and "there is no document of 203" in answer.text


def test_what_changed_since_a_season_that_the_corpus_lacks_is_what_the_newest_says(agent: Agent):
    answer = agent.ask("What changed about the pit lane speed limit since 2039?")
    assert "no 2039 sporting regulations" in answer.text
    assert {c.season for c in answer.citations} == {2042}


def test_what_no_clause_mentions_is_not_compared_by_what_is_near_in_meaning(agent: Agent):
    answer = agent.ask("What changed about the zeppelins between 2041 and 2042?")
    assert answer.abstained and "none mentions “zeppelins”" in answer.text


def test_a_season_to_come_is_said_to_have_no_document(agent: Agent):
    answer = agent.ask("How does the pit lane speed limit change from 2041 to 2044?")
    assert "There is no document of 2044; the newest is of 2042." in answer.warnings


def test_what_fans_say_finds_the_rule_before_it_is_compared(agent: Agent):
    answer = agent.ask("What changed for rookies in practice between 2041 and 2042?")
    assert {c.clause for c in answer.citations} >= {"4.1", "B3.1"} and "once" in answer.text


def test_tools_that_all_fail_are_not_said_to_have_found_nothing(agent: Agent):
    twice = {"topic": "pit lane", "old": "2041/sporting", "new": "2041/sporting"}
    answer = agent.ask("Pit lane", tool="regulation_comparison", tool_input=twice)
    assert answer.abstained and "were not searched" in answer.text and answer.warnings


def test_a_rule_about_the_question_that_is_gone_is_told_and_another_that_is_gone_is_not(agent: Agent):
    gone = agent.ask("Must mechanics still stay out of the paddock after midnight?")
    assert "**Dropped:**" in gone.text and [c.clause for c in gone.citations] == ["3.1"]
    other = agent.ask("Is it still forbidden to smoke in the paddock during practice?")
    assert "Dropped" not in other.text


def test_further_changes_on_the_subject_are_told_where_what_changed_is_asked_and_no_value_is():
    def licences(n: str, who: str, most: str, months: str, days: str) -> list[tuple[str, str, str]]:
        return [
            (n, "LICENCES", ""),
            (f"{n}.1", "", f"Penalty points are added to a licence by the {who}."),
            (f"{n}.2", "", f"A driver with {most} penalty points on his licence is suspended for a race."),
            (f"{n}.3", "", f"Penalty points stay on a licence for {months} months."),
            (f"{n}.4", "", f"A driver appeals against penalty points on his licence within {days} days."),
        ]

    old = licences("4", "stewards", "ten", "six", "two")
    course = "A driver with seven penalty points on his licence must attend a driving course."
    new = [*licences("B4", "panel", "nine", "ten", "five"), ("B4.5", "", course)]
    asked = asking(book(2041, "sporting", 1, old), book(2042, "sporting", 1, new))
    told = asked.ask("What changed about penalty points between 2041 and 2042?")
    shown, also = told.text.split("**Also changed:**")
    numbers = {f"B4.{n}" for n in range(1, 6)}
    assert {number for number in numbers if number in shown} | {n for n in numbers if n in also} == numbers
    assert {c.clause for c in told.citations} >= numbers
    assert "Also changed" not in asked.ask("How many months did points stay in 2041 and in 2042?").text


def test_figures_of_one_side_alone_replace_none():
    def wing(n: str, said: str) -> list[tuple[str, str, str]]:
        return [(n, "REAR WING", ""), (f"{n}.1", "Rear wing adjustment", said)]

    old = wing("4", "The bodywork of the rear wing stays as printed unless the driver opens it in a zone.")
    new = wing("B4", "Rear wing profiles turn about 1 fixed axis while cars are in motion.")
    asked = asking(book(2041, "technical", 1, old), book(2042, "technical", 1, new))
    text = asked.ask("What changed about the rear wing adjustment between 2041 and 2042?").text
    assert text.splitlines()[0] == "**Written anew:**"


@pytest.mark.parametrize(("end", "also"), [("", True), (" For this adjustment of the rear wing:", False)])
def test_a_part_of_a_rule_that_is_shown_is_told_with_it_or_in_a_line(end: str, also: bool):
    def wing(n: str, what: str, most: int) -> list[tuple[str, str, str]]:
        return [
            (n, "REAR WING", ""),
            (f"{n}.1", "Rear wing adjustment", f"The rear wing {what}.{end}"),
            (f"{n}.1a)", "", f"No part of the rear wing may lie outboard of {most} mm in its adjustment."),
        ]

    old, new = wing("4", "may be adjusted by the driver", 490), wing("B4", "turns about a fixed axis", 535)
    asked = asking(book(2041, "technical", 1, old), book(2042, "technical", 1, new))
    text = asked.ask("What changed about the rear wing adjustment between 2041 and 2042?").text
    assert ("- **B4.1a)** 490 mm → 535 mm" in text) is also
    assert text.count("rear wing may lie outboard") == (0 if also else 2)
