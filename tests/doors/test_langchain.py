"""The agent used as LangChain's own parts are used."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from langchain_core.runnables import RunnableLambda

from regulations_agent.agent import Agent
from regulations_agent.doors.langchain import (
    RegulationsRetriever,
    RegulationsRunnable,
    as_tools,
    as_vectorstore,
)

QUESTION = "What happens if a car is released unsafely?"


@pytest.fixture(scope="module")
def agent(sample_index: Path) -> Agent:
    return Agent.open(index=sample_index, keep_runs=False)


def test_the_retriever_finds_clauses_in_force_with_their_place(agent: Agent) -> None:
    found = RegulationsRetriever(agent=agent, k=3, season=2019).invoke("unsafe release of a car")
    assert len(found) == 3
    assert any("B3.4.3" in document.metadata["clause"] for document in found)
    for document in found:
        clause = agent.library.clause(document.metadata["clause_id"])
        assert clause.in_force and document.page_content == (clause.text or clause.heading)


def test_the_loop_composes_with_other_runnables_and_streams_its_events(agent: Agent) -> None:
    chain = RegulationsRunnable(agent) | RunnableLambda(lambda answer: answer["citations"][0]["clause"])
    assert chain.invoke(QUESTION) == "B3.4.3"
    events = list(RegulationsRunnable(agent).stream({"question": QUESTION, "season": 2019}))
    assert [events[0]["event"], events[-1]["event"]] == ["start", "end"]
    assert RegulationsRunnable(agent).invoke({"question": "Why?", "season": 1950})["ok"] is False


def test_every_tool_is_a_tool_of_langchain(agent: Agent) -> None:
    tools = {tool.name: tool for tool in as_tools(agent)}
    assert list(tools) == list(agent.tools)
    search = tools["regulation_search"]
    assert "query" in search.args
    call = {"name": search.name, "args": {"query": "pit lane speed"}, "id": "1", "type": "tool_call"}
    message = search.invoke(call)
    assert "**Sources**" in message.content and message.artifact["route"]["manual"]


@pytest.mark.filterwarnings("ignore:`langchain-community`:DeprecationWarning")
def test_the_vector_store_has_the_same_vectors_and_finds_the_same(agent: Agent) -> None:
    store = as_vectorstore(agent)
    ((best, score),) = store.similarity_search_with_score("unsafe release of a car from the pits", k=1)
    vector = agent.library.index.embedder.embed([best.page_content])[0]
    assert best.metadata["clause_id"] == best.id and -1.0 <= score <= 1.0
    assert vector.shape == (agent.library.index.dense.dimension,)
    assert store.index.ntotal == len(store.index_to_docstore_id)


@pytest.mark.filterwarnings("ignore:`langchain-community`:DeprecationWarning")
def test_the_vector_store_has_what_is_in_force_first_and_says_so(agent: Agent) -> None:
    store = as_vectorstore(agent)
    every = store.index.ntotal
    for found in (
        store.similarity_search("deposit for a protest", k=every),
        store.max_marginal_relevance_search("deposit for a protest", k=12, fetch_k=every),
    ):
        told = [document.metadata["in_force"] for document in found]
        assert told == sorted(told, reverse=True)
        assert found[0].metadata["clause_id"] == "2019/sporting@2/B6.4.1" and found[0].metadata["in_force"]
    (former,) = store.similarity_search("deposit for a protest", k=1, filter={"season": 2018})
    assert former.metadata["clause"] == "31.1" and not former.metadata["in_force"]
    store.add_texts(["Tea is served at four."], ids=["tea"])
    assert store.similarity_search("When is tea served?", k=1)[0].id == "tea"


def test_langgraphs_own_server_finds_a_graph_that_answers(
    sample_index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULATIONS_AGENT_INDEX", str(sample_index))
    monkeypatch.setenv("REGULATIONS_AGENT_KEEP_RUNS", "false")
    root = Path(__file__).parents[2]
    named = json.loads((root / "langgraph.json").read_text(encoding="utf-8"))["graphs"]["regulations_agent"]
    path, _, name = named.partition(":")
    module = import_module(path.removeprefix("./").removesuffix(".py").replace("/", "."))
    graph = getattr(module, name)()
    chunks = list(graph.stream({"question": QUESTION, "season": 2019}, stream_mode=["custom", "values"]))
    assert [chunk["event"] for mode, chunk in chunks if mode == "custom"][-1] == "end"
    assert chunks[-1][1]["answer"]["citations"][0]["clause"] == "B3.4.3"
    assert graph.invoke({"question": ""})["answer"]["ok"] is False
