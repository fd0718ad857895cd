"""The REST server, asked over real HTTP on loopback by real clients."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import jsonschema
import pytest

from regulations_agent.answer.schemas import schemas
from tests.doors.pdfs import rulebook
from tests.doors.serving import Serving, settings_for

QUESTION = {"question": "What happens if a car is released unsafely?"}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def own_index(sample_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that may be written to."""
    return Path(shutil.copytree(sample_index, tmp_path_factory.mktemp("rest") / "index"))


@pytest.fixture(scope="module")
def client(own_index: Path) -> Iterator[httpx.Client]:
    with Serving(settings_for(own_index)) as url, httpx.Client(base_url=url, timeout=60) as http:
        yield http


def test_an_answer_has_the_shape_of_the_schema(client: httpx.Client) -> None:
    answer = client.post("/ask", json=QUESTION).raise_for_status().json()
    jsonschema.validate(answer, schemas()["answer"])
    assert answer["citations"][0]["clause"] == "B3.4.3" and answer["citations"][0]["verified"]


def test_a_stream_ends_with_the_answer_and_every_event_has_its_shape(client: httpx.Client) -> None:
    shape = schemas()["event"]
    events = []
    with client.stream("POST", "/ask", json=QUESTION, headers={"accept": "text/event-stream"}) as reply:
        for line in reply.iter_lines():
            if line.startswith("data:"):
                events.append(json.loads(line.removeprefix("data:")))
                jsonschema.validate(events[-1], shape)
    assert [events[0]["event"], events[-1]["event"]] == ["start", "end"]
    assert events[-1]["data"]["ok"]


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/clauses/2019/sporting@2/B3.4.3a", "clause"),
        ("/terms?word=car", "terms"),
        ("/penalties?word=unsafely", "penalties"),
        ("/obligations?word=fuel", "obligations"),
        ("/outlines/2019/sporting", "outline"),
    ],
)
def test_what_is_looked_up_has_its_shape(client: httpx.Client, path: str, shape: str) -> None:
    found = client.get(path).raise_for_status().json()
    jsonschema.validate(found, schemas()[shape])
    assert found


@pytest.mark.parametrize("register", ["terms", "penalties", "obligations"])
def test_a_register_of_a_former_issue_is_of_that_issue(client: httpx.Client, register: str) -> None:
    rows = client.get(f"/{register}?season=2019&section=sporting&issue=1").raise_for_status().json()
    assert {row["clause_id"].split("/B")[0].split("/A")[0] for row in rows} == {"2019/sporting@1"}


def test_a_parameter_that_is_not_known_is_refused_with_those_that_are(client: httpx.Client) -> None:
    told = client.get("/penalties?seasn=2018&word=fuel").json()["error"]["message"]
    assert told == "No parameter 'seasn'; there are: word, season, section, issue."


def test_two_issues_are_compared_and_a_sentence_is_checked(client: httpx.Client) -> None:
    pair = {"old": "2019/sporting@1", "new": "2019/sporting@2"}
    jsonschema.validate(client.post("/compare", json=pair).json(), schemas()["compare"])
    text = "outside a Sprint or a Race: a fine of €7,500 on the Competitor;"
    view = client.post("/check", json={"text": text}).json()
    jsonschema.validate(view, schemas()["check"])
    assert view["verdict"] == "in_force"


def test_a_tool_runs_without_routing(client: httpx.Client) -> None:
    names = [tool["name"] for tool in client.get("/tools").json()]
    assert "regulation_search" in names and len(names) == 6
    result = client.post("/tools/regulation_search", json={"query": "pit lane speed limit"}).json()
    assert result["ok"] and result["hits"][0]["clause_id"].startswith("2019/sporting@2/B3.3")
    wrong = client.post("/tools/regulation_search", json={"quarry": "x"})
    assert wrong.status_code == 400 and "query" in wrong.json()["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/clauses/2019/sporting/B99.9", None, 404),
        ("POST", "/ask", {"question": " "}, 400),
        ("POST", "/ask", {"question": "Why?", "season": 1950}, 400),
        ("POST", "/ask", {"question": "Why?", "colour": "red"}, 422),
        ("POST", "/check", {"text": "The deposit. " * 1_000}, 400),
        ("POST", "/compare", {"old": "2018", "new": "2019", "topic": "deposit " * 2_000}, 400),
        ("POST", "/tools/regulation_search", {"query": "deposit " * 20_000}, 400),
        ("GET", "/penalties?seasn=2018", None, 400),
        ("POST", "/check?season=2018", {"text": "The deposit is returned."}, 400),
        ("GET", "/jobs/none", None, 404),
        ("GET", "/runs/none", None, 404),
        ("POST", "/runs/none/resume", None, 404),
        ("POST", "/feedback", {"run_id": "none", "good": True}, 404),
        ("GET", "/outlines/2018/cooking", None, 404),
        ("GET", "/nowhere", None, 404),
        ("POST", "/tools/none", {}, 404),
        ("POST", "/tools/regulation_search", {"query": "deposit", "season": 1900}, 400),
        (
            "POST",
            "/ask",
            {"question": "?", "tool": "regulation_search", "tool_input": {"query": "x", "issue": 9}},
            400,
        ),
        ("POST", "/v1/chat/completions", {"messages": []}, 400),
    ],
)
def test_bad_input_is_one_line_with_a_status(
    client: httpx.Client, method: str, path: str, body: object, status: int
) -> None:
    reply = client.request(method, path, json=body)
    error = reply.json()["error"]
    assert reply.status_code == status and error["message"] and "\n" not in error["message"]
    assert "regulations-agent" not in error["message"]


@pytest.mark.parametrize("path", ["/ask", "/check", "/tools/regulation_search", "/v1/chat/completions"])
def test_a_body_that_is_not_said_to_be_json_is_told_the_header(client: httpx.Client, path: str) -> None:
    for sent in ({}, {"content-type": "application/x-www-form-urlencoded"}, {"content-type": "text/plain"}):
        refused = client.post(path, content=json.dumps(QUESTION), headers=sent)
        said = "body: send it as JSON with the header `Content-Type: application/json`"
        assert refused.status_code == 422 and said in refused.json()["error"]["message"]
    assert "body: it must be a JSON object" in client.post(path, json=[1]).json()["error"]["message"]


def test_openai_clients_get_an_answer_and_a_stream(client: httpx.Client) -> None:
    from openai import OpenAI

    openai = OpenAI(base_url=f"{client.base_url}/v1", api_key="none", max_retries=0)
    messages = [{"role": "user", "content": QUESTION["question"]}]
    assert [model.id for model in openai.models.list()] == ["regulations-agent"]
    whole = openai.chat.completions.create(model="regulations-agent", messages=messages)  # type: ignore[call-overload]
    text = whole.choices[0].message.content
    assert "€7,500" in text and "Sources" in text
    chunks = list(
        openai.chat.completions.create(  # type: ignore[call-overload]
            model="regulations-agent",
            messages=messages,
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks[:-1]]
    assert "".join(pieces) == text and all(". " not in piece.rstrip() for piece in pieces[:3])
    assert chunks[-1].choices == [] and chunks[-1].usage == whole.usage
    assert whole.usage.completion_tokens > whole.usage.prompt_tokens > 0


def test_a_table_reaches_an_openai_client_as_one_that_markdown_draws(client: httpx.Client) -> None:
    from markdown_it import MarkdownIt
    from openai import OpenAI

    openai = OpenAI(base_url=f"{client.base_url}/v1", api_key="none", max_retries=0)
    asked = {"role": "user", "content": "How many engines may a driver use in a season?"}
    told = openai.chat.completions.create(model="regulations-agent", messages=[asked])  # type: ignore[list-item]
    drawn = MarkdownIt("commonmark").enable("table").render(told.choices[0].message.content)
    assert "<th>Nine or ten Meetings</th>" in drawn and "|" not in drawn


def test_openai_clients_are_told_of_an_unknown_model_in_their_own_form(client: httpx.Client) -> None:
    from openai import NotFoundError, OpenAI

    openai = OpenAI(base_url=f"{client.base_url}/v1", api_key="none", max_retries=0)
    with pytest.raises(NotFoundError, match="there is: regulations-agent") as refused:
        openai.chat.completions.create(model="gpt-9", messages=[{"role": "user", "content": "Why?"}])
    assert (refused.value.code, refused.value.param) == ("model_not_found", "model")
    with pytest.raises(NotFoundError, match="gpt-9"):
        openai.models.retrieve("gpt-9")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"response_format": {"type": "json_object"}}, "response_format is 'json_object'; answers are text"),
        ({"response_format": {"type": "json_schema", "json_schema": {"name": "x"}}}, "'json_schema'"),
        ({"tool_choice": "required"}, "tool_choice demands a call"),
        ({"tool_choice": {"type": "function", "function": {"name": "w"}}}, "tool_choice demands a call"),
        ({"logprobs": True}, "logprobs is true"),
        ({"n": 2}, "n is 2; there is one answer"),
        ({"max_tokens": 0}, "max_tokens: Input should be greater than or equal to 1"),
    ],
)
def test_openai_clients_are_told_what_an_answer_cannot_be(
    client: httpx.Client, given: dict[str, object], said: str
) -> None:
    messages = [{"role": "user", "content": QUESTION["question"]}]
    refused = client.post("/v1/chat/completions", json={"messages": messages, **given})
    error = refused.json()["error"]
    assert 400 <= refused.status_code < 500 and said in error["message"] and "\n" not in error["message"]
    assert error["type"] == "invalid_request_error"


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("given", "end", "finish"),
    [
        ({"stop": ["Stewards"]}, "If the ", "stop"),
        ({"stop": "no such words", "max_tokens": 4_000}, None, "stop"),
        ({"max_completion_tokens": 2}, "If the ", "length"),
        ({"response_format": {"type": "text"}, "tool_choice": "auto", "temperature": 1.5}, None, "stop"),
    ],
)
def test_an_answer_ends_where_an_openai_client_wants_it_to(
    client: httpx.Client, stream: bool, given: dict[str, object], end: str | None, finish: str
) -> None:
    from openai import OpenAI

    openai = OpenAI(base_url=f"{client.base_url}/v1", api_key="none", max_retries=0)
    asked = {"model": "regulations-agent", "messages": [{"role": "user", "content": QUESTION["question"]}]}
    whole = openai.chat.completions.create(**asked).choices[0].message.content  # type: ignore[call-overload]
    told = openai.chat.completions.create(**asked, **given, stream=stream)  # type: ignore[call-overload]
    if stream:
        chunks = [chunk.choices[0] for chunk in told]
        text, why = "".join(c.delta.content or "" for c in chunks), chunks[-1].finish_reason
    else:
        text, why = told.choices[0].message.content, told.choices[0].finish_reason
    assert text == whole if end is None else text and end.startswith(text)
    assert why == finish


def test_what_tools_of_an_openai_client_said_is_passed_over(client: httpx.Client) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "w", "arguments": "{}"}}
    talk = [
        {"role": "user", "content": QUESTION["question"]},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "5"},
    ]
    told = client.post("/v1/chat/completions", json={"messages": talk}).raise_for_status().json()
    assert "€7,500" in told["choices"][0]["message"]["content"]


def test_every_answer_and_failure_has_the_shape_that_is_declared(client: httpx.Client) -> None:
    told = client.get("/openapi.json").json()
    shapes = {"$defs": told["components"]["schemas"]}

    def fits(value: object, place: str, method: str, status: str) -> None:
        given = told["paths"][place][method]["responses"][status]["content"]["application/json"]["schema"]
        text = json.dumps({**given, **shapes}).replace("#/components/schemas/", "#/$defs/")
        jsonschema.validate(value, json.loads(text))

    answer = client.post("/ask", json=QUESTION).json()
    fits(answer, "/ask", "post", "200")
    fits(client.post("/ask", json={"question": " "}).json(), "/ask", "post", "default")
    for place in ("/runs", "/documents", "/terms"):
        fits(client.get(place).json(), place, "get", "200")
    fits(client.get(f"/runs/{answer['run_id']}").json(), "/runs/{run_id}", "get", "200")
    with pytest.raises(jsonschema.ValidationError):
        fits({**answer, "citations": "none"}, "/ask", "post", "200")


def test_the_front_door_leads_to_docs_that_need_no_other_host(client: httpx.Client) -> None:
    page = client.get("/", follow_redirects=True, headers={"accept": "text/html"})
    assert page.url.path == "/docs" and "default-src 'none'" in page.headers["content-security-policy"]
    assert re.findall(r"(?:src|href)=.?(?!.?[/#])", page.text) == []
    assert all(place in page.text for place in client.get("/openapi.json").json()["paths"])


def test_an_uploaded_rulebook_is_in_the_index_without_a_restart(sample_index: Path, tmp_path: Path) -> None:
    index = Path(shutil.copytree(sample_index, tmp_path / "index"))
    with Serving(settings_for(index)) as url, httpx.Client(base_url=url, timeout=60) as http:
        upload(http, rulebook(tmp_path / "kart.pdf").read_bytes())
        assert len(http.get("/documents").json()) == 9


def upload(client: httpx.Client, pdf: bytes) -> None:
    """Add a rulebook and wait until it is in the index."""
    job = client.post("/documents", files=[("files", ("kart-rules.pdf", pdf, "application/pdf"))])
    assert job.status_code == 202
    state = job.json()
    deadline = time.monotonic() + 60
    while state["state"] in ("queued", "running") and time.monotonic() < deadline:
        time.sleep(0.1)
        state = client.get(f"/jobs/{state['id']}").json()
    assert state["state"] == "done", state


def test_a_file_that_is_no_rulebook_fails_its_job_and_the_index_stays(client: httpx.Client) -> None:
    before = client.get("/health").json()["index"]
    assert client.post("/documents", files=[("files", ("a.exe", b"x", "text/plain"))]).status_code == 400
    state = client.post("/documents", files=[("files", ("../../a.pdf", b"x", "application/pdf"))]).json()
    assert state["files"] == ["a.pdf"]
    while state["state"] in ("queued", "running"):
        time.sleep(0.1)
        state = client.get(f"/jobs/{state['id']}").json()
    assert state["state"] == "failed" and "a.pdf" in state["error"]
    assert client.get("/health").json()["index"] == before


def test_another_host_name_is_not_answered_so_that_no_web_page_can_be_rebound_to_it(
    client: httpx.Client,
) -> None:
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 421


def test_the_server_counts_what_it_does(client: httpx.Client) -> None:
    client.post("/ask", json=QUESTION)
    client.get("/clauses/2019/sporting/B3.4.3a")
    text = client.get("/metrics").text
    assert 'regulations_agent_answers_total{engine="extractive",outcome="answered"}' in text
    assert 'route="/clauses/{clause_id:path}"' in text


def test_owners_need_their_key_and_see_their_own_runs_alone(own_index: Path) -> None:
    keys = {"ann": "key-of-ann", "bob": "key-of-bob"}
    with (
        Serving(settings_for(own_index, api_keys=keys, requests_per_minute=12)) as url,
        httpx.Client(base_url=url, timeout=60) as http,
    ):
        ann, bob = ({"authorization": f"Bearer {key}"} for key in keys.values())
        assert http.get("/health").status_code == 200
        assert http.get("/runs").status_code == 401
        assert http.get("/runs", headers={"authorization": "Bearer wrong"}).status_code == 401
        run_id = http.post("/ask", json=QUESTION, headers=ann).json()["run_id"]
        assert [run["run_id"] for run in http.get("/runs", headers=ann).json()] == [run_id]
        assert http.get("/runs", headers=bob).json() == []
        assert http.get(f"/runs/{run_id}", headers=bob).status_code == 404
        opinion = {"run_id": run_id, "good": True, "note": "helped"}
        assert http.post("/feedback", json=opinion, headers=ann).status_code == 204
        assert http.post("/feedback", json=opinion, headers=bob).status_code == 404
        assert [http.get("/tools", headers=bob).status_code for _ in range(12)][-1] == 429


def test_a_request_that_is_too_large_is_refused(own_index: Path) -> None:
    with (
        Serving(settings_for(own_index, request_megabytes=1)) as url,
        httpx.Client(base_url=url, timeout=60) as http,
    ):
        assert http.post("/ask", content=b"x" * 1_100_000).status_code == 413
        parts = (b"x" * 100_000 for _ in range(12))
        assert http.post("/ask", content=parts).status_code in (400, 413)
        assert http.get("/health").status_code == 200
