"""Teaches the cross-encoder which of the passages found answers a question, if any (docs/design/017).

    python -m benchmarks.train_cross_encoder PAIRS... OUT [--rounds 5.8] [--seeds 2] [--temperature 2]
        [--begin OUT1/weights.pt|cross_encoder.onnx] [--frozen 2]

PAIRS come from `benchmarks.pairs`. It begins with the weights of the shipped encoder, or goes on from those
of an earlier OUT or graph, and the means of the weights that each seed ends with are written to
`OUT/weights.pt` and, int8, to `OUT/cross_encoder.onnx`. Needs the extra `train`; 5.8 rounds of 51,800
questions took two seeds beside each other eight minutes on an H200. Two cores with AMX and tcmalloc
(`LD_PRELOAD`) take 45 minutes for a round of 20,000 questions with seven passages each, two layers frozen.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertModel

from regulations_agent.index.vectors.cross_encoder import CLOSES, GRAPH, OPENS, PAIR_TOKENS, QUESTION_TOKENS
from regulations_agent.index.vectors.embedder import shipped
from regulations_agent.index.vectors.export import fuse_attention, quantize

RATE, WARM_UP, BATCH, DROPOUT = 1e-4, 0.05, 64, 0.05
AT_ONCE = 16
"""Questions of a batch whose passages are in memory together."""
ALIKE = 48
"""Texts of like length that go through the model together."""
SHOWN = 10
"""Passages of a question in a step."""
HARD = 20
"""Of the best found that do not answer, the others are drawn from so many."""
NONE = 0.1
"""Share of the answered questions that are shown without their answer."""
ALONE, OTHERS = 0.25, 4
"""Share of those whose sentence is known that are shown it alone in place of its clause, beside so many
others of its rule."""
LAYERS, WIDTH = 6, 384
Passages = list[tuple[list[int], int]]
Pair = tuple[list[int], Passages, Passages]
"""A question, the clauses found for it, and the sentences of its rule, each in tokens with its label."""
Texts = tuple[torch.Tensor, torch.Tensor]
Weights = dict[str, torch.Tensor]


@dataclass(frozen=True)
class Step:
    """Some questions with the same number of passages each, the right one first."""

    texts: list[list[int]]
    right: list[int]
    """1 for a question whose first passage answers it, 0 where none does."""


class Scorer(torch.nn.Module):  # type: ignore[misc]  # torch is not followed
    """Rows of tokens to one number each: the mean of the last layer, through one more."""

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        torch.manual_seed(1)
        self.encoder, self.dense = encoder, torch.nn.Linear(WIDTH, WIDTH)
        self.weight = torch.nn.Parameter(torch.randn(WIDTH) / WIDTH**0.5)
        self.bias = torch.nn.Parameter(torch.zeros(1))

    def forward(self, input_ids: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        mean = mean_state(self.encoder, input_ids, mask)
        return (torch.tanh(self.dense(mean)) * self.weight).sum(1) + self.bias


def mean_state(encoder: BertModel, input_ids: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
    """Of the last layer, over the tokens of each row: what stands behind the first `[SEP]` is the passage."""
    closes = (input_ids == CLOSES).long()
    kinds = ((torch.cumsum(closes, 1) - closes) > 0).long()
    last = encoder(input_ids, token_type_ids=kinds, attention_mask=mask).last_hidden_state.float()
    if mask is None:
        return last.mean(1)
    return (last * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)


def weights_of(graph: Path) -> Weights:
    """Of an int8 graph, its int8 undone: the shipped encoder's as `BertModel` names them, or those of a
    cross-encoder that `write` made as `Scorer` does."""
    nodes = onnx.load(graph).graph
    held = {i.name: numpy_helper.to_array(i) for i in nodes.initializer}
    within = "steps.0.model." if any(name.startswith("steps.0.model.") for name in held) else ""
    named = {name.removeprefix(within): value for name, value in held.items() if name.startswith(within)}
    begun = () if within else ("encoder.", "dense.")
    weights = {
        n: value for n, value in named.items() if within or n.startswith(begun) or n in ("weight", "bias")
    }
    for name in [n.removesuffix("_quantized") for n in weights if n.endswith("_quantized")]:
        weights[name] = _floats(held, f"{within}{name}")
    sums = iter(n.input[1].removesuffix("_quantized") for n in nodes.node if n.op_type == "MatMulInteger")
    layers = "encoder.layer" if within else "encoder.encoder.layer"
    for layer, node in enumerate(n for n in nodes.node if n.op_type == "QAttention"):
        packed = _floats(held, node.input[1].removesuffix("_quantized")).T
        for part, name in enumerate(("query", "key", "value")):
            of = f"{layers}.{layer}.attention.self.{name}"
            place = slice(WIDTH * part, WIDTH * part + WIDTH)
            weights[f"{of}.weight"], weights[f"{of}.bias"] = packed[place], held[node.input[2]][place]
        for name in ("attention.output.dense", "intermediate.dense", "output.dense"):
            weights[f"{layers}.{layer}.{name}.weight"] = _floats(held, next(sums)).T
    if not within:
        weights["dense.weight"] = _floats(held, next(sums)).T
    return {name: torch.tensor(np.ascontiguousarray(value)) for name, value in weights.items()}


def _floats(held: dict[str, np.ndarray], name: str) -> np.ndarray:
    whole, zero = held[f"{name}_quantized"].astype(np.float32), held[f"{name}_zero_point"].astype(np.float32)
    return np.asarray((whole - zero) * held[f"{name}_scale"])


def scorer(attention: str, device: str, begin: Path | None = None, frozen: int = 0) -> Scorer:
    """Untaught, or with the weights that a training ended with: its `weights.pt` or its int8 graph. So many
    first layers, and then the embeddings too, do not learn."""
    config = BertConfig(
        vocab_size=30522, hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=12,
        intermediate_size=4 * WIDTH, attn_implementation=attention, hidden_dropout_prob=DROPOUT,
        attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    encoder = BertModel(config, add_pooling_layer=False)
    model = Scorer(encoder)
    if begin is None:
        encoder.load_state_dict(weights_of(shipped("encoder.onnx")), strict=False)
    elif begin.suffix == ".onnx":
        model.load_state_dict(weights_of(begin), strict=False)
    else:
        model.load_state_dict(torch.load(begin))
    for part in (encoder.embeddings, *encoder.encoder.layer[:frozen]) if frozen else ():
        part.requires_grad_(False)
    model.to(device)
    return model


@cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(shipped("tokenizer.json")))
    tokenizer.no_truncation()
    return tokenizer


def tokens(text: str) -> list[int]:
    return list(_tokenizer().encode(text, add_special_tokens=False).ids)


def read(path: Path) -> list[Pair]:
    rows = [json.loads(line) for line in (path / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    known: dict[str, list[int]] = {}

    def each(text: str) -> list[int]:
        """A passage stands below many questions and is split once."""
        if text not in known:
            known[text] = tokens(text)
        return known[text]

    return [
        (
            each(r["question"]),
            [(each(text), label) for _, text, label in r["clauses"]],
            [(each(text), label) for text, label in r["sentences"]],
        )
        for r in rows
    ]


def steps(pairs: Sequence[Pair], count: int, shown: int, dice: random.Random) -> Iterator[Step]:
    """`count` of them, with `shown` passages of a question."""
    order: list[Pair] = []
    for _ in range(count):
        if len(order) < BATCH:
            order = dice.sample(pairs, len(pairs))
        texts, right = [], []
        for pair in [order.pop() for _ in range(BATCH)]:
            drawn, answers = _shown(pair, pairs, shown, dice)
            texts += [joined(pair[0], passage) for passage in drawn]
            right.append(int(answers))
        yield Step(texts, right)


def _shown(
    pair: Pair, pairs: Sequence[Pair], count: int, dice: random.Random
) -> tuple[list[list[int]], bool]:
    _, passages, sentences = pair
    good = [ids for ids, label in passages if label == 1]
    bad = [ids for ids, label in passages if label == 0][:HARD]
    answers = bool(good) and dice.random() > NONE
    drawn = good[:answers]
    if answers and sentences and dice.random() < ALONE:
        others = [ids for ids, label in sentences if label == 0]
        drawn = [sentences[0][0], *dice.sample(others, min(len(others), OTHERS, count - 1))]
    drawn += dice.sample(bad, min(len(bad), count - len(drawn)))
    while len(drawn) < count:
        drawn.append(dice.choice(dice.choice(pairs)[1])[0])
    return drawn, answers


def joined(question: Sequence[int], passage: Sequence[int]) -> list[int]:
    begun = [OPENS, *question[:QUESTION_TOKENS], CLOSES]
    return [*begun, *passage[: PAIR_TOKENS - len(begun) - 1], CLOSES]


def padded(texts: Sequence[list[int]], device: str) -> Texts:
    """Tokens and mask, to a multiple of sixteen tokens: what is kept for each length is never freed."""
    longest = -(-max(map(len, texts)) // 16) * 16
    ids = torch.tensor([[*text, *[0] * (longest - len(text))] for text in texts], device=device)
    return ids, (ids > 0).long()


def taught(model: Scorer, pairs: Sequence[Pair], how: argparse.Namespace, seed: int) -> Weights:
    """Weights after so many rounds."""
    dice = random.Random(seed)
    torch.manual_seed(seed)
    count = int(how.rounds * (len(pairs) // BATCH))
    learning = [weights for weights in model.parameters() if weights.requires_grad]
    optimizer = torch.optim.AdamW(learning, lr=how.rate, betas=(0.9, 0.98))
    for number, step in enumerate(steps(pairs, count, how.shown, dice)):
        for group in optimizer.param_groups:
            group["lr"] = how.rate * min(1, (number + 1) / (WARM_UP * count)) * max(0.01, 1 - number / count)
        loss = sum(_learned(model, part) for part in _parts(step)) / BATCH
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if number % 10 == 0:
            sys.stdout.write(f"seed {seed}: step {number} of {count}, loss {loss:.3f}\n")
            sys.stdout.flush()
    return {name: value.detach().float().cpu() for name, value in model.state_dict().items()}


def _parts(step: Step) -> Iterator[Step]:
    shown = len(step.texts) // BATCH
    for start in range(0, BATCH, AT_ONCE):
        end = start + AT_ONCE
        yield Step(step.texts[start * shown : end * shown], step.right[start:end])


def _learned(model: Scorer, part: Step) -> float:
    """The sum of losses of a part of a step, whose gradients are left in the model."""
    device = model.bias.device.type
    order = sorted(range(len(part.texts)), key=lambda place: len(part.texts[place]))
    alike = [order[start : start + ALIKE] for start in range(0, len(order), ALIKE)]
    with torch.autocast(device, dtype=torch.bfloat16):
        found = [model(*padded([part.texts[place] for place in places], device)).float() for places in alike]
    scores = torch.cat(found)[torch.tensor(order, device=device).argsort()].view(len(part.right), -1)
    with_none = torch.cat([torch.zeros(len(scores), 1, device=device), scores], 1)
    loss = cross_entropy(with_none, torch.tensor(part.right, device=device), reduction="sum")
    (loss / BATCH).backward()
    return float(loss.item())


def write(weights: Weights, out: Path, temperature: float) -> None:
    torch.save(weights, out / "weights.pt")
    weights = weights | {name: weights[name] / temperature for name in ("weight", "bias")}
    model = scorer("eager", "cpu").eval()
    model.load_state_dict(weights)
    axes = {0: torch.export.Dim("texts", min=1, max=512), 1: torch.export.Dim("tokens", min=2, max=512)}
    full = out / "full.onnx"
    torch.onnx.export(
        model, (torch.arange(1, 9).reshape(2, 4),), str(full), dynamo=True, external_data=False,
        verbose=False, input_names=["input_ids"], output_names=["score"],
        dynamic_shapes={"input_ids": axes},
    )  # fmt: skip
    fuse_attention(full)
    quantize(full, out / GRAPH)
    full.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path, nargs="+")
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=float, default=2.6)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--begin", type=Path)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--frozen", type=int, default=0, help="first layers that do not learn")
    parser.add_argument("--shown", type=int, default=SHOWN, help="passages of a question in a step")
    parser.add_argument("--temperature", type=float, default=1.0, help="the graph's logits are divided by it")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    attention = "sdpa" if device == "cuda" else "eager"  # which is twice as fast on cores with AMX
    pairs = [pair for path in args.pairs for pair in read(path)]
    models = [
        taught(scorer(attention, device, args.begin, args.frozen), pairs, args, seed)
        for seed in range(args.seeds)
    ]
    write(
        {name: sum(m[name] for m in models) / len(models) for name in models[0]}, args.out, args.temperature
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
