"""Learns how the vector of a question is turned towards its clauses, and says what that does for other sets.

    python -m benchmarks.question_adapter INDEX=QUESTIONS... [--out FILE]

Question files are either sets with gold clauses or lines of `question, season, section, clause` (see
eval/training). The table shows each set by meaning alone, before and after, with a turn learned from the
others; the turn that is written is learned from all of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from regulations_agent.corpus.reference import lookup_key
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.scorers import names
from regulations_agent.index.store import Index
from regulations_agent.retrieval import asking
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.scope import rows_in_scope
from regulations_agent.retrieval.wording import word_topic
from regulations_agent.types.run import Filters

RIGHT, NEAREST, RANDOM = 6, 60, 20
"""Views of a question's right clauses, nearest wrong ones and random wrong ones that are compared."""
SHARPNESS, RIDGE, STEPS, RATE = 20.0, 50.0, 40, 2e-3
SETS_COUNT = 2.0
"""A question of a set counts as so many of those written for training."""


def answers(retriever: Retriever, row: int, item: Item) -> bool:
    """The clause of a row is one that the item accepts."""
    index = retriever.index
    book = index.documents[int(index.table.document[row])].book
    cited = (book, lookup_key(index.catalogue.numbers[row]))
    return any(names(cited, gold) for gold in (*item.gold_clauses, *item.alt_clauses))


@dataclass(frozen=True)
class Asked:
    """A question and the views that it is compared with, zeros below the last."""

    question: np.ndarray
    views: np.ndarray
    """Shape (RIGHT + NEAREST + RANDOM, dimension)."""
    right: np.ndarray
    there: np.ndarray
    weight: float
    gold: np.ndarray
    """Of every clause in scope: whether it is right."""
    scope: np.ndarray
    """Senses of those clauses."""
    index: Index


def read(folder: Path, questions: Path) -> list[Asked]:
    """Questions that stand alone, name no clause and can be answered from the index."""
    retriever, random = Retriever.open(folder), np.random.default_rng(0)
    found = []
    lines = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines() if line.strip()]
    if "clause" in lines[0]:
        for row in lines:
            key, filters = lookup_key(row["clause"]), Filters(row["season"], row["section"])
            is_gold = lambda place, key=key: retriever.index.catalogue.keys[place] == key  # noqa: E731
            found.append(_asked(retriever, row["question"], filters, is_gold, 1.0, random))
    else:
        for item in read_items(questions):
            if item.gold_clauses and item.expect == "answer" and not item.history:
                is_gold = lambda place, item=item: answers(retriever, place, item)  # noqa: E731
                found.append(_asked(retriever, item.question, Filters(), is_gold, SETS_COUNT, random))
    return [asked for asked in found if asked is not None]


def _asked(retriever, question, filters, is_gold, weight, random) -> Asked | None:
    index, query = retriever.index, retriever.understand(question, filters)
    table = index.table
    rows = np.flatnonzero(rows_in_scope(index, query, None))
    gold = np.array([is_gold(int(row)) for row in rows], bool)
    if query.numbers or not gold.any():
        return None
    sentence = word_topic(query.topic, index.catalogue, index.lexical).sentence
    vector = index.embedder.embed([sentence])[0]
    family = np.concatenate([table.parent[rows[gold]], np.flatnonzero(np.isin(table.parent, rows[gold]))])
    right = np.unique(table.sense[rows[gold]])
    related = table.sense[family[family >= 0]]  # neither right nor wrong
    wrong = np.setdiff1d(np.setdiff1d(table.sense[rows], right), related)
    near, far = _views(index, right), _views(index, wrong)
    vectors = index.dense.vectors()
    near = near[np.argsort(-(vectors[near] @ vector), kind="stable")][:RIGHT]
    worst = far[np.argsort(-(vectors[far] @ vector), kind="stable")][:NEAREST]
    chosen = np.concatenate([near, worst, random.choice(far, min(RANDOM, len(far)))])
    views = np.zeros((RIGHT + NEAREST + RANDOM, len(vector)), np.float32)
    views[: len(chosen)] = vectors[chosen]
    places = np.arange(len(views))
    return Asked(
        vector, views, places < len(near), places < len(chosen), weight, gold, table.sense[rows], index
    )


def _views(index: Index, senses: np.ndarray) -> np.ndarray:
    table = index.table
    parts = [table.view[table.first_view[s] : table.first_view[s + 1]] for s in senses.tolist()]
    return np.concatenate(parts) if parts else np.zeros(0, np.int32)


def learn(asked: list[Asked]) -> np.ndarray:
    """Shape (dimension, dimension): softmax over the views, the mass on the right ones, ridge towards no turn
    at all; full-batch Adam from zero, nothing random.
    """
    x = np.stack([a.question for a in asked]).astype(np.float64)
    views, right = np.stack([a.views for a in asked]), np.stack([a.right for a in asked])
    there = np.stack([a.there for a in asked])
    weight = np.array([a.weight for a in asked])[:, None]
    turn = np.zeros((x.shape[1],) * 2)
    mean, square = np.zeros_like(turn), np.zeros_like(turn)
    for step in range(1, STEPS + 1):
        moved = x + x @ turn
        length = np.sqrt((moved * moved).sum(axis=1, keepdims=True))
        unit = moved / length
        sums = SHARPNESS * np.matmul(views, unit[:, :, None].astype(np.float32))[:, :, 0]
        wrong = SHARPNESS * weight * (_softmax(sums, there) - _softmax(sums, right)) / weight.sum()
        pull = np.matmul(wrong[:, None, :].astype(np.float32), views)[:, 0]
        pull = (pull - unit * (unit * pull).sum(axis=1, keepdims=True)) / length
        slope = x.T @ pull + 2 * RIDGE / len(turn) * turn
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        turn -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return turn.astype(np.float32)


def _softmax(sums: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    sums = np.where(wanted, sums, -np.inf)
    e = np.exp(sums - sums.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def ranks(asked: list[Asked], turn: np.ndarray) -> np.ndarray:
    """1-based rank of the first right clause by meaning alone, over all clauses in scope."""
    found = []
    for a in asked:
        moved = a.question + a.question @ turn
        cosine = a.index.cosines((moved / np.linalg.norm(moved)).astype(np.float32))
        best = cosine[a.scope[a.gold]].max()
        found.append(1 + len(set(a.scope[cosine[a.scope] > best].tolist())))
    return np.array(found)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="+", metavar="INDEX=QUESTIONS")
    default = Path(asking.__file__).parent / "data" / "asking.safetensors"
    parser.add_argument("--out", type=Path, default=default)
    arguments = parser.parse_args()
    sets: dict[str, list[Asked]] = {}
    for pair in arguments.sets:
        folder, _, questions = pair.partition("=")
        sets.setdefault(Path(questions).stem, []).extend(read(Path(folder), Path(questions)))
    turn = learn([a for found in sets.values() for a in found])
    save_file({"turn": turn.astype(np.float16)}, arguments.out)
    for name, asked in sets.items():
        others = [a for other, found in sets.items() if other != name for a in found]
        if others:
            before, after = ranks(asked, np.zeros((384, 384), np.float32)), ranks(asked, learn(others))
            cells = [f"@{k} {np.mean(before <= k):.3f} -> {np.mean(after <= k):.3f}" for k in (1, 5)]
            sys.stdout.write(f"{name:20} {len(asked):4}  {'  '.join(cells)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
