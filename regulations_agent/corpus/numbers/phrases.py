"""What printed references are made of: numbers, leading words, joins, and names of documents."""

from __future__ import annotations

import re
from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

_LETTER = rf"(?:[ivx]{{2,6}}|{'|'.join(c * 2 for c in ascii_lowercase)}|[a-z])"
"""A list letter or small roman number; `(below)` and `apply)` are none."""
BRACKETED = rf"\((?:{_LETTER}|[A-Z]|\d{{1,2}})\)"
_ITEM = (
    rf"(?:[\s.]?{BRACKETED}|\s?{_LETTER}\)|\.{_LETTER}(?![A-Za-z0-9])"
    r"|(?<=[\d)])(?:[ivx]{2,4}|[a-z])(?![A-Za-z0-9])|(?<=\d)[a-z](?=[ivx]{1,4}\))"
    rf"|(?<=\d)\s[b-z](?=\.(?:\s+[a-z(]|[,;)]))|\.\s{_LETTER}\)(?=\s+(?:above|below)\b))"
)
_DOTTED = (
    r"(?:(?:(?:[A-Z]{1,3}|[IVX]{4,7})\.?)?(?!(?:19|20)\d\d(?!\w))\d+(?:[.:]\d+)*(?:[A-Z](?![A-Za-z0-9]))?"
    r"|[IVX]{1,7}(?!\.?\w))"
)
"""`5.3`, `5:3`, `B1.2`, `II.1` or `II`; `Rules 2026` is no number but a year."""
NUMBER = re.compile(rf"{_DOTTED}{_ITEM}*")
_RELATIVE = (
    rf"(?:{BRACKETED}|(?<![\w.]){_LETTER}\)|(?<![\w.])[a-z]\.(?!x\b))"
    rf"(?:\s?{BRACKETED}|\s{_LETTER}\)|(?:{_LETTER}|[A-Z])(?:[).]|(?!\w)))*"
)
RELATIVE = re.compile(_RELATIVE)
_WORDS = {
    "article": (
        r"(?:[Ss]ub-)?[Aa]rticles?|[Ss]tanding\s[Oo]rders?|[Aa]rts?\.|[Cc]lauses?|[Rr]ules?|Sections?|Secs?\.|§"
        r"|(?:[Aa]rts?|[Rr]egulation)(?=\s+[A-Z]{0,3}\d+\.\d)"
    ),
    "part": (
        r"[Pp]aragraphs?|[Pp]aras?\.|[Ii]tems?|sections?|[Pp]oints?|[Ss]ub-?paragraphs?|[Ss]ub-?sections?"
        r"|parts?(?=\s\([a-z])"
    ),
    "appendix": r"[Aa]ppendix|[Aa]ppendices|[Aa]nnex(?:es)?|[Ss]chedules?",
}
_KNOWN = re.compile("|".join(_WORDS.values()))
_APPENDIX_ID = r"(?:[A-Z]{0,2}\.?\d{1,3}[A-Z]?|[A-Z])(?![\w])"
APPENDIX = re.compile(_APPENDIX_ID)
_STEMS = (
    r"This|this|Sub|sub|Arti|arti|Art|arts?[.\s]|Clause|clause|Rule|rule|Sec[ts.]|section|§|Regulation|regulation"
    r"|Para|para|Item|item|Point|point|part|Append|append|Standing|standing|Annex|annex|Sched|sched"
)
SHORT = {"sec": "section", "para": "paragraph"}
"""Leading words cut short, without their stop."""
JOIN = re.compile(
    r"(?:\s*\(inclusive\)|\.(?=,|\s+(?:and|or|to)\b))?\s*"
    r"(?:(?P<range>,?\s*\bto\b|\bthrough\b|[-–−]|\bup to(?: and including)?\b)"
    r"|(?P<list>,?\s*(?:and/or|and|or|&)\b|,|/|&)"
    r"|(?<=\)\s)(?=\d+(?:\.\d+)+\())\s*"
)
"""The last alternative is a comma that was forgotten: `3.1(i) 3.1(t)`."""
AGAIN = re.compile(rf"(?:{_WORDS['article']}|{_WORDS['part']})\s*(?=[A-Z]?\.?\d|[A-Z]{{1,3}}\.\d|\()")
AGAIN_APPENDIX = re.compile(rf"(?:{_WORDS['appendix']})\s*(?={_APPENDIX_ID})")
WITHIN = re.compile(r",?\s*(?P<of>\b(?:of|in|under)\s+)?")
"""What stands between a number and that of what it is a part of: `Section 3 of Article V`."""
COUNTED = re.compile(r"\s*(?:cars?|places?)\b")
NAME_NEXT = re.compile(r"\s+[A-Z][a-z]")
"""`F1 Teams` goes on with a name; a number is followed by other words."""
_TITLE_WORD = r"(?:[A-Z][\w’'&.-]*|\d{4}|1)"
_BOOK = (
    rf"(?:(?:{_TITLE_WORD}|of|and|for)\s+)*?"
    r"(?:Regulations|(?:Technical|Sporting|Financial|Operational)\s+regulations|Regulatory\s+Provisions"
    r"|Code(?:\s+of\s+[A-Z][\w-]+(?:\s+[A-Z][\w-]+)*)?|Rules(?:\s+and\s+Regulations)?|Statutes|ISC)\b"
    r"(?:\s+\(?for\s+(?:F1\s+)?(?:Teams|(?:PU|Power\s+Unit)\s+Manufacturers)\)?"
    r"|\s+\((?:F1\s+)?[A-Z][\w ]{1,28}\))?"
)
_OTHER_BOOK = (
    rf"(?:(?:{_TITLE_WORD}|of|and|for)\s+)*?(?:Agreement|Policy|Protocol|Charter|Convention|Constitution|Act"
    r"|(?:Directive|Standard|Regulation)(?:\s*\([A-Z]{2,4}\))?(?:\s+(?:No\.?\s*)?\d[\w/−–-]*)?)\b"
)
"""Documents that are named only where a reference says of what it is a part."""
_SHORT_BOOK = r"(?:Tech(?:nical)?|Sport(?:ing)?|Fin(?:ancial)?)\.?\s+Regs?\b|TR|SR|FR"
OF = re.compile(
    rf"\s*(?:,?\s*\(?(?:of|to|in)|under|from)\s+(?P<det>the|these|this|that|its|each)?\s*"
    rf"(?P<name>{_BOOK}|{_OTHER_BOOK}|Section\s+[A-Z](?!\w))"
)
OF_APPENDIX = re.compile(
    rf"\s*,?\s*(?:of|to|in)\s+(?P<this>this\s+)?(?:{_WORDS['appendix']})(?:\s*(?P<id>{_APPENDIX_ID}))?"
)
OF_THIS = re.compile(
    r"\s*(?:\(inclusive\)\s*)?(?:of|in|to)\s+this\s+"
    r"(?:[Aa]rticle|[Dd]efinition|[Aa]ppendix|[Pp]aragraph|[Rr]ule|[Ss]ection)\b"
)
BEFORE = re.compile(
    rf"(?:the\s+)?(?P<name>{_BOOK}|{_SHORT_BOOK}|(?:Technical|Sporting|Financial|Operational)\s+Regulation"
    r"|(?<![\w&])[A-Z]+&[A-Z]+s?(?=,))[,’':]?s?\s+$"
)
DOCUMENT = re.compile(
    rf"\b(?P<det>[Tt]he|[Tt]he\s+FIA|FIA)\s+(?P<name>{_BOOK})|\b(?P<code>ISC)\b"
    r"|\b(?P<section>Sections?\s+[A-Z](?:(?:,\s*|,?\s+(?:and|or)\s+)[A-Z](?!\w))*)(?!\w|\.\w)"
)
DOCUMENT_SIGN = re.compile(r"Regulations|regulations|Provisions|Code|Rules|Statutes|ISC|Section")
AND = re.compile(r".*\b(?:Statutes|ISC|Code|Rules(?!\s+and\s+Regulations)|Regulations|[A-Z]?\d+)\s+and\s+")
"""What stands before the last of several names: `FIA Statutes and ` of `FIA Statutes and ISC`."""
OWN = re.compile(
    r"\b(?:[Tt]his|[Tt]he\s+present)\s+(?:(?P<appendix>[Aa]ppendix|[Aa]nnex|[Ss]chedule)"
    r"|[Aa]rticle|[Cc]lause|[Rr]ule|[Pp]aragraph)\b"
)
OWN_SIGN = re.compile(r"(?:This|this|present)\s")
COLUMN = re.compile(r",?\s+columns?\s+\w+(?:\s+\([^()]*\))?")
"""What may stand between an appendix and its document: `Appendix 3 column three of the Code`."""
PLACE = re.compile(r"\s*,?\s*\b(?:above|below)\b")
BESIDE = re.compile(
    rf"(?P<items>{_RELATIVE}(?:(?:\s*,\s*|\s*,?\s+(?:and|or|to)\s+){_RELATIVE})*)\s*,?\s+(?:above|below)\b"
)
BESIDE_SIGN = re.compile(r"above|below")
BARE_SIGN = re.compile(r"\.\d")
"""The signs are quickly found, and no text without one has such a reference."""
ITEMS = re.compile(
    r"(?:(?<=\b(?:of|to|in)\s)|(?<=\b(?:from|with)\s)|(?<=\bunder\s)|(?<=\bcondition\s)"
    rf"|(?<=\bconditions\s))(?:\({_LETTER}\)|{_LETTER}\))"
)
"""Letters of a list in a sentence: `irrespective of b)`, `the load in (a)`."""
ITEMS_SIGN = re.compile(r"\s\(?[a-z]{1,6}\)")
BETWEEN = re.compile(r"[\s,/–-]*(?:Chapter\s+[IVX\d]+)?[\s,]*")
"""What stands between an appendix and the article in it: `Appendix L Chapter III Article 2`."""


@cache
def bare_numbers(roots: frozenset[str]) -> re.Pattern[str]:
    """Dotted numbers without a leading word, that start with one of the letters or name their document.

    For the empty letter, numbers of three steps or more: two may be a measure, but not beside three.
    """
    found = [rf"(?<![\w.])[A-Z]{{1,3}}\d{{1,2}}(?:\.\d{{1,2}})+(?={OF.pattern})"]
    names = "|".join(sorted(roots - {""}, key=len, reverse=True))
    if names:
        found.append(rf"(?<![\w.])(?:{names})\.?\d+\.\d+|(?<![\w.])(?:{names})\.\d+")
    if "" in roots:
        long = r"\d{1,2}(?:\.\d{1,2}){2,4}(?!\d|\.\d)"
        found.append(rf"(?<![\w.,/])(?:{long}|\d{{1,2}}\.\d{{1,2}}(?=,?\s(?:and|or)\s{long}))")
    return re.compile("|".join(found))


class Leads(NamedTuple):
    """How references start that a word leads."""

    lead: re.Pattern[str]
    stem: re.Pattern[str]
    """With one of these every lead starts; plain letters are found at a tenth of its cost."""


@cache
def leads(own: frozenset[str]) -> Leads:
    """The words that lead numbers everywhere, and those that this book's `own` numbers say, in small letters:
    `Bylaw 5` and `Chapter 2` are references in books that number so."""
    named = [word.capitalize() for word in sorted(own) if not _KNOWN.fullmatch(word.capitalize())]
    article = "|".join((_WORDS["article"], *(f"{word}s?" for word in named)))
    lead = (
        rf"(?P<this>\b[Tt]his\s+)?(?:(?P<article>(?<!\w)(?:{article}))|(?P<part>\b(?:{_WORDS['part']}))"
        rf"|(?P<appendix>\b(?:{_WORDS['appendix']})))(?:\(e?s\))?+\s*(?=[A-Z(§]|\d|[a-z]{{1,4}}[.)])"
    )
    return Leads(re.compile(lead), re.compile("|".join((_STEMS, *named))))
