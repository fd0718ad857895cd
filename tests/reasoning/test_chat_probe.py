"""What a model is found able to do, and that nothing else is asked of it after."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from regulations_agent.doors.diagnosis import probed, server
from regulations_agent.reasoning.assisted.fallback import Fallback
from regulations_agent.reasoning.assisted.probe import probe
from regulations_agent.reasoning.model.faults import ModelFault
from regulations_agent.reasoning.model.probed import FILE, Probed, remember, remembered
from regulations_agent.settings import Settings
from tests.openai_server import Body, Fault, ModelServer, Say, error, evidence_of, fill, honest, step_of
from tests.reasoning.served import COMPUTED, QUESTION, agent

pytestmark = pytest.mark.slow


def capable(body: Body) -> Say | Fault:
    """Answers with the piece that the question speaks of, declines what none answers, marks what is false."""
    text = str(body["messages"][-1]["content"])
    if step_of(body) == "grade":
        mark = 2 if "cost nothing" in text.partition("Answer:")[2] else 9
        marks = dict.fromkeys(("completeness", "accuracy", "clarity", "specificity"), mark)
        return fill(body, {**marks, "missing": [], "strategy": None})
    if step_of(body) != "write":
        return honest(body)
    asked = set(re.findall(r"\w{4,}", text.partition("Question:")[2].lower()))
    pieces = {
        n: piece for n, piece in evidence_of(body).items() if len(asked & set(piece.lower().split())) > 0
    }
    said = [
        {"text": piece, "evidence": [n], "expression": None, "item": False}
        for n, piece in list(pieces.items())[:1]
    ]
    return fill(body, {"answered": bool(said), "verdict": "none", "sentences": said})


def parrot(body: Body) -> Say | Fault:
    """Repeats what it is told."""
    return Say(str(body["messages"][-1]["content"]))


def reasoner_of(model: ModelServer, folder: Path, **settings: object) -> Fallback:
    made = agent(model, data_dir=folder, **settings).reasoner
    assert isinstance(made, Fallback)
    return made


def test_a_capable_model_is_left_every_step(tmp_path: Path) -> None:
    with ModelServer(capable) as model:
        found = probe(reasoner_of(model, tmp_path).chat, "scripted")
    assert found.steps == ("write", "plan", "grade") and found.tokens_per_second


def test_a_model_that_repeats_its_prompt_is_asked_nothing_any_more(tmp_path: Path) -> None:
    with ModelServer(parrot) as model:
        chat = reasoner_of(model, tmp_path).chat
        found = probe(chat, "scripted")
        assert found.steps == () and "does not plan or write or grade" in found.line
        remember(chat.models.settings, "scripted", found)
        model.heard.clear()
        answer = agent(model, data_dir=tmp_path).ask(QUESTION, fresh=True)
        assert not model.heard and answer.engine == "extractive" and answer.citations
        assert any("unable to write" in warning for warning in answer.warnings)
        alone = agent(model, data_dir=tmp_path, fallback=False).ask(QUESTION, fresh=True)
        assert alone.error and "unable to write" in alone.error.message


def test_another_model_of_the_settings_does_what_the_first_cannot(tmp_path: Path) -> None:
    with ModelServer(honest) as model:
        settings = Settings(openai_base_url=model.url, data_dir=tmp_path)
        kept = Probed(("write",), 3.0, remembered_prompts())
        remember(settings, "scripted", kept)
        agent(model, data_dir=tmp_path, models=("second",)).ask(COMPUTED, fresh=True)
        asked = [(heard.step, heard.body["model"]) for heard in model.heard]
    assert asked == [("plan", "second"), ("write", "scripted")]


def remembered_prompts() -> str:
    from regulations_agent.prompts.load import versions

    return versions()


def test_what_was_found_with_other_prompts_or_of_another_server_does_not_count(tmp_path: Path) -> None:
    here = Settings(openai_base_url="http://127.0.0.1:1/v1", data_dir=tmp_path)
    remember(here, "old", Probed((), None, "write.1"))
    remember(here, "new", Probed((), None, remembered_prompts()))
    assert set(remembered(here)) == {"new"}
    assert remembered(Settings(openai_base_url="http://127.0.0.1:2/v1", data_dir=tmp_path)) == {}
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    assert remembered(here) == {}


def test_a_server_that_cannot_be_asked_says_nothing_of_its_model(tmp_path: Path) -> None:
    with ModelServer(lambda _: error(401, "wrong key")) as model:
        with pytest.raises(ModelFault):
            probe(reasoner_of(model, tmp_path).chat, "scripted")
        settings = Settings(openai_base_url=model.url, openai_model="scripted", data_dir=tmp_path)
        assert remembered(settings) == {}


def test_doctor_asks_each_model_and_remembers(
    tmp_path: Path, sample_index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ModelServer(capable) as model:
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        settings = Settings(
            openai_base_url=model.url,
            openai_model="one",
            models=("two",),
            data_dir=tmp_path,
            index=sample_index,
        )
        found = list(probed(settings))
    assert [f.ok for f in found] == [True, True]
    assert found[0].found.startswith("one plans and writes and grades;")
    assert "plans and writes and grades" in server(settings).found
    assert set(json.loads((tmp_path / FILE).read_text(encoding="utf-8"))[model.url]) == {"one", "two"}
