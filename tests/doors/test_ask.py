"""`ask` on the sample corpus: output for people and for programs, light, offline and the same everywhere."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from regulations_agent.answer.render import from_json
from regulations_agent.answer.sources import source_line, sources_of
from regulations_agent.index.building.build import ingest, remove
from regulations_agent.settings import Settings
from regulations_agent.types.answer import Answer
from tests.doors.conftest import Run, without_settings

QUESTION = "What happens if a car is released unsafely?"
HEAVY = ("torch", "transformers", "sentence_transformers", "gradio", "openai", "langchain_openai", "sklearn")


def test_json_is_all_that_json_prints(cli: Run, sample_index: Path):
    ran = cli("ask", QUESTION, "--index", sample_index, "--json")
    answer = json.loads(ran.out)
    assert ran.code == 0 and ran.err == "" and answer["ok"] and answer["question"] == QUESTION
    assert answer["citations"] and all(c["verified"] and c["page"] >= 1 for c in answer["citations"])
    assert answer["citations"][0]["clause_id"] in ran.out


def test_a_pipe_gets_plain_text_with_the_sources(cli: Run, sample_index: Path):
    ran = cli("ask", QUESTION, "--index", sample_index)
    answer = from_json(cli("ask", QUESTION, "--index", sample_index, "--json").out, Answer)
    assert ran.code == 0 and ran.err == "" and "\x1b" not in ran.out
    for source in sources_of(answer.answer, answer.citations):
        line = f"{source.number}. {source_line(source)}"
        assert line in ran.out.splitlines() and f"[{source.number}]" in ran.out
        assert source.citation.clause in line and str(source.citation.page) in line


def test_words_need_no_quotes_and_stdin_will_do(cli: Run, sample_index: Path):
    def answer(*words: str, stdin: str = "") -> str:
        return json.loads(cli("ask", *words, "--index", sample_index, "--json", stdin=stdin).out)["answer"]

    assert answer(QUESTION) == answer(*QUESTION.split()) == answer("-", stdin=QUESTION + "\n")


def test_the_stream_is_json_lines_that_end_with_the_answer(cli: Run, sample_index: Path):
    ran = cli("ask", QUESTION, "--index", sample_index, "--stream")
    events = [json.loads(line) for line in ran.out.splitlines()]
    names = [event["event"] for event in events]
    assert names[0] == "start" and names[-1] == "end" and {"plan", "tool_finished", "grade"} <= set(names)
    assert events[-1]["data"]["citations"] and {e["run_id"] for e in events} == {events[-1]["data"]["run_id"]}


def test_the_trace_goes_to_stderr_and_leaves_the_answer_alone(cli: Run, sample_index: Path):
    plain, traced = (cli("ask", QUESTION, "--index", sample_index, *extra) for extra in ([], ["--trace"]))
    assert traced.out == plain.out
    assert all(word in traced.err for word in ("plan: ", "grade: ", "round 1"))


def test_filters_and_a_tool_of_choice_are_obeyed(cli: Run, sample_index: Path):
    ran = cli(
        "ask",
        "pit lane",
        "--index",
        sample_index,
        "--json",
        "--season",
        "2018",
        "--tool",
        "regulation_search",
    )
    answer = json.loads(ran.out)
    assert answer["route"]["manual"] and answer["tools"] == ["regulation_search"]
    assert {c["season"] for c in answer["citations"]} <= {2018}


@pytest.mark.slow
def test_asking_imports_nothing_heavy(sample_index: Path):
    code = (
        "import sys; from regulations_agent.doors.cli import run\n"
        f"assert run(['ask', {QUESTION!r}, '--index', {str(sample_index)!r}]) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "[]"


def test_a_conversation_goes_on_until_an_empty_line(cli: Run, sample_index: Path):
    ran = cli(
        "chat", "--index", sample_index, stdin=f"{QUESTION}\n{'x' * 9_000}\nAnd in 2018?\n\nnever asked\n"
    )
    once = cli("ask", QUESTION, "--index", sample_index).out
    assert ran.code == 0 and ran.out.startswith(once) and len(ran.out) > len(once) and "8,000" in ran.err


@pytest.mark.parametrize("word", ["quit", "Exit", "/quit"])
def test_a_conversation_ends_when_it_is_told_to_and_says_how(cli: Run, sample_index: Path, word: str):
    ran = cli("chat", "--index", sample_index, stdin=f"/help\n/what\n{word}\nnever asked\n")
    assert (ran.code, ran.out) == (0, "")
    assert [line.endswith("quit or Ctrl-D ends it.") for line in ran.err.splitlines()] == [True, True]


@pytest.mark.slow
def test_a_reader_that_leaves_early_is_no_error(sample_index: Path):
    command = (
        f"{sys.executable} -m regulations_agent ask --json --index {sample_index} '{QUESTION}' | head -c 1"
    )
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout == "{" and done.stderr == ""


@pytest.mark.slow
def test_asking_and_ingesting_need_no_network(tmp_path: Path, sample_corpus: Path, sample_index: Path):
    apart = ["unshare", "-rn", sys.executable, "-m", "regulations_agent"]
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-rn", "true"], check=False).returncode:
        pytest.skip("unshare may not take the network away here")
    for arguments in (
        ["ask", QUESTION, "--index", sample_index],
        ["ingest", sample_corpus / "2019_financial_issue01.pdf", "--index", tmp_path],
    ):
        done = subprocess.run(
            [*apart, *arguments], env=without_settings(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and "error" not in done.stderr, done.stderr
    assert (tmp_path / "manifest.json").exists()


@pytest.mark.slow
def test_the_answer_is_the_same_in_any_order_of_books(
    cli: Run, tmp_path: Path, sample_corpus: Path, sample_index: Path
):
    """And in any process: see `test_determinism`."""
    turned = Path(shutil.copytree(sample_index, tmp_path / "turned"))
    gone = remove(["2018/sporting"], turned)
    for name in sorted(gone, reverse=True):  # the older come after the newer, one at a time
        book = name.replace("/", "_").replace("@", "_issue0")
        ingest([sample_corpus / f"{book}.pdf"], turned, Settings())
    first, second = (
        stable(cli("ask", QUESTION, "--json", "--index", index).out) for index in (sample_index, turned)
    )
    assert first == second


def stable(output: str) -> str:
    """The answer without what may differ between two runs: ids and times."""
    answer = json.loads(output)
    del answer["seconds"], answer["run_id"]
    for step in answer["steps"]:
        del step["seconds"]
    for call in answer["tool_calls"]:
        del call["seconds"], call["started"]
    return json.dumps(answer)
