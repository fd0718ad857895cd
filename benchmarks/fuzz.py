"""Gives every door any input, and says what it answered wrongly.

`python -m benchmarks.fuzz [SECONDS] [SEED] [TARGET...]`: SECONDS (1800) are shared by the targets of
`tests/fuzz/targets.py`, each in a process of its own, half of the time guided by coverage where `atheris`
is installed. A finding is told once for each place in the code, with its smallest input; exit code 1.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fuzz.doors import Ground

SECONDS, SEED = 1800.0, 21
MOST_SHOWN = 400
"""Characters of an input."""


class Findings:
    """What went wrong, once for each place, the smallest input of each."""

    def __init__(self) -> None:
        self.held: dict[str, tuple[str, str]] = {}
        self.tried = 0

    def note(self, value: object, fault: BaseException) -> None:
        place, text = where(fault), repr(value)
        if place not in self.held or len(text) < len(self.held[place][1]):
            self.held[place] = "".join(traceback.format_exception_only(fault)).strip()[:MOST_SHOWN], text

    def tell(self, name: str, seconds: float, plain: int) -> int:
        """Prints what was found; gives the exit code."""
        guided = f" ({self.tried - plain} guided by coverage)" if self.tried > plain else ""
        sys.stdout.write(
            f"{name}: {self.tried} inputs{guided} in {seconds:.0f} s, {len(self.held)} findings\n"
        )
        for place, (said, text) in self.held.items():
            sys.stdout.write(f"  {place}: {said}\n    {text[:MOST_SHOWN]}\n")
        sys.stdout.flush()
        return bool(self.held)


def where(fault: BaseException) -> str:
    """Kind and place of what went wrong first."""
    while (cause := fault.__cause__ or fault.__context__) is not None:
        fault = cause
    frames = [f for f in traceback.extract_tb(fault.__traceback__) if "regulations_agent/" in f.filename]
    last = frames[-1] if frames else None
    at = (
        f"{last.filename.rpartition('regulations_agent/')[2]}:{last.lineno}"
        if last
        else "outside the package"
    )
    return f"{type(fault).__name__} in {at}"


def fuzz(name: str, seconds: float, seed: int, ground: Ground) -> int:
    """Inputs for one target until the time is up; says what was found. Ends the process where atheris is."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    from tests.fuzz.bounds import Slow
    from tests.fuzz.targets import TARGETS

    target, found, guided = TARGETS[name], Findings(), find_spec("atheris") is not None
    end = time.monotonic() + seconds * (0.5 if guided else 1.0)

    def once(value: object) -> None:
        found.tried += 1
        try:
            target.check(ground, value)
        except (Exception, Slow) as fault:  # any other kind is a finding
            found.note(value, fault)

    rules = settings(
        max_examples=20,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    round_ = 0
    while time.monotonic() < end:
        seeded(seed * 1_000_003 + round_)(rules(given(target.inputs)(once)))()
        round_ += 1
    if guided:
        half = found.tried
        _guided(rules(given(target.inputs)(once)), seconds / 2, seed, lambda: found.tell(name, seconds, half))
    return found.tell(name, seconds, found.tried)


def _guided(test: object, seconds: float, seed: int, tell: Callable[[], int]) -> None:
    """Inputs that reach other code than those before; ends the process, as libFuzzer returns from nothing."""
    import atheris

    fuzz_one: Callable[[bytes], object] = test.hypothesis.fuzz_one_input  # type: ignore[attr-defined]
    end = time.monotonic() + seconds

    def run(data: bytes) -> None:
        if time.monotonic() > end:
            os._exit(tell())
        fuzz_one(data)

    atheris.Setup(
        [sys.argv[0], f"-seed={seed}", "-max_len=8192", "-len_control=0", "-rss_limit_mb=0", "-timeout=600"],
        run,
    )
    atheris.Fuzz()


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["--one"]:
        return one(arguments[1], float(arguments[2]), int(arguments[3]), Path(arguments[4]))
    seconds = float(arguments[0]) if arguments else SECONDS
    seed = int(arguments[1]) if len(arguments) > 1 else SEED
    from tests.fuzz.targets import TARGETS

    names = arguments[2:] or list(TARGETS)
    bad = 0
    with index() as built:
        for name in names:
            share = seconds / len(names)
            command = [
                sys.executable,
                "-m",
                "benchmarks.fuzz",
                "--one",
                name,
                str(share),
                str(seed),
                str(built),
            ]
            bad += subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode != 0
    return 1 if bad else 0


def one(name: str, seconds: float, seed: int, built: Path) -> int:
    if find_spec("atheris"):
        import atheris

        with atheris.instrument_imports(include=["regulations_agent"]):
            import_all()
    logging.disable(logging.WARNING)
    from tests.fuzz.doors import Ground

    with tempfile.TemporaryDirectory(prefix="fuzz-") as scratch:
        return fuzz(name, seconds, seed, Ground(built, Path(scratch)))


def import_all() -> None:
    """What the targets use, so that its branches are seen."""
    import regulations_agent.agent
    import regulations_agent.corpus.files.manifest
    import regulations_agent.corpus.worker
    import regulations_agent.evaluation.run
    import regulations_agent.guard.judging.learning
    import regulations_agent.index.storage.files  # noqa: F401
    import tests.fuzz.targets  # noqa: F401


@contextlib.contextmanager
def index() -> Iterator[Path]:
    """Of the sample."""
    from regulations_agent.index.building.build import ingest
    from regulations_agent.settings import Settings

    with tempfile.TemporaryDirectory(prefix="fuzz-index-") as scratch:
        ingest([Path(__file__).parents[1] / "corpus" / "sample"], Path(scratch) / "index", Settings())
        yield Path(scratch) / "index"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
