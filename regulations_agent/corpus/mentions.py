"""Finds printed references in running text: what is named, in which document, and how it is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

Lead = Literal["article", "appendix", "part", "bare", "document"]
"""`article`: also rule, clause, section; `part`: an item or paragraph of what surrounds it."""


@dataclass(frozen=True, slots=True)
class Named:
    """One clause number as printed in a reference."""

    number: str
    """`54.3d)`, `Appendix 7`, or only the differing end (`b)`) when `relative`."""
    relative: bool = False
    to: bool = False
    """The end of a range that starts at the number before."""
    owner: str = ""
    """`Appendix 4` in `Article 5 of Appendix 4`."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference as printed."""

    start: int
    end: int
    lead: Lead
    named: tuple[Named, ...]
    document: str = ""
    """Words that name the document: `2025 Technical Regulations`, `Code`, `Section C`; empty when none do."""
    this: bool = False
    """`this Article 8.3`, `of this Appendix`."""


_BRACKETED = r"\((?:[a-z]{1,4}|[A-Z]|\d{1,2})\)"
_ITEM = rf"(?:\s?{_BRACKETED}|\s?[a-z]{{1,5}}\)|\.[a-z]{{1,5}}(?![A-Za-z0-9])|(?<=[\d)])[a-z](?![A-Za-z0-9]))"
_DOTTED = r"(?:[A-Z]{1,3}\.?)?\d+(?:\.\d+)*"
_NUMBER = rf"{_DOTTED}{_ITEM}*"
_RELATIVE = (
    rf"(?:{_BRACKETED}|(?<![\w.])[a-z]{{1,5}}\)|(?<![\w.])[a-z]\.)(?:\s?{_BRACKETED}|[a-z]{{1,5}}[).])*"
)
_WORDS = {
    "article": r"(?:[Ss]ub-)?[Aa]rticles?|[Aa]rts?\.|[Cc]lauses?|[Rr]ules?|Sections?|§",
    "part": r"[Pp]aragraphs?|[Ii]tems?|sections?|[Pp]oints?|[Ss]ub-?paragraphs?|[Ss]ub-?sections?",
    "appendix": r"[Aa]ppendix|[Aa]ppendices|[Aa]nnex|[Ss]chedule",
}
_APPENDIX_ID = r"(?:[A-Z]{0,2}\.?\d{1,3}|[A-Z])(?![\w])"
_LEAD = re.compile(
    rf"(?P<this>\b[Tt]his\s+)?(?:(?P<article>(?<!\w)(?:{_WORDS['article']}))|(?P<part>\b(?:{_WORDS['part']}))"
    rf"|(?P<appendix>\b(?:{_WORDS['appendix']})))\s*(?=[A-Z(§]|\d|[a-z]{{1,4}}[.)])"
)
_JOIN = re.compile(
    r"(?:\s*\(inclusive\)|\.(?=,|\s+(?:and|or|to)\b))?\s*"
    r"(?:(?P<range>,?\s*\bto\b|\bthrough\b|[-–−]|\bup to(?: and including)?\b)"
    r"|(?P<list>,?\s*(?:and/or|and|or|&)\b|,|/|&))\s*"
)
_AGAIN = re.compile(rf"(?:{_WORDS['article']}|{_WORDS['part']})\s*(?=[A-Z]?\.?\d|[A-Z]{{1,3}}\.\d|\()")
_AGAIN_APPENDIX = re.compile(rf"(?:{_WORDS['appendix']})\s*(?={_APPENDIX_ID})")
_FULL = re.compile(_NUMBER)
_REL = re.compile(_RELATIVE)
_APP = re.compile(_APPENDIX_ID)
_QUANTITY = re.compile(
    r"\s*(?:%|°|mm\b|cm\b|m\b|kg\b|km\b|g\b|s\b|seconds?\b|hours?\b|days?\b"
    r"|points?\b|cars?\b|places?\b|bar\b|[A-Z]?[VNWJ]\b)"
)
_TITLE_WORD = r"(?:[A-Z][\w’'&.-]*|\d{4}|1)"
_BOOK = (
    rf"(?:(?:{_TITLE_WORD}|of|and|for)\s+)*?"
    r"(?:Regulations|Regulatory\s+Provisions|Sporting\s+Code|Code|Rules)\b"
    r"(?:\s+\(?for\s+(?:F1\s+)?(?:Teams|Power\s+Unit\s+Manufacturers)\)?|\s+\((?:F1\s+)?[A-Z][\w ]{1,28}\))?"
)
_OF = re.compile(
    rf"\s*,?\s*\(?(?:of|to|in|under|from)\s+(?P<det>the|these|this|that|its|each)?\s*"
    rf"(?P<name>{_BOOK}|Section\s+[A-Z]\b)"
)
_OF_APPENDIX = re.compile(
    rf"\s*,?\s*(?:of|to|in)\s+(?P<this>this\s+)?(?:{_WORDS['appendix']})(?:\s*(?P<id>{_APPENDIX_ID}))?"
)
_OF_THIS = re.compile(
    r"\s*(?:\(inclusive\)\s*)?(?:of|in|to)\s+this\s+"
    r"(?:[Aa]rticle|[Dd]efinition|[Aa]ppendix|[Pp]aragraph|[Rr]ule|[Ss]ection)\b"
)
_BEFORE = re.compile(rf"(?:the\s+)?(?P<name>{_BOOK})[,’']?s?\s+$")
_DOCUMENT = re.compile(
    rf"\b(?P<det>[Tt]he|the\s+FIA)\s+(?P<name>{_BOOK})|\b(?P<section>Section\s+[A-Z])(?![\w.])"
)
_PLACE = re.compile(r"\s*,?\s*\b(?:above|below)\b")
_BESIDE = re.compile(
    rf"(?P<items>{_RELATIVE}(?:(?:\s*,\s*|\s*,?\s+(?:and|or|to)\s+){_RELATIVE})*)\s*,?\s+(?:above|below)\b"
)


def find_mentions(text: str, roots: frozenset[str] = frozenset()) -> Iterator[Mention]:
    """Every printed reference in order, none overlapping.

    `roots` are the letters with which this book's numbers start (`{"GR", "V"}`, `{"B"}`): a dotted number
    that starts with one of them is a reference without a leading word.
    """
    taken = 0
    held: Mention | None = None
    for start, make in sorted(_openings(text, roots), key=lambda o: (o[0], o[1])):
        mention = _read(text, start, make) if start >= taken else None
        if mention is None:
            continue
        taken = mention.end
        if held is not None:
            held, mention = _neighbours(text, held, mention)
            yield held
        held = mention
    if held is not None:
        yield held


def _neighbours(text: str, first: Mention, second: Mention) -> tuple[Mention, Mention]:
    """`Appendix 8 Item 1d)`: the second belongs to the first; a document named after both is that of both."""
    if first.lead != "appendix" or second.lead != "part" or text[first.end : second.start].strip(" ,/\n"):
        return first, second
    owner = first.named[-1].number
    named = tuple(replace(n, owner=n.owner or owner) for n in second.named)
    document = second.document or first.document
    return replace(first, document=document), replace(second, named=named, document=document)


def _openings(text: str, roots: frozenset[str]) -> Iterator[tuple[int, int]]:
    for match in _LEAD.finditer(text):
        yield match.start(), 0
    if roots:
        names = "|".join(sorted(roots, key=len, reverse=True))
        for match in re.finditer(rf"(?<![\w.])(?:{names})\.?\d+\.\d+|(?<![\w.])(?:{names})\.\d+", text):
            yield match.start(), 1
    for match in _BESIDE.finditer(text):
        yield match.start(), 2
    for match in _DOCUMENT.finditer(text):
        yield match.start(), 3


def _read(text: str, start: int, make: int) -> Mention | None:
    if make == 0:
        return _led(text, start)
    if make == 1:
        named, end = _numbers(text, start, relative=False, plural=False)
        return _qualified(text, Mention(start, end, "bare", named)) if named else None
    if make == 2:
        match = _BESIDE.match(text, start)
        named, end = _numbers(text, start, relative=True, plural=True)
        return Mention(start, end, "part", named) if match and named else None
    match = _DOCUMENT.match(text, start)
    if match is None or _is_plain(match["name"] or ""):
        return None
    return Mention(
        start, match.end(), "document", (), document=" ".join((match["section"] or match["name"]).split())
    )


def _is_plain(name: str) -> bool:
    """`the Regulations` names no document of its own."""
    return name in {"Regulations", "Rules"}


def _led(text: str, start: int) -> Mention | None:
    match = _LEAD.match(text, start)
    if match is None:
        return None
    this = match["this"] is not None
    word = (match["article"] or match["part"] or match["appendix"] or "").lower()
    if match["appendix"]:
        named, end = _appendices(text, match.end())
        lead: Lead = "appendix"
    else:
        lead = "article" if match["article"] else "part"
        named, end = _numbers(
            text, match.end(), relative=lead == "part" or word != "§", plural=word.endswith("s")
        )
    if not named or (lead == "part" and not this and not _says_part(word, named)):
        return None
    if word.startswith("section") and lead == "article" and re.fullmatch(r"[A-Z]", named[0].number):
        return None
    return _qualified(text, Mention(match.end("this") if this else start, end, lead, named, this=this))


def _says_part(word: str, named: tuple[Named, ...]) -> bool:
    """`item 3` may be a count; `item 3.a`, `paragraph (a)` and `section 1.1` name a clause."""
    return bool(named) and (
        named[0].relative or bool(re.search(r"\d[.(a-z]|\)", named[0].number)) or word.startswith("§")
    )


def _appendices(text: str, at: int) -> tuple[tuple[Named, ...], int]:
    found: list[Named] = []
    end, ranged = at, False
    while (match := _APP.match(text, at)) is not None:
        found.append(Named(f"Appendix {match.group()}", to=ranged))
        end = match.end()
        join = _JOIN.match(text, end)
        if join is None:
            break
        ranged = join["range"] is not None
        again = _AGAIN_APPENDIX.match(text, join.end())
        at = again.end() if again else join.end()
        if _QUANTITY.match(text, _end_of(_APP.match(text, at))):
            break
    return tuple(found), end


def _end_of(match: re.Match[str] | None) -> int:
    return match.end() if match else 1 << 30


def _numbers(text: str, at: int, *, relative: bool, plural: bool) -> tuple[tuple[Named, ...], int]:
    """The list of numbers at `at` and where it ends; the end is never a sentence's full stop."""
    found: list[Named] = []
    end, ranged, led = at, False, True
    while True:
        full, rel = _FULL.match(text, at), _REL.match(text, at) if relative else None
        if full is not None and (led or _continues(text, full, plural)):
            found.append(Named(full.group(), to=ranged))
            end = full.end()
        elif rel is not None:
            found.append(Named(rel.group().rstrip("."), relative=True, to=ranged))
            end = rel.end() - (rel.group().endswith(".") and not rel.group().endswith(")."))
        else:
            break
        join = _JOIN.match(text, end)
        if join is None:
            break
        ranged, relative = join["range"] is not None, True
        again = _AGAIN.match(text, join.end())
        led = again is not None
        at = again.end() if again else join.end()
    return tuple(found), end


def _continues(text: str, match: re.Match[str], plural: bool) -> bool:
    """A number after `and` or a comma that goes on with the list, and is no quantity."""
    if _QUANTITY.match(text, match.end()):
        return False
    return plural or bool(re.search(r"\d[.(a-z]|^[A-Z]", match.group()))


def _qualified(text: str, mention: Mention) -> Mention:
    """The mention with the words that say of what: an appendix, this article, another document."""
    end, named, this = mention.end, mention.named, mention.this
    place = _PLACE.match(text, end)
    after = place.end() if place else end
    owner = _OF_APPENDIX.match(text, after) if mention.lead != "appendix" else None
    if owner is not None and (owner["id"] or owner["this"]):
        name = f"Appendix {owner['id']}" if owner["id"] else "this"
        named = tuple(Named(n.number, n.relative, n.to, name) for n in named)
        after = owner.end()
        end = end if mention.lead == "part" and owner["id"] else after
    own = _OF_THIS.match(text, after)
    if own is not None:
        return Mention(mention.start, own.end(), mention.lead, named, this=True)
    book = _OF.match(text, after)
    if book is not None and not _is_plain(book["name"]):
        return Mention(
            mention.start,
            end if end < after and mention.lead == "part" else book.end(),
            mention.lead,
            named,
            document="" if book["det"] in {"these", "this"} else " ".join(book["name"].split()),
            this=this,
        )
    before = _BEFORE.search(text[max(0, mention.start - 80) : mention.start])
    if before is not None and not _is_plain(before["name"]):
        return Mention(
            mention.start, end, mention.lead, named, document=" ".join(before["name"].split()), this=this
        )
    return Mention(mention.start, end, mention.lead, named, this=this)
