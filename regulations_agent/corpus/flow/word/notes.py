"""Footnotes and endnotes of a Word document."""

from __future__ import annotations

from regulations_agent.corpus.flow.word.names import W, value
from regulations_agent.corpus.flow.xml import Element

_RULES = ("separator", "continuationSeparator", "continuationNotice")


def read_notes(root: Element | None) -> dict[str, Element]:
    """The notes by id, without the rules that part them from the text."""
    if root is None:
        return {}
    found = [*root.findall(W + "footnote"), *root.findall(W + "endnote")]
    return {value(note, "id"): note for note in found if value(note, "type") not in _RULES}
