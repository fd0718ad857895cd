"""Reads rulebooks: one in this process, or many in processes with limits, whatever the files do."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from regulations_agent.corpus.contents.expected import expected_headings
from regulations_agent.corpus.flags import flags
from regulations_agent.corpus.flow.given import given_clauses, given_document
from regulations_agent.corpus.flow.source import document_lines, read_bytes
from regulations_agent.corpus.layout.languages import language_of
from regulations_agent.corpus.numbers import terms
from regulations_agent.corpus.numbers.references import find
from regulations_agent.corpus.outline.clauses import Built, build_clauses
from regulations_agent.corpus.page import ocr
from regulations_agent.corpus.page.lines import DocumentLines, TextLine
from regulations_agent.corpus.print.pages import to_page
from regulations_agent.corpus.process.sandbox import Limits, Outcome, run_all
from regulations_agent.corpus.title.metadata import read_metadata
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import Document, Reading

__all__ = ["Outcome", "read_document", "read_documents"]


def read_document(path: Path, language: str = "en") -> Reading:
    """Everything that the file says, read in this process; raises DocumentError that says what to do.

    Of a book that prints two languages side by side the one of code `language` (ISO 639-1) is read.
    """
    sha256 = _sha256(path)
    source = document_lines(path, language)
    if _sha256(path) != sha256:
        raise DocumentError(f"{path.name} changed while it was read; ingest it again when it is whole.")
    if not any(page.body or page.heads for page in source.pages):
        count = len(source.pages)
        raise DocumentError(
            f"{path.name} has no text on its {count} page{'s' * (count != 1)} (a scan?); {_remedy()}"
        )
    return understood(source, path.name, sha256)


def understood(source: DocumentLines, file: str, sha256: str) -> Reading:
    """The reading of a file whose lines are known."""
    document, built = _built(source, file, sha256)
    document = replace(document, recognised=tuple(page.page for page in source.pages if page.recognised))
    clauses, problems, style, sure = built
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
        style=style,
        sure=sure,
    )


def _built(source: DocumentLines, file: str, sha256: str) -> tuple[Document, Built]:
    """What the document is, and its clauses: as its publisher gives them, else as its pages show them."""
    if source.given:
        document = given_document(source, file=file, sha256=sha256)
        return document, given_clauses(document, source)
    document = read_metadata(source, file=file, sha256=sha256)
    return document, build_clauses(document, source.pages, expected_headings(source))


def read_documents(
    paths: Sequence[Path],
    workers: int | None = None,
    seconds: float = 60.0,
    megabytes: int = 1024,
    language: str = "en",
) -> Iterator[Outcome]:
    """Reads each file in one of `workers` processes, and gives what came of each as it is done.

    A file that takes more than `seconds` of CPU (or three times that on the clock) or more than `megabytes`
    of memory, or that crashes the parser, costs only itself. None for `workers` is one for each core.
    """
    count = workers or os.cpu_count() or 1
    return run_all(list(paths), max(1, min(count, len(paths))), Limits(seconds, megabytes), language)


def _remedy() -> str:
    if ocr.installed():
        return "nothing was recognised in its pictures; scan it again, larger or with more contrast."
    return f"to have its pictures recognised: {ocr.INSTALL}, then read it again."


def _sha256(path: Path) -> str:
    return hashlib.sha256(read_bytes(path)).hexdigest()


def _problems(source: DocumentLines) -> tuple[str, ...]:
    read = [page.page for page in source.pages if page.recognised]
    many = f"pages {read[0]} to {read[-1]}" if len(read) > 1 else f"page {read[0]}" if read else ""
    said = (
        (f"{len(read)} scanned: the text of {many} was recognised, and letters may be wrong",) if read else ()
    )
    return (*said, *_other_language(source), *(problem for page in source.pages for problem in page.problems))


def _other_language(source: DocumentLines) -> Iterator[str]:
    """Says that a column in a second language was left out."""
    beside = [page for page in source.pages if page.parallel]
    lines = sum(len(page.parallel) for page in beside)
    if lines:
        code = language_of(
            " ".join(p.text for page in beside for p in page.parallel if isinstance(p, TextLine))
        )
        named = f" ({code})" if code else ""
        yield (
            f"{len(beside)} pages print a second language{named} beside the first: its {lines:,} lines were "
            "left out; set language to read it instead"
        )
