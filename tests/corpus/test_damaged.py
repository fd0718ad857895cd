"""Damaged PDFs: each costs itself or a page, never the reader; and a worker stays small."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout import sheets
from regulations_agent.corpus.layout.layout import Struck
from regulations_agent.corpus.page.lines import State
from regulations_agent.corpus.page.raw import RawPage
from regulations_agent.corpus.print.atoms import Atom, make_atoms
from regulations_agent.corpus.read import Outcome, read_document, read_documents
from tests.conftest import SHARED
from tests.corpus.damage import DAMAGES, damaged
from tests.corpus.paper import make_pdf, say

VARIANTS, REAL_VARIANTS = 2 * len(DAMAGES), len(DAMAGES)
"""`python -m benchmarks.damaged` reads a thousand (docs/design/002-reading.md)."""
SECONDS = 10.0
MEGABYTES = 400


def variants(folder: Path, originals: list[Path], count: int) -> list[Path]:
    data = [path.read_bytes() for path in originals]
    made = []
    for seed in range(count):
        path = folder / f"{seed}.pdf"
        path.write_bytes(damaged(data[seed // len(DAMAGES) % len(data)], seed, data))
        made.append(path)
    return made


def outcomes_of(paths: list[Path]) -> list[Outcome]:
    return list(read_documents(paths, workers=2, seconds=SECONDS))


def faults(outcome: Outcome) -> list[str]:
    """What reading the file did that no damage may do."""
    error = outcome.error or ""
    return [
        fault
        for fault, there in {
            "neither read nor refused": outcome.reading is None and not error,
            "read and refused": outcome.reading is not None and bool(error),
            "refused without its name": bool(error) and outcome.path.name not in error,
            "more than a line": "\n" in error,
            "the reader broke": "broke" in error,
            "hung": outcome.seconds >= 4 * SECONDS,
        }.items()
        if there
    ]


def test_damage_is_the_same_for_the_same_seed(sample_corpus: Path) -> None:
    data = (sample_corpus / "2018_technical_issue01.pdf").read_bytes()
    for seed in range(len(DAMAGES)):
        assert damaged(data, seed, [data]) == damaged(data, seed, [data]) != data


@pytest.mark.slow
def test_damaged_sample_rulebooks_are_read_or_named(tmp_path: Path, sample_corpus: Path) -> None:
    originals = sorted(sample_corpus.glob("*.pdf"), key=lambda path: path.stat().st_size)[:2]
    paths = variants(tmp_path, originals, VARIANTS)
    outcomes = outcomes_of(paths)
    assert sorted(outcome.path for outcome in outcomes) == sorted(paths)
    assert {outcome.path.name: found for outcome in outcomes if (found := faults(outcome))} == {}
    assert {outcome.reading is None for outcome in outcomes} == {True, False}


@pytest.mark.slow
def test_damaged_real_rulebooks_are_read_or_named(tmp_path: Path, shared: Path) -> None:
    originals = sorted((shared / "fia").rglob("*.pdf"), key=lambda path: path.stat().st_size)[:4]
    paths = variants(tmp_path, originals, REAL_VARIANTS)
    outcomes = outcomes_of(paths)
    assert sorted(outcome.path for outcome in outcomes) == sorted(paths)
    assert {outcome.path.name: found for outcome in outcomes if (found := faults(outcome))} == {}


LARGEST = """
import resource, sys
from pathlib import Path
from regulations_agent.corpus.read import read_documents
assert all(outcome.reading for outcome in read_documents([Path(sys.argv[1])], workers=1))
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""
"""Reads a PDF and prints the megabytes of the largest process that it took, in a process of its own."""


@pytest.mark.slow
def test_a_worker_stays_small(sample_corpus: Path) -> None:
    found = SHARED if SHARED.is_dir() else sample_corpus
    largest = max(found.rglob("*.pdf"), key=lambda path: path.stat().st_size)
    command = [sys.executable, "-c", LARGEST, str(largest)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(done.stdout) <= MEGABYTES


def test_a_page_that_breaks_its_reader_costs_that_page_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def first(canvas: Canvas) -> None:
        say(canvas, 60, 140, "1.1 Boats must stop at red lights.")

    def second(canvas: Canvas) -> None:
        say(canvas, 60, 140, "1.2 Boats may turn.")

    def fussy(page: RawPage, dead: Struck, states: Sequence[State]) -> list[Atom]:
        return make_atoms(page, dead, states) if page.page == 1 else [][page.page]

    monkeypatch.setattr(sheets, "make_atoms", fussy)
    reading = read_document(make_pdf(tmp_path / "two.pdf", first, second))
    assert [page.text for page in reading.pages] == ["1.1 Boats must stop at red lights.", ""]
    assert "page 2 could not be read (IndexError) and was left out" in reading.problems
    assert "IndexError" in caplog.text
