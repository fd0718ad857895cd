"""Goes through the elements of a page and gives what a browser shows as blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from regulations_agent.corpus.flow.blocks import Block, FlowCell, Kind, Run
from regulations_agent.corpus.flow.runs import plain, tidy
from regulations_agent.corpus.flow.web.compared import compared
from regulations_agent.corpus.flow.web.contents import Headings, links_in, with_contents
from regulations_agent.corpus.flow.web.lists import COUNTED, ListState
from regulations_agent.corpus.flow.web.styles import Counters, Declarations, Sheet, is_bold, names
from regulations_agent.corpus.flow.web.tables import by_columns, is_layout, rows_of, span
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.page.lines import State

DEEPEST = 120
"""Elements in elements that are told apart; what stands deeper is read as plain words."""
_UNSEEN = frozenset((
    "script", "style", "noscript", "template", "head", "title", "meta", "link", "svg", "iframe",
    "object", "embed", "audio", "video", "canvas", "map", "button", "select", "option", "input",
    "textarea", "datalist", "dialog", "annotation", "annotation-xml",
))  # fmt: skip
_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "legend",
    "li", "main", "menu", "nav", "ol", "p", "section", "summary", "ul", "caption", "html", "table",
    "tr", "td", "th",
))  # fmt: skip
_HEADING = re.compile(r"h([1-6])")
_BOLD, _ITALIC, _RAISED = {"b", "strong", "u", "th", "dt"}, {"i", "em", "cite", "dfn", "var"}, {"sup", "sub"}
_GONE, _NEW = {"del", "s", "strike"}, {"ins"}
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_PERMALINKS = re.compile(
    r"[#¶§🔗↑⬆⇑▲^][\ufe0e\ufe0f]?|(?:perma)?link"
    r"|[\W_]*(?:(?:back|go|return) to )?(?:the )?top(?: of (?:the |this )?page)?\W*"
)
"""Words of links to the heading that they stand beside, or back to the top of the page."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What holds where an element stands."""

    run: Run = field(default_factory=lambda: Run(""))
    upper: bool = False
    pre: bool = False
    contents: bool = False
    depth: int = 0
    """Lists that it stands in."""
    numbering: ListState | None = None
    linked: bool = False
    """In a link to a place in the page."""


class Walker:
    """Reads one page; counters run through it."""

    def __init__(self, root: Element) -> None:
        self._sheet = Sheet(root, ("".join(style.itertext()) for style in root.iter("style")))
        self._compared = compared(root)
        self._counters = Counters()
        self._headings = Headings(root)
        self._blocks: list[Block] = []
        self._runs: list[Run] = []
        self._marker = ""
        """Of a list item that has had no words yet."""
        self._linked: dict[int, bool] = {}
        """By run: its words are a link to a place in the page."""
        self._entries: set[int] = set()
        """Blocks of nothing but such links."""
        self.problems: tuple[str, ...] = ()

    def read(self, element: Element) -> list[Block]:
        """The blocks of the element."""
        self._children(element, _Look(), 0)
        self._flush("paragraph", 0, _Look())
        return with_contents(self._blocks, self._entries, self._headings)

    def _children(self, element: Element, look: _Look, level: int) -> None:
        self._say(element.text, look)
        for child in element:
            if isinstance(child.tag, str):
                self._element(child, look, level + 1)
            self._say(child.tail, look)

    def _say(self, text: str | None, look: _Look) -> None:
        if text:
            # line ends of the source are blanks (CSS Text, 4.1)
            text = text if look.pre else _BLANKS.sub(" ", text)
            self._linked[len(self._runs)] = look.linked
            self._runs.append(replace(look.run, text=text.upper() if look.upper else text))

    def _element(self, element: Element, look: _Look, level: int) -> None:
        tag = element.tag
        own, before = self._sheet.of(element)
        if tag in _UNSEEN or _is_hidden(element, own):
            return
        if level > DEEPEST:
            self._say(_flat(element), look)
            return
        listed = look.contents or (
            tag in ("ul", "ol", "nav") and self._headings.are_listed(links_in(element))
        )
        if (tag == "nav" or element.get("role") == "navigation") and not listed:
            return
        linked = look.linked or (tag == "a" and element.get("href", "").startswith("#"))
        around, look = look, replace(_inner(tag, look, own), contents=listed, linked=linked)
        self._counters.enter(own, level)
        self._counters.enter(before, level)
        lead = self._counters.text(before, COUNTED) if before else ""
        if tag == "span" and self._compared:
            look = self._as_compared(element, look)
        if tag == "br":
            self._runs.append(replace(look.run, text="\n"))
        elif tag == "a" and _is_permalink(element):
            return
        elif tag in _BLOCKS or _HEADING.fullmatch(tag) or tag == "pre":
            self._flush("paragraph", around.depth, around)
            self._block(element, look, own, lead, level)
        else:
            self._say(lead, look)
            self._children(element, look, level)

    def _as_compared(self, element: Element, look: _Look) -> _Look:
        """As gone or new, if the page shows it so."""
        states = {self._compared.get(name) for name in (element.get("class") or "").split()}
        state = next((one for one in ("deleted", "inserted") if one in states), None)
        if state is None or look.run.state == "deleted":
            return look
        return replace(look, run=replace(look.run, state=state))

    def _block(self, element: Element, look: _Look, own: Declarations, lead: str, level: int) -> None:
        """An element that starts and ends a block."""
        tag = element.tag
        heading = _HEADING.fullmatch(tag)
        if tag == "table" and (cells := by_columns(element)):
            for cell in cells:
                self._element(cell, look, level + 1)
            return
        if tag == "table" and not is_layout(element):
            self._table(element, look, level)
            return
        inside = look
        if tag in ("ul", "ol"):
            self._keep_marker(look)
            inside = replace(look, depth=look.depth + 1, numbering=ListState(element, own))
        elif tag == "dd":
            inside = replace(look, depth=look.depth + 1)
        elif tag == "li":
            marker = look.numbering.marker(element, own) if look.numbering else ""
            self._keep_marker(look)
            self._marker, lead = (lead.strip(), "") if lead and not marker else (marker, lead)
        self._say(lead, inside)
        self._children(element, inside, level)
        if tag == "pre":
            self._flush("preformatted", look.depth, inside)
        elif heading:
            self._flush("heading", int(heading[1]), inside)
        else:
            self._flush("paragraph", inside.depth, inside)
        if tag == "li":
            self._keep_marker(look)

    def _flush(self, kind: Kind, level: int, look: _Look) -> None:
        """Ends the block at work, if it has any words."""
        runs, linked = self._runs, self._linked
        self._runs, self._linked = [], {}
        if kind == "preformatted" and not look.pre:
            kind = "paragraph"
        made = tuple(_whole(runs)) if kind == "preformatted" else tidy(runs)
        if not any(run.text.strip() for run in made):
            return
        number = self._marker
        gone = all(run.state == "deleted" for run in made if run.text.strip())
        if kind == "heading" and gone:
            # it heads nothing any more
            kind, level = "paragraph", look.depth
        if number and kind == "paragraph":
            kind = "item"
        self._marker = ""
        # a heading links back to the contents list
        said = (at for at, run in enumerate(runs) if any(map(str.isalnum, run.text)))
        if kind != "heading" and all(linked.get(at) for at in said):
            self._entries.add(len(self._blocks))
        state: State = "deleted" if gone else "kept"
        self._blocks.append(Block(kind, made, level, number, state, contents=look.contents))

    def _keep_marker(self, look: _Look) -> None:
        """A numbered item without words of its own still shows its number."""
        if self._marker and any(c.isalnum() for c in self._marker):
            self._blocks.append(Block("item", (), look.depth, self._marker, contents=look.contents))
        self._marker = ""

    def _table(self, table: Element, look: _Look, level: int) -> None:
        self._keep_marker(look)
        for caption in table.iterchildren("caption"):
            self._element(caption, look, level + 1)
        rows: list[tuple[FlowCell, ...]] = []
        for row in rows_of(table):
            if _is_hidden(row, self._sheet.of(row)[0]):
                continue
            cells = list(row.iterchildren("td", "th"))
            rows.append(tuple(self._cell(cell, _inner(row.tag, look, {}), level) for cell in cells))
        if any(cell.text or cell.runs for row in rows for cell in row):
            self._blocks.append(Block("table", (), look.depth, rows=tuple(rows), contents=look.contents))

    def _cell(self, cell: Element, look: _Look, level: int) -> FlowCell:
        """The cell's blocks as lines."""
        kept, self._blocks = self._blocks, []
        look = replace(look, depth=0, numbering=None)
        self._element(cell, look, level + 2)
        found, self._blocks = self._blocks, kept
        runs: list[Run] = []
        for block in found:
            label = [Run(f"{block.number} ")] if block.number else []
            inner = [run for row in block.rows for one in row for run in (*one.runs, Run(" "))]
            runs += [*label, *block.runs, *inner, Run("\n")]
        return FlowCell(tidy(runs), span(cell, "colspan"), span(cell, "rowspan"))


def _inner(tag: str, look: _Look, own: Declarations) -> _Look:
    """How words in an element look."""
    run = look.run
    said = names(
        own, "text-decoration", "text-decoration-line", "vertical-align", "text-transform", "font-style"
    )
    bold = is_bold(own)
    if tag in _GONE or "line-through" in said:
        run = replace(run, state="deleted")
    elif tag in _NEW and run.state == "kept":
        run = replace(run, state="inserted")
    run = replace(
        run,
        bold=(run.bold or tag in _BOLD) if bold is None else bold,
        italic=(run.italic or tag in _ITALIC or "italic" in said) and "normal" not in said,
        sup=run.sup or tag in _RAISED or bool(said & {"super", "sub"}),
    )
    upper = (look.upper or "uppercase" in said) and "none" not in said
    return replace(look, run=run, upper=upper, pre=look.pre or tag == "pre")


def _is_hidden(element: Element, own: Declarations) -> bool:
    if element.get("hidden") is not None:
        return True
    return "none" in names(own, "display") or "hidden" in names(own, "visibility")


def _is_permalink(element: Element) -> bool:
    """A sign beside a heading that links to it, or `Back to top`."""
    text = " ".join("".join(element.itertext()).split()).lower()
    return element.get("href", "").startswith("#") and _PERMALINKS.fullmatch(text) is not None


def _flat(element: Element) -> str:
    """The words of an element, however deep, without those that are not shown."""
    parts: list[str] = []
    waiting: list[Element | str] = [element]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            parts.append(one)
        elif isinstance(one.tag, str) and one.tag not in _UNSEEN:
            waiting.extend(reversed([one.text or "", *_with_tails(one)]))
    return " ".join(parts)


def _with_tails(element: Element) -> Iterator[Element | str]:
    for child in element:
        yield child
        yield child.tail or ""


def _whole(runs: list[Run]) -> Iterator[Run]:
    """Preformatted runs, blanks kept, without an empty first and last line."""
    text = "".join(run.text for run in runs)
    skip = len(text) - len(text.lstrip("\r\n"))
    keep = len(text.rstrip())
    at = 0
    for run in runs:
        part = run.text[max(skip - at, 0) : max(keep - at, 0)]
        at += len(run.text)
        if part:
            yield replace(run, text=plain(part))
