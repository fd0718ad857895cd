"""A command that cannot be obeyed says in one line what came, what is possible and what to do."""

from pathlib import Path

import pytest

from tests.doors.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["ask"], 2, "Missing argument 'QUESTION'"),
        (["aks", "x"], 2, "Did you mean 'ask'"),
        (["ask", "--sesaon", "2025", "x"], 2, "--season"),
        (["ask", "--season", "next", "x"], 2, "--season"),
        (["ask", "--season", "9" * 5_000, "x"], 2, "--season"),
        (["ask", "--issue", "1e99", "x"], 2, "--issue"),
        (["runs", "list", "--limit", "-1"], 2, "--limit"),
        (["ingest", "x.pdf", "--workers", "-3"], 2, "--workers"),
        (["ask", "--engine", "magic", "x"], 2, "auto"),
        (["ask", "--tool-input", "{", "x"], 2, "not JSON"),
        (["ask", "--tool-input", "[1]", "x"], 2, "not a JSON object"),
        (["ask", "What is the minimum weight?"], 3, "indexes/default"),
        (["ask", "--index", "nowhere", "x"], 3, "nowhere"),
        (["clause", "2025/sporting/47.1"], 3, "ingest"),
        (["outline", "2025/sporting"], 3, "ingest"),
        (["index", "status"], 3, "ingest"),
        (["index", "verify", "--index", "nowhere"], 3, "nowhere"),
        (["index", "gc"], 3, "ingest"),
        (["inspect", "none.pdf"], 2, "none.pdf"),
        (["ingest", "none.pdf"], 2, "none.pdf"),
        (["ingest", "."], 2, "no rulebook"),
        (["corpus", "fetch", "2026"], 2, "REGULATIONS_AGENT_CORPUS"),
        (["corpus", "list"], 2, "manifest.toml"),
        (["corpus", "remove", "2025/sporting"], 3, "ingest"),
        (["eval", "run", "none.jsonl"], 2, "none.jsonl"),
        (["eval", "run", "none.txt"], 2, ".jsonl"),
    ],
)
def test_each_misuse_has_its_code_and_its_line(cli: Run, arguments: list[str], code: int, said: str):
    ran = cli(*arguments)
    assert ran.code == code and said in ran.error


def test_no_result_is_written_over_what_was_read(cli: Run, tmp_path: Path):
    asked = '{"id": "a", "question": "Why?"}\n'
    for name in ("q.jsonl", "r.jsonl", "rules.md"):
        (tmp_path / name).write_text(asked, encoding="utf-8")
    for command in (
        ["eval", "run", "q.jsonl", "--out", "./q.jsonl"],
        ["eval", "export", "q.jsonl", "r.jsonl", "r.jsonl"],
        ["eval", "export", "q.jsonl", "r.jsonl", "q.jsonl"],
        ["inspect", "rules.md", "--html", tmp_path / "rules.md"],
        ["ingest", "rules.md", "--html", "rules.md"],
    ):
        ran = cli(*command)
        assert ran.code == 2 and "is what is read" in ran.error
    assert all(path.read_text(encoding="utf-8") == asked for path in tmp_path.iterdir())


def test_a_page_of_changes_that_cannot_or_need_not_be_written_is_said(cli: Run, tmp_path: Path):
    (tmp_path / "rules.md").write_text("# Club\n\n1. Boats stop at red lights.\n", encoding="utf-8")
    ran = cli("ingest", "rules.md", "--index", "index", "--html", tmp_path / "nowhere" / "x.html")
    assert ran.code == 2 and "nowhere is no folder" in ran.error and not (tmp_path / "index").exists()
    ran = cli("ingest", "rules.md", "--index", "index", "--html", "x.html")
    assert ran.code == 0 and "x.html is not written: nothing that was read is a new issue" in ran.err


def test_a_setting_out_of_range_is_named(cli: Run):
    ran = cli("ask", "x", REGULATIONS_AGENT_QUALITY_THRESHOLD="eleven")
    assert ran.code == 2 and "quality_threshold" in ran.error and "eleven" in ran.error


def test_a_megabyte_on_the_command_line_is_not_echoed_back(cli: Run):
    ran = cli("ask", "x", "--season", "9" * 100_000)
    assert ran.code == 2 and len(ran.error) < 1_200


def test_debug_adds_the_traceback_wherever_it_stands(cli: Run):
    for arguments in (["--debug", "index", "status"], ["index", "status", "--debug"]):
        ran = cli(*arguments)
        assert ran.code == 3 and "Traceback" in ran.err and "error: No index" in ran.err.splitlines()[-1]


def test_after_two_dashes_debug_is_part_of_the_question(cli: Run):
    assert "Traceback" not in cli("ask", "--", "what does", "--debug", "mean?").err


def test_help_is_shown_without_a_command_and_for_each(cli: Run):
    assert "ingest" in cli("--help").out and "--as-of" in cli("ask", "--help").out
    ran = cli()
    assert ran.code == 2 and "Usage" in ran.out and ran.err == ""
