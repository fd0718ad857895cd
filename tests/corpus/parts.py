"""A few pages of a real rulebook as a book of their own, so that it is read in a moment."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from regulations_agent.corpus.read import read_document
from regulations_agent.types.document import Reading
from tests.corpus.readings import Readings

SHARED = Path(__file__).parents[3] / "shared"
PAGES = 8


def part_of(name: str, first: int, folder: Path) -> Path:
    """So many pages from that one on (1-based), below the name of the file; `name` is below `shared`."""
    whole = pypdfium2.PdfDocument(str(SHARED / name))
    part = pypdfium2.PdfDocument.new()
    part.import_pages(whole, list(range(first - 1, min(len(whole), first - 1 + PAGES))))
    path = folder / Path(name).name
    part.save(str(path))
    return path


def reading_of_part(name: str, first: int, folder: Path) -> Reading:
    """What such a book says."""
    return Readings.kept(f"from-{first}", SHARED / name, lambda: read_document(part_of(name, first, folder)))
