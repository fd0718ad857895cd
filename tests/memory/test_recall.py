"""What was asked before: found word for word or by meaning, proof checked, by its owner alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.memory.database import Database
from regulations_agent.memory.recall import Recall, key_of, normal
from regulations_agent.memory.store import open_database
from regulations_agent.settings import Settings
from regulations_agent.types.run import Filters, Question, Turn
from tests.books import HashedWords

ASKED = "What happens if a car is released unsafely?"
WRITER = """
import sys
from pathlib import Path
from regulations_agent.memory.database import Database
from regulations_agent.memory.recall import Recall
sys.path.insert(0, {root!r})
from tests.books import HashedWords
recall = Recall(Database(Path({file!r})), HashedWords())
for number in range(150):
    recall.keep(f"question {{number}} of {name}", "r", key=f"{name}{{number}}")
"""


@pytest.fixture
def database(history_place: Path | str) -> Database:
    """With one run that memories may belong to."""
    database = open_database(Settings(history=history_place))
    with database.transaction() as connection:
        connection.execute(
            "INSERT INTO runs (run_id, owner, status, asked, question, asked_with, settings, documents)"
            " VALUES ('r', '', 'done', '', '', '', '', '')"
        )
    return database


def test_like_questions_are_found_most_like_first(database: Database):
    recall = Recall(database, HashedWords())
    for text in (
        "What is the fine for speeding?",
        "How wide is the car?",
        "What is the fine for late entry?",
    ):
        recall.keep(text, "r", key=normal(text))
    found = recall.similar("what is the fine for speeding", least=0.5)
    assert found[0].text == "What is the fine for speeding?" and found[0].similarity > 0.99
    assert [one.text for one in recall.similar("zebra crossing", least=0.9)] == []


def test_a_memory_that_was_damaged_is_none_and_the_others_stay(database: Database):
    recall = Recall(database, HashedWords())
    for text in ("How wide is the car?", "How long is the car?"):
        recall.keep(text, "r", key=normal(text))
    with database.transaction() as connection:
        connection.execute("UPDATE memories SET vector = ? WHERE text LIKE ?", (b"cut", "%long%"))
    recall.keep("How high is the car?", "r", key="high")
    assert {one.text for one in recall.similar("How wide is the car", least=0.1)} == {
        "How wide is the car?",
        "How high is the car?",
    }


def test_what_another_process_adds_is_seen_at_once(database: Database, history_place: Path | str):
    other = open_database(Settings(history=history_place))
    mine, theirs = Recall(database, HashedWords()), Recall(other, HashedWords())
    assert mine.similar("dogs in the paddock") == ()
    theirs.keep("Dogs in the paddock?", "r", key="k")
    assert mine.same("k") == "r" and mine.similar("dogs in the paddock")[0].run_id == "r"


def test_an_owner_finds_only_what_is_theirs(database: Database):
    Recall(database, HashedWords(), "ann").keep("Dogs?", "r", key="k")
    other = Recall(database, HashedWords(), "bob")
    assert other.same("k") is None and other.similar("Dogs?") == ()


def test_a_memory_goes_with_its_run_and_with_time(database: Database):
    recall = Recall(database, HashedWords())
    recall.keep("Dogs?", "r", key="k")
    assert recall.forget("2000-01-01") == 0 and recall.forget("9999") == 1
    recall.keep("Dogs?", "r", key="k")
    with database.transaction() as connection:
        connection.execute("DELETE FROM runs")
    assert recall.same("k") is None and recall.similar("Dogs?") == ()


def test_patterns_are_counted(database: Database):
    recall = Recall(database, HashedWords())
    for pattern in ("search: a", "penalty: b", "search: a"):
        recall.note_pattern(pattern)
    assert [(p.pattern, p.count) for p in recall.patterns()] == [("search: a", 2), ("penalty: b", 1)]


def test_a_key_hangs_on_everything_that_shapes_an_answer():
    asked = Question("How wide is the car?")
    assert key_of(asked, "i") == key_of(Question("  how WIDE is the car "), "i")
    others = (
        Question("How wide is the car in 2025?"),
        Question(asked.text, Filters(season=2025)),
        Question(asked.text, history=(Turn("user", "hm"),)),
        Question(asked.text, tool="regulation_search"),
    )
    assert len({key_of(asked, "i"), key_of(asked, "j"), *(key_of(other, "i") for other in others)}) == 6


@pytest.mark.slow
@pytest.mark.parametrize("history_place", ["file"], indirect=True)
def test_two_processes_that_write_at_once_lose_nothing(database: Database):
    root = str(Path(__file__).parents[2])
    scripts = [WRITER.format(root=root, file=str(database.path), name=name) for name in ("a", "b")]
    running = [subprocess.Popen([sys.executable, "-c", script], cwd=root) for script in scripts]
    assert [process.wait(timeout=200) for process in running] == [0, 0]
    (row,) = database.read("SELECT count(*) AS count, count(DISTINCT key) AS keys FROM memories")
    assert (row["count"], row["keys"]) == (300, 300)


@pytest.fixture
def agent(sample_index: Path, tmp_path: Path) -> Agent:
    return Agent.open(sample_index, settings=Settings(history=tmp_path / "history.sqlite"))


def test_a_question_asked_again_is_answered_from_memory_and_says_so(agent: Agent):
    first, again = agent.ask(ASKED), agent.ask(ASKED.upper())
    assert first.reused is None and again.reused == first.run_id
    assert (again.answer, again.citations) == (first.answer, first.citations)
    assert agent.ask(ASKED, fresh=True).reused is None
    assert agent.ask(ASKED, season=2019).reused is None
    assert agent.for_owner("bob").ask(ASKED).reused is None


def test_an_answer_that_a_reader_called_bad_is_not_given_again(agent: Agent):
    first = agent.ask(ASKED)
    agent.runs.feedback(first.run_id, good=False)
    assert agent.ask(ASKED).reused is None


def test_similar_questions_weigh_the_route_and_nothing_else(agent: Agent):
    alone = agent.ask(f"{ASKED} Tell me.", fresh=True)
    agent.ask(ASKED)
    beside = agent.ask(f"{ASKED} Tell me.")
    assert "1 of 1 similar questions before went this way" in beside.route.reason
    assert beside.route.confidence != alone.route.confidence and beside.reused is None
    assert (beside.answer, beside.citations, beside.tools) == (alone.answer, alone.citations, alone.tools)


def test_a_conversation_works_a_tool_out_once(agent: Agent):
    calls = [
        agent.ask(ASKED, thread="t", tool="regulation_search", tool_input={"query": "unsafe"}) for _ in "12"
    ]
    assert calls[1].reused is None
    said = [step.summary for answer in calls for step in answer.steps if step.node == "act"]
    assert "known from earlier" not in said[0] and "1 known from earlier in the conversation" in said[1]
    assert calls[0].tool_calls[0].output == calls[1].tool_calls[0].output
