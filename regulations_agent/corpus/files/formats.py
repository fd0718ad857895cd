"""The kinds of file that a rulebook may come in: the one list of them, light enough for every interface."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file."""

    name: str
    label: str
    """As people call it."""
    suffixes: tuple[str, ...]
    """Lower case, with the dot; the first is the usual one."""
    media_type: str
    reader: str = ""
    """Module that reads it into blocks; empty for PDF, which has pages of its own."""


_FLOW = "regulations_agent.corpus.flow"
PDF = Format("pdf", "PDF", (".pdf",), "application/pdf")
DOCX = Format(
    "docx",
    "Word (DOCX)",
    (".docx", ".docm", ".dotx", ".dotm"),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    f"{_FLOW}.word.docx",
)
HTML = Format("html", "HTML", (".html", ".htm", ".xhtml"), "text/html", f"{_FLOW}.web.html")
MARKDOWN = Format("markdown", "Markdown", (".md", ".markdown"), "text/markdown", f"{_FLOW}.markdown")
ASCIIDOC = Format(
    "asciidoc", "AsciiDoc", (".adoc", ".asciidoc", ".asc"), "text/asciidoc", f"{_FLOW}.adoc.asciidoc"
)
RST = Format("rst", "reStructuredText", (".rst", ".rest"), "text/x-rst", f"{_FLOW}.web.rst")
ECFR = Format("ecfr", "eCFR XML", (".xml",), "application/xml", f"{_FLOW}.law.ecfr")
CLML = Format("clml", "UK legislation XML", (".xml",), "application/xml", f"{_FLOW}.law.clml")
EURLEX = Format("eurlex", "EUR-Lex HTML", (".html", ".htm", ".xhtml"), "text/html", f"{_FLOW}.law.eurlex")
PLAIN = Format("plain", "plain text", (".txt", ".text"), "text/plain", f"{_FLOW}.plain")

FORMATS = (PDF, DOCX, HTML, MARKDOWN, ASCIIDOC, RST, PLAIN, ECFR, CLML, EURLEX)
SUFFIXES = frozenset(suffix for kind in FORMATS for suffix in kind.suffixes)
"""Of files that are taken from a folder; what a file is, its content says."""
ACCEPTED = (
    "PDF, Word (DOCX), HTML, Markdown, AsciiDoc, reStructuredText, plain text, eCFR XML or UK legislation XML"
)
"""For messages."""


_ASIDE = frozenset(
    ("readme", "license", "licence", "copying", "changelog", "contributing", "notice", "authors")
)
"""Names of texts about the files of a folder, which by old custom lie beside them."""


def is_taken(path: PurePath) -> bool:
    """Whether a file of this name is taken when a folder is read; what it is, its content says."""
    return path.suffix.lower() in SUFFIXES and path.stem.lower() not in _ASIDE


def shown(path: PurePath) -> str:
    """The path as text; a name may be any bytes."""
    return os.fsencode(path).decode("utf-8", errors="replace")


def by_name(name: str | PurePath) -> Format | None:
    """The kind that the name claims; None when it claims none that is known."""
    suffix = PurePath(name).suffix.lower()
    return next((kind for kind in FORMATS if suffix in kind.suffixes), None)
