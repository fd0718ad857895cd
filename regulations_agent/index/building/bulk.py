"""Reading and embedding in bulk, by processes of this machine or the machines of a cluster, all the same."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

import regulations_agent.corpus
from regulations_agent.cluster import Cluster, Parcel, unpacked
from regulations_agent.corpus.read import Outcome, read_documents
from regulations_agent.errors import ClusterError
from regulations_agent.index.vectors.embedder import Embedder, OnnxEmbedder, Vectors
from regulations_agent.settings import Settings


@cache
def reader_fingerprint() -> str:
    """Changes with the code that reads files, so that a newer reader reads everything again."""
    digest = hashlib.sha256()
    for folder in regulations_agent.corpus.__path__:
        for path in sorted(Path(folder).rglob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class _Reader:
    """What files are read by, on every machine."""

    fingerprint: str
    seconds: float
    megabytes: int
    language: str

    def read(self, file: tuple[str, bytes]) -> Outcome:
        """A file by name and content; raises ClusterError where the code is not that of who asks."""
        if self.fingerprint != reader_fingerprint():
            raise ClusterError("A machine of the cluster reads by another version of regulations-agent.")
        name, data = file
        with tempfile.TemporaryDirectory(prefix="regulations-agent-") as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            (outcome,) = read_documents([path], 1, self.seconds, self.megabytes, self.language)
        return outcome


def read(files: Sequence[Path], settings: Settings, workers: int | Cluster | None) -> Iterator[Outcome]:
    """What came of each file, as it is done."""
    limits = settings.read_seconds, settings.read_megabytes, settings.language
    if not isinstance(workers, Cluster):
        yield from read_documents(files, workers, *limits)
        return
    contents = ((path.name, path.read_bytes()) for path in files)
    for place, outcome in workers.run(_Reader.read, _Reader(reader_fingerprint(), *limits), contents):
        yield replace(outcome, path=files[place])


def embed(
    batches: Sequence[Sequence[str]], embedder: Embedder, cluster: Cluster | None
) -> Iterator[tuple[int, Vectors]]:
    """The place of each batch of texts and its vectors, as they are done.

    An embedder without files stays here; one with files gives the same vectors wherever they lie.
    """
    if cluster is None or not embedder.files:
        yield from enumerate(map(embedder.embed, batches))
        return
    yield from cluster.run(_embedded, Parcel.of(embedder.name, embedder.files), batches)


def _embedded(parcel: Parcel, texts: Sequence[str]) -> Vectors:
    return _embedder(parcel).embed(texts)


@lru_cache(maxsize=1)
def _embedder(parcel: Parcel) -> Embedder:
    """Of this process; one thread, since the cluster gives each of its processors a process."""
    folder = unpacked(parcel)
    embedder = OnnxEmbedder({name: folder / name for name in parcel.files}, threads=1)
    if embedder.name != parcel.name:
        raise ClusterError(f"{folder} is not the encoder that was sent; delete it.")
    return embedder
