"""LangChain's FAISS over clauses, in which no former rule stands above one that is in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from langchain_community.docstore.in_memory import InMemoryDocstore
from langchain_community.vectorstores import FAISS
from langchain_community.vectorstores.utils import DistanceStrategy, maximal_marginal_relevance
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from regulations_agent.graph.ask import at_least_one
from regulations_agent.index.vectors.dense import Dense

if TYPE_CHECKING:
    from regulations_agent.index.vectors.embedder import Embedder

Filter = Callable[..., Any] | dict[str, Any]
IN_FORCE = "in_force"
"""What a document's metadata calls it that its clause is law today."""


class Clauses(FAISS):
    """Every search has what is in force first, each part best first."""

    def similarity_search_with_score_by_vector(
        self,
        embedding: list[float],
        k: int = 4,
        filter: Filter | None = None,
        fetch_k: int = 20,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401
    ) -> list[tuple[Document, float]]:
        """All are looked at, whatever `fetch_k` says."""
        every = self.index.ntotal
        found = super().similarity_search_with_score_by_vector(embedding, every, filter, every, **kwargs)
        return sorted(found, key=lambda one: not _is_law(one[0]))[: at_least_one(k)]

    def max_marginal_relevance_search_with_score_by_vector(
        self,
        embedding: list[float],
        *,
        k: int = 4,
        fetch_k: int = 20,
        lambda_mult: float = 0.5,
        filter: Filter | None = None,
    ) -> list[tuple[Document, float]]:
        """Chosen among the first `fetch_k`."""
        near = self.similarity_search_with_score_by_vector(embedding, max(at_least_one(k), fetch_k), filter)
        chosen: list[tuple[Document, float]] = []
        for law in (True, False):  # a former wording leaves no room for today's, which is much like it
            part = [one for one in near if _is_law(one[0]) is law]
            chosen += self._varied(embedding, part, k - len(chosen), lambda_mult)
        return chosen

    def _varied(
        self, embedding: list[float], found: list[tuple[Document, float]], k: int, lambda_mult: float
    ) -> list[tuple[Document, float]]:
        place = {name: place for place, name in self.index_to_docstore_id.items()}
        vectors = [self.index.reconstruct(place[str(document.id)]) for document, _ in found]
        asked = np.array([embedding], dtype=np.float32)
        return [found[one] for one in maximal_marginal_relevance(asked, vectors, lambda_mult, k)]


def make_store(
    documents: Mapping[str, Document], vectors: npt.NDArray[np.float32], embedder: Embedder
) -> Clauses:
    """Made in memory, so that no pickle is ever read; a row of `vectors` for each document."""
    return Clauses(
        embedding_function=_Encoder(embedder),
        index=Dense.build(vectors).faiss,
        docstore=InMemoryDocstore(dict(documents)),
        index_to_docstore_id=dict(enumerate(documents)),
        distance_strategy=DistanceStrategy.MAX_INNER_PRODUCT,
    )


def _is_law(document: Document) -> bool:
    """Texts that somebody else adds say nothing of it."""
    return bool(document.metadata.get(IN_FORCE, True))


class _Encoder(Embeddings):
    """The index's own encoder."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(x) for x in vector] for vector in self._embedder.embed(texts)]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]
