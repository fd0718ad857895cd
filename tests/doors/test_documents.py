"""`inspect`, `clause`, `outline`, `index`, `corpus`, `eval`, `graph`, `doctor` on the sample corpus."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.doors.conftest import Run
from tests.doors.pdfs import rulebook


@pytest.fixture
def index(tmp_path: Path, sample_index: Path) -> Path:
    return Path(shutil.copytree(sample_index, tmp_path / "index"))


@pytest.mark.slow
def test_inspect_shows_the_law_and_what_is_deleted(cli: Run, sample_corpus: Path):
    pdf = sample_corpus / "2018_sporting_issue02.pdf"
    read = json.loads(cli("inspect", pdf, "--json").out)
    text = cli("inspect", pdf).out
    struck = [mark["text"] for page in read["pages"] for mark in page["deleted"]]
    assert read["document"]["season"] == 2018 and read["document"]["issue"] == 2 and struck
    assert all(f"[deleted] {run}" in text for run in struck)
    assert f"--- {len(read['clauses'])} clauses" in text


def test_a_clause_is_shown_with_its_place_and_family(cli: Run, sample_index: Path):
    view = json.loads(cli("clause", "2018/sporting@1/17.1", "--index", sample_index, "--json").out)
    text = cli("clause", "2018/sporting@1/17.1", "--index", sample_index).out
    assert view["clause_id"] == "2018/sporting@1/17.1" and view["path"][-1]["clause"] == "17.1"
    assert view["text"] in text and f"page {view['page']}" in text


def test_a_clause_without_an_issue_is_that_of_the_newest(cli: Run, sample_index: Path):
    view = json.loads(cli("clause", "2018/sporting/17.1", "--index", sample_index, "--json").out)
    assert view["clause_id"] == "2018/sporting@2/17.1"


def test_the_outline_nests_clauses_under_articles(cli: Run, sample_index: Path):
    entries = json.loads(cli("outline", "2019/sporting@1", "--index", sample_index, "--json").out)
    text = cli("outline", "2019/sporting@1", "--index", sample_index).out
    assert entries[0]["children"] and entries[0]["heading"] in text and text.splitlines()[1].startswith("  ")


def test_status_and_verify_name_every_document(cli: Run, sample_index: Path, sample_corpus: Path):
    status = json.loads(cli("index", "status", "--index", sample_index, "--json").out)
    assert len(status["documents"]) == len(list(sample_corpus.glob("*.pdf")))
    assert cli("index", "verify", "--index", sample_index).code == 0


def test_documents_come_and_go_with_their_copies(cli: Run, tmp_path: Path, index: Path):
    rulebook(tmp_path / "rules.pdf")
    added = cli("corpus", "add", "rules.pdf", "--index", index)
    assert added.code == 0 and (tmp_path / "corpus" / "own" / "rules.pdf").exists()
    assert "2031/sporting@1" in cli("index", "status", "--index", index).out
    assert cli("corpus", "remove", "2031/sporting", "--index", index).code == 0
    assert "2031/sporting@1" not in cli("index", "status", "--index", index).out
    assert list((tmp_path / "corpus" / "own").iterdir()) == []
    assert (
        cli("index", "gc", "--index", index).code == 0 and cli("index", "verify", "--index", index).code == 0
    )


def test_what_is_known_is_not_read_again(cli: Run, tmp_path: Path, index: Path, sample_corpus: Path):
    ran = cli("ingest", sample_corpus, "--index", index)
    assert ran.code == 0 and "read  " not in ran.out and ran.out.count("unchanged") == 8


def test_a_question_set_is_answered_line_by_line(cli: Run, tmp_path: Path, sample_index: Path):
    questions = tmp_path / "set.jsonl"
    rows = [{"id": "a", "question": "What is the pit lane?"}, {"id": "b", "question": "How do I bake bread?"}]
    questions.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    ran = cli("eval", "run", "set.jsonl", "--index", sample_index, "--out", "results.jsonl")
    results = [
        json.loads(line) for line in (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert (
        ran.code == 0 and [r["id"] for r in results] == ["a", "b"] and all(r["answer"]["ok"] for r in results)
    )
    again = cli("eval", "run", "set.jsonl", "--index", sample_index, "--out", "results.jsonl")
    assert "2 answers were in results.jsonl already" in again.err
    failing = {"id": "c", "question": "Why?", "season": 1900, "gold": ["2018/sporting/1.1"]}
    questions.write_text(json.dumps(failing), encoding="utf-8")
    ran = cli("eval", "run", "set.jsonl", "--index", sample_index, "--out", "failed.jsonl")
    assert ran.code == 1 and "| failed | 1 |" in ran.out and "is `gold_clauses` meant (c)?" in ran.err


def test_the_list_of_official_documents_is_printed(cli: Run):
    corpus = Path(__file__).parents[2] / "corpus"
    listed = json.loads(cli("corpus", "list", "--json", REGULATIONS_AGENT_CORPUS=str(corpus)).out)
    assert {"2025/sporting@5", "2026/technical@8"} <= {row["name"] for row in listed}
    assert not any(row["here"] for row in listed if row["season"] == 2020)


def test_the_loop_is_drawn(cli: Run):
    assert "reason" in cli("graph").out and "graph TD" in cli("graph", "--mermaid").out


def test_the_doctor_finds_a_missing_index_and_a_sound_one(cli: Run, sample_index: Path):
    ill, well = cli("doctor"), cli("doctor", "--index", sample_index, "--json")
    assert ill.code == 3 and "problem  index" in ill.out
    assert well.code == 0 and all(finding["ok"] for finding in json.loads(well.out))


def test_the_outline_of_the_only_book_needs_no_name_and_of_several_says_which(
    cli: Run, tmp_path: Path, index: Path, sample_index: Path
):
    rulebook(tmp_path / "rules.pdf")
    own = tmp_path / "own"
    assert cli("ingest", "rules.pdf", "--index", own).code == 0
    assert cli("outline", "--index", own).out == cli("outline", "2031/sporting", "--index", own).out != ""
    several = cli("outline", "--index", sample_index)
    assert several.code == 2 and "2019/sporting" in several.error
