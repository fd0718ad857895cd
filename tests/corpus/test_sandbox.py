"""Bad files cost only themselves, and say in one line what to do."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.read import read_document, read_documents
from regulations_agent.errors import DocumentError
from tests.corpus.paper import make_pdf, say


def good(folder: Path, name: str = "good.pdf") -> Path:
    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 80, "2025 HARBOUR CUP SPORTING REGULATIONS")
        say(canvas, 60, 100, "Issue 2")
        say(canvas, 60, 140, "1.1 Boats must stop at red lights.")

    return make_pdf(folder / name, draw)


def encrypted(folder: Path) -> Path:
    writer = PdfWriter(clone_from=PdfReader(good(folder, "plain.pdf")))
    writer.encrypt("secret", algorithm="RC4-128")
    path = folder / "encrypted.pdf"
    writer.write(path)
    return path


def bomb(folder: Path) -> Path:
    """A page whose forms call each other tens of times, ten levels deep."""
    canvas = Canvas(str(folder / "bomb.pdf"))
    canvas.beginForm("f0")
    canvas.drawString(10, 10, "spin")
    canvas.endForm()
    for level in range(1, 10):
        canvas.beginForm(f"f{level}")
        for _ in range(30):
            canvas.doForm(f"f{level - 1}")
        canvas.endForm()
    canvas.doForm("f9")
    canvas.save()
    return folder / "bomb.pdf"


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_every_bad_file_is_named_with_a_reason_and_the_good_are_read(tmp_path: Path) -> None:
    fine = good(tmp_path)
    whole = fine.read_bytes()
    bad = {
        "encrypted": encrypted(tmp_path),
        "truncated": written(tmp_path / "cut.pdf", whole[: len(whole) // 2]),
        "not a PDF": written(tmp_path / "letter.pdf", b"Dear Sir"),
        "is empty": written(tmp_path / "nothing.pdf", b""),
        "no text": make_pdf(tmp_path / "scan.pdf", lambda c: c.rect(50, 50, 300, 300, fill=1)),
        "cannot be opened": tmp_path / "absent.pdf",
    }
    outcomes = {o.path: o for o in read_documents([*bad.values(), fine], workers=2, seconds=20)}
    assert len(outcomes) == len(bad) + 1
    for reason, path in bad.items():
        error = outcomes[path].error
        assert outcomes[path].reading is None
        assert error is not None and reason in error and path.name in error and "\n" not in error
    reading = outcomes[fine].reading
    assert reading is not None and reading.document.id == "2025/sporting@2"
    assert reading == read_document(fine)


@pytest.mark.slow
def test_a_file_that_spins_is_stopped_and_the_next_one_is_read(tmp_path: Path) -> None:
    fine = good(tmp_path)
    outcomes = {o.path.name: o for o in read_documents([bomb(tmp_path), fine], workers=1, seconds=2)}
    assert outcomes["bomb.pdf"].reading is None or not outcomes["bomb.pdf"].reading.clauses
    assert outcomes["bomb.pdf"].seconds < 30
    assert outcomes["good.pdf"].reading is not None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_rights_is_named(tmp_path: Path) -> None:
    path = good(tmp_path)
    path.chmod(0)
    with pytest.raises(DocumentError, match="cannot be opened"):
        read_document(path)


def test_workers_end_when_the_reader_stops_early(tmp_path: Path) -> None:
    paths = [good(tmp_path, f"{i}.pdf") for i in range(4)]
    outcomes = read_documents(paths, workers=2)
    assert next(outcomes).reading is not None
    outcomes.close()  # type: ignore[attr-defined]
    assert next(outcomes, None) is None


def worker() -> int:
    """The process that this one has for reading, as soon as it is there."""
    while True:
        for told in Path("/proc/self/task").glob("*/children"):
            for child in told.read_text(encoding="ascii").split():
                with suppress(OSError):
                    if b"corpus.worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                        return int(child)
        time.sleep(0.002)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here")
@pytest.mark.parametrize(
    ("how", "said"),
    [
        (signal.SIGUSR1, "crashed the reader (SIGUSR1)"),
        (signal.SIGSEGV, "crashed the reader (SIGSEGV)"),
        (signal.SIGKILL, "made the reader run out of memory (400 MB)"),
        (signal.SIGXCPU, "took more than 2 CPU seconds"),
    ],
)
def test_what_ended_a_worker_is_said_of_its_file(tmp_path: Path, how: signal.Signals, said: str) -> None:
    path = good(tmp_path)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(lambda: list(read_documents([path], workers=1, seconds=2, megabytes=400)))
        os.kill(worker(), how)
        (outcome,) = read.result()
    assert outcome.reading is None and (outcome.error or "").startswith(f"good.pdf {said}")
