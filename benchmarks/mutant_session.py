"""A session of pytest with its tests collected once, of which a copy is forked off for each change."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from benchmarks.mutant_processes import limited, waited

UNFIT = 99
"""The change cannot be made in modules that are loaded; pytest must start anew."""


class Server:
    """A plug-in of pytest: instead of all tests once, those asked for, each time in a copy of the session."""

    def __init__(self, line: Connection, failed: Path) -> None:
        self.line, self.failed = line, failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        self.line.send(sorted(items))
        while asked := self.line.recv():
            tests, seconds, file = asked
            child = os.fork()
            if not child:
                os.setsid()
                limited(seconds)
                os._exit(_ran(session, [items[name] for name in tests], file, self.failed))
            self.line.send(waited(child, seconds))
        return True


def _ran(session: pytest.Session, items: Sequence[pytest.Item], file: Path | None, failed: Path) -> int:
    """1 when a test failed, whose name is written to `failed`."""
    if file and not swap(file):
        return UNFIT
    for item, after in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if session.testsfailed:
            failed.write_text(item.nodeid, encoding="utf-8")
            return 1
    return 0


def swap(file: Path) -> bool:
    """Gives the functions of a loaded module the code that its file now has; what was cached is forgotten."""
    codes: dict[str, list[CodeType]] = defaultdict(list)
    text = file.read_text(encoding="utf-8")
    for code in _codes(compile(text, str(file), "exec", dont_inherit=True)):
        codes[code.co_qualname].append(code)
    loaded: dict[str, dict[int, list[FunctionType]]] = defaultdict(lambda: defaultdict(list))
    gc.unfreeze()  # else nothing that the tests' session froze would be found
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper):
            one.cache_clear()
        elif isinstance(one, FunctionType) and one.__code__.co_filename == str(file):
            loaded[one.__code__.co_qualname][one.__code__.co_firstlineno].append(one)
    for name, found in codes.items():
        if len(loaded[name]) != len(found):
            return False
        for (_, functions), code in zip(sorted(loaded[name].items()), found, strict=True):
            for function in functions:
                if len(function.__code__.co_freevars) != len(code.co_freevars):
                    return False
                function.__code__ = code
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Of functions of a module and of its classes, in the order of the file."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    for one in inner:
        if one.co_flags & 2:  # CO_NEWLOCALS: a function, no body of a class
            if not one.co_name.startswith("<"):
                yield one
        else:
            yield from _codes(one)
