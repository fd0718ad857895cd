"""What the cross-encoder learns from: each question with the passages that search finds for it.

    python -m benchmarks.cross_encoder_pairs INDEXES QUESTIONS.jsonl... > PAIRS.jsonl

INDEXES holds an index of each book of QUESTIONS by its name (`eval/training/books.tsv` says where the books
lie). A line: `question`, `answered`, and `passages` as [text, label], the best found first: 1 answers, 0 does
not, -1 stands above or below what does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from regulations_agent.index.words.lexical import words
from regulations_agent.reasoning.choosing.second_look import passages
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Filters

LOOKED_AT = 30
"""Hits of a question."""
BEGINNING = 4
"""Words by which a clause is known again whose book is numbered otherwise now."""


def pairs(indexes: Path, questions: Path) -> Iterator[dict[str, object]]:
    """Of every question whose book is there and whose clause is still found."""
    libraries: dict[str, Retriever] = {}
    for line in questions.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        folder = indexes / row["book"]
        if not folder.exists():
            continue
        library = libraries.setdefault(row["book"], Retriever.open(folder))
        clause = _clause(row["clause"], row["starts"], library)
        if clause is None:
            continue
        for question in row["answered"]:
            yield _pair(question, clause, library, answered=True)
        for question in row["near"]:
            yield _pair(question, clause, library, answered=False)


def _clause(name: str, starts: str, library: Retriever) -> Clause | None:
    """The clause of that id, or the one of that last number, or the only one, that begins so."""
    begins = words(starts)[:BEGINNING]
    hits = [hit.clause for hit in library.lookup(name)]
    if hits and words(hits[0].text)[: len(begins)] == begins:
        return hits[0]
    every = (c for d in library.documents for c in library.clauses(d.id))
    found = [c for c in every if words(c.text)[: len(begins)] == begins]
    numbered = [c for c in found if c.number == name.rpartition("/")[2]]
    return found[0] if len(found) == 1 else next(iter(numbered), None)


def _pair(question: str, clause: Clause, library: Retriever, *, answered: bool) -> dict[str, object]:
    document = library.document_of(clause)
    scope = Filters(document.season, document.section, document.issue)
    found = [hit.clause for hit in library.search(question, LOOKED_AT, scope, rerank=False)]
    found += [clause] * (answered and clause not in found)
    above = {c.id for c in library.path(clause)}
    shown = []
    for each, text in zip(found, passages(question, found, library), strict=True):
        family = each.id in above or clause.id in {c.id for c in library.path(each)}
        shown.append((text, 0 if not answered else 1 if each.id == clause.id else -1 if family else 0))
    return {"question": question, "answered": answered, "passages": shown}


if __name__ == "__main__":
    root, *sets = map(Path, sys.argv[1:])
    for path in sets:
        for pair in pairs(root, path):
            sys.stdout.write(json.dumps(pair, ensure_ascii=False) + "\n")
