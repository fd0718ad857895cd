"""Small rulebooks and an encoder without a model, for the tests of the index and of retrieval."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from regulations_agent.index.words.lexical import tokens
from regulations_agent.types.document import Clause, Document, Reading, Reference, Target, Term


class HashedWords:
    """Bag of hashed stems: no model, no files, the same vector for the same text."""

    name = "hashed-words"
    dimension = 64
    files: Mapping[str, Path] = {}

    def __init__(self) -> None:
        self.embedded = 0

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.embedded += len(texts)
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 1e-3
            for token in tokens(text):
                row[hashlib.sha256(token.encode()).digest()[0] % self.dimension] += 1
            row /= np.linalg.norm(row)
        return rows


def book(season: int | None, section: str, issue: int | None, rules: Sequence[tuple], **facts) -> Reading:
    """A reading from (number, heading, text[, more fields]); parents and kinds follow from the numbers."""
    sha = hashlib.sha256(repr((season, section, issue, rules)).encode()).hexdigest()
    published = facts.pop("published", f"{(season or 2000) - 1}-{(issue or 1):02d}-01")
    file = facts.pop("file", f"{section}.pdf")
    document = Document(season, section, issue, published, f"{section} {season}", 3, sha, file)
    numbers = {rule[0] for rule in rules}
    clauses = []
    for number, heading, text, *more in rules:
        shorter = (number[:cut] for cut in range(len(number) - 1, 0, -1))
        parent = next((start for start in shorter if start in numbers), None)
        fields = {
            "kind": "item" if number.endswith(")") else "clause" if parent else "article",
            "parent": f"{document.id}/{parent}" if parent else None,
        }
        fields |= more[0] if more else {}
        clauses.append(
            Clause(id=f"{document.id}/{number}", number=number, heading=heading, text=text, page=1, **fields)
        )
    return Reading(document, (), tuple(clauses), **facts)


PIT = "The speed limit in the pit lane is 80 km/h."
SPORTING_2025_1 = book(
    2025,
    "sporting",
    1,
    [
        ("34", "PIT LANE", ""),
        ("34.7", "", "The speed limit in the pit lane is 60 km/h."),
        ("34.8", "", "Dogs may enter the paddock."),
    ],
)
SPORTING_2025_4 = book(
    2025,
    "sporting",
    4,
    [
        ("34", "PIT LANE", ""),
        ("34.7", "", PIT),
        ("34.7a)", "", "Any driver who exceeds it will be fined 100 euros per km/h."),
        ("34.7b)", "", "During the race the stewards may impose a penalty under Article 54.3."),
        ("34.8", "", "", {"in_force": False, "deleted": ("Dogs may enter the paddock.",)}),
        ("34.9", "", "Marshals should be thanked.", {"binding": False}),
        ("54", "PENALTIES", ""),
        ("54.3", "", "The stewards may impose a drive-through penalty."),
        ("55", "VIRTUAL SAFETY CAR", ""),
        ("55.1", "", "The Virtual Safety Car (VSC) slows all cars down."),
    ],
    references=(
        Reference("34.7b)", 1, "Article 54.3", (Target("2025/sporting@4", "54.3", "resolved"),)),
        Reference("54.3", 1, "the Technical Regulations", (Target("2025/technical", "4.1", "external"),)),
    ),
)
TECHNICAL_2025 = book(
    2025,
    "technical",
    2,
    [("4", "MASS", ""), ("4.1", "Minimum mass", "The mass of the car must not be less than 800 kg.")],
)
SPORTING_2026 = book(
    2026,
    "sporting",
    1,
    [
        ("B1", "PIT LANE", ""),
        ("B1.7", "", "The speed limit in the pit lane is 80 km/h at all times."),
        ("B1.8", "", "Hybrid boost is allowed.", {"effective": "2027"}),
        ("B2", "DEFINITIONS", ""),
        ("B2.1", "", '"Mule Car" means a car built for tyre tests.', {"kind": "definition"}),
    ],
    terms=(Term("Mule Car", "B2.1", 1, "a car built for tyre tests", ("MC",)),),
)
LIBRARY = (SPORTING_2025_1, SPORTING_2025_4, TECHNICAL_2025, SPORTING_2026)
