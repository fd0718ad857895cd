"""`ingest`: rulebooks into an index, and the report of what was read and what not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors import intake
from regulations_agent.doors.options import IndexOption, OnOption, WorkersOption, read_settings
from regulations_agent.doors.terminal import about, fail, note, one_line, say, spare
from regulations_agent.errors import DocumentError, UsageError

if TYPE_CHECKING:
    from regulations_agent.settings import Settings
    from regulations_agent.types.ingest import IngestReport


def ingest(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Rulebooks, or folders with all below but links out."),
    ],
    index: IndexOption = None,
    workers: WorkersOption = None,
    on: OnOption = None,
    name: Annotated[
        str | None,
        typer.Option("--as", metavar="ID", help="The id of the one file named: 2025/financial@24, my-rules."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write what a new issue changed as a page."),
    ] = None,
) -> None:
    """Read rulebooks into an index, adding or refreshing, and tell what a new issue changed.

    Documents that cannot be read do not stop the others.
    """
    settings = read_settings(index=index)
    if html is not None:
        writable(html, paths)
    if name is not None:
        if len(paths) != 1:
            raise UsageError(f"--as names one file, and {len(paths)} paths are given; read it alone.")
        from regulations_agent.index.building.rename import declare

        declare(paths[0], name, settings.index, settings)
    report = intake.ingest(paths, settings=settings, workers=workers, on=on)
    try:
        report_on(report, settings.index)
    finally:
        if not tell_changes(report, settings, html) and html is not None:
            note(f"{html} is not written: nothing that was read is a new issue of a book that was there.")


def writable(html: Path, paths: list[Path]) -> None:
    """Raises `UsageError`, before minutes of work, where the page could not be written after it."""
    spare(*paths, written=html)
    if not html.parent.is_dir():
        raise UsageError(f"{html} cannot be written: {html.parent} is no folder; give one that exists.")


def tell_changes(report: IngestReport, settings: Settings, html: Path | None) -> int:
    """The digest of each new issue of a book that was there before; a page each when there are several."""
    fresh = [done.document for done in report.read]
    if not fresh or len(fresh) == report.documents:
        return 0
    from regulations_agent.doors.render.comparison_text import digest_text
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.versions.comparison.view import digests

    library = Retriever.open(settings.index)
    library.state = settings.state_dir
    views = list(digests(fresh, library))
    for view in views:
        say("")
        say(digest_text(view, library))
        if html is not None:
            from regulations_agent.doors.render.comparison_page import write_comparison

            name = "-".join([html.stem, *view.new.replace("@", "/").split("/")])
            say(write_comparison(view, library, html.with_stem(name) if len(views) > 1 else html))
    return len(views)


def report_on(report: IngestReport, index: Path) -> None:
    """Says what was read and what not; ends with exit code 4 when something could not be read."""
    from regulations_agent.doors.render.views import count

    for done in report.read:
        problems = f", {count(len(done.problems), 'problem')} (see `inspect`)" if done.problems else ""
        clauses = count(done.clauses, "clause")
        style = f", numbered {done.style} ({done.sure:.0%} sure)" if done.style else ""
        told = f"{one_line(done.path)}: {done.document}"
        say(f"read       {told}, {clauses}{style}, {done.seconds:.1f} s{problems}")
        for sentence in done.apart:
            say(f"apart      {one_line(sentence)}")
    for done in report.unchanged:
        say(f"unchanged  {one_line(done.path)}: {done.document}, {count(done.clauses, 'clause')}")
    for sentence in report.copies:
        say(f"copy       {one_line(sentence)}")
    for sentence in report.replaced:
        say(f"replaced   {one_line(sentence)}")
    if report.index:
        held = f"{count(report.documents, 'document')}, {count(report.clauses, 'clause')}"
        texts = f"{count(report.texts, 'different text')} ({report.embedded:,} embedded now)"
        say(f"{index} holds {held}; {texts}; {report.seconds:.1f} s")
    for failure in report.failed:
        fail(about(Path(failure.path), failure.reason))
    if report.failed:
        raise typer.Exit(DocumentError.exit_code)
