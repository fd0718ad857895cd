"""`inspect`, `clause`, `outline`: what was read, one rule with all about it, and a table of contents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import about, say, say_json
from regulations_agent.errors import DocumentError, UsageError

if TYPE_CHECKING:
    from regulations_agent.settings import Settings
    from regulations_agent.types.document import Reading


def inspect(
    pdf: Annotated[Path, typer.Argument(metavar="PDF", help="A rulebook; no index is needed.")],
    as_json: JsonOption = False,
) -> None:
    """Show what is read from a PDF: its data, the text in force, deletions, insertions and problems."""
    if not pdf.is_file():
        raise UsageError(f"{pdf} is {'a folder' if pdf.is_dir() else 'no file'}; inspect takes one PDF.")
    reading = read_one(pdf, read_settings())
    if as_json:
        from regulations_agent.corpus.inspect import to_view

        return say_json(to_view(reading))
    from regulations_agent.doors.views import reading_text

    return say(reading_text(reading))


def read_one(pdf: Path, settings: Settings) -> Reading:
    """The PDF read in a process with limits; raises DocumentError."""
    from regulations_agent.corpus.read import read_documents

    (outcome,) = read_documents(
        [pdf], workers=1, seconds=settings.read_seconds, megabytes=settings.read_megabytes
    )
    if outcome.reading is None:
        raise DocumentError(about(pdf, outcome.error or "it cannot be read"))
    return outcome.reading


def clause(
    clause_id: Annotated[
        str, typer.Argument(metavar="ID", help="2025/sporting@4/54.3d); without @issue the newest issue.")
    ],
    index: IndexOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a clause in force: its words, amendments, references both ways, definitions and page."""
    from regulations_agent.agent import Agent

    view = Agent.open(settings=read_settings(index=index)).clause(clause_id)
    if as_json:
        return say_json(view)
    from regulations_agent.doors.views import clause_text

    return say(clause_text(view))


def outline(
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="2025/sporting@4, or 2025/sporting: its newest issue.")
    ],
    index: IndexOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the table of contents of a document in the index."""
    from regulations_agent.agent import Agent

    entries = Agent.open(settings=read_settings(index=index)).outline(document)
    if as_json:
        return say_json(entries)
    from regulations_agent.doors.views import outline_text

    return say(outline_text(entries))
