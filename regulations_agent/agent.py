"""The composition root: the only place where the parts of an agent are made and joined."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Unpack
from weakref import WeakValueDictionary

from regulations_agent.errors import RegulationsError, UsageError
from regulations_agent.graph.ask import Options, make_question, readable
from regulations_agent.graph.lookups import Lookups
from regulations_agent.graph.runs.stream import EventStream, last
from regulations_agent.guard.texts.mask import masked_in
from regulations_agent.memory.keeping import Retention
from regulations_agent.memory.store import RunStore, open_database
from regulations_agent.memory.threads import remembered, turns
from regulations_agent.reasoning.base import Reasoner
from regulations_agent.settings import Settings, load_settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.answer import Answer
from regulations_agent.types.history import RunRecord
from regulations_agent.types.run import Question, Turn

if TYPE_CHECKING:
    from regulations_agent.graph.runs.life import Life
    from regulations_agent.guard.question import QuestionGuard
    from regulations_agent.memory.recall import Recall
    from regulations_agent.retrieval.retriever import Retriever

OPEN: WeakValueDictionary[str, Agent] = WeakValueDictionary()
"""The agents of this process by the hash of their index, for displays that need more than an answer holds."""


class Agent(Lookups):
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
        OPEN[library.hash] = self
        self.persona: str | None = None
        self.owner: str | None = None
        self.guard: QuestionGuard | None = None
        self._database = open_database(settings)

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
        offered = _tools(chosen, tools)
        library = _library(chosen)
        thinks = reasoner or _reasoner(chosen, library, offered, persona)
        agent = cls(library, thinks, offered, chosen, debug=debug)
        agent.persona, agent.owner = persona, owner
        agent.guard = _guard(chosen, library)
        return agent

    def for_owner(self, owner: str | None) -> Agent:
        """The same agent with the runs and threads of another owner; all else is shared."""
        other = copy(self)
        other.owner = owner
        other.__dict__.pop("_life", None)
        return other

    def embedded(self, *, keep: bool = True) -> Agent:
        """The same agent with the engine that asks no model server; without `keep` no run is left behind."""
        other = self.for_owner(self.owner)
        settings = load_settings(self.settings, engine="extractive")
        other.reasoner = _reasoner(settings, self.library, self.tools, None)
        if not keep:
            other.settings = load_settings(settings, keep_runs=False, recall=False, approval_tools=())
            other.__dict__.pop("_recall", None)
            other._database = open_database(other.settings)
        return other

    def ask(self, question: str, **options: Unpack[Options]) -> Answer:
        """The answer to a question; raises `UsageError` for one that cannot be asked.

        What fails later is data: `answer.ok` is false and `answer.error` says why.
        """
        return last(self.stream(question, **options))

    def try_ask(self, question: str, **options: Unpack[Options]) -> Answer:
        """Like `ask`, but a question that cannot be asked is answered with `ok` false too."""
        try:
            return self.ask(question, **options)
        except RegulationsError as fault:
            told = question if isinstance(question, str) else repr(question)
            cut = readable(told[: self.settings.max_question_chars])
            shown = self._unsecret(Question(cut))
            fresh = options.get("fresh", False)
            return last(self._life.begin(shown, options.get("thread"), fresh=fresh, failure=fault))

    def stream(self, question: str, **options: Unpack[Options]) -> EventStream:
        """The events of a run as they happen; the last one carries the answer. Closing it cancels the run.

        Raises `UsageError` at once, before the first event.
        """
        asked = self._question(question, options)
        return self._life.begin(asked, options.get("thread"), fresh=options.get("fresh", False))

    def batch(
        self, questions: Sequence[str], *, workers: int = 1, **options: Unpack[Options]
    ) -> list[Answer]:
        """One answer a question, in order; one that cannot be asked does not stop the others.

        Raises `UsageError` for what is no list of questions, and for fewer workers than one.
        """
        if isinstance(questions, str) or workers < 1:
            raise UsageError("batch takes a list of questions, and workers from 1 on.")
        with ThreadPoolExecutor(max_workers=workers) as pool:
            return list(pool.map(lambda question: self.try_ask(question, **options), questions))

    async def aask(self, question: str, **options: Unpack[Options]) -> Answer:
        """`ask` beside other work of an event loop; cancelling it cancels the run."""
        with self.stream(question, **options) as events:
            return await asyncio.to_thread(last, events)

    def resume(self, run_id: str, *, approve: bool | None = None, reason: str | None = None) -> Answer:
        """Goes on with a run that was cut off, or with one that waits for a person, with that person's word.

        A run that has ended gives its answer again. Raises `UsageError` for one that is not there, that is at
        work elsewhere, or that waits for a word when none is given, and `StoreError`.
        """
        return last(self.resume_stream(run_id, approve=approve, reason=reason))

    def resume_stream(
        self, run_id: str, *, approve: bool | None = None, reason: str | None = None
    ) -> EventStream:
        """`resume` as events."""
        return self._life.resume(run_id, approve, reason)

    def waiting(self) -> tuple[RunRecord, ...]:
        """The runs that wait for a person, newest first."""
        return tuple(self.runs.get(run.run_id) for run in self.runs.list(status="waiting", limit=1_000))

    def thread(self, thread_id: str) -> tuple[Turn, ...]:
        """All turns of a conversation, oldest first."""
        return turns(self.runs.answers(thread_id))

    @property
    def runs(self) -> RunStore:
        """The history of this owner's runs."""
        retention = Retention(self.settings.history_days, self.settings.history_runs)
        return RunStore(self._database, self.owner, self.library, retention)

    @cached_property
    def _life(self) -> Life:
        from regulations_agent.graph.runs.life import Life

        parts = self.library, self.reasoner, self.tools, self.settings
        return Life(
            *parts, self.runs, debug=self.debug, guard=self.guard, recall=self._recall, persona=self.persona
        )

    @cached_property
    def _recall(self) -> Recall | None:
        """None where nothing is kept, or where the agent was put together without a guard and an encoder."""
        from regulations_agent.memory.recall import Recall

        if not self.settings.recall or self.guard is None:
            return None
        return Recall(self._database, self.library.index.embedder, self.owner)

    def _question(self, text: str, options: Options) -> Question:
        thread = options.get("thread")
        if thread and options.get("history") is None and not options.get("fresh"):
            options = {**options, "history": remembered(self.runs, thread, self.settings)}
        return self._unsecret(make_question(text, options, self.library, self.tools, self.settings))

    def _unsecret(self, question: Question) -> Question:
        """Without keys of ours that somebody typed: what is asked is kept, searched and shown."""
        return masked_in(question, self.settings.secrets)


def _tools(settings: Settings, given: Sequence[str | AnyTool] | None) -> Mapping[str, AnyTool]:
    """The tools given, else those of the settings and of the MCP servers that they name."""
    tools = settings.tools if given is None else given
    named = load_tools(tool for tool in tools if isinstance(tool, str))
    offered = {t if isinstance(t, str) else t.name: named[t] if isinstance(t, str) else t for t in tools}
    if given is None and settings.mcp_servers:
        from regulations_agent.tools.outside import outside_tools

        offered |= outside_tools(settings, offered)
    return offered


def _library(settings: Settings) -> Retriever:
    from regulations_agent.index.milvus import connector
    from regulations_agent.retrieval.retriever import Retriever

    library = Retriever.open(settings.answering_index, connect=connector(settings))
    library.state = settings.state_dir
    return library


def _guard(settings: Settings, library: Retriever) -> QuestionGuard:
    from regulations_agent.guard.question import QuestionGuard

    return QuestionGuard.open(settings, library)


def _reasoner(
    settings: Settings, library: Retriever, tools: Mapping[str, AnyTool], persona: str | None
) -> Reasoner:
    if settings.engine == "extractive" or (settings.engine == "auto" and not settings.has_model):
        from regulations_agent.reasoning.extractive import Extractive

        return Extractive(library, tools, settings)
    from regulations_agent.reasoning.assisted.fallback import make_reasoner

    return make_reasoner(settings, library, tools, persona)
