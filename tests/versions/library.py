"""Invented rulebooks of a few clauses in memory, several issues and seasons on one shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.document import Clause, Document, Reading
from tests.versions.test_places import book

Rows = Sequence[tuple[str, str] | Clause]


def document(name: str) -> Document:
    """`2031/sailing@2`, `sailing-2024`."""
    series, _, issue = name.partition("@")
    season, _, section = series.rpartition("/")
    return Document(
        int(season) if season else None, section, int(issue) if issue else None, None, "Sailing", 1, name
    )


def library(shelf: Mapping[str, Rows]) -> Retriever:
    """Documents by id, each with its clauses."""
    records = []
    for name, rows in shelf.items():
        clauses = [book(row, name=name)[0] if isinstance(row, tuple) else _in(name, row) for row in rows]
        there = {clause.id for clause in clauses}
        clauses = [c if c.parent in there else replace(c, parent=None) for c in clauses]
        records.append(Record(encode(Reading(document(name), (), tuple(clauses)))))
    index, _ = assemble(records, open_embedder(Settings()), None, lambda _: None)
    return Retriever(index)


def _in(name: str, clause: Clause) -> Clause:
    above = clause.parent and f"{name}/{clause.parent.rpartition('/')[2]}"
    return replace(clause, id=f"{name}/{clause.number}", parent=above)
