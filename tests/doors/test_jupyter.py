"""What a notebook shows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent import ingest
from regulations_agent.agent import Agent
from regulations_agent.doors.jupyter import (
    answer_html,
    bar_html,
    clause_html,
    compare_html,
    ingest_html,
    outline_html,
)
from regulations_agent.types.ingest import Progress
from tests.doors.pdfs import empty, rulebook

QUESTION = "What happens if a car is released unsafely?"


@pytest.fixture(scope="module")
def agent(sample_index: Path, sample_corpus: Path) -> Agent:
    return Agent.open(index=sample_index, corpus=sample_corpus.parent, keep_runs=False)


def test_an_answer_shows_its_sources_and_the_printed_page_with_every_quote_marked(agent: Agent) -> None:
    answer = agent.ask(QUESTION)
    page = answer_html(answer)
    assert "B3.4.3 Releasing Cars (and 4 items), " in page and "data:image/png;base64," in page
    on_page = [box for c in answer.citations for box in c.boxes if box[0] == answer.citations[0].page]
    assert page.count("mix-blend-mode") == len(on_page) > 1


def test_without_the_pdf_the_answer_says_why_there_is_no_page(agent: Agent) -> None:
    answer = agent.ask(QUESTION)
    moved = replace(answer, index="other", citations=(replace(answer.citations[0], sha256="0" * 64),))
    assert "data:image" not in answer_html(moved) and "REGULATIONS_AGENT_CORPUS" in answer_html(moved)


def test_text_never_becomes_markup(agent: Agent) -> None:
    evil = "<script>alert(1)</script> ![x](http://evil.example/x.png) <img src=x onerror=alert(2)>"
    page = answer_html(replace(agent.ask(QUESTION), answer=evil, warnings=(evil,), citations=()))
    assert "<script" not in page and "<img" not in page


def test_clauses_comparisons_and_outlines_are_shown(agent: Agent) -> None:
    assert "€5,000" in clause_html(agent.clause("2019/sporting@2/B3.4.3a"))
    shown = compare_html(agent.compare("2019/sporting@1", "2019/sporting@2"))
    assert "modified" in shown and "unchanged</td>" not in shown
    assert "Releasing Cars" in outline_html(agent.outline("2019/sporting"))


@pytest.mark.parametrize("pair", [("2019/sporting@1", "2019/sporting@2"), ("2018/sporting", "2019/sporting")])
def test_a_comparison_names_books_and_clauses_in_words_and_tables_cell_by_cell(
    agent: Agent, pair: tuple[str, str]
) -> None:
    words = re.sub(r"<[^>]*>", " ", shown := compare_html(agent.compare(*pair)))
    assert "2019 Sporting, issue 2" in words and not re.search(r"\||/sporting@", words)
    assert re.search(r"<th[^>]*>before</th>", shown) and re.search(r"<span[^>]*>€2,000</span>", shown)


def test_what_could_not_be_read_stands_below_what_was(tmp_path: Path) -> None:
    report = ingest([rulebook(tmp_path / "lantern.pdf"), empty(tmp_path / "<b>.pdf")], tmp_path / "index")
    shown = ingest_html(report)
    assert "2031/sporting@1" in shown and "&lt;b&gt;.pdf" in shown and "<b>" not in shown


def test_progress_is_a_bar_with_its_stage() -> None:
    shown = bar_html(Progress("read", 3, 8, "<i>a.pdf"))
    assert '<progress max="8" value="3">' in shown and "reading 3 of 8 &lt;i&gt;a.pdf" in shown
