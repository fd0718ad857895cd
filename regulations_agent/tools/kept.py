"""Results of tools, kept for a conversation: what was asked of a tool before is not worked out again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from pydantic import BaseModel

from regulations_agent.tools.base import AnyTool
from regulations_agent.types.run import ToolOutput

MOST = 64
"""Results of one conversation; the one that was not asked for the longest goes first."""


@dataclass(slots=True)
class Kept:
    """The results of one conversation over one index; safe to share between threads.

    Tools from outside are not pure, and asked each time.
    """

    _outputs: OrderedDict[tuple[str, str], ToolOutput] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, tool: AnyTool, args: BaseModel) -> ToolOutput | None:
        """What the tool returned for these arguments; None when it was not asked."""
        with self._lock:
            key = tool.name, args.model_dump_json()
            if key in self._outputs:
                self._outputs.move_to_end(key)
            return self._outputs.get(key)

    def put(self, tool: AnyTool, args: BaseModel, output: ToolOutput) -> None:
        if tool.outside:
            return
        with self._lock:
            self._outputs[tool.name, args.model_dump_json()] = output
            while len(self._outputs) > MOST:
                self._outputs.popitem(last=False)
