"""A question that names no season is answered from the newest one that rules the matter."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.render import to_markdown
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.building.build import ingest
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.reasoning.choosing.rules import gather
from regulations_agent.reasoning.drafting import former
from regulations_agent.reasoning.drafting.compose import item_lines
from regulations_agent.reasoning.drafting.listing import listing
from regulations_agent.reasoning.drafting.pointing import needs_pointers, pointed_to
from regulations_agent.reasoning.notices import OLDER
from regulations_agent.reasoning.understanding.intent import read_ask
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.answer import UNSURE
from regulations_agent.types.document import Reference, Target
from regulations_agent.types.run import Hit
from tests import books


@pytest.fixture(scope="module")
def agent(sample_index: Path) -> Agent:
    return Agent.open(index=sample_index, debug=True)


def test_the_newest_season_answers_although_the_older_one_is_worded_closer(agent: Agent):
    answer = agent.ask("How heavy must a car be at least?")
    assert answer.citations[0].season == 2019 and "(855) kilograms" in answer.text


def test_a_rule_of_the_newest_season_leads_over_a_former_one_that_fits_no_better(agent: Agent):
    answer = agent.ask("What is the penalty for an unsafe release?")
    assert answer.citations[0].season == 2019 and "€7,500" in answer.text
    assert not [w for w in answer.warnings if w.startswith(OLDER)]


def test_the_season_that_is_named_answers(agent: Agent):
    answer = agent.ask("How heavy must a car be at least?", season=2018)
    assert answer.citations[0].season == 2018 and "(870) kilograms" in answer.text


def test_a_year_without_a_book_is_told_beside_a_season_that_has_one(agent: Agent):
    answer = agent.ask("What is the deposit for a protest in 2019 and in 2017?")
    assert "€2,500" in answer.text
    assert "There is no document of 2017; this one is of 2019." in answer.warnings


def test_a_clause_that_the_newest_issue_deleted_whole_is_said_to_be_gone(agent: Agent):
    answer = agent.ask("Can the race director put the whole field at 60 km/h (Code Sixty)?")
    assert answer.text.startswith("**No longer in force.** **B5.9**")
    assert [(c.clause, c.page, c.quote) for c in answer.citations] == [("B5.9", 11, "")]
    assert answer.quality is not None and answer.quality.overall > 8 and not answer.warnings


@pytest.mark.parametrize("clause", ["B5.9", "B5.9.1"])
def test_a_deleted_clause_that_is_named_is_looked_up_once_and_its_own_page_cited(agent: Agent, clause: str):
    answer = agent.ask(f"Is article {clause} still in force?")
    assert [(c.clause, c.page) for c in answer.citations] == [(clause, 11)]
    assert "holds no rule in force" in answer.text and answer.iterations == 1 and not answer.warnings


def test_an_own_book_of_a_later_year_does_not_keep_a_deletion_from_being_told(
    sample_index: Path, tmp_path: Path
):
    own = tmp_path / "rowing.md"
    own.write_text("# Rowing Bylaws 2031\n\n1.1 Anyone may join.\n", encoding="utf-8")
    index = shutil.copytree(sample_index, tmp_path / "index")
    ingest([own], index, settings=Settings())
    answer = Agent.open(index=index, debug=True).ask("May the race director order Code Sixty?")
    assert answer.text.startswith("**No longer in force.**")


def test_a_comparison_that_names_no_season_is_made_in_the_book_of_its_subject(agent: Agent):
    answer = agent.ask("How do the sanctions for a minor overspend differ between the two seasons?")
    assert {(c.season, c.section) for c in answer.citations} == {(2018, "financial"), (2019, "financial")}


def test_a_rule_that_another_took_up_is_not_called_dropped(agent: Agent):
    answer = agent.ask("What changed about a material overspend from 2018 to 2019?")
    assert "**Taken up in** D6.1.2" in answer.text and "**Dropped:**" not in answer.text


def test_rules_written_anew_face_each_other(agent: Agent):
    answer = agent.ask("How did the weight that a car must have at least change from 2018 to 2019?")
    assert {c.clause for c in answer.citations} >= {"4.1", "C4.1.1"}


def test_what_a_rule_of_a_former_season_has_become_answers_in_its_place(agent: Agent):
    answer = agent.ask("How many minutes before the start does the pit lane close?")
    assert answer.citations[0].clause == "B5.4.3" and "eight (8) minutes" in answer.text


def test_a_value_of_another_kind_answers_nothing(agent: Agent):
    assert agent.ask("How tall must a driver be in the pit lane?").abstained


@pytest.mark.parametrize(
    "heading, told",
    [
        ("B5.8", ["**B5.8.1** eighty (80) km/h → seventy (70) km/h", "3 modified"]),
        ("B5.9", ["**B5.9.1** dropped: The Race Director", "3 deleted"]),
    ],
)
def test_what_changed_below_a_heading_that_is_named_is_listed(agent: Agent, heading: str, told: list[str]):
    answer = agent.ask(
        f"What changed in {heading} between issue 1 and issue 2 of the 2019 sporting regulations?"
    )
    assert not answer.abstained and all(one in answer.text for one in told)
    assert all(citation.clause.startswith(heading) for citation in answer.citations)


def test_a_list_that_an_answer_points_to_is_shown_with_its_items(agent: Agent):
    clause = agent.library.clause("2019/sporting@2/B5.10.5")
    shown = pointed_to(clause, clause.text, read_ask(clause.text), agent.library)
    assert [s.clause.number for s in shown] == ["B1.3.5", "B1.3.5a", "B1.3.5b", "B1.3.5c"]
    assert {s.document.id for s in shown if s.document} == {"2019/sporting@2"}


def test_a_list_that_is_cut_says_so(agent: Agent):
    root = agent.library.clause("2019/sporting@2/B1.3.5")
    rule = gather([Hit(root, agent.library.document_of(root), 1.0)], agent.library)[0]
    whole, part = listing(rule, root), listing(rule, root, room=60)
    assert [s.cut for s in whole] == [False] * 3 and part[-1].cut and len(part) < 3
    assert item_lines(part, {}).endswith(" …") and "…" not in item_lines(whole, {})


def test_a_heading_that_is_asked_for_by_its_number_is_no_doubtful_answer(agent: Agent):
    answer = agent.ask("What does B6.4 say?")
    assert {c.clause for c in answer.citations} == {"B6.4.1", "B6.4.2", "B6.4.3"}
    assert answer.iterations == 1 and not answer.warnings


@pytest.mark.parametrize(
    ("question", "shown"), [("When do the quiet hours begin?", ["4.2"]), ("What must be covered?", [])]
)
def test_the_value_asked_for_is_shown_from_the_clause_that_the_rule_names(question: str, shown: list[str]):
    rules = [
        ("1", "GARAGES", ""),
        ("1.1", "", "For the quiet hours that Article 4.2 sets cars stay in their garages, engines covered."),
        ("4", "TIMES", ""),
        ("4.1", "", "The jury publishes them."),
        ("4.2", "", "They begin eleven (11) hours before the start."),
    ]
    named = Reference("1.1", 1, "Article 4.2", (Target(None, "4.2", "resolved"),))
    reading = books.book(2041, "sporting", 1, rules, references=(named,))
    library = Retriever(assemble([Record(encode(reading))], books.HashedWords())[0])
    clause, ask = library.clause("2041/sporting@1/1.1"), read_ask(question)
    found = pointed_to(clause, clause.text, ask, library) if needs_pointers(ask, clause.text) else ()
    assert [s.clause.number for s in found] == shown


@pytest.mark.parametrize(
    "question",
    [
        "when do the covers go on the cars after qualifying",
        "Team overspends the 2019 cost cap by 6 percent, what is the sanction and who imposes it?",
    ],
)
def test_what_later_rounds_find_stands_behind_what_the_first_said(sample_index: Path, question: str):
    def ask(rounds: int) -> list[str]:
        settings = Settings(quality_threshold=10, max_iterations=rounds, keep_runs=False)
        answer = Agent.open(index=sample_index, settings=settings).ask(question)
        return [citation.clause or "" for citation in answer.citations]

    once, thrice = ask(1), ask(3)
    assert once and thrice[: len(once)] == once


@pytest.mark.parametrize("logits", [(-8.0, -9.0), (3.0, 2.7)])
def test_a_rule_is_said_to_be_gone_where_struck_words_answer_and_what_stands_there_does_not(
    agent: Agent, monkeypatch: pytest.MonkeyPatch, logits: tuple[float, float]
):
    asked = "Can the race director put the whole field at 60 km/h (Code Sixty)?"
    monkeypatch.setattr(former, "read_alone", lambda *_: list(logits))
    assert not agent.ask(asked, fresh=True).text.startswith("**No longer in force.**")


def test_a_list_that_became_a_paragraph_is_compared_as_a_whole(agent: Agent):
    told = agent.ask("What changed about qualifying between 2018 and 2019?").answer
    first = told.split("\n\n")[0]
    assert first.startswith("**Written anew**") and "no such rule" not in told
    assert first.index("22.2b)") < first.index("22.2c)") < first.index("B5.3.1")
    assert "B5.1.1b" not in told  # `qualifying;`, of a timetable, says nothing that was not asked


def test_a_reader_is_told_first_that_an_answer_is_unsure(agent: Agent):
    doubt = f"{UNSURE} (graded 6.0 of 10; from 7 on an answer counts as sure)."
    asked = agent.ask("How heavy must a car be at least?")
    said = to_markdown(replace(asked, warnings=("It was late.", doubt)))
    assert said.startswith(f"*{doubt}*\n\n") and said.endswith("> It was late.")


def test_the_nearest_rule_is_told_in_the_order_printed(agent: Agent):
    answer = agent.ask("Can the crew listen to music in parc fermé?")
    assert answer.abstained and "a Competitor may start the engine; add or remove fuel" in answer.text
