"""An index in memory, and opening, checking and publishing one on disk."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import IndexDamaged, IndexFailure
from regulations_agent.index.backend import Connect, Places, SearchBackend
from regulations_agent.index.catalogue import Catalogue
from regulations_agent.index.dense import Dense
from regulations_agent.index.embedder import Embedder, OnnxEmbedder
from regulations_agent.index.export import ENCODER_FILES
from regulations_agent.index.files import (
    FORMAT,
    Manifest,
    Stored,
    checked,
    read_manifest,
    store,
    write_manifest,
)
from regulations_agent.index.lexical import Lexical
from regulations_agent.index.records import Record
from regulations_agent.index.stems import Stems
from regulations_agent.index.table import Table
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.ingest import OnProgress, Progress


@dataclass(frozen=True)
class Index:
    """Everything that answers are made from."""

    hash: str
    documents: tuple[Document, ...]
    """In order of id."""
    records: tuple[Record, ...]
    """As `documents`."""
    table: Table
    catalogue: Catalogue
    lexical: Lexical
    """Over the searchable texts."""
    dense: Dense | SearchBackend
    """Over the views of the clauses."""
    spoken: Dense
    """Over the words of `catalogue.spoken`."""
    sense_hashes: npt.NDArray[np.uint8]
    """First 16 bytes of the sha256 of each embedded text, words after views, shape (texts, 16)."""
    embedder: Embedder

    @cached_property
    def first_rows(self) -> npt.NDArray[np.int64]:
        """Row of the first clause of each document, and the number of rows at the end."""
        return np.searchsorted(self.table.document, np.arange(len(self.documents) + 1))

    @cached_property
    def stems(self) -> Stems:
        """Of its clauses and words, kept once they were asked for."""
        return Stems(self)

    def vectors(self) -> npt.NDArray[np.float32]:
        """Of all embedded texts, as `sense_hashes`."""
        return np.concatenate([self.dense.take(np.arange(self.dense.size)), self.spoken.vectors()])

    def cosines(self, vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Of every sense: that of the view which is nearest to a unit vector, in [-1, 1]."""
        if not len(self.table.view):
            return np.zeros(0, np.float32)
        if not isinstance(self.dense, Dense):
            return self.cosines_of(np.arange(len(self.table.first_view) - 1, dtype=np.int32), vector)
        return np.maximum.reduceat(self.dense.scores(vector)[self.table.view], self.table.first_view[:-1])

    def closest(self, vector: npt.NDArray[np.float32]) -> float:
        """Cosine of the view that is nearest to a unit vector; -1 where there are none."""
        if isinstance(self.dense, Dense):
            return float(np.max(self.dense.scores(vector), initial=-1.0))
        places, _ = self.dense.nearest(vector, 1)
        return float(np.max(self.dense.cosines(places, vector), initial=-1.0))

    def views_in(self, documents: Collection[str]) -> npt.NDArray[np.int32]:
        """Places of the views that clauses of these documents have, ascending."""
        wanted = np.array([document.id in documents for document in self.documents], np.bool_)
        senses = np.unique(self.table.sense[wanted[self.table.document] & (self.table.sense >= 0)])
        return np.unique(self.views_of(senses)[0])

    def views_of(self, senses: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Places of the views of some senses, one sense after the other, and where each sense starts."""
        first, end = self.table.first_view[senses], self.table.first_view[senses + 1]
        counts = end - first
        return self.table.view[_ranges(first, end)], np.cumsum(counts) - counts

    def cosines_of(
        self, senses: npt.NDArray[np.int32], vector: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.float32]:
        """As `cosines`, of some senses."""
        if not len(senses):
            return np.zeros(0, np.float32)
        places, starts = self.views_of(senses)
        return np.maximum.reduceat(self.dense.cosines(places, vector), starts)

    def senses_reaching(self, vector: npt.NDArray[np.float32], least: float) -> npt.NDArray[np.bool_]:
        """Shape (senses,): True for all whose cosine reaches `least`, and a few others; not of a server."""
        assert isinstance(self.dense, Dense), "a server is asked for the nearest"
        reached = np.zeros(len(self.table.first_view) - 1, np.bool_)
        reached[self.senses_with(self.dense.reaching(vector, least))] = True
        return reached

    def senses_with(self, views: Places) -> npt.NDArray[np.int64]:
        """Those that have one of the views, in no order, some more than once."""
        senses, first = self._senses_of_views
        return senses[_ranges(first[views], first[views + 1])]

    @cached_property
    def _senses_of_views(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The senses that have a view, view after view, and where those of each view start."""
        order = np.argsort(self.table.view, kind="stable")
        first = self.table.first_view
        senses = np.repeat(np.arange(len(first) - 1), np.diff(first))[order]
        return senses, np.searchsorted(self.table.view[order], np.arange(self.dense.size + 1))

    def clause(self, row: int) -> Clause:
        """The clause of a row of the table."""
        place = int(self.table.document[row])
        return self.records[place].clause(row - int(self.first_rows[place]))

    def clause_id(self, row: int) -> str:
        return f"{self.documents[int(self.table.document[row])].id}/{self.catalogue.numbers[row]}"


def _ranges(first: Places, end: Places) -> npt.NDArray[np.int64]:
    """`first[0]` to `end[0]`, then `first[1]` to `end[1]`, ...: whole numbers, the ends left out."""
    counts = end - first
    return np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())


def open_index(folder: Path, embedder: Embedder | None = None, connect: Connect | None = None) -> Index:
    """The index in `folder`, every file checked against its hash; its own encoder embeds questions.

    `connect` gives a backend to search in place of the file of vectors. Raises IndexMissing, IndexDamaged.
    `embedder` is needed only for an index whose embedder has no files.
    """
    manifest = read_manifest(folder)
    data = {role: checked(folder, role, stored) for role, stored in manifest.files.items()}
    path = {role: folder / stored.path for role, stored in manifest.files.items()}
    try:
        index = Index(
            hash=manifest.hash,
            documents=manifest.documents,
            records=tuple(Record(data[f"reading/{document.id}"]) for document in manifest.documents),
            table=Table.load(path["table"]),
            catalogue=Catalogue.load(path["catalogue"]),
            lexical=Lexical.load(path["lexical"]),
            dense=connect(manifest.hash) if connect else Dense.load(path["dense"]),
            spoken=Dense.load(path["spoken"]),
            sense_hashes=np.frombuffer(data["senses"], np.uint8).reshape(-1, 16),
            embedder=_embedder(manifest, path, embedder),
        )
    except KeyError as error:
        raise IndexDamaged(f"The index in {folder} lists no {error.args[0]}; run ingest again.") from error
    if index.dense.size != (views := int(index.table.view.max(initial=-1)) + 1):
        raise IndexDamaged(
            f"{index.dense.size} vectors are searched, not the {views} of {folder}; load or ingest it again."
        )
    return index


def _embedder(manifest: Manifest, path: Mapping[str, Path], given: Embedder | None) -> Embedder:
    if given is not None:
        if given.name != manifest.embedder:
            raise IndexFailure(
                f"The index was built with {manifest.embedder}, not {given.name}; run ingest again."
            )
        return given
    if not all(name in path for name in ENCODER_FILES):
        raise IndexFailure(f"The index holds no encoder; open it with the embedder {manifest.embedder}.")
    return OnnxEmbedder({name: path[name] for name in ENCODER_FILES})


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
        "spoken": scratch / "spoken.faiss",
        "senses": scratch / "senses.bin",
    }
    index.table.save(paths["table"])
    index.catalogue.save(paths["catalogue"])
    index.lexical.save(paths["lexical"])
    assert isinstance(index.dense, Dense), "an index is built from vectors in this process"
    index.dense.save(paths["dense"])
    index.spoken.save(paths["spoken"])
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
