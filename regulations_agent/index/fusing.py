"""The attention of an encoder's graph as one operator a layer, which int8 makes a tenth faster to run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from onnx_ir import Model

LENGTHS = (3, 20, 60)
"""Tokens of the made-up texts on which a fused graph must say what the plain one says."""
TOLERANCE = 1e-4
"""By which coordinates of unit vectors in floats may differ: sums are taken in another order."""
WHOLE = 1 << 30
"""Bytes that folding may write: the weights of query, key and value are packed into one matrix."""


def fuse_attention(path: Path) -> None:
    """Rewrites the float graph at `path` where every attention in it can be one operator, else leaves it.

    The operator that has an int8 form knows no mask and no bias of places. Graphs that need one (a decoder, a
    relative place) would say something else without it, and so are left as they are: that is tried, not
    guessed.
    """
    plain = path.read_bytes()
    if not _rewritten(path) or not _says_the_same(plain, path):
        path.write_bytes(plain)


def _rewritten(path: Path) -> bool:
    """Whether an attention was found and the graph with it written."""
    import onnx_ir
    from onnx_ir.passes.common import RemoveUnusedNodesPass, ShapeInferencePass
    from onnxscript.optimizer import optimize
    from onnxscript.rewriter.ort_fusions import attention, mha, mha_bias, mha_scale, sdpa

    model = onnx_ir.load(path)
    ShapeInferencePass()(model)
    optimize(model)
    sdpa.fuse_sdpa(model, apply_shape_inference=True)
    for fuse in (mha.fuse_mha1, mha.fuse_mha2, mha_scale.fuse_mha_scale, mha_bias.fuse_mha_bias):
        fuse(model)
    attention.fuse_attention(model)
    optimize(model, input_size_limit=WHOLE, output_size_limit=WHOLE)
    found = _bared(model)
    RemoveUnusedNodesPass()(model)
    onnx_ir.save(model, path)
    return found


def _bared(model: Model) -> bool:
    """Takes from each attention what its int8 form does not know; whether there was one."""
    nodes = [n for n in model.graph if n.op_type == "Attention" and n.domain == "com.microsoft"]
    for node in nodes:
        node.attributes.pop("qkv_hidden_sizes", None)
        node.resize_inputs(3)
    return bool(nodes)


def _says_the_same(plain: bytes, fused: Path) -> bool:
    """Whether both graphs give one vector for each of some rows of tokens."""
    import onnxruntime

    sessions = [onnxruntime.InferenceSession(graph) for graph in (plain, str(fused))]
    dice = np.random.default_rng(0)
    for length in LENGTHS:
        row = {"input_ids": dice.integers(1, 30, (1, length))}
        before, after = (session.run(None, row)[0] for session in sessions)
        if not np.allclose(before, after, atol=TOLERANCE):
            return False
    return True
