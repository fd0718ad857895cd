"""Recall@10 and MAP@10 of `Retriever.from_texts` on ObliQA (RIRAG 2024), and what a question costs.

    python -m benchmarks.obliqa ../shared/obliqa [--seeds 10]

In seeded halves of the development questions: two weights of the plain order (words against meaning,
phrases) are chosen on one half and scored on the other, and the order of `Retriever.fitted` is learned from
one and scored on the other. The candidates of each question are found once for all halves.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from regulations_agent.index.vectors.embedder import Embedder
from regulations_agent.retrieval.features import NAMES
from regulations_agent.retrieval.learning import Example, example, learn_order
from regulations_agent.retrieval.reranking import Order
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.seeking import LEXICAL_WEIGHT

LEXICAL, PHRASES = (0.4, 0.5, 0.6, 0.7), (0.1, 0.2, 0.4)
Learner = Callable[[list[Example], list[list[int]], int], Order]
"""Examples, the rows that answer each and how many rows there are, to an order."""
TIMED = 300
"""Questions whose time is taken."""


def passages(folder: Path) -> dict[str, str]:
    """Every passage with words, by the document's and its own id; a repeated id gets a suffix."""
    texts: dict[str, str] = {}
    files = sorted(folder.glob("StructuredRegulatoryDocuments/*.json"), key=lambda path: int(path.stem))
    for path in files:
        for row in json.loads(path.read_text(encoding="utf-8")):
            key, copy = f"D{row['DocumentID']}/{row['PassageID']}", 1
            while key in texts:
                copy += 1
                key = f"D{row['DocumentID']}/{row['PassageID']}#{copy}"
            if row["Passage"].strip():
                texts[key] = row["Passage"]
    return texts


def golds(question: dict, texts: dict[str, str]) -> set[str]:
    """Ids of the passages that answer; of a repeated id the one with the same words."""
    found = set()
    for row in question["Passages"]:
        first = f"D{row['DocumentID']}/{row['PassageID']}"
        copies = [first, *(f"{first}#{n}" for n in range(2, 9))]
        same = [key for key in copies if texts.get(key) == row["Passage"]]
        found.add((same or [first])[0])
    return found


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(folder: Path, seeds: int, embedder: Embedder | None = None) -> None:
    texts = passages(folder)
    asked = json.loads((folder / "ObliQA_dev.json").read_text(encoding="utf-8"))
    judged = {question["Question"]: golds(question, texts) for question in asked}
    began = time.process_time()
    retriever = Retriever.from_texts(texts, embedder)
    say(f"{len(texts)} passages indexed in {time.process_time() - began:.0f} CPU s")
    examples = candidates_of(retriever, judged)
    row_of = {name: row for row, name in enumerate(retriever.index.catalogue.numbers)}
    right = [[row_of[name] for name in names] for names in judged.values()]
    timed(retriever, list(judged)[:: max(1, len(judged) // TIMED)])
    for name, learner in (("two weights", two_weights), ("order", learned_order)):
        halves = [_half(examples, right, seed, learner) for seed in range(seeds)]
        for seed, (recall, precision) in enumerate(halves):
            say(f"  half {seed}: R@10 {recall:.4f}  MAP@10 {precision:.4f}")
        recall, precision = np.mean(halves, axis=0)
        say(f"{seeds} halves, {name} from the other: R@10 {recall:.4f}  MAP@10 {precision:.4f}")


def candidates_of(retriever: Retriever, judged: dict[str, set[str]]) -> list[Example]:
    """As `Retriever.fitted` finds them."""
    index, numbers = retriever.index, retriever.index.catalogue.numbers
    rows = np.flatnonzero(index.table.text >= 0)
    examples = []
    for question, right in judged.items():
        is_gold = lambda row, right=right: numbers[row] in right  # noqa: E731
        examples.append(example(index, retriever.understand(question).topic, rows, is_gold))
    return examples


def timed(retriever: Retriever, questions: list[str]) -> None:
    """CPU time on one core of a search by a retriever that is in use, and of the question's vector; beside it
    that of a product of matrices, which tells how busy the machine is (0.8 ms where this was written).
    """
    square = np.ones((400, 400), np.float32)
    taken = retriever.fitted(
        {question: [retriever.search(question, 1)[0].id] for question in questions[:200]}
    )
    embed = retriever.index.embedder.embed
    say(f"a product of matrices: {_milliseconds(lambda _: square @ square, questions):.1f} ms")
    vector = _milliseconds(lambda question: embed([f"{question} {len(question)}"]), questions)
    say(f"a question's vector: {vector:.1f} ms")
    for name, one, rerank in (
        ("no order", taken, False),
        ("plain order", retriever, True),
        ("learned order", taken, True),
    ):
        _milliseconds(lambda q, one=one: one.search(q, 1, rerank=False), questions)  # its vector is kept
        took = _milliseconds(lambda q, one=one, rerank=rerank: one.search(q, rerank=rerank), questions)
        say(f"{name}: {took:.1f} ms a question, {took + vector:.1f} ms with its vector")
    whole = _milliseconds(lambda q: taken.search(f"{q} {len(q) + 7}", rerank=False), questions)
    say(f"no order, a question that was never asked before: {whole:.1f} ms in all")


def _milliseconds(of: Callable[[str], object], questions: list[str]) -> float:
    """Median CPU time."""
    each = []
    for question in questions:
        began = time.process_time()
        of(question)
        each.append(time.process_time() - began)
    return 1000 * statistics.median(each)


def two_weights(examples: list[Example], right: list[list[int]], _: int) -> Order:
    """The best of the grid on these questions."""
    sizes = [len(rows) for rows in right]
    orders = [_weighted(lexical, phrases) for lexical in LEXICAL for phrases in PHRASES]
    return max(orders, key=lambda order: float(_mean(order, examples, sizes).sum()))


def _weighted(lexical: float, phrases: float) -> Order:
    """The plain order with that share of words; `fused` holds meaning with 1 - LEXICAL_WEIGHT."""
    of_words = lexical / LEXICAL_WEIGHT
    weights = {
        "fused": of_words, "cosine": 1 - lexical - of_words * (1 - LEXICAL_WEIGHT), "phrases": phrases
    }  # fmt: skip
    return Order(np.array([weights.get(name, 0.0) for name in NAMES]), 1.0)


def learned_order(examples: list[Example], right: list[list[int]], size: int) -> Order:
    """As `Retriever.fitted` learns it; `size`: rows of the index."""
    answers = np.bincount([row for rows in right for row in rows], minlength=size)
    return learn_order(examples, adapt=True, answers=answers)


def _half(
    examples: list[Example], right: list[list[int]], seed: int, learner: Learner
) -> tuple[float, float]:
    places = list(range(len(examples)))
    random.Random(seed).shuffle(places)
    fitted, scored = places[: len(places) // 2], places[len(places) // 2 :]
    size = 1 + max(int(e.rows.max()) for e in examples)
    order = learner([examples[p] for p in fitted], [right[p] for p in fitted], size)
    recall, precision = _mean(order, [examples[p] for p in scored], [len(right[p]) for p in scored])
    return float(recall), float(precision)


def _mean(order: Order, examples: list[Example], sizes: list[int]) -> np.ndarray:
    return np.mean([_measured(order, e, size) for e, size in zip(examples, sizes, strict=True)], axis=0)


def _measured(order: Order, found: Example, relevant: int) -> tuple[float, float]:
    """Recall and average precision within the first ten."""
    found = found if order.answered is None else found.told(order.answered)
    count = int(found.there.sum())
    sums = order.sums(found.x[:count].astype(np.float32), found.question, found.vectors[:count])
    gold = found.gold[:count][np.argsort(-sums, kind="stable")][:10]
    precision = np.cumsum(gold) / np.arange(1, len(gold) + 1)
    return float(gold.sum()) / relevant, float((precision * gold).sum()) / min(relevant, 10)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=10)
    arguments = parser.parse_args()
    run(arguments.folder, arguments.seeds)
