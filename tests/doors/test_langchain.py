"""The agent used as LangChain's own parts are used."""

from __future__ import annotations

import json
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda

from regulations_agent.agent import Agent
from regulations_agent.doors.langchain import (
    RegulationsRetriever,
    RegulationsRunnable,
    as_tools,
    as_vectorstore,
)
from regulations_agent.errors import UsageError

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


def test_a_conversation_is_a_question_with_its_history(agent: Agent) -> None:
    loop = RegulationsRunnable(agent)
    talk = [HumanMessage(QUESTION), AIMessage("A fine of €7,500."), HumanMessage("And in 2018?")]
    asked = loop.invoke([SystemMessage("Be brief."), *talk])
    assert asked["question"] == "And in 2018?" and asked["citations"][0]["season"] == 2018
    prompt = ChatPromptTemplate.from_messages([("system", "Be brief."), ("human", "{it}")])
    for one in (HumanMessage(QUESTION), [("human", QUESTION)], prompt.invoke({"it": QUESTION})):
        assert loop.invoke(one)["citations"][0]["clause"] == "B3.4.3"


@pytest.mark.parametrize("given", [None, 5, [], [AIMessage("Well?")], [5]])
def test_what_asks_nothing_is_told_in_a_line(agent: Agent, given: object) -> None:
    for ask in (RegulationsRunnable(agent).invoke, lambda it: list(RegulationsRunnable(agent).stream(it))):
        with pytest.raises(UsageError, match=r"is nothing to ask; a question|last message must be"):
            ask(given)


@pytest.mark.filterwarnings("ignore:`langchain-community`:DeprecationWarning")
def test_nothing_is_found_in_silence_where_nothing_can_be(agent: Agent) -> None:
    with pytest.raises(UsageError, match="The query is None"):
        RegulationsRetriever(agent=agent).invoke(None)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="No season 1900; there are: 2018, 2019"):
        RegulationsRetriever(agent=agent, season=1900).invoke("deposit")
    store = as_vectorstore(agent)
    for k in (0, -1):
        for search in (
            RegulationsRetriever(agent=agent, k=k).invoke,
            partial(store.similarity_search, k=k),
            partial(store.max_marginal_relevance_search, k=k),
        ):
            with pytest.raises(UsageError, match=f"k is {k}; it is the number of clauses to find, 1 or more"):
                search("deposit")


def test_a_tool_that_is_called_wrongly_says_in_a_line_what_it_takes(agent: Agent) -> None:
    tool = next(tool for tool in as_tools(agent) if tool.name == "penalty_lookup")
    said = tool.invoke({"foo": 1})
    assert (
        said.startswith("penalty_lookup: `breach`: Field required; `foo`: Extra inputs") and "\n" not in said
    )
    call = {"name": tool.name, "args": {}, "id": "1", "type": "tool_call"}
    assert tool.invoke(call).status == "error"


def test_a_tool_that_is_sent_where_no_document_is_searches_nothing_and_says_so(agent: Agent) -> None:
    for tool in as_tools(agent):
        if "season" in tool.args:
            words = {name: "deposit" for name in ("query", "topic", "breach") if name in tool.args}
            said = tool.invoke({**words, "season": 1900})
            assert "No season 1900; there are: 2018, 2019." in said and "Searched" not in said


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
