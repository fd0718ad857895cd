"""Vectors in a collection of Milvus, or of a Milvus Lite file; the only home of pymilvus."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from regulations_agent.errors import IndexFailure
from regulations_agent.index.index import Index
from regulations_agent.index.vectors.backend import Connect, Floats, Places
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.settings import Settings

if TYPE_CHECKING:
    from pymilvus import MilvusClient

BATCH = 1000
"""Views that one call sends or fetches: 1.5 MB of 384 numbers each, within the 64 MB of a gRPC message."""
HELD = 4096
"""Documents that may share a view: the most that an array field of Milvus takes."""
SECONDS = 20.0
"""That one search or fetch may take."""
CALM = {"grpc.keepalive_time_ms": 300_000, "grpc.keepalive_permit_without_calls": False}
"""Milvus Lite hangs up on a client that asks every ten seconds, as pymilvus does, whether it is there."""
ASKED = 256
"""Searches whose result is kept: one question asks the same for its hits, its chances and its next round."""
KEPT = 4096
"""Vectors that are kept in this process once they were fetched."""

Load = Callable[[Index], object]
"""Gives an index to a backend before it is published; one that is there already is left alone."""


class MilvusBackend:
    """One collection; it is never changed once it is filled, so whoever searches it sees one index."""

    def __init__(self, client: MilvusClient, collection: str, size: int, dimension: int) -> None:
        self._client, self._collection = client, collection
        self._size, self._dimension = size, dimension
        self._vectors: dict[int, Floats] = {}
        self._nearest = lru_cache(maxsize=ASKED)(self._asked)

    @classmethod
    def open(cls, settings: Settings, index_hash: str) -> MilvusBackend:
        """The collection of the index with that hash; raises IndexFailure where it is not, or is no whole."""
        name = _name(settings, index_hash)
        with _speaking(settings) as client:
            if not client.has_collection(name):
                raise IndexFailure(
                    f"Milvus holds no index {index_hash[:16]}; load it with: regulations-agent index load"
                )
            client.load_collection(name)
            fields = {field["name"]: field for field in client.describe_collection(name)["fields"]}
            dimension = int(fields["vector"]["params"]["dim"])
            return cls(client, name, _count(client, name), dimension)

    @property
    def size(self) -> int:
        return self._size

    @property
    def dimension(self) -> int:
        return self._dimension

    def nearest(
        self, vector: Floats, k: int, documents: Collection[str] | None = None
    ) -> tuple[Places, Floats]:
        among = "" if documents is None else f"array_contains_any(documents, {json.dumps(sorted(documents))})"
        return self._nearest(vector.astype(np.float32).tobytes(), min(k, self._size), among)

    def _asked(self, vector: bytes, k: int, among: str) -> tuple[Places, Floats]:
        with _failing():
            (hits,) = self._client.search(
                self._collection, [np.frombuffer(vector, np.float32).tolist()], among, limit=k,
                search_params={"metric_type": "IP"}, consistency_level="Strong", timeout=SECONDS,
            )  # fmt: skip
        places, scores = [hit["place"] for hit in hits], [hit["distance"] for hit in hits]
        return np.array(places, np.int64), np.array(scores, np.float32)

    def cosines(self, places: Places, vector: Floats) -> Floats:
        vectors = self.take(places)
        return Dense.build(vectors).cosines(np.arange(len(vectors)), vector)

    def take(self, places: Places) -> Floats:
        wanted = dict.fromkeys(places.tolist())
        found = {place: kept for place in wanted if (kept := self._vectors.get(place)) is not None}
        missing = iter([place for place in wanted if place not in found])
        while batch := list(itertools.islice(missing, BATCH)):
            with _failing():
                rows = self._client.get(self._collection, batch, output_fields=["vector"], timeout=SECONDS)
            found |= {row["place"]: np.array(row["vector"], np.float32) for row in rows}
        if lost := [place for place in wanted if place not in found]:
            raise IndexError(f"Of {self._size} texts there is no place {lost[0]}.")
        if len(self._vectors) + len(found) > KEPT:
            self._vectors.clear()
        self._vectors.update(itertools.islice(found.items(), KEPT))
        return np.array([found[place] for place in places.tolist()], np.float32).reshape(-1, self._dimension)


def connector(settings: Settings) -> Connect | None:
    """What the settings say that is to be searched; None for the files of the index."""
    if settings.milvus_uri is None:
        return None
    return lambda index_hash: MilvusBackend.open(settings, index_hash)


def loader(settings: Settings | None) -> Load | None:
    """As `connector`, for who builds an index; None where the files are all."""
    if settings is None or settings.milvus_uri is None:
        return None
    return lambda index: load_index(index, settings)


def load_index(index: Index, settings: Settings) -> bool:
    """Fills the collection of an index and points the alias at it; False where that was done already.

    Until the alias is switched, at the end, the former collection answers; it stays for those who opened it,
    and goes when the next one is loaded. Raises IndexFailure.
    """
    name, alias = _name(settings, index.hash), settings.milvus_collection
    with _speaking(settings) as client:
        there = [c for c in client.list_collections() if c.startswith(f"{alias}_")]
        current = next((c for c in there if alias in client.list_aliases(c)["aliases"]), None)
        if name in there and _count(client, name) == index.dense.size:
            if current == name:
                return False
        else:
            if current == name:  # not whole, so nobody reads it; what an alias names cannot be dropped
                client.drop_alias(alias)
                current = None
            _fill(client, name, index)
        client.load_collection(name)
        if current is None:
            client.create_alias(name, alias)
        else:
            client.alter_alias(name, alias)
        for old in set(there) - {name, current}:
            client.drop_collection(old)
    return True


def _fill(client: MilvusClient, name: str, index: Index) -> None:
    """What an interrupted load left under that name goes first."""
    from pymilvus import DataType

    if client.has_collection(name):
        client.drop_collection(name)
    schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("place", DataType.INT64, is_primary=True)
    schema.add_field("vector", DataType.FLOAT_VECTOR, dim=index.dense.dimension)
    texts = {"element_type": DataType.VARCHAR, "max_length": 512, "max_capacity": HELD}
    numbers = {"element_type": DataType.INT32, "max_capacity": HELD}
    for field, kind in {"documents": texts, "sections": texts, "seasons": numbers, "issues": numbers}.items():
        schema.add_field(field, DataType.ARRAY, **kind)
    plan = client.prepare_index_params()
    plan.add_index("vector", index_type="FLAT", metric_type="IP")
    client.create_collection(name, schema=schema, index_params=plan, consistency_level="Strong")
    rows = _rows(index)
    while batch := list(itertools.islice(rows, BATCH)):
        client.insert(name, batch)
    client.flush(name)


def _rows(index: Index) -> Iterator[dict[str, object]]:
    """One entity a view, with what is known of the documents whose clauses have it."""
    held: list[list[int]] = [[] for _ in range(index.dense.size)]
    for place, document in enumerate(index.documents):
        for view in index.views_in([document.id]).tolist():
            held[view].append(place)
    for start in range(0, len(held), BATCH):
        places = np.arange(start, min(start + BATCH, len(held)))
        for view, vector in zip(places.tolist(), index.dense.take(places), strict=True):
            books = [index.documents[place] for place in held[view]]
            yield {
                "place": view,
                "vector": vector,
                "documents": [book.id for book in books],
                "sections": sorted({book.section for book in books}),
                "seasons": sorted({book.season for book in books if book.season is not None}),
                "issues": sorted({book.issue for book in books if book.issue is not None}),
            }


def _name(settings: Settings, index_hash: str) -> str:
    return f"{settings.milvus_collection}_{index_hash[:16]}"


def _count(client: MilvusClient, name: str) -> int:
    """Entities, those that were just sent included."""
    client.load_collection(name)
    return int(client.query(name, output_fields=["count(*)"], consistency_level="Strong")[0]["count(*)"])


@contextlib.contextmanager
def _speaking(settings: Settings) -> Iterator[MilvusClient]:
    """A client of the server; raises IndexFailure for what goes wrong, and where there is no pymilvus."""
    try:
        from pymilvus import MilvusClient
    except ImportError as error:
        raise IndexFailure(
            'MILVUS_URI needs pymilvus; install it with: pip install "regulations-agent[milvus]"'
        ) from error
    with _failing():
        yield MilvusClient(settings.milvus_uri or "", grpc_options=CALM)


@contextlib.contextmanager
def _failing() -> Iterator[None]:
    from grpc import RpcError
    from pymilvus import MilvusException

    try:
        yield
    except (MilvusException, RpcError) as error:
        said = error.message if isinstance(error, MilvusException) else error.details()
        raise IndexFailure(f"Milvus failed ({said}); is the server of MILVUS_URI up?") from error
