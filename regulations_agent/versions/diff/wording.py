"""The words of a clause as they are compared: typography evened out, references read as where they point."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from regulations_agent.corpus.numbers.units import CURRENCY_SIGNS
from regulations_agent.types.document import Clause, Reference, Target

Names = Mapping[str, str]
"""`2025/sporting/33.3` -> `2026/sporting/B1.8.1`: what a clause of the old side is on the new one."""
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‘’‚`´", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‐‑‒–—−", "-"),
        "\u00ad": "",
    }
)
_JOINT = "\ue000"
"""Stands for the spaces inside a reference, so that it stays one word."""
_LIST_MARK = re.compile(r"^(?:[(\[]?(?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2})[.)\]]+|[•·▪-])$")
_MARK = re.compile(rf"[^\w%°{CURRENCY_SIGNS}§\ue000]+")


class Word(NamedTuple):
    """One word as printed, and what it is compared by."""

    key: str
    text: str


def even(text: str) -> str:
    """Quotation marks, dashes, ligatures and special spaces as one would type them."""
    return unicodedata.normalize("NFKC", text).translate(_ALIKE)


def words_of(text: str, references: Sequence[Reference] = (), names: Names | None = None) -> list[Word]:
    """The words of a text in order; a printed reference is one word whose key is what it points to."""
    keys: dict[str, str] = {}
    for reference in sorted(references, key=lambda r: -len(r.printed)):
        parts = reference.printed.split()
        joined = _JOINT.join(parts)
        keys[joined] = _pointed(reference, names or {})
        printed = r"\s+".join(map(re.escape, parts))
        text = re.sub(rf"(?<!\w){printed}(?!\w)", joined.replace("\\", r"\\"), text)
    return [_word(word, keys) for word in text.split()]


def same_wording(old: Sequence[Word], new: Sequence[Word]) -> bool:
    """Nothing but spaces differs."""
    return squeezed(old) == squeezed(new)


def squeezed(words: Sequence[Word]) -> str:
    """The keys without spaces between them."""
    return "".join(word.key for word in words)


def bare(key: str) -> str:
    """A word without punctuation and capitals; empty for one that is nothing else."""
    return _MARK.sub("", key).lower()


def is_list_mark(word: str) -> bool:
    """`a)`, `ii.`, `(3)`, `•`: counts, and says nothing."""
    return _LIST_MARK.match(word) is not None


def table_words(clause: Clause) -> list[str]:
    """The words of its table in order; what a cell repeats of the one beside or above it is left out.

    Merged cells may be read once or repeated.
    """
    above: Sequence[str] = ()
    words: list[str] = []
    for row in clause.rows:
        for before, cell, over in zip_longest(("", *row[:-1]), row, above[: len(row)], fillvalue=""):
            words += () if cell in (before, over) else even(cell).split()
        above = row
    return words


def without_table(text: str) -> str:
    """The lines that are no row of a table."""
    return "\n".join(line for line in text.split("\n") if not line.startswith("|"))


def wording(clause: Clause) -> str:
    """Heading and words, a line each."""
    return "\n".join(part for part in (clause.heading, clause.text) if part)


def name_of(document: str | None, clause: str | None) -> str:
    """`2025/sporting@4`, `33.3` -> `2025/sporting/33.3`: without the issue."""
    return f"{(document or '').partition('@')[0]}/{clause or ''}"


def _word(word: str, keys: Mapping[str, str]) -> Word:
    for joined, pointed in keys.items():
        if joined in word:
            return Word(even(word.replace(joined, pointed)), word.replace(_JOINT, " "))
    return _plain(word)


@lru_cache(maxsize=65536)
def _plain(word: str) -> Word:
    """One that is no reference; a book writes each of them many times."""
    return Word(even(word), word.replace(_JOINT, " "))


def _pointed(reference: Reference, names: Names) -> str:
    """What it points to on the new side, without season; a clause that is not compared keeps its number."""
    return "§" + "§".join(
        _target(target, names) or even(reference.printed) for target in reference.targets or _NONE
    )


def _target(target: Target, names: Names) -> str:
    if target.status == "dangling":
        return ""
    name = name_of(target.document, target.clause)
    return names.get(name, name).partition("/")[2].replace(" ", _JOINT)


_NONE = (Target(None, None, "dangling"),)
