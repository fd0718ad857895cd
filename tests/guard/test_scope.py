"""What a corpus is about, and what it is only silent on: derived from its clauses alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.guard.judging.scope import LEAST, NAMED, Scope
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings

QUESTIONS = Path(__file__).parent / "questions"
ENOUGH = 75


@pytest.fixture(scope="module")
def agent(sample_index: Path) -> Agent:
    return Agent.open(sample_index, settings=Settings(keep_runs=False, max_iterations=1))


def outcomes(name: str, agent: Agent) -> Counter[str]:
    """How the questions of a file end, or of a long one so many of it: answered, abstained from, declined."""
    asked = (QUESTIONS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    answers = [agent.ask(text, fresh=True) for text in asked[:: max(1, len(asked) // ENOUGH)]]
    return Counter(a.refused or ("abstained" if a.abstained else "answered") for a in answers)


@pytest.mark.slow
def test_a_question_put_as_one_for_a_rule_is_abstained_from_and_not_declined(agent: Agent):
    came = outcomes("unheld", agent)
    assert came["abstained"] >= 0.5 * came.total() and came["out_of_scope"] <= 0.1 * came.total()


@pytest.mark.slow
def test_rules_of_other_fields_are_not_answered(agent: Agent):
    came = outcomes("elsewhere", agent)
    assert came["answered"] <= 0.2 * came.total()


@pytest.mark.slow
def test_gossip_is_declined(agent: Agent):
    came = outcomes("gossip", agent)
    assert came["out_of_scope"] >= 0.75 * came.total() and came["answered"] <= 0.05 * came.total()


@pytest.mark.parametrize(
    "question",
    [
        "Is there a rule on drones?",
        "Are selfie sticks permitted on the grid?",
        "How many umbrellas may a team bring to the grid?",
    ],
)
def test_what_the_corpus_is_silent_on_is_abstained_from(sample_index: Path, question: str):
    answer = Agent.open(sample_index, settings=Settings(keep_runs=False)).ask(question, fresh=True)
    assert answer.abstained and answer.refused is None and answer.searched.documents


def test_words_of_another_subject_are_not_made_up_for_by_a_frame(sample_library: Retriever):
    seen = Scope(sample_library).best("Are dogs allowed in restaurants in Paris?")
    assert seen.chance < LEAST and not seen.silent


def test_names_that_only_the_corpus_knows_are_about_it_however_short():
    texts = {
        "1": "The slowest five cars of SQ1 must exceed 107% of the fastest time to be left out.",
        "2": "The revenue of the championship in Q4 is shared among the teams.",
    }
    scope = Scope(Retriever.from_texts(texts))
    assert scope.best("how long is SQ1").chance >= LEAST and scope.best("107% rule").chance >= LEAST
    assert scope.best("Q4 profits at Banana Computers").named < NAMED
