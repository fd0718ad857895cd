"""Teaches a model to read a rule for yes or no, and whether a statement follows from it (docs/design/018).

    python -m benchmarks.train_entailment INDEXES OUT [--lesson LESSON.jsonl] [--rounds 4] [--held 0.15]

INDEXES holds an index of each book by its name (`eval/training/books.tsv`). It begins with the weights of the
shipped cross-encoder and learns from `eval/training/verdicts.jsonl`, questions with what the sentence that
answers says to them, and `eval/training/told.jsonl`, true and false statements of clauses; before that, where
one is given, from a lesson of other pairs: lines of `statement`, `passage` and `said`. Some books are held
out: of their questions it is said how many are answered yes or no rightly, and of how many, the surest first,
so many are right; of their statements how many true ones stand where so many false ones do. Weights go to
`OUT/weights.pt`. Needs the extra `train`; two cores with bfloat16 take ten minutes a round, where tcmalloc is
preloaded: the texts' many lengths leave twice that to the system's allocator.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from benchmarks.pairs import Libraries, clause_of, sentences_of
from benchmarks.train_cross_encoder import WIDTH, mean_state, padded, scorer, tokens
from regulations_agent.index.vectors.cross_encoder import CLOSES, GRAPH, OPENS
from regulations_agent.index.vectors.embedder import shipped
from regulations_agent.language.sentences import Span, sentences
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.choosing.second_look import alone, items_below, passages, topic
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

SAID = ("yes", "no", "depends", "unsettled", "other")
"""What may be said to a question, or a statement that answers it: `depends` on what is not told, `unsettled`
by this rule, and `other` where no yes or no is asked for."""
QUESTION_TOKENS, STATEMENT_TOKENS, PAIR_TOKENS = 48, 96, 224
WIDE, NARROW = 100, 50
"""Words of the two readings of a clause, around the sentence that is most like what is said."""
BATCH, ALIKE, RATE, WARM_UP, SMOOTHED = 64, 16, 1e-4, 0.06, 0.05
"""Texts of a step, steps whose texts are sorted by length together, and how it learns."""
OF_LESSON = 2000
"""Texts of the lesson that are read again in each round."""
PRECISIONS, LIES = (0.97, 0.95, 0.92, 0.9), (0.2, 0.1, 0.05, 0.02)
UNSAID = "elsewhere"
"""The kind of false statement that may be true, but not by this clause."""
TRAINING = Path("eval/training")
Text = tuple[list[int], int]
"""Tokens, and the place in `SAID` of what is said."""


@dataclass(frozen=True)
class Example:
    """A question, or a statement that answers one, with what may be read for it."""

    book: str
    read: tuple[list[int], ...]
    said: int
    told: bool
    """It is a statement."""


class Model(torch.nn.Module):  # type: ignore[misc]  # torch is not followed
    """Rows of tokens to logits of `SAID`."""

    def __init__(self, device: str) -> None:
        super().__init__()
        begun = scorer("sdpa" if device == "cuda" else "eager", device, shipped(GRAPH))
        self.encoder, self.dense = begun.encoder, begun.dense
        self.encoder.embeddings.requires_grad_(False)
        for part in self.encoder.modules():
            if isinstance(part, torch.nn.Dropout):
                part.p = 0.0
        self.top = torch.nn.Linear(WIDTH, len(SAID)).to(device)

    def forward(self, input_ids: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        return self.top(torch.tanh(self.dense(mean_state(self.encoder, input_ids, mask))))


def joined(question: str, statement: str, passage: str) -> list[int]:
    asked = [*tokens(question)[:QUESTION_TOKENS], *tokens(statement)[:STATEMENT_TOKENS]]
    return [OPENS, *asked, CLOSES, *tokens(passage)[: PAIR_TOKENS - len(asked) - 3], CLOSES]


def asked(libraries: Libraries, rows: Sequence[dict[str, Any]]) -> Iterator[Example]:
    """Questions with what the sentence that answers says to them."""
    for row in rows:
        library = libraries[row["book"]]
        if (clause := clause_of(row["clause"], row["starts"], library)) is None:
            continue
        said = sentences_of(clause, (row["evidence"],), library) if row["evidence"] else []
        sentence = [text for text, label in said[:1] if label == 1]
        for place, name in enumerate(SAID):
            for question in (topic(text, library) for text in row.get(name, ())):
                texts = [*passages(question, [clause], library), *sentence]
                yield Example(row["book"], tuple(joined(question, "", t) for t in texts), place, told=False)


def told(libraries: Libraries, rows: Sequence[dict[str, Any]]) -> Iterator[Example]:
    """Statements of a clause; and the question alone where the true ones open with the same yes or no."""
    for row in rows:
        library = libraries[row["book"]]
        if (clause := clause_of(row["clause"], row["starts"], library)) is None:
            continue
        told = [(text, "yes") for text in row["true"]]
        told += [(text, "unsettled" if kind == UNSAID else "no") for kind, text in row["false"]]
        opened = {text.replace(".", ",").partition(",")[0].lower() for text in row["true"]} & {"yes", "no"}
        for statement, said in [*told, *(("", said) for said in opened if len(opened) == 1)]:
            read = tuple(readings(row["question"], statement, clause, library))
            yield Example(row["book"], read, SAID.index(said), told=bool(statement))


def readings(question: str, statement: str, clause: Clause, library: Retriever) -> Iterator[list[int]]:
    above = library.parent(clause)
    headings = list(dict.fromkeys(c.heading for c in (*library.path(clause), clause) if c.heading))
    led = above.text if above and clause.kind == "item" else ""
    text = "\n".join([clause.text, *items_below(clause, library)])
    for most in (WIDE, NARROW):
        passage = around(text, vocabulary(f"{question} {statement}"), most)
        yield joined(question, statement, alone(headings, led, passage))


def around(text: str, wanted: frozenset[str], most: int) -> str:
    """As many sentences as so many words hold around the one that holds most of some stems."""
    spans = sentences(text) or [Span(0, len(text))]
    held = [len(wanted & vocabulary(text[span.start : span.end])) for span in spans]
    first = last = held.index(max(held))
    grown = True
    while grown:
        grown = False
        for a, b in ((first, last + 1), (first - 1, last)):
            inside = a >= 0 and b < len(spans)
            if inside and len(text[spans[a].start : spans[b].end].split()) <= most:
                first, last, grown = a, b, True
                break
    return text[spans[first].start : spans[last].end]


def lesson(file: Path) -> list[Text]:
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [(joined(r["statement"], "", r["passage"]), SAID.index(r["said"])) for r in rows]


def batches(texts: Sequence[Text], dice: random.Random) -> Iterator[list[Text]]:
    """One round."""
    mixed = dice.sample(texts, len(texts))
    for start in range(0, len(mixed), BATCH * ALIKE):
        alike = sorted(mixed[start : start + BATCH * ALIKE], key=lambda text: len(text[0]))
        parts = [alike[at : at + BATCH] for at in range(0, len(alike), BATCH)]
        yield from dice.sample(parts, len(parts))


def taught(
    model: Model, texts: Callable[[random.Random], list[Text]], rounds: int, then: Callable[[], str]
) -> None:
    """`texts` gives those of a round; what `then` says is written after each."""
    dice = random.Random(1)
    optimizer = torch.optim.AdamW(
        [p for p in model.parameters() if p.requires_grad], lr=RATE, weight_decay=0.01, fused=True
    )
    device = model.top.weight.device.type
    count, number = rounds * -(-len(texts(random.Random(0))) // BATCH), 0
    for _ in range(rounds):
        model.train()
        for batch in batches(texts(dice), dice):
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, (number + 1) / (WARM_UP * count)) * max(0.01, 1 - number / count)
            with torch.autocast(device, dtype=torch.bfloat16):  # five times as fast where the core has AMX
                logits = model(*padded([ids for ids, _ in batch], device))
            said = torch.tensor([said for _, said in batch], device=device)
            cross_entropy(logits.float(), said, label_smoothing=SMOOTHED).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            number += 1
        sys.stdout.write(f"{number} of {count} steps: {then()}\n")
        sys.stdout.flush()


def chances(model: Model, rows: Sequence[Example]) -> np.ndarray:
    """Means over what may be read, of shape (rows, len(SAID))."""
    model.eval()
    device = model.top.weight.device.type
    texts = sorted(
        ((ids, place) for place, row in enumerate(rows) for ids in row.read), key=lambda t: len(t[0])
    )
    found = np.zeros((len(rows), len(SAID)))
    for start in range(0, len(texts), BATCH):
        part = texts[start : start + BATCH]
        with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16):
            read = model(*padded([ids for ids, _ in part], device)).float().softmax(1).cpu().numpy()
        for (_, place), row in zip(part, read, strict=True):
            found[place] += row / len(rows[place].read)
    return found


def measured(model: Model, held: Sequence[Example]) -> str:
    """Questions answered rightly, and the share of them at each precision; true statements that stand where
    so many false ones do."""
    questions, statements = ([r for r in held if r.told == kind] for kind in (False, True))
    found, verdicts = chances(model, questions), np.array([row.said for row in questions])
    said, order = found[:, :2].argmax(1), np.argsort(-found[:, :2].max(1))
    right = np.cumsum(said[order] == verdicts[order]) / np.arange(1, len(order) + 1)
    shares = [(np.flatnonzero(right >= p)[-1:] + 1).sum() / len(order) for p in PRECISIONS]
    decided = (said == verdicts)[verdicts < 2].mean()
    sure, true = chances(model, statements)[:, 0], np.array([row.said == 0 for row in statements])
    stand = [(sure[true] > np.quantile(sure[~true], 1 - lies)).mean() for lies in LIES]
    answered = ", ".join(f"{s:.2f} at {p:g}" for p, s in zip(PRECISIONS, shares, strict=True))
    stands = ", ".join(f"{s:.2f} where {p:g} of the false" for p, s in zip(LIES, stand, strict=True))
    return f"yes or no {decided:.3f}; answered {answered}; true that stand {stands}"


def read(file: Path, libraries: Libraries) -> list[dict[str, Any]]:
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [row for row in rows if row["book"] in libraries.names]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--lesson", type=Path)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--held", type=float, default=0.15, help="share of the books that is held out")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    libraries = Libraries(args.indexes)
    rows = [
        *asked(libraries, read(TRAINING / "verdicts.jsonl", libraries)),
        *told(libraries, read(TRAINING / "told.jsonl", libraries)),
    ]
    books = sorted({row.book for row in rows})
    kept = set(random.Random(7).sample(books, int(len(books) * args.held)))
    held, learned = ([r for r in rows if (r.book in kept) == side] for side in (True, False))
    first = lesson(args.lesson) if args.lesson else []
    torch.manual_seed(1)
    model = Model("cuda" if torch.cuda.is_available() else "cpu")
    if first:
        taught(model, lambda _: first, 1, lambda: "lesson")

    def texts(dice: random.Random) -> list[Text]:
        again = dice.sample(first, min(OF_LESSON, len(first)))
        return [(dice.choice(row.read), row.said) for row in learned] + again

    taught(model, texts, args.rounds, lambda: measured(model, held))
    torch.save({name: value.cpu() for name, value in model.state_dict().items()}, args.out / "weights.pt")
    return 0


if __name__ == "__main__":
    sys.exit(main())
