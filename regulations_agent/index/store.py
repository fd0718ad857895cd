"""An index on disk: opened, checked and published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import IndexDamaged, IndexFailure
from regulations_agent.index.index import Index
from regulations_agent.index.storage.files import (
    FORMAT,
    Manifest,
    Stored,
    checked,
    read_manifest,
    store,
    write_manifest,
)
from regulations_agent.index.storage.records import Record
from regulations_agent.index.storage.table import Table
from regulations_agent.index.vectors.backend import Connect
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.index.vectors.embedder import Embedder, OnnxEmbedder
from regulations_agent.index.vectors.export import ENCODER_FILES
from regulations_agent.index.words.catalogue import Catalogue
from regulations_agent.index.words.lexical import Lexical
from regulations_agent.types.document import Document
from regulations_agent.types.ingest import OnProgress, Progress


def open_index(folder: Path, embedder: Embedder | None = None, connect: Connect | None = None) -> Index:
    """The index in `folder`, every file checked against its hash; its own encoder embeds questions.

    `connect` gives a backend to search in place of the file of vectors. Raises IndexMissing, IndexDamaged.
    `embedder` is needed only for an index whose embedder has no files.
    """
    manifest = read_manifest(folder)
    data = {role: checked(folder, role, stored) for role, stored in manifest.files.items()}
    path = {role: folder / stored.path for role, stored in manifest.files.items()}
    try:
        table = Table.load(path["table"])
        index = Index(
            hash=manifest.hash,
            documents=manifest.documents,
            records=tuple(Record(data[f"reading/{document.id}"]) for document in manifest.documents),
            table=table,
            catalogue=Catalogue.load(path["catalogue"]),
            lexical=Lexical.load(path["lexical"]),
            dense=connect(manifest.hash) if connect else Dense.load(path["dense"]),
            sense_hashes=_view_hashes(data["senses"], table),
            embedder=_embedder(manifest, path, embedder),
        )
    except KeyError as error:
        raise IndexDamaged(f"The index in {folder} lists no {error.args[0]}; run ingest again.") from error
    if index.dense.size != (views := len(index.sense_hashes)):
        raise IndexDamaged(
            f"{index.dense.size} vectors are searched, not the {views} of {folder}; load or ingest it again."
        )
    return index


def _view_hashes(data: memoryview, table: Table) -> npt.NDArray[np.uint8]:
    """Those of words, which indexes of before hold behind them, left out."""
    return np.frombuffer(data, np.uint8).reshape(-1, 16)[: int(table.view.max(initial=-1)) + 1]


def _embedder(manifest: Manifest, path: Mapping[str, Path], given: Embedder | None) -> Embedder:
    if given is not None:
        if given.name != manifest.embedder:
            raise IndexFailure(
                f"The index was built with {manifest.embedder}, not {given.name}; run ingest again."
            )
        return given
    if not all(name in path for name in ENCODER_FILES):
        raise IndexFailure(f"The index holds no encoder; open it with the embedder {manifest.embedder}.")
    graph = manifest.files["encoder.onnx"]
    return OnnxEmbedder({name: path[name] for name in ENCODER_FILES}, sha256=graph.sha256)


def publish(folder: Path, scratch: Path, index: Index, reader: str, tell: OnProgress) -> None:
    """Writes every file under its hash, then the manifest; until that last step the former index stands."""
    sources = _write_parts(scratch, index)
    files: dict[str, Stored] = {}
    for done, (role, source) in enumerate(sources.items(), 1):
        files[role] = store(folder, source, role)
        tell(Progress("publish", done, len(sources), role))
    write_manifest(folder, Manifest(FORMAT, index.hash, reader, index.embedder.name, index.documents, files))


def _write_parts(scratch: Path, index: Index) -> dict[str, Path]:
    """Role to finished file."""
    paths = {
        "table": scratch / "table.npz",
        "catalogue": scratch / "catalogue.json",
        "lexical": scratch / "lexical.npz",
        "dense": scratch / "dense.faiss",
        "senses": scratch / "senses.bin",
    }
    index.table.save(paths["table"])
    index.catalogue.save(paths["catalogue"])
    index.lexical.save(paths["lexical"])
    assert isinstance(index.dense, Dense), "an index is built from vectors in this process"
    index.dense.save(paths["dense"])
    paths["senses"].write_bytes(index.sense_hashes.tobytes())
    for place, (document, record) in enumerate(zip(index.documents, index.records, strict=True)):
        path = paths[f"reading/{document.id}"] = scratch / f"reading-{place}.jsonl"
        path.write_bytes(record.data)
    return paths | dict(index.embedder.files)


@dataclass(frozen=True, slots=True)
class Status:
    """What an index is made of, without opening it."""

    hash: str
    embedder: str
    documents: tuple[Document, ...]
    files: int
    size: int
    """Bytes."""


def status(folder: Path) -> Status:
    """Raises IndexMissing, IndexDamaged."""
    manifest = read_manifest(folder)
    size = sum({stored.path: stored.size for stored in manifest.files.values()}.values())
    return Status(manifest.hash, manifest.embedder, manifest.documents, len(manifest.files), size)


def verify(folder: Path) -> tuple[str, ...]:
    """One sentence for each file that is missing or altered; nothing when the index is sound."""
    problems: list[str] = []
    manifest = read_manifest(folder)
    for role, stored in sorted(manifest.files.items()):
        try:
            checked(folder, role, stored)
        except IndexDamaged as error:
            problems.append(str(error))
    return tuple(problems)
