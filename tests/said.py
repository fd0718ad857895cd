"""What the shipped models say, and how pages look, is computed once, whichever runs, tests and processes ask.

That is most of what a question costs, and the same for the same words and files: `index/test_embedder.py`,
`index/test_cross_encoder.py`, `test_determinism.py` and `corpus/test_picture.py` show so, without this.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import msgspec
import numpy as np
import pytest

from regulations_agent.corpus import picture
from regulations_agent.corpus.picture import PagePicture, draw_page
from regulations_agent.corpus.process.sandbox import Limits
from regulations_agent.index.vectors.cross_encoder import CrossEncoder
from regulations_agent.index.vectors.embedder import OnnxEmbedder, Vectors
from tests.once import content_hash, made_once

FOLDERS = "TESTS_SAID"
"""Variable with the folders where it is kept, for processes that `tests/warm.py` forks."""
DIMENSION = 384
KEY = 16
LOGIT = struct.Struct("d")
_read_pair, _embed = CrossEncoder._logit, OnnxEmbedder._vector


class Said:
    """Values of one length in bytes by key, in a file that several processes look into and add to."""

    def __init__(self, file: Path, length: int) -> None:
        self._step, self._read, self._known = KEY + length, 0, dict[bytes, bytes]()
        if file.exists() and file.stat().st_size % self._step:  # of a disk that was full: all is askew
            file.unlink()
        self._file = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._lock = Lock()

    def of(self, words: object, make: Callable[[], bytes]) -> bytes:
        key = hashlib.sha256(repr(words).encode()).digest()[:KEY]
        if key not in self._known:
            with self._lock:
                self._look()
        if key not in self._known:
            self._known[key] = make()
            os.write(self._file, key + self._known[key])
        return self._known[key]

    def _look(self) -> None:
        """At what was added since."""
        step, size = self._step, os.fstat(self._file).st_size
        new = os.pread(self._file, size - self._read, self._read)
        whole = len(new) // step * step
        self._known |= {new[n : n + KEY]: new[n + KEY : n + step] for n in range(0, whole, step)}
        self._read += whole


@contextmanager
def said_once(models: Path, pages: Path) -> Iterator[None]:
    """Within it nothing is said or drawn that these folders hold, and what is new is added to them."""
    logits, vectors = Said(models / "logits", LOGIT.size), Said(models / "vectors", 4 * DIMENSION)

    def logit(self: CrossEncoder, ids: tuple[int, ...]) -> float:
        value: float = LOGIT.unpack(logits.of(ids, lambda: LOGIT.pack(_read_pair(self, ids))))[0]
        return value

    def vector(self: OnnxEmbedder, ids: tuple[int, ...]) -> Vectors:
        if self.dimension != DIMENSION:
            return _embed(self, ids)
        kept = vectors.of((self.name, ids), lambda: _embed(self, ids).tobytes())
        return np.frombuffer(kept, np.float32)

    def page(path: Path, number: int, pixels: int, limits: Limits) -> PagePicture:
        def draw(file: Path) -> None:
            file.write_bytes(msgspec.msgpack.encode(draw_page(path, number, pixels, limits)))

        file = made_once(pages / f"{content_hash(path)}-{number}-{pixels}", draw)
        return msgspec.msgpack.decode(file.read_bytes(), type=PagePicture)

    with patched(logit, vector, page):
        yield


@contextmanager
def patched(logit: object = _read_pair, vector: object = _embed, page: object = draw_page) -> Iterator[None]:
    """Within it they are these; without any, what they were before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CrossEncoder, "_logit", logit)
        patch.setattr(OnnxEmbedder, "_vector", vector)
        patch.setattr(picture, "draw_page", page)
        yield
