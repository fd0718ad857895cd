"""Under which id a reading goes into an index: by its name, by what its file was before, or by its title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from regulations_agent.index.books.identity import alike, filed
from regulations_agent.index.books.names import Name, called, inherited, parsed, read_names, write_names
from regulations_agent.index.books.origins import (
    Origin,
    former_texts,
    placed,
    read_origins,
    still_there,
    write_origins,
)
from regulations_agent.index.storage.records import Record
from regulations_agent.types.document import Document, Reading


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is known of the files of an index, by the sha256 of each; it grows while they are read."""

    names: dict[str, Name]
    """What people called documents."""
    origins: dict[str, Origin]
    """Where files lay when they were read."""

    @classmethod
    def of(cls, folder: Path) -> Ledger:
        """As kept beside an index; raises IndexDamaged."""
        return cls(read_names(folder), read_origins(folder))

    def save(self, folder: Path) -> None:
        """Writes what is new."""
        if self.origins != read_origins(folder):
            write_origins(folder, self.origins)
        if self.names != read_names(folder):
            write_names(folder, self.names)

    def identified(self, reading: Reading, path: Path, records: Mapping[str, Record]) -> Reading:
        """The reading by its name, by that of the former text of its file, else by its title."""
        digest, printed = reading.document.sha256, reading.document.id
        held = {record.header.document.sha256: record for record in records.values()}
        former = former_texts(path, self.origins, held.keys() - {digest})
        self.origins[digest] = Origin(placed(path), printed)
        if (known := self.names.get(digest)) is not None:
            return called(reading, known)
        heir_of = max(former, key=lambda one: self.origins[one].printed == printed, default=None)
        name = self._inherited(reading, heir_of, held[heir_of]) if heir_of else None
        now = filed(called(reading, name) if name else reading, records, former)
        if name and heir_of in self.names:
            kept = name.former if now.document.id == name.id else ()
            self.names[digest] = replace(name, id=now.document.id, former=kept)
            if self.names[heir_of].id == now.document.id:
                del self.names[heir_of]  # a file that is put back as it was does not get it a second time
        return now

    def outdated(self, reading: Reading, path: Path, records: Mapping[str, Record]) -> frozenset[str]:
        """The sha256 of former texts of a file, of the same edition and date, whatever they are called."""
        now, held = reading.document, {r.header.document.sha256: r.header.document for r in records.values()}
        return frozenset(
            digest
            for digest in former_texts(path, self.origins, held.keys() - {now.sha256})
            if (self.origins[digest].printed, held[digest].published) == (now.id, now.published)
        )

    def stays(self, path: Path, document: Document) -> None:
        """Notes where a file lies that the index holds, unless the one that was read is there yet."""
        origin, name = self.origins.get(document.sha256), self.names.get(document.sha256)
        if not still_there(document.sha256, origin):
            printed = origin.printed if origin else (*(name.former if name else ()), document.id)[0]
            self.origins[document.sha256] = Origin(placed(path), printed)

    def _inherited(self, reading: Reading, former: str, record: Record) -> Name | None:
        """The name of the former text of a file; None where the newer one is another book."""
        printed, given = self.origins[former].printed, self.names.get(former)
        same = parsed(printed, reading.document).book == reading.document.book
        if given is not None:
            return inherited(given, printed, reading) if same or alike(reading, record) else None
        now = replace(parsed(record.header.document.id, reading.document), issue=reading.document.issue)
        return Name(now.id) if same else None
