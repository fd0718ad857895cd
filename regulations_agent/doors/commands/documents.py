"""`inspect`, `clause`, `outline`: what was read, one rule with all about it, and a table of contents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.corpus.files.formats import ACCEPTED, is_taken
from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import about, note, say, say_json, spare, unwritten
from regulations_agent.errors import DocumentError, UsageError

if TYPE_CHECKING:
    from regulations_agent.settings import Settings
    from regulations_agent.types.document import Reading


def inspect(
    pdf: Annotated[Path, typer.Argument(metavar="FILE", help=f"A rulebook: {ACCEPTED}; no index is needed.")],
    siblings: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[SIBLING]...", help="Files or folders to look its references up in."),
    ] = None,
    as_json: JsonOption = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write the pages with what was read drawn over them."),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option("--index", metavar="DIR", help="Look up references to other documents in this index."),
    ] = None,
) -> None:
    """Show what is read from a rulebook: its data, the text in force, deletions, insertions and problems."""
    if not pdf.is_file():
        raise UsageError(f"{pdf} is {'a folder' if pdf.is_dir() else 'no file'}; inspect takes one file.")
    if html is not None and as_json:
        raise UsageError("inspect gives --json or --html FILE, not both; leave one out.")
    if html is not None:
        spare(pdf, *siblings or (), written=html)
    settings = read_settings(index=index)
    reading = read_one(pdf, settings)
    if index is not None:
        reading = within(index, reading)
    if siblings:
        reading = among(siblings, reading, settings)
    if html is not None:
        return write_proof(pdf, reading, html, settings)
    if as_json:
        from regulations_agent.corpus.inspect import to_view

        return say_json(to_view(reading))
    from regulations_agent.doors.render.views import reading_text

    return say(reading_text(reading))


def within(index: Path, reading: Reading) -> Reading:
    """The reading with its references looked up in an index."""
    from regulations_agent.index.books.crossing import resolved
    from regulations_agent.index.store import open_index

    return replace(reading, references=resolved(reading.references, open_index(index)))


def among(siblings: Sequence[Path], reading: Reading, settings: Settings) -> Reading:
    """The reading with its references looked up in other rulebooks, or in all of a folder."""
    from regulations_agent.corpus.numbers.references import clause_keys, resolve
    from regulations_agent.corpus.read import read_documents

    absent = [path for path in siblings if not path.exists()]
    if absent:
        raise UsageError(
            f"{absent[0]} is no file or folder; give rulebooks or folders after the file to inspect."
        )
    found = (sorted(filter(is_taken, path.rglob("*"))) if path.is_dir() else [path] for path in siblings)
    paths = list(dict.fromkeys(path for group in found for path in group))
    books: dict[str, Mapping[str, str]] = {}
    outcomes = read_documents(
        paths, None, settings.read_seconds, settings.read_megabytes, language=settings.language
    )
    for outcome in outcomes:
        if outcome.reading is None:
            note(about(outcome.path, outcome.error or "it cannot be read"))
        elif outcome.reading.document.book != reading.document.book:
            books[outcome.reading.document.id] = clause_keys(outcome.reading.clauses)
    return replace(reading, references=resolve(reading.references, books))


def read_one(pdf: Path, settings: Settings) -> Reading:
    """The file read in a process with limits; raises DocumentError."""
    from regulations_agent.corpus.read import read_documents

    (outcome,) = read_documents(
        [pdf], 1, settings.read_seconds, settings.read_megabytes, language=settings.language
    )
    if outcome.reading is None:
        raise DocumentError(about(pdf, outcome.error or "it cannot be read"))
    return outcome.reading


def write_proof(pdf: Path, reading: Reading, file: Path, settings: Settings) -> None:
    """Draws the pages, and writes them with all that was read over them to `file`."""
    from regulations_agent.doors.render.proof import draw_all, proof_html
    from regulations_agent.doors.render.views import count

    pictures, missing = draw_all(pdf, reading, settings.read_megabytes)
    try:
        file.write_text(proof_html(reading, pictures), encoding="utf-8")
    except OSError as error:
        raise unwritten(file, error) from error
    for line in missing:
        note(line)
    say(f"Wrote {file}: {count(len(reading.pages), 'page')}, {count(len(reading.clauses), 'clause')}.")


def clause(
    clause_id: Annotated[
        str, typer.Argument(metavar="ID", help="2025/sporting@4/54.3d); without @issue the newest issue.")
    ],
    history: Annotated[
        bool, typer.Option("--history", help="Follow it through all issues, whatever its number in each.")
    ] = False,
    index: IndexOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a clause in force: its words, amendments, references both ways, definitions and page."""
    from regulations_agent.agent import Agent

    agent = Agent.open(settings=read_settings(index=index))
    view = agent.clause(clause_id, history=history or as_json)
    if as_json:
        say_json(view)
        return
    from regulations_agent.doors.render.views import clause_text

    say(clause_text(view))
    if history:
        from regulations_agent.doors.render.comparison_text import history_text

        say(history_text(view, agent.library))


def outline(
    document: Annotated[
        str | None,
        typer.Argument(
            metavar="[DOCUMENT]",
            help="2025/sporting@4, or 2025/sporting: its newest issue; may be left out where there is one.",
        ),
    ] = None,
    index: IndexOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the table of contents of a document in the index."""
    from regulations_agent.agent import Agent

    agent = Agent.open(settings=read_settings(index=index))
    if document is None:
        there = list(dict.fromkeys(d.book for d in agent.library.documents))
        if len(there) != 1:
            raise UsageError(f"The index holds {len(there)} books; name one of: {', '.join(there)}.")
        document = there[0]
    entries = agent.outline(document)
    if as_json:
        return say_json(entries)
    from regulations_agent.doors.render.views import outline_text

    return say(outline_text(entries))
