"""Copies of the repository in which changes are made, and which tests enter which function there."""

from __future__ import annotations

import ast
import json
import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import Pipe
from pathlib import Path
from typing import NoReturn

import hypothesis

from benchmarks.mutant_processes import limited, waited
from benchmarks.mutant_session import Server

ROOT = Path(__file__).parents[1]
PACKAGE = "regulations_agent"
TESTS = ("tests",)
LEFT = {"build", "indexes"}
"""Not copied, as what begins with a dot."""


@dataclass(frozen=True)
class Tree:
    """A copy of the repository in which changes are made."""

    folder: Path

    @classmethod
    def made(cls, into: Path) -> Tree:
        (into / "tree").mkdir(parents=True)
        for one in ROOT.iterdir():
            if not one.name.startswith(".") and one.name not in LEFT:
                copy = shutil.copytree if one.is_dir() else shutil.copyfile
                copy(one, into / "tree" / one.name)
        with suppress(OSError):
            (into / "shared").symlink_to((ROOT.parent / "shared").resolve())
        return cls(into / "tree")

    @property
    def package(self) -> Path:
        return self.folder / PACKAGE

    def tested(self, tests: Sequence[str], seconds: float, report: Path | None = None) -> int:
        """Exit code of pytest over these tests in a process of its own; -1 when it took too long."""
        child = os.fork()
        if not child:
            limited(seconds)
            options = [] if report else ["-x", "-p", "no:xdist"]
            self.enter(tests, options, [Watch(report)] if report else [])
        return waited(child, seconds)

    def enter(self, tests: Sequence[str], options: Sequence[str], plugins: Sequence[object]) -> NoReturn:
        """This process becomes pytest over the tree."""
        os.setsid()
        os.chdir(self.folder)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        # the name of a worker of xdist has the tests look for the index beside their own folder
        os.environ |= {"PYTHONPATH": str(self.folder), "PYTEST_XDIST_WORKER": "gw0", "PYTHONHASHSEED": "0"}
        sys.path.insert(0, str(self.folder))
        # the machine may be busy: no test fails for that
        hypothesis.settings.register_profile("patient", deadline=None)
        hypothesis.settings.load_profile("patient")
        base = f"--basetemp={self.folder.parent / 'run'}"
        given = ["-q", "-m", "not slow", "-p", "no:cacheprovider", base, "--timeout=120", *options, *tests]
        os._exit(int(import_module("pytest").main(given, plugins=plugins)))


class Session:
    """Pytest over a tree with its tests collected; a copy of it judges a change in a fraction of the time."""

    def __init__(self, tree: Tree) -> None:
        self.line, far = Pipe()
        self.failed, self.sound = tree.folder.parent / "failed", dict[str, bool]()
        child = os.fork()
        if not child:
            tree.enter(TESTS, ["-p", "no:xdist"], [Server(far, self.failed)])
        self.names = frozenset(self.line.recv())

    def tested(self, tests: Sequence[str], seconds: float, file: Path) -> int:
        """Exit code with the code that the file now has of those tests that pass here on sound code."""
        while (code := self._asked(tests, seconds, file)) == 1:
            failed = self.failed.read_text(encoding="utf-8")
            if failed not in self.sound:
                self.sound[failed] = self._asked([failed], seconds, None) == 0
            if self.sound[failed]:
                break
            tests = [test for test in tests if test != failed]
        return code

    def _asked(self, tests: Sequence[str], seconds: float, file: Path | None) -> int:
        self.line.send((tests, seconds, file))
        code: int = self.line.recv()
        return code


class Watch:
    """Notes for each test what CPU it took, whether it passed, and which functions of the core it entered."""

    def __init__(self, report: Path) -> None:
        self.report, self.began = report, 0.0
        self.notes: dict[str, dict[str, object]] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        seen().clear()
        self.began = sum(os.times()[:4])
        self.notes[nodeid] = {"passed": True}

    def pytest_runtest_call(self, item: object) -> None:
        """What was entered until now, a fixture entered, maybe for other tests of the file too."""
        self.notes[getattr(item, "nodeid", "")]["before"] = sorted(seen())

    def pytest_runtest_logreport(self, report: object) -> None:
        if getattr(report, "outcome", "") != "passed":
            self.notes[getattr(report, "nodeid", "")]["passed"] = False

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.notes[nodeid] |= {"seconds": sum(os.times()[:4]) - self.began, "entered": sorted(seen())}

    def pytest_sessionfinish(self) -> None:
        self.report.write_text(json.dumps(self.notes), encoding="utf-8")


def seen() -> set[str]:
    """Functions entered since it was cleared, as the instrumented core notes them."""
    import builtins

    found: set[str] = builtins.__dict__.setdefault("_seen", set())
    return found


NOTE = "__import__('builtins').__dict__.setdefault('_seen', set()).add({!r})"


def instrumented(path: str, source: str) -> str:
    """The module with each function noting that it was entered."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            start = 1 if ast.get_docstring(node) is not None else 0
            note = NOTE.format(f"{path} {node.name}:{node.lineno}")
            node.body.insert(start, ast.parse(note).body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


def watched(tree: Tree, core: Iterable[str], report: Path) -> None:
    """Runs all tests of a tree whose functions note that they were entered."""
    originals = {path: (tree.package / path).read_text(encoding="utf-8") for path in core}
    for path, text in originals.items():
        (tree.package / path).write_text(instrumented(path, text), encoding="utf-8")
    tree.tested(TESTS, 1800, report)
    for path, text in originals.items():
        (tree.package / path).write_text(text, encoding="utf-8")


def covering(report: Path) -> tuple[dict[str, dict[str, float]], int]:
    """Seconds of the passing tests that enter each function, by function and test; and how many pass."""
    notes = json.loads(report.read_text(encoding="utf-8"))
    passed = {name: note for name, note in notes.items() if note["passed"] and "entered" in note}
    prepared: dict[str, set[str]] = defaultdict(set)
    for name, note in passed.items():
        prepared[name.partition("::")[0]] |= set(note.get("before", ()))
    entering: dict[str, dict[str, float]] = defaultdict(dict)
    for name, note in passed.items():
        for function in {*note["entered"], *prepared[name.partition("::")[0]]}:
            entering[function][name] = note["seconds"]
    return entering, len(passed)
