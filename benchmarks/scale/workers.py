"""Reading and embedding by one to four workers: `python -m benchmarks.scale.workers [PDF or folder...]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.__main__ import cost_of
from benchmarks.reading import SAMPLE

MOST = 4
HEAD = "| workers | wall | efficiency | CPU | memory of the largest process |\n|---:|---:|---:|---:|---:|"


def main(paths: list[str]) -> None:
    sys.stdout.write(HEAD + "\n")
    alone = 0.0
    for count in range(1, MOST + 1):
        with tempfile.TemporaryDirectory() as scratch:
            cost = cost_of("ingest", *paths, "--index", str(Path(scratch) / "index"), "--workers", str(count))
        alone = alone or cost.wall
        shown = (
            f"{cost.wall:.1f} s | {alone / cost.wall / count:.0%} | {cost.cpu:.1f} s | {cost.memory:,.0f} MB"
        )
        sys.stdout.write(f"| {count} | {shown} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:] or [str(SAMPLE)])
