"""The README says what is so: its answer is the answer, its commands run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

from regulations_agent.doors.cli import run
from tests.doors.pdfs import rulebook

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of that language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample_index: Path) -> Path:
    """A folder with the default index and some rulebooks of one's own."""
    (tmp_path / "indexes").mkdir()
    (tmp_path / "indexes" / "default").symlink_to(sample_index)
    (tmp_path / "my-rulebooks").mkdir()
    rulebook(tmp_path / "my-rulebooks" / "lantern.pdf")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REGULATIONS_AGENT_INDEX")
    return tmp_path


def asked() -> str:
    (question,) = re.findall(r'^make ask Q="(.+)"$', README, re.MULTILINE)
    return str(question)


@pytest.mark.usefixtures("home")
def test_the_answer_in_the_readme_is_the_answer(capsys: pytest.CaptureFixture[str]):
    """When it fails: paste what the command of the README prints now."""
    assert run(["ask", asked()]) == 0
    assert capsys.readouterr().out.strip() == blocks("text")[0].strip()


@pytest.mark.usefixtures("home")
def test_the_commands_of_the_readme_run():
    lines = [
        line for block in blocks("sh") for line in block.splitlines() if line.startswith("regulations-agent")
    ]
    assert lines
    for line in lines:
        command = shlex.split(line, comments=True)[1:]
        own = ["--index", "own"] if command[0] in ("ingest", "ask") and "--index" not in command else []
        assert run([*command, *own]) == 0, line


@pytest.mark.usefixtures("home")
def test_the_python_of_the_readme_prints_an_answer_and_its_clause(capsys: pytest.CaptureFixture[str]):
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), {})
    assert "2018/sporting@2/" in capsys.readouterr().out


def test_the_readme_names_only_targets_that_there_are():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))
    assert set(re.findall(r"\bmake (\w+)", README)) <= targets


def test_what_the_readme_installs_is_an_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"'\.\[([\w,]+)\]'", README)
    assert named and {extra for one in named for extra in one.split(",")} <= set(
        project["optional-dependencies"]
    )


@pytest.mark.parametrize("looked_on", [True, False])
def test_who_looks_on_sees_packages_come_and_a_pipe_the_answer_alone(looked_on: bool):
    told, seen = os.openpty()
    command = ["make", "--dry-run", "--always-make", "UV=", ".venv/with-core"]
    errors = seen if looked_on else subprocess.DEVNULL
    shown = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, check=True)
    os.close(told), os.close(seen)
    assert "pip install" in shown.stdout
    assert ("--quiet --constraint" in shown.stdout) is not looked_on


def test_the_readme_fits_a_screen():
    assert len(README.splitlines()) <= 80
