"""What marks the parts of an act of the European Union: classes, markers of points, titles."""

from __future__ import annotations

import re

from regulations_agent.corpus.flow.law.runs import text_of
from regulations_agent.corpus.flow.xml import Element

MARKER = re.compile(r"\(?(\d+[a-z]?(?:\.\d+)*|[a-z]{1,5}|[A-Z]{1,4})[).]{0,2}")
_DASH = re.compile(r"[—–•-]|\u25cf")
_DATE = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")


def short_title(lines: list[str]) -> str:
    """`Regulation (EU) 2016/679` and the name in brackets with which the title of the act ends."""
    lines = [line for line in lines if not (line.startswith("(") and line.endswith(")"))]
    words = " ".join(" ".join(lines).split())
    called = re.search(r"\(([A-Z][^()]{4,70})\)$", words)
    front = re.match(r".*?\b\d+/\d+(?:/[A-Z]+)?", words)
    if front is None:
        return words
    kind = front[0].capitalize() if front[0].isupper() else front[0]
    kind = re.sub(r"\((eu|ec|eec|euratom)\)", lambda m: m[0].upper(), kind)
    return f"{kind} ({called[1]})" if called else kind


def class_of(element: Element) -> str:
    """Its class without the prefix of the Official Journal: `ti-art`, `normal`; the first of several."""
    return ((element.get("class") or "").split() or [""])[0].removeprefix("oj-")


def is_marker(cell: Element) -> bool:
    """The cell holds nothing but the mark of a point: `(a)`, `1.`, a dash."""
    text = text_of(cell)
    return bool(MARKER.fullmatch(text) or _DASH.fullmatch(text))


def within(element: Element, prefix: str) -> bool:
    """Something around it has an id of this prefix."""
    return any((part.get("id") or "").startswith(prefix) for part in element.iterancestors())


def table_of(row: Element) -> Element | None:
    """The innermost table around a row."""
    return next((part for part in row.iterancestors() if part.tag == "table"), None)


def iso_date(words: str) -> str | None:
    """`4.5.2016` as `2016-05-04`."""
    found = _DATE.search(words)
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else None
