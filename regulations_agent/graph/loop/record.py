"""Tool calls and rounds as the answer records them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from regulations_agent.graph.loop.state import Attempt
from regulations_agent.types.answer import Round, ToolCallRecord
from regulations_agent.types.run import ToolResult

OUTPUT_CHARS = 2_000


def record(result: ToolResult) -> ToolCallRecord:
    call, output = result.call, result.output
    return ToolCallRecord(
        id=call.id,
        tool=call.tool,
        args=plain(call.args),
        ok=result.ok,
        output=output.summary[:OUTPUT_CHARS] if output is not None else "",
        error=result.error,
        started=result.started,
        seconds=result.seconds,
        round=call.round,
    )


def closed(attempt: Attempt) -> Round:
    """A round that has its draft."""
    return Round(
        round=attempt.round,
        query=attempt.plan.query,
        tools=tuple(call.tool for call in attempt.plan.calls),
        strategy=attempt.strategy,
        overall=attempt.grade.quality.overall if attempt.grade is not None else None,
    )


def plain(args: Mapping[str, object]) -> dict[str, object]:
    """Arguments as JSON has them; what JSON cannot say is told by its `repr`."""
    return {name: msgspec.to_builtins(value, str_keys=True, enc_hook=repr) for name, value in args.items()}
