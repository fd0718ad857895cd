"""Makes small wrong changes to the core, and counts how many its tests catch.

`python -m benchmarks.mutants [COUNT] [SEED] [WORKERS] [--results FILE] [--covered FILE]`: COUNT changes (500)
are drawn by SEED from `corpus`, `versions`, quote checks and routing (`CORE`). Each is made in a copy of the
repository, where the fast tests run that enter its function, the quickest first, until one fails. An index of
the sample that sound code built is read by all, so that a change of reading must be caught where something is
read. What is known to change no behaviour (`mutants_equivalent.txt`) is counted apart.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from multiprocessing import Queue, get_context
from pathlib import Path

from benchmarks.mutant_session import UNFIT
from benchmarks.mutant_trees import PACKAGE, ROOT, Session, Tree, covering, watched
from benchmarks.mutations import Mutation, mutated, mutations

CORE = {
    "corpus": (("corpus",), 0.5),
    "versions": (("versions",), 0.25),
    "quote checks": (
        ("answer/verify.py", "answer/table_quotes.py", "language/sentences.py", "answer/text.py"),
        0.15,
    ),
    "routing": (("graph/loop/route.py",), 0.1),
}
"""Files of each part, and its share of the changes."""
STARTERS = {
    "corpus/worker.py": ("corpus/process/sandbox.py",),
    "corpus/process/limits.py": ("corpus/process/sandbox.py",),
    "corpus/picture.py": ("corpus/picture.py",),
    "corpus/page/pdf.py": ("corpus/picture.py",),
}
"""Files of which functions run in a process of its own, and those that start it."""
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
MOST_SECONDS, SLACK = 75.0, 20.0
"""Of the tests run against one change, as they took on sound code: all that enter nearly any
function; and what start and load may add."""


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


def core_files(part: str) -> list[str]:
    """Paths below the package."""
    base = ROOT / PACKAGE
    found = [base / name for name in CORE[part][0]]
    files = [file for one in found for file in (sorted(one.rglob("*.py")) if one.is_dir() else [one])]
    return [str(file.relative_to(base)) for file in files]


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
    for file in STARTERS.get(mutation.path, ()) if not held else ():
        held |= {
            name: s for key, tests in entering.items() if key.startswith(file) for name, s in tests.items()
        }
    kept, spent = list[str](), 0.0
    for name, seconds in sorted(held.items(), key=lambda pair: pair[1]):
        if spent + seconds <= MOST_SECONDS or not kept:
            kept.append(name)
            spent += seconds
    return kept


def judged(tree: Tree, session: Session, part: str, mutation: Mutation, tests: Sequence[str]) -> Verdict:
    """Makes the change, runs the tests, and takes it back."""
    file = tree.package / mutation.path
    sound = file.read_text(encoding="utf-8")
    began = time.monotonic()
    if not tests:
        return Verdict(part, mutation, False, "no test", 0, 0.0)
    try:
        file.write_text(mutated(sound, mutation.number), encoding="utf-8")
        code = session.tested(tests, MOST_SECONDS * 2 + SLACK, file) if mutation.function else UNFIT
        if code == UNFIT:
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


def _rate(caught: int, total: int) -> str:
    low, high = wilson(caught, max(1, total))
    return f"{caught} of {total}: {caught / max(1, total):.3f} [{low:.3f}, {high:.3f}]"


def report(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Caught of total in each part and in all, then what survived."""
    listed = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    known = {line.partition("  # ")[0] for line in listed}
    alive = [v for v in verdicts if not v.caught]
    same = [v for v in alive if v.mutation.mark in known]
    for part in [*CORE, "all"]:
        told = [v for v in verdicts if part in (v.part, "all")]
        if told:
            caught = sum(v.caught for v in told)
            rates = (_rate(caught, total) for total in (len(told), len(told) - sum(v in same for v in told)))
            yield f"{part:<14}{' of all, '.join(rates)} of those that change behaviour"
    kinds = Counter(v.mutation.kind for v in alive)
    yield f"{len(same)} change no behaviour; alive by kind: {dict(kinds.most_common())}"
    for v in sorted(alive, key=lambda v: (v.part, v.mutation.path, v.mutation.line)):
        if v not in same:
            one = v.mutation
            yield f"{v.how:<9} {one.path}:{one.line} {one.kind}: {one.before}  ->  {one.after}"


def main(arguments: Sequence[str]) -> int:
    asked = _options().parse_args(arguments)
    known = _caught(asked.results) if asked.results else {}
    for name in LOADED:
        import_module(name)
    changes = drawn(asked.count, asked.seed)
    verdicts = [known[one.mark] for _, one in changes if one.mark in known]
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        trees = [Tree.made(Path(scratch) / str(number)) for number in range(asked.workers)]
        built_index(trees)
        covered = asked.covered or Path(scratch) / "covered.json"
        if not covered.exists():
            watched(trees[0], [path for part in CORE for path in core_files(part)], covered)
        entering, passed = covering(covered)
        sys.stdout.write(f"{passed} tests pass on sound code and enter {len(entering)} functions\n")
        work = [(part, one, chosen(one, entering)) for part, one in changes if one.mark not in known]
        fork = get_context("fork")
        free = fork.Queue()
        for tree in trees:
            free.put(tree)
        with fork.Pool(asked.workers, _take, (free,)) as pool:
            for verdict in pool.imap(_judge, work):
                verdicts.append(verdict)
                if asked.results:
                    with asked.results.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(asdict(verdict)) + "\n")
    sys.stdout.write("\n".join(report(verdicts)) + "\n")
    return 0


def _options() -> ArgumentParser:
    options = ArgumentParser(description=__doc__)
    options.add_argument("count", type=int, nargs="?", default=500)
    options.add_argument("seed", type=int, nargs="?", default=21)
    options.add_argument("workers", type=int, nargs="?", default=2)
    options.add_argument(
        "--results", type=Path, help="verdicts are added to it; what it has as caught is not judged anew"
    )
    options.add_argument("--covered", type=Path, help="which test enters what; written where it is not there")
    return options


def _caught(results: Path) -> dict[str, Verdict]:
    """By mark what former runs caught."""
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    told = [json.loads(line) for line in lines]
    found = [Verdict(**one | {"mutation": Mutation(**one["mutation"])}) for one in told if one["caught"]]
    return {one.mutation.mark: one for one in found}


_tree: Tree
_session: Session
"""Of this process of the pool."""


def _take(free: Queue[Tree]) -> None:
    """Each process of the pool has a tree to itself."""
    global _tree, _session
    _tree = free.get()
    _session = Session(_tree)


def _judge(work: tuple[str, Mutation, list[str]]) -> Verdict:
    return judged(_tree, _session, *work)


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
