"""One's own books answer from an index of their own; its runs and memory lie with it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from regulations_agent.settings import Settings
from tests.doors.conftest import Ran, Run
from tests.doors.pdfs import LINES, rulebook

LATER = ("2032 LANTERN CUP SPORTING REGULATIONS", *LINES[1:])
QUESTION = "What is the speed limit in the pit lane?"


@pytest.fixture
def project(tmp_path: Path, sample_index: Path) -> Path:
    """A folder with the sample's index in its place, and a rulebook of one's own."""
    shutil.copytree(sample_index, tmp_path / "indexes" / "sample")
    (tmp_path / "my-rulebooks").mkdir()
    rulebook(tmp_path / "my-rulebooks" / "lantern.pdf")
    return tmp_path


def asked(cli: Run, project: Path, *words: str) -> Ran:
    """A question of a user with a home of their own, no history named."""
    home = {"HOME": str(project / "home"), "XDG_DATA_HOME": str(project / "home" / "data")}
    return cli(*words, **home, REGULATIONS_AGENT_HISTORY="")


def test_the_sample_answers_until_there_are_books_of_one_s_own(cli: Run, project: Path) -> None:
    before = asked(cli, project, "ask", QUESTION)
    assert before.code == 0 and "sporting regulations" in before.out
    assert before.err.startswith("index: indexes/sample, the sample;")
    assert asked(cli, project, "ingest", "my-rulebooks").code == 0
    after = asked(cli, project, "ask", QUESTION)
    assert after.err == "index: indexes/default\n" and "2019" not in after.out and "2018" not in after.out
    told = json.loads(asked(cli, project, "ask", "--json", QUESTION).out)
    assert told["index_name"] == "2031/sporting@1" and len(told["index"]) == 64
    assert {c["season"] for c in told["citations"]} <= {2031}


def test_runs_belong_to_the_index_that_answered(cli: Run, project: Path) -> None:
    asked(cli, project, "ask", QUESTION)
    asked(cli, project, "ingest", "my-rulebooks")
    asked(cli, project, "ask", "Who lights the lantern?")
    own, sample = (asked(cli, project, "runs", "list", *of) for of in ((), ("--index", "indexes/sample")))
    assert "Who lights the lantern?" in own.out and QUESTION not in own.out
    assert QUESTION in sample.out and "lantern" not in sample.out
    assert (project / "indexes" / "default" / "state" / "history.sqlite").is_file()


def test_runs_survive_reading_the_books_again(cli: Run, project: Path) -> None:
    asked(cli, project, "ingest", "my-rulebooks")
    asked(cli, project, "ask", "Who lights the lantern?")
    rulebook(project / "my-rulebooks" / "more.pdf", LATER)
    assert asked(cli, project, "ingest", "my-rulebooks").code == 0
    assert "Who lights the lantern?" in asked(cli, project, "runs", "list").out


def test_a_default_index_of_the_sample_alone_becomes_one_s_own(
    cli: Run, project: Path, sample_corpus: Path
) -> None:
    shutil.move(project / "indexes" / "sample", project / "indexes" / "default")
    (project / "corpus").mkdir()
    (project / "corpus" / "sample").symlink_to(sample_corpus)
    done = asked(cli, project, "ingest", "my-rulebooks")
    assert done.code == 0 and "the sample gave way to your own books" in done.out
    assert "holds 1 document" in done.out


def test_an_index_that_may_not_be_written_is_asked_all_the_same(project: Path) -> None:
    locked = project / "indexes" / "sample"
    writable = Settings(index=locked, data_dir=project / "data")
    assert writable.state_dir == locked / "state"
    other = Settings(index=project / "elsewhere", data_dir=project / "data")
    assert other.state_dir.parent == project / "data" / "state"
    locked.chmod(0o555)
    try:
        if os.access(locked, os.W_OK):
            pytest.skip("this user may write anywhere")
        assert writable.state_dir.parent == project / "data" / "state"
        assert writable.state_dir != other.state_dir
    finally:
        locked.chmod(0o755)


def test_the_history_of_before_is_mentioned_once_and_left_alone(cli: Run, project: Path) -> None:
    former = project / "home" / "data" / "regulations-agent" / "history.sqlite"
    former.parent.mkdir(parents=True)
    former.write_bytes(b"as it was")
    first, second = (asked(cli, project, "runs", "list") for _ in range(2))
    assert str(former) in first.err and str(former) not in second.err
    assert former.read_bytes() == b"as it was"


def test_a_title_that_begins_with_an_article_is_given_no_second_one(cli: Run, tmp_path: Path) -> None:
    book = tmp_path / "rowing.md"
    book.write_text("# The Rowing Club Bylaws\n\n## 1 Fees\n\n1.1 Every member pays €40 a year.\n", "utf-8")
    assert cli("ingest", book, "--index", tmp_path / "i").code == 0
    told = cli("ask", "How old must a member be to row alone?", "--index", tmp_path / "i").out
    assert "Nearest in The Rowing Club Bylaws, which may rule something else" in told
