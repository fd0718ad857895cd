"""What the cross-encoder learns from: each question with the passages that search finds for it.

    python -m benchmarks.cross_encoder_pairs INDEXES QUESTIONS.jsonl... > PAIRS.jsonl

INDEXES holds an index of each book of QUESTIONS by its name (`eval/training/books.tsv` says where the books
lie). A line: `question`, `answered`, and `passages` as [text, label], the best found first: 1 answers, 0 does
not, -1 stands above or below what does.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.pairs import placed
from regulations_agent.reasoning.choosing.second_look import passages
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Filters

LOOKED_AT = 30
"""Hits of a question."""


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
        for question, clause, library, answered in placed(root, path):
            pair = _pair(question, clause, library, answered=answered)
            sys.stdout.write(json.dumps(pair, ensure_ascii=False) + "\n")
