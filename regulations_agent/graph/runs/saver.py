"""How LangGraph's checkpoints are written and read: by our serializer, and never at the cost of a run."""

from __future__ import annotations

import dataclasses
import inspect
import logging
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import ormsgpack
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from regulations_agent.graph.loop import state
from regulations_agent.types import answer, document, events, run

MODULES: tuple[ModuleType, ...] = (answer, document, events, run, state)
FORMAT = "regulations"
TUPLE, OURS, THEIRS = 1, 2, 3
"""Codes of MessagePack extensions."""
OPTIONS = ormsgpack.OPT_PASSTHROUGH_DATACLASS | ormsgpack.OPT_PASSTHROUGH_TUPLE | ormsgpack.OPT_NON_STR_KEYS
UNWRITABLE: tuple[type[Exception], ...] = (TypeError, ValueError)
"""A tool gave something that cannot be written."""
UNREADABLE: tuple[type[Exception], ...] = (*UNWRITABLE, LookupError, RecursionError)
"""What was written is damaged, or of another version: the run begins again."""
log = logging.getLogger(__name__)


class Serializer:
    """MessagePack for LangGraph's checkpoints; only the classes of `MODULES` come to life when it is read.

    LangGraph's own serializer gives lists for tuples, and plain dicts for classes that it is not told.
    """

    def __init__(self) -> None:
        self._theirs = JsonPlusSerializer(allowed_msgpack_modules=None)

    def dumps_typed(self, obj: object) -> tuple[str, bytes]:
        return FORMAT, self._packed(obj)

    def loads_typed(self, data: tuple[str, bytes]) -> object:
        kind, content = data
        return self._unpacked(content) if kind == FORMAT else self._theirs.loads_typed(data)

    def _packed(self, value: object) -> bytes:
        return ormsgpack.packb(value, default=self._extension, option=OPTIONS)

    def _unpacked(self, content: bytes) -> object:
        return ormsgpack.unpackb(content, ext_hook=self._value, option=ormsgpack.OPT_NON_STR_KEYS)

    def _extension(self, value: object) -> ormsgpack.Ext:
        if classes().get(name := type(value).__name__) is type(value):
            return ormsgpack.Ext(OURS, self._packed([name, _fields(value)]))
        if type(value) is tuple:
            return ormsgpack.Ext(TUPLE, self._packed(list(value)))
        kind, content = self._theirs.dumps_typed(value)
        return ormsgpack.Ext(THEIRS, self._packed([kind, content]))

    def _value(self, code: int, content: bytes) -> object:
        plain = self._unpacked(content)
        if not isinstance(plain, list):
            raise ValueError("a checkpoint holds an extension that is no list")
        if code == TUPLE:
            return tuple(plain)
        if code == OURS:
            return classes()[plain[0]](**plain[1])
        return self._theirs.loads_typed((plain[0], plain[1]))


@cache
def classes() -> dict[str, type]:
    """Every dataclass and named tuple of `MODULES`, by name; names are unique among them."""
    found = [c for module in MODULES for _, c in inspect.getmembers(module, inspect.isclass)]
    return {c.__name__: c for c in found if dataclasses.is_dataclass(c) or hasattr(c, "_fields")}


def _fields(value: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in _names(type(value))}  # type: ignore[arg-type]


@cache
def _names(kind: type) -> tuple[str, ...]:
    return getattr(kind, "_fields", None) or tuple(f.name for f in dataclasses.fields(kind))


class Checkpoints(BaseCheckpointSaver[str]):
    """One of LangGraph's savers with our serializer.

    What cannot be written is logged and noted in `lost`: the run goes on, only it cannot be resumed.
    """

    failures: tuple[type[Exception], ...]
    """Of the file or the server."""

    def __init__(self, connection: Any) -> None:  # noqa: ANN401 -- each saver has its own
        super().__init__(connection, serde=Serializer())  # type: ignore[misc]
        self.lost: set[str] = set()
        """Ids of runs of which a checkpoint could not be written."""
        self.swept = False

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        try:
            found = super().get_tuple(config)
            if found is not None and not isinstance(found.checkpoint, dict):
                raise TypeError("a checkpoint is no mapping")
            return found
        except self.failures + UNREADABLE as fault:
            self._lose(config, fault)
            return None

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        try:
            return super().put(config, checkpoint, metadata, new_versions)
        except self.failures + UNWRITABLE as fault:
            self._lose(config, fault)
        place = config["configurable"]
        kept = {"thread_id": place["thread_id"], "checkpoint_ns": place["checkpoint_ns"]}
        return {"configurable": {**kept, "checkpoint_id": checkpoint["id"]}}

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        try:
            super().put_writes(config, writes, task_id, task_path)
        except self.failures + UNWRITABLE as fault:
            self._lose(config, fault)

    def forget(self, run_id: str) -> None:
        """Removes what is kept of a run that has ended."""
        try:
            self.delete_thread(run_id)
        except self.failures as fault:
            log.warning("the checkpoints of run %s stay (%s)", run_id, fault)

    def _lose(self, config: RunnableConfig, fault: Exception) -> None:
        run_id = str(config["configurable"]["thread_id"])
        if run_id not in self.lost:
            log.warning("run %s cannot be resumed: its checkpoints fail (%s)", run_id, fault)
        self.lost.add(run_id)
