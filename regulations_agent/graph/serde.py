"""How a run's state is written to a checkpoint: our own types by name, tuples as tuples, and nothing else."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import ormsgpack
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from regulations_agent.graph import state
from regulations_agent.types import answer, document, events, run

MODULES: tuple[ModuleType, ...] = (answer, document, events, run, state)
FORMAT = "regulations"
TUPLE, OURS, THEIRS = 1, 2, 3
"""Codes of MessagePack extensions."""
OPTIONS = ormsgpack.OPT_PASSTHROUGH_DATACLASS | ormsgpack.OPT_PASSTHROUGH_TUPLE | ormsgpack.OPT_NON_STR_KEYS


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
            return ormsgpack.Ext(OURS, self._packed([name, dict(_fields(value))]))
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


def _fields(value: object) -> Iterator[tuple[str, object]]:
    names = getattr(value, "_fields", None) or [f.name for f in dataclasses.fields(value)]  # type: ignore[arg-type]
    return ((name, getattr(value, name)) for name in names)
