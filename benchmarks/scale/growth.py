"""Search over more and more clauses, by files and by Milvus Lite: seconds, processor time and memory.

`python -m benchmarks.scale.growth INDEX QUESTIONS files|milvus COPIES...` prints a row for each number of
copies of the index, each measured in a process of its own. What is timed is `rank`, the search by words and
meaning over all clauses; no clause is read and nothing is answered.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.scale.copies import copied
from regulations_agent.index.index import Index
from regulations_agent.index.milvus import MilvusBackend, load_index
from regulations_agent.index.store import open_index
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.retrieval.ranking import rank
from regulations_agent.settings import Settings

ASKED = 20
"""Questions, evenly over the set."""
HEAD = """| clauses | vectors | by | made or loaded | on disk | memory | search, wall | search, CPU |
|---:|---:|---|---:|---:|---:|---:|---:|"""


def measure(folder: Path, questions: list[str], by: str, copies: int) -> str:
    """One row of the table."""
    index = copied(open_index(folder), copies)
    with tempfile.TemporaryDirectory() as scratch:
        searched, seconds, size = (_milvus if by == "milvus" else _files)(index, Path(scratch))
        del index
        before = _memory()
        rows = np.flatnonzero(searched.table.text >= 0)
        rank(searched, questions[0], rows, 10)  # what is made when it is first needed
        walls, used = [], []
        for question in questions:
            wall, cpu = time.perf_counter(), time.process_time()
            rank(searched, question, rows, 10)
            walls.append(time.perf_counter() - wall)
            used.append(time.process_time() - cpu)
    memory, wall, cpu = max(before, _memory()), statistics.median(walls), statistics.median(used)
    made = f"{seconds:.1f} s | {size / 1e6:,.0f} MB"
    cells = f"{len(searched.table.text):,} | {searched.dense.size:,} | {by} | {made}"
    return f"| {cells} | {memory:,.0f} MB | {1e3 * wall:,.0f} ms | {1e3 * cpu:,.0f} ms |"


def _files(index: Index, scratch: Path) -> tuple[Index, float, int]:
    """The index with its words and vectors read back from files, the seconds of that, and their bytes."""
    assert isinstance(index.dense, Dense)
    index.dense.save(scratch / "dense.faiss")
    index.lexical.save(scratch / "lexical.npz")
    size = sum(path.stat().st_size for path in scratch.iterdir())
    began = time.perf_counter()
    read = replace(
        index,
        dense=Dense.load(scratch / "dense.faiss"),
        lexical=type(index.lexical).load(scratch / "lexical.npz"),
    )
    return read, time.perf_counter() - began, size


def _milvus(index: Index, scratch: Path) -> tuple[Index, float, int]:
    """The index over a collection of Milvus Lite, the seconds of filling it, and its bytes."""
    settings = Settings(milvus_uri=str(scratch / "vectors.db"))
    began = time.perf_counter()
    load_index(index, settings)
    seconds = time.perf_counter() - began
    size = sum(path.stat().st_size for path in scratch.rglob("*") if path.is_file())
    return replace(index, dense=MilvusBackend.open(settings, index.hash)), seconds, size


def _memory() -> float:
    """Resident now, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _asked(path: Path) -> list[str]:
    from regulations_agent.evaluation.dataset import read_items

    items = read_items(path)
    return [item.question for item in items[:: max(1, len(items) // ASKED)]][:ASKED]


def main(folder: Path, questions: Path, by: str, copies: list[int]) -> None:
    if len(copies) == 1:
        sys.stdout.write(measure(folder, _asked(questions), by, copies[0]) + "\n")
        return
    sys.stdout.write(HEAD + "\n")
    for count in copies:
        command = [
            sys.executable,
            "-m",
            "benchmarks.scale.growth",
            str(folder),
            str(questions),
            by,
            str(count),
        ]
        sys.stdout.flush()
        subprocess.run(command, check=True)


if __name__ == "__main__":
    given, asked, backend, *counts = sys.argv[1:]
    main(Path(given), Path(asked), backend, [int(count) for count in counts])
