"""The printed page beside an answer, with the quoted passage highlighted."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from regulations_agent.doors.page_parts import plain
from regulations_agent.errors import DocumentError
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Box, Clause, Document

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.corpus.picture import PagePicture

PIXELS = 1240
"""Width of a drawn page: A4 at 150 dots an inch."""
SECONDS = 10.0
"""CPU time that drawing one page may take."""
KEPT = 32
"""Drawn pages that are kept."""


class Originals:
    """The PDFs of the corpus folder, found by their hash."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._hashes: dict[tuple[Path, int, int], str] = {}
        self._lock = Lock()

    def find(self, document: Document) -> Path:
        """The file that the document was read from, or a copy; raises DocumentError that says what to do."""
        paths = sorted(self.folder.rglob("*.[pP][dD][fF]"))
        paths.sort(key=lambda path: path.name != document.file)
        with self._lock:
            found = next((path for path in paths if self._hash(path) == document.sha256), None)
        if found is not None:
            return found
        if paths and paths[0].name == document.file:
            raise DocumentError(
                f"{paths[0]} is not the file that was read any more; run ingest again to see it."
            )
        raise DocumentError(
            f"{document.file or document.id} is not in the folder {self.folder}; copy it there, or set "
            "REGULATIONS_AGENT_CORPUS to the folder that holds it, to see the page."
        )

    def _hash(self, path: Path) -> str:
        from regulations_agent.index.export import file_sha256

        try:
            stat = path.stat()
            key = path, stat.st_size, stat.st_mtime_ns
            if key not in self._hashes:
                self._hashes[key] = file_sha256(path)
            return self._hashes[key]
        except OSError:
            return ""


class Sources:
    """Shows where a citation is printed."""

    def __init__(self, agent: Agent) -> None:
        self.library, self.settings = agent.library, agent.settings
        self.originals = Originals(agent.settings.corpus)
        self._draw = lru_cache(maxsize=KEPT)(self._drawn)

    def show(self, citation: Citation, page: int) -> str:
        """The 1-based page of the cited document as HTML, the quote highlighted where it stands on it."""
        document = self.library.document(citation.document)
        clause = self.library.clause(citation.clause_id)
        head = header(document, citation, [*self.library.path(clause), clause], page)
        try:
            picture = self._draw(document, page)
        except DocumentError as error:
            return f'{head}<p class="empty">{plain(error)}</p>'
        return head + sheet(picture, citation.boxes, page, f"{document.id}, page {page}")

    def pages(self, citation: Citation) -> int:
        """Of the cited document."""
        return self.library.document(citation.document).pages

    def _drawn(self, document: Document, page: int) -> PagePicture:
        from regulations_agent.corpus.picture import draw_page
        from regulations_agent.corpus.sandbox import Limits

        path = self.originals.find(document)
        return draw_page(path, page, PIXELS, Limits(SECONDS, self.settings.read_megabytes))


def header(document: Document, citation: Citation, path: Iterable[Clause], page: int) -> str:
    """What document this is, and the clause and quote that are shown."""
    issue = f"issue {document.issue} · " if document.issue is not None else ""
    published = f"{document.published} · " if document.published else ""
    state = "" if citation.verified else '<p class="warning">This quote could not be verified.</p>'
    return (
        f'<header class="source"><h2>{plain(document.title or document.id)}</h2>'
        f"<p>{plain(issue + published)}page {page} of {document.pages}</p>"
        f"<p>{' › '.join(step(clause, citation) for clause in path)}</p>"
        f"<blockquote>{plain(citation.quote)}</blockquote>{state}</header>"
    )


def step(clause: Clause, citation: Citation) -> str:
    """A clause on the way to the cited one, which stands out."""
    number = plain(clause.number)
    return (
        f"{f'<b>{number}</b>' if clause.id == citation.clause_id else number} {plain(clause.heading)}".strip()
    )


def sheet(picture: PagePicture, boxes: Iterable[Box], page: int, name: str) -> str:
    """The drawn page with the boxes that lie on it laid over it."""
    marks = "".join(mark(box, picture) for box in boxes if box.page == page)
    image = b64encode(picture.png).decode("ascii")
    return (
        f'<div class="sheet" tabindex="0" role="group" aria-label="{plain(name)}"><div class="paper">'
        f'<img src="data:image/png;base64,{image}" alt="{plain(name)}">{marks}</div></div>'
    )


def mark(box: Box, picture: PagePicture) -> str:
    """A highlight, placed in percent of the page."""
    left, top = 100 * box.x0 / picture.width, 100 * box.top / picture.height
    wide, high = 100 * (box.x1 - box.x0) / picture.width, 100 * (box.bottom - box.top) / picture.height
    return (
        f'<i class="mark" style="left:{left:.3f}%;top:{top:.3f}%;width:{wide:.3f}%;height:{high:.3f}%"></i>'
    )
