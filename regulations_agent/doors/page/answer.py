"""An answer with its sources, and all that a reader needs to judge it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from regulations_agent.answer.sources import Source, as_read, pages, sources_of
from regulations_agent.answer.table_quotes import spoken
from regulations_agent.answer.text import heading_beside, number_in_words
from regulations_agent.doors.page import steps
from regulations_agent.doors.page.checks import checked, marks, plain, unsure
from regulations_agent.doors.render import names
from regulations_agent.doors.render.answers import shorten
from regulations_agent.doors.render.html import Html, button, el, facts, join, link, markdown, path, problem
from regulations_agent.reasoning.drafting.compose import NEAR
from regulations_agent.types.answer import Amendment, Answer
from regulations_agent.types.events import Approval

NEAREST = 6
"""Clauses that an abstention names as nearest."""


def turn(answer: Answer, *, good: bool | None = None, last: bool = False) -> Html:
    """A question with all that came of it."""
    parts = [el("h2", answer.question, class_="asked"), steps.kept_steps(answer)]
    return el("article", [*parts, body(answer, good=good, last=last)], class_="turn", data_run=answer.run_id)


def body(
    answer: Answer, *, waiting: Iterable[Approval] = (), good: bool | None = None, last: bool = False
) -> Html:
    """All below the steps; the last answer of a conversation asks by itself what may be asked next."""
    if asked := list(waiting):
        return approval(answer.run_id, asked)
    answer = as_read(answer)
    return el(
        "div",
        [
            said(answer),
            warned(answer),
            sources(answer),
            trust(answer),
            actions(answer, good) if answer.ok else None,
        ],
        el("div", data_poll=path("runs", answer.run_id, "next")) if last and answer.citations else None,
        class_="answer",
    )


def offered(questions: Iterable[str], label: str, **attributes: object) -> Html:
    """Questions that are asked with a press."""
    rows = [el("li", button(text, data_do="example")) for text in questions]
    return el("ul", rows, aria_label=label, **attributes) if rows else Html()


def said(answer: Answer) -> Html:
    """The answer itself: what it says, what it was computed from, and what went wrong if anything did."""
    kind = "declined" if answer.refused else "abstained" if answer.abstained else "answered"
    label = {"declined": "Declined", "abstained": "No rule found"}.get(kind)
    text, _, near = answer.answer.partition(f"\n\n{NEAR}")
    marks = len(answer.citations)
    computed = [
        el("p", v.expression, " = ", el("b", v.value), f" {v.unit}" if v.unit else "", class_="value")
        for v in answer.values
        if v.expression and v.expression not in text
    ]
    return join(
        [
            el("p", label, class_="verdict") if label else None,
            el("div", markdown(text, marks), class_=f"said {kind}") if answer.ok else None,
            el("div", markdown(f"{NEAR}{near}", marks), class_="said near") if near else None,
            again("Stopped." if steps.stopped(answer) else answer.error.message) if answer.error else None,
            computed,
            el("details", el("summary", "What was searched"), searched(answer)) if answer.abstained else None,
        ]
    )


def again(message: str) -> Html:
    """What went wrong, and the way to try once more."""
    return join([problem(message), el("p", button("Ask again", data_do="retry"))])


def sources(answer: Answer) -> Html:
    """One chip a mark, and one for each clause that is no longer law; it opens the printed page."""
    chips, before = [], ""
    for source in sources_of(answer.answer, answer.citations):
        book = source.citation.document
        shown = pages(source.pages) if book == before else f"{names.book(book)}, {pages(source.pages)}"
        chips.append(el("li", chip(source, shown)))
        before = book
    chips += [el("li", struck(clause)) for clause in gone(answer)]
    return el("ol", chips, class_="chips", aria_label="Sources") if chips else Html()


def gone(answer: Answer) -> list[str]:
    """Ids of clauses that an answer tells as deleted beside what it cites."""
    cited = {citation.clause_id for citation in answer.citations}
    return [a.clause_id for a in answer.amendments if a.clause_id not in cited and not a.inserted]


def struck(clause_id: str) -> Html:
    """Leads to the page on which a clause stands that is no longer law."""
    shown = [el("b", names.number(clause_id)), el("span", f"deleted in {names.book(clause_id)}")]
    return button(shown, class_="chip struck", aria_pressed="false", data_clause=clause_id)


def chip(source: Source, shown: str) -> Html:
    """Opens the printed page with the quote and what is told with it highlighted; of a struck clause there is
    none."""
    citation = source.citation
    quote = spoken(citation.quote)
    told = (citation, *source.told_with)
    return button(
        [
            el("span", source.number, class_="number"),
            el("b", number_in_words(citation.clause)),
            el("span", shown if quote else f"deleted in {shown}"),
            None if all(c.verified for c in told) else el("em", "not verified"),
            el("em", "text recognised from a scan") if citation.recognised else None,
        ],
        class_="chip" if quote else "chip struck",
        title=f"“{quote}”" if quote else None,
        aria_pressed="false",
        data_place=source.number - 1,
        data_clause=citation.clause_id,
        data_page=citation.page,
        data_quote=quote,
        data_marks=msgspec.json.encode([box for c in told for box in c.boxes]).decode() if quote else None,
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
    """What the reader needs to judge the answer: how far it was checked, amendments, how it was found."""
    others = ((r.clause_id, names.number(r.clause_id), r.heading) for r in answer.related)
    related = [el("li", clause_link(id, no), f" {heading_beside(no, said)}") for id, no, said in others]
    return join(
        [
            checked(answer),
            amended(answer.amendments),
            el("details", el("summary", "How this was found"), found(answer), class_="found"),
            el("details", el("summary", "Other rules found"), el("ul", related)) if related else None,
        ]
    )


def warned(answer: Answer) -> Html | None:
    """What a reader should know first: a season taken over, rules at odds."""
    warnings = [el("li", plain(warning)) for warning in answer.warnings if not unsure(warning)]
    return el("ul", warnings, class_="warnings", aria_label="Warnings") if warnings else None


def amended(amendments: Iterable[Amendment]) -> Html:
    """What the cited issue deleted from each cited clause and inserted into it."""
    rows = [
        el(
            "p",
            clause_link(amendment.clause_id, names.number(amendment.clause_id)),
            " ",
            join((el("del", shorten(run)) for run in amendment.deleted), ", "),
            " " if amendment.deleted else "",
            join((el("ins", shorten(run)) for run in amendment.inserted), ", "),
        )
        for amendment in amendments
        if amendment.deleted or amendment.inserted
    ]
    return (
        el("details", el("summary", "Changed in this issue"), rows, class_="amended", open=True)
        if rows
        else Html()
    )


def found(answer: Answer) -> Html:
    """How the answer came about: why so, rounds and tool calls on one scale, engine and what it used."""
    route, usage = answer.route, answer.usage
    chosen = "by hand" if route.manual else f"confidence {route.confidence:.2f}"
    used = f"{usage.llm_calls} calls, {usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
    whole = [warning for warning in answer.warnings if plain(warning) != warning]
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
                    ("In full", " ".join(whole)),
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


def moment(at: str) -> Html:
    """`2026-11-22 01:46 UTC` of a time in ISO 8601; `page.js` says it by the clock and in the manner of the
    reader."""
    return el("time", f"{at[:16].replace('T', ' ')} UTC", datetime=at)


def approval(run_id: str, waiting: Iterable[Approval]) -> Html:
    """What a run waits for, and the two words that can be said."""
    asked = [
        el(
            "li",
            el("b", names.doing(one.tool) if one.tool else "The answer is held back"),
            facts((name, str(value)) for name, value in one.args.items()),
            el("blockquote", one.text) if one.text else None,
            el("small", "No word until ", moment(one.expires), " counts as a no.") if one.expires else None,
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
