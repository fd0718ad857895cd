"""Teaches a model to read a rule for yes or no (docs/design/018): what it learns from is there, no model yet.

    python -m benchmarks.train_verdict INDEXES OUT [--verdicts eval/training/verdicts.jsonl] [--rounds 6]
        [--seed 1] [--held 0.2]

INDEXES holds an index of each book by its name (`eval/training/books.tsv`). It begins with the weights of the
shipped cross-encoder and reads, of each question, by turns the clause and the sentence that answers alone.
Every fifth book is held out: of its questions it is said how many are answered yes or no rightly, and of how
many, the surest first, so many are right. Weights go to `OUT/verdict.pt`. Needs the extra `train`; two cores
take some five minutes a round.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from benchmarks.pairs import Libraries, clause_of, sentences_of
from benchmarks.train_cross_encoder import WIDTH, joined, mean_state, padded, scorer, tokens
from regulations_agent.index.vectors.cross_encoder import GRAPH
from regulations_agent.index.vectors.embedder import shipped
from regulations_agent.reasoning.choosing.second_look import passages, topic

SAID = ("yes", "no", "depends", "unsettled", "other")
"""What may be said: `depends` on what the question does not tell, `unsettled` by this rule, and `other` where
no yes or no is asked for."""
BATCH, ALIKE, RATE, WARM_UP, SMOOTHED = 32, 8, 1e-4, 0.06, 0.05
"""Questions of a step, steps whose texts are sorted by length together, and how it learns."""
PRECISIONS = (0.97, 0.95, 0.92, 0.9)


@dataclass(frozen=True)
class Example:
    """A question with what may be read for it, in tokens, and the place of its verdict in `SAID`."""

    book: str
    read: tuple[list[int], ...]
    verdict: int


class Verdict(torch.nn.Module):  # type: ignore[misc]  # torch is not followed
    """Rows of tokens to logits of `SAID`."""

    def __init__(self, device: str) -> None:
        super().__init__()
        begun = scorer("sdpa", device, shipped(GRAPH))
        self.encoder, self.dense = begun.encoder, begun.dense
        self.top = torch.nn.Linear(WIDTH, len(SAID)).to(device)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.top(torch.tanh(self.dense(mean_state(self.encoder, ids, mask))))


def examples(libraries: Libraries, verdicts: Path) -> Iterator[Example]:
    for line in verdicts.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["book"] not in libraries.names:
            continue
        library = libraries[row["book"]]
        if (clause := clause_of(row["clause"], row["starts"], library)) is None:
            continue
        said = sentences_of(clause, (row["evidence"],), library) if row["evidence"] else []
        alone = [text for text, label in said[:1] if label == 1]
        for verdict, asked in enumerate(SAID):
            for question in (topic(text, library) for text in row.get(asked, ())):
                texts = [*passages(question, [clause], library), *alone]
                read = tuple(joined(tokens(question), tokens(text)) for text in texts)
                yield Example(row["book"], read, verdict)


def batches(rows: Sequence[Example], dice: random.Random) -> Iterator[tuple[list[list[int]], list[int]]]:
    """One round: each question with one of its texts."""
    shown = [(dice.choice(row.read), row.verdict) for row in dice.sample(rows, len(rows))]
    for start in range(0, len(shown), BATCH * ALIKE):
        alike = sorted(shown[start : start + BATCH * ALIKE], key=lambda pair: len(pair[0]))
        parts = [alike[at : at + BATCH] for at in range(0, len(alike), BATCH)]
        for part in dice.sample(parts, len(parts)):
            yield [text for text, _ in part], [verdict for _, verdict in part]


def taught(model: Verdict, rows: Sequence[Example], held: Sequence[Example], how: argparse.Namespace) -> None:
    dice = random.Random(how.seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    device = model.top.weight.device.type
    count, number = how.rounds * -(-len(rows) // BATCH), 0
    for _ in range(how.rounds):
        model.train()
        for texts, said in batches(rows, dice):
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, (number + 1) / (WARM_UP * count)) * max(0.01, 1 - number / count)
            logits = model(*padded(texts, device))
            cross_entropy(logits, torch.tensor(said, device=device), label_smoothing=SMOOTHED).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            number += 1
        sys.stdout.write(f"{number} of {count} steps: {measured(model, held)}\n")
        sys.stdout.flush()


def measured(model: Verdict, held: Sequence[Example]) -> str:
    """How often the right one of yes and no is the likelier, and the share answered at each precision."""
    model.eval()
    device = model.top.weight.device.type
    with torch.no_grad():
        logits = [sum(model(*padded([text], device))[0] for text in row.read) for row in held]
    chances = torch.stack(logits).softmax(1).cpu().numpy()
    verdicts = np.array([row.verdict for row in held])
    said, sure = chances[:, :2].argmax(1), chances[:, :2].max(1)
    order = np.argsort(-sure)
    right = np.cumsum(said[order] == verdicts[order]) / np.arange(1, len(held) + 1)
    shares = [(np.flatnonzero(right >= p)[-1:] + 1).sum() / len(held) for p in PRECISIONS]
    decided = verdicts < 2
    told = ", ".join(f"{share:.2f} at {p:g}" for p, share in zip(PRECISIONS, shares, strict=True))
    return f"yes or no {(said == verdicts)[decided].mean():.3f}; answered {told}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--verdicts", type=Path, default=Path("eval/training/verdicts.jsonl"))
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held", type=float, default=0.2, help="share of the books that is held out")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rows = list(examples(Libraries(args.indexes), args.verdicts))
    books = sorted({row.book for row in rows})
    kept = set(random.Random(7).sample(books, int(len(books) * args.held)))
    torch.manual_seed(args.seed)
    model = Verdict("cuda" if torch.cuda.is_available() else "cpu")
    held = [row for row in rows if row.book in kept]
    taught(model, [row for row in rows if row.book not in kept], held, args)
    torch.save({name: value.cpu() for name, value in model.state_dict().items()}, args.out / "verdict.pt")
    return 0


if __name__ == "__main__":
    sys.exit(main())
