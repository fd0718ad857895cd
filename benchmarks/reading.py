"""Pages per CPU second: a whole reading, beside the plain text of pypdf and pdfplumber, in the same run.

`python -m benchmarks.reading [PDF or folder...]`; the sample corpus unless told. The others read at most
`PLAIN_PAGES` pages of a document, spread over it, as they are slow.
"""

from __future__ import annotations

import gc
import logging
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

SAMPLE = Path(__file__).parents[1] / "corpus" / "sample"
PLAIN_PAGES = 12
Read = Callable[[Path], int]
"""Reads a PDF and says how many pages it read."""


def ours(path: Path) -> int:
    """Text, amendments, clauses, references and terms, with boxes."""
    from regulations_agent.corpus.read import read_document

    return len(read_document(path).pages)


def by_pypdf(path: Path) -> int:
    """Plain text."""
    from pypdf import PdfReader

    pages = PdfReader(path).pages
    return sum(pages[i].extract_text() is not None for i in spread(len(pages)))


def by_pdfplumber(path: Path) -> int:
    """Plain text."""
    import pdfplumber

    with pdfplumber.open(path) as pdf:
        return sum(pdf.pages[i].extract_text() is not None for i in spread(len(pdf.pages)))


READERS: dict[str, Read] = {
    "regulations_agent: amendments, clauses, references, terms, boxes": ours,
    "pypdf: plain text": by_pypdf,
    "pdfplumber: plain text": by_pdfplumber,
}


def spread(pages: int) -> list[int]:
    """At most PLAIN_PAGES positions of a document's pages, evenly."""
    count = min(pages, PLAIN_PAGES)
    return [i * pages // count for i in range(count)]


def rate(read: Read, paths: Sequence[Path]) -> tuple[int, float]:
    """Pages read and pages per CPU second; the first document is read once before the clock starts."""
    read(paths[0])
    gc.collect()
    began = time.process_time()
    pages = sum(map(read, paths))
    return pages, pages / (time.process_time() - began)


def report(names: Sequence[str]) -> list[str]:
    """The table, line by line; `names` are PDFs and folders of PDFs."""
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    given = [Path(name) for name in names]
    paths = [file for path in given for file in (sorted(path.rglob("*.pdf")) if path.is_dir() else [path])]
    if not paths:
        raise SystemExit(f"There is no PDF in {', '.join(names)}.")
    rows = [(what, *rate(read, paths)) for what, read in READERS.items()]
    return [
        f"| reading {len(paths)} documents | pages | pages per CPU second |",
        "|---|---:|---:|",
        *(f"| {what} | {pages:,} | {speed:.0f} |" for what, pages, speed in rows),
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(report(sys.argv[1:] or [str(SAMPLE)])) + "\n")
