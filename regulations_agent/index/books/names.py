"""What people call the documents of an index, kept beside it: it outlives reading the same file again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from regulations_agent.errors import UsageError
from regulations_agent.index.books.identity import renamed
from regulations_agent.index.books.kept import read_kept, write_kept
from regulations_agent.types.document import Document, Reading

FILE = "names.json"
_FORM = re.compile(r"(?:(?P<season>(?:19|20)\d\d)/)?(?P<section>[a-z0-9][a-z0-9_-]*)(?:@(?P<issue>\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a person gave."""

    id: str
    """`2025/sporting@4`, `harbour-rules-2024`."""
    title: str | None = None
    """None leaves the title that the document prints."""
    former: tuple[str, ...] = ()
    """Ids that it bore before; they still find it."""


def read_names(folder: Path) -> dict[str, Name]:
    """By the sha256 of the file; empty where nobody named anything. Raises IndexDamaged."""
    return read_kept(folder / FILE, Name)


def write_names(folder: Path, names: Mapping[str, Name]) -> None:
    """Whole or not at all."""
    write_kept(folder / FILE, names)


def parsed(name: str, document: Document) -> Document:
    """The document under that id; raises UsageError for what is none."""
    found = _FORM.fullmatch(name)
    if found is None:
        raise UsageError(
            f"{name!r} is no document id: small letters, digits and hyphens, with a season and an issue or"
            " without, such as harbour-rules-2024 or 2025/sporting@4."
        )
    season = int(found["season"]) if found["season"] else None
    issue = int(found["issue"]) if found["issue"] else None
    return replace(document, season=season, section=found["section"], issue=issue)


def called(reading: Reading, name: Name) -> Reading:
    """The reading under the name that a person gave."""
    document = parsed(name.id, reading.document)
    return renamed(reading, replace(document, title=name.title or document.title))


def inherited(name: Name, printed: str, reading: Reading) -> Name | None:
    """The name for the newer text of a file that bears it; None for another year's, which names itself.

    `printed` is the id that the former text gave itself; where the newer one prints another issue, so does
    the name.
    """
    before, now = parsed(printed, reading.document), reading.document
    if before.year != now.year:
        return None
    if before.issue == now.issue:
        return name
    return replace(name, id=replace(parsed(name.id, now), issue=now.issue).id, former=())


def former_names(folder: Path, documents: Sequence[Document]) -> dict[str, str]:
    """Former ids, and books where no document bears them any more, to those of today."""
    held = {name for document in documents for name in (document.id, document.book)}
    now = {document.sha256: document for document in documents}
    names: dict[str, str] = {}
    for digest, name in read_names(folder).items():
        for old in name.former if digest in now else ():
            names |= {old: now[digest].id, old.partition("@")[0]: now[digest].book}
    return {old: new for old, new in names.items() if old not in held}
