"""The agent as LangChain knows things: a retriever, tools, a runnable and a vector store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool

from regulations_agent.agent import Agent
from regulations_agent.answer.registers import current
from regulations_agent.answer.render import to_dict, to_markdown
from regulations_agent.types.run import Filters

if TYPE_CHECKING:
    from regulations_agent.doors.vector_store import Clauses
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


def as_vectorstore(agent: Agent) -> Clauses:
    """LangChain's FAISS over the same vectors; what is in force comes first, and `in_force` in the metadata
    tells it from former issues and seasons."""
    from regulations_agent.doors.vector_store import make_store

    index = agent.library.index
    searchable = np.flatnonzero(index.table.text >= 0)
    now = {document.id for document in current(agent.library, Filters())}
    documents: dict[str, Document] = {}
    for row in map(int, searchable):
        clause, book = index.clause(row), index.documents[int(index.table.document[row])]
        is_law = book.id in now and clause.in_force and not clause.effective
        documents[clause.id] = _document(clause, book, in_force=is_law)
    return make_store(documents, index.directions(searchable), index.embedder)


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
