"""Document ids of books without a season: the words of the title, and the year of the edition behind them."""

from __future__ import annotations

import re
import unicodedata

from regulations_agent.corpus.title.cover import SMALL_WORDS, Cover
from regulations_agent.corpus.title.dates import SPAN, YEAR, undated

LONGEST = 64
"""Characters of the words; a longer title loses its small words, then words before its last three."""
_VERSION = re.compile(
    r"\b(?:v|ver|version|rev|revision|ed|edition|issue)\.?\s*\d+(?:\.\d+)*\b|\b\d+(?:\.\d+)+$", re.I
)
_CATALOGUE = re.compile(r"^\W*(?:policy|document|bylaw|rule|file|reference)\s+(?:number|no|nr)\b\W*$", re.I)
"""What is left of `Policy Number "2006-01-02"` without the date: it says nothing."""
_KINDS = re.compile(r"\b(?:regulations?|rules?|rule ?books?|version|edition|issue)\b", re.I)
FEWEST_MENTIONS = 3
"""Times that a document prints a short form of its own name before it is one."""


def slug(title: str, year: int | None, cover: Cover | None = None) -> str:
    """`general-data-protection-regulation-2016`; letters and digits of ASCII, `rulebook` where none are left.

    A short form with an acronym that the document itself prints stands for its name: `fsae-2024`.
    """
    text = _VERSION.sub(" ", YEAR.sub(" ", SPAN.sub(" ", undated(title))))
    parts = [part for part in re.split(r"\s[-–—]\s|:\s", text) if not _CATALOGUE.match(part)]
    words = _ascii_words(" ".join(parts))
    short = _short_form(text, cover) if cover is not None else None
    stem = short or "-".join(_fitting(words)) or _of_file(cover) or "rulebook"
    return f"{stem}-{year}" if year is not None else stem


def _of_file(cover: Cover | None) -> str:
    """The words of the file's name, for a title in letters that ASCII has not."""
    return "-".join(_fitting(_ascii_words(YEAR.sub(" ", cover.stem.replace("_", " "))))) if cover else ""


def _ascii_words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", re.sub(r"(?<=\w)['’](?=s?\b)", "", text).replace("ß", "ss"))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    return words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words


def _fitting(words: list[str]) -> list[str]:
    if len("-".join(words)) > LONGEST:
        words = [word for word in words if word not in SMALL_WORDS]
    while len("-".join(words)) > LONGEST and len(words) > 4:
        del words[-4]
    return [word[:LONGEST] for word in words]


def _short_form(title: str, cover: Cover) -> str | None:
    """`fsae` of Formula SAE where the document calls itself FSAE."""
    words = [
        word for word in re.findall(r"[A-Za-z]+", _KINDS.sub(" ", title)) if word.lower() not in SMALL_WORDS
    ]
    acronym = any(len(w) > 1 and w.isupper() for w in words) and any(not w.isupper() for w in words)
    if not acronym or len(words) > 3:
        return None
    short = "".join(word if word.isupper() else word[0].upper() for word in words)
    return short.lower() if cover.prints(short, FEWEST_MENTIONS) else None
