"""Adds clause numbers of today's reader to fresh questions: `python eval/renumber_gold.py INDEXES SET...`.

A fresh question names its clause as the reader numbered it when it was written, and the first words of the
sentence that answers (`evidence_starts`). Where the named clause no longer holds those words, the innermost
clauses that do, three at most, are added to `alt_clauses`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from regulations_agent.retrieval.retriever import Retriever

MOST = 3
"""Words that stand in more clauses than this tell no clause."""


def squashed(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def holders(library: Retriever, document: str, start: str) -> list[str]:
    """Numbers of the clauses of a document whose own text holds the words."""
    return [
        c.number
        for c in library.clauses(document)
        if c.in_force and squashed(start) in squashed(f"{c.heading} {c.text}")
    ]


def renumbered(question: Mapping[str, Any], library: Retriever) -> list[str]:
    """Numbers to add to the alternatives of a question."""
    document = library.documents[0].id
    numbers = {c.number: c for c in library.clauses(document)}
    golds = [str(g).removeprefix("//") for g in question["gold_clauses"]]
    said = " ".join(library.full_text(numbers[g]) + numbers[g].heading for g in golds if g in numbers)
    found: list[str] = []
    for start in question.get("evidence_starts") or []:
        if len(squashed(start)) >= 8 and squashed(start) not in squashed(said):
            there = holders(library, document, start)
            found += there if len(there) <= MOST else []
    return list(dict.fromkeys(found))


def main(indexes: Path, files: list[Path]) -> None:
    libraries: dict[str, Retriever] = {}
    for file in files:
        questions = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        changed = 0
        for question in questions:
            book = question["book"]
            if book.startswith("fia") or not question["gold_clauses"] or not (indexes / book).exists():
                continue
            library = libraries.setdefault(book, Retriever.open(indexes / book))
            more = [
                name
                for number in renumbered(question, library)
                if (name := f"//{number}" if "/" in number else number) not in question["alt_clauses"]
            ]
            question["alt_clauses"] += more
            changed += bool(more)
        lines = (json.dumps(q, ensure_ascii=False) for q in questions)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        print(f"{file.name}: {changed} of {len(questions)} questions got a clause number of today")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
