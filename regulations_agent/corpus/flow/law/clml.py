"""Reads legislation of the United Kingdom: XML of legislation.gov.uk (Crown Legislation Markup Language)."""

from __future__ import annotations

import re

from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.law.clml_walk import Walk
from regulations_agent.corpus.flow.law.runs import name_of, text_of
from regulations_agent.corpus.flow.xml import Element, parse_xml
from regulations_agent.errors import DocumentError

_BODIES = (
    "PrimaryPrelims",
    "SecondaryPrelims",
    "EUPrelims",
    "Body",
    "EUBody",
    "Schedules",
    "Attachments",
    "ExplanatoryNotes",
)
"""Parts of an item that are read, wherever they stand, in printed order."""


def read(data: bytes, name: str) -> Flow:
    """The item's blocks with sections, paragraphs and schedules as cited; raises DocumentError."""
    root = parse_xml(data, name)
    walk = Walk(_notes(root), usual=_usual(root))
    parts = [e for e in root.iter() if name_of(e) in _BODIES and not _inside(e)]
    for part in parts:
        walk.part(part)
    if not walk.provisions:
        raise DocumentError(
            f"{name} has no provisions (it may be a list or metadata); fetch the whole item's data.xml."
        )
    title = text_of(next((e for e in root.iter() if name_of(e) == "title"), None))
    return Flow(
        tuple(walk.blocks),
        title or text_of(next((e for e in root.iter() if name_of(e) == "Title"), None)),
        language=text_of(next((e for e in root.iter() if name_of(e) == "language"), None)) or "en",
        problems=_versions(root),
        dated=_dated(root),
    )


def _inside(element: Element) -> bool:
    return any(
        name_of(around) in (*_BODIES, "BlockAmendment", "Versions") for around in element.iterancestors()
    )


def _usual(root: Element) -> str:
    """How provisions of the body are cited: by what the publisher names them, else by the item's kind."""
    for provision in root.iter():
        named = (
            re.match(r"(section|regulation|article|rule)-", provision.get("id") or "")
            if name_of(provision) == "P1"
            else None
        )
        if named:
            eu = any(name_of(e).startswith("EU") for e in provision.iterancestors())
            return (
                "Article"
                if eu
                else {"section": "s.", "regulation": "reg.", "article": "art.", "rule": "rule"}[named[1]]
            )
    if any(name_of(e) == "Primary" for e in root):
        return "s."
    title = text_of(next((e for e in root.iter() if name_of(e) == "title"), None))
    return "art." if re.search(r"\bOrder\b", title) else "rule" if re.search(r"\bRules\b", title) else "reg."


def _notes(root: Element) -> dict[str, tuple[str, Element]]:
    """Footnotes and commentaries by id, each with the mark that the publisher prints: `F1`, `footnote 2`."""
    found: dict[str, tuple[str, Element]] = {}
    counts: dict[str, int] = {}
    for note in root.iter():
        tag, key = name_of(note), note.get("id")
        if tag == "Commentary" and key and key not in found:
            kind = note.get("Type") or "X"
            counts[kind] = counts.get(kind, 0) + 1
            found[key] = (f"note {kind}{counts[kind]}", note)
        elif tag == "Footnote" and key and key not in found:
            counts["#"] = counts.get("#", 0) + 1
            found[key] = (f"footnote {counts['#']}", note)
    return found


def _versions(root: Element) -> tuple[str, ...]:
    """Versions for other extents or dates, which are kept apart by the publisher and not read."""
    versions = [e for e in root.iter() if name_of(e) == "Version"]
    if not versions:
        return ()
    return (f"{len(versions)} versions of provisions for other extents were left out; fetch them by extent",)


def _dated(root: Element) -> str | None:
    """The date to which this version is valid, else that of enactment or making."""
    valid = text_of(next((e for e in root.iter() if name_of(e) == "valid"), None))
    if valid:
        return valid
    dates = (e.get("Date") for e in root.iter() if name_of(e) in ("EnactmentDate", "Made"))
    return next((date for date in dates if date), None)
