"""Reads Markdown (CommonMark, tables, footnotes, definition lists) as HTML with the numbers of the source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.web.front import below_front, without_front
from regulations_agent.corpus.flow.web.html import read_text
from regulations_agent.corpus.flow.web.lists import MARKER
from regulations_agent.corpus.flow.web.page_heads import without_page_heads

NESTING = 100
"""Lists and quotes in each other."""
WRAPPED = 60
"""Characters of a line that an editor wraps; one that had room for the next word was ended on purpose."""
_LISTED = re.compile(
    r"\s*(?:\((?:[a-z]{1,4}|[A-Z]|\d{1,3})\)|(?:[a-z]{1,4}|[A-Z]|\d{1,3}(?:\.\d+)*)[.)]|[•●▪◦‣])\s+\S"
    r"|\s*(?P<bold>\*\*|__)(?:[A-Z]{1,3}\.?)?\d{1,3}(?:\.\d{1,3})+[.:]?(?P=bold)[.:]?\s"
)
"""A line that starts with a marker that CommonMark takes for words: `a.`, `(ii)`, `2.`, `•`, `**VE.2.3**`."""
_NUMBERED = re.compile(r"\s*(?:[A-Z]\.?\d{1,3}(?:\.\d{1,3})*|\d{1,3}(?:\.\d{1,3})+)\s+[\"“]?[A-Z]")
"""A line that starts with a number in several parts and a sentence: `1.2 The club`, `A.1 Only`."""
_ITEM = re.compile(r"( *)(?:\d{1,9}[.)]|[-*+]) +(?=\S)")
_UNCOUNTED = re.compile(r"^([ \t]*)#(?=[.)][ \t]+\S)", re.M)
"""`#. Scope`, an item that pandoc counts."""
SET_IN = 2
"""Blanks by which an item stands further in than the one that it belongs to."""
_ATTRIBUTE = r"(?:[#.][\w:.-]+|[\w-]+=(?:\"[^\"]*\"|[^\s}]+)|-)"
_ATTRIBUTES = re.compile(rf"\s*\{{:?\s*{_ATTRIBUTE}(?:\s+{_ATTRIBUTE})*\s*\}}\s*$")
"""What pandoc and kramdown write behind a title for its address or look: `{#purpose .unnumbered}`."""
_LOOSE = re.compile(r"(?<![\w*\\])(\*\*(?=[^\s*])[^*\n]+?)([ \t]+)\*\*(?=\w)")
"""`**Fees. **They`: a blank within the asterisks, for which CommonMark prints them."""
_WIKI = re.compile(r"!?\[\[(?:[^\[\]|\n]*\\?\||#)([^\[\]|\n]+)\]\](?!\()")
"""`[[#V.1 WHEELS|V.1.3]]`, a link of notes and wikis, which show the words behind the bar."""
_ALERT = re.compile(r"^([ \t]*(?:>[ \t]*)+)\[!([A-Za-z]+)\][ \t]*(?:\n[ \t]*>[ \t]*)?", re.M)
"""`> [!NOTE]`, which is shown as the word above a box."""
_LISTED_CONTENTS = re.compile(r"^[ \t]*(?:[-*+]|\d+\.)[ \t]+.*\n[ \t]*\{:\s*toc\b[^}\n]*\}", re.M)
"""An item that kramdown replaces by a list of contents."""
_TEMPLATE = re.compile(
    r"\{%-?\s*comment\s*-?%\}.{0,5000}?\{%-?\s*endcomment\s*-?%\}"
    r"|\{\{<.{0,500}?>\}\}|\{\{%.{0,500}?%\}\}|\{%.{0,500}?%\}|\{:[^{}\n]*\}",
    re.S,
)
"""What generators of web sites carry out or set looks by and never show: `{{< raw >}}`, `{% include x %}` and
`{: .class}`."""
_ENDED = (".", ";", ":", "!", "?")


def read(data: bytes, name: str) -> Flow:
    """The document's blocks; raises DocumentError for more text than is read."""
    text, problems = decode(data, name)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    front, text = without_front(text)
    text = _TEMPLATE.sub("", _LISTED_CONTENTS.sub("", text))
    text = without_page_heads(text)
    page = read_text(f"<body>{_html(text)}</body>", name) if text.strip() else Flow(())
    return below_front(replace(page, problems=(*problems, *page.problems)), front)


def _html(text: str) -> str:
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": NESTING})
    parser.enable(["table", "strikethrough"])
    footnote_plugin(parser)
    deflist_plugin(parser)
    parser.add_render_rule("footnote_anchor", lambda *_: "")
    text = _ALERT.sub(lambda found: f"{found[1]}{found[2].capitalize()}: ", text)
    # all `1.`, which CommonMark counts on
    text = _UNCOUNTED.sub(r"\g<1>1", text)
    text = _WIKI.sub(r"\1", text)
    tokens = parser.parse(_nested(_LOOSE.sub(r"\1**\2", text)))
    _mark(tokens)
    return str(parser.renderer.render(tokens, parser.options, {}))


def _nested(text: str) -> str:
    """The text; an item set in from the one above stands in it, though the words of that start further right,
    which for CommonMark puts it beside."""
    lines: list[str] = []
    above: list[tuple[int, int]] = []
    blank = False
    for line in text.split("\n"):
        found = _ITEM.match(line)
        if found:
            at = len(found[1])
            while above and at - above[-1][0] < SET_IN:
                above.pop()
            lacking = max(above[-1][1] - at, 0) if above else 0
            above.append((at, lacking + found.end()))
            line = " " * lacking + line
        elif blank and line[:1].strip():
            above.clear()
        blank = not line.strip()
        lines.append(line)
    return "\n".join(lines)


def _mark(tokens: Sequence[Token]) -> None:
    """Keeps printed markers, and the line ends before what looks like one."""
    for items in _ordered(tokens):
        # all `1.`: what is printed says nothing, and CommonMark counts on
        same = len({item.info for item in items}) == 1
        for place, item in enumerate(items):
            number = int(item.info) + place if same else item.info
            item.attrSet(MARKER, f"{number}{item.markup}")
    for opening, title in pairwise(tokens):
        last = title.children[-1] if opening.type == "heading_open" and title.children else None
        if last is not None and last.type == "text":
            last.content = _ATTRIBUTES.sub("", last.content)
    for token in tokens:
        ends = [child for child in token.children or [] if child.type in ("softbreak", "hardbreak")]
        for end, (above, line) in zip(ends, pairwise(token.content.split("\n")), strict=False):
            numbered = above.rstrip().endswith(_ENDED) and _NUMBERED.match(line)
            if numbered or _LISTED.match(line) or len(above) + len(line.split(" ", 1)[0]) < WRAPPED:
                end.type, end.tag = "hardbreak", "br"


def _ordered(tokens: Sequence[Token]) -> list[list[Token]]:
    """The items of each ordered list."""
    lists: list[list[Token]] = []
    opened: list[list[Token]] = []
    for token in tokens:
        if token.type == "ordered_list_open":
            opened.append([])
        elif token.type == "ordered_list_close":
            lists.append(opened.pop())
        elif token.type == "list_item_open" and token.info:
            opened[-1].append(token)
    return lists
