"""What every node has around it: whether to go on, its time, log lines, no secret left."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from langgraph.runtime import Runtime

from regulations_agent.errors import RegulationsError
from regulations_agent.graph.deadline import in_time
from regulations_agent.graph.deps import Deps
from regulations_agent.graph.state import State

LAST = "finish"
"""The node that runs even when the asker wants no more: it notes what became of the run."""
UNTIMED = (LAST, "approve", "release")
"""These wait for nothing but a person."""
log = logging.getLogger(__name__)


class Node(Protocol):
    """Reads the state, gives the fields that change."""

    def __call__(self, state: State, *, runtime: Runtime[Deps]) -> dict[str, object]: ...


def watched(name: str, node: Node) -> Node:
    """The node; raises `Cancelled` instead of beginning when the asker wants no more."""

    def run(state: State, *, runtime: Runtime[Deps]) -> dict[str, object]:
        deps = runtime.context
        facts = {"run_id": deps.run_id, "node": name, "round": state.round}
        if name != LAST:
            deps.stop.check()
        log.debug("run %s begins %s", deps.run_id, name, extra=facts)
        with deps.tracing.span(name, round=state.round):
            try:
                change = deps.taken_in(_timely(name, lambda: node(state, runtime=runtime), deps))
            except RegulationsError as fault:
                fault.args = deps.taken_in(fault.args)  # LangGraph keeps what a node raised
                raise
        log.debug("run %s ends %s", deps.run_id, name, extra=facts)
        return change

    return run


def _timely(name: str, work: Callable[[], dict[str, object]], deps: Deps) -> dict[str, object]:
    """What the node gives, within the time that is left of the question's."""
    if name in UNTIMED:
        return work()
    return in_time(work, name, lambda: deps.settings.answer_seconds - deps.clock(), deps.stop)
