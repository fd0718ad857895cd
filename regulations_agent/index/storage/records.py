"""A reading on disk: JSON Lines, one clause a line, decoded clause by clause."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from regulations_agent.errors import IndexDamaged
from regulations_agent.types.document import Clause, Document, Reading, Reference, Term


@dataclass(frozen=True, slots=True)
class Header:
    """First line of the file: the document, and how many lines of each kind follow."""

    document: Document
    clauses: int
    references: int
    terms: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Struck:
    """Of a clause's line, what tells whether words of it were struck."""

    deleted: tuple[str, ...] = ()


_HEADER = msgspec.json.Decoder(Header)
_CLAUSE = msgspec.json.Decoder(Clause)
_STRUCK = msgspec.json.Decoder(_Struck)
_REFERENCE = msgspec.json.Decoder(Reference)
_TERM = msgspec.json.Decoder(Term)
T = TypeVar("T")


def encode(reading: Reading) -> bytes:
    """Header, clauses, references, terms, in this order; pages are left to the PDF."""
    header = Header(
        reading.document, len(reading.clauses), len(reading.references), len(reading.terms), reading.problems
    )
    encoder = msgspec.json.Encoder()
    return encoder.encode_lines([header, *reading.clauses, *reading.references, *reading.terms])


class Record:
    """A reading as stored; `data` may be a memory map."""

    def __init__(self, data: bytes | memoryview) -> None:
        self.data = memoryview(data)

    @cached_property
    def sha256(self) -> str:
        """Of the stored bytes."""
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def _ends(self) -> npt.NDArray[np.int64]:
        """Offsets of the line ends."""
        return np.flatnonzero(np.frombuffer(self.data, np.uint8) == 10)

    def _line(self, number: int, decoder: msgspec.json.Decoder[T]) -> T:
        if not 0 <= number < len(self._ends):
            raise IndexDamaged("A stored document is shorter than it says; run ingest again.")
        start = int(self._ends[number - 1]) + 1 if number else 0
        try:
            return decoder.decode(self.data[start : int(self._ends[number])])
        except msgspec.DecodeError as error:
            raise IndexDamaged(f"A stored document cannot be decoded ({error}); run ingest again.") from error

    @cached_property
    def header(self) -> Header:
        return self._line(0, _HEADER)

    def clause(self, place: int) -> Clause:
        """The clause at `place`, 0 for the first that is printed."""
        return self._line(1 + place, _CLAUSE)

    def clauses(self) -> Iterator[Clause]:
        return map(self.clause, range(self.header.clauses))

    @cached_property
    def struck(self) -> tuple[int, ...]:
        """Places of the clauses that hold struck words."""
        every = range(self.header.clauses)
        return tuple(place for place in every if self._line(1 + place, _STRUCK).deleted)

    def references(self) -> Iterator[Reference]:
        first = 1 + self.header.clauses
        return (self._line(n, _REFERENCE) for n in range(first, first + self.header.references))

    def terms(self) -> Iterator[Term]:
        first = 1 + self.header.clauses + self.header.references
        return (self._line(n, _TERM) for n in range(first, first + self.header.terms))
