"""The page: a cited answer in the browser, the quote where it is printed, and no text that becomes markup."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from regulations_agent import Agent
from regulations_agent.doors import page_parts
from regulations_agent.doors.page_examples import examples
from regulations_agent.doors.page_source import Originals, Sources
from regulations_agent.errors import DocumentError
from tests.doors.conftest import Run, without_settings

QUESTION = "What happens if a car is released unsafely?"
HOSTILE = (
    "What does <img src=x onerror=alert(1)> cost? <script>alert(2)</script> "
    "![a](http://elsewhere.test/a.png) [b](javascript:alert(3)) <http://elsewhere.test> "
    "${alert(4)} {{constructor}} `<b>` \N{RIGHT-TO-LEFT OVERRIDE}"
)


class Tags(HTMLParser):
    """The elements and attributes of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.fixture(scope="module")
def agent(sample_index: Path, sample_corpus: Path) -> Agent:
    return Agent.open(sample_index, corpus=sample_corpus)


@pytest.mark.parametrize(
    "wrapped", [HOSTILE, f"> {HOSTILE}", f"- {HOSTILE}", f"| a |\n| --- |\n| {HOSTILE} |"]
)
def test_text_in_an_answer_becomes_no_link_picture_or_element_of_its_own(wrapped: str):
    html = page_parts.markdown(wrapped)
    found = Tags(html)
    assert found.tags <= {"p", "blockquote", "ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td"}
    assert found.attributes == set() and "&lt;img src=x onerror=alert(1)&gt;" in html
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in html


def test_the_marks_of_an_answer_are_kept():
    html = page_parts.markdown("**B3.4** says\n\n> No car\n\n- one")
    assert "<strong>B3.4</strong>" in html and "<blockquote>" in html and "<li>one</li>" in html


def test_a_question_stays_text_on_every_part_of_the_page(agent: Agent):
    events = list(agent.stream(HOSTILE))
    answer = events[-1].data
    steps = [item for event in events if (item := page_parts.step(event))]
    html = "".join(html for _, html in steps) + page_parts.answer(answer) + page_parts.trust(answer)
    found = Tags(html)
    assert not found.tags & {"img", "script", "a", "iframe"} and not {
        a for a in found.attributes if a[:2] == "on"
    }
    assert "&lt;img" in html


def test_an_abstention_says_what_was_searched(agent: Agent):
    from dataclasses import replace

    asked = agent.ask(QUESTION, season=2019)
    none = replace(asked, abstained=True, answer="The corpus holds no rule on that.", citations=())
    html = page_parts.answer(none)
    assert all(document in html for document in asked.searched.documents) and "Searched" in html


def test_the_source_is_the_printed_page_with_the_quote_highlighted(agent: Agent):
    citation = agent.ask(QUESTION).citations[0]
    html = Sources(agent).show(citation, citation.page)
    places = re.findall(r'class="mark" style="left:([\d.]+)%;top:([\d.]+)%;width:([\d.]+)%', html)
    assert len(places) == len([box for box in citation.boxes if box.page == citation.page]) > 0
    assert all(float(left) > 0 and float(left) + float(width) < 100 for left, _, width in places)
    assert 'src="data:image/png;base64,' in html and f"page {citation.page} of" in html
    assert citation.clause in html and 'class="mark"' not in Sources(agent).show(citation, citation.page + 1)


def test_a_pdf_is_known_by_its_hash_whatever_its_name(agent: Agent, sample_corpus: Path, tmp_path: Path):
    document = agent.library.documents[0]
    with pytest.raises(DocumentError, match="copy it there"):
        Originals(tmp_path).find(document)
    (tmp_path / document.file).write_bytes(b"%PDF-1.4 another one")
    with pytest.raises(DocumentError, match="run ingest again"):
        Originals(tmp_path).find(document)
    (tmp_path / "deep").mkdir()
    copy = shutil.copyfile(sample_corpus / document.file, tmp_path / "deep" / "renamed.PDF")
    assert Originals(tmp_path).find(document) == copy


def test_a_citation_without_its_pdf_still_shows_the_quote(sample_index: Path, tmp_path: Path):
    apart = Agent.open(sample_index, corpus=tmp_path)
    citation = apart.ask(QUESTION).citations[0]
    html = Sources(apart).show(citation, citation.page)
    assert page_parts.plain(citation.quote) in html and "is not in the folder" in html and "<img" not in html


def test_the_examples_come_from_the_documents_and_are_answered(agent: Agent):
    questions = examples(agent.library)
    assert len(questions) == len(set(questions)) == 4 and questions == examples(agent.library)
    assert all(agent.ask(question).citations for question in questions)


def test_without_an_index_there_is_one_line_that_says_what_to_run(cli: Run, tmp_path: Path):
    ran = cli("page", "--index", tmp_path / "none")
    assert ran.code == 3 and "regulations-agent ingest" in ran.error


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_line(process: subprocess.Popen[bytes], log: Path) -> str:
    for _ in range(600):
        if "The page is at" in (said := log.read_text(encoding="utf-8")) or process.poll() is not None:
            return said
        time.sleep(0.1)
    raise AssertionError("the page did not start in a minute")


@pytest.fixture(scope="module")
def address(
    sample_index: Path, sample_corpus: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A page that is served by a process of its own."""
    pytest.importorskip("gradio")
    folder, port = tmp_path_factory.mktemp("page"), free_port()
    command = [
        sys.executable,
        "-m",
        "regulations_agent",
        "page",
        "--index",
        sample_index,
        "--port",
        str(port),
    ]
    environment = without_settings() | {"REGULATIONS_AGENT_CORPUS": str(sample_corpus)}
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out)
    try:
        assert f"http://127.0.0.1:{port}/" in wait_for_line(process, log)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.mark.slow
def test_a_question_to_the_page_gets_a_cited_answer_and_its_source(address: str):
    from gradio_client import Client

    client = Client(address, verbose=False, analytics_enabled=False, httpx_kwargs={"trust_env": False})
    job = client.submit(QUESTION, "", "", "", api_name="/ask")
    steps, said, chips, trust = job.result(timeout=60)[:4]
    assert "penalty_lookup" in steps and "done" in steps and 'class="answer"' in said
    assert "B3.4.3" in str(chips) and 'role="meter"' in trust and "B3.4.3" in trust
    assert len(job.outputs()) >= 2
    source = client.predict("0", api_name="/cited")
    assert "B3.4.3" in source and 'class="mark"' in source
    assert "&lt;img" in str(client.predict(HOSTILE, "", "", "", api_name="/ask"))
    assert 'class="problem"' in client.predict("", "", "", "", api_name="/ask")[1]


@pytest.mark.slow
def test_the_browser_is_told_to_load_nothing_from_elsewhere(address: str):
    with httpx.Client(trust_env=False) as client:
        page = client.get(address)
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert not re.findall(r'<(?:script|link)[^>]+(?:src|href)="https?://(?!127\.0\.0\.1)', page.text)


def test_a_taken_port_is_one_line(cli: Run, sample_index: Path):
    pytest.importorskip("gradio")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        ran = cli("page", "--index", sample_index, "--port", str(other.getsockname()[1]))
    assert ran.code == 2 and "another --port" in ran.error
