"""Copies of the repository in which changes are made, and which tests enter which function there."""

from __future__ import annotations

import ast
import json
import os
import resource
import shutil
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from benchmarks.mutations import functions

ROOT = Path(__file__).parents[1]
PACKAGE = "regulations_agent"
TESTS = (
    "tests/corpus", "tests/versions", "tests/answer", "tests/graph/test_route.py", "tests/graph/test_loop.py",
    "tests/graph/test_approval.py", "tests/tools",
)  # fmt: skip
COPIED = (PACKAGE, "tests", "benchmarks", "pyproject.toml", "corpus", "eval", "docs", "README.md")
MOST_MEMORY = 6 * 2**30


@dataclass(frozen=True)
class Tree:
    """A copy of the repository in which changes are made."""

    folder: Path

    @classmethod
    def made(cls, into: Path) -> Tree:
        (into / "tree").mkdir(parents=True)
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
            copy(ROOT / name, into / "tree" / name)
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
            self._child(tests, seconds, report)
        limit = (
            time.monotonic() + 10 * seconds
        )  # the machine may be busy; the limit on CPU is the one that counts
        while time.monotonic() < limit:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return -1

    def _child(self, tests: Sequence[str], seconds: float, report: Path | None) -> None:
        os.setsid()
        os.chdir(self.folder)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        base = self.folder.parent
        # the name of a worker of xdist has the tests look for the index beside their own folder
        os.environ |= {"PYTHONPATH": str(self.folder), "PYTEST_XDIST_WORKER": "gw0", "PYTHONHASHSEED": "0"}
        sys.path.insert(0, str(self.folder))
        options = [
            "-q",
            "-m",
            "not slow",
            "-p",
            "no:cacheprovider",
            f"--basetemp={base / 'run'}",
            "--timeout=120",
        ]
        watch = [Watch(report)] if report else []
        options += [] if report else ["-x", "-p", "no:xdist"]
        pytest = import_module("pytest")
        os._exit(int(pytest.main([*options, *tests], plugins=watch)))


class Watch:
    """Notes for each test how long it took, whether it passed, and which functions of the core it entered."""

    def __init__(self, report: Path) -> None:
        self.report, self.began = report, 0.0
        self.notes: dict[str, dict[str, object]] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        seen().clear()
        self.began = time.monotonic()
        self.notes[nodeid] = {"passed": True}

    def pytest_runtest_call(self, item: object) -> None:
        """What was entered until now, a fixture entered, maybe for other tests of the file too."""
        self.notes[getattr(item, "nodeid", "")]["before"] = sorted(seen())

    def pytest_runtest_logreport(self, report: object) -> None:
        if getattr(report, "outcome", "") != "passed":
            self.notes[getattr(report, "nodeid", "")]["passed"] = False

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.notes[nodeid] |= {"seconds": time.monotonic() - self.began, "entered": sorted(seen())}

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
    names = {line: name for line, _, name in functions(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            start = 1 if ast.get_docstring(node) is not None else 0
            node.body.insert(start, ast.parse(NOTE.format(f"{path} {names[node.lineno]}")).body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


def covering(tree: Tree, scratch: Path, core: Iterable[str]) -> tuple[dict[str, dict[str, float]], int]:
    """Seconds of the passing tests that enter each function, by function and test; and how many pass."""
    originals = {path: (tree.package / path).read_text(encoding="utf-8") for path in core}
    for path, text in originals.items():
        (tree.package / path).write_text(instrumented(path, text), encoding="utf-8")
    tree.tested(TESTS, 900, scratch / "covered.json")
    for path, text in originals.items():
        (tree.package / path).write_text(text, encoding="utf-8")
    notes = json.loads((scratch / "covered.json").read_text(encoding="utf-8"))
    passed = {name: note for name, note in notes.items() if note["passed"] and "entered" in note}
    prepared: dict[str, set[str]] = defaultdict(set)
    for name, note in passed.items():
        prepared[name.partition("::")[0]] |= set(note.get("before", ()))
    entering: dict[str, dict[str, float]] = defaultdict(dict)
    for name, note in passed.items():
        for function in {*note["entered"], *prepared[name.partition("::")[0]]}:
            entering[function][name] = note["seconds"]
    return entering, len(passed)
