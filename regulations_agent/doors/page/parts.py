"""What every tab needs of a request: whose agent it is, and how a piece of the page is sent."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from regulations_agent.doors.render import names
from regulations_agent.doors.render.html import Html, el, join, link, path, problem
from regulations_agent.doors.rest.shapes import agent_of
from regulations_agent.doors.terminal import os_error_text
from regulations_agent.errors import RegulationsError, Unknown, UnknownClause, UsageError
from regulations_agent.guard.texts.mask import masked
from regulations_agent.types.document import Document

if TYPE_CHECKING:
    pass


TABS = {
    "Ask": "/",
    "Compare": "/compare",
    "Browse": "/browse",
    "Corpus": "/corpus",
    "Runs": "/runs",
    "Evaluate": "/evaluate",
}
TITLE = "Regulations Agent"
log = logging.getLogger(__name__)
NOTHING = "Not Found"
"""What Starlette says of an address that nothing answers to."""
PART = "x-part"
"""Header of a request for a tab without its frame."""


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


def tab(request: Request, name: str, main: Html, *, title: str = "", code: int = 200) -> Response:
    """A tab: with its frame for a browser, without for the page that is there already."""
    agent = agent_of(request)
    library = agent.library
    told = status(library.documents, len(library.index.catalogue.numbers), library.folder)
    inside = el("div", main, data_tab=name, data_title=title or name, data_status=told, class_="tab")
    return said(inside if PART in request.headers else frame(name, inside, status=told, title=title), code)


def narrowing(address: str, *fields: object, live: bool = False) -> Html:
    """A form whose fields become the address that is gone to; a live one goes as soon as a menu changes."""
    return el("form", *fields, class_="form", action=address, method="get", data_live=live)


def upload(address: str, chosen: dict[str, str], doing: str, into: str, *, many: bool = False) -> Html:
    """A form that sends files, `chosen` being the attributes of its field; what comes back is put `into`."""
    files = el("input", type="file", required=True, multiple=many, **chosen)
    sending = {"method": "post", "action": address, "enctype": "multipart/form-data", "data_into": into}
    drop = el("span", "or drop them here" if many else "or drop it here", class_="hint")
    return el("form", files, el("button", doing, class_="main"), drop, class_="form drop", **sending)


def at_work(told: object, label: str, done: int | None, total: int, again: str) -> Html:
    """Work that goes on, with its bar; it asks at `again` by itself until it is done."""
    bar = el("progress", max=max(total, 1), value=done, aria_label=label)
    return el("div", el("p", told), bar, class_="job", data_poll=again)


def said(html: Html, code: int = 200) -> Response:
    return HTMLResponse(str(html), code)


def download(text: str, name: str, kind: str) -> Response:
    """A file to keep; nothing in it runs."""
    held = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=held)


async def told_by(request: Request) -> dict[str, object]:
    """The fields of a request's JSON; raises `UsageError` when it is none."""
    try:
        given = await request.json()
    except (ValueError, RecursionError) as fault:
        raise UsageError("The request holds no JSON; send fields and values.") from fault
    if not isinstance(given, dict):
        raise UsageError("The request holds no fields; send a JSON object.")
    return {key: value for key, value in given.items() if value not in (None, "")}


def whole(text: str) -> int | None:
    """The number in a field, None where it holds none; raises `UsageError` for one beyond all counting."""
    try:
        return int(text) if text.isdecimal() else None
    except ValueError as fault:
        raise UsageError(
            f"A number of {len(text):,} digits is none of a rulebook; give a shorter one."
        ) from fault


def failed(fault: Exception) -> str:
    """What went wrong in one line; a bug is logged."""
    if isinstance(fault, RegulationsError):
        return str(fault)
    if isinstance(fault, HTTPException):
        return str(fault.detail)
    if isinstance(fault, RequestValidationError):
        return "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in fault.errors())
    if isinstance(fault, OSError):
        return os_error_text(fault)
    log.error("a request of the page failed", exc_info=fault)
    return f"This is a bug of regulations-agent: {type(fault).__name__}: {fault}"


def fault_text(fault: Exception) -> Html:
    """What went wrong, for a reader of the page: clauses are named in words and lead to their page."""
    text = failed(fault)
    if not isinstance(fault, UnknownClause) or not fault.nearest:
        return problem(text)
    number = names.number(fault.asked)
    where = f"{names.book(fault.asked)} has no clause" if number != fault.asked else "There is no clause"
    near = (link(names.clause(clause), path("clause", clause)) for clause in fault.nearest)
    return problem(join([masked(f"{where} {number}; the nearest are "), join(near, "; "), "."]))


async def on_failure(request: Request, fault: Exception) -> Response:
    """A failure as a piece of the page, or as a page where a browser came to its address."""
    expected = 404 if isinstance(fault, Unknown) else 400
    code = fault.status_code if isinstance(fault, HTTPException) else expected
    code = code if isinstance(fault, RegulationsError | HTTPException | RequestValidationError) else 500
    told = fault_text(fault)
    if isinstance(fault, HTTPException) and fault.detail == NOTHING:
        told = problem(f"There is no page at {request.url.path}.")
    wants_page = PART not in request.headers and "text/html" in request.headers.get("accept", "")
    if request.method == "GET" and wants_page:
        ways = el("p", link("Ask a question", "/"), " · ", link("Browse the rulebooks", "/browse"))
        main = join([el("h1", "Not found" if code == 404 else "That did not work"), told, ways])
        return tab(request, "", main, title="Not found" if code == 404 else "Problem", code=code)
    return said(told, code)
