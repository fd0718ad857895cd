"""Sequences that colour and steer a terminal, which come along with copied text."""

from __future__ import annotations

import re

_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC: titles, links
    r"|\x1b[ -/]*[0-~]"
)
"""ECMA-48."""


def without_escapes(text: str) -> str:
    """The text without them, each taken out whole; half of one leaves its letters in words."""
    return _SEQUENCE.sub("", text)


def printable_line(text: str) -> str:
    """One line without them or other characters that are not printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in without_escapes(text)).split())
