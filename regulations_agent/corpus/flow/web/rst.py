"""Reads reStructuredText as the HTML that docutils makes of it, with the markers of the source."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import ClassVar

from docutils import nodes
from docutils.core import publish_parts
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.languages import en
from docutils.writers.html5_polyglot import HTMLTranslator, Writer

from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.web.html import read_text
from regulations_agent.corpus.flow.web.lists import COUNTED, MARKER
from regulations_agent.errors import DocumentError

LONGEST = 100_000
"""Characters of a line and of what a substitution puts into one."""
_SETTINGS = {
    "_disable_config": True,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": False,
    "line_length_limit": LONGEST,
    "syntax_highlight": "none",
    "smart_quotes": False,
    "toc_backlinks": False,
    "footnote_backlinks": False,
}
"""Nothing is read but the text; what is wrong in it is left as it stands."""
_DIRECTIVE = re.compile(r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?([\w.:+-]*\w)::(?:\s|$)", re.M)
_ROLE = re.compile(r"(?<![\w`]):([\w.:+-]*\w):`")
_TARGET = re.compile(r"(.+?)\s*<[^<>]*>", re.S)
_STYLES = {"arabic": "decimal"} | {
    case + kind: f"{case}-{kind}" for case in ("lower", "upper") for kind in ("alpha", "roman")
}
"""Kinds of list numbers as style sheets call them."""


def read(data: bytes, name: str) -> Flow:
    """The document's blocks; raises DocumentError for more text than is read, or lists too deep in lists."""
    text, problems = decode(data, name)
    _know(text)
    try:
        parts = publish_parts(text, name, writer=_Writer(), settings_overrides=_SETTINGS)
    except RecursionError as error:
        raise DocumentError(f"{name} is nested too deeply to be a rulebook; it was left out.") from error
    page = read_text(f"<body>{parts['html_body']}</body>", name)
    return Flow(page.blocks, parts["title"], problems=(*problems, *page.problems))


class _Translator(HTMLTranslator):  # type: ignore[misc]
    def visit_list_item(self, node: nodes.list_item) -> None:
        """An item with its marker, which HTML has no words for where it is not `1.`."""
        above, marker = node.parent, {}
        if isinstance(above, nodes.enumerated_list):
            counted = COUNTED[_STYLES[above["enumtype"]]](above.get("start", 1) + above.index(node))
            marker = {MARKER: f"{above['prefix']}{counted}{above['suffix']}"}
        self.body.append(self.starttag(node, "li", "", **marker))

    def visit_label(self, node: nodes.label) -> None:
        """The mark of a note, in the line of its words."""
        following = node.next_node(nodes.paragraph, siblings=True)
        if following is not None:
            following.insert(0, nodes.Text(f"[{node.astext()}] "))
        raise nodes.SkipNode


class _Writer(Writer):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.translator_class = _Translator


class _Words(Directive):  # type: ignore[misc]
    """A directive of a program that is not here: its words."""

    optional_arguments, final_argument_whitespace, has_content = 1, True, True
    option_spec: ClassVar[dict[str, Callable[[str], str]]] = defaultdict(
        lambda: directives.unchanged, name=directives.unchanged
    )

    def run(self) -> list[nodes.Node]:
        """Its first line and its content as paragraphs."""
        found = nodes.container()
        if self.arguments:
            found += nodes.paragraph("", *self.state.inline_text(self.arguments[0], self.lineno)[0])
        self.state.nested_parse(self.content, self.content_offset, found)
        return [found]


def _role(
    _: str, raw: str, text: str, *__: object, **___: object
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """What a role of such a program shows: the words before a target."""
    titled = _TARGET.fullmatch(text)
    return [nodes.inline(raw, titled[1] if titled else text)], []


def _know(text: str) -> None:
    """Has docutils print the words of directives and roles that it does not know, which it would drop."""
    for name in {found.lower() for found in _DIRECTIVE.findall(text)} - en.directives.keys():
        directives.register_directive(name, _Words)
    for name in {found.lower() for found in _ROLE.findall(text)} - en.roles.keys():
        roles.register_local_role(name, _role)
