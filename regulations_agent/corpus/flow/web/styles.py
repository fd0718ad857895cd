"""What the style sheets in a page say of its elements, as far as that is read; the home of cssselect2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import cssselect2
import tinycss2

from regulations_agent.corpus.flow.xml import Element

Declarations: TypeAlias = dict[str, list[Any]]
"""Tokens of tinycss2 by property, lower case."""
_READ = frozenset((
    "display", "visibility", "list-style-type", "list-style", "text-transform", "text-decoration",
    "text-decoration-line", "font-weight", "font-style", "vertical-align", "counter-reset",
    "counter-increment", "content",
))  # fmt: skip
LARGEST = 1 << 20
"""Characters of style sheets that are read."""


class Sheet:
    """The declarations of each element: of the page's style sheets, then its own."""

    def __init__(self, root: Element, sheets: Iterable[str]) -> None:
        self._matcher = cssselect2.Matcher()
        self.empty = True
        for text in sheets:
            self._add(text[:LARGEST])
        self._wrapped: dict[Element, Any] = {}
        if not self.empty:
            top = cssselect2.ElementWrapper.from_html_root(root)
            self._wrapped = {one.etree_element: one for one in top.iter_subtree()}

    def _add(self, text: str) -> None:
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            said = _declarations(rule.content)
            if not said:
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                continue
            for selector in selectors:
                self._matcher.add_selector(selector, said)
                self.empty = False

    def of(self, element: Element) -> tuple[Declarations, Declarations]:
        """What holds for the element, and for what is set before it."""
        own: Declarations = {}
        before: Declarations = {}
        wrapped = self._wrapped.get(element)
        matches = self._matcher.match(wrapped) if wrapped is not None else []
        for _, _, pseudo, said in matches:
            if pseudo is None:
                own |= said
            elif pseudo == "before":
                before |= said
        inline = element.get("style")
        if inline:
            own |= _declarations(tinycss2.parse_blocks_contents(inline))
        return own, before


def _declarations(content: Sequence[Any]) -> Declarations:
    nodes = (
        tinycss2.parse_blocks_contents(content) if content and content[0].type != "declaration" else content
    )
    return {
        node.lower_name: [token for token in node.value if token.type not in ("whitespace", "comment")]
        for node in nodes
        if node.type == "declaration" and node.lower_name in _READ
    }


def names(said: Declarations, *properties: str) -> set[str]:
    """The words of these properties, lower case."""
    tokens = (token for name in properties for token in said.get(name, ()))
    return {token.lower_value for token in tokens if token.type == "ident"}


def is_bold(said: Declarations) -> bool | None:
    """What it says of the weight; None for nothing."""
    for token in said.get("font-weight", ()):
        if token.type == "ident":
            return {"bold": True, "bolder": True, "normal": False}.get(token.lower_value)
        if token.type == "number":
            return bool(token.value >= 600)
    return None


class Counters:
    """The counters of a page: an element's reset holds for it, what follows beside it, and all inside."""

    def __init__(self) -> None:
        self._values: dict[str, list[tuple[int, int]]] = {}
        """By name the scopes, outermost first: depth at which it was reset, and value."""

    def enter(self, said: Declarations, depth: int) -> None:
        """Takes what an element at that depth resets and counts up."""
        for scopes in self._values.values():
            while scopes and scopes[-1][0] > depth:
                scopes.pop()
        for name, value in _pairs(said.get("counter-reset", ()), 0):
            scopes = self._values.setdefault(name, [])
            if scopes and scopes[-1][0] == depth:
                scopes.pop()
            scopes.append((depth, value))
        for name, step in _pairs(said.get("counter-increment", ()), 1):
            scopes = self._values.setdefault(name, [])
            if not scopes:
                scopes.append((depth, 0))
            scopes[-1] = (scopes[-1][0], scopes[-1][1] + step)

    def text(self, said: Declarations, marker: Mapping[str, Any]) -> str:
        """What `content` prints where it counts; `marker` gives the printing of numbers by list style.

        Content without a counter is an ornament: a quotation mark, or a sign of an icon font.
        """
        if not any(token.type == "function" for token in said.get("content", ())):
            return ""
        out = ""
        for token in said.get("content", ()):
            if token.type == "string":
                out += token.value
            elif token.type == "function" and token.lower_name in ("counter", "counters"):
                out += self._counted(token, marker)
        return out

    def _counted(self, token: Any, marker: Mapping[str, Any]) -> str:  # noqa: ANN401
        said = [part for part in token.arguments if part.type in ("ident", "string")]
        if not said:
            return ""
        scopes = [value for _, value in self._values.get(said[0].value, [])] or [0]
        styles = [part.lower_value for part in said[1:] if part.type == "ident"]
        one = marker.get(styles[-1] if styles else "decimal", str)
        if token.lower_name == "counter":
            return str(one(scopes[-1]))
        joint = next((part.value for part in said[1:] if part.type == "string"), ".")
        return str(joint).join(str(one(value)) for value in scopes)


def _pairs(tokens: Sequence[Any], default: int) -> list[tuple[str, int]]:
    pairs: list[tuple[str, int]] = []
    for token in tokens:
        if token.type == "ident" and token.lower_value != "none":
            pairs.append((token.value, default))
        elif token.type == "number" and pairs and token.int_value is not None:
            pairs[-1] = (pairs[-1][0], token.int_value)
    return pairs
