"""The composition root: the only place where the parts of an agent are made and joined."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cached_property, partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Unpack
from uuid import uuid4

from regulations_agent.errors import RegulationsError, UsageError
from regulations_agent.graph.ask import Options, Scope, filters_of, make_question, readable
from regulations_agent.reasoning.base import Reasoner
from regulations_agent.settings import Settings, load_settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.tools.pool import Pool
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Event, Start
from regulations_agent.types.run import Question, Turn

if TYPE_CHECKING:
    from regulations_agent.graph.build import Graph
    from regulations_agent.graph.deps import Deps
    from regulations_agent.graph.state import State
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.types.views import (
        CheckView,
        ClauseView,
        CompareView,
        ObligationView,
        OutlineView,
        PenaltyView,
        TermView,
    )

THREAD_TURNS = 10
"""Turns of a thread that a question sees."""


class Agent:
    """Answers questions about the rulebooks of one index; safe to share between threads."""

    def __init__(
        self,
        library: Retriever,
        reasoner: Reasoner,
        tools: Mapping[str, AnyTool],
        settings: Settings,
        *,
        debug: bool = False,
    ) -> None:
        """Joins parts that are made already; `Agent.open` makes them."""
        self.library, self.reasoner, self.tools, self.settings = library, reasoner, dict(tools), settings
        self.debug = debug
        self.persona: str | None = None
        self.owner: str | None = None
        self._threads: dict[str, tuple[Turn, ...]] = {}

    @classmethod
    def open(  # noqa: PLR0913
        cls,
        index: str | Path | None = None,
        *,
        settings: Settings | None = None,
        reasoner: Reasoner | None = None,
        tools: Sequence[str | AnyTool] | None = None,
        persona: str | None = None,
        owner: str | None = None,
        debug: bool = False,
        **overrides: object,
    ) -> Agent:
        """An agent over a built index; needs no key.

        `tools` are names or `Tool`s, by default those of the settings. `persona` is the system text of
        reasoners that write with a language model. `debug` raises bugs instead of answering `ok` false.
        `overrides` are settings by name (`max_iterations=1`). Raises `UsageError`, `IndexMissing`,
        `IndexDamaged`.
        """
        if index is not None:
            overrides["index"] = Path(index)
        chosen = load_settings(settings, **overrides)
        offered = _tools(chosen.tools if tools is None else tools)
        library = _library(chosen)
        agent = cls(library, reasoner or _reasoner(chosen, library, offered), offered, chosen, debug=debug)
        agent.persona, agent.owner = persona, owner
        return agent

    def ask(self, question: str, **options: Unpack[Options]) -> Answer:
        """The answer to a question; raises `UsageError` for one that cannot be asked.

        What fails later is data: `answer.ok` is false and `answer.error` says why.
        """
        return self._run(self._question(question, options), options)

    def try_ask(self, question: str, **options: Unpack[Options]) -> Answer:
        """Like `ask`, but a question that cannot be asked is answered with `ok` false too."""
        try:
            return self.ask(question, **options)
        except RegulationsError as fault:
            shown = readable(question[: self.settings.max_question_chars])
            return self._run(Question(shown), options, fault)

    def stream(self, question: str, **options: Unpack[Options]) -> Iterator[Event]:
        """The events of a run as they happen; the last one carries the answer.

        Raises `UsageError` at once, before the first event.
        """
        return self._events(self._question(question, options), options)

    def batch(
        self, questions: Sequence[str], *, workers: int = 1, **options: Unpack[Options]
    ) -> list[Answer]:
        """One answer a question, in order; one that cannot be asked does not stop the others."""
        with ThreadPoolExecutor(max_workers=workers) as pool:
            return list(pool.map(lambda question: self.try_ask(question, **options), questions))

    async def aask(self, question: str, **options: Unpack[Options]) -> Answer:
        """`ask` beside other work of an event loop."""
        return await asyncio.to_thread(partial(self.ask, question, **options))

    def resume(self, run_id: str, *, approve: bool) -> Answer:
        """Goes on with a run that waits for approval; raises `UsageError` when none of that id waits."""
        word = "approve" if approve else "reject"
        raise UsageError(f"No run {run_id!r} waits for approval, so there is nothing to {word}; ask again.")

    def compare(self, old: str, new: str) -> CompareView:
        """Two documents side by side, for example `2025/sporting@1` and `2025/sporting@4`."""
        from regulations_agent.versions.view import compare_view

        return compare_view(old, new, self.library)

    def clause(self, clause_id: str) -> ClauseView:
        """A clause with its path, references, terms and history; raises `UnknownClause`."""
        from regulations_agent.answer.views import clause_view

        return clause_view(clause_id, self.library)

    def outline(self, document_id: str) -> tuple[OutlineView, ...]:
        """The table of contents of a document; raises `UsageError` for an unknown one."""
        from regulations_agent.answer.views import outline

        return outline(document_id, self.library)

    def check(self, text: str, **scope: Unpack[Scope]) -> CheckView:
        """Whether a quoted sentence is in force, deleted or changed, and where; raises `UsageError`."""
        from regulations_agent.versions.check import check

        return check(text, self.library, filters_of(scope, self.library, self.settings))

    def terms(self, word: str | None = None, **scope: Unpack[Scope]) -> tuple[TermView, ...]:
        """The defined terms in force, those with `word` alone if given."""
        from regulations_agent.answer.registers import terms

        return terms(self.library, word, filters_of(scope, self.library, self.settings))

    def penalties(self, word: str | None = None, **scope: Unpack[Scope]) -> tuple[PenaltyView, ...]:
        """What each breach costs, those with `word` alone if given."""
        from regulations_agent.answer.registers import penalties

        return penalties(self.library, word, filters_of(scope, self.library, self.settings))

    def obligations(self, word: str | None = None, **scope: Unpack[Scope]) -> tuple[ObligationView, ...]:
        """Who must, must not or may do what by when, those with `word` alone if given."""
        from regulations_agent.answer.registers import obligations

        return obligations(self.library, word, filters_of(scope, self.library, self.settings))

    @cached_property
    def _graph(self) -> Graph:
        from regulations_agent.graph.build import build_graph

        return build_graph(self.settings)

    def _question(self, text: str, options: Options) -> Question:
        thread = options.get("thread")
        if thread and options.get("history") is None and not options.get("fresh"):
            options = {**options, "history": self._threads.get(thread, ())[-THREAD_TURNS:]}
        return make_question(text, options, self.library, self.tools, self.settings)

    def _events(self, question: Question, options: Options) -> Iterator[Event]:
        state, deps = self._begin(question, options)
        yield deps.event(0, Start(question.text, question.filters, state.thread_id))
        with _untraced():
            for event in self._graph.stream(state, context=deps, stream_mode="custom"):
                if isinstance(event, Event):
                    yield event
                    if isinstance(event.data, Answer):
                        self._remember(event.data, options)

    def _run(self, question: Question, options: Options, failure: RegulationsError | None = None) -> Answer:
        state, deps = self._begin(question, options, failure)
        with _untraced():
            answer: Answer = self._graph.invoke(state, context=deps)["answer"]
        self._remember(answer, options)
        return answer

    def _begin(
        self, question: Question, options: Options, failure: RegulationsError | None = None
    ) -> tuple[State, Deps]:
        from regulations_agent.graph.deps import Deps
        from regulations_agent.graph.failed import described
        from regulations_agent.graph.state import State

        run_id, began = uuid4().hex, monotonic()
        limits = self.settings
        pool = Pool(self.tools, self.library, limits.max_parallel_tools, limits.tool_timeout_seconds)
        deps = Deps(
            reasoner=self.reasoner,
            library=self.library,
            pool=pool,
            settings=limits,
            run_id=run_id,
            index=self.library.hash,
            clock=lambda: monotonic() - began,
            debug=self.debug,
        )
        error = described(failure, "the question") if failure else None
        return State(question, run_id, options.get("thread"), failure=error), deps

    def _remember(self, answer: Answer, options: Options) -> None:
        if (thread := options.get("thread")) and answer.ok and not options.get("fresh"):
            turns = Turn("user", answer.question), Turn("assistant", answer.answer)
            self._threads[thread] = (*self._threads.get(thread, ()), *turns)[-THREAD_TURNS:]


def _tools(tools: Sequence[str | AnyTool]) -> Mapping[str, AnyTool]:
    named = load_tools(tool for tool in tools if isinstance(tool, str))
    return {t if isinstance(t, str) else t.name: named[t] if isinstance(t, str) else t for t in tools}


def _library(settings: Settings) -> Retriever:
    from regulations_agent.retrieval.retriever import Retriever

    return Retriever.open(settings.index)


def _reasoner(settings: Settings, library: Retriever, tools: Mapping[str, AnyTool]) -> Reasoner:
    from regulations_agent.reasoning.extractive import Extractive

    if settings.engine == "chat":
        raise UsageError("Engine 'chat' is not part of this version; possible are: auto, extractive.")
    return Extractive(library, tools, settings)


def _untraced() -> AbstractContextManager[None]:
    """LangGraph sends no traces, whatever the environment says: asking makes no network call."""
    from langsmith import tracing_context

    return tracing_context(enabled=False)
