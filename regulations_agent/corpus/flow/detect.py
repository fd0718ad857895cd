"""What kind of file it is, by its content; the name has a say only between kinds of text."""

from __future__ import annotations

import re
from collections.abc import Callable

from regulations_agent.corpus.files.formats import (
    ACCEPTED,
    ASCIIDOC,
    DOCX,
    HTML,
    MARKDOWN,
    PDF,
    PLAIN,
    RST,
    Format,
    by_name,
)
from regulations_agent.corpus.flow.archive import Archive
from regulations_agent.corpus.flow.decoding import SAMPLE, decode
from regulations_agent.corpus.flow.law.detect import law_kind
from regulations_agent.corpus.flow.web.front import without_front
from regulations_agent.errors import DocumentError

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FOREIGN = (
    (b"{\\rtf", "a rich text (RTF) file; save it as DOCX or PDF"),
    (b"\x89PNG", "a picture; give the document that it shows"),
    (b"\xff\xd8\xff", "a picture; give the document that it shows"),
    (b"GIF8", "a picture; give the document that it shows"),
    (b"II*\0", "a picture; give the document that it shows"),
    (b"MM\0*", "a picture; give the document that it shows"),
    (b"\x1f\x8b", "packed with gzip; unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
)
_PAGE = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.I)
_XML = re.compile(r"\s*<\?xml\b(?![\s\S]{0,4096}<html)", re.I)
_TAG_LINE = re.compile(
    r"^\s*</?(?:h[1-6]|p|div|ul|ol|li|dl|dt|dd|table|tr|td|th|thead|tbody|section|article|main|nav|header"
    r"|footer|blockquote|pre|br|hr|a|span|strong|em|b|i)\b[^>]*>",
    re.I | re.M,
)
_LINE = re.compile(r"^.*\S.*$", re.M)
_FENCE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)\s*$", re.M | re.S)
_MARKS: tuple[tuple[Format, re.Pattern[str], int], ...] = tuple(
    (kind, re.compile(pattern, re.M), weight)
    for kind, pattern, weight in (
        (MARKDOWN, r"^#{1,6}[ \t]+\S", 3),
        (MARKDOWN, r"\[[^\]\n]+\]\((?:https?:|#|\.|/|mailto:)[^)\n]*\)", 2),
        (MARKDOWN, r"(?<!\*)\*\*\S[^*\n]*\S\*\*(?!\*)", 1),
        (MARKDOWN, r"^[^\n|]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+", 3),
        (MARKDOWN, r"^```", 3),
        (MARKDOWN, r"^(?:>[ \t]|!\[)", 1),
        (MARKDOWN, r"^[^\W\d_].*\n(?:={3,}|-{3,})[ \t]*$", 2),
        (ASCIIDOC, r"^={1,6}[ \t]+\S", 3),
        (ASCIIDOC, r"^:[\w-]+!?:(?:[ \t].*)?$", 3),
        (ASCIIDOC, r"^\[(?:\[[\w-]+\]|NOTE|TIP|[\w-]+(?:[,=][^\]]*)?)\][ \t]*$", 3),
        (ASCIIDOC, r"^\|={3,}[ \t]*$", 4),
        (ASCIIDOC, r"^(?:include|image|toc|ifdef|ifndef|endif)::\S*\[.*\]", 4),
        (ASCIIDOC, r"(?:https?://\S+?|xref:\S+?|link:\S+?)\[[^\]]*\]", 2),
        (ASCIIDOC, r"<<[\w-]+(?:,[^>]*)?>>", 2),
        (ASCIIDOC, r"^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION): ", 1),
        (ASCIIDOC, r"^[^\W\d_].*\n(?:={4,}|-{4,}|~{4,}|\^{4,})[ \t]*$", 2),
        (ASCIIDOC, r"^\.{1,5}[ \t]+\S", 1),
        (RST, r"^[ \t]*\.\.[ \t]+[\w:-]+::(?:[ \t]|$)", 4),
        (RST, r"^\.\.[ \t]+_[^:\n]+:", 4),
        (RST, r"^[ \t]*#\.[ \t]+\S", 1),
        (RST, r":[\w:-]+:`[^`\n]+`|`[^`\n]+<[^>\n]+>`__?", 2),
        (RST, r"(?<!\*)\*\*\S[^*\n]*\S\*\*(?!\*)", 1),
        (RST, r"^[^\W\d_].*\n([=\-~^\"'`+*#])\1{3,}[ \t]*$", 2),
    )
)
NAMED = 4
"""What the name weighs among the marks of markup."""
ENOUGH = 3
"""Weight of marks from which a text is no plain one."""


def detect(data: bytes, name: str) -> Format:
    """The format; raises DocumentError that says what came and what can be read."""
    if not data:
        raise DocumentError(f"{name} is empty (0 bytes); fetch it again.")
    if b"%PDF-" in data[:1024]:
        return PDF
    if data.startswith(_OLE):
        raise DocumentError(f"{name} {_ole(data)}")
    if data.startswith(b"PK\x03\x04"):
        return _zipped(data, name)
    for start, what in _FOREIGN:
        if data.startswith(start):
            raise DocumentError(f"{name} is {what}.")
    text, _ = decode(data[:SAMPLE], name)
    if _binary(text):
        raise DocumentError(
            f"{name} is of no kind that can be read, whatever its name says; give a {ACCEPTED} file."
        )
    law = _law(text, name)
    if law is not None:
        return law
    claimed = by_name(name)
    kind = _text_kind(text, claimed)
    if kind is PLAIN and claimed in (PDF, DOCX):
        raise DocumentError(
            f"{name} is not a {claimed.label} file (it starts with {_start(data)}); give a {ACCEPTED} file."
        )
    return kind


def _law(text: str, name: str) -> Format | None:
    """Law from its publisher; raises DocumentError for other XML."""
    law = law_kind(text)
    if law is None and _XML.match(text):
        raise DocumentError(
            f"{name} is XML of no kind that can be read; eCFR and legislation.gov.uk are; "
            f"give a {ACCEPTED} file."
        )
    return law


def _ole(data: bytes) -> str:
    """What an OLE compound file is: its directory names its streams in UTF-16."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "is encrypted with a password; save it without one and try again."
    return "is a file of an old Office (DOC and the like); save it as DOCX or PDF."


def _zipped(data: bytes, name: str) -> Format:
    with Archive(data, name) as archive:
        names = archive.names
    if "[Content_Types].xml" in names or "word/document.xml" in names:
        for folder, what in (("xl/", "an Excel workbook"), ("ppt/", "a PowerPoint presentation")):
            if any(part.startswith(folder) for part in names):
                raise DocumentError(f"{name} is {what}; save it as PDF.")
        return DOCX
    if "mimetype" in names:
        raise DocumentError(f"{name} is an OpenDocument or EPUB file; save it as DOCX, HTML or PDF.")
    raise DocumentError(f"{name} is a zip archive of {len(names)} files; unpack it and give the rulebooks.")


def _binary(text: str) -> bool:
    """More than one in a hundred characters is a control character or was not decoded."""
    odd = sum(1 for letter in text if (letter < " " and letter not in "\t\n\r\f\x0b") or letter == "\ufffd")
    return odd > max(4, len(text) // 100)


def _text_kind(text: str, claimed: Format | None) -> Format:
    _, below = without_front(text)
    if _PAGE.search(below[:4096]) or _is_fragment(below):
        return HTML
    text = _FENCE.sub("```\n```", text)
    counts = {kind.name: 0 for kind in (MARKDOWN, ASCIIDOC, RST)}
    for kind, pattern, weight in _MARKS:
        counts[kind.name] += weight * min(len(pattern.findall(text)), 40)
    if claimed is not None and claimed.name in counts:
        counts[claimed.name] += NAMED
    best = max((MARKDOWN, ASCIIDOC, RST), key=_weigh(counts))
    return best if counts[best.name] >= ENOUGH else PLAIN


def _weigh(counts: dict[str, int]) -> Callable[[Format], int]:
    return lambda kind: counts[kind.name]


def _is_fragment(text: str) -> bool:
    """HTML without a head: most lines begin with a tag."""
    lines = len(_LINE.findall(text))
    return text.lstrip().startswith("<") and len(_TAG_LINE.findall(text)) > 0.5 * lines


def _start(data: bytes) -> str:
    return repr(data[:8].decode("latin-1"))
