"""An answer with its sources, and all that a reader needs to judge it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from regulations_agent.doors.answers import shorten
from regulations_agent.doors.page import steps
from regulations_agent.doors.page.html import Html, button, el, facts, join, link, markdown, path, problem
from regulations_agent.types.answer import Amendment, Answer, Citation, Quality
from regulations_agent.types.events import Approval

_DOCUMENT = re.compile(r"^(?:(?:19|20)\d\d/)?[^/]+/")
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
            problem(answer.error.message) if answer.error else None,
            computed,
            el("details", el("summary", "What was searched"), searched(answer)) if answer.abstained else None,
        ]
    )


def where(citation: Citation) -> str:
    """`2019 sporting, issue 2, p. 7`."""
    season = f"{citation.season} " if citation.season is not None else ""
    issue = f", issue {citation.issue}" if citation.issue is not None else ""
    return f"{season}{citation.section.replace('_', ' ')}{issue}, p. {citation.page}"


def sources(citations: Iterable[Citation]) -> Html:
    """One chip a citation; it opens the printed page."""
    chips, before = [], ""
    for place, citation in enumerate(citations):
        shown = where(citation) if citation.document != before else f"p. {citation.page}"
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
        title=f"“{citation.quote}”",
        aria_pressed="false",
        data_place=place,
        data_clause=citation.clause_id,
        data_page=citation.page,
        data_quote=citation.quote,
        data_marks=msgspec.json.encode(citation.boxes).decode(),
    )


def searched(answer: Answer) -> Html:
    """What was searched, for an answer that there is none."""
    found = answer.searched
    nearest = [el("li", clause_link(clause)) for clause in found.nearest[:NEAREST]]
    return facts(
        [
            ("Searched", ", ".join(found.documents)),
            ("For", "; ".join(dict.fromkeys(found.queries))),
            ("Nearest", el("ul", nearest) if nearest else None),
        ]
    )


def clause_link(clause_id: str, shown: str = "") -> Html:
    return link(shown or clause_id, path("clause", clause_id), data_clause=clause_id)


def number(clause_id: str) -> str:
    """`B1.8` of `2026/sporting@2/B1.8`, `T.7.5` of `fsae-2024/T.7.5`."""
    return _DOCUMENT.sub("", clause_id, count=1)


def trust(answer: Answer) -> Html:
    """What the reader needs to judge the answer: amendments, warnings, the four criteria."""
    related = [el("li", clause_link(r.clause_id), f" {r.heading}") for r in answer.related]
    return join(
        [
            el(
                "ul",
                [el("li", warning) for warning in answer.warnings],
                class_="warnings",
                aria_label="Warnings",
            )
            if answer.warnings
            else None,
            amended(answer.amendments),
            bars(answer.quality) if answer.quality and not answer.refused else None,
            el("details", el("summary", "How this was found"), found(answer), class_="found"),
            el("details", el("summary", "See also"), el("ul", related)) if related else None,
        ]
    )


def amended(amendments: Iterable[Amendment]) -> Html:
    """What the cited issue deleted from each cited clause and inserted into it."""
    rows = [
        el(
            "p",
            clause_link(amendment.clause_id),
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


def bars(quality: Quality) -> Html:
    """The four criteria, 1-10."""
    return el("div", [_bar(name, getattr(quality, name)) for name in CRITERIA], class_="bars")


def _bar(name: str, value: float) -> Html:
    filled = el("i", style=f"width:{min(max(10 * value, 0), 100):.0f}%")
    limits = {"aria_valuemin": "1", "aria_valuemax": "10", "aria_valuenow": f"{value:.1f}"}
    meter = el("div", filled, class_="bar", role="meter", aria_label=name, **limits)
    return el("div", el("span", name, " ", el("b", f"{value:.1f}")), meter)


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
            el("b", one.tool or "The answer is held back"),
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
