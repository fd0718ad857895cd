"""Which rulebooks printed words name: `the Code`, `Section C`, `2025 Technical Regulations`."""

from __future__ import annotations

import re

from regulations_agent.types.document import Document

SECTION_LETTERS = {
    "A": "general",
    "B": "sporting",
    "C": "technical",
    "D": "financial",
    "E": "financial_pu",
    "F": "operational",
}
"""The sections of the FIA Formula One Regulations from 2026 (Section A, Article A1.2)."""
_SHORT = {"tr": "technical", "sr": "sporting", "fr": "financial"}
_STEMS = (
    ("tech", "technical"),
    ("sport", "sporting"),
    ("operational", "operational"),
    ("general", "general"),
)
_ISC = re.compile(r"(?:fia )?(?:(?:international )?sporting code|code|isc)(?: \(isc\))?")


def books_named(document: Document, name: str) -> tuple[str, ...]:
    """`2025/technical` for `2025 Technical Regulations`, `2025/isc` for `the Code`; a slug for others.

    Several for `Sections D and E` and `Sporting and Technical Regulations`; this document's own book for
    words of its title that name no section.
    """
    year = re.search(r"\b(20\d\d)\b", name)
    season = int(year[1]) if year else document.season
    low = " ".join(name.lower().split())
    sections = _sections(low)
    own = _words(low) <= _words(document.title) or _is_initials(name, document.title)
    if not sections and year is None and _words(low) and own:
        return (document.book,)
    slug = re.sub(r"[^a-z0-9]+", "-", re.sub(r"\b20\d\d\b|^the |\bfia(?:[’']s)?\b", "", low)).strip("-")
    found = sections or [slug or document.section]
    return tuple(s if season is None else f"{season}/{s}" for s in found)


def _is_initials(name: str, title: str) -> bool:
    """`CC&Rs` of `Declaration of Covenants, Conditions and Restrictions`."""
    words = re.findall(r"&|[^\W\d_]+", re.sub(r"\band\b", "&", title))
    initials = "".join(word[0] for word in words if word == "&" or word[0].isupper())
    return "&" in name and name.rstrip("s") in initials


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower())) - {"the", "fia", "of"}


def _sections(name: str) -> list[str]:
    """The sections of the FIA's regulations and codes that the words name; none for other documents."""
    if name.startswith("section"):
        letters = re.findall(r"\b[a-z]\b", name)
        return [SECTION_LETTERS.get(letter.upper(), f"section-{letter}") for letter in letters]
    if _ISC.fullmatch(name):
        return ["isc"]
    if name in _SHORT:
        return [_SHORT[name]]
    if not re.search(r"\breg(?:ulation)?s?\b|\bprovisions\b", name):
        return []
    found = [section for stem, section in _STEMS if re.search(rf"\b{stem}", name)]
    if re.search(r"\bfin", name):
        found.append("financial_pu" if re.search(r"power unit|\bpu\b", name) else "financial")
    return found
