"""Recall@10 and MAP@10 of `Retriever.from_texts` on ObliQA (RIRAG 2024).

    python -m benchmarks.obliqa ../shared/obliqa [--seeds 10] [--trained]

The lexical weight is chosen on a random half of the development questions and scored on the other half. With
`--trained` the order of `Retriever.fitted` is learned from one half and scored on the other.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from regulations_agent.index.embedder import Embedder, Vectors, open_embedder
from regulations_agent.retrieval import ranking
from regulations_agent.retrieval.fusion import weighted_fusion
from regulations_agent.retrieval.learning import Example, example, learn_order
from regulations_agent.retrieval.reranking import Order
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings

WEIGHTS = (0.7, 0.65, 0.75)


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


def measures(found: list[str], relevant: set[str]) -> tuple[float, float]:
    """Recall and average precision within the first ten."""
    hits, precision = 0, 0.0
    for place, key in enumerate(found[:10], 1):
        if key in relevant:
            hits += 1
            precision += hits / place
    return hits / len(relevant), precision / min(len(relevant), 10)


class Remembering:
    """Embeds each text once, so that several weights cost one pass of the encoder."""

    def __init__(self, embedder: Embedder) -> None:
        self.name, self.dimension, self.files = embedder.name, embedder.dimension, embedder.files
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= dict(zip(new, self._embedder.embed(new), strict=True))
        return np.stack([self._known[text] for text in texts])


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(folder: Path, seeds: int, trained: bool) -> None:
    texts = passages(folder)
    questions = json.loads((folder / "ObliQA_dev.json").read_text(encoding="utf-8"))
    relevant = [golds(question, texts) for question in questions]
    began = time.process_time()
    embedder = Remembering(open_embedder(Settings()))
    retriever = Retriever.from_texts(texts, embedder)
    say(f"{len(texts)} passages indexed in {time.process_time() - began:.0f} CPU s")
    if trained:
        run_trained(retriever, {q["Question"]: r for q, r in zip(questions, relevant, strict=True)}, seeds)
        return
    scores: dict[float, np.ndarray] = {}
    for weight in WEIGHTS:
        ranking.weighted_fusion = lambda a, b, most, w=weight: weighted_fusion(a, b, most, w)
        began = time.process_time()
        found = [[hit.id for hit in retriever.search(question["Question"], k=10)] for question in questions]
        each = (time.process_time() - began) / len(questions) * 1000  # encoder in the first
        scores[weight] = np.array([measures(f, r) for f, r in zip(found, relevant, strict=True)])
        recall, precision = scores[weight].mean(axis=0)
        say(f"weight {weight:.2f}: R@10 {recall:.4f}  MAP@10 {precision:.4f}  {each:.1f} ms a question")
    halves = [_half(scores, len(questions), seed) for seed in range(seeds)]
    recall, precision = (statistics.mean(values) for values in zip(*halves, strict=True))
    say(f"{seeds} halves, weight of the other: R@10 {recall:.4f}  MAP@10 {precision:.4f}")


def run_trained(retriever: Retriever, judged: dict[str, set[str]], seeds: int) -> None:
    """As `Retriever.fitted` does, with the candidates of each question found once for all halves."""
    index, numbers = retriever.index, retriever.index.catalogue.numbers
    rows = np.flatnonzero(index.table.text >= 0)
    examples = []
    for question, right in judged.items():
        is_gold = lambda row, right=right: numbers[row] in right  # noqa: E731
        examples.append(example(index, retriever.understand(question).topic, rows, is_gold))
    sizes = [len(right) for right in judged.values()]
    figures = []
    for seed in range(seeds):
        places = list(range(len(examples)))
        random.Random(seed).shuffle(places)
        fitted, scored = places[: len(places) // 2], places[len(places) // 2 :]
        order = learn_order([examples[place] for place in fitted], adapt=True)
        figures.append(np.mean([_measured(order, examples[p], sizes[p]) for p in scored], axis=0))
        say(f"half {seed}: R@10 {figures[-1][0]:.4f}  MAP@10 {figures[-1][1]:.4f}")
    recall, precision = np.mean(figures, axis=0)
    say(f"{seeds} halves, order learned from the other: R@10 {recall:.4f}  MAP@10 {precision:.4f}")


def _measured(order: Order, found: Example, relevant: int) -> tuple[float, float]:
    count = int(found.there.sum())
    sums = order.sums(found.x[:count].astype(np.float32), found.question, found.vectors[:count])
    gold = found.gold[:count][np.argsort(-sums, kind="stable")][:10]
    precision = np.cumsum(gold) / np.arange(1, len(gold) + 1)
    return float(gold.sum()) / relevant, float((precision * gold).sum()) / min(relevant, 10)


def _half(scores: dict[float, np.ndarray], count: int, seed: int) -> tuple[float, float]:
    order = list(range(count))
    random.Random(seed).shuffle(order)
    fitted, scored = order[: count // 2], order[count // 2 :]
    best = max(WEIGHTS, key=lambda weight: float(scores[weight][fitted].sum()))
    recall, precision = scores[best][scored].mean(axis=0)
    return float(recall), float(precision)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--trained", action="store_true")
    arguments = parser.parse_args()
    run(arguments.folder, arguments.seeds, arguments.trained)
