"""HTML that is made from data: whatever was not made here is text, and is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from regulations_agent.doors.terminal import harmless
from regulations_agent.guard.texts.mask import masked

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

VOID = {"br", "hr", "img", "input", "link", "meta"}
LINKS = {"href", "src", "action"}
_COMMAND = re.compile(r";[^;]*\bregulations-agent\b[^;]*$")
_SOURCE = re.compile(r"\[(\d{1,3})\]")


class Html(str):
    """Markup; made by the functions of this module alone."""

    __slots__ = ()


def el(name: str, /, *children: object, **attributes: object) -> Html:
    """An element. Children and values that are no `Html` are text; None and False are left out.

    `class_` is `class`, `data_page` is `data-page`. Raises ValueError for a link that leads elsewhere and for
    an attribute that would run.
    """
    marks = "".join(
        _attribute(key, value)
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Html(f"<{name}{marks}>" if name in VOID else f"<{name}{marks}>{join(children)}</{name}>")


def _attribute(key: str, value: object) -> str:
    name = key.rstrip("_").replace("_", "-")
    text = str(value)
    if name.startswith("on") or (name in LINKS and not re.match(r"(/(?!/)|#|$)", text)):
        raise ValueError(f"{name}={text!r} is no attribute of the page.")
    return f" {name}" if value is True else f' {name}="{escape(harmless(text))}"'


def join(parts: Iterable[object], between: str = "") -> Html:
    """Pieces one after the other; lists of pieces are opened."""
    shown = (p for p in parts if p is not None and p is not False)
    return Html(between.join(_piece(part) for part in shown))


def _piece(part: object) -> str:
    if isinstance(part, Html):
        return part
    if isinstance(part, str) or not isinstance(part, Iterable):
        return escape(harmless(str(part)))
    return join(part)


def path(*steps: object, **query: object) -> str:
    """An address on this page: `path("clause", "2026/sporting@2/B1.8")`; what is None is left out."""
    asked = {key: value for key, value in query.items() if value not in (None, "")}
    place = "/".join(quote(str(step), safe="/@()") for step in steps)
    return f"/{place}{f'?{urlencode(asked)}' if asked else ''}"


def link(shown: object, address: str, **attributes: object) -> Html:
    return el("a", shown, href=address, **attributes)


def facts(rows: Iterable[tuple[object, object]]) -> Html:
    """Names and values; rows without a value are left out."""
    return el("dl", [(el("dt", name), el("dd", value)) for name, value in rows if value], class_="facts")


def table(head: Sequence[object], rows: Iterable[Sequence[object]], label: str) -> Html:
    """A table; on a phone each row is a card whose lines bear the names of the columns."""
    named = ([el("td", cell, data_label=str(h)) for h, cell in zip(head, row, strict=True)] for row in rows)
    body = [el("tr", cells) for cells in named]
    inside = el("table", el("thead", el("tr", [el("th", h, scope="col") for h in head])), el("tbody", body))
    return el("div", inside, class_="wide", tabindex="0", role="region", aria_label=label)


def menu(name: str, label: str, choices: Iterable[tuple[str, object]], chosen: object = "") -> Html:
    """A labelled menu; choices are what is shown and what is meant."""
    options = [
        el("option", shown, value=str(meant), selected=str(meant) == str(chosen or ""))
        for shown, meant in choices
    ]
    return el("span", el("select", options, name=name, aria_label=label), class_="pick")


def field(name: str, label: str, value: str = "", **attributes: object) -> Html:
    """A labelled field of one line."""
    given = el("input", name=name, value=value, aria_label=label, placeholder=label, **attributes)
    return el("span", given, class_="pick")


def button(shown: object, **attributes: object) -> Html:
    return el("button", shown, **{"type": "button", **attributes})


def problem(message: object) -> Html:
    """One line that says what went wrong and what to do, without what is shaped like a key, and without the
    command that another door would name."""
    said = _COMMAND.sub(".", masked(message)) if type(message) is str else message
    return el("p", said, class_="problem", role="alert")


def empty(*said: object) -> Html:
    return el("p", *said, class_="empty")


@cache
def _markdown() -> MarkdownIt:
    """CommonMark with tables; links, images and HTML stay the characters that they are written with."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.disable(["link", "image", "autolink", "reference", "html_block", "html_inline", "lheading"])
    reader.add_render_rule("text", _text)
    return reader


def _text(*given: Any) -> str:  # noqa: ANN401
    """Text of an answer, its source marks as links to the sources; called as markdown-it calls its rules."""
    _renderer, tokens, place, _options, env = given
    parts = _SOURCE.split(tokens[place].content)
    shown: list[object] = [*parts]
    for at in range(1, len(parts), 2):
        known = 1 <= int(parts[at]) <= env.get("sources", 0)
        named = {"aria_label": f"Source {parts[at]}"}
        mark = el("a", parts[at], href="#sources", class_="cite", data_source=int(parts[at]) - 1, **named)
        shown[at] = mark if known else f"[{parts[at]}]"
    return join(shown)


def markdown(text: str, sources: int = 0) -> Html:
    """Markdown without any link, image or tag of its own; `[1]` to `[sources]` lead to the sources."""
    return Html(_markdown().render(harmless(text), {"sources": sources}))
