"""Reads the label with which a printed line starts: an article, appendix, dotted number, or list item."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from regulations_agent.corpus.numbers.reference import roman_value

LabelKind = Literal["article", "appendix", "part", "book", "dotted", "item"]
Script = Literal["letter", "roman", "number", "upper", "capital"]
"""The counting of a list; `upper` is A, B, C and `capital` I, II, III."""


_LAST, _LAST_STEP = re.compile(r"\d+$"), re.compile(r"(?:^|[.-])\d+$")


@dataclass(frozen=True, slots=True)
class Label:
    """What numbers a clause, as printed."""

    kind: LabelKind
    number: str
    """Without its brackets: `B5`, `3.2.2`, `a`, `iv`, `Appendix 3`, `Part A`."""
    style: str = ""
    """Of an item, with `x` for the number: `x)`, `(x)`, `x.`, `x`."""
    end: int = 0
    """Characters of the line that it takes, blanks after it included."""

    @property
    def stem(self) -> str:
        """A dotted number without its last step: `3.2` of `3.2.1`, `3` of `3-1`."""
        return _LAST_STEP.sub("", self.number)

    @property
    def last(self) -> int:
        """The last step of a dotted number; 0 where that is none."""
        found = _LAST.search(self.number)
        return int(found.group()) if found else 0

    @property
    def ranks(self) -> dict[Script, int]:
        """Its place in each counting that it can belong to: `i` is the ninth letter or the first roman."""
        text, found = self.number, dict[Script, int]()
        if text.isdigit():
            return {"number": int(text)}
        if text.isupper():
            if len(text) == 1:
                found["upper"] = ord(text) - 64
            if value := capital_roman(text):
                found["capital"] = value
        elif text.islower():
            place = letter_place(text)
            if place:
                found["letter"] = place
            value = roman_value(text)
            if value:
                found["roman"] = value
        return found


def capital_roman(text: str) -> int | None:
    """1 to 39 for a Roman number in capitals, None for anything else."""
    return roman_value(text.lower()) if _CAPITALS.fullmatch(text) else None


def letter_place(text: str) -> int:
    """a to z are 1 to 26, aa 27, then bb or ab 28; 0 for other words."""
    if len(text) == 1:
        return ord(text) - 96
    if len(text) == 2 and text[0] == text[1]:
        return 26 + ord(text[0]) - 96
    if len(text) == 2 and text[0] == "a":
        return 26 + ord(text[1]) - 96
    return 0


_CAPITALS = re.compile(r"[IVX]{1,7}")
_ROMAN = r"[IVX]{1,7}(?!\w)"
_ID = rf"(?:[A-Z]{{0,2}}\.?\d{{1,3}}[A-Z]?|{_ROMAN})"
_PATTERNS: tuple[tuple[LabelKind, str, re.Pattern[str]], ...] = (
    (
        "article",
        "",
        re.compile(
            rf"(?:ARTICLE|Article(?=\s+{_ID}\s*[:–—-])|(?:SECTION|CHAPTER|TITLE|RULE|Section|Chapter|Title|Rule)"
            rf"(?=\s+(?:\d|{_ROMAN})))"
            rf"\s+({_ID})\s*(?:[:.–—-]\s*|\s+|$)(?=[^a-z]|$)"
        ),
    ),
    ("article", "", re.compile(r"§\s*(\d{1,3}[a-z]?)\.?\s+(?=[A-Z])")),
    (
        "appendix",
        "",
        re.compile(
            rf"(?:APPENDIX|ANNEX|SCHEDULE|(?:Appendix|Annex|Schedule)(?=\s+(?:{_ID}|[A-Z])\s*(?:[:(–—-]|$)))"
            rf"\s+({_ID}|[A-Z])\s*(?:[:.–—-]\s*|\s+|$)(?=[^a-z]|$)"
        ),
    ),
    ("part", "", re.compile(r"(?:PART|Part)\s+([A-Z]|\d{1,2}|[IVX]+)\s*(?:[:.–—-]\s*|$)")),
    ("book", "", re.compile(r"([A-Z]{1,3})\s+[–—-]\s+(?=[A-Z])")),
    (
        "dotted",
        "",
        re.compile(
            r"((?:[A-Z]{1,3}\.?)?\d{1,3}(?:\.\d{1,3})+|(?:[A-Z]{1,3}|[IVX]{4,7})(?:\.\d{1,3})+"
            r"|\d{1,2}[A-Z]?-\d{1,2}(?:[.-]\d{1,2}){0,3})\.?(?:\s+|$)"
        ),
    ),
    ("item", "(x)", re.compile(r"\(([a-z]{1,5}|[A-Z]|\d{1,2})\)\s*")),
    ("item", "x)", re.compile(r"([a-z]{1,5}|[A-Z]|[IVX]{2,7}|\d{1,3})\)(?:\s+|$)")),
    ("item", "x.", re.compile(r"([a-z]{1,5}|[A-Z]|[IVX]{2,7}|\d{1,3})\.(?:\s+|$)")),
)
_SPACED = re.compile(r"([A-Z]{0,3}\.?\d{1,3}\.(?:\d{1,3}\.)+\s\d{1,3})\s+(?=[A-Z])")
"""`15.1. 8 Composite`, a number of three steps at least, misprinted."""
_ALONE = re.compile(r"([a-z]{1,5}|[IVX]{1,7}|\d{1,3})(?:\s+|$)")


def read_label(text: str, *, column: str = "") -> Label | None:
    """The label at the start of a line, None when there is none.

    `column` is what stands alone in the number column; only there does a number without any mark count.
    """
    spaced = _SPACED.match(text)
    if spaced is not None and spaced.end() >= len(column):
        return Label("dotted", re.sub(r"\s", "", spaced[1]), "", spaced.end())
    for kind, style, pattern in _PATTERNS:
        match = pattern.match(text)
        if match is None:
            continue
        number = match[1]
        if kind == "appendix":
            number = f"{match.group().split()[0].capitalize()} {number}"
        elif kind == "part":
            number = f"Part {number}"
        label = Label(kind, number, style, match.end())
        if kind == "item" and not label.ranks:
            continue
        return label
    match = _ALONE.match(text) if column else None
    if match is None or column.strip() != match[1]:
        return None
    label = Label("item", match[1], "x", match.end())
    return label if label.ranks else None


def script_after(label: Label, script: Script, rank: int) -> bool:
    """Whether the label comes next in a list that is counted so and stands at that rank."""
    return label.ranks.get(script) == rank + 1


def first_script(label: Label) -> Script | None:
    """The counting that the label opens: `i` opens romans, `a` letters; None when it opens none."""
    ranks = label.ranks
    for script in ("roman", "letter", "number", "capital", "upper"):
        if ranks.get(script) == 1:
            return script
    return None
