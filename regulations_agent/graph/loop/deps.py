"""What the nodes work with: handed to each run through LangGraph's runtime context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from regulations_agent.graph.tracing import Tracing
from regulations_agent.guard.question import QuestionGuard
from regulations_agent.guard.texts.internal import taken_in
from regulations_agent.reasoning.base import Reasoner
from regulations_agent.settings import Settings
from regulations_agent.tools.pool import Pool
from regulations_agent.types.answer import Answer, Step
from regulations_agent.types.events import DATA, Event, EventData, EventName
from regulations_agent.types.run import Question
from regulations_agent.types.stop import Stop

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

T = TypeVar("T")
NAMES: dict[type[EventData], EventName] = {data: name for name, data in DATA.items()}


def _silent(_: Event) -> None:
    """Tells nobody."""


def _nowhere(_: Question) -> tuple[frozenset[str], ...]:
    """Remembers nothing."""
    return ()


def _never(_: str) -> int:
    """Remembers no attack."""
    return 0


@dataclass(frozen=True, slots=True)
class Deps:
    """The parts of an agent, and the clock of one run."""

    reasoner: Reasoner
    library: Retriever
    pool: Pool
    settings: Settings
    run_id: str
    index: str
    """Hash of the index that is read."""
    clock: Callable[[], float]
    """Seconds since the run began."""
    debug: bool = False
    """A bug is raised, not made into an answer."""
    emit: Callable[[Event], None] = _silent
    """Told of each event, in the thread of the run."""
    stop: Stop = field(default_factory=Stop)
    """Set when the asker wants no more."""
    internal: tuple[str, ...] = ()
    """Texts that no answer may repeat: prompts, the persona."""
    guard: QuestionGuard | None = None
    """None lets every question pass."""
    tracing: Tracing = field(default_factory=Tracing)
    can_wait: bool = False
    """A paused run can be found again."""
    routes: Callable[[Question], tuple[frozenset[str], ...]] = _nowhere
    """The tools that answered each of the most similar questions before."""
    attacks: Callable[[str], int] = _never
    """How many refused texts are like this one, of the most similar few."""

    def step(self, node: str, round: int, summary: str, started: float) -> tuple[Step, ...]:
        """The record of a node that began at `started`, as an update of `State.steps`."""
        return (Step(node, round, summary, self.clock() - started),)

    def tell(self, round: int, data: EventData) -> None:
        """Reports something that happened in a round."""
        safe = data if isinstance(data, Answer) else self.taken_in(data)
        self.emit(Event(NAMES[type(data)], self.run_id, round, self.clock(), safe))

    def taken_in(self, value: T) -> T:
        """What models, servers and tools said, fit to be kept and shown: no secret, no internal text."""
        return taken_in(value, self.settings.secrets, self.internal)
