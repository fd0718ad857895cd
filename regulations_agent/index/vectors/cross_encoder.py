"""How surely a passage answers a question, by a model that reads both together (docs/design/017)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from regulations_agent.index.vectors.embedder import shipped
from regulations_agent.index.vectors.runtime import open_session, open_tokenizer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

GRAPH = "cross_encoder.onnx"
"""`input_ids` of `[CLS] question [SEP] passage [SEP]`, any number of one length -> `score`."""
QUESTION_TOKENS, PAIR_TOKENS = 64, 192
"""At most; what is longer is cut at its end."""
OPENS, CLOSES = 101, 102
"""The tokens `[CLS]` and `[SEP]` of its vocabulary."""
_KEPT = 1024
"""Pairs whose logit is remembered: the steps of one question read many of them again."""


class CrossEncoder:
    """The shipped one, opened when the first pair comes; safe to share between threads."""

    @cached_property
    def _session(self) -> InferenceSession:
        return open_session(shipped(GRAPH))

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return open_tokenizer(shipped("tokenizer.json"))  # it cuts texts at 256 tokens, more than are read

    def logits(self, question: str, passages: Sequence[str]) -> list[float]:
        """Of each passage the logarithm of how many times likelier it is to answer than that none of those
        beside it does; rounded, and the same in any company.

        Raises IndexFailure when the model is not as it was released.
        """
        rows = [self._pair(question, passage) for passage in passages]
        _ = self._session  # opened here, before any thread starts
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            return list(pool.map(self._read, rows))

    @cached_property
    def _read(self) -> Callable[[tuple[int, ...]], float]:
        return lru_cache(_KEPT)(self._logit)

    def _pair(self, question: str, passage: str) -> tuple[int, ...]:
        asked, said = (self._ids(text) for text in (question, passage))
        begun = [OPENS, *asked[:QUESTION_TOKENS], CLOSES]
        return (*begun, *said[: PAIR_TOKENS - len(begun) - 1], CLOSES)

    def _ids(self, text: str) -> list[int]:
        whole = text.encode("utf-8", "replace").decode("utf-8")  # the tokenizer takes no half of a character
        ids: list[int] = self._tokenizer.encode(whole, add_special_tokens=False).ids
        return ids

    def _logit(self, ids: tuple[int, ...]) -> float:
        (score,) = self._session.run(None, {"input_ids": np.array([ids], np.int64)})
        return round(float(score[0]), 4)
