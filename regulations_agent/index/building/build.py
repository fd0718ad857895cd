"""Rulebooks into an index: what is new is read, what is known kept, the result swapped in at the end."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from regulations_agent.cluster import Cluster
from regulations_agent.corpus.files.formats import ACCEPTED, is_taken, shown
from regulations_agent.errors import IndexDamaged, IndexFailure, IndexMissing, UsageError
from regulations_agent.index.books.ledger import Ledger
from regulations_agent.index.building.assemble import Known, assemble, index_hash, silent
from regulations_agent.index.building.bulk import read, reader_fingerprint
from regulations_agent.index.index import Index
from regulations_agent.index.milvus import loader
from regulations_agent.index.storage.files import Manifest, building, checked, read_manifest
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.store import open_index, publish
from regulations_agent.index.vectors.embedder import Embedder, open_embedder
from regulations_agent.index.vectors.export import file_sha256
from regulations_agent.settings import OWN_INDEX, Settings
from regulations_agent.types.document import Document, Reading
from regulations_agent.types.ingest import Failed, Ingested, IngestReport, OnProgress, Progress


@dataclass
class _Batch:
    """What one build has found so far."""

    records: dict[str, Record]
    """By document id."""
    read: list[Ingested] = field(default_factory=list)
    unchanged: list[Ingested] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    left: tuple[str, ...] = ()
    """Documents that left the index as a whole."""
    ledger: Ledger = field(default_factory=lambda: Ledger({}, {}))

    def drop_former(self, document: Document, outdated: frozenset[str]) -> None:
        """The same file under another id, as an earlier reader, text or name had it."""
        gone = outdated | {document.sha256}
        held = {name: record.header.document.sha256 for name, record in self.records.items()}
        for name in [name for name, digest in held.items() if digest in gone and name != document.id]:
            del self.records[name]
            self.left = (*self.left, name)
            self.replaced.append(f"{name} is called {document.id} now.")


def ingest(
    paths: Sequence[Path],
    index_dir: Path,
    settings: Settings,
    on_progress: OnProgress = silent,
    *,
    embedder: Embedder | None = None,
    workers: int | Cluster | None = None,
) -> IngestReport:
    """Reads rulebooks (files, or folders with all below) into the index, adding documents or replacing them.

    `workers` are processes of this machine, None for one a core, or a cluster, which embeds too.
    Where one's own index holds nothing but the sample, that leaves it when others come.
    A document that cannot be read is named in the report and the others go on. Raises UsageError for a path
    without any or while another build runs, IndexFailure when the index cannot be written; the former stays.
    """
    started, files = time.monotonic(), find_rulebooks(paths)
    with building(index_dir, settings) as scratch:
        former = _former(index_dir)
        unseen = [*locked_folders(paths), *links_out(paths), *no_files(paths)]
        batch = _Batch(_kept(index_dir, former), failed=unseen, ledger=Ledger.of(index_dir))
        if index_dir == OWN_INDEX:
            _drop_sample(batch, settings.sample, files)
        _read(_unread(files, former, batch), batch, settings, workers, on_progress)
        batch.failed += _lost(former, batch)
        if not batch.records:
            return _report(batch, None, 0, started)
        chosen = embedder or open_embedder(settings)
        cluster, reader = workers if isinstance(workers, Cluster) else None, reader_fingerprint()
        index = sound = _sound(index_dir, chosen)
        records, embedded, known_by = batch.records.values(), 0, former and (former.hash, former.reader)
        if index is None or known_by != (index_hash(records, chosen.name), reader):
            known = Known(index.sense_hashes, index.vectors()) if index else None
            index, embedded = assemble(records, chosen, known, on_progress, cluster)
        if load := loader(settings):
            load(index)
        batch.ledger.save(index_dir)
        if index is not sound:
            publish(index_dir, scratch, index, reader, on_progress)
    return _report(batch, index, embedded, started)


def remove(
    documents: Sequence[str],
    index_dir: Path,
    embedder: Embedder | None = None,
    settings: Settings | None = None,
) -> tuple[str, ...]:
    """Takes documents (ids, or books with all their issues) out of the index; gives the ids that went.

    With settings the server that they name is given the new index. Raises UsageError when none matches or
    none would remain.
    """
    with building(index_dir, settings) as scratch:
        former = read_manifest(index_dir)
        records = _kept(index_dir, former)
        gone = tuple(d.id for d in former.documents if d.id in documents or d.book in documents)
        if not gone:
            raise UsageError(f"No document {', '.join(documents)}; the index holds: {', '.join(records)}.")
        if len(gone) == len(records):
            raise UsageError(
                f"{', '.join(gone)} is all that the index holds, and it holds one document at least; read"
                f" another in first, or delete the folder {index_dir}."
            )
        batch = _Batch({name: record for name, record in records.items() if name not in gone})
        known = open_index(index_dir, embedder)
        vectors = Known(known.sense_hashes, known.vectors())
        index, _ = assemble(batch.records.values(), known.embedder, vectors)
        if load := loader(settings):
            load(index)
        publish(index_dir, scratch, index, former.reader, silent)
    return gone


def find_rulebooks(paths: Sequence[Path]) -> list[Path]:
    """Files as named and every known kind below folders, each once; raises UsageError for a path without.

    Links are followed where they are named, and inside a folder where they stay in it: what lies in a folder
    may come from others than whoever reads it.
    """
    found: dict[Path, None] = {}
    for path in paths:
        try:
            inside = sorted(p for p in path.rglob("*") if is_taken(p) and p.is_file() and not leaves(p, path))
            listed = inside if path.is_dir() else [path] if path.is_file() else []
        except OSError as error:
            raise UsageError(f"{path} cannot be read ({error.strerror}).") from error
        if not listed:
            what = "no rulebook in" if path.is_dir() else "no such file or folder:"
            raise UsageError(f"There is {what} {path}; name files or folders that hold some ({ACCEPTED}).")
        found |= dict.fromkeys(listed)
    return list(found)


def locked_folders(paths: Sequence[Path]) -> list[Failed]:
    """Folders below the paths that may not be listed: a search passes over them without a word."""
    locked: list[OSError] = []
    for path in filter(Path.is_dir, paths):
        for _ in os.walk(path, onerror=locked.append):
            pass
    return [Failed(shown(Path(error.filename)), error.strerror or str(error)) for error in locked]


def links_out(paths: Sequence[Path]) -> list[Failed]:
    """Links to files and folders elsewhere, which a search does not follow."""
    found = [(p, path) for path in filter(Path.is_dir, paths) for p in sorted(path.rglob("*"))]
    return [
        Failed(shown(p), f"a link that leads out of {shown(path)}; name what it leads to, to have it read")
        for p, path in found
        if (is_taken(p) or p.is_dir()) and leaves(p, path)
    ]


def no_files(paths: Sequence[Path]) -> list[Failed]:
    """What bears the name of a rulebook and cannot be one: links into nothing or in a circle, pipes."""
    found = [(p, path) for path in filter(Path.is_dir, paths) for p in sorted(path.rglob("*"))]
    return [
        Failed(
            shown(p), "a link that leads nowhere" if p.is_symlink() else "a pipe, socket or device, no file"
        )
        for p, path in found
        if is_taken(p) and not p.is_file() and not p.is_dir() and not leaves(p, path)
    ]


def leaves(path: Path, folder: Path) -> bool:
    """A link in the folder to what is not in it; one in a circle leads nowhere."""
    return path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(folder.resolve())


def _former(index_dir: Path) -> Manifest | None:
    """The index so far; a damaged one is built anew."""
    try:
        return read_manifest(index_dir)
    except (IndexMissing, IndexFailure):
        return None


def _kept(index_dir: Path, former: Manifest | None) -> dict[str, Record]:
    """Documents of the former index whose files are sound."""
    kept: dict[str, Record] = {}
    for document in former.documents if former else ():
        stored = former.files.get(f"reading/{document.id}") if former else None
        with contextlib.suppress(IndexDamaged):
            if stored is not None:
                kept[document.id] = Record(checked(index_dir, document.id, stored))
    return kept


def _drop_sample(batch: _Batch, sample: Path, files: Sequence[Path]) -> None:
    """An index of the sample alone becomes one of other books when those are read into it."""
    shipped = {file_sha256(path) for path in sample.glob("*") if path.is_file()}
    held = {record.header.document.sha256 for record in batch.records.values()}
    if (
        held
        and held <= shipped
        and not any(file_sha256(p) in shipped for p in files if os.access(p, os.R_OK))
    ):
        batch.left = tuple(batch.records)
        batch.replaced.append(f"{', '.join(batch.records)}: the sample gave way to your own books.")
        batch.records.clear()


def _lost(former: Manifest | None, batch: _Batch) -> list[Failed]:
    """Documents of the former index that are neither sound nor were read again."""
    stay = {*batch.records, *batch.left}
    lost = [d for d in (former.documents if former else ()) if d.id not in stay]
    return [
        Failed(d.file or d.id, f"its stored reading ({d.id}) is damaged; ingest the file again") for d in lost
    ]


def _unread(files: Sequence[Path], former: Manifest | None, batch: _Batch) -> list[Path]:
    """Files whose bytes are not in the index yet, as far as this reader read them."""
    known: dict[str, Document] = {}
    if former is not None and former.reader == reader_fingerprint():
        known = {document.sha256: document for document in former.documents if document.id in batch.records}
    new: dict[str, Path] = {}
    for path in files:
        try:
            digest = file_sha256(path)
        except OSError as error:
            batch.failed.append(Failed(shown(path), error.strerror or str(error)))
            continue
        document = known.get(digest)
        if document is None:
            if (first := new.setdefault(digest, path)) != path:
                batch.copies.append(f"{shown(path)} is a copy of {shown(first)}.")
        else:
            header = batch.records[document.id].header
            batch.ledger.stays(path, document)
            batch.unchanged.append(Ingested(shown(path), document.id, header.clauses, header.problems))
    return list(new.values())


def _read(
    files: list[Path], batch: _Batch, settings: Settings, workers: int | Cluster | None, tell: OnProgress
) -> None:
    readings: list[tuple[Path, Reading, float]] = []
    if files:
        tell(Progress("read", 0, len(files), files[0].name))
    for done, outcome in enumerate(read(files, settings, workers), 1):
        if outcome.reading is None:
            batch.failed.append(Failed(shown(outcome.path), outcome.error or "unreadable"))
        else:
            readings.append((Path(outcome.path), outcome.reading, outcome.seconds))
        pages = sum(reading.document.pages for _, reading, _ in readings)
        tell(Progress("read", done, len(files), Path(outcome.path).name, pages))
    for path, reading, seconds in sorted(
        readings, key=lambda item: (item[1].document.published or "", str(item[0]))
    ):
        own = len(reading.problems)
        outdated = batch.ledger.outdated(reading, path, batch.records)
        reading = batch.ledger.identified(reading, path, batch.records)
        document = reading.document
        batch.drop_former(document, outdated)
        before = batch.records.get(document.id)
        if before is not None and before.header.document.sha256 != document.sha256:
            batch.replaced.append(f"{document.id}: {before.header.document.file} gave way to {path.name}.")
        batch.records[document.id] = Record(encode(reading))
        told = (reading.problems, seconds, reading.style, reading.sure, reading.problems[own:])
        batch.read.append(Ingested(shown(path), document.id, len(reading.clauses), *told))


def _sound(index_dir: Path, embedder: Embedder) -> Index | None:
    """The former index, if it is of the same encoder and sound."""
    try:
        return open_index(index_dir, embedder)
    except IndexFailure:
        return None


def _report(batch: _Batch, index: Index | None, embedded: int, started: float) -> IngestReport:
    return IngestReport(
        read=tuple(batch.read), unchanged=tuple(batch.unchanged), failed=tuple(batch.failed),
        replaced=tuple(batch.replaced), index=index.hash if index else "",
        documents=len(index.documents) if index else 0, clauses=len(index.table.text) if index else 0,
        texts=index.lexical.size if index else 0, embedded=embedded, seconds=time.monotonic() - started,
        copies=tuple(batch.copies),
    )  # fmt: skip
