"""Files of an index on disk: named by content, listed with hashes in one manifest, swapped atomically."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import mmap
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from regulations_agent.cluster import Parcel
from regulations_agent.errors import IndexDamaged, IndexFailure, IndexMissing, UsageError
from regulations_agent.index.storage.locks import one_builder
from regulations_agent.index.vectors.export import file_sha256
from regulations_agent.settings import Settings
from regulations_agent.types.document import Document

FORMAT = 2
MANIFEST = "manifest.json"
SUM = "sha256"
"""Of the manifest itself, in it; those that were built before it had one lack it."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of the index."""

    path: str
    """Below the index folder."""
    sha256: str
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index consists of."""

    format: int
    hash: str
    """Of the documents as read and the embedder; independent of the order of ingestion."""
    reader: str
    """Fingerprint of the code that read the documents."""
    embedder: str
    """Name of the encoder of the texts."""
    documents: tuple[Document, ...]
    """In order of id."""
    files: Mapping[str, Stored]
    """By role: `lexical`, `dense`, `table`, `catalogue`, `senses`, `reading/<id>`, ..."""


def read_manifest(folder: Path) -> Manifest:
    """Raises IndexMissing when there is no index, IndexDamaged when it cannot be understood."""
    try:
        data = (folder / MANIFEST).read_bytes()
    except FileNotFoundError as error:
        raise IndexMissing(f"No index in {folder}; build one with: regulations-agent ingest PDFS") from error
    except OSError as error:
        raise IndexMissing(f"The index in {folder} cannot be read ({error.strerror}).") from error
    try:
        told = msgspec.json.decode(data, type=dict[str, object])
        version = told.get("format")
        if version != FORMAT:
            raise IndexDamaged(f"The index in {folder} has format {version}, not {FORMAT}; run ingest again.")
        manifest = msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise IndexDamaged(f"{folder / MANIFEST} is damaged ({error}); run ingest again.") from error
    given = told.pop(SUM, None)
    if set(told) - set(Manifest.__dataclass_fields__) or given not in (None, _sum(told)):
        raise IndexDamaged(f"{folder / MANIFEST} is not what was built: its {SUM} differs; run ingest again.")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """From here on readers see the new index."""
    told: dict[str, object] = msgspec.to_builtins(manifest)
    data = msgspec.json.encode({**told, SUM: _sum(told)}, order="sorted")
    _write(folder / MANIFEST, msgspec.json.format(data, indent=1))


def _sum(told: Mapping[str, object]) -> str:
    """Of what a manifest says, however it is written down."""
    return hashlib.sha256(msgspec.json.encode(told, order="sorted")).hexdigest()


def store(folder: Path, source: Path, role: str) -> Stored:
    """Takes a finished file in under the name of its content; one that is there already is kept."""
    digest = file_sha256(source)
    name = f"files/{digest[:40]}{Path(role).suffix or source.suffix}"
    target = folder / name
    stored = Stored(name, digest, source.stat().st_size)
    if target.is_file() and target.stat().st_size == stored.size and file_sha256(target) == digest:
        return stored
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        shutil.copyfile(source, scratch)
        _sync(scratch)
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)
    return stored


def checked(folder: Path, name: str, stored: Stored) -> memoryview:
    """The bytes of a file, memory-mapped, after its hash was compared; raises IndexDamaged."""
    path = folder / stored.path
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            # read, as what is mapped and touched stays in memory
            digest = hashlib.file_digest(file, "sha256").hexdigest() if size == stored.size else None
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b"")
    except OSError as error:
        raise IndexDamaged(
            f"{path} ({name}) is missing or unreadable ({error.strerror}); run ingest again."
        ) from error
    if digest != stored.sha256:
        raise IndexDamaged(f"{path} ({name}) is not what was built: its sha256 differs; run ingest again.")
    return data


def parcel_of(folder: Path) -> Parcel:
    """The files of an index, as it is now, for machines that do not share its disk."""
    manifest = read_manifest(folder)
    names = [MANIFEST, *(stored.path for stored in manifest.files.values())]
    return Parcel.of(manifest.hash, {name: folder / name for name in names})


@contextlib.contextmanager
def building(folder: Path, settings: Settings | None = None) -> Iterator[Path]:
    """Holds the index against other builders and gives a scratch folder that is gone afterwards.

    Where the settings say that state is shared, other machines that share it are held off too.

    Raises UsageError when another build is running, IndexFailure when the folder cannot be written (a full
    disk, no permission); the former index stays in both cases.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with one_builder(settings), (folder / ".lock").open("a", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UsageError(f"Another build of {folder} is running; wait for it to end.") from error
            _sweep(folder)
            with tempfile.TemporaryDirectory(prefix=".build-", dir=folder) as scratch:
                yield Path(scratch)
    except OSError as error:
        reason = error.strerror or str(error)
        raise IndexFailure(
            f"{folder} cannot be written ({reason}); the former index, if any, stays."
        ) from error


def _sweep(folder: Path) -> None:
    """What killed builds left."""
    for left in folder.glob(".build-*"):
        shutil.rmtree(left, ignore_errors=True)
    for left in (folder / "files").glob(".*"):
        left.unlink(missing_ok=True)


def collect_garbage(folder: Path) -> tuple[int, int]:
    """Deletes files that the index does not list; gives their number and bytes."""
    manifest = read_manifest(folder)
    listed = {stored.path for stored in manifest.files.values()}
    count = size = 0
    with building(folder):
        for path in sorted((folder / "files").iterdir()):
            if f"files/{path.name}" not in listed:
                count, size = count + 1, size + path.stat().st_size
                path.unlink()
    return count, size


def _write(path: Path, data: bytes) -> None:
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        scratch.write_bytes(data)
        _sync(scratch)
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
