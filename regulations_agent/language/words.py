"""Words as they are compared: stems of content words, with compounds written together or apart."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise

from regulations_agent.index.words.lexical import singular_acronyms, stem
from regulations_agent.language.deontic import APART
from regulations_agent.retrieval.synonyms import written_for

_TOKEN = re.compile(r"[a-z]{1,3}\d+(?![\d.,]*[a-z]{2})|\d+(?:[.,]\d+)*|[a-z]+")
_THOUSANDS = re.compile(r",(?=\d{3}\b)")

_FUNCTION_WORDS = """
    a an the this that these those it its they them their there he she his her him we us our you your i
    me itself himself herself themselves myself yourself ourselves my one is are was were be been being
    am do does did done doing has have had having will would shall should may might must can could
    cannot of in on at to for from by with within without under over into onto out up down off about as
    than then so if when while where who whom whose which what why how and or but nor not no yes any
    some all each every either neither both other another such same own more most less least many much
    few very too just only also even ever never again still yet per via during before after between
    until since upon against through s t don doesn didn isn aren wasn weren won wouldn couldn shouldn haven
    hasn hadn mustn needn ain ve re ll d m
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Words that carry no subject of their own."""

_FRAMING_WORDS = """
    please tell show give say says said state stated stating explain describe quote cite find list brief
    summary summarise summarize overview exactly precisely actually really roughly official officially
    meaning mean means define definition defined regulation regulations rule rules regs rulebook rulebooks
    article articles art clause clauses section sections paragraph issue season year text wording version
    allowed permitted permit allow legal illegal forbidden banned ban bans ok okay possible get gets got let
    lets go goes going happen happens happened suppose thing things stuff someone anyone somebody anybody
    people guys question answer need needs want compare comparison difference differences differ change
    changed changes versus vs new old according current currently called know work works working out make
    makes made take takes stand stands relevant lay lays laid apply applies something anything everything
    nothing somehow wrong right come comes coming came begin begins begun began way ways kind kinds sort
    sorts bit bits lot lots good bad big much actual really still just like maybe perhaps thanks hey cover
    covers covered describes consequence call bring put see look believe think try keep keeps
    pls plz thx asap btw gonna wanna gotta dunno
"""
FRAMING_WORDS = frozenset(_FRAMING_WORDS.split())
"""Words by which a question is put, as opposed to what it is about."""

SETS_APART = re.compile(rf"\b(?:{APART}|unless|without|not)\b[^,;:.]*", re.IGNORECASE)

_DEGREES = {
    "fast": "speed", "quickly": "", "far": "distance", "high": "height", "tall": "height",
    "wide": "width", "deep": "depth", "thick": "thickness", "hot": "temperature", "old": "age",
    "long": "", "often": "", "soon": "", "late": "", "early": "", "close": "", "big": "", "large": "",
    "small": "",
}  # fmt: skip
"""What `how fast` asks for, as a rule names it; nothing where that depends on what is measured."""
_DEGREE = re.compile(rf"\bhow ({'|'.join(_DEGREES)})\b", re.IGNORECASE)
_COUNTS = re.compile(r"\bnumber of\b(?=\s+\w)", re.IGNORECASE)
_LEFT_OUT = re.compile(r"\b(?:left|leave|leaves|leaving) out\b", re.IGNORECASE)
_LASTS = re.compile(
    r"(\bhow long (?:does|do|did|can|may|must|will|should|would)\b.{1,60}?)\b(?:last|take|run|be|go on)\b",
    re.IGNORECASE,
)
"""The verb of a duration says nothing of what lasts."""


def tokens(text: str) -> list[str]:
    """Lower-case words and numbers in order, accents dropped; a possessive `'s` is dropped, and a thousands
    comma."""
    plain = singular_acronyms(text)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain.replace("’", "'")).encode("ascii", "ignore").decode()
    found = _TOKEN.findall(plain.lower())
    return [_THOUSANDS.sub("", t) if "," in t else t for t in found] if "," in plain else found


def stems(text: str) -> list[str]:
    """Stems of all words in order."""
    return [stem(t) for t in tokens(text)]


def subject_words(question: str) -> tuple[str, ...]:
    """Stems of the words that say what a question is about, each once, in order."""
    left_out = FUNCTION_WORDS | _framing_stems()
    asked = _COUNTS.sub(" ", _LASTS.sub(r"\1", _LEFT_OUT.sub("excluded", question)))
    asked = _DEGREE.sub(lambda m: _DEGREES[m[1].lower()], asked)
    kept = (stem(t) for t in tokens(asked) if t not in FUNCTION_WORDS and (len(t) > 1 or t.isdigit()))
    return tuple(dict.fromkeys(s for s in kept if s not in left_out))


@cache
def _framing_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in FRAMING_WORDS)


def written_instead(*asked: Sequence[str]) -> dict[str, list[frozenset[str]]]:
    """Stem of a question to the phrases, as stems, that rulebooks write for what it stands in."""
    others: dict[str, list[frozenset[str]]] = defaultdict(list)
    for said, written in chain.from_iterable(map(written_for, asked)):
        for word in said:
            others[word] += [frozenset(stems(phrase)) for phrase in written]
    return others


@lru_cache(maxsize=4096)
def vocabulary(text: str) -> frozenset[str]:
    """Stems of a text, and of each two neighbours written together (`pit lane` also as `pitlane`).

    Kept, for a question reads each clause that it finds several times.
    """
    words = tokens(text)
    joined = (a + b for a, b in pairwise(words) if a.isalpha())
    return frozenset(map(stem, chain(words, joined)))


def covered(wanted: Iterable[str], words: frozenset[str]) -> frozenset[str]:
    """Those of the wanted stems that a vocabulary holds; one written together counts when both halves are
    there."""
    return frozenset(w for w in wanted if w in words)
