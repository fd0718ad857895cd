"""Real rulebooks, each read once a run, whichever processes and tests look at it."""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

import regulations_agent
from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import DocumentLines
from regulations_agent.corpus.read import understood
from regulations_agent.types.document import Reading
from tests.once import made_once

T = TypeVar("T")
PACKAGE = Path(regulations_agent.__file__).parent
KEPT = 2
"""Books that stay in memory: in all of them the garbage collector would look through millions of objects."""


def last_issues(folder: Path) -> list[Path]:
    """The PDFs of each season, of a book with several issues the last.

    The ones before are set alike and hold nearly the same rules; each would take seconds.
    """
    last = {
        re.sub(r"_issue\d+$", "", str(path.with_suffix(""))): path for path in sorted(folder.glob("*/*.pdf"))
    }
    return list(last.values())


class Readings:
    """Keeps what was read in a folder, which `conftest` names."""

    folder: Path

    @classmethod
    def kept(cls, kind: str, path: Path, make: Callable[[], T]) -> T:
        def write(place: Path) -> None:
            place.write_bytes(pickle.dumps(make(), pickle.HIGHEST_PROTOCOL))

        name = f"{_hash(path.read_bytes())}-{_reader()}.{kind}"
        value: T = pickle.loads(made_once(cls.folder / name, write).read_bytes())
        return value


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def _reader() -> str:
    """A hash of the code that reads: a folder may outlive a change of it."""
    return _hash(b"".join(path.read_bytes() for path in sorted(PACKAGE.rglob("*.py"))))


@lru_cache(KEPT)
def lines_of(path: Path) -> DocumentLines:
    """The pages of a PDF as lines."""
    return Readings.kept("lines", path, lambda: page_lines(path))


@lru_cache(KEPT)
def reading_of(path: Path) -> Reading:
    """All that the PDF says, as `read_document` reads it."""
    return Readings.kept(
        "reading", path, lambda: understood(lines_of(path), path.name, _hash(path.read_bytes()))
    )
