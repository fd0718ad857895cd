"""A rulebook file of any kind as lines, whichever its content asks for: a PDF's pages or pages of our own."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import cast

from regulations_agent.corpus.contents.contents import with_listed
from regulations_agent.corpus.files.formats import PDF, Format
from regulations_agent.corpus.flow.blocks import Block, Flow, FlowReader
from regulations_agent.corpus.flow.detect import detect
from regulations_agent.corpus.flow.headings import contents_apart
from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import DocumentLines
from regulations_agent.errors import DocumentError

LARGEST = 512 << 20
"""Bytes of a file that is opened."""


def read_bytes(path: Path) -> bytes:
    """The file; raises DocumentError when it cannot be opened."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise DocumentError(f"{path.name} is {size:,} bytes; at most {LARGEST:,} are read; split it.")
        return path.read_bytes()
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be opened ({error.strerror}); check that the file exists and may be read."
        ) from error


def document_lines(path: Path, language: str = "en") -> DocumentLines:
    """Every page of the file as lines; raises DocumentError when it cannot be read.

    Of a PDF that prints two languages side by side the one of code `language` (ISO 639-1) is taken.
    """
    data = read_bytes(path)
    kind = detect(data, path.name)
    if kind is PDF:
        return page_lines(path, language)
    flow = read_flow(kind, data, path.name)
    made = typeset(flow)
    if any(page.contents for page in made.pages):
        return made
    made = replace(made, pages=tuple(with_listed(made.pages)))
    if any(page.listed for page in made.pages) or (apart := contents_apart(flow.blocks)) is None:
        return made
    return typeset(replace(flow, blocks=apart))


def read_flow(kind: Format, data: bytes, name: str) -> Flow:
    """The blocks of a file of that kind; raises DocumentError when it holds no words."""
    reader = cast(FlowReader, import_module(kind.reader))
    flow = reader.read(data, name)
    if not any(block.text or block.rows for block in flow.blocks):
        raise DocumentError(f"{name} has no text; give the file that holds the rules.")
    if name.lower().endswith(".pdf") and not any(map(_is_ordered, flow.blocks)):
        raise DocumentError(
            f"{name} is {kind.label} in place of a PDF, without a heading, list or table (a sign-in page?); "
            "fetch the document again."
        )
    return flow


def _is_ordered(block: Block) -> bool:
    """What a rulebook has and a page that only says something has not."""
    return block.kind in ("heading", "item", "table")
