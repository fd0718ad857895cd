"""The examples that `--help` shows are commands that run."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from regulations_agent.doors.cli import EXAMPLES, PROGRAM, examples, run

RUNNING = {"page", "serve", "mcp", "chat", "ingest", "inspect"}
"""Commands that go on until they are ended, or that need a file of one's own."""
SHOWN = [(name, line) for name, lines in EXAMPLES.items() for line in lines if name not in RUNNING]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "line"), SHOWN)
def test_an_example_runs_and_is_answered(
    name: str,
    line: str,
    sample_index: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REGULATIONS_AGENT_INDEX", str(sample_index))
    monkeypatch.setenv("REGULATIONS_AGENT_HISTORY", str(tmp_path / "history.sqlite"))
    assert run(shlex.split(line)) == 0
    shown = capsys.readouterr().out
    assert shown.strip() and "not contain an answer" not in shown


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_help_of_a_command_shows_its_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run([name, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "Examples:" in shown and f"{PROGRAM} {name}" in shown
    assert examples(PROGRAM, "nothing") is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "ask x --season abc",
            "--season is 'abc'; it should be a whole number. See `regulations-agent ask --help`",
        ),
        ("page --port 99999", "--port is '99999'; it should be less than or equal to 65535."),
        ("runs list --limit ten", "--limit is 'ten'; it should be a whole number."),
        ("compare 2019", "Missing argument 'NEW'."),
    ],
)
def test_a_value_that_an_option_does_not_take_is_told_in_words(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(shlex.split(line)) == 2
    assert f"error: {said}" in capsys.readouterr().err


def test_a_mistyped_command_is_answered_with_the_likely_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["aks", "why?"]) == 2
    assert "Did you mean 'ask'? See" in capsys.readouterr().err
