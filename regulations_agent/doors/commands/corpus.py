"""`corpus list | fetch | add | remove | rename`: official documents, and documents of your own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.corpus.files.formats import is_taken
from regulations_agent.doors.commands.ingest import report_on
from regulations_agent.doors.intake import ingest
from regulations_agent.doors.options import IndexOption, JsonOption, WorkersOption, read_settings
from regulations_agent.doors.terminal import err, fail, note, say, say_json
from regulations_agent.errors import DocumentError

if TYPE_CHECKING:
    from regulations_agent.corpus.files.manifest import Manifest, Source
    from regulations_agent.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Official documents, and documents of your own.")
FETCHED = "official"
"""Folder inside the corpus for fetched documents."""
OWN = "own"
"""Folder inside the corpus for added documents."""


@app.command("list")
def list_documents(as_json: JsonOption = False) -> None:
    """The official documents that can be fetched; those already here are marked."""
    settings = read_settings()
    manifest = open_manifest(settings.corpus)
    folder = settings.corpus / FETCHED
    rows = [(source, (folder / source.file_name).exists()) for source in manifest.sources]
    if as_json:
        say_json([describe(source, here=here) for source, here in rows])
        return
    for source, here in rows:
        say(f"{'*' if here else ' '} {source.name:<42} {source.published or '':<10}")
    note(f"* lies in {folder}; get others with `regulations-agent corpus fetch NAME`.")


def describe(source: Source, *, here: bool) -> dict[str, object]:
    return {
        "name": source.name,
        "season": source.season,
        "section": source.section,
        "issue": source.issue,
        "published": source.published,
        "url": source.url,
        "sha256_of_copy": source.sha256_of_copy,
        "here": here,
    }


def open_manifest(corpus: Path) -> Manifest:
    from regulations_agent.corpus.files.manifest import load_manifest

    return load_manifest(corpus / "manifest.toml")


@app.command()
def fetch(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="2026/sporting@5, 2026/sporting (its newest issue) or 2026."),
    ] = None,
    accept_changed: Annotated[
        bool, typer.Option("--accept-changed", help="Keep a file whose hash is not that of the listed copy.")
    ] = False,
) -> None:
    """Download official documents into the corpus folder: only from the listed addresses, resumed, checked.

    Without a name: the newest issues of the newest season.
    """
    from regulations_agent.corpus.files.fetch import Unreachable

    settings = read_settings()
    manifest = open_manifest(settings.corpus)
    wanted = wanted_sources(manifest, names or [])
    folder = settings.corpus / FETCHED
    failures = []
    for source in wanted:
        if error := fetch_one(source, folder, manifest, accept_changed):
            fail(str(error))
            failures.append(error)
        if isinstance(error, Unreachable):
            break
    if wanted and any((folder / source.file_name).exists() for source in wanted):
        note(f"Read them with: regulations-agent ingest {folder}")
    if failures:
        raise typer.Exit(DocumentError.exit_code)


def wanted_sources(manifest: Manifest, names: list[str]) -> list[Source]:
    """What the names mean, each document once; no name means the newest issues of the newest season."""
    if not names:
        names = [str(max(source.season for source in manifest.sources))]
    return list(dict.fromkeys(source for name in names for source in manifest.find(name)))


def fetch_one(source: Source, folder: Path, manifest: Manifest, accept_changed: bool) -> DocumentError | None:
    """Downloads one document with a progress bar on a terminal; what the network does wrong is given back."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    from regulations_agent.corpus.files.fetch import fetch as download

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    console = err()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(source.name, total=None)
        try:
            path = download(
                source,
                folder,
                manifest,
                lambda done, total: progress.update(task, completed=done, total=total),
                accept_changed=accept_changed,
            )
        except DocumentError as error:
            return error
    say(f"{source.name}  {path}")
    return None


@app.command()
def add(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A rulebook, or a folder with some.")],
    index: IndexOption = None,
    workers: WorkersOption = None,
) -> None:
    """Copy documents of your own into the corpus folder and read them into the index."""
    from regulations_agent.index.building.build import find_rulebooks

    settings = read_settings(index=index)
    folder = settings.corpus / OWN
    copies = [copy_in(file, folder) for file in find_rulebooks([path])]
    report_on(ingest(copies, settings=settings, workers=workers), settings.index)


def copy_in(pdf: Path, folder: Path) -> Path:
    """The copy of a file in the corpus folder, whole or not at all; another file of that name is kept."""
    from regulations_agent.index.vectors.export import file_sha256

    folder.mkdir(parents=True, exist_ok=True)
    digest = file_sha256(pdf)
    target = folder / pdf.name
    if target.exists() and file_sha256(target) != digest:
        target = folder / f"{pdf.stem}-{digest[:8]}{pdf.suffix}"
    if not target.exists():
        part = target.with_name(f".{target.name}.part")
        shutil.copyfile(pdf, part)
        part.replace(target)
    return target


@app.command()
def remove(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="2025/sporting@4, or 2025/sporting: every issue.")
    ],
    index: IndexOption = None,
) -> None:
    """Take a document out of the index, and the copy that `corpus add` made."""
    gone, deleted = take_out(name, read_settings(index=index))
    for pdf in deleted:
        say(f"deleted  {pdf}")
    for document in gone:
        say(f"removed  {document}")


@app.command("rename")
def rename_document(
    old: Annotated[str, typer.Argument(metavar="OLD", help="Its id, as `index status` lists it.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its new id; OLD again to change the title.")],
    title: Annotated[str | None, typer.Option(metavar="TITLE", help="What it is called.")] = None,
    index: IndexOption = None,
) -> None:
    """Give a document another id, a title, or both; both stay when the same file is read again."""
    from regulations_agent.index.building.rename import rename

    settings = read_settings(index=index)
    document = rename(old, new, settings.answering_index, title, settings=settings)
    say(f"renamed  {old} is {document.id} now: {document.title}")


def take_out(name: str, settings: Settings) -> tuple[tuple[str, ...], list[Path]]:
    """Ids of the documents that left the index, and the copies of the corpus folder that were deleted."""
    from regulations_agent.index.building import build as builder
    from regulations_agent.index.store import status
    from regulations_agent.index.vectors.export import file_sha256

    hashes = {document.id: document.sha256 for document in status(settings.index).documents}
    gone = builder.remove([name], settings.index, settings=settings)
    wanted = {hashes[document] for document in gone}
    copies = sorted(path for path in (settings.corpus / OWN).glob("*") if is_taken(path))
    deleted = [pdf for pdf in copies if file_sha256(pdf) in wanted]
    for pdf in deleted:
        pdf.unlink()
    return gone, deleted
