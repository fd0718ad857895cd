"""The agent as LangChain knows things: a retriever, tools, a runnable and a vector store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from reprlib import repr as short
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.messages import BaseMessage, MessageLikeRepresentation, convert_to_messages
from langchain_core.prompt_values import PromptValue
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool

from regulations_agent.agent import Agent
from regulations_agent.answer.registers import current
from regulations_agent.answer.render import to_dict, to_markdown
from regulations_agent.errors import UsageError
from regulations_agent.graph.ask import Scope, at_least_one, filters_of
from regulations_agent.types.run import Filters

if TYPE_CHECKING:
    from regulations_agent.doors.vector_store import Clauses
    from regulations_agent.tools.base import AnyTool
    from regulations_agent.types import document as types

Asked = str | dict[str, Any] | PromptValue | Sequence[MessageLikeRepresentation]
"""A question, `{"question": ..., "season": ..., ...}` with the options of `Agent.ask`, or a conversation: its
last message asks, those of people and models before it are the history, others are passed over."""
ROLES = {"human": "user", "ai": "assistant"}
"""Of the messages that are heard: rules are asked about, no system or tool is."""


class RegulationsRetriever(BaseRetriever):
    """Finds clauses in force; `page_content` is a clause's text, `metadata` says where it stands.

    Raises `UsageError` for a scope that holds no document.
    """

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
        if not isinstance(query, str):
            raise UsageError(f"The query is {short(query)}, which is no text; search in words.")
        scope: Scope = {"season": self.season, "section": self.section}
        scope |= {"issue": self.issue, "as_of": self.as_of}
        filters = filters_of(scope, self.agent.library, self.agent.settings)
        hits = self.agent.library.search(query, k=at_least_one(self.k), filters=filters)
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
        handle_validation_error=tool.unfit,
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
    told = _conversation(given) if not isinstance(given, str | Mapping) else given
    options = {"question": told} if isinstance(told, str) else dict(told)
    thread = (config or {}).get("configurable", {}).get("thread_id")
    if thread is not None:
        options.setdefault("thread", str(thread))
    return str(options.pop("question", "")), options


def _conversation(given: PromptValue | Sequence[MessageLikeRepresentation]) -> dict[str, object]:
    """The last message as the question, those before it as history; raises `UsageError` for no message."""
    given = given.to_messages() if isinstance(given, PromptValue) else given
    try:
        messages = convert_to_messages([given] if isinstance(given, BaseMessage) else given)
    except (TypeError, ValueError, NotImplementedError) as fault:
        said = "a question, a dictionary with `question`, or a list of messages is possible."
        raise UsageError(f"{short(given)} is nothing to ask; {said}") from fault
    talk = [(ROLES[m.type], str(m.text)) for m in messages if m.type in ROLES]
    if not talk or talk[-1][0] != "user":
        raise UsageError("The last message must be a person's; it is the question.")
    history = [{"role": role, "content": text} for role, text in talk[:-1]]
    return {"question": talk[-1][1], "history": history}
