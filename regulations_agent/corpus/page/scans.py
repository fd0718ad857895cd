"""Pages of a PDF that are pictures: told from the others, and recognised within a budget."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.corpus.page import ocr
from regulations_agent.corpus.page.pdf import Pdf
from regulations_agent.corpus.page.raw import RawPage
from regulations_agent.corpus.page.scanned import read_picture
from regulations_agent.corpus.process.limits import allow

STRAY = 40
"""Characters that a scanned page may have besides its picture, as a stamp or page number."""
COVER = 0.5
"""Share of the page that its picture covers at least."""
SECONDS = 20.0
"""CPU seconds more for each page to be recognised; 2 are usual, 10 were seen."""
MOST = 1000
"""Pages of one file that are recognised."""


class Scans:
    """Recognises the pictures among the pages of one PDF."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf, self.done = pdf, 0

    def recognised(self, raw: RawPage) -> RawPage:
        """The page with what its picture says; as it is when it is no picture, or none is to be read."""
        if not is_picture(raw):
            return raw
        if not ocr.installed():
            return _told(
                raw, f"is a picture without text and was not read; {ocr.INSTALL} to have it recognised"
            )
        if self.done >= MOST:
            return _told(
                raw, f"is a picture and was not read, like others after {MOST} of them; split the file"
            )
        self.done += 1
        allow(SECONDS)
        dots = min(ocr.DPI / 72, (ocr.MAX_PIXELS / max(raw.width * raw.height, 1.0)) ** 0.5)
        drawing = self.pdf.draw_page(raw.page, max(1, round(raw.width * dots)))
        return read_picture(drawing.pixels, raw.page, raw.width, raw.height)


def is_picture(raw: RawPage) -> bool:
    """The page shows a picture and next to no text."""
    if int((raw.codes > ord(" ")).sum()) > STRAY:
        return False
    area = sum((image.x1 - image.x0) * (image.bottom - image.top) for image in raw.images)
    return area >= COVER * raw.width * raw.height > 0


def _told(raw: RawPage, problem: str) -> RawPage:
    return replace(raw, problems=(*raw.problems, f"page {raw.page} {problem}"))
