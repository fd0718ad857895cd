"""How well clauses are found again in seeded revisions of rulebooks, beside two simpler ways.

    python -m benchmarks.concordance INDEX [INDEX ...] [--seeds 5] [--no-embedding]

Every newest issue of the indexes is revised (see `revisions.py`); precision, recall and F1 are over links
between an old and a new clause. *Number* joins equal numbers; *embedding* takes for each new clause the
nearest old one, above the cosine that serves it best.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.revisions import Revision, revised
from regulations_agent.index.vectors.embedder import Embedder
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import compare
from regulations_agent.versions.diff.wording import wording

Links = frozenset[tuple[str, str]]
COSINES = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)


@dataclass
class Tally:
    """Links found, right and wanted, added up."""

    right: int = 0
    found: int = 0
    wanted: int = 0

    def add(self, links: Links, truth: Links) -> None:
        self.right += len(links & truth)
        self.found += len(links)
        self.wanted += len(truth)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, self.found + self.wanted)

    def __str__(self) -> str:
        precision, recall = self.right / max(1, self.found), self.right / max(1, self.wanted)
        return f"{precision:.3f} / {recall:.3f} / **{self.f1:.3f}**"


@dataclass
class Row:
    """One rulebook, all seeds."""

    name: str
    clauses: int
    ours: Tally = field(default_factory=Tally)
    number: Tally = field(default_factory=Tally)
    embedding: dict[float, Tally] = field(default_factory=lambda: {c: Tally() for c in COSINES})
    seconds: float = 0.0
    """CPU of ours."""


def by_wording(revision: Revision) -> Links:
    """Ours."""
    matches = compare(revision.old, revision.new)
    return frozenset((a.id, b.id) for m in matches for a, b in m.pairs if a and b)


def by_number(revision: Revision) -> Links:
    there = {c.number: c.id for c in revision.old}
    return frozenset((there[c.number], c.id) for c in revision.new if c.number in there)


class Vectors:
    """Unit vectors of wordings, each embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder, self.known = embedder, dict[str, npt.NDArray[np.float32]]()

    def of(self, clauses: Sequence[Clause]) -> npt.NDArray[np.float32]:
        new = [text for text in dict.fromkeys(map(wording, clauses)) if text not in self.known]
        for start in range(0, len(new), 64):
            texts = new[start : start + 64]
            self.known |= dict(zip(texts, self.embedder.embed(texts), strict=True))
        return np.stack([self.known[wording(c)] for c in clauses])


def by_embedding(revision: Revision, vectors: Vectors) -> dict[float, Links]:
    """Links by least cosine."""
    near = vectors.of(revision.new) @ vectors.of(revision.old).T
    best = near.argmax(axis=1)
    return {
        cosine: frozenset(
            (revision.old[i].id, clause.id)
            for j, (i, clause) in enumerate(zip(best.tolist(), revision.new, strict=True))
            if near[j, i] >= cosine
        )
        for cosine in COSINES
    }


def measured(libraries: Sequence[Retriever], seeds: int, *, embedding: bool) -> Iterator[Row]:
    """One row a rulebook; what is added to it comes from the next one."""
    books = [(library, document) for library in libraries for document in library.documents]
    newest = {d.book: (library, d) for library, d in books}
    shelf = list(newest.values())
    vectors = Vectors(libraries[0].index.embedder) if embedding else None
    for place, (library, document) in enumerate(shelf):
        other, stranger = shelf[place - 1]
        row = Row(document.id, len(library.clauses(document.id)))
        for seed in range(seeds):
            revision = revised(library.clauses(document.id), other.clauses(stranger.id), seed)
            began = time.process_time()
            row.ours.add(by_wording(revision), revision.links)
            row.seconds += time.process_time() - began
            row.number.add(by_number(revision), revision.links)
            if vectors is not None:
                for cosine, links in by_embedding(revision, vectors).items():
                    row.embedding[cosine].add(links, revision.links)
        yield row


def report(rows: Sequence[Row], seeds: int) -> list[str]:
    lines = [
        f"Precision / recall / F1 over links, {seeds} seeds.",
        "",
        "| rulebook | clauses | concordance | join by number | best embedding | CPU s a pair |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        embedded = max(row.embedding.values(), key=lambda t: t.f1)
        ways = f"{row.ours} | {row.number} | {embedded}"
        lines.append(f"| {row.name} | {row.clauses:,} | {ways} | {row.seconds / seeds:.1f} |")
    worst = min(row.ours.f1 for row in rows)
    return [*lines, "", f"Least F1 of a rulebook: {worst:.3f}."]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("indexes", nargs="+", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--no-embedding", action="store_true")
    given = parser.parse_args()
    libraries = [Retriever.open(path) for path in given.indexes]
    rows = list(measured(libraries, given.seeds, embedding=not given.no_embedding))
    sys.stdout.write("\n".join(report(rows, given.seeds)) + "\n")


if __name__ == "__main__":
    main()
