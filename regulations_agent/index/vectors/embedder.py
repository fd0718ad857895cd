"""Texts to vectors: the seam, and the ONNX encoder that answers without torch."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from regulations_agent.errors import IndexDamaged, IndexFailure
from regulations_agent.index.vectors.export import (
    DEFAULT_MODEL,
    ENCODER_FILES,
    encoder_folder,
    file_sha256,
)
from regulations_agent.index.vectors.runtime import LEFT_OUT, open_session, open_tokenizer
from regulations_agent.settings import Settings

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer


SHIPPED = {
    "encoder.onnx": "35f6a8a298288daf43b28764a0445753402e3202a20eabc58e82dca495528032",
    "tokenizer.json": "b2671b6b396976e3f5aef2c69ea482aa60a2a571933664ab36f352d655ecea29",
    "encoder.json": "3f1bfb3f888142c830e525ba07e8bcb38a0e09ab75bf0c5fe1696b0659c15b8e",
    "cross_encoder.onnx": "62ab1c632728cdf1cfb4cac510fa1b888f364771095bb69653d62cb14b67e198",
}
"""sha256 of each file in `data`; `data/encoder.md` says how they were made."""
Vectors = npt.NDArray[np.float32]
KEPT = 1024
"""Texts asked lately whose vectors are kept: guard, search and recall embed a question once."""
FEW = 8
"""Texts from which on they are embedded in parallel, and not kept."""


def shipped(name: str) -> Path:
    """A file of `SHIPPED`; raises IndexFailure when it is not as it was released."""
    path = Path(__file__).parent / "data" / name
    if not path.is_file():
        raise IndexFailure(f"The encoder's file {path} is missing; reinstall regulations-agent.")
    if file_sha256(path) != SHIPPED[name]:
        raise IndexFailure(f"{path} is not what was released (sha256 differs); reinstall regulations-agent.")
    return path


class Embedder(Protocol):
    """Turns texts into unit vectors; the same text gives the same bytes in any company and order."""

    @property
    def name(self) -> str:
        """Changes whenever its vectors do."""
        ...

    @property
    def dimension(self) -> int: ...

    @property
    def files(self) -> Mapping[str, Path]:
        """What an index must keep to embed questions later, by role; empty when it needs nothing."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Float32 of shape (len(texts), dimension), each row of length 1."""
        ...


class OnnxEmbedder:
    """An exported encoder (see `export.py`), opened when the first text comes."""

    def __init__(
        self, files: Mapping[str, Path], threads: int | None = None, sha256: str | None = None
    ) -> None:
        """`files`: where each of `ENCODER_FILES` lies; many texts are embedded by so many threads, None for
        one a core. `sha256` of the graph, where it was checked already. Raises IndexDamaged when they are no
        encoder.
        """
        self._files, self._threads, self._sha256 = files, threads or os.cpu_count() or 1, sha256
        try:
            about = json.loads(files["encoder.json"].read_text(encoding="utf-8"))
            self._name, self._dimension = str(about["name"]), int(about["dimension"])
        except (OSError, ValueError, KeyError) as error:
            raise IndexDamaged(f"{files['encoder.json']} describes no encoder; run ingest again.") from error
        self._kept = lru_cache(maxsize=KEPT)(self._vector)

    @cached_property
    def name(self) -> str:
        graph = self._sha256 or file_sha256(self._files["encoder.onnx"])
        made_by = f"{graph} without {', '.join(LEFT_OUT)}"
        return f"{self._name}:{hashlib.sha256(made_by.encode()).hexdigest()[:16]}"

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def files(self) -> Mapping[str, Path]:
        return self._files

    @cached_property
    def _session(self) -> InferenceSession:
        return open_session(self._files["encoder.onnx"])

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return open_tokenizer(self._files["tokenizer.json"])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One text at a time: int8 scales span a whole batch, so company would change the vector."""
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        if len(texts) < FEW:
            return np.stack([self._kept(self._ids(text)) for text in texts])
        _ = self._session, self._tokenizer  # opened here, before any thread starts
        with ThreadPoolExecutor(max_workers=self._threads) as pool:
            return np.stack(list(pool.map(lambda text: self._vector(self._ids(text)), texts)))

    def knows(self, word: str) -> bool:
        """Whether a lower-case word, or what it is the plural of, is one of those it learned as a whole."""
        known = self._tokenizer.token_to_id
        return known(word) is not None or known(word.removesuffix("s")) is not None

    def _ids(self, text: str) -> tuple[int, ...]:
        """Texts that differ in spaces, or in case where the encoder knows none, have the same."""
        whole = text.encode("utf-8", "replace").decode("utf-8")  # the tokenizer takes no half of a character
        return tuple(self._tokenizer.encode(whole).ids)

    def _vector(self, ids: tuple[int, ...]) -> Vectors:
        row = np.array([ids], np.int64)
        mask = {"attention_mask": np.ones_like(row)} if self._masked else {}
        (vector,) = self._session.run(None, {"input_ids": row, **mask})
        return np.asarray(vector[0], np.float32)

    @cached_property
    def _masked(self) -> bool:
        """Encoders exported before version 2, which lie in older indexes, want a mask."""
        return len(self._session.get_inputs()) > 1


def open_embedder(settings: Settings) -> Embedder:
    """The shipped encoder, or the other that `settings.embedder` names: exported on first use, with torch."""
    model = settings.embedder
    if model == DEFAULT_MODEL:
        return OnnxEmbedder({name: shipped(name) for name in ENCODER_FILES})
    folder = encoder_folder(model, settings.encoder_dir)
    return OnnxEmbedder({name: folder / name for name in ENCODER_FILES})
