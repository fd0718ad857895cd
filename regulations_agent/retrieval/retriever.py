"""Finds clauses: by number, by words and meaning, and by what hangs together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import numpy as np

from regulations_agent.corpus.reference import lookup_key
from regulations_agent.errors import UnknownClause, UsageError
from regulations_agent.index.assemble import assemble
from regulations_agent.index.embedder import Embedder, open_embedder
from regulations_agent.index.records import Record, encode
from regulations_agent.index.store import Index, open_index
from regulations_agent.retrieval.fusion import weighted_fusion
from regulations_agent.retrieval.names import Names
from regulations_agent.retrieval.query import Query, understand
from regulations_agent.retrieval.scope import documents_in_scope, newest_first, rows_in_scope
from regulations_agent.retrieval.wording import word_topic
from regulations_agent.settings import Settings
from regulations_agent.types.document import Clause, Document, Reading
from regulations_agent.types.ingest import Progress
from regulations_agent.types.run import Filters, Hit

_ID = re.compile(r"^(?P<book>(?:(?:19|20)\d\d/)?[a-z0-9][\w-]*)(?:@(?P<issue>\d+))?/(?P<number>.+)$")
NEWER = 0.02
"""What a season's age costs, so that of near-equal clauses of several seasons the newest comes first."""


class Retriever:
    """Search and look-up over one index; clauses that are not law are never found by `search`."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._clause = lru_cache(maxsize=4096)(index.clause)
        self.hash = index.hash

    @classmethod
    def open(cls, folder: Path, embedder: Embedder | None = None) -> Retriever:
        """Raises IndexMissing, IndexDamaged."""
        return cls(open_index(folder, embedder))

    @classmethod
    def from_texts(cls, texts: Mapping[str, str], embedder: Embedder | None = None) -> Retriever:
        """Any collection of passages, with ids as given; they form one document without season."""
        document = Document(None, "texts", None, None, "Texts", 0, "")
        clauses = tuple(Clause(key, key, "", None, "clause", 1, text) for key, text in texts.items())
        record = Record(encode(Reading(document, (), clauses)))
        index, _ = assemble([record], embedder or open_embedder(Settings()), None, _silent)
        return cls(index)

    @property
    def documents(self) -> tuple[Document, ...]:
        """In order of id."""
        return self.index.documents

    @cached_property
    def names(self) -> Names:
        """What the books are called and how they number."""
        ends = self.index.first_rows
        keys = [self.index.catalogue.keys[a:b] for a, b in zip(ends[:-1], ends[1:], strict=True)]
        return Names(self.documents, keys)

    def understand(self, text: str, filters: Filters | None = None) -> Query:
        """What the question names: seasons, issues, sections, clause numbers, and the words left over."""
        return understand(text, filters or Filters(), self.names)

    def search(self, text: str, k: int = 10, filters: Filters | None = None) -> list[Hit]:
        """The k best clauses in force, best first, ties by id; clauses that the text numbers come before all others.

        Without filters the newest issue of every season is searched, or what the text names. A text that stands in
        several of them is found once, where it is newest.
        """
        filters = filters or Filters()
        query = self.understand(text, filters)
        named = [hit for number in query.numbers for hit in self._named(number, query, filters.as_of)]
        found = self._ranked(query, filters.as_of, k)
        hits = {hit.id: hit for hit in (*found, *named)}
        order = [*(hit.id for hit in named), *(hit.id for hit in found)]
        return [hits[name] for name in dict.fromkeys(order)][:k]

    def lookup(self, number: str, filters: Filters | None = None) -> list[Hit]:
        """The clauses with that number, typed in any way, or with that id; newest first, [] when there is none."""
        filters = filters or Filters()
        match = _ID.match(number.strip())
        if match and (row := self._rows_by_id.get(number.strip())) is not None:
            return [self._hit(row, 1.0, "lookup")]
        if match and any(d.book == match["book"] for d in self.documents):
            book = next(d for d in self.documents if d.book == match["book"])
            issue = int(match["issue"]) if match["issue"] else filters.issue
            filters = Filters(book.season, book.section, issue, filters.as_of)
            number = match["number"]
        return self._named(lookup_key(number), self.understand("", filters), filters.as_of)

    def clause(self, clause_id: str) -> Clause:
        """By id, with or without `@issue` (then of the newest); raises UnknownClause."""
        hits = self.lookup(clause_id)
        if not hits or not _ID.match(clause_id):
            books = ", ".join(sorted({d.book for d in self.documents})[:12])
            raise UnknownClause(f"No clause {clause_id!r} in the index; its books are {books}.")
        return hits[0].clause

    def document(self, document_id: str) -> Document:
        """By id, or by book (then its newest issue); raises UsageError."""
        for place in newest_first(self.documents):
            document = self.documents[place]
            if document_id in (document.id, document.book):
                return document
        there = ", ".join(d.id for d in self.documents)
        raise UsageError(f"No document {document_id!r} in the index; it holds {there}.")

    def document_of(self, clause: Clause) -> Document:
        """The document that a clause stands in."""
        return self.documents[int(self.index.table.document[self._row(clause)])]

    def clauses(self, document_id: str) -> list[Clause]:
        """All clauses of a document in printed order, deleted ones too."""
        place = self.documents.index(self.document(document_id))
        first, end = (int(row) for row in self.index.first_rows[place : place + 2])
        return [self._clause(row) for row in range(first, end)]

    def searched(self, text: str, filters: Filters | None = None) -> tuple[Document, ...]:
        """The documents that `search` looks into for that text, in order of id."""
        filters = filters or Filters()
        places = documents_in_scope(self.documents, self.understand(text, filters), filters.as_of)
        return tuple(self.documents[place] for place in places)

    def parent(self, clause: Clause) -> Clause | None:
        row = int(self.index.table.parent[self._row(clause)])
        return None if row < 0 else self._clause(row)

    def children(self, clause: Clause) -> list[Clause]:
        """In printed order."""
        return [self._clause(row) for row in self._children(self._row(clause))]

    def siblings(self, clause: Clause) -> list[Clause]:
        """The other clauses under the same parent, in printed order."""
        row = self._row(clause)
        parent = int(self.index.table.parent[row])
        return [] if parent < 0 else [self._clause(other) for other in self._children(parent) if other != row]

    def path(self, clause: Clause) -> list[Clause]:
        """The clauses above, from the top down."""
        above: list[Clause] = []
        row = int(self.index.table.parent[self._row(clause)])
        while row >= 0:
            above.append(self._clause(row))
            row = int(self.index.table.parent[row])
        return above[::-1]

    def references(self, clause: Clause) -> list[Clause]:
        """The clauses of the corpus that it refers to, in order of id."""
        table = self.index.table
        return self._listed(table.target[table.source == self._row(clause)])

    def cited_by(self, clause: Clause) -> list[Clause]:
        """The clauses of the corpus that refer to it, in order of id."""
        table = self.index.table
        return self._listed(table.source[table.target == self._row(clause)])

    def definition(self, term: str, filters: Filters | None = None) -> list[Hit]:
        """The clauses that define a term or abbreviation, newest first; [] when it is not defined."""
        filters = filters or Filters()
        wanted = {_plain(term)}
        if (long := self.index.catalogue.abbreviations.get(term.strip().lower())) is not None:
            wanted.add(_plain(long))
        scope = rows_in_scope(self.index, self.understand("", filters), filters.as_of)
        rows = [
            t.row
            for t in self.index.catalogue.terms
            if scope[t.row] and wanted & {_plain(name) for name in (t.name, *t.aliases)}
        ]
        return [self._hit(row, 1.0, "lookup") for row in self._by_age(rows)]

    def full_text(self, clause: Clause) -> str:
        """Its words in force and those of its items below, in printed order, each item after its number's last step."""
        parts = [clause.text] if clause.text else []
        for child in self.children(clause):
            if child.in_force and child.binding:
                label = child.number.removeprefix(clause.number).strip(" .")
                parts.append(" ".join(part for part in (label, child.heading, self.full_text(child)) if part))
        return "\n".join(parts)

    def _ranked(self, query: Query, as_of: str | None, k: int) -> list[Hit]:
        index = self.index
        rows = np.flatnonzero(rows_in_scope(index, query, as_of))
        wording = word_topic(query.topic, index.catalogue, index.lexical)
        if not len(rows) or not query.topic.strip():
            return []
        fused = weighted_fusion(
            index.lexical.scores(wording.stems)[index.table.text[rows]],
            index.dense.scores(index.embedder.embed([wording.sentence])[0])[index.table.sense[rows]],
            wording.most,
        )
        scores = fused - self._ages[index.table.document[rows]]
        newest = max(self._ages[index.table.document[rows]].min(), 0.0)
        order = np.lexsort((rows, -scores))
        best: dict[int, tuple[int, float]] = {}
        for place in order:
            unit = int(index.table.text[rows[place]])
            best.setdefault(unit, (int(rows[place]), float(scores[place] + newest)))
            if len(best) >= k:
                break
        return [self._hit(row, score, "search") for row, score in best.values()]

    def _named(self, key: str, query: Query, as_of: str | None) -> list[Hit]:
        rows = [
            row
            for place in documents_in_scope(self.documents, query, as_of)
            if (row := self._rows_by_key[place].get(key)) is not None
        ]
        return [self._hit(row, 1.0, "lookup") for row in self._by_age(rows)]

    def _by_age(self, rows: Sequence[int]) -> list[int]:
        """Newest season and issue first; of one document as printed."""
        rank = {place: position for position, place in enumerate(newest_first(self.documents))}
        return sorted(dict.fromkeys(rows), key=lambda row: (rank[int(self.index.table.document[row])], row))

    def _hit(self, row: int, score: float, via: Literal["lookup", "search"]) -> Hit:
        document = self.documents[int(self.index.table.document[row])]
        return Hit(self._clause(row), document, round(min(max(score, 0.0), 1.0), 6), via)

    def _row(self, clause: Clause) -> int:
        try:
            return self._rows_by_id[clause.id]
        except KeyError:
            raise UnknownClause(f"The clause {clause.id!r} is not of this index.") from None

    def _children(self, row: int) -> list[int]:
        return [int(child) for child in np.flatnonzero(self.index.table.parent == row)]

    def _listed(self, rows: np.ndarray[tuple[int], np.dtype[np.int32]]) -> list[Clause]:
        return sorted((self._clause(int(row)) for row in rows), key=lambda clause: clause.id)

    @cached_property
    def _rows_by_id(self) -> dict[str, int]:
        if len(self.documents) == 1 and self.documents[0].section == "texts":
            return {number: row for row, number in enumerate(self.index.catalogue.numbers)}
        return {self.index.clause_id(row): row for row in range(len(self.index.catalogue.numbers))}

    @cached_property
    def _rows_by_key(self) -> list[dict[str, int]]:
        """For each document, the first row of each look-up key."""
        found: list[dict[str, int]] = []
        for place, keys in enumerate(self.names.rows_of):
            first = int(self.index.first_rows[place])
            mapping: dict[str, int] = {}
            for offset, key in enumerate(keys):
                mapping.setdefault(key, first + offset)
            found.append(mapping)
        return found

    @cached_property
    def _ages(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """What each document's score loses for its season's age."""
        newest = max((d.season for d in self.documents if d.season is not None), default=0)
        return np.array(
            [NEWER * (newest - d.season) if d.season else 0.0 for d in self.documents], np.float32
        )


def _plain(term: str) -> str:
    return " ".join(re.findall(r"\w+", term.lower()))


def _silent(_: Progress) -> None:
    """Nobody watches."""
