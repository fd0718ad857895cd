"""`index status | verify | gc | load`: the health of an index on disk, and its copy on a search server."""

from __future__ import annotations

import typer

from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import note, say, say_json
from regulations_agent.errors import IndexFailure, UsageError

app = typer.Typer(no_args_is_help=True, help="What an index holds, whether it is whole, and its leftovers.")


@app.command()
def status(index: IndexOption = None, as_json: JsonOption = False) -> None:
    """Which documents the index holds, and how large it is."""
    from regulations_agent.doors.render.views import document_line
    from regulations_agent.index import store

    folder = read_settings(index=index).answering_index
    found = store.status(folder)
    if as_json:
        return say_json(found)
    for document in found.documents:
        say(document_line(document))
    return say(
        f"{folder}: {len(found.documents)} documents, {found.files} files, {found.size / 1e6:.1f} MB, "
        f"encoder {found.embedder}, hash {found.hash[:16]}"
    )


@app.command()
def verify(index: IndexOption = None) -> None:
    """Read every file of the index and compare it with its hash."""
    from regulations_agent.index import store

    folder = read_settings(index=index).answering_index
    problems = store.verify(folder)
    for problem in problems:
        note(f"error: {problem}")
    if problems:
        raise typer.Exit(IndexFailure.exit_code)
    say(f"{folder} is whole.")


@app.command()
def gc(index: IndexOption = None) -> None:
    """Remove files that the index no longer lists."""
    from regulations_agent.index.storage.files import collect_garbage

    folder = read_settings(index=index).answering_index
    count, size = collect_garbage(folder)
    say(f"{folder}: removed {count} files, {size / 1e6:.1f} MB.")


@app.command()
def load(index: IndexOption = None) -> None:
    """Give the index to the search server of MILVUS_URI; `ingest` does so by itself."""
    from regulations_agent.index.milvus import loader
    from regulations_agent.index.store import open_index

    settings = read_settings(index=index)
    give = loader(settings)
    if give is None:
        raise UsageError("No search server: name it by the setting MILVUS_URI.")
    held = open_index(settings.answering_index)
    done = "is loaded" if give(held) else "was there already"
    say(f"{settings.answering_index}, {held.dense.size} vectors, {done} as {settings.milvus_collection}.")
