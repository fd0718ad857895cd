"""The page without a browser: text that becomes no markup, who is let in, and what each tab says."""

from __future__ import annotations

import re
import shutil
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as limited
from hypothesis import strategies as st
from starlette.testclient import TestClient

from regulations_agent import Agent
from regulations_agent.answer.render import to_markdown
from regulations_agent.doors.desk import Desk, file_name
from regulations_agent.doors.jupyter import answer_html
from regulations_agent.doors.page import answer as answers
from regulations_agent.doors.page import steps
from regulations_agent.doors.page.access import Gate
from regulations_agent.doors.page.examples import (
    FURTHER,
    FURTHER_TRIED,
    SHOWN,
    STARTERS,
    TRIED,
    answered,
    examples,
    further,
    well,
)
from regulations_agent.doors.page.source import issued
from regulations_agent.doors.page.tabs.compare import shortened
from regulations_agent.doors.page.tabs.corpus import titled
from regulations_agent.doors.render import html, names
from regulations_agent.doors.render.originals import Originals
from regulations_agent.errors import DocumentError, UsageError
from regulations_agent.reasoning.notices import OLDER
from regulations_agent.settings import Settings, load_settings
from regulations_agent.types.answer import UNSURE, Amendment, ErrorInfo
from tests.doors.conftest import Run

pytestmark = pytest.mark.skipif(find_spec("gradio") is None, reason="gradio is not installed")
QUESTION = "What happens if a car is released unsafely?"
LIMIT = "What is the speed limit in the pit lane?"
HOSTILE = (
    "What does <img src=x onerror=alert(1)> cost? <script>alert(2)</script> "
    "![a](http://elsewhere.test/a.png) [b](javascript:alert(3)) <http://elsewhere.test> "
    "${alert(4)} {{constructor}} `<b>` \N{RIGHT-TO-LEFT OVERRIDE}"
)
ALLOWED = {"p", "blockquote", "ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td"}


class Tags(HTMLParser):
    """The elements and attributes of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in ("href", "src", "action")}


@pytest.fixture(scope="module")
def agent(sample_index: Path, sample_corpus: Path) -> Agent:
    return Agent.open(sample_index, corpus=sample_corpus)


@pytest.fixture(scope="module")
def settings(sample_index: Path, sample_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("page")
    return load_settings(None, index=sample_index, corpus=sample_corpus, data_dir=folder, keep_runs=False)


def opened(settings: Settings, **headers: str) -> TestClient:
    from regulations_agent.doors.page.server import make_server

    server = make_server(Desk(settings))
    return TestClient(server, "http://127.0.0.1:7860", headers={"accept": "text/html", **headers})


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[TestClient]:
    yield opened(settings)


@pytest.mark.parametrize(
    "wrapped", [HOSTILE, f"> {HOSTILE}", f"- {HOSTILE}", f"| a |\n| --- |\n| {HOSTILE} |"]
)
def test_text_in_an_answer_becomes_no_link_picture_or_element_of_its_own(wrapped: str):
    shown = html.markdown(wrapped)
    found = Tags(shown)
    assert found.tags <= ALLOWED and found.attributes == set()
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown and "\N{RIGHT-TO-LEFT OVERRIDE}" not in shown


@limited(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_is_put_into_an_element_reads_back_as_text(inside: str, value: str):
    shown = html.el("p", inside, title=value)
    assert Tags(shown).tags == {"p"} and Tags(shown).attributes == {"title"}


@pytest.mark.parametrize(
    "place", ["http://elsewhere.test", "//elsewhere.test", "javascript:alert(1)", "data:,"]
)
def test_no_link_leads_elsewhere(place: str):
    with pytest.raises(ValueError, match="no attribute of the page"):
        html.el("a", "there", href=place)


def test_nothing_that_runs_can_be_an_attribute():
    with pytest.raises(ValueError, match="onclick"):
        html.el("p", "text", onclick="alert(1)")


def test_source_marks_lead_to_the_sources_that_there_are():
    shown = html.markdown("The limit is **60 km/h**. [1] It was 80. [7]", 2)
    assert 'data-source="0"' in shown and "[7]" in shown and shown.count("<a ") == 1


def test_a_question_stays_text_on_every_part_of_the_page(agent: Agent):
    events = list(agent.stream(HOSTILE, fresh=True))
    shown = [item for event in events if (item := steps.step(event))]
    page = "".join(look for _, look in shown) + answers.turn(events[-1].data)
    found = Tags(page)
    assert not found.tags & {"img", "script", "iframe"} and "&lt;img" in page
    assert not {name for name in found.attributes if name.startswith("on")}
    assert all(re.match(r"/(?!/)|#", place) for place in found.links)


def test_an_abstention_says_what_was_searched(agent: Agent):
    asked = agent.ask(QUESTION, season=2019, fresh=True)
    none = replace(asked, abstained=True, answer="The corpus holds no rule on that.", citations=())
    shown = answers.said(none)
    assert "2019 Sporting, issue 2" in shown and "2019/sporting" not in re.sub(r"<[^>]*>", "", shown)
    assert "Searched" in shown and answers.checked(none) is None


def test_a_pdf_is_known_by_its_hash_whatever_its_name(agent: Agent, sample_corpus: Path, tmp_path: Path):
    document = agent.library.documents[0]
    originals = Originals(load_settings(agent.settings, corpus=tmp_path))
    with pytest.raises(DocumentError, match="copy it there"):
        originals.find(document)
    (tmp_path / document.file).write_bytes(b"%PDF-1.4 another one")
    with pytest.raises(DocumentError, match="read it again"):
        originals.find(document)
    (tmp_path / "deep").mkdir()
    copy = shutil.copyfile(sample_corpus / document.file, tmp_path / "deep" / "renamed.PDF")
    assert originals.find(document) == copy


def test_questions_to_start_with_are_shown_once_they_were_answered_well(agent: Agent):
    candidates = list(examples(agent.library))
    nonsense = "What do the 2019 sporting regulations say about helicopters?"
    shown = answered(agent, [nonsense, *candidates], SHOWN, TRIED)
    assert len(shown) == SHOWN and nonsense not in shown and set(shown) < set(candidates)
    assert all(agent.ask(question, fresh=True).citations for question in shown)
    assert not [question for question in candidates if "2018" in question]


def test_what_may_be_asked_next_is_of_the_books_that_answered_and_told_once(agent: Agent):
    answer = agent.ask("Who may lodge a protest?", season=2019)
    own = replace(answer.related[0], clause_id="2019/sporting@2/B3.3.1", heading="Speed of Cars")
    other = replace(own, clause_id="2018/sporting@2/17.2", heading="PIT LANE")
    asked = list(further(replace(answer, related=(own, other)), agent.library))
    assert any("speed of cars" in question for question in asked)
    assert not [question for question in asked if "2018" in question]
    assert len({question.lower() for question in asked}) == len(asked)


def test_questions_that_follow_an_answer_are_others_that_the_corpus_answers(agent: Agent):
    asked = agent.ask(QUESTION, season=2019, fresh=True)
    shown = answered(agent, further(asked, agent.library), FURTHER, FURTHER_TRIED)
    assert shown and QUESTION not in shown
    assert all(well(agent.embedded(keep=False).ask(question)) for question in shown)


def test_what_the_page_asks_by_itself_leaves_no_run_behind(agent: Agent):
    before = [run.run_id for run in agent.runs.list(limit=1_000)]
    assert well(agent.embedded(keep=False).ask(LIMIT)) and well(agent.embedded(keep=False).ask(LIMIT))
    assert [run.run_id for run in agent.runs.list(limit=1_000)] == before


@pytest.mark.slow
def test_questions_to_start_with_are_made_as_soon_as_the_books_are_read(settings: Settings):
    own = opened(settings)
    shown = own.post("/corpus/again").text
    while job := re.search(r'data-poll="([^"]+)"', shown):
        time.sleep(0.1)
        shown = own.get(job[1]).text
    assert "Nothing is new or changed." in shown
    for thread in threading.enumerate():
        if thread.name == STARTERS:
            thread.join(60)
    assert 'data-do="example"' in own.get("/").text


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("/", ["Ask a rulebook", 'class="examples"']),
        ("/?q=hello&season=2019", ['<option value="2019" selected>', ">hello</textarea>"]),
        ("/compare?old=2019/sporting@1&new=2019/sporting@2", ["modified", "Now", "Export"]),
        ("/browse/outline?document=2019/sporting", ["B3", "details", ">2019 Sporting, issue 2</option>"]),
        ("/browse/search?word=pit+lane", ["<mark>"]),
        ("/browse/penalties?word=released", ["B3.4.3", "yes", 'data-label="Sanctions"']),
        ("/browse/terms", ["Meaning"]),
        ("/browse/check?word=The+moon+is+made+of+green+cheese+and+nothing+else.", ["Not found"]),
        ("/clause/2019/sporting/B3.4.3", ["Releasing Cars", "in force", "data-document"]),
        ("/corpus", ["2018_sporting_issue01.pdf", "Upload"]),
        ("/runs", ["Runs"]),
        ("/evaluate", ["No question set"]),
    ],
)
def test_each_address_shows_its_tab(client: TestClient, place: str, words: list[str]):
    told = client.get(place)
    assert told.status_code == 200 and [word for word in words if word not in told.text] == []
    assert all(re.match(r"/(?!/)|#", link) for link in Tags(told.text).links)


def test_a_page_that_nobody_has_asked_says_so(settings: Settings, tmp_path: Path):
    fresh = opened(settings.model_copy(update={"history": tmp_path / "empty.sqlite"}))
    assert "Nothing was asked yet" in fresh.get("/runs").text


@pytest.mark.parametrize(
    ("place", "code", "words"),
    [
        ("/clause/2019/sporting/ZZ99", 404, "2019 Sporting has no clause ZZ99; the nearest are <a href="),
        ("/clause/ZZ99", 404, "There is no clause ZZ99; the nearest are <a href="),
        ("/compare?old=1999/sporting&new=2019/sporting@2", 400, "1999"),
        ("/runs/nothing", 404, "No run"),
        ("/nowhere", 404, "There is no page at /nowhere."),
    ],
)
def test_what_is_not_there_is_said_on_a_page_that_goes_on(
    client: TestClient, place: str, code: int, words: str
):
    told = client.get(place, headers={"accept": "text/html"})
    assert told.status_code == code and words in told.text
    assert 'aria-label="Tabs"' in told.text and 'href="/browse"' in told.text


def test_the_browser_is_told_to_load_nothing_from_elsewhere_and_to_run_nothing_inline(client: TestClient):
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy and "unsafe-eval" not in policy
    assert not re.search(r"<script(?! type=\"module\" src=\"/page/page.js\")", client.get("/").text)


def test_another_site_may_not_act_on_the_page(client: TestClient):
    other = {"origin": "http://elsewhere.test"}
    assert client.post("/corpus/again", headers=other).status_code == 403
    assert client.post("/corpus/again", headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert client.get("/", headers={"host": "rebound.elsewhere.test"}).status_code == 421


def login(name: str, word: str) -> dict[str, str]:
    return {"authorization": f"Basic {b64encode(f'{name}:{word}'.encode()).decode()}"}


def test_users_of_the_settings_log_in_and_see_their_own_runs_alone(settings: Settings):
    held = opened(load_settings(settings, page_users={"ann": "one", "bob": "two"}))
    assert held.get("/").status_code == 401 and "Basic" in held.get("/").headers["www-authenticate"]
    for wrong in (login("ann", "two"), login("eve", ""), {"authorization": "Basic %%"}):
        assert held.get("/", headers=wrong).status_code == 401
    asked = held.post("/ask", json={"q": QUESTION}, headers=login("ann", "one"))
    assert '"end"' in asked.text
    assert QUESTION in held.get("/runs", headers=login("ann", "one")).text
    assert QUESTION not in held.get("/runs", headers=login("bob", "two")).text


def test_a_proxy_names_its_users(settings: Settings):
    held = opened(load_settings(settings, page_proxy_header="X-Forwarded-User"))
    assert held.get("/").status_code == 401
    assert held.get("/", headers={"x-forwarded-user": "ann"}).status_code == 200


def test_a_page_open_to_everybody_keeps_visitors_apart_and_its_corpus_closed(settings: Settings):
    held = opened(load_settings(settings, host="0.0.0.0"))
    assert "closed" in held.get("/corpus").text and held.post("/corpus/again").status_code == 403
    held.post("/ask", json={"q": QUESTION})
    assert QUESTION in held.get("/runs").text
    held.cookies.clear()
    assert QUESTION not in held.get("/runs").text
    assert held.post("/runs/any/word", json={"word": "approve"}).status_code == 403
    questions = {"questions": ("q.jsonl", b'{"question": "How fast?"}')}
    assert held.post("/evaluate", files=questions).status_code == 403


def test_users_of_the_page_add_and_approve_as_their_roles_say(settings: Settings):
    users, roles = {"ann": "one", "bob": "two"}, {"ann": ("add",)}
    held = opened(load_settings(settings, page_users=users, roles=roles, approval_tools=("penalty_lookup",)))
    ann, bob = login("ann", "one"), login("bob", "two")
    assert 'type="file"' in held.get("/corpus", headers=ann).text
    assert 'type="file"' not in held.get("/corpus", headers=bob).text
    assert held.post("/corpus/again", headers=bob).status_code == 403
    run = re.search(r"/runs/(\w+)/word", held.post("/ask", json={"q": QUESTION}, headers=ann).text)
    said = held.post(f"/runs/{run and run[1]}/word", json={"word": "approve"}, headers=ann)
    assert said.status_code == 403 and "ann may not approve here" in said.text


def test_the_answer_that_waits_is_read_by_who_may_release_it_alone(settings: Settings, tmp_path: Path):
    users, roles = {"ann": "one", "bob": "two"}, {"ann": ("approve",)}
    kept = {"keep_runs": True, "history": tmp_path / "h.sqlite", "approval_answer": True}
    held = opened(load_settings(settings, page_users=users, roles=roles, **kept))
    for who, reads in (("ann", True), ("bob", False)):
        known = login(who, users[who])
        asked = held.post("/ask", json={"q": QUESTION, "thread": f"of {who}"}, headers=known).text
        run = re.search(r"/runs/(\w+)/word", asked)
        places = ("/runs", f"/runs/{run and run[1]}", f"/thread/of%20{who}")
        told = [asked, *(held.get(place, headers=known).text for place in places)]
        assert ["The answer is held back" in text for text in told] == [True] * 4
        assert ["<blockquote>" in text.replace("\\", "") for text in told] == [reads] * 4


def test_steps_come_as_lines_and_the_last_one_holds_the_answer(client: TestClient):
    lines = client.post("/ask", json={"q": QUESTION, "season": "2019"}).text.splitlines()
    assert '"step"' in lines[0] and '"end"' in lines[-1] and "B3.4.3" in lines[-1]
    refused = client.post("/ask", json={"q": " "}).text
    assert '"problem"' in refused and "empty" in refused


@pytest.mark.parametrize(
    "body", ["", "no json", "[1]", '"text"', "[" * 100_000, '{"season": "' + "9" * 5_000 + '"}']
)
def test_what_is_no_question_is_one_line(client: TestClient, body: str):
    told = client.post("/ask", content=body)
    assert told.status_code == 400 and 'class="problem"' in told.text


@pytest.mark.parametrize("place", ["browse", "browse/check", "browse/terms", "browse/export/penalties"])
def test_a_season_of_thousands_of_digits_is_one_line(client: TestClient, place: str):
    told = client.get(f"/{place}", params={"season": "9" * 5_000, "word": "deposit"})
    assert told.status_code == 400 and "5,000 digits" in told.text


@pytest.mark.parametrize(
    "place", ["evaluate/%2e%2e", "evaluate/progress/%2e", "page/%2e%2e", "page/%2e%2e%2fserver.py"]
)
def test_a_name_leads_out_of_no_folder(client: TestClient, place: str):
    assert client.get(f"/{place}").status_code in (400, 404)


def test_a_request_with_a_wrong_field_echoes_no_markup(client: TestClient):
    told = client.post("/runs/x/feedback", data={"good": "<img src=x onerror=alert(1)>"})
    assert told.status_code == 400 and told.headers["content-type"].startswith("text/html")
    assert "<img" not in told.text and client.get("/sheet/%3Cimg%3E/2019/sporting").status_code == 400


def test_one_visitor_cannot_ask_without_end(settings: Settings):
    held = opened(load_settings(settings, requests_per_minute=3))
    codes = [held.post("/ask", json={"q": " "}).status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429] and held.get("/").status_code == 200


def test_a_rejected_tool_is_left_out_and_the_run_says_so(settings: Settings):
    held = opened(load_settings(settings, approval_tools=("penalty_lookup",)))
    asked = held.post("/ask", json={"q": QUESTION}).text
    run = re.search(r"/runs/(\w+)/word", asked)
    assert run and "Looking up penalties" in asked and "waits for your word" in asked
    assert held.post(f"/runs/{run[1]}/word", json={"word": "perhaps"}).status_code == 400
    told = held.post(f"/runs/{run[1]}/word", json={"word": "reject", "reason": "too risky"}).text
    assert (
        '"end"' in told and "penalty_lookup" in told and "Waiting for your word" not in held.get("/runs").text
    )
    assert '"problem"' in held.post(f"/runs/{run[1]}/word", json={"word": "approve"}).text


def test_with_a_model_server_the_embedded_engine_can_be_chosen(settings: Settings):
    nobody = {"openai_base_url": "http://127.0.0.1:9/v1", "openai_api_key": "none", "fallback": False}
    held = opened(load_settings(settings, **nobody))
    assert "Quotes alone" in held.get("/").text
    told = held.post("/ask", json={"q": QUESTION, "engine": "extractive"}).text
    assert "B3.4.3" in told and "extractive" in told


def test_a_comparison_is_exported_whole(client: TestClient):
    pair = "old=2019/sporting@1&new=2019/sporting@2"
    kinds = {name: client.get(f"/compare/export/{name}?{pair}") for name in ("html", "csv", "json")}
    assert all(k.headers["content-disposition"].startswith("attachment") for k in kinds.values())
    assert len(kinds["csv"].text.splitlines()) > 200 and len(kinds["json"].json()["changes"]) > 200


def test_a_register_is_exported_whole_under_the_filters_of_the_page(client: TestClient):
    shown = client.get("/browse/penalties?word=pit+lane&season=2018&section=sporting").text
    (address,) = (place for place in Tags(shown).links if "export" in place)
    rows = client.get(address).text.splitlines()
    assert rows[0].endswith("clause_id,page,headings,context") and all(
        "2018/sporting@2/" in row for row in rows[1:]
    )
    assert f"{len(rows) - 1} found" in shown and client.get("/browse/export/secrets").status_code == 400


@pytest.mark.slow
def test_a_readers_word_is_kept(client: TestClient):
    client.post("/ask", json={"q": QUESTION, "thread": "t1"})
    run = re.search(r'data-run="(\w+)"', client.get("/thread/t1").text)
    assert run and client.post(f"/runs/{run[1]}/feedback", data={"good": "false", "note": "<b>too long"}).text
    assert "&lt;b&gt;too long" in client.get(f"/runs/{run[1]}").text
    kept = client.get(f"/runs/{run[1]}/answer.md")
    assert kept.headers["content-disposition"].startswith("attachment")
    assert kept.text.startswith(f"# {QUESTION}\n\n") and "**Sources**" in kept.text
    assert client.get(f"/runs/{run[1]}/pack.zip").content[:2] == b"PK"


def test_without_an_index_there_is_one_line_that_says_what_to_run(cli: Run, tmp_path: Path):
    ran = cli("page", "--index", tmp_path / "none")
    assert ran.code == 3 and "regulations-agent ingest" in ran.error


def test_a_taken_port_is_one_line(cli: Run, sample_index: Path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        ran = cli("page", "--index", sample_index, "--port", str(other.getsockname()[1]))
    assert ran.code == 2 and "another --port" in ran.error


def test_the_gate_knows_nobody_without_settings(settings: Settings):
    gate = Gate(lambda *_: None, settings)  # type: ignore[arg-type,return-value]
    assert gate.users == {} and gate.local


def test_what_was_checked_of_an_answer_is_said_in_words(agent: Agent):
    asked = agent.ask(QUESTION, fresh=True)
    line = str(answers.checked(asked))
    assert re.search(r"\d quotes found word for word on page", line) and "unsure" not in line
    (first, *rest) = asked.citations
    doubted = replace(asked, citations=(replace(first, verified=False), *rest))
    assert "1 quote could not be checked" in str(answers.checked(doubted))
    weak = replace(asked, warnings=(f"{UNSURE} (graded 6.0 of 10; from 7 on an answer counts as sure).",))
    assert "unsure" in str(answers.checked(weak)) and answers.warned(weak) is None


def test_what_was_stopped_is_told_as_stopped_and_not_to_be_judged(agent: Agent):
    cancelled = ErrorInfo("Cancelled", "The run was cancelled by whoever asked.")
    shown = str(answers.turn(replace(agent.ask(LIMIT), ok=False, error=cancelled)))
    assert "<b>Stopped</b> after" in shown and "Stopped." in shown and "Ask again" in shown
    assert not re.search("Failed|cancelled|Was this right|Copy with", shown)


def test_a_deleted_clause_has_a_chip_that_leads_to_its_page(agent: Agent):
    answer = agent.ask("Is article B5.9 still in force?")
    shown = str(answers.body(answer))
    assert re.search(r'class="chip struck"[^>]*data-page="11"', shown)
    assert (
        "deleted in 2019 Sporting, issue 2, page 11" in shown and "B5.9 found struck out on page 11." in shown
    )
    assert "word for word" not in shown and "not verified" not in shown


def test_a_file_of_another_kind_is_told_which_kinds_are_read_each_once():
    with pytest.raises(UsageError) as raised:
        file_name("photo.jpg")
    kinds = re.findall(r"\.[a-z]+\b", str(raised.value).partition("end in")[2])
    assert ".pdf" in kinds and len(kinds) == len(set(kinds))


def test_a_book_is_named_once_where_its_title_is_its_name(agent: Agent):
    document = agent.library.documents[-1]
    own = replace(document, season=None, section="pool-rules", issue=None, published=None, title="Pool Rules")
    assert (titled(own), issued(own)) == ("Pool Rules", "")
    assert (titled(replace(own, title="Rules")), issued(replace(own, title="Rules"))) == (
        "Rules (Pool rules)",
        "Pool rules",
    )


def test_words_that_stayed_are_cut_between_words():
    text = " ".join(["penalties"] * 60)
    assert set(shortened(text).split()) == {"penalties", "…"}


def test_a_change_is_told_by_its_number_once_and_what_it_is_about(client: TestClient):
    shown = client.get("/compare?old=2019/sporting@1&new=2019/sporting@2").text
    heads = [re.sub(r"<[^>]*>", " ", head) for head in re.findall(r"<h3>(.*?)</h3>", shown)]
    assert any(re.search(r"B6\.4\.1\s+Protests", head) for head in heads)
    assert not [head for head in heads if re.search(r"(\S+)\s+→\s+\1\s", head)]


def test_what_an_issue_changed_in_a_clause_is_told_run_by_run():
    changes = [
        Amendment("2019/sporting@2/B4.3.1", ("2", "3"), ("3", "4")),
        Amendment("2019/x/1", (), ("new",)),
    ]
    runs = re.findall(r"</a> (.*?)</p>", str(answers.amended(changes)))
    assert runs == ["<del>2</del>, <del>3</del> <ins>3</ins>, <ins>4</ins>", "<ins>new</ins>"]


def test_that_no_newer_rule_fits_is_said_once_beside_what_was_checked(agent: Agent):
    newer = f"{OLDER} 2018: no rule of 2019 was found that fits as well."
    shown = str(answers.turn(replace(agent.ask(LIMIT, fresh=True), warnings=(newer, "Another word."))))
    assert shown.count("no rule of 2019") == 1 and "<li>Another word.</li>" in shown
    assert re.search(r'class="checked unsure">\d quotes? found[^<]*; a rule of 2018: no rule of 2019', shown)


def test_no_tool_id_or_engine_is_named_outside_how_it_was_found(agent: Agent):
    shown = answers.turn(agent.ask(QUESTION, fresh=True))
    shut = re.sub(r'<details class="found">.*?</details>', "", str(shown), flags=re.DOTALL)
    words = re.sub(r"<[^>]*>", " ", shut)
    assert "penalty_lookup" in shown and "extractive" in shown
    assert not re.search(r"_lookup|_search|extractive|embedded|/sporting@", words), words


@pytest.mark.parametrize(
    ("clause_id", "shown"),
    [
        ("2019/sporting@2/B3.4.3a", "B3.4.3a, 2019 Sporting, issue 2"),
        ("2026/financial_pu/E1.2", "E1.2, 2026 Financial pu"),
        ("2018/sporting@1/Appendix 2/1", "Appendix 2/1, 2018 Sporting, issue 1"),
        ("fsae-2024/T.7.5", "T.7.5, Fsae 2024"),
        ("fsae-2024", "fsae-2024"),
    ],
)
def test_a_clause_is_named_in_words(clause_id: str, shown: str):
    assert names.clause(clause_id) == shown


TABLES = {
    "How many engines may a driver use in a season?": "Engine",
    "What fine is there for being late for scrutineering?": "Late for scrutineering",
    "Which tyres may be used at a Meeting?": "Wet",
    "What are the sanctions for a material overspend?": "Material Overspend",
    "Summarise the rules on flags and lights": "Double yellow",
    "Compare the points scale of 2018 and 2019": "Ignoring red signals",
}


@pytest.mark.parametrize(("question", "row"), TABLES.items())
def test_a_table_is_drawn_with_its_header_and_the_row_asked_for(agent: Agent, question: str, row: str):
    answer = agent.ask(question, fresh=True)
    for shown in (answers.turn(answer), answer_html(answer), html.markdown(to_markdown(answer))):
        assert re.search(rf"<td[^>]*>\s*{row}\s*</td>", shown) and "<th" in shown
        assert "|" not in re.sub(r"<[^>]*>", "", shown)


def test_the_words_of_a_clause_draw_its_table(client: TestClient):
    shown = client.get("/source/2019/sporting/B3.2.1").text
    assert "Double yellow</td>" in shown and "Signal</th>" in shown
    assert "|" not in re.sub(r"<[^>]*>", "", shown)


def test_a_comparison_says_what_changed_in_words(client: TestClient):
    shown = client.get("/compare?old=2019/sporting@1&new=2019/sporting@2").text
    words = re.sub(r"<[^>]*>", " ", re.sub(r"<select.*?</select>", "", shown, flags=re.DOTALL))
    assert "figures changed" in words and "duty changed" in words and "words changed" in words
    pointed = client.get("/compare?old=2019/sporting@1&new=2019/sporting@2&clause=B7.2.4").text
    assert pointed.count("only a cross-reference changed") == 1
    assert not re.search(r"weight \d|confidence \d|/sporting@|\|", words)
    assert words.index("figures changed") < words.index("words changed")


def test_a_comparison_shows_what_changed_in_a_table_cell_by_cell(client: TestClient):
    pair = "old=2019/sporting@1&new=2019/sporting@2"
    shown = client.get(f"/compare?{pair}&clause=B6.3.1").text
    row = r"<td[^>]*><del>€2,000</del></td><td[^>]*><ins>€4,000</ins></td>"
    assert re.search(row, shown) and ">Now</th>" in shown
    for page in (shown, client.get(f"/compare?{pair}").text, client.get(f"/compare/print?{pair}").text):
        words = re.sub(r"<(select|style).*?</\1>|<[^>]*>", "", page, flags=re.DOTALL)
        assert "|" not in words and "---" not in words


def test_the_list_of_conversations_holds_the_first_question_of_each(client: TestClient):
    first = "How fast may a car go in the pit lane?"
    for thread, question in (("t7", first), ("t7", QUESTION), ("t8", LIMIT)):
        client.post("/ask", json={"q": question, "thread": thread})
    shown = client.get("/").text
    listed = re.findall(r'<a href="/\?thread=(\w+)">([^<]*)</a>', shown)
    assert listed[:2] == [("t8", LIMIT), ("t7", first)]
    assert shown.count("then: ") == 1 and f"then: {QUESTION}" in shown
    kept = client.get("/runs").text
    assert kept.count('<p class="after">') == 1 and f'after <a href="/?thread=t7">{first}</a>' in kept
    assert "Deleted" in client.post("/thread/t7/delete").text and client.get("/thread/t7").text == ""
    assert "thread=t7" not in client.get("/").text and "thread=t8" in client.get("/").text
