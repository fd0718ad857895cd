"""Reads damaged variants of real and sample rulebooks, as broken transfers and hostile hands leave them.

`python -m benchmarks.damaged FOLDER [COUNT]`: half of the variants are of the sample corpus, four in ten of
six pages of the rulebooks in FOLDER (`../shared`), a tenth of whole ones; a thousand unless told, each from
its seed. It fails when the reader breaks or hangs; a file that is refused with its reason is as it should be.
"""

from __future__ import annotations

import io
import logging
import random
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pypdf import PdfReader, PdfWriter

from benchmarks.reading import SAMPLE, spread
from regulations_agent.corpus.process.sandbox import Limits
from regulations_agent.corpus.read import Outcome, read_documents
from tests.corpus.damage import damaged

COUNT, EXTRACT = 1000, 6
LIMITS = Limits(seconds=20.0, megabytes=400)
SLACK = 5.0
"""Seconds on the clock beyond the limit within which a worker must be gone."""


def extract(path: Path) -> bytes:
    """A PDF of six pages, evenly spread over the rulebook."""
    reader, writer = PdfReader(path), PdfWriter()
    for number in spread(len(reader.pages))[::2][:EXTRACT]:
        writer.add_page(reader.pages[number])
    held = io.BytesIO()
    writer.write(held)
    return held.getvalue()


def variants(folder: Path, count: int, into: Path) -> Iterator[Path]:
    """Writes the variants; the name of each says its seed and what it is a variant of."""
    sample, real = sorted(SAMPLE.glob("*.pdf")), sorted(folder.rglob("*.pdf"))
    groups = (
        {path.stem: path.read_bytes() for path in sample},
        {f"six-pages-of-{path.parent.name}-{path.stem}": extract(path) for path in real},
        {f"{path.parent.name}-{path.stem}": path.read_bytes() for path in real},
    )
    for seed in range(count):
        group = random.Random(f"group {seed}").choices(groups, (5, 4, 1))[0]
        name = random.Random(f"source {seed}").choice(sorted(group))
        path = into / f"{seed:04}-{name}.pdf"
        path.write_bytes(damaged(group[name], seed, list(group.values())))
        yield path


def kind(outcome: Outcome) -> str:
    """What came of a variant, in two words; the last three are faults of ours."""
    if outcome.seconds > LIMITS.wall + SLACK:
        return "hung"
    if outcome.reading is not None:
        return "read, with problems" if outcome.reading.problems else "read"
    error = outcome.error or ""
    if "\n" in error or outcome.path.name not in error:
        return "not named"
    for words in (
        "took more than",
        "out of memory",
        "needs more than",
        "crashed the reader",
        "broke the reader",
    ):
        if words in error:
            return words
    return "refused with its reason"


def main(arguments: Sequence[str]) -> int:
    logging.disable(logging.WARNING)
    folder = Path(arguments[0])
    count = int(arguments[1]) if len(arguments) > 1 else COUNT
    with tempfile.TemporaryDirectory() as scratch:
        paths = list(variants(folder, count, Path(scratch)))
        outcomes = []
        for outcome in read_documents(paths, 1, LIMITS.seconds, LIMITS.megabytes):
            outcomes.append(outcome)
            if kind(outcome) not in ("read", "read, with problems", "refused with its reason"):
                sys.stdout.write(f"{kind(outcome)}: {outcome.error or outcome.path.name}\n")
    kinds = Counter(map(kind, outcomes))
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    sys.stdout.write("".join(f"{number:5} {what}\n" for what, number in kinds.most_common()))
    sys.stdout.write(f"slowest {max(o.seconds for o in outcomes):.1f} s, largest worker {largest:.0f} MB\n")
    lost = set(paths) - {o.path for o in outcomes}
    return bool(lost or kinds["hung"] or kinds["broke the reader"] or kinds["not named"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
