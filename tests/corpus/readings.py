"""Real rulebooks, each read once by a version of the reader, whichever runs and tests look at it."""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import DocumentLines
from regulations_agent.corpus.read import read_document, understood
from regulations_agent.types.document import Reading
from tests.once import content_hash, made_once

T = TypeVar("T")
KEPT = 2
"""Books that stay in memory: in all of them the garbage collector would look through millions of objects."""


def last_issues(folder: Path) -> list[Path]:
    """The PDFs below the folder's seasons, of a book with several seasons and issues the last.

    The ones before are set alike and hold nearly the same rules; each would take seconds. Parts of them are
    read in `test_real_parts`.
    """
    last = {re.sub(r"_issue\d+$", "", path.stem): path for path in sorted(folder.glob("*/*.pdf"))}
    return list(last.values())


class Readings:
    """Keeps what was read in a folder, which `conftest` names."""

    folder: Path

    @classmethod
    def kept(cls, kind: str, path: Path, make: Callable[[], T]) -> T:
        def write(place: Path) -> None:
            place.write_bytes(pickle.dumps(make(), pickle.HIGHEST_PROTOCOL))

        place = made_once(cls.folder / f"{content_hash(path)}.{kind}", write)
        value: T = pickle.loads(place.read_bytes())
        return value


@lru_cache(KEPT)
def lines_of(path: Path) -> DocumentLines:
    """The pages of a PDF as lines."""
    return Readings.kept("lines", path, lambda: page_lines(path))


@lru_cache(KEPT)
def reading_of(path: Path) -> Reading:
    """All that the PDF says, as `read_document` reads it, of lines that others look at too."""
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return Readings.kept("reading", path, lambda: understood(lines_of(path), path.name, sha256))


def document_of(path: Path) -> Reading:
    """What `read_document` gives; of a PDF, by lines that others look at too."""
    if path.suffix == ".pdf":
        return reading_of(path)
    return Readings.kept("document", path, lambda: read_document(path))
