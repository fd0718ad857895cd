"""Teaches the encoder which rule answers a question in everyday words (docs/design/011-encoder.md).

    python -m benchmarks.train_encoder INDEXES QUESTIONS.jsonl OUT [--begin OUT1 --rounds 1]

INDEXES holds an index of each book of QUESTIONS by its name (`eval/training/books.tsv` says where the books
lie). With `--begin` it goes on from the weights of an earlier OUT. OUT gets the weights and, in
`OUT/encoder`, the three files that are shipped. Some 25 minutes on two calm cores for 11,000 questions seen
twice; needs the extra `train`.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy, normalize
from transformers import AutoModel, AutoTokenizer

from benchmarks.pairs import Pair, read_pairs
from regulations_agent.index.vectors.export import DEFAULT_MODEL, base_weights, export

ROUNDS, BATCH, RATE, WARM_UP = 2, 64, 4e-5, 0.1
TEMPERATURE = 0.05
TOKENS = {"question": 64, "text": 80}
TOGETHER = 12
"""Questions over one book that follow each other, so that its other clauses are among the wrong ones."""
NEAREST = 12
"""Wrong clauses of which one is drawn for each question."""
OTHER_VIEW = 0.3
"""Share of the questions whose clause is shown by any of its views, not by the one that shares most words."""
SEED = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A pair with the views that share most words with its question."""

    pair: Pair
    right: str
    wrong: tuple[str, ...]


class Encoder(torch.nn.Module):  # type: ignore[misc]  # torch is not followed
    """Texts to unit vectors: the mean of the last layer."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(
            folder, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0
        )

    def forward(self, texts: Sequence[str], tokens: int) -> torch.Tensor:
        """Shape (len(texts), dimension); in four parts of like length, which saves a third of the padding."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        size = -(-len(order) // 4)
        parts = [order[start : start + size] for start in range(0, len(order), size)]
        rows = torch.cat([self._part([texts[place] for place in part], tokens) for part in parts])
        return rows[torch.argsort(torch.tensor(order))]

    def _part(self, texts: list[str], tokens: int) -> torch.Tensor:
        row = self.tokenizer(texts, padding=True, truncation=True, max_length=tokens, return_tensors="pt")
        with torch.autocast("cpu", dtype=torch.bfloat16):
            last = self.model(**row).last_hidden_state
        mask = row["attention_mask"].unsqueeze(-1).float()
        return normalize((last.float() * mask).sum(1) / mask.sum(1), dim=1)


def examples(pairs: Sequence[Pair]) -> list[Example]:
    """Pairs that have an answer, with the views that share the rarest words with the question."""
    holders = Counter(word for pair in pairs for view in pair.right for word in _words(view))

    def likest(question: str, views: Sequence[str]) -> str:
        asked = _words(question)
        return max(views, key=lambda view: sum((1 + holders[word]) ** -0.5 for word in asked & _words(view)))

    return [
        Example(
            pair,
            likest(pair.question, pair.right),
            tuple(likest(pair.question, views) for views in pair.wrong[:NEAREST] if views),
        )
        for pair in pairs
        if pair.right
    ]


def _words(text: str) -> set[str]:
    return {word[:6] for word in re.findall(r"[a-z0-9]+", text.lower())}


def batches(known: Sequence[Example], dice: random.Random) -> Iterator[list[Example]]:
    """One round over all, shuffled in runs of one book."""
    by_book: dict[str, list[Example]] = {}
    for each in dice.sample(known, len(known)):
        by_book.setdefault(each.pair.book, []).append(each)
    runs = [run[i : i + TOGETHER] for run in by_book.values() for i in range(0, len(run), TOGETHER)]
    dice.shuffle(runs)
    flat = [each for run in runs for each in run]
    yield from (flat[i : i + BATCH] for i in range(0, len(flat) - BATCH + 1, BATCH))


def loss_of(encoder: Encoder, batch: Sequence[Example], dice: random.Random) -> torch.Tensor:
    """Of telling each question's clause from those of the others and from wrong ones of its own book."""
    right = [dice.choice(e.pair.right) if dice.random() < OTHER_VIEW else e.right for e in batch]
    texts = [*right, *(dice.choice(e.wrong) for e in batch if e.wrong)]
    likeness = (
        encoder([e.pair.question for e in batch], TOKENS["question"]) @ encoder(texts, TOKENS["text"]).T
    )
    for place, example in enumerate(batch):
        also = {*example.pair.right, *example.pair.above}
        for other, text in enumerate(texts):
            twin = other < len(batch) and batch[other].pair.clause == example.pair.clause
            if other != place and (twin or text in also):
                likeness[place, other] = -1 / TEMPERATURE
    return cross_entropy(likeness / TEMPERATURE, torch.arange(len(batch)))


def teach(encoder: Encoder, known: Sequence[Example], rounds: int) -> None:
    dice = random.Random(SEED)
    torch.manual_seed(SEED)
    torch.set_num_threads(os.cpu_count() or 1)  # faiss was given one, and so all of this process
    steps = rounds * (len(known) // BATCH)
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / (WARM_UP * steps)) * max(0.02, 1 - step / steps)
    )
    encoder.train()
    every = (batch for _ in range(rounds) for batch in batches(known, dice))
    for step, batch in enumerate(every, 1):
        loss = loss_of(encoder, batch, dice)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 20 == 0:
            sys.stdout.write(f"{step} of {steps}: loss {loss.item():.3f}\n")
            sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--begin", default=base_weights(), metavar="OUT", help="weights to begin with")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="times that each question is seen")
    args = parser.parse_args()
    encoder = Encoder(args.begin)
    teach(encoder, examples(list(read_pairs(args.indexes, args.questions))), args.rounds)
    shutil.copytree(base_weights(), args.out, dirs_exist_ok=True)
    encoder.model.save_pretrained(args.out)
    (args.out / "encoder").mkdir(exist_ok=True)
    export(str(args.out), DEFAULT_MODEL, args.out / "encoder")


if __name__ == "__main__":
    main()
