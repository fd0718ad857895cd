"""Reads rulebook PDFs: one in this process, or many in processes with limits, whatever the files do."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from regulations_agent.corpus import terms
from regulations_agent.corpus.clauses import build_clauses
from regulations_agent.corpus.flags import flags
from regulations_agent.corpus.layout import page_lines
from regulations_agent.corpus.lines import DocumentLines
from regulations_agent.corpus.metadata import read_metadata
from regulations_agent.corpus.pages import to_page
from regulations_agent.corpus.references import find
from regulations_agent.corpus.sandbox import Limits, Outcome, run_all
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import Reading

__all__ = ["Outcome", "read_document", "read_documents"]


def read_document(path: Path) -> Reading:
    """Everything that the PDF says, read in this process; raises DocumentError that says what to do."""
    source = page_lines(path)
    if not any(page.body or page.heads for page in source.pages):
        count = len(source.pages)
        raise DocumentError(
            f"{path.name} has no text on its {count} page{'s' * (count != 1)} (a scan?); "
            "run text recognition on it first."
        )
    document = read_metadata(source, file=path.name, sha256=_sha256(path))
    clauses, problems = build_clauses(document, source.pages)
    pages = tuple(to_page(page) for page in source.pages)
    return Reading(
        document=document,
        pages=pages,
        clauses=clauses,
        references=find(document, clauses),
        terms=terms.find(document, clauses),
        problems=(
            *_problems(source),
            *problems,
            *flags(document, pages, clauses, (source.title, *source.about)),
        ),
    )


def read_documents(
    paths: Sequence[Path],
    workers: int | None = None,
    seconds: float = 60.0,
    megabytes: int = 1024,
) -> Iterator[Outcome]:
    """Reads each PDF in one of `workers` processes, and gives what came of each as it is done.

    A file that takes more than `seconds` of CPU (or three times that on the clock) or more than `megabytes`
    of memory, or that crashes the parser, costs only itself. None for `workers` is one for each core.
    """
    count = workers or os.cpu_count() or 1
    return run_all(list(paths), max(1, min(count, len(paths))), Limits(seconds, megabytes))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _problems(source: DocumentLines) -> tuple[str, ...]:
    return tuple(problem for page in source.pages for problem in page.problems)
