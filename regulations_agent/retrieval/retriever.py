"""Finds clauses: by number, by words and meaning, and by what hangs together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from regulations_agent.corpus.numbers.reference import lookup_key, told_paragraph
from regulations_agent.errors import Unknown, UnknownClause
from regulations_agent.index.books.names import former_names
from regulations_agent.index.index import Index
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.store import open_index
from regulations_agent.index.vectors.backend import Connect
from regulations_agent.index.vectors.embedder import Embedder, Vectors, open_embedder
from regulations_agent.index.words.lexical import tokens
from regulations_agent.retrieval.names import Names, nearest_ids
from regulations_agent.retrieval.printed import Stretch, headed, printed_order
from regulations_agent.retrieval.query import Query, understand
from regulations_agent.retrieval.ranking import defining_rows, rank
from regulations_agent.retrieval.rows import PASSAGES, Rows
from regulations_agent.retrieval.scope import documents_in_scope, newest_first, rows_in_scope
from regulations_agent.retrieval.signals import nearness, signals
from regulations_agent.settings import Settings
from regulations_agent.types.document import Clause, Document, Reading
from regulations_agent.types.run import Filters, Hit

_ID = re.compile(r"^(?P<book>(?:(?:19|20)\d\d/)?[a-z0-9][\w-]*)(?:@(?P<issue>\d+))?/(?P<number>.+)$")


class Retriever:
    """Search and look-up over one index; clauses that are not law are never found by `search`."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._phrases = [document.section for document in index.documents] == [PASSAGES]
        self.hash = index.hash
        self.folder = ""
        """That it was opened from, at most the last two names of it."""
        self.state: Path | None = None
        """Folder for what is worth keeping from one process to the next; None: nothing is kept."""
        self.formerly: Mapping[str, str] = {}
        """Ids and books that documents bore before somebody renamed them, to those of today."""
        self._rows = Rows(index)
        self._clause = lru_cache(maxsize=4096)(index.clause)
        self._rows_of = lru_cache(maxsize=64)(self._rows_asked)
        self._signals = lru_cache(maxsize=16)(self._signals_of)  # a run asks two or three times for the same

    @classmethod
    def open(
        cls, folder: Path, embedder: Embedder | None = None, connect: Connect | None = None
    ) -> Retriever:
        """`connect` as `open_index` takes it; raises IndexMissing, IndexDamaged."""
        library = cls(open_index(folder, embedder, connect))
        library.folder = "/".join(folder.parts[-2:])
        library.formerly = former_names(folder, library.documents)
        return library

    @classmethod
    def from_texts(cls, texts: Mapping[str, str], embedder: Embedder | None = None) -> Retriever:
        """Any collection of passages, with ids as given; they form one document without season."""
        # imports all readers, which asking never needs
        from regulations_agent.index.building.assemble import assemble

        document = Document(None, PASSAGES, None, None, "Texts", 0, "")
        clauses = tuple(Clause(key, key, "", None, "clause", 1, text) for key, text in texts.items())
        record = Record(encode(Reading(document, (), clauses)))
        index, _ = assemble([record], embedder or open_embedder(Settings()))
        return cls(index)

    @property
    def documents(self) -> tuple[Document, ...]:
        """In order of id."""
        return self.index.documents

    @cached_property
    def names(self) -> Names:
        """What the books are called and how they number."""
        return Names(self.documents, self._rows.keys)

    def understand(self, text: str, filters: Filters | None = None) -> Query:
        """What the question names: seasons, issues, sections, clause numbers, and the words left over."""
        return understand(text, filters or Filters(), self.names)

    def search(
        self, text: str, k: int = 10, filters: Filters | None = None, *, rerank: bool = True
    ) -> list[Hit]:
        """The k best clauses in force, best first, ties as printed; clauses that the text numbers lead.

        Without filters the newest issue of every season is searched, or what the text names. A text that
        stands in several of them is found once, where it is newest. Of a plain collection of texts words of
        the question side by side count too, but without `rerank`.
        """
        filters = filters or Filters()
        query = self.understand(text, filters)
        rows = self._rows_for(query, filters)
        hits = [hit for number in query.numbers for hit in self._named(number, query, filters.as_of)]
        hits += [
            self._hit(row, score, "search")
            for row, score in rank(self.index, query.topic, rows, k, phrases=rerank and self._phrases)
        ]
        first = {hit.id: hit for hit in reversed(hits)}
        return [first[name] for name in dict.fromkeys(hit.id for hit in hits)][:k]

    def nearest(self, text: str, vector: Vectors, k: int, filters: Filters) -> list[Clause]:
        """Those that `search` looks at for a text and that have one of the k views nearest to a vector."""
        rows = self._rows_for(self.understand(text, filters), filters)
        near = np.isin(self.index.table.sense[rows], self.index.senses_near(vector, k))
        return self._listed(self._rows.by_age(rows[near].tolist()))

    def search_within(self, text: str, clauses: Iterable[Clause]) -> list[Hit]:
        """The given clauses by how well they fit a text, best first; those that are not law left out."""
        rows = np.array(sorted({self._row(clause) for clause in clauses}), np.int64)
        rows = rows[self.index.table.text[rows] >= 0]
        return [
            self._hit(row, score, "search")
            for row, score in rank(self.index, text, rows, len(rows), phrases=self._phrases)
        ]

    def lookup(self, number: str, filters: Filters | None = None) -> list[Hit]:
        """The clauses with that number, typed in any way, or that id; newest first, [] when there is none.

        Deleted clauses are found too: see `Clause.in_force`.
        """
        filters, number = filters or Filters(), self._today(number.strip())
        if (row := self._rows.by_id.get(number)) is not None:
            return [self._hit(row, 1.0, "lookup")]
        match = _ID.match(number)
        book = next((d for d in self.documents if match and d.book == match["book"]), None)
        if match and book:
            issue = int(match["issue"]) if match["issue"] else filters.issue
            filters = Filters(book.season, book.section, issue, filters.as_of)
            number = match["number"]
        query = self.understand("", filters)
        keys = dict.fromkeys(map(lookup_key, (told_paragraph(number), number)))
        return next((hits for key in keys if (hits := self._named(key, query, filters.as_of))), [])

    def clause(self, clause_id: str) -> Clause:
        """By id, with or without `@issue` (then of the newest), or by a number that one book alone has.

        Raises `UnknownClause`."""
        clause_id = self._today(clause_id)
        hits = self.lookup(clause_id)
        if not hits or (not _ID.match(clause_id) and len({hit.document.book for hit in hits}) > 1):
            near = nearest_ids(clause_id, self.documents, self.clauses)
            books = ", ".join(sorted({d.book for d in self.documents})[:12])
            told = f"No clause {clause_id!r}; the nearest are {', '.join(near)}; the books are {books}."
            raise UnknownClause(told, clause_id, near)
        return hits[0].clause

    def _today(self, name: str) -> str:
        """An id of a document or clause with the name that its document bears today."""
        return next(
            (
                now + name[len(old) :]
                for old, now in self.formerly.items()
                if f"{name}/".startswith(f"{old}/")
            ),
            name,
        )

    def document(self, document_id: str) -> Document:
        """By id, or by book (then its newest issue); raises `Unknown`."""
        document_id = self._today(document_id)
        for place in newest_first(self.documents):
            document = self.documents[place]
            if document_id in (document.id, document.book):
                return document
        there = ", ".join(d.id for d in self.documents)
        raise Unknown(f"No document {document_id!r} in the index; it holds {there}.")

    def document_of(self, clause: Clause) -> Document:
        """The document that a clause stands in."""
        return self.documents[int(self.index.table.document[self._row(clause)])]

    def clauses(self, document_id: str) -> list[Clause]:
        """All clauses of a document in printed order, deleted ones too."""
        place = self.documents.index(self.document(document_id))
        first, end = self.index.first_rows[place : place + 2].tolist()
        return self._listed(range(first, end))

    def struck(self, document_id: str) -> list[Clause]:
        """The clauses of a document that hold struck words, in printed order."""
        place = self.documents.index(self.document(document_id))
        first = int(self.index.first_rows[place])
        return self._listed(first + struck for struck in self.index.records[place].struck)

    def searched(self, text: str, filters: Filters | None = None) -> tuple[Document, ...]:
        """The documents that `search` looks into for that text, in order of id."""
        filters = filters or Filters()
        places = documents_in_scope(self.documents, self.understand(text, filters), filters.as_of)
        return tuple(self.documents[place] for place in places)

    def parent(self, clause: Clause) -> Clause | None:
        row = self._rows.parent(self._row(clause))
        return None if row is None else self._clause(row)

    def children(self, clause: Clause) -> list[Clause]:
        """In printed order."""
        return self._listed(self._rows.children(self._row(clause)))

    def siblings(self, clause: Clause) -> list[Clause]:
        """The other clauses under the same parent, in printed order."""
        row = self._row(clause)
        parent = self._rows.parent(row)
        return [] if parent is None else self._listed(r for r in self._rows.children(parent) if r != row)

    def path(self, clause: Clause) -> list[Clause]:
        """The clauses above, from the top down."""
        return self._listed(reversed(self._rows.above(self._row(clause))))

    def references(self, clause: Clause) -> list[Clause]:
        """The clauses of the corpus that it refers to, as documents and print go."""
        return self._listed(self._rows.cited_in(self._row(clause)))

    def cited_by(self, clause: Clause) -> list[Clause]:
        """The clauses of the corpus that refer to it, as documents and print go."""
        return self._listed(self._rows.citing(self._row(clause)))

    def definition(self, term: str, filters: Filters | None = None) -> list[Hit]:
        """The clauses that define a term or abbreviation, newest first; [] when it is not defined.

        A clause that defines a part of the term must hold all its words: `driver given who ignores a blue
        signal` is not defined where Driver is.
        """
        filters = filters or Filters()
        scope = rows_in_scope(self.index, self.understand("", filters), filters.as_of)
        catalogue = self.index.catalogue
        wanted = {_plain(term), _plain(catalogue.abbreviations.get(term.strip().lower(), term))}
        exact = [t.row for t in catalogue.terms if wanted & {_plain(name) for name in (t.name, *t.aliases)}]
        rows = [row for row in exact or defining_rows(term, catalogue) if scope[row]]
        hits = [self._hit(row, 1.0, "lookup") for row in self._rows.by_age(rows)]
        asked = set(tokens(term))
        said = (f"{hit.clause.heading} {self.full_text(hit.clause)}" for hit in hits)
        return (
            hits if exact else [h for h, text in zip(hits, said, strict=True) if asked <= set(tokens(text))]
        )

    def full_text(self, clause: Clause) -> str:
        """Its words in force and those of its items, as printed, each after the last step of its number."""
        items = [c for c in self.children(clause) if c.in_force and c.binding]
        parts: list[str] = []
        for part in printed_order(clause, items):
            if isinstance(part, Stretch):
                parts.append(clause.text[part.start : part.end])
                continue
            label = part.number.removeprefix(clause.number).strip(" ./")
            parts.append(headed(f"{label} {part.heading}".strip(), self.full_text(part)))
        return "\n".join(parts)

    def nearness(
        self, clauses: Sequence[Clause], vector: Vectors
    ) -> list[tuple[float, list[tuple[int, float]]]]:
        """Of each clause the cosine of a unit vector with it as a whole, and with each part of its text, as
        (start in the text, cosine), in order; no parts of a short clause."""
        return nearness(self.index, [self._row(clause) for clause in clauses], clauses, vector)

    def signals(self, text: str, filters: Filters | None = None) -> dict[str, float]:
        """What the search tells of a question as a whole; see `retrieval.signals`."""
        return dict(self._signals(text, filters or Filters()))

    def _signals_of(self, text: str, filters: Filters) -> dict[str, float]:
        query = self.understand(text, filters)
        return signals(self.index, query.topic, self._rows_for(query, filters))

    def _rows_for(self, query: Query, filters: Filters) -> npt.NDArray[np.int64]:
        """Those in the scope of a query, whatever it asks for."""
        return self._rows_of(replace(query, text="", topic="", numbers=()), filters.as_of)

    def _rows_asked(self, query: Query, as_of: str | None) -> npt.NDArray[np.int64]:
        return np.flatnonzero(rows_in_scope(self.index, query, as_of))

    def _named(self, key: str, query: Query, as_of: str | None) -> list[Hit]:
        places = documents_in_scope(self.documents, query, as_of)
        rows = [row for place in places if (row := self._rows.by_key[place].get(key)) is not None]
        return [self._hit(row, 1.0, "lookup") for row in self._rows.by_age(rows)]

    def _hit(self, row: int, score: float, via: Literal["lookup", "search"]) -> Hit:
        return Hit(self._clause(row), self.documents[int(self.index.table.document[row])], score, via)

    def _row(self, clause: Clause) -> int:
        try:
            return self._rows.by_id[clause.id]
        except KeyError:
            raise UnknownClause(f"The clause {clause.id!r} is not of this index.") from None

    def _listed(self, rows: Iterable[int]) -> list[Clause]:
        return [self._clause(row) for row in rows]


def _plain(term: str) -> str:
    return " ".join(re.findall(r"\w+", term.lower()))
