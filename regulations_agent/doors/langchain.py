"""The agent as LangChain knows things: a retriever, tools, a runnable and a vector store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool

from regulations_agent.agent import Agent
from regulations_agent.answer.render import to_dict, to_markdown
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.types.run import Filters

if TYPE_CHECKING:
    from langchain_community.vectorstores import FAISS

    from regulations_agent.index.vectors.embedder import Embedder
    from regulations_agent.tools.base import AnyTool
    from regulations_agent.types import document as types

Asked = str | dict[str, Any]
"""A question, or `{"question": ..., "season": ..., ...}` with the options of `Agent.ask`."""


class RegulationsRetriever(BaseRetriever):
    """Finds clauses in force; `page_content` is a clause's text, `metadata` says where it stands."""

    agent: Any
    """An open `Agent`."""
    k: int = 8
    season: int | None = None
    section: str | None = None
    issue: int | None = None
    as_of: str | None = None

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002
    ) -> list[Document]:
        filters = Filters(self.season, self.section, self.issue, self.as_of)
        hits = self.agent.library.search(query, k=self.k, filters=filters)
        return [_document(hit.clause, hit.document, score=round(hit.score, 6)) for hit in hits]


class RegulationsRunnable(Runnable[Asked, dict[str, Any]]):
    """The whole loop: a question in, the answer as a dictionary out; `stream` gives its events."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def invoke(
        self,
        input: Asked,
        config: RunnableConfig | None = None,
        **kwargs: object,  # noqa: ARG002
    ) -> dict[str, Any]:
        """The answer; a question that cannot be asked is an answer with `ok` false."""
        question, options = _asked(input, config)
        return to_dict(self.agent.try_ask(question, **cast(Any, options)))

    def stream(
        self,
        input: Asked,
        config: RunnableConfig | None = None,
        **kwargs: Any | None,  # noqa: ANN401, ARG002
    ) -> Iterator[dict[str, Any]]:
        """The events of the run as they happen; the last one, `end`, carries the answer."""
        question, options = _asked(input, config)
        with self.agent.stream(question, **cast(Any, options)) as events:
            for event in events:
                yield to_dict(event)


def as_tools(agent: Agent) -> list[BaseTool]:
    """Each tool of the agent for LangChain: the text of the answer, and the answer itself as artifact."""
    return [_as_tool(agent, tool) for tool in agent.tools.values()]


def as_vectorstore(agent: Agent) -> FAISS:
    """LangChain's FAISS over the same vectors: made in memory, so that no pickle is ever read."""
    from langchain_community.docstore.in_memory import InMemoryDocstore
    from langchain_community.vectorstores import FAISS
    from langchain_community.vectorstores.utils import DistanceStrategy

    index = agent.library.index
    searchable = np.flatnonzero(index.table.text >= 0)
    rows = [int(row) for row in searchable]
    vectors = index.directions(searchable)
    documents = {
        index.clause_id(row): _document(index.clause(row), index.documents[int(index.table.document[row])])
        for row in rows
    }
    return FAISS(
        embedding_function=_Encoder(index.embedder),
        index=Dense.build(vectors).faiss,
        docstore=InMemoryDocstore(documents),
        index_to_docstore_id={place: index.clause_id(row) for place, row in enumerate(rows)},
        distance_strategy=DistanceStrategy.MAX_INNER_PRODUCT,
    )


class _Encoder(Embeddings):
    """The index's own encoder."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(x) for x in vector] for vector in self._embedder.embed(texts)]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def _as_tool(agent: Agent, tool: AnyTool) -> BaseTool:
    def run(**arguments: object) -> tuple[str, dict[str, Any]]:
        words = " · ".join(v for v in arguments.values() if isinstance(v, str) and v.strip())
        given = {name: value for name, value in arguments.items() if value is not None}
        answer = agent.try_ask(words or tool.name, tool=tool.name, tool_input=given)
        return to_markdown(answer), to_dict(answer)

    return StructuredTool(
        name=tool.name,
        description=tool.description,
        args_schema=tool.args,
        func=run,
        response_format="content_and_artifact",
    )


def _document(clause: types.Clause, document: types.Document, **more: object) -> Document:
    return Document(
        id=clause.id,
        page_content=clause.text or clause.heading,
        metadata={
            "clause_id": clause.id,
            "document": document.id,
            "season": document.season,
            "section": document.section,
            "issue": document.issue,
            "clause": clause.number,
            "heading": clause.heading,
            "page": clause.page,
            "sha256": document.sha256,
            **more,
        },
    )


def _asked(given: Asked, config: RunnableConfig | None) -> tuple[str, dict[str, Any]]:
    """The question and its options; the thread of LangGraph's configuration is ours too."""
    told = {"question": given} if isinstance(given, str) else dict(given)
    thread = (config or {}).get("configurable", {}).get("thread_id")
    if thread is not None:
        told.setdefault("thread", str(thread))
    return str(told.pop("question", "")), told
