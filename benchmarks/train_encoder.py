"""Teaches the encoder which rule answers a question in everyday words (docs/design/011-encoder.md).

    python -m benchmarks.train_encoder PAIRS TEACHER/weights.pt OUT [--rounds 5] [--seeds 2]

PAIRS comes from `benchmarks.pairs`, TEACHER from `benchmarks.train_cross_encoder`. It begins with the shipped
weights; the means of the weights that each seed ends with are written to OUT, and the three files that are
shipped to `OUT/encoder`. Needs the extra `train`; 31,500 answered questions take two minutes a seed on an
H200, some two hours a round on two cores.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy, kl_div, log_softmax, normalize, softmax
from transformers import AutoModel, BertConfig, BertModel

from benchmarks.train_cross_encoder import (
    ALIKE,
    LAYERS,
    WIDTH,
    Pair,
    Weights,
    joined,
    padded,
    read,
    scorer,
    weights_of,
)
from regulations_agent.index.vectors.cross_encoder import CLOSES, OPENS
from regulations_agent.index.vectors.embedder import shipped
from regulations_agent.index.vectors.export import DEFAULT_MODEL, base_weights, export

BATCH, RATE, WARM_UP = 256, 6e-5, 0.08
TEMPERATURE, OF_TEACHER = 0.05, 1.5
"""By which cosines, and the teacher's logits, are divided."""
HARD, NEAREST = 6, 20
"""Wrong clauses of a question in a step, drawn from so many that search found nearest."""
TOGETHER = 16
"""Questions over one book that follow each other, so that its other clauses are among the wrong ones."""
QUESTION_TOKENS, VIEW_TOKENS = 64, 80


@dataclass(frozen=True, slots=True)
class Candidate:
    """A clause found for a question."""

    clause: tuple[str, str]
    """Book and id."""
    label: int
    logit: float
    """What the teacher says."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question with the clause that answers it and others."""

    question: list[int]
    right: Candidate
    wrong: tuple[Candidate, ...]
    family: frozenset[tuple[str, str]]
    """The right clause and those above and below it, which are not wrong."""


class Encoder(torch.nn.Module):  # type: ignore[misc]  # torch is not followed
    """Rows of tokens to unit vectors: the mean of the last layer."""

    def __init__(self, device: str) -> None:
        super().__init__()
        config = BertConfig(
            vocab_size=30522, hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=12,
            intermediate_size=4 * WIDTH, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
        )  # fmt: skip
        self.model, self.device = BertModel(config, add_pooling_layer=False), device
        self.model.load_state_dict(weights_of(shipped("encoder.onnx")), strict=False)
        self.to(device)

    def forward(self, rows: Sequence[list[int]]) -> torch.Tensor:
        """Shape (len(rows), WIDTH); in parts of like length, which saves the padding."""
        order = sorted(range(len(rows)), key=lambda place: len(rows[place]))
        parts = [order[start : start + 8 * ALIKE] for start in range(0, len(order), 8 * ALIKE)]
        found = torch.cat([self._part([rows[place] for place in part]) for part in parts])
        return found[torch.argsort(torch.tensor(order, device=self.device))]

    def _part(self, rows: list[list[int]]) -> torch.Tensor:
        ids, mask = padded(rows, self.device)
        with torch.autocast(self.device, dtype=torch.bfloat16):
            last = self.model(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        return normalize((last * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True), dim=1)


def examples(folder: Path, pairs: Sequence[Pair], logits: Sequence[float]) -> Iterator[Example]:
    """Of `pairs.jsonl`, those that have an answer; `logits` of all their passages, in that order."""
    said = iter(logits)
    lines = (folder / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    for row, (question, *_) in zip(map(json.loads, lines), pairs, strict=True):
        found = [Candidate((row["book"], name), label, next(said)) for name, _, label in row["clauses"]]
        if right := next((c for c in found if c.label == 1), None):
            family = frozenset(c.clause for c in found if c.label)
            wrong = tuple(c for c in found if not c.label)[:NEAREST]
            asked = [OPENS, *question[: QUESTION_TOKENS - 2], CLOSES]
            yield Example(asked, right, wrong, family)


def taught_logits(pairs: Sequence[Pair], teacher: Path, device: str) -> list[float]:
    """Of every passage of every question."""
    model = scorer("sdpa", device, teacher).eval()
    texts = [joined(question, passage) for question, passages, _ in pairs for passage, _ in passages]
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    logits = [0.0] * len(texts)
    with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16):
        for start in range(0, len(order), 2048):
            part = order[start : start + 2048]
            scores = model(*padded([texts[place] for place in part], device)).float().tolist()
            for place, score in zip(part, scores, strict=True):
                logits[place] = score
    return logits


def views_of(folder: Path) -> dict[tuple[str, str], list[list[int]]]:
    """The rows of tokens that stand for each clause; of none without."""
    tokenizer = Tokenizer.from_file(str(shipped("tokenizer.json")))
    tokenizer.enable_truncation(VIEW_TOKENS)
    books = json.loads((folder / "views.json").read_text(encoding="utf-8"))
    return {
        (book, clause): [list(row.ids) for row in tokenizer.encode_batch(views)]
        for book, clauses in books.items()
        for clause, views in clauses.items()
        if views
    }


def batches(known: Sequence[Example], count: int, dice: random.Random) -> Iterator[list[Example]]:
    """So many, shuffled in runs of one book."""
    flat: list[Example] = []
    for _ in range(count):
        if len(flat) < BATCH:
            by_book: dict[str, list[Example]] = {}
            for each in dice.sample(known, len(known)):
                by_book.setdefault(each.right.clause[0], []).append(each)
            runs = [r[i : i + TOGETHER] for r in by_book.values() for i in range(0, len(r), TOGETHER)]
            dice.shuffle(runs)
            flat = [each for run in runs for each in run]
        yield [flat.pop() for _ in range(BATCH)]


def loss_of(
    encoder: Encoder,
    batch: Sequence[Example],
    views: dict[tuple[str, str], list[list[int]]],
    dice: random.Random,
) -> torch.Tensor:
    """Of telling each question's clause from all others of the batch, and of weighing its own as the teacher
    does."""
    shown = [[e.right, *dice.sample(e.wrong, HARD)] for e in batch]
    flat = [candidate for row in shown for candidate in row]
    cosines = encoder([e.question for e in batch]) @ encoder([dice.choice(views[c.clause]) for c in flat]).T
    also = torch.tensor([[c.clause in e.family for c in flat] for e in batch], device=encoder.device)
    places = torch.arange(len(batch), device=encoder.device)
    right = places * (HARD + 1)
    also[places, right] = False
    told = cross_entropy((cosines / TEMPERATURE).masked_fill(also, -1e4), right)
    own = cosines.view(len(batch), len(batch), HARD + 1)[places, places]
    said = torch.tensor([[c.logit for c in row] for row in shown], device=encoder.device)
    weighed = kl_div(log_softmax(own / TEMPERATURE, 1), softmax(said / OF_TEACHER, 1), reduction="batchmean")
    return told + weighed


def taught(
    known: Sequence[Example], views: dict[tuple[str, str], list[list[int]]], rounds: float, seed: int
) -> Weights:
    """Weights after so many rounds."""
    dice, device = random.Random(seed), "cuda" if torch.cuda.is_available() else "cpu"
    encoder = Encoder(device).train()
    steps = int(rounds * (len(known) // BATCH))
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=RATE, weight_decay=0.01)
    for number, batch in enumerate(batches(known, steps, dice)):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (number + 1) / (WARM_UP * steps)) * max(0.01, 1 - number / steps)
        loss = loss_of(encoder, batch, views, dice)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step()
        if number % 20 == 0:
            sys.stdout.write(f"seed {seed}: step {number} of {steps}, loss {loss.item():.3f}\n")
            sys.stdout.flush()
    return {name: value.detach().cpu() for name, value in encoder.model.state_dict().items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("teacher", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=float, default=5)
    parser.add_argument("--seeds", type=int, default=2)
    args = parser.parse_args()
    pairs, views = read(args.pairs), views_of(args.pairs)
    logits = taught_logits(pairs, args.teacher, "cuda" if torch.cuda.is_available() else "cpu")
    known = [
        replace(e, wrong=wrong)
        for e in examples(args.pairs, pairs, logits)
        if e.right.clause in views and len(wrong := tuple(c for c in e.wrong if c.clause in views)) >= HARD
    ]
    models = [taught(known, views, args.rounds, seed) for seed in range(args.seeds)]
    model = AutoModel.from_pretrained(base_weights())
    model.load_state_dict({n: sum(m[n] for m in models) / len(models) for n in models[0]}, strict=False)
    shutil.copytree(base_weights(), args.out, dirs_exist_ok=True)
    model.save_pretrained(args.out)
    (args.out / "encoder").mkdir(exist_ok=True)
    export(str(args.out), DEFAULT_MODEL, args.out / "encoder")


if __name__ == "__main__":
    main()
