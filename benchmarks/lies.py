"""How many lies about rules still stand as a model's claims, and how many true sentences.

    python -m benchmarks.lies [--index DIR] [--strangers INDEXES] [--part 0|1] [--show] [--told-only]

Three sets: sentences of the index turned into lies by rules; with the index of `corpus/sample`, the lies and
truths of `lies_told.jsonl`, written by hand from its clauses; and with indexes of their books, by name, those
of `lies_strangers.jsonl`, by somebody who saw twelve rulebooks and nothing else. `--show` prints what went
wrong; `--part` takes every second line, so that the other half stays unseen while the checks are worked on.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.pairs import Libraries, clause_of
from regulations_agent.answer.text import book_name
from regulations_agent.language.sentences import is_open, sentences
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.checking.claims import check
from regulations_agent.reasoning.choosing.rules import gather
from regulations_agent.reasoning.computing.expression import Wrong
from regulations_agent.reasoning.model.evidence import Evidence, Piece
from regulations_agent.reasoning.model.forms import Sentence
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit

CLAUSES = 700
SAMPLE = ("2018/sporting@2", "2019/sporting@2")
"""Books that the sentences written by hand are about."""
UNITS = {"seconds": "hours", "minutes": "days", "hours": "minutes", "metres": "km", "mm": "cm", "kg": "g"}
Change = Callable[[str], str]


def swap(pattern: str, new: str) -> Change:
    return lambda text: re.sub(pattern, new, text, count=1)


def other_number(text: str) -> str:
    found = list(re.finditer(r"(?<![\w.])\d+(?![\w.]*\d)", text))
    chosen = random.choice(found) if found else None
    return f"{text[: chosen.start()]}{int(chosen[0]) * 3 + 7}{text[chosen.end() :]}" if chosen else text


LIES: dict[str, Change] = {
    "number": other_number,
    "unit": lambda text: re.sub(rf"\b({'|'.join(UNITS)})\b", lambda m: UNITS[m[1]], text, count=1),
    "clause": swap(r"(Articles? )([A-Z]?\d+)", r"\1X9"),
    "must to may": swap(r"\bmust(?! not)\b", "may"),
    "may to must": swap(r"(?i)^((?:(?!\b(?:no|nobody|none|nothing)\b).)*?)\bmay(?! not)\b", r"\1must"),
    "must to must not": swap(r"\bmust(?! not)\b", "must not"),
    "may to may not": swap(r"\bmay(?! not)\b", "may not"),
    "not dropped": swap(r"\b(must|may|will|shall) not\b", r"\1"),
    "no put first": lambda text: f"No {text[0].lower()}{text[1:]}",
    "something added": lambda text: f"{text.rstrip('.')}, and a bribe of $50,000 settles it.",
}


def evidence_of(clause: Clause, library: Retriever) -> Evidence:
    document = library.document_of(clause)
    (rule, *_) = gather([Hit(clause, document, 1.0)], library)
    where = f"{book_name(document)}; {'; '.join(rule.path[-2:])}"
    clauses = [node.clause for node in rule.nodes if node.clause.text]
    return Evidence(
        tuple(Piece(n, c.number, where, c.text, Hit(c, document, 1.0)) for n, c in enumerate(clauses, 1))
    )


def stands(text: str, clause: Clause, evidence: Evidence) -> bool:
    pointed = [p.number for p in evidence.pieces if p.hit and p.hit.clause.id == clause.id]
    try:
        check(
            Sentence(text=text, evidence=pointed, expression=None, item=False), evidence, "What is the rule?"
        )
    except Wrong:
        return False
    return True


@dataclass(frozen=True)
class Told:
    """A sentence about clauses of the sample, written by hand."""

    true: bool
    kind: str
    clauses: tuple[str, ...]
    question: str
    text: str
    expression: str | None = None
    unless: tuple[str, ...] = ()
    """Of a dropped condition: words one of which puts it back."""


def told_sentences() -> list[Told]:
    rows = _rows("lies_told.jsonl")
    return [Told(**row | {name: tuple(row.get(name, ())) for name in ("clauses", "unless")}) for row in rows]


def of_strangers(indexes: Path) -> list[tuple[Told, Retriever]]:
    """With the index of the book that each is about; without those of which no index is there."""
    libraries, found = Libraries(indexes), []
    for row in filter(lambda row: row["book"] in libraries.names, _rows("lies_strangers.jsonl")):
        library = libraries[row.pop("book")]
        clauses = [clause_of(name, starts, library) for name, starts in row.pop("clauses")]
        ids = tuple(clause.id for clause in clauses if clause)
        unless = tuple(row.pop("unless", ()))
        found += [(Told(clauses=ids, unless=unless, **row), library)] if ids else []
    return found


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def shown_with(told: Told, library: Retriever) -> tuple[Evidence, list[int]]:
    """The rules that the sentence is about among their neighbours, and the pieces that a model would name."""
    named = [c for clause_id in told.clauses for c in with_below(library.clause(clause_id), library)]
    near = [c for clause in named for c in beside(clause, library)]
    hits = [Hit(c, library.document_of(c), 1.0) for c in dict.fromkeys([*named, *near])]
    pieces: list[Piece] = []
    for rule in gather(hits, library):
        where = f"{book_name(rule.document)}; {'; '.join(rule.path[-2:])}"
        for clause in (node.clause for node in rule.nodes if node.clause.text):
            hit = Hit(clause, rule.document, 1.0)
            pieces.append(Piece(len(pieces) + 1, clause.number, where, clause.text, hit))
    own = [p for p in pieces if p.hit and any(p.hit.clause.id.startswith(c) for c in told.clauses)]
    words = vocabulary(told.text)
    own.sort(key=lambda p: -len(words & vocabulary(p.text)))
    return Evidence(tuple(pieces)), sorted(p.number for p in own[:4])


def with_below(clause: Clause, library: Retriever) -> list[Clause]:
    return [clause, *(c for child in library.children(clause) for c in with_below(child, library))]


def beside(clause: Clause, library: Retriever) -> list[Clause]:
    parent = library.clause(clause.parent) if clause.parent else None
    return [c for c in library.children(parent) if c.in_force][:8] if parent else []


def believes(told: Told, library: Retriever) -> str | None:
    """What would be shown of the sentence; None when it does not stand, or says what it had left out."""
    evidence, pointed = shown_with(told, library)
    form = Sentence(text=told.text, evidence=pointed, expression=told.expression, item=False)
    try:
        text = check(form, evidence, told.question).text
    except Wrong:
        return None
    mended = any(word.lower() in text.lower() for word in told.unless)
    return None if mended else text


def tell(every: Sequence[tuple[Told, Retriever]], part: int | None, *, show: bool) -> None:
    told, believed = Counter[str](), Counter[str]()
    for number, (sentence, library) in enumerate(every):
        if part is not None and number % 2 != part:
            continue
        stands = believes(sentence, library)
        for name in (
            "truths" if sentence.true else "lies",
            f"- {(sentence.true and 'truth') or 'lie'}: {sentence.kind}",
        ):
            told[name] += 1
            believed[name] += stands is not None
        if show and (stands is not None) != sentence.true:
            sys.stdout.write(
                f"{'dropped' if sentence.true else 'believed'} {sentence.kind}: {sentence.text}\n"
            )
    for name, count in told.items():
        sys.stdout.write(f"{name}: {believed[name]} of {count} stand\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--index", type=Path, default=Path("indexes/sample"))
    parser.add_argument("--strangers", type=Path, help="folder with an index of each of their books")
    parser.add_argument("--part", type=int, choices=(0, 1))
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--told-only", action="store_true")
    given = parser.parse_args()
    library = Retriever.open(given.index)
    if set(SAMPLE) <= {document.id for document in library.documents}:
        tell([(sentence, library) for sentence in told_sentences()], given.part, show=given.show)
    if given.strangers:
        tell(of_strangers(given.strangers), given.part, show=given.show)
    if not given.told_only:
        turn(library)


def turn(library: Retriever) -> None:
    """The sentences of the index itself, and what became of them by rules."""
    random.seed(1)
    every = (c for d in library.documents for c in library.clauses(d.id))
    clauses = [c for c in every if c.in_force and not c.effective and len(c.text) > 60]
    told, believed = Counter[str](), Counter[str]()
    for clause in random.sample(clauses, min(CLAUSES, len(clauses))):
        evidence = evidence_of(clause, library)
        spans = [] if "|" in clause.text else sentences(clause.text)[:2]
        for text in (" ".join(clause.text[s.start : s.end].split()) for s in spans):
            if not 40 <= len(text) <= 600 or is_open(text):
                continue
            told["(unchanged)"] += 1
            believed["(unchanged)"] += stands(text, clause, evidence)
            for name, change in LIES.items():
                if (lie := change(text)) != text:
                    told[name] += 1
                    believed[name] += stands(lie, clause, evidence)
    for name, count in told.items():
        sys.stdout.write(f"{name}: {believed[name]} of {count} stand\n")


if __name__ == "__main__":
    main()
