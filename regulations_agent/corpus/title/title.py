"""The title of any book as a person would give it: from its first page, its heads, its file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.corpus.title.cover import (
    APART,
    CONTENTS,
    SMALL_WORDS,
    TITLE_LINES,
    Cover,
    CoverLine,
    goes_on,
    tidy,
)
from regulations_agent.corpus.title.dates import SAID, SPAN, YEAR, first_date, is_date, undated
from regulations_agent.corpus.title.file_name import title_of_file

MOST_WORDS = 18
"""Words of a title; more are a sentence."""
MOST_LINES = 6
"""Lines that a title is set in."""
RAISED = 1.12
"""Share of the body's font size from which a line stands out."""
SET_OFF = 1.4
"""Share of the body's font size from which even a numbered line may be the title."""
FAR = 3.0
"""Blank height from which two lines have nothing to do with each other, as a multiple of the font size."""
FEWEST_WORDS = 4
"""Words of a title that needs no more: `Zoning Ordinance` says not whose."""
KIND = re.compile(
    r"\b(?:regulations?|rules?|rule[ -]?books?|by-?laws?|code|constitution|statutes?|charter|handbook|manual"
    r"|guidelines?|guide|polic(?:y|ies)|procedures?|provisions|act|directive|ordinance|orders?|declaration"
    r"|covenants?|agreement|standards?|terms|conditions|articles of (?:association|incorporation)|protocol"
    r"|satzung|ordnung|reglements?|règlements?|statuts|reglamento|estatutos|regolamento|statuto)\b",
    re.I,
)
_SMALL = SMALL_WORDS | {"as", "its"}
_SENTENCE = re.compile(
    r"\b(?:shall|must|may|is|are|was|were|has|have|had|will|would|should|can|cannot|does|do|apply|applies"
    r"|reserves?|means|been|being)\b"
)
_NUMBERED = re.compile(
    r"^\W*(?:(?i:article|section|chapter|part|rule|title|appendix|annex|schedule|division|§+)"
    r"(?:\s*\d+|\s+[IVXLC]+|\s+[A-Z])\b"
    r"|\d{1,3}(?:\.\d{1,3})*[.):]?\s+[^\d\s]|[AI]\.\s)"
)
_STOP = re.compile(
    r"^\W*(?:(?:table of )?contents\b|index\b|version\b|status\b|issue\b|ver\.|revision\b|as (?:of|amended)\b"
    rf"|{SAID}|(?:first|second|third|\w+th) edition\b|by\b(?!-)|copyright\b"
    r"|©|\(c\)|all rights reserved|draft\b|confidential\b|date\b|page \d|preamble\b|recitals?\b"
    r"|introduction\b|convention\b|foreword\b|preface\b|whereas\b)",
    re.I,
)
_ADDRESS_LINE = re.compile(
    r"^\d{1,5}\s+(?:\w+\.?\s+){1,3}(?:st(?:reet)?|ave(?:nue)?|r(?:oa)?d|dr(?:ive)?|blvd|lane|way)\b", re.I
)
_VERSION = re.compile(r"[\s,(–-]*\b(?:v|ver|version|rev|revision|issue)\.?\s*\d+(?:\.\d+)*\)?\s*$", re.I)
_IN_FORCE = re.compile(
    r"(?<=\w)[\s,(–-]+(?:taking effect|effective|valid|in force|as (?:of|at|amended)|applicable|adopted"
    r"|approved|(?:last )?(?:revised|updated|amended))\b.*$",
    re.I,
)
"""What a title line says of its date behind the title itself."""
_ADDRESS = re.compile(
    r"@|https?:|www\.|\b\d{5}(?:-\d{4})?$|\+\d{2}|(?:\(\d{3}\)\s?|\b\d{3}[.-])\d{3}[.-]\d{4}\b|\b(?:tel|phone|fax|e-?mail)\b",
    re.I,
)
_CATALOGUED = re.compile(r"^(?=.*[/:(-])[A-Z]{2,}[A-Z/ .-]*\d[\w:().\-/]*$")
"""The number of a document: `ISO/DIS 99999:2026(E)`, `SSC-01`."""
_SHORT_TITLE = re.compile(
    r"\(((?:[A-ZÀ-Ý][\w’'-]*[ ](?:(?:of|and|on|for|the|in|to)[ ])*){1,9}"
    r"(?:Regulations?|Act|Directive|Code|Rules|Order|Law|Charter|Convention))\)"
)
"""The name that an act gives itself behind its full title: `(General Data Protection Regulation)`."""
_FILED = re.compile(
    r"^(?:microsoft \w+|adobe \w+|untitled|document|layout|slide|presentation)\b"
    r"|\.(?:docx?|pdf|indd|odt|tex|qxd)\b|(?=\w*\d)(?=\w*[^\W\d])\w{12,}|\w{25,}",
    re.I,
)
"""What a program calls a file; letters and figures in one long word are its code for it."""


def find_title(cover: Cover) -> str:
    """The title: of the first page, else of the running heads, the file's information or the file's name."""
    block = title_block(cover)
    if short := short_title(cover, block):
        return short
    title = _chosen(cover, block)
    kinds = [text for text in cover.about if KIND.search(text) and len(text.split()) < FEWEST_WORDS]
    return title if KIND.search(title) or not kinds else f"{title} {kinds[0]}"


def _chosen(cover: Cover, block: Sequence[CoverLine]) -> str:
    printed = _joined(block, cover)
    if (given := _given(cover)) and _same_book(given, printed):
        return given
    if _names(printed):
        return printed
    heads = [cover.cased(head) for head in map(_bare_head, cover.heads) if _is_title(head) and _names(head)]
    named = [head for head in heads if _words(printed) <= _words(head) and KIND.search(head)]
    filed = title_of_file(cover)
    known = [*named[:1], given, filed if _words(printed) <= _words(filed) else "", printed, filed, cover.stem]
    return next(text for text in known if text)


def short_title(cover: Cover, block: Sequence[CoverLine]) -> str | None:
    """The name that an act gives itself in brackets in its title, or in the first lines."""
    found = _SHORT_TITLE.search(_act(cover, block))
    return found[1] if found and found.start() else None


def act_date(cover: Cover) -> str | None:
    """The day of an act with a short title: between its number and that title."""
    text = _act(cover, title_block(cover))
    found = _SHORT_TITLE.search(text)
    return first_date(text[: found.start()]) if found else None


def _act(cover: Cover, block: Sequence[CoverLine]) -> str:
    return tidy(" ".join(line.text for line in block or cover.top[:12]))


def title_block(cover: Cover) -> tuple[CoverLine, ...]:
    """The lines that are set as the title; empty where the page starts with text or numbered clauses."""
    return _block(cover.top, cover) or _block(cover.opening, cover)


def _block(lines: Sequence[CoverLine], cover: Cover) -> tuple[CoverLine, ...]:
    """Of the groups of lines that stand out the one that says what kind of book it is, or the largest.

    A short one (`Zoning Ordinance`) goes with the group above it, which says whose.
    """
    groups = _groups(lines, cover)
    if not groups:
        return ()
    kinds = [place for place, group in enumerate(groups) if any(KIND.search(line.text) for line in group)]
    best = kinds[0] if kinds else max(range(len(groups)), key=lambda i: (max(x.size for x in groups[i]), -i))
    alone = best > 0 and len(_words(_joined(groups[best]))) < FEWEST_WORDS
    return (*groups[best - 1], *groups[best]) if alone else groups[best]


def _groups(lines: Sequence[CoverLine], cover: Cover) -> list[tuple[CoverLine, ...]]:
    """Runs of lines set as a title, above the first paragraph, numbered clause or list of contents."""
    groups: list[list[CoverLine]] = [[]]
    for place, line in enumerate(lines):
        below = lines[place + 1 : place + 2]
        label = " ".join(line.text.split()[:2]).strip(":.,–—- ")
        titled = _is_title(line.text) and (not _NUMBERED.match(line.text) or cover.repeats(label))
        if titled and not (_is_apart(line.text) or goes_on(lines[place:])):
            if (
                _descends(line, groups[-1])
                or _resumes(line, groups[-1])
                or not _stands_out(line, place, below)
            ):
                if place >= TITLE_LINES or groups[-1]:
                    break
                continue
            groups[-1].append(line)
        elif CONTENTS.match(line.text) or _ends(line):
            break
        elif groups[-1]:
            groups.append([])
        if sum(map(len, groups)) >= MOST_LINES:
            break
    return [tuple(group) for group in groups if group] or _numbered_title(lines, cover)


def _numbered_title(lines: Sequence[CoverLine], cover: Cover) -> list[tuple[CoverLine, ...]]:
    """`Section 5: Student Conduct` in the largest type of the page: a part that stands alone is the book."""
    raised = max((line.size for line in lines), default=0.0)
    first = next((line for line in lines[:3] if line.size == raised >= SET_OFF), None)
    if first is None or not _is_title(first.text) or _is_apart(first.text):
        return []
    word = first.text.split()[0].lower()
    fellows = sum(
        text.lower().startswith(word) and _NUMBERED.match(text) is not None for text in cover.starts
    )
    return [(first,)] if fellows <= 1 else []


def _ends(line: CoverLine) -> bool:
    """A numbered clause or a paragraph: no title stands below it."""
    text = line.text
    opened = _NUMBERED.match(text) is not None and not _ADDRESS_LINE.match(text)
    spoken = _SENTENCE.search(text) is not None and not _STOP.match(text)
    return opened or (line.size < RAISED and (spoken or len(text) > 90))


def _is_apart(text: str) -> bool:
    """It says where, when or under which number the book is filed: `SSC-01`, but not `POLICY-2016`."""
    filed = _CATALOGUED.match(text) or is_date(text.rpartition(":")[2])
    return bool((filed and not KIND.search(text)) or _STOP.match(text) or _ADDRESS_LINE.match(text))


def _stands_out(line: CoverLine, place: int, below: Sequence[CoverLine] = ()) -> bool:
    """Larger, bold, centred or in capitals; or the first line of all, with a kind of rulebook in it."""
    if line.level == 1 or line.size >= RAISED or line.bold or line.centred or _is_capitals(line.text):
        return True
    apart = not below or below[0].gap >= APART or below[0].size != line.size
    return place == 0 and apart and KIND.search(line.text) is not None


def _is_capitals(text: str) -> bool:
    return text.upper() == text and sum(c.isalpha() for c in text) >= 6


def _descends(line: CoverLine, found: Sequence[CoverLine]) -> bool:
    """Below a heading of the format itself: another level, or text."""
    return bool(found) and found[-1].level > 0 and line.level != found[-1].level


def _resumes(line: CoverLine, found: Sequence[CoverLine]) -> bool:
    """A heading of the text in the type of the text, or far below: the title is over."""
    bold = bool(found) and not line.bold and all(above.bold for above in found)
    plainer = line.size < RAISED and (bold or any(above.size >= RAISED for above in found))
    return plainer and (KIND.search(_joined(found)) is not None or line.gap > FAR)


def _is_title(text: str) -> bool:
    """A few words, no sentence, no date alone, no address."""
    words = re.findall(r"\w+", text)
    if not any(c.isalpha() for c in text):
        return YEAR.fullmatch(text) is not None or SPAN.fullmatch(text) is not None
    ended = text.endswith((":", ";")) or (
        text.endswith(".") and not re.search(r"\b(?:inc|ltd|e\.v|co)\.$", text, re.I)
    )
    sentence = len(words) >= 6 and _SENTENCE.search(text) is not None
    leader = re.search(r"(?:\.\s?){4}", text) is not None or re.search(r"[a-z]\s\d{1,3}$", text) is not None
    return 0 < len(words) <= MOST_WORDS and not (ended or sentence or leader or _ADDRESS.search(text))


def _joined(block: Sequence[CoverLine], cover: Cover | None = None) -> str:
    """The lines as one name; a line that another says again, and a version, are left out."""
    ended = next((k for k, line in enumerate(block, 1) if _is_cut(line, block[k : k + 1])), len(block))
    texts = [_VERSION.sub("", _IN_FORCE.sub("", line.text)) for line in block[:ended]]
    if cover is not None:
        texts = [cover.cased(text, starts=place == 0) for place, text in enumerate(texts)]
    kept = [
        text for i, text in enumerate(texts) if text and not _said_again(text, texts[:i] + texts[i + 1 :], i)
    ]
    return tidy(_VERSION.sub("", " ".join(kept)))[:200]


def _is_cut(line: CoverLine, below: Sequence[CoverLine]) -> bool:
    """What the line says of its date or of who adopted the book goes on in the next one, in the same type."""
    found = _IN_FORCE.search(line.text)
    alike = any(other.size == line.size and other.bold == line.bold for other in below)
    return (
        found is not None
        and alike
        and not found[0].rstrip().endswith((")", "]"))
        and not YEAR.search(found[0])
    )


def _said_again(text: str, others: Sequence[str], place: int) -> bool:
    mine = _words(text)
    return bool(mine) and any(
        mine < _words(other) or (mine == _words(other) and i < place) for i, other in enumerate(others)
    )


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", re.sub(r"(?<=rule) (?=book)|(?<=by)-(?=law)", "", text.lower()))) - _SMALL


def _names(title: str) -> bool:
    """It says whose or which: more than a kind of rulebook and a year."""
    rest = KIND.sub(" ", YEAR.sub(" ", SPAN.sub(" ", title)))
    return any(len(word) > 1 and word.lower() not in _SMALL for word in re.findall(r"[^\W\d]+", rest))


def _given(cover: Cover) -> str:
    """The title of the file's information, where it reads as one; '' otherwise."""
    text = cover.given
    if "_" in text or (" " not in text and "-" in text):
        text = re.sub(r"[_-]+", " ", text)
    text = tidy(_VERSION.sub("", text))
    if _FILED.search(text) or not _is_title(text) or not _names(text) or len(text.split()) < 2:
        return ""
    return cover.cased(text)


def _same_book(given: str, printed: str) -> bool:
    """The file's information says what the page prints, in fewer words or in order: it names the kind too."""
    said, page = _words(given), _words(printed)
    return bool(page) and said <= page and bool(KIND.search(given)) >= bool(KIND.search(printed))


def _bare_head(head: str) -> str:
    """A running head without its date, page number, version and copyright."""
    text = undated(re.split(r"[©|]|\(c\)", head, flags=re.I)[0])
    text = re.sub(r"\b(?:page\s+)?\d+\s*(?:/|of|de|von)\s*\d+\b|\bpage\s*\d*\s*$", " ", text, flags=re.I)
    text = re.sub(r"\b(?:last )?(?:revis(?:ed|ion)|updated|amended)\b\W*$", " ", tidy(text), flags=re.I)
    text = re.sub(r"(?:\s[A-Z]?\d{1,3})+\s*$", "", tidy(text))
    return _VERSION.sub("", text).strip(" -–—:,|")
