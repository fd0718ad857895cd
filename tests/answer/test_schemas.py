from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from regulations_agent.answer.schemas import SHAPES, schemas, texts

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
# fmt: off
ANSWER_KEYS = [
    "ok", "question", "answer", "abstained", "refused", "citations", "values", "amendments", "searched",
    "intent", "route", "tools", "quality", "iterations", "rounds", "steps", "tool_calls", "guard", "engine",
    "usage", "warnings", "related", "reused", "seconds", "run_id", "thread_id", "index", "error",
    "index_name",
]
# fmt: on


@pytest.mark.parametrize("name", [*SHAPES, "event"])
def test_the_schema_files_are_what_the_types_say(name: str) -> None:
    written = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert written == texts()[name], "run: python -m regulations_agent.answer.schemas"


def test_no_schema_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*SHAPES, "event"}


@pytest.mark.parametrize("name", [*SHAPES, "event"])
def test_every_schema_is_sound(name: str) -> None:
    schema = schemas()[name]
    Draft202012Validator.check_schema(schema)  # raises for one that is none
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"] and schema["title"] == name


def test_the_answer_has_its_keys_in_their_order() -> None:
    definitions = schemas()["answer"]["$defs"]
    assert isinstance(definitions, dict)
    assert definitions["Answer"]["required"] == ANSWER_KEYS
