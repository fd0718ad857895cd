"""The files behind the index: found by their hash, drawn page by page, with what they delete and insert."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from regulations_agent.corpus.files.formats import is_taken
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import Document, Mark

if TYPE_CHECKING:
    from regulations_agent.corpus.picture import PagePicture
    from regulations_agent.settings import Settings

PIXELS = 1240
"""Width of a drawn page: A4 at 150 dots an inch."""
SECONDS = 10.0
"""CPU time that drawing one page may take."""
KEPT = 48
"""Drawn pages that are kept."""
Marks = Mapping[int, tuple[tuple[Mark, ...], tuple[Mark, ...]]]
"""Deleted and inserted runs by page."""
HINT = ", or set REGULATIONS_AGENT_CORPUS to the folder that holds it,"


class Originals:
    """The files of the corpus folder; safe to share between threads."""

    def __init__(self, settings: Settings, *, hint: str = HINT) -> None:
        """`hint`: what else can be done about a file that is missing; readers of the page set nothing."""
        self.settings, self.folder, self.hint = settings, settings.corpus, hint
        self._hashes: dict[tuple[Path, int, int], str] = {}
        self._lock = Lock()
        self.draw = lru_cache(maxsize=KEPT)(self._draw)
        self.marks = lru_cache(maxsize=8)(self._marks)

    def find(self, document: Document) -> Path:
        """The file that the document was read from, or a copy; raises DocumentError that says what to do."""
        paths = sorted(filter(is_taken, self.folder.rglob("*")))
        paths.sort(key=lambda path: path.name != document.file)
        with self._lock:
            found = next((path for path in paths if self._hash(path) == document.sha256), None)
        if found is not None:
            return found
        if paths and paths[0].name == document.file:
            raise DocumentError(
                f"{paths[0]} is not the file that was read any more; read it again to see its pages."
            )
        raise DocumentError(
            f"{document.file or document.id} is not in the folder {self.folder}; "
            f"copy it there{self.hint} to see the page."
        )

    def _draw(self, document: Document, page: int) -> PagePicture:
        from regulations_agent.corpus.picture import draw_page
        from regulations_agent.corpus.process.sandbox import Limits

        limits = Limits(SECONDS, self.settings.read_megabytes)
        return draw_page(self.find(document), page, PIXELS, limits)

    def _marks(self, document: Document) -> Marks:
        """What the document deletes and inserts; reads it again, since an index holds clauses, not pages."""
        from regulations_agent.corpus.read import read_documents

        known = self.settings
        (outcome,) = read_documents(
            [self.find(document)], 1, known.read_seconds, known.read_megabytes, language=known.language
        )
        if outcome.reading is None:
            raise DocumentError(outcome.error or f"{document.id} cannot be read.")
        return {page.page: (page.deleted, page.inserted) for page in outcome.reading.pages}

    def _hash(self, path: Path) -> str:
        from regulations_agent.index.vectors.export import file_sha256

        try:
            stat = path.stat()
            key = path, stat.st_size, stat.st_mtime_ns
            if key not in self._hashes:
                self._hashes[key] = file_sha256(path)
            return self._hashes[key]
        except OSError:
            return ""
