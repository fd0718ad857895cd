"""Question sets that are asked from the page."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from regulations_agent import Agent
from regulations_agent.doors.page.trials import Trial, Trials
from regulations_agent.errors import UsageError

QUESTIONS = "".join(
    json.dumps({"question": f"Which penalty follows a false start in {season}?"}) + "\n"
    for season in (2018, 2019)
).encode()


@pytest.fixture(scope="module")
def agent(sample_index: Path) -> Agent:
    return Agent.open(sample_index, keep_runs=False)


def ended(trials: Trials, trial: Trial) -> Trial:
    for _ in range(600):
        if not (trial := trials.get(None, trial.name)).at_work:
            return trial
        time.sleep(0.1)
    raise AssertionError("the question set was not asked within a minute")


def test_a_set_is_asked_to_its_end_and_scored(agent: Agent, tmp_path: Path):
    trials = Trials(tmp_path)
    done = ended(trials, trials.begin(agent, "../my set.jsonl", QUESTIONS))
    assert (done.questions, done.done, done.error) == (2, 2, None) and done.name.endswith("my_set")
    assert len(trials.report(None, done.name).scores) == 2 and trials.list("ann") == []
    assert next(tmp_path.glob(f"*/{done.name}")).stat().st_mode & 0o077 == 0


def test_progress_is_told_while_the_run_writes_its_files(agent: Agent, tmp_path: Path):
    trials = Trials(tmp_path)
    done = ended(trials, trials.begin(agent, "set.jsonl", QUESTIONS))
    (scratch,) = tmp_path.glob(f"*/{done.name}")
    (scratch / "..results.jsonl.4711").write_text("half a li", encoding="utf-8")
    assert trials.get(None, done.name).questions == 2


def test_what_is_no_question_set_is_named_and_leaves_nothing(agent: Agent, tmp_path: Path):
    trials = Trials(tmp_path)
    with pytest.raises(UsageError, match=r"'set\.pdf' is no question set"):
        trials.begin(agent, "set.pdf", QUESTIONS)
    with pytest.raises(UsageError, match=r"^set\.jsonl, line 1 is no JSON"):
        trials.begin(agent, "set.jsonl", b"no json\n")
    assert trials.list(None) == []
