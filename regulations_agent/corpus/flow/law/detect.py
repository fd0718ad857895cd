"""Whose law a file is, by its marks."""

from __future__ import annotations

import re

from regulations_agent.corpus.files.formats import CLML, ECFR, EURLEX, Format

_CLML = re.compile(r"<(?:\w+:)?Legislation\s[^>]*legislation\.gov\.uk/namespaces/legislation", re.S)
_ECFR = re.compile(
    r"<(?:DLPSTEXTCLASS|ECFR|ECFRBRWS|DIV[1-9]\s[^>]*\bTYPE=\"(?:TITLE|CHAPTER|SUBCHAP|PART|SUBPART|SECTION))"
)
_EURLEX = re.compile(
    r"""class=["'][^"']*\b(?:eli-subdivision|oj-doc-ti|oj-ti-art|ti-art|doc-ti)\b""",
)


def law_kind(text: str) -> Format | None:
    """The publisher's format, of a file that starts with `text`; None for any other file."""
    if _CLML.search(text):
        return CLML
    if text.lstrip().startswith("<") and _ECFR.search(text):
        return ECFR
    return EURLEX if _EURLEX.search(text) else None
