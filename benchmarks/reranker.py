"""Learns the weights of the reranker from question sets, and says what they do for sets that they never saw.

    python -m benchmarks.reranker INDEX=QUESTIONS... [--obliqa FOLDER] [--out FILE]

Each set is a folder of an index and a question file with gold clauses. The table shows, for each set, the
rank of the first gold clause before (words and meaning alone) and after, with weights learned from the other
sets only. The weights that are written are learned from all sets but ObliQA, which is only measured. Loss:
softmax over the candidates of a question, the mass on its golds (ListNet; Cao et al., ICML 2007), features
scaled to unit deviation, ridge; full-batch Adam, nothing random.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.obliqa import golds, passages
from regulations_agent.corpus.reference import lookup_key
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.scorers import names
from regulations_agent.retrieval import reranking
from regulations_agent.retrieval.features import NAMES, features
from regulations_agent.retrieval.ranking import NEAR, candidates
from regulations_agent.retrieval.reranking import WIDTH
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.scope import rows_in_scope

RIDGE = 0.03
STEPS = 1500
OBLIQA_QUESTIONS = 400
"""About so many of its development questions are measured."""


@dataclass(frozen=True)
class Example:
    """The candidates of one question."""

    x: np.ndarray
    """Features, shape (WIDTH, len(NAMES)), 0 below the last candidate."""
    gold: np.ndarray
    there: np.ndarray
    rough: np.ndarray
    """Score by words and meaning alone."""


def example(retriever: Retriever, question: str, is_gold: Callable[[int], bool]) -> Example:
    query, index = retriever.understand(question), retriever.index
    found = candidates(index, query.topic, np.flatnonzero(rows_in_scope(index, query, None)), NEAR * 10)
    places = found.places[:WIDTH]
    rows = found.search.rows[places]
    x = np.zeros((WIDTH, len(NAMES)))
    x[: len(rows)] = features(found.search, places.tolist())
    gold = np.zeros(WIDTH, bool)
    gold[: len(rows)] = [is_gold(row) for row in rows.tolist()]
    rough = np.full(WIDTH, -np.inf)
    rough[: len(rows)] = found.rough[: len(rows)]
    return Example(x, gold, np.arange(WIDTH) < len(rows), rough)


def judged(folder: Path, questions: Path) -> list[Example]:
    """Of a set with gold clauses: answerable questions that stand alone and number no clause."""
    retriever = Retriever.open(folder)
    items = [q for q in read_items(questions) if q.gold_clauses and q.expect == "answer" and not q.history]
    return [
        example(retriever, item.question, lambda row, item=item: _answers(retriever, row, item))
        for item in items
        if not retriever.understand(item.question).numbers
    ]


def _answers(retriever: Retriever, row: int, item: Item) -> bool:
    index = retriever.index
    book = index.documents[int(index.table.document[row])].book
    cited = (book, lookup_key(index.catalogue.numbers[row]))
    return any(names(cited, gold) for gold in (*item.gold_clauses, *item.alt_clauses))


def obliqa(folder: Path) -> list[Example]:
    texts = passages(folder)
    retriever = Retriever.from_texts(texts)
    numbers = retriever.index.catalogue.numbers
    questions = json.loads((folder / "ObliQA_dev.json").read_text(encoding="utf-8"))
    found = []
    for question in questions[:: max(1, len(questions) // OBLIQA_QUESTIONS)]:
        right = golds(question, texts)
        is_gold = lambda row, right=right: numbers[row] in right  # noqa: E731
        found.append(example(retriever, question["Question"], is_gold))
    return found


def learn(examples: Sequence[Example]) -> np.ndarray:
    """Weights of the raw features."""
    used = [e for e in examples if e.gold.any() and not e.gold[e.there].all()]
    x = np.stack([e.x for e in used])
    gold, there = np.stack([e.gold for e in used]), np.stack([e.there for e in used])
    deviation = x[there].std(axis=0) + 1e-6
    x = x / deviation
    w, mean, square = np.zeros(len(NAMES)), np.zeros(len(NAMES)), np.zeros(len(NAMES))
    for step in range(1, STEPS + 1):
        mass = _softmax(np.where(there, x @ w, -np.inf))
        aim = _softmax(np.where(gold, x @ w, -np.inf))
        slope = np.einsum("qc,qcf->f", mass - aim, x) / len(used) + RIDGE * w
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        w = w - 0.02 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return w / deviation


def _softmax(scores: np.ndarray) -> np.ndarray:
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def ranks(examples: Sequence[Example], weights: np.ndarray | None) -> np.ndarray:
    """1-based rank of the first gold, infinite when no candidate is one."""
    found = []
    for e in examples:
        scores = e.rough if weights is None else np.where(e.there, e.x @ weights, -np.inf)
        gold = e.gold[np.argsort(-scores, kind="stable")]
        found.append(int(np.argmax(gold)) + 1 if gold.any() else np.inf)
    return np.array(found)


def spread(examples: Sequence[Example], weights: np.ndarray) -> float:
    """What makes the sums of a question's ten best candidates lie as far apart as their rough scores."""
    sums, rough = [], []
    for e in examples:
        best = np.argsort(-e.rough, kind="stable")[: min(10, int(e.there.sum()))]
        sums.append((e.x @ weights)[best])
        rough.append(e.rough[best])
    return float(np.concatenate(rough).std() / np.concatenate(sums).std())


def line(name: str, before: np.ndarray, after: np.ndarray) -> str:
    cells = [f"{np.mean(before <= k):.3f} -> {np.mean(after <= k):.3f}" for k in (1, 5, 10)]
    reciprocal = f"{np.mean(1 / before):.3f} -> {np.mean(1 / after):.3f}"
    return f"{name:28} {len(before):4}  @1 {cells[0]}  @5 {cells[1]}  @10 {cells[2]}  MRR {reciprocal}\n"


def run(sets: dict[str, list[Example]], measured: list[Example], out: Path) -> None:
    for name, examples in sets.items():
        others = [e for other, listed in sets.items() if other != name for e in listed]
        if others:
            sys.stdout.write(line(name, ranks(examples, None), ranks(examples, learn(others))))
    everything = [e for listed in sets.values() for e in listed]
    weights = learn(everything)
    weights = weights / weights[NAMES.index("fused")]
    if measured:
        sys.stdout.write(line("obliqa", ranks(measured, None), ranks(measured, weights)))
    data = {
        "made_by": f"python -m benchmarks.reranker {' '.join(f'INDEX={name}.jsonl' for name in sets)}",
        "questions": {name: len(listed) for name, listed in sets.items()},
        "scale": round(spread(everything, weights), 4),
        "weights": {name: round(float(w), 4) for name, w in zip(NAMES, weights, strict=True)},
    }
    out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="+", metavar="INDEX=QUESTIONS")
    parser.add_argument("--obliqa", type=Path)
    parser.add_argument(
        "--out", type=Path, default=Path(reranking.__file__).parent / "data" / "reranker.json"
    )
    arguments = parser.parse_args()
    sets = {}
    for pair in arguments.sets:
        index, _, questions = pair.partition("=")
        sets[Path(questions).stem] = judged(Path(index), Path(questions))
    run(sets, obliqa(arguments.obliqa) if arguments.obliqa else [], arguments.out)


if __name__ == "__main__":
    main()
