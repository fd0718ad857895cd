"""Reads Word documents: the body in order, with tracked changes, computed numbers, tables and notes."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from regulations_agent.corpus.flow.archive import Archive
from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.word.body import BodyReader
from regulations_agent.corpus.flow.word.names import W, child, transitional, value
from regulations_agent.corpus.flow.word.notes import read_notes
from regulations_agent.corpus.flow.word.numbering import Numbering
from regulations_agent.corpus.flow.word.styles import Styles, read_styles
from regulations_agent.corpus.flow.xml import Element, parse_xml
from regulations_agent.errors import DocumentError

_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_DC = "{http://purl.org/dc/elements/1.1/}"
_CORE = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}"


def read(data: bytes, name: str) -> Flow:
    """The document's blocks; raises DocumentError for a damaged, encrypted or swollen file."""
    with Archive(data, name) as archive:
        package = _Package(archive, name)
        main = package.main()
        body = child(package.root(main), "body")
        if body is None:
            raise DocumentError(f"{name} has no body; save it again with Word.")
        parts = package.related(main)
        styles = read_styles(package.optional(parts.get("styles")))
        numbering = Numbering(package.optional(parts.get("numbering")), styles)
        notes = {
            kind: read_notes(package.optional(parts.get(f"{kind}s"))) for kind in ("footnote", "endnote")
        }
        reader = BodyReader(styles, numbering, notes)
        blocks = tuple(reader.read(body))
        title, about = _properties(package)
        problems = (*_unread(archive, package, parts), *reader.problems)
    return Flow(blocks, title, about, _language(styles), problems)


class _Package:
    """The parts of the zip and how they relate."""

    def __init__(self, archive: Archive, name: str) -> None:
        self._archive, self._name = archive, name

    def root(self, part: str) -> Element:
        return parse_xml(transitional(self._archive.read(part)), self._name)

    def optional(self, part: str | None) -> Element | None:
        """The part's root; None for one that is absent."""
        return self.root(part) if part in self._archive.names and part is not None else None

    def main(self) -> str:
        """The part that holds the body."""
        return self.related("").get("officeDocument", "word/document.xml")

    def related(self, part: str) -> dict[str, str]:
        """Parts inside the file to which one relates, by the last word of their kind, the first of each."""
        folder, base = posixpath.split(part)
        listed = self.optional(posixpath.join(folder, "_rels", f"{base}.rels"))
        found: dict[str, str] = {}
        for relation in [] if listed is None else listed.iter(_RELATION):
            if relation.get("TargetMode") != "External":
                target = relation.get("Target", "")
                place = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
                found.setdefault(relation.get("Type", "").rsplit("/", 1)[-1], posixpath.normpath(place))
        return found


def _properties(package: _Package) -> tuple[str, tuple[str, ...]]:
    """Title, and subject, keywords and author."""
    root = package.optional(package.related("").get("core-properties"))
    if root is None:
        return "", ()
    title, *about = (
        (root.findtext(name) or "").strip()
        for name in (f"{_DC}title", f"{_DC}subject", f"{_CORE}keywords", f"{_DC}creator")
    )
    return title, tuple(filter(None, about))


def _language(styles: Styles) -> str:
    return value(child(styles.base, "lang"))


def _unread(archive: Archive, package: _Package, parts: dict[str, str]) -> Iterator[str]:
    if any(part.lower().endswith("vbaproject.bin") for part in archive.names):
        yield "the file holds macros, which were not read"
    comments = package.optional(parts.get("comments"))
    count = 0 if comments is None else len(comments.findall(W + "comment"))
    if count:
        yield f"{count} comment{'s' * (count != 1)} beside the text were not read"
    if "aFChunk" in parts:
        yield "the file embeds other documents, which were not read"
