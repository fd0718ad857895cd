"""How many sentences of an index, turned into lies, still stand as a model's claims: `--index DIR`."""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from regulations_agent.answer.sentences import sentences
from regulations_agent.answer.text import book_name
from regulations_agent.reasoning.chat_claims import check
from regulations_agent.reasoning.chat_evidence import Evidence, Piece
from regulations_agent.reasoning.chat_forms import Sentence
from regulations_agent.reasoning.chat_numbers import Wrong
from regulations_agent.reasoning.rules import gather
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Hit

CLAUSES = 700
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
    "may to must": swap(r"\bmay(?! not)\b", "must"),
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--index", type=Path, default=Path("indexes/default"))
    library = Retriever.open(parser.parse_args().index)
    random.seed(1)
    clauses = [c for d in library.documents for c in library.clauses(d.id) if c.in_force and len(c.text) > 60]
    told, believed = Counter[str](), Counter[str]()
    for clause in random.sample(clauses, min(CLAUSES, len(clauses))):
        evidence = evidence_of(clause, library)
        spans = [] if "|" in clause.text else sentences(clause.text)[:2]
        for text in (" ".join(clause.text[s.start : s.end].split()) for s in spans):
            if not 40 <= len(text) <= 600:
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
