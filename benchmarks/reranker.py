"""Learns the weights of the reranker from question sets, and says what they do for sets that they never saw.

    python -m benchmarks.reranker INDEX=QUESTIONS... [--obliqa FOLDER] [--out FILE]

Each set is a folder of an index and a question file with gold clauses. The table shows, for each set, the
rank of the first gold clause before (words and meaning alone) and after, with weights learned from the other
sets only. The weights that are written are learned from all sets but ObliQA, which is only measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from benchmarks.obliqa import golds, passages
from regulations_agent.corpus.reference import lookup_key
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.scorers import names
from regulations_agent.retrieval import reranking
from regulations_agent.retrieval.features import NAMES, OF_PASSAGES
from regulations_agent.retrieval.learning import Example, example, learn_order
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.scope import rows_in_scope

OBLIQA_QUESTIONS = 400
"""About so many of its development questions are measured."""


def listed(retriever: Retriever, question: str, is_gold: Callable[[int], bool]) -> Example:
    query = retriever.understand(question)
    return example(
        retriever.index,
        query.topic,
        np.flatnonzero(rows_in_scope(retriever.index, query, None)),
        is_gold,
    )


def judged(folder: Path, questions: Path) -> list[Example]:
    """Of a set with gold clauses: answerable questions that stand alone, number no clause and are not kept
    for measuring, over a document of the index.
    """
    retriever = Retriever.open(folder)
    books = {(document.season, document.section) for document in retriever.documents}
    kept = _for_measuring(questions)
    items = [q for q in read_items(questions) if q.gold_clauses and q.expect == "answer" and not q.history]
    return [
        listed(retriever, item.question, lambda row, item=item: answers(retriever, row, item))
        for item in items
        if not retriever.understand(item.question).numbers
        and item.id not in kept
        and all((source.season, source.section) in books for source in item.documents[:1])
    ]


def _for_measuring(questions: Path) -> set[str]:
    """Ids of the questions that nothing is learned from."""
    rows = map(json.loads, filter(str.strip, questions.read_text(encoding="utf-8").splitlines()))
    return {row["id"] for row in rows if row.get("use") == "measure"}


def answers(retriever: Retriever, row: int, item: Item) -> bool:
    """The clause of a row is one that the item accepts."""
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
        found.append(listed(retriever, question["Question"], is_gold))
    return found


def ranks(examples: Sequence[Example], weights: np.ndarray | None) -> np.ndarray:
    """1-based rank of the first gold, infinite when no candidate is one."""
    found = []
    for e in examples:
        scores = e.rough if weights is None else np.where(e.there, e.x @ weights, -np.inf)
        gold = e.gold[np.argsort(-scores, kind="stable")]
        found.append(int(np.argmax(gold)) + 1 if gold.any() else np.inf)
    return np.array(found)


def line(name: str, before: np.ndarray, after: np.ndarray) -> str:
    cells = [f"{np.mean(before <= k):.3f} -> {np.mean(after <= k):.3f}" for k in (1, 5, 10)]
    reciprocal = f"{np.mean(1 / before):.3f} -> {np.mean(1 / after):.3f}"
    return f"{name:28} {len(before):4}  @1 {cells[0]}  @5 {cells[1]}  @10 {cells[2]}  MRR {reciprocal}\n"


def run(sets: dict[str, list[Example]], measured: list[Example], out: Path) -> None:
    for name, examples in sets.items():
        others = [e for other, found in sets.items() if other != name for e in found]
        if others:
            sys.stdout.write(
                line(
                    name,
                    ranks(examples, None),
                    ranks(examples, learn_order(others, without=OF_PASSAGES).weights),
                )
            )
    everything = [e for found in sets.values() for e in found]
    order = learn_order(everything, without=OF_PASSAGES)
    lead = order.weights[NAMES.index("fused")]
    weights, scale = order.weights / lead, order.scale * lead
    if measured:
        sys.stdout.write(line("obliqa", ranks(measured, None), ranks(measured, weights)))
    data = {
        "made_by": f"python -m benchmarks.reranker {' '.join(f'INDEX={name}.jsonl' for name in sets)}",
        "questions": {name: len(found) for name, found in sets.items()},
        "scale": round(scale, 4),
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
    sets: dict[str, list[Example]] = {}
    for pair in arguments.sets:
        index, _, questions = pair.partition("=")
        sets.setdefault(Path(questions).stem, []).extend(judged(Path(index), Path(questions)))
    run(sets, obliqa(arguments.obliqa) if arguments.obliqa else [], arguments.out)


if __name__ == "__main__":
    main()
