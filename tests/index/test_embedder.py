from __future__ import annotations

import hashlib
import json
import mmap
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from regulations_agent.errors import IndexDamaged, IndexFailure, UsageError
from regulations_agent.index.vectors import export
from regulations_agent.index.vectors.embedder import SHIPPED, Embedder, OnnxEmbedder, open_embedder, shipped
from regulations_agent.index.vectors.runtime import sign
from regulations_agent.settings import Settings

if TYPE_CHECKING:
    from transformers import PreTrainedModel

pytestmark = pytest.mark.usefixtures("computed")
TEXTS = ("How fast may I drive in the pit lane?", "VSC", "", "The car must weigh 800 kg. " * 60)
SCRIPT = """
import hashlib, json, sys
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.settings import Settings
vectors = open_embedder(Settings()).embed(json.loads(sys.argv[1]))
heavy = [name for name in ("torch", "transformers", "sentence_transformers", "onnx") if name in sys.modules]
print(json.dumps([hashlib.sha256(vectors.tobytes()).hexdigest(), heavy]))
"""


@pytest.fixture(scope="module")
def embedder(computed: None) -> Embedder:
    return open_embedder(Settings())


def digest(vectors: np.ndarray) -> str:
    return hashlib.sha256(vectors.tobytes()).hexdigest()


def test_vectors_have_length_one_and_like_texts_are_near(embedder: Embedder):
    vectors = embedder.embed(
        ["speed limit in the pits", "how fast in the pit lane", "financial reporting deadline"]
    )
    assert vectors.shape == (3, embedder.dimension) and vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2


def test_company_and_order_do_not_change_a_vector(embedder: Embedder):
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    many = embedder.embed([*TEXTS, *TEXTS[::-1], *TEXTS])
    assert digest(many[:4]) == digest(many[4:8][::-1]) == digest(alone)


@pytest.mark.slow
@pytest.mark.parametrize("threads", ["1", "2"])
def test_processes_and_thread_counts_agree_and_load_no_torch(embedder: Embedder, threads: str):
    environment = os.environ | {"OMP_NUM_THREADS": threads, "PYTHONHASHSEED": threads}
    command = [sys.executable, "-c", SCRIPT, json.dumps(TEXTS)]
    found = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert json.loads(found.stdout) == [digest(embedder.embed(TEXTS)), []]


@pytest.mark.slow
def test_the_runtime_writes_nothing_home_and_calls_nobody(embedder: OnnxEmbedder, tmp_path: Path):
    script = (
        "import sys; from pathlib import Path; "
        "from regulations_agent.index.vectors.embedder import OnnxEmbedder; "
        "from regulations_agent.index.vectors.export import ENCODER_FILES; folder = Path(sys.argv[1]); "
        "OnnxEmbedder({name: folder / name for name in ENCODER_FILES}).embed(['pit lane'])"
    )
    folder = embedder.files["encoder.onnx"].parent
    hidden = {"CI", "XDG_CACHE_HOME", "PYTEST_CURRENT_TEST", "ORT_DISABLE_TELEMETRY"}
    homeless = {k: v for k, v in os.environ.items() if k not in hidden} | {"HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script, folder], env=homeless, check=True, timeout=100)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_export_says_what_the_published_weights_say_and_is_made_once(tmp_path: Path):
    from sentence_transformers import SentenceTransformer

    settings = Settings(embedder=export.BASE_MODEL, data_dir=tmp_path)
    exported = open_embedder(settings)
    original = SentenceTransformer(export.base_weights(), device="cpu").encode(list(TEXTS))
    assert (exported.embed(TEXTS) * original).sum(axis=1).min() > 0.97
    made = sorted((tmp_path / "encoders").rglob("*"))
    assert open_embedder(settings).name == exported.name and exported.dimension == original.shape[1]
    assert sorted((tmp_path / "encoders").rglob("*")) == made
    assert not [path for path in made if path.name.startswith(".export-")]


def test_weights_that_are_not_the_published_ones_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(export, "BASE_SHA256", "0" * 64)
    with pytest.raises(IndexFailure, match="reinstall"):
        export.base_weights()


@pytest.mark.parametrize("name", export.ENCODER_FILES)
def test_a_shipped_file_that_was_altered_is_refused_in_one_line(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(SHIPPED, name, "0" * 64)
    with pytest.raises(IndexFailure, match=f"{name} is not what was released.*; reinstall") as refusal:
        open_embedder(Settings())
    assert "\n" not in str(refusal.value)


def test_another_model_says_which_extra_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(export, "NEEDED", ("torch", "no_such_module"))
    with pytest.raises(UsageError, match=r"needs no_such_module; pip install 'regulations-agent\[encoder\]'"):
        open_embedder(Settings(embedder="some/model", data_dir=tmp_path))


SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz", "pit", "lane", "car"]


def saved(encoder: PreTrainedModel, pooling: str, folder: Path) -> Path:
    """A model with random weights and a small vocabulary, as sentence-transformers saves it."""
    from sentence_transformers import SentenceTransformer, models
    from transformers import BertTokenizerFast

    source = folder / "transformer"
    source.mkdir()
    (source / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    BertTokenizerFast(vocab_file=str(source / "vocab.txt")).save_pretrained(source)
    encoder.save_pretrained(source)
    steps = [models.Transformer(str(source), max_seq_length=32), models.Pooling(32, pooling_mode=pooling)]
    SentenceTransformer(modules=steps, device="cpu").save(str(folder / "tiny"))
    return folder / "tiny"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_folder_without_a_model_is_refused_in_one_line(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="empty") as refusal:
        open_embedder(Settings(embedder=str(tmp_path / "empty"), data_dir=tmp_path / "data"))
    assert "\n" not in str(refusal.value)
    assert not list((tmp_path / "data" / "encoders").iterdir())


def test_an_encoder_without_description_is_damage(tmp_path: Path):
    with pytest.raises(IndexDamaged):
        OnnxEmbedder({"encoder.json": tmp_path / "encoder.json"})


def graph(embedder: Embedder) -> onnx.ModelProto:
    return onnx.load(embedder.files["encoder.onnx"])


def test_the_attention_of_each_layer_is_one_operator_on_int8(embedder: Embedder):
    operators = Counter(node.op_type for node in graph(embedder).graph.node)
    assert operators["QAttention"] == 6 and not operators["Softmax"] and not operators["Transpose"]


@pytest.mark.parametrize("name", ["encoder.onnx", "cross_encoder.onnx"])
def test_weights_written_as_signed_bytes_are_the_same_weights(name: str):
    kept = shipped(name).read_bytes()
    with mmap.mmap(-1, len(kept)) as model:
        model.write(kept)
        sign(model)
        plain, turned = (onnx.load_from_string(as_bytes).graph for as_bytes in (kept, model[:]))
    one, other = ({t.name: numpy_helper.to_array(t) for t in g.initializer} for g in (plain, turned))
    nodes = [n for n in plain.node if n.op_type in ("MatMulInteger", "QAttention")]
    for node in nodes:
        weights, zeros = node.input[1], node.input[3 if node.op_type == "MatMulInteger" else 7]
        assert (one[weights].dtype, other[weights].dtype) == (np.uint8, np.int8)
        there, here = (g[weights].astype(int) - g[zeros] for g in (one, other))
        assert (there == here).all()
    assert len(nodes) > 20 and [n.SerializeToString() for n in plain.node] == [
        n.SerializeToString() for n in turned.node
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_an_attention_that_knows_places_is_not_fused_and_says_what_it_said(tmp_path: Path):
    """MPNet adds a bias of relative places, which the operator on int8 would leave out.

    Here it stands for any model in a folder as well, and for one whose first token stands for the text.
    """
    from sentence_transformers import SentenceTransformer
    from transformers import MPNetConfig, MPNetModel

    places = {"vocab_size": len(WORDS), "max_position_embeddings": 64, "initializer_range": 0.5}
    model = saved(MPNetModel(MPNetConfig(**places, **SIZES)), "cls", tmp_path)
    original = SentenceTransformer(str(model), device="cpu")
    embedder = open_embedder(Settings(embedder=str(model), data_dir=tmp_path / "data"))
    texts = ["pit lane", "lane of a pit " * 4, "car " * 200]
    said = original.encode(texts, normalize_embeddings=True)
    assert (embedder.embed(texts) * said).sum(axis=1).min() > 0.97
    assert "Softmax" in {node.op_type for node in graph(embedder).graph.node}


def test_an_encoder_of_an_older_index_is_given_the_mask_that_it_asks_for(embedder: Embedder, tmp_path: Path):
    """Exports of version 1 had a second input."""
    older = graph(embedder)
    mask = onnx.helper.make_tensor_value_info("attention_mask", onnx.TensorProto.INT64, ["texts", "tokens"])
    older.graph.input.append(mask)
    older.graph.node.append(onnx.helper.make_node("Identity", ["attention_mask"], ["unused"]))
    onnx.save(older, tmp_path / "encoder.onnx")
    files = {**embedder.files, "encoder.onnx": tmp_path / "encoder.onnx"}
    assert digest(OnnxEmbedder(files).embed(["pit lane"])) == digest(embedder.embed(["pit lane"]))
