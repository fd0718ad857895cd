"""Where a run goes when a node raises: to finish, with the failure as data."""

from __future__ import annotations

import logging
from typing import Literal

from langgraph.errors import NodeError
from langgraph.runtime import Runtime
from langgraph.types import Command

from regulations_agent.errors import ModelError, Overdue, RegulationsError
from regulations_agent.graph.deps import Deps
from regulations_agent.graph.state import State
from regulations_agent.types.answer import ErrorInfo, Usage
from regulations_agent.types.run import UNUSED

log = logging.getLogger(__name__)


def failed(state: State, error: NodeError, runtime: Runtime[Deps]) -> Command[Literal["finish"]]:
    """An expected failure is data; a bug is logged, and raised when debugging."""
    fault = error.error
    if isinstance(fault, Overdue):
        log.warning("run %s: %s", state.run_id, fault)
        return Command(update={"late": str(fault)}, goto="finish")
    if not isinstance(fault, RegulationsError):
        if runtime.context.debug:
            raise fault
        log.error("%s failed in round %d", error.node, state.round, exc_info=fault)
    told = runtime.context.taken_in(described(fault, error.node))
    spent = Usage(*fault.spent) if isinstance(fault, ModelError) else UNUSED
    return Command(update={"failure": told, "spent": spent}, goto="finish")


def described(fault: BaseException, where: str) -> ErrorInfo:
    """A failure as the answer tells it."""
    name = type(fault).__name__
    return ErrorInfo(name, str(fault) or name, f"in {where}")
