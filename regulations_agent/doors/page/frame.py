"""What stands around every tab: name, navigation, and what the page answers from."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.doors.page.html import Html, el, join, link
from regulations_agent.types.document import Document

TABS = {
    "Ask": "/",
    "Compare": "/compare",
    "Browse": "/browse",
    "Corpus": "/corpus",
    "Runs": "/runs",
    "Evaluate": "/evaluate",
}
TITLE = "Regulations Agent"


def frame(tab: str, main: Html, *, status: str, title: str = "") -> Html:
    """A whole document with one tab in it."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", f"{title or tab} · {TITLE}"),
        el("link", rel="icon", href="/page/icon.svg"),
        el("link", rel="stylesheet", href="/page/page.css"),
        el("script", type="module", src="/page/page.js"),
    )
    links = [
        el("li", link(name, address, aria_current="page" if name == tab else None))
        for name, address in TABS.items()
    ]
    busy = el("div", class_="busy", role="progressbar", aria_label="Working", hidden=True)
    top = el(
        "header",
        link(["Regulations ", el("b", "Agent")], "/", class_="brand", aria_label=f"{TITLE}, start"),
        el("nav", el("ul", links), aria_label="Tabs"),
        el("p", status, class_="status"),
        busy,
        class_="top",
    )
    skip = link("Skip to the content", "#main", class_="skip")
    return join(
        [
            Html("<!doctype html>"),
            el(
                "html",
                head,
                el("body", skip, top, el("main", main, id="main", tabindex="-1")),
                lang="en",
            ),
        ]
    )


def status(documents: Sequence[Document], clauses: int, index: str = "") -> str:
    """`12 documents · 17,523 clauses · indexes/default`."""
    many = "" if len(documents) == 1 else "s"
    return " · ".join(filter(None, (f"{len(documents)} document{many}", f"{clauses:,} clauses", index)))
