"""An answer with its sources, and all that a reader needs to judge it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from regulations_agent.answer.table_quotes import spoken
from regulations_agent.answer.text import joined
from regulations_agent.doors.answers import shorten
from regulations_agent.doors.page import names, steps
from regulations_agent.doors.page.html import Html, button, el, facts, join, link, markdown, path, problem
from regulations_agent.graph.finish import BELOW
from regulations_agent.types.answer import Amendment, Answer, Citation, Quality
from regulations_agent.types.events import Approval

_SEASON = re.compile(r"(?<!\S)((?:19|20)\d\d)/")
CRITERIA = ("completeness", "accuracy", "clarity", "specificity")
NEAREST = 6
"""Clauses that an abstention names as nearest."""


def turn(answer: Answer, *, waiting: Iterable[Approval] = (), good: bool | None = None) -> Html:
    """A question with all that came of it."""
    parts = [el("h2", answer.question, class_="asked"), steps.kept_steps(answer)]
    return el(
        "article", [*parts, body(answer, waiting=waiting, good=good)], class_="turn", data_run=answer.run_id
    )


def body(answer: Answer, *, waiting: Iterable[Approval] = (), good: bool | None = None) -> Html:
    """All below the steps."""
    if asked := list(waiting):
        return approval(answer.run_id, asked)
    return el(
        "div", said(answer), sources(answer.citations), trust(answer), actions(answer, good), class_="answer"
    )


def said(answer: Answer) -> Html:
    """The answer itself: what it says, what it was computed from, and what went wrong if anything did."""
    kind = "declined" if answer.refused else "abstained" if answer.abstained else "answered"
    label = {"declined": "Declined", "abstained": "No rule found"}.get(kind)
    computed = [
        el("p", v.expression, " = ", el("b", v.value), f" {v.unit}" if v.unit else "", class_="value")
        for v in answer.values
        if v.expression
    ]
    return join(
        [
            el("p", label, class_="verdict") if label else None,
            el("div", markdown(answer.answer, len(answer.citations)), class_=f"said {kind}")
            if answer.ok
            else None,
            again(answer.error.message) if answer.error else None,
            computed,
            el("details", el("summary", "What was searched"), searched(answer)) if answer.abstained else None,
        ]
    )


def again(message: str) -> Html:
    """What went wrong, and the way to try once more."""
    return join([problem(message), el("p", button("Ask again", data_do="retry"))])


def where(citation: Citation) -> str:
    """`2019 Sporting, issue 2, page 7`."""
    return f"{names.book(citation.document)}, page {citation.page}"


def sources(citations: Iterable[Citation]) -> Html:
    """One chip a citation; it opens the printed page."""
    chips, before = [], ""
    for place, citation in enumerate(citations):
        shown = where(citation) if citation.document != before else f"page {citation.page}"
        chips.append(el("li", chip(citation, place, shown)))
        before = citation.document
    return el("ol", chips, class_="chips", aria_label="Sources") if chips else Html()


def chip(citation: Citation, place: int, shown: str) -> Html:
    return button(
        [
            el("span", place + 1, class_="number"),
            el("b", citation.clause),
            el("span", shown),
            None if citation.verified else el("em", "not verified"),
            el("em", "text recognised from a scan") if citation.recognised else None,
        ],
        class_="chip",
        title=f"“{spoken(citation.quote)}”",
        aria_pressed="false",
        data_place=place,
        data_clause=citation.clause_id,
        data_page=citation.page,
        data_quote=spoken(citation.quote),
        data_marks=msgspec.json.encode(citation.boxes).decode(),
    )


def searched(answer: Answer) -> Html:
    """What was searched, for an answer that there is none."""
    found = answer.searched
    nearest = [el("li", clause_link(clause)) for clause in found.nearest[:NEAREST]]
    return facts(
        [
            ("Searched", "; ".join(map(names.book, found.documents))),
            ("For", "; ".join(dict.fromkeys(found.queries))),
            ("Nearest", el("ul", nearest) if nearest else None),
        ]
    )


def clause_link(clause_id: str, shown: str = "") -> Html:
    return link(shown or names.clause(clause_id), path("clause", clause_id), data_clause=clause_id)


def trust(answer: Answer) -> Html:
    """What the reader needs to judge the answer: how far it was checked, warnings, amendments."""
    related = [
        el("li", clause_link(r.clause_id, names.number(r.clause_id)), f" {r.heading}") for r in answer.related
    ]
    warnings = [warning for warning in answer.warnings if not warning.startswith(BELOW)]
    return join(
        [
            checked(answer),
            el("ul", [el("li", w) for w in warnings], class_="warnings", aria_label="Warnings")
            if warnings
            else None,
            amended(answer.amendments),
            el("details", el("summary", "How this was found"), found(answer), class_="found"),
            el("details", el("summary", "See also"), el("ul", related)) if related else None,
        ]
    )


def amended(amendments: Iterable[Amendment]) -> Html:
    """What the cited issue deleted from each cited clause and inserted into it."""
    rows = [
        el(
            "p",
            clause_link(amendment.clause_id, names.number(amendment.clause_id)),
            [[" ", el("del", shorten(run))] for run in amendment.deleted],
            [[" ", el("ins", shorten(run))] for run in amendment.inserted],
        )
        for amendment in amendments
        if amendment.deleted or amendment.inserted
    ]
    return (
        el("details", el("summary", "Changed in this issue"), rows, class_="amended", open=True)
        if rows
        else Html()
    )


def checked(answer: Answer) -> Html | None:
    """What was checked of an answer, and what makes it unsure, in words; None where nothing is claimed."""
    if not answer.ok or answer.refused or answer.abstained or not answer.citations:
        return None
    good = [c for c in answer.citations if c.verified]
    told = [f"{counted(len(good), 'quote')} found word for word on {pages(good)}"] if good else []
    if bad := len(answer.citations) - len(good):
        told.append(f"{counted(bad, 'quote')} could not be checked")
    seasons = [c.season for c in answer.citations if c.season is not None]
    newest = max(map(int, _SEASON.findall(" ".join(answer.searched.documents))), default=0)
    if seasons and max(seasons) < newest:
        told.append(f"from {max(seasons)}: no rule of {newest} was found")
    if any(warning.startswith(BELOW) for warning in answer.warnings):
        told.append("unsure: these are the nearest rules, read them before you rely on them")
    line = "; ".join(told)
    return el(
        "p",
        f"{line[:1].upper()}{line[1:]}.",
        class_="checked" if len(told) == 1 and good else "checked unsure",
    )


def counted(many: int, name: str) -> str:
    return f"{many} {name}{'' if many == 1 else 's'}"


def pages(citations: Iterable[Citation]) -> str:
    """`page 7`, or `pages 6 and 7`."""
    numbers = sorted({citation.page for citation in citations})
    return f"page{'' if len(numbers) == 1 else 's'} {joined([str(n) for n in numbers])}"


def found(answer: Answer) -> Html:
    """How the answer came about: why so, rounds and tool calls on one scale, engine and what it used."""
    route, usage = answer.route, answer.usage
    chosen = "by hand" if route.manual else f"confidence {route.confidence:.2f}"
    used = f"{usage.llm_calls} calls, {usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
    spent = f"{used}, {usage.cost_usd:.4f} USD" if usage.cost_usd else used
    return join(
        [
            steps.timeline(answer),
            facts(
                [
                    ("Route", f"{answer.intent.replace('_', ' ')}: {route.reason} ({chosen})"),
                    ("Searched", ", ".join(answer.searched.documents)),
                    ("Marks", marks(answer.quality) if answer.quality else None),
                    ("Engine", answer.engine),
                    ("Model", spent if usage.llm_calls else None),
                    (
                        "Guard",
                        f"{answer.guard.decision} {answer.guard.category or ''} {answer.guard.score:.2f}"
                        if answer.guard.category
                        else None,
                    ),
                    ("From memory", f"answered before as {answer.reused}" if answer.reused else None),
                    ("Index", f"{answer.index_name} {answer.index[:16]}".strip()),
                    ("Run", link(answer.run_id, path("runs", answer.run_id))),
                ]
            ),
        ]
    )


def marks(quality: Quality) -> str:
    """`completeness 8.2, accuracy 7.5, clarity 7.8, specificity 7.7 of 10`."""
    return ", ".join(f"{name} {getattr(quality, name):.1f}" for name in CRITERIA) + " of 10"


def actions(answer: Answer, good: bool | None) -> Html:
    """Copy, export, and the reader's word."""
    return el(
        "div",
        button("Copy with citations", data_do="copy", data_run=answer.run_id),
        link("Markdown", path("runs", answer.run_id, "answer.md"), download=True),
        link("JSON", path("runs", answer.run_id, "answer.json"), download=True),
        link("Audit pack", path("runs", answer.run_id, "pack.zip"), download=True)
        if answer.citations
        else None,
        opinion(answer.run_id, good),
        class_="actions",
    )


def opinion(run_id: str, good: bool | None) -> Html:
    """Thumbs, and a note once one is pressed."""
    return el(
        "form",
        el("span", "Was this right?"),
        [
            el("button", shown, name="good", value=value, aria_pressed=str(good is meant).lower())
            for shown, value, meant in (("Yes", "true", True), ("No", "false", False))
        ],
        el(
            "input",
            name="note",
            maxlength=4000,
            aria_label="What was right or wrong",
            placeholder="A note (optional)",
        ),
        el("output"),
        class_="opinion",
        method="post",
        action=path("runs", run_id, "feedback"),
        data_do="opinion",
    )


def moment(at: str) -> str:
    """`2026-11-22 01:46 UTC` of a time in ISO 8601."""
    return f"{at[:16].replace('T', ' ')} UTC"


def approval(run_id: str, waiting: Iterable[Approval]) -> Html:
    """What a run waits for, and the two words that can be said."""
    asked = [
        el(
            "li",
            el("b", names.doing(one.tool) if one.tool else "The answer is held back"),
            facts((name, str(value)) for name, value in one.args.items()),
            el("blockquote", one.text) if one.text else None,
            el("small", f"No word until {moment(one.expires)} counts as a no.") if one.expires else None,
        )
        for one in waiting
    ]
    return el(
        "form",
        el("h3", "This run waits for your word"),
        el("ul", asked),
        el("input", name="reason", maxlength=1000, aria_label="Reason", placeholder="Reason (optional)"),
        el("button", "Approve", name="word", value="approve", class_="main"),
        el("button", "Reject", name="word", value="reject"),
        class_="approval",
        method="post",
        action=path("runs", run_id, "word"),
        data_do="word",
    )
