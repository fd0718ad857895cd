"""Weights of type: what is bold beside the type in which a book is set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.page.raw import RawPage

LIGHT, HEAVIER = ("light", "thin"), "medium"
"""In the names of fonts in which a book is set, and of those that are its bold ones."""


def weighed(pages: Sequence[RawPage]) -> list[RawPage]:
    """The pages; where most letters are of a light font, those of medium ones are bold."""
    letters: Counter[str] = Counter()
    for page in pages:
        counts = Counter(page.looks.tolist())
        letters.update({page.styles[look].font: count for look, count in counts.items()})
    usual = max(letters, key=letters.__getitem__, default="").lower()
    if not any(word in usual for word in LIGHT):
        return list(pages)
    return [
        replace(page, styles=tuple(s._replace(bold=s.bold or HEAVIER in s.font.lower()) for s in page.styles))
        for page in pages
    ]
