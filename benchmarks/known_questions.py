"""What `retrieval/known_questions` ships: the questions that people wrote over rules, and what answered them.

    python -m benchmarks.known_questions INDEXES OUT.npz QUESTIONS.jsonl...

INDEXES holds an index of each book of QUESTIONS by its name, as `benchmarks.pairs` takes them. Questions of
which nobody said which sentence answers them are left out, and those of sentences too short to be told from
others.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.pairs import Libraries, placed
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.index.words.lexical import words
from regulations_agent.reasoning.choosing.rules import gather
from regulations_agent.reasoning.choosing.select import pieces
from regulations_agent.retrieval.known_questions import FEWEST, PRINTS, KnownQuestions, prints
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit


def answered(libraries: Libraries, questions: Path) -> Iterator[tuple[str, str]]:
    """(question, sentence) of each question with the first of the sentences that answer it."""
    for asked, _ in placed(libraries, questions):
        if asked.right is not None and asked.evidence:
            sentence = sentence_of(asked.right, asked.evidence[0], libraries[asked.book])
            if len(prints(sentence)) >= FEWEST:
                yield asked.text, sentence


def sentence_of(clause: Clause, starts: str, library: Retriever) -> str:
    """The sentence of a clause or its items that begins so; empty where none does."""
    begins = words(starts)
    (rule,) = gather([Hit(clause, library.document_of(clause), 1.0)], library)
    texts = (n.clause.text[s.start : s.end] for n in rule.nodes for s in pieces(n.clause))
    return next((text for text in texts if words(text)[: len(begins)] == begins), "")


def known(pairs: Sequence[tuple[str, str]]) -> KnownQuestions:
    """Of (question, sentence) pairs; the same question of the same sentence once."""
    pairs = list(dict.fromkeys(pairs))
    rows = {sentence: row for row, sentence in enumerate(dict.fromkeys(s for _, s in pairs))}
    marks = np.zeros((len(rows), PRINTS), np.uint32)
    for sentence, row in rows.items():
        least = sorted(prints(sentence))[:PRINTS]
        marks[row, : len(least)] = least
    embedder = open_embedder(Settings())
    vectors, answers = (
        np.round(embedder.embed(texts) * 127).astype(np.int8) for texts in ([q for q, _ in pairs], list(rows))
    )
    sentences = np.array([rows[s] for _, s in pairs], np.int32)
    return KnownQuestions(embedder.name, vectors, sentences, marks, answers)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    args = parser.parse_args()
    libraries = Libraries(args.indexes)
    pairs = [pair for path in args.questions for pair in answered(libraries, path)]
    known(pairs).save(args.out)
    sys.stdout.write(f"{len(pairs)} questions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
