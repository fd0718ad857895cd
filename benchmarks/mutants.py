"""Makes small wrong changes to the core, and counts how many its tests catch.

`python -m benchmarks.mutants [COUNT] [SEED] [WORKERS] [RESULTS.jsonl [BEFORE.jsonl]]`: COUNT changes (500),
drawn by SEED from `corpus`, `versions`, the quote checks and routing (`CORE`). Each is made in a copy of the
repository, where the fast tests run that enter its function, the quickest first, until one fails. An index of
the sample that sound code built is read by all, so that a change of reading must be caught where something is
read. What is known to change no behaviour (`mutants_equivalent.txt`) is counted apart. With BEFORE only those
are judged that its run did not catch.
"""

from __future__ import annotations

import ast
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from multiprocessing import Queue, get_context
from pathlib import Path

from benchmarks.mutations import Mutation, functions, mutated, mutations

ROOT = Path(__file__).parents[1]
PACKAGE = "regulations_agent"
CORE = {
    "corpus": (("corpus",), 0.5),
    "versions": (("versions",), 0.25),
    "quote checks": (
        ("answer/verify.py", "answer/table_quotes.py", "answer/sentences.py", "answer/text.py"),
        0.15,
    ),
    "routing": (("graph/route.py",), 0.1),
}
"""Files of each part, and its share of the changes."""
TESTS = (
    "tests/corpus",
    "tests/versions",
    "tests/answer",
    "tests/graph/test_route.py",
    "tests/graph/test_loop.py",
    "tests/graph/test_approval.py",
    "tests/tools",
)
COPIED = (PACKAGE, "tests", "benchmarks", "pyproject.toml", "corpus", "eval", "docs", "README.md")
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.txt")
LOADED = (
    "numpy",
    "pytest",
    "hypothesis",
    "pydantic",
    "pydantic_settings",
    "msgspec",
    "lxml.html",
    "pypdf",
    "pypdfium2",
    "reportlab.pdfgen.canvas",
    "faiss",
    "tokenizers",
    "onnxruntime",
    "Stemmer",
    "PIL.Image",
    "httpx",
    "rapidfuzz",
    "markdown_it",
    "charset_normalizer",
    "langgraph.graph",
    "typer",
    "rich.console",
)
"""Imported once, before the process of a change is forked off."""
MOST_SECONDS, SLACK = 15.0, 20.0
"""Of the tests run against one change, as they took on sound code; and what start and load may add."""
MOST_MEMORY = 6 * 2**30


@dataclass(frozen=True)
class Verdict:
    """What the tests said of a change."""

    part: str
    mutation: Mutation
    caught: bool
    how: str
    """`failed`, `took too long`, `survived`, `no test`."""
    tests: int
    seconds: float


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


def core_files(part: str) -> list[str]:
    """Paths below the package."""
    base = ROOT / PACKAGE
    found = [base / name for name in CORE[part][0]]
    files = [file for one in found for file in (sorted(one.rglob("*.py")) if one.is_dir() else [one])]
    return [str(file.relative_to(base)) for file in files]


def covering(tree: Tree, scratch: Path) -> tuple[dict[str, dict[str, float]], int]:
    """Seconds of the passing tests that enter each function, by function and test; and how many pass."""
    originals = {
        path: (tree.package / path).read_text(encoding="utf-8") for part in CORE for path in core_files(part)
    }
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


def drawn(count: int, seed: int) -> list[tuple[str, Mutation]]:
    """So many changes, each part with its share, in random order."""
    chance, found = random.Random(seed), []
    for part, (_, share) in CORE.items():
        every = [
            m
            for path in core_files(part)
            for m in mutations(path, (ROOT / PACKAGE / path).read_text(encoding="utf-8"))
        ]
        found += [(part, one) for one in chance.sample(every, min(len(every), round(count * share)))]
    chance.shuffle(found)
    return found


def chosen(mutation: Mutation, entering: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Tests that enter the function, or at the top of a module any of its functions, the quickest first."""
    start = f"{mutation.path} {mutation.function}"
    held = {
        name: s
        for key, tests in entering.items()
        if (key == start if mutation.function else key.startswith(start))
        for name, s in tests.items()
    }
    kept, spent = [], 0.0
    for name, seconds in sorted(held.items(), key=lambda pair: pair[1]):
        if spent + seconds <= MOST_SECONDS or not kept:
            kept.append(name)
            spent += seconds
    return kept


def judged(tree: Tree, part: str, mutation: Mutation, tests: Sequence[str]) -> Verdict:
    """Makes the change, runs the tests, and takes it back."""
    file = tree.package / mutation.path
    sound = file.read_text(encoding="utf-8")
    began = time.monotonic()
    if not tests:
        return Verdict(part, mutation, False, "no test", 0, 0.0)
    try:
        file.write_text(mutated(sound, mutation.number), encoding="utf-8")
        code = tree.tested(tests, MOST_SECONDS * 2 + SLACK)
    finally:
        file.write_text(sound, encoding="utf-8")
    how = "survived" if code == 0 else "failed" if code > 0 else "took too long"
    return Verdict(part, mutation, code != 0, how, len(tests), time.monotonic() - began)


def wilson(caught: int, total: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson, JASA 1927)."""
    z, share = 1.96, caught / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * ((share * (1 - share) + z * z / (4 * total)) / total) ** 0.5 / (1 + z * z / total)
    return middle - half, middle + half


def report(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Caught of total in each part and in all, then what survived."""
    known = set(EQUIVALENT.read_text(encoding="utf-8").splitlines()) if EQUIVALENT.exists() else set()
    alive = [v for v in verdicts if not v.caught]
    same = [v for v in alive if v.mutation.mark in known]
    for part in [*CORE, "all"]:
        told = [v for v in verdicts if part in (v.part, "all") and v not in same]
        if told:
            caught = sum(v.caught for v in told)
            low, high = wilson(caught, len(told))
            share = f"{caught / len(told):.3f} [{low:.3f}, {high:.3f}]"
            yield f"{part:<14}{caught:4} of {len(told):4} caught: {share}"
    kinds = Counter(v.mutation.kind for v in alive)
    yield f"{len(same)} change no behaviour; alive by kind: {dict(kinds.most_common())}"
    for v in sorted(alive, key=lambda v: (v.part, v.mutation.path, v.mutation.line)):
        if v not in same:
            one = v.mutation
            yield f"{v.how:<9} {one.path}:{one.line} {one.kind}: {one.before}  ->  {one.after}"


def main(arguments: Sequence[str]) -> int:
    count, seed, workers = (int(a) for a in (*arguments[:3], *("500", "21", "2")[len(arguments[:3]) :]))
    results = Path(arguments[3]) if len(arguments) > 3 else None
    again = _survived(Path(arguments[4])) if len(arguments) > 4 else frozenset[str]()
    for name in LOADED:
        import_module(name)
    verdicts: list[Verdict] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        trees = [Tree.made(Path(scratch) / str(number)) for number in range(workers)]
        built_index(trees)
        entering, passed = covering(trees[0], Path(scratch))
        sys.stdout.write(f"{passed} tests pass on sound code and enter {len(entering)} functions\n")
        work = [(part, one, chosen(one, entering)) for part, one in drawn(count, seed)]
        if again:
            work = [one for one in work if one[1].mark in again]
        fork = get_context("fork")
        free = fork.Queue()
        for tree in trees:
            free.put(tree)
        with fork.Pool(workers, _take, (free,)) as pool:
            for verdict in pool.imap(_judge, work):
                verdicts.append(verdict)
                if results:
                    with results.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(asdict(verdict)) + "\n")
    sys.stdout.write("\n".join(report(verdicts)) + "\n")
    return 0


def _survived(results: Path) -> frozenset[str]:
    """Of a former run, to be judged again after tests were added."""
    told = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    return frozenset(Mutation(**one["mutation"]).mark for one in told if not one["caught"])


def _take(free: Queue[Tree]) -> None:
    """Each process of the pool has a tree to itself."""
    global _tree
    _tree = free.get()


def _judge(work: tuple[str, Mutation, list[str]]) -> Verdict:
    return judged(_tree, *work)


def built_index(trees: Sequence[Tree]) -> None:
    """The index of the sample where the tests of each tree look for it."""
    first = trees[0].folder.parent / "sample-index"
    command = [sys.executable, "-m", PACKAGE, "ingest", "corpus/sample", "--index", str(first)]
    subprocess.run(
        command,
        cwd=trees[0].folder,
        env=os.environ | {"PYTHONPATH": str(trees[0].folder)},
        check=True,
        capture_output=True,
    )
    for tree in trees[1:]:
        shutil.copytree(first, tree.folder.parent / "sample-index")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
