"""`/docs`: what can be asked of the server, as a page that needs no script, no other host and no network."""

from __future__ import annotations

from importlib.resources import files
from itertools import groupby
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from regulations_agent.doors.render.html import Html, el, join, link, markdown, table

router = APIRouter(include_in_schema=False)
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"
Described = dict[str, Any]


@router.get("/")
def start() -> Response:
    """Whoever comes in by the front door is shown around."""
    return RedirectResponse("/docs")


@router.get("/docs")
def docs(request: Request) -> Response:
    told = request.app.openapi()
    shown = page(told, str(request.base_url).rstrip("/"))
    return HTMLResponse(str(shown), headers={"content-security-policy": POLICY})


def page(told: Described, address: str) -> Html:
    """The whole page of an OpenAPI description; `address` is where the server is."""
    every = [
        (operation["tags"][0], method.upper(), path, operation)
        for path, methods in told["paths"].items()
        for method, operation in methods.items()
    ]
    info, shapes = told["info"], told["components"]["schemas"]
    sections = [
        el("section", el("h2", tag), [_operation(m, p, o, address, shapes) for _, m, p, o in group])
        for tag, group in groupby(every, key=lambda one: str(one[0]))
    ]
    intro = [
        el("h1", info["title"], " ", el("small", info["version"])),
        markdown(info["description"]),
        el("p", "The same in a form for programs: ", link("openapi.json", "/openapi.json"), "."),
        el(
            "p",
            "OpenAI's clients: ",
            el("code", f"{address}/v1"),
            ". MCP: ",
            el("code", f"{address}/mcp"),
            ".",
        ),
    ]
    style = files("regulations_agent.doors.rest").joinpath("docs.css").read_text(encoding="utf-8")
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{info['title']}: what can be asked"),
        el("style", Html(style)),
    )
    return join(
        [Html("<!doctype html>"), el("html", head, el("body", el("main", intro, sections)), lang="en")]
    )


def _operation(method: str, path: str, operation: Described, address: str, shapes: Described) -> Html:
    rows = [
        (el("code", one["name"]), "yes" if one.get("required") else "", one.get("description", ""))
        for one in operation.get("parameters", ())
    ]
    shape = operation.get("x-shape")
    return el(
        "article",
        el("h3", el("code", f"{method} {path}")),
        el("p", operation.get("summary", "")),
        el("div", markdown(operation["description"]), class_="faint") if "description" in operation else None,
        table(("Parameter", "Needed", "What it is"), rows, f"Parameters of {path}") if rows else None,
        el("pre", _curl(method, path, operation, address, shapes), tabindex="0"),
        _folded("Shape of the answer", shapes[shape]) if shape else None,
    )


def _folded(summary: str, schema: Described) -> Html:
    text = msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()
    return el("details", el("summary", summary), el("pre", text, tabindex="0"))


def _curl(method: str, path: str, operation: Described, address: str, shapes: Described) -> str:
    """A command that asks this of the server, with the example of its body where there is one."""
    command = f"curl -s {'' if method == 'GET' else f'-X {method} '}'{address}{path}'"
    kinds = operation.get("requestBody", {}).get("content", {})
    if "multipart/form-data" in kinds:
        return f"{command} -F files=@rulebook.pdf"
    if "application/json" not in kinds:
        return command
    body = kinds["application/json"]["schema"]
    named = shapes.get(body.get("$ref", "").rpartition("/")[2], body)
    example: object = named.get("example") or next(iter(named.get("examples", ())), {})
    return f"{command} -H 'content-type: application/json' -d '{msgspec.json.encode(example).decode()}'"
