"""`ingest`: PDFs into an index, and the report of what was read and what not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, WorkersOption, read_settings
from regulations_agent.doors.terminal import about, fail, say
from regulations_agent.errors import DocumentError

if TYPE_CHECKING:
    from regulations_agent.settings import Settings
    from regulations_agent.types.ingest import IngestReport


def ingest(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="PDFs, or folders with all below.")],
    index: IndexOption = None,
    workers: WorkersOption = None,
) -> None:
    """Read PDFs into an index, adding or refreshing; documents that cannot be read do not stop the others."""
    settings = read_settings(index=index)
    report_on(build(paths, settings, workers), settings.index)


def build(paths: list[Path], settings: Settings, workers: int | None) -> IngestReport:
    """The build, with a progress bar on a terminal and a line for each document elsewhere."""
    from regulations_agent.doors.progress import watch
    from regulations_agent.index import build as builder

    with watch() as on_progress:
        return builder.ingest(paths, settings.index, settings, on_progress, workers=workers)


def report_on(report: IngestReport, index: Path) -> None:
    """Says what was read and what not; ends with exit code 4 when something could not be read."""
    from regulations_agent.doors.views import count

    for done in report.read:
        problems = f", {count(len(done.problems), 'problem')} (see `inspect`)" if done.problems else ""
        clauses = count(done.clauses, "clause")
        say(f"read       {done.path}: {done.document}, {clauses}, {done.seconds:.1f} s{problems}")
    for done in report.unchanged:
        say(f"unchanged  {done.path}: {done.document}, {count(done.clauses, 'clause')}")
    for sentence in report.replaced:
        say(f"replaced   {sentence}")
    if report.index:
        held = f"{count(report.documents, 'document')}, {count(report.clauses, 'clause')}"
        texts = f"{count(report.texts, 'different text')} ({report.embedded:,} embedded now)"
        say(f"{index} holds {held}; {texts}; {report.seconds:.1f} s")
    for failure in report.failed:
        fail(about(Path(failure.path), failure.reason))
    if report.failed:
        raise typer.Exit(DocumentError.exit_code)
