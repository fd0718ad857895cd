"""Markers of list items as browsers print them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product

from regulations_agent.corpus.flow.web.styles import Declarations, names
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.numbers.numerals import bijective, roman
from regulations_agent.corpus.outline.marks import Mark, distance, read_mark

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
COUNTED: Mapping[str, Callable[[int], str]] = {
    "decimal": str,
    "decimal-leading-zero": lambda n: f"{n:02}",
    "lower-alpha": lambda n: bijective(n, _LATIN),
    "lower-latin": lambda n: bijective(n, _LATIN),
    "upper-alpha": lambda n: bijective(n, _LATIN.upper()),
    "upper-latin": lambda n: bijective(n, _LATIN.upper()),
    "lower-roman": lambda n: roman(n).lower() if 1 <= n <= 3999 else str(n),
    "upper-roman": roman,
    "lower-greek": lambda n: bijective(n, _GREEK),
}
_TYPES = {
    "1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman",
}  # fmt: skip
_CLASS = re.compile(
    r"(?:list|ol|style|type)*(lower|upper)?(?:case)?(alpha|latin|letter(?:s|ed)?|roman)(?:list|ol)?"
)
"""A class that says how a list counts, for whose style sheet the page may only name a file: `lower-alpha`."""
_BULLETS = {"disc": "•", "circle": "◦", "square": "▪", "none": ""}
MARKER = "data-printed-marker"
"""Attribute by which the readers of other markup hand over a marker that their text prints itself."""


class ListState:
    """A list being read: which number comes next."""

    def __init__(self, element: Element, said: Declarations) -> None:
        self.ordered = element.tag == "ol"
        self._said, self._element = said, element
        self._step = -1 if element.get("reversed") is not None else 1
        items = [child for child in element if child.tag == "li"]
        self._next = _whole(element.get("start"), len(items) if self._step < 0 else 1)
        self._typed = self.ordered and _are_typed(items)

    def marker(self, item: Element, said: Declarations) -> str:
        """Of the next item: `1.`, `c.`, `iv.`, `•`, or nothing."""
        number = _whole(item.get("value"), self._next) if self.ordered else self._next
        self._next = number + self._step
        printed: str | None = item.get(MARKER)
        if self._typed:
            return ""
        if printed is not None:
            return printed
        style = self._style(item, said)
        if style in COUNTED:
            return f"{COUNTED[style](number)}."
        return _BULLETS.get(style, f"{number}." if self.ordered else "•")

    def _style(self, item: Element, said: Declarations) -> str:
        """The style sheet goes before the attribute, the item before its list."""
        known = COUNTED.keys() | _BULLETS.keys()
        for declared in (said, self._said):
            found = names(declared, "list-style-type", "list-style") & known
            if found:
                return min(found, key=lambda name: name == "none")
        for element in (item, self._element):
            kind: str = element.get("type", "")
            if kind in _TYPES or kind.lower() in known:
                return _TYPES.get(kind, kind.lower())
            if classed := _of_class(element):
                return classed
        return "decimal" if self.ordered else "disc"


def _of_class(element: Element) -> str:
    plain = (re.sub(r"[-_]", "", name.lower()) for name in element.get("class", "").split())
    found = next(filter(None, map(_CLASS.fullmatch, plain)), None)
    return f"{found[1] or 'lower'}-{'roman' if found[2] == 'roman' else 'alpha'}" if found else ""


def _are_typed(items: Sequence[Element]) -> bool:
    """The items print numbers of their own that count on, so that those of the list are none: `2. (b) No`."""
    texts = (" ".join("".join(item.itertext()).split()) for item in items)
    marks = [mark for text in texts if (mark := read_mark(text)) is not None]
    return 1 < len(items) == len(marks) and all(_counts_on(one, two) for one, two in pairwise(marks))


def _counts_on(one: Mark, two: Mark) -> bool:
    """The second is the next number of the first in one of the ways to count them."""
    pairs = product(one.readings, two.readings)
    return one.family == two.family and any(a.script == b.script and distance(a, b) == 1 for a, b in pairs)


def _whole(text: str | None, default: int) -> int:
    try:
        return max(-(10**9), min(int((text or "").strip()), 10**9))
    except ValueError:
        return default
