"""onnxruntime as everything here opens it: one thread a text, so that sums have one order and one result."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

LEFT_OUT = ["SkipLayerNormFusion"]
"""Rewrites of the graph by onnxruntime that cost more than they give: this one takes a third of the time of
a question. Results differ by rounding of int8 sums, so vectors are named by it.
"""


def mute_runtime() -> None:
    """onnxruntime 1.29 and later report to their maker, and keep an id of the machine, unless this says no
    before it is first imported."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"


_LENGTH, _VARINT = 2, 0
"""Wire types of a protocol buffer; an ONNX file has no others on the way to its weights."""
_GRAPH, _NODE, _INITIALIZER = 7, 1, 5
"""Fields of onnx.proto: `ModelProto.graph`, `GraphProto.node` and `.initializer`."""
_INPUT, _OP_TYPE, _DATA_TYPE, _NAME, _RAW_DATA = 1, 4, 2, 8, 9
"""`NodeProto.input` and `.op_type`; `TensorProto.data_type`, `.name` and `.raw_data`."""
_UINT8, _INT8 = b"\2", b"\3"
_MULTIPLIES = b"MatMulInteger", b"QAttention"


def sign(model: mmap.mmap) -> None:
    """Makes of an ONNX model the same one whose weights are signed bytes around 0, not unsigned around 128.

    Zero points are bytes too and move along, so that every sum is the same.
    """
    for graph in (place for field, place in _fields(model, 0, len(model)) if field == _GRAPH):
        parts = [(field, list(_fields(model, *place))) for field, place in _fields(model, *graph)]
        multiplied = {
            model[slice(*place)]
            for part, fields in parts
            if part == _NODE and any(f == _OP_TYPE and model[slice(*at)] in _MULTIPLIES for f, at in fields)
            for field, place in fields
            if field == _INPUT
        }
        for tensor in (dict(fields) for part, fields in parts if part == _INITIALIZER):
            kind, data = slice(*tensor[_DATA_TYPE]), slice(*tensor.get(_RAW_DATA, (0, 0)))
            if model[slice(*tensor[_NAME])] in multiplied and model[kind] == _UINT8:
                model[kind], model[data] = _INT8, model[data].translate(_TURNED)


_TURNED = bytes(byte ^ 128 for byte in range(256))


def _fields(model: mmap.mmap, start: int, end: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Number and place of each field of a message."""
    while start < end:
        key, start = _number(model, start)
        if key & 7 == _LENGTH:
            length, start = _number(model, start)
        else:
            length = _number(model, start)[1] - start if key & 7 == _VARINT else 8 if key & 7 == 1 else 4
        yield key >> 3, (start, start + length)
        start += length


def _number(model: mmap.mmap, at: int) -> tuple[int, int]:
    """A varint, and where it ends."""
    value = shift = 0
    while model[at] & 128:
        value |= (model[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return value | model[at] << shift, at + 1


@cache
def _adds_signed_exactly() -> bool:
    """The processor has an instruction (VNNI) that adds products with signed bytes in 32 bits: less than half
    the time of unsigned ones. Others add them in 16 bits, cut short, so that weights are kept unsigned."""
    try:
        said = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return bool({"avx512_vnni", "avx_vnni"} & set(said.split()))


def open_session(graph: Path) -> InferenceSession:
    mute_runtime()
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    options.log_severity_level = 3

    def opened(path: str) -> InferenceSession:
        return onnxruntime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"], disabled_optimizers=LEFT_OUT
        )

    if not _adds_signed_exactly():
        return opened(str(graph))
    # A file in memory: of a model that comes as bytes the runtime keeps more than it needs (28 MB of each).
    with os.fdopen(os.memfd_create("signed"), "w+b") as file:
        file.write(graph.read_bytes())
        file.flush()
        with mmap.mmap(file.fileno(), 0) as model:
            sign(model)
        return opened(f"/proc/self/fd/{file.fileno()}")


def open_tokenizer(file: Path) -> Tokenizer:
    """That of a `tokenizer.json`; the same object wherever such a file says the same."""
    return _tokenizer(file.read_bytes())


@lru_cache(maxsize=4)
def _tokenizer(file: bytes) -> Tokenizer:
    from tokenizers import Tokenizer

    return Tokenizer.from_buffer(file)
