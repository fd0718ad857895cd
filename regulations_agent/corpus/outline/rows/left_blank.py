"""Leaves out what is printed on pages that hold nothing else than that they are blank."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from regulations_agent.corpus.print.rows import Row

_BLANK = re.compile(
    r"\W*(?:this\s+)?page\s+(?:(?:is|was|has\s+been)\s+)?"
    r"(?:(?:intentionally|deliberately)\s+(?:left\s+)?blank"
    r"|left\s+blank\s+(?:intentionally|deliberately))\W*",
    re.I,
)


def without_blank_pages(rows: Sequence[Row]) -> list[Row]:
    """The rows; `This page intentionally left blank`, alone in its row or on its page, is no rule."""
    pages: dict[int, list[str]] = defaultdict(list)
    for row in rows:
        pages[row.page].append(row.text)
    blank = {page for page, texts in pages.items() if _BLANK.fullmatch(" ".join(texts))}
    return [row for row in rows if row.page not in blank and not _BLANK.fullmatch(row.text)]
