"""What the encoder and the cross-encoder learn from: each question with the clauses that search finds for it.

    python -m benchmarks.pairs INDEXES OUT QUESTIONS.jsonl... [--foreign MESSAGES.jsonl]

INDEXES holds an index of each book of QUESTIONS by its name (`eval/training/books.tsv` says where the books
lie). `OUT/pairs.jsonl` gets a line a question: `question`, `book`, `answered`, and `clauses` as [id, passage,
label], the best found first: 1 answers, 0 does not, -1 stands above or below what does. `OUT/views.json` has
what stands for each clause where meaning is searched, by book and id. Where it is known which sentence of the
rule answers, `sentences` has each of them as [passage, label]. Messages that no rulebook answers are asked of
three books each, and 3,000 questions of another book than theirs: nothing found answers those.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from regulations_agent.index.words.lexical import words
from regulations_agent.index.words.texts import units
from regulations_agent.reasoning.choosing.rules import gather
from regulations_agent.reasoning.choosing.second_look import alone, passages, topic
from regulations_agent.reasoning.choosing.select import pieces
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Filters, Hit

LOOKED_AT = 24
"""Hits of a question."""
BEGINNING = 4
"""Words by which a clause is known again whose book is numbered otherwise now."""
BOOKS_EACH, ELSEWHERE = 3, 3000
"""Books of which a foreign message is asked, and questions that are asked of another book than theirs."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a book."""

    text: str
    book: str
    right: Clause | None = None
    """The clause that answers it."""
    evidence: tuple[str, ...] | None = None
    """How the sentences begin that answer, first the one that says it; None where nobody has said."""


class Libraries:
    """The indexes of a folder, opened when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names = sorted(path.name for path in folder.iterdir() if (path / "manifest.json").exists())
        self._open: dict[str, Retriever] = {}

    def __getitem__(self, name: str) -> Retriever:
        if name not in self._open:
            self._open[name] = Retriever.open(self.folder / name)
        return self._open[name]


def placed(libraries: Libraries, questions: Path) -> Iterator[tuple[Asked, Clause]]:
    """Each question with the clause that it was written for, where both are there."""
    for line in questions.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        book = row["book"]
        if book not in libraries.names:
            continue
        if (clause := clause_of(row["clause"], row["starts"], libraries[book])) is None:
            continue
        answered = row.get("answered") or [row["question"]]
        said = row.get("evidence") or [None] * len(answered)
        for question, evidence in zip(answered, said, strict=True):
            yield Asked(question, book, clause, None if evidence is None else tuple(evidence)), clause
        yield from ((Asked(question, book), clause) for question in row.get("near", ()))


def clause_of(name: str, starts: str, library: Retriever) -> Clause | None:
    """The clause of that id, or the one of that last number, or the only one, that begins so."""
    begins = words(starts)[:BEGINNING]
    hits = [hit.clause for hit in library.lookup(name)]
    if hits and words(hits[0].text)[: len(begins)] == begins:
        return hits[0]
    every = (c for d in library.documents for c in library.clauses(d.id))
    found = [c for c in every if words(c.text)[: len(begins)] == begins]
    numbered = [c for c in found if c.number == name.rpartition("/")[2]]
    return found[0] if len(found) == 1 else next(iter(numbered), None)


def foreign(libraries: Libraries, messages: Path, questions: Iterable[Path]) -> Iterator[Asked]:
    """What none of the books that it is asked of answers."""
    dice = random.Random(0)
    for line in messages.read_text(encoding="utf-8").splitlines():
        for book in dice.sample(libraries.names, min(BOOKS_EACH, len(libraries.names))):
            yield Asked(json.loads(line)["question"], book)
    rows = [json.loads(line) for path in questions for line in path.read_text(encoding="utf-8").splitlines()]
    every = [(question, row["book"]) for row in rows for question in row.get("answered") or [row["question"]]]
    for question, book in dice.sample(every, min(ELSEWHERE, len(every))):
        if others := [name for name in libraries.names if name != book]:
            yield Asked(question, dice.choice(others))


def pair(asked: Asked, filters: Filters | None, library: Retriever) -> tuple[dict[str, object], list[Clause]]:
    """A line of `pairs.jsonl`, and its clauses."""
    right, question = asked.right, topic(asked.text, library)
    found = [hit.clause for hit in library.search(asked.text, LOOKED_AT, filters, rerank=False)]
    if right is not None and right not in found:
        found.append(right)
    shown = [
        (each.id, text, _label(each, right, library))
        for each, text in zip(found, passages(question, found, library), strict=True)
    ]
    told = [] if right is None else sentences_of(right, asked.evidence, library)
    answered = right is not None
    line = {
        "question": question,
        "book": asked.book,
        "answered": answered,
        "clauses": shown,
        "sentences": told,
    }
    return line, found


def sentences_of(right: Clause, evidence: Sequence[str] | None, library: Retriever) -> list[tuple[str, int]]:
    """Every sentence of its rule as a passage, first the one that answers; [] where it is not known.

    Labels: 1 answers, 0 does not, -1 completes what does.
    """
    (rule,) = gather([Hit(right, library.document_of(right), 1.0)], library)
    out = library.index.catalogue.written_out
    told = [
        (
            n.clause.id,
            text := n.clause.text[s.start : s.end],
            out(alone(rule.path, rule.leads(n.clause, s), text)),
        )
        for n in rule.nodes
        for s in pieces(n.clause)
    ]
    begun = [words(text) for _, text, _ in told]
    inside = [place for place, (clause, _, _) in enumerate(told) if clause == right.id]
    places = inside if len(inside) == 1 else []
    if evidence is not None:
        begins = [words(start) for start in evidence]
        places = [next((i for i, s in enumerate(begun) if s[: len(b)] == b), -1) for b in begins]
    if not places or places[0] < 0:
        return []
    others = [(told[i][2], -1 if i in places else 0) for i in range(len(told)) if i != places[0]]
    return [(told[places[0]][2], 1), *others]


def _label(each: Clause, right: Clause | None, library: Retriever) -> int:
    if right is None or each.id == right.id:
        return int(right is not None)
    above = {c.id for c in library.path(right)}
    return -1 if each.id in above or right.id in {c.id for c in library.path(each)} else 0


def views_of(clause: Clause, library: Retriever) -> tuple[str, ...]:
    """What stands for it where meaning is searched; () for what is not law."""
    above = library.path(clause)
    unit = units([*above, clause, *_items_below(clause, library)])[len(above)]
    return unit.views if unit else ()


def _items_below(clause: Clause, library: Retriever) -> list[Clause]:
    items = [c for c in library.children(clause) if c.kind == "item"]
    return [each for item in items for each in (item, *_items_below(item, library))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--foreign", type=Path)
    args = parser.parse_args()
    libraries = Libraries(args.indexes)
    views: dict[str, dict[str, tuple[str, ...]]] = {}
    args.out.mkdir(parents=True, exist_ok=True)

    def lines() -> Iterator[tuple[Asked, Filters | None]]:
        for path in args.questions:
            for asked, clause in placed(libraries, path):
                document = libraries[asked.book].document_of(clause)
                yield asked, Filters(document.season, document.section, document.issue)
        for asked in foreign(libraries, args.foreign, args.questions) if args.foreign else ():
            yield asked, None

    with (args.out / "pairs.jsonl").open("w", encoding="utf-8") as written:
        for asked, filters in lines():
            library = libraries[asked.book]
            line, found = pair(asked, filters, library)
            written.write(json.dumps(line, ensure_ascii=False) + "\n")
            known = views.setdefault(asked.book, {})
            known.update((c.id, views_of(c, library)) for c in found if c.id not in known)
    (args.out / "views.json").write_text(json.dumps(views, ensure_ascii=False), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
