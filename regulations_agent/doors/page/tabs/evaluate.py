"""The Evaluate tab: a question set asked, its scores with plots, and the difference to a baseline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, File, HTTPException, Request, Response, UploadFile

from regulations_agent.doors.page.answer import clause_link
from regulations_agent.doors.page.parts import at_work, narrowing, said, tab, upload
from regulations_agent.doors.page.trials import Trial, Trials
from regulations_agent.doors.render.html import Html, el, empty, join, link, menu, path, problem, table
from regulations_agent.doors.render.report_page import plots
from regulations_agent.doors.rest.roles import needs
from regulations_agent.doors.rest.shapes import agent_of, owner_of
from regulations_agent.evaluation.compare import compare_scores
from regulations_agent.evaluation.report import FAILED, SHOWN, Report

router = APIRouter(prefix="/evaluate")
MOST = 4_000_000
"""Bytes of a question set."""
CLOSED = "This page is open to everybody, so it is asked one question at a time; log in to ask sets of them."
FORMAT = '{"question": "How fast may I drive in the pit lane?", "gold_clauses": ["2019/sporting/B3.2"]}'
SHAPE = "One question a line, as JSON Lines or CSV; answers are scored by the gold clauses and facts."


def trials_of(request: Request) -> Trials:
    trials: Trials = request.app.state.trials
    return trials


@router.get("")
def evaluate(request: Request) -> Response:
    """What was run, and the form that begins another."""
    found = trials_of(request).list(owner_of(request))
    chosen = {"name": "questions", "accept": ".jsonl,.csv", "aria_label": "Question set"}
    form = upload("/evaluate", chosen, "Ask all of them", "#trial")
    help_ = el("details", el("summary", "What a question set looks like"), el("p", SHAPE), el("pre", FORMAT))
    rows = [el("li", line(trial)) for trial in found]
    listed = el("ol", rows, class_="runs") if rows else empty("No question set was run here yet.")
    return tab(
        request,
        "Evaluate",
        join([el("h1", "Evaluate"), form, help_, el("div", id="trial", aria_live="polite"), listed]),
    )


@router.post("")
def begin(request: Request, questions: Annotated[UploadFile, File()]) -> Response:
    """Asks every question of a file, without memory."""
    if not request.state.named:
        needs(request, "add", CLOSED)
    data = questions.file.read(MOST + 1)
    if len(data) > MOST:
        raise HTTPException(413, f"A question set may have {MOST // 1_000_000} MB; send a part of it.")
    return said(line(trials_of(request).begin(agent_of(request), questions.filename or "", data)))


@router.get("/progress/{name}")
def progress(request: Request, name: str) -> Response:
    return said(line(trials_of(request).get(owner_of(request), name)))


def line(trial: Trial) -> Html:
    """A trial in a line; one at work asks again by itself."""
    named = link(trial.name, path("evaluate", trial.name)) if trial.done else el("b", trial.name)
    told = el("small", f" {trial.done} of {trial.questions} answered")
    if trial.error:
        return el("div", named, told, problem(trial.error), class_="job")
    if trial.at_work:
        again = path("evaluate", "progress", trial.name)
        return at_work((named, told), "Answered", trial.done, trial.questions, again)
    return el("div", named, told, class_="job")


@router.get("/{name}")
def report(request: Request, name: str, baseline: str = "") -> Response:
    """Scores, plots, the comparison with a baseline, and every answer."""
    trials, owner = trials_of(request), owner_of(request)
    made = trials.report(owner, name)
    others = [(t.name, t.name) for t in trials.list(owner) if t.name != name and t.done]
    baselines = menu("baseline", "Baseline", [("Compare with…", ""), *others], baseline)
    form = narrowing(path("evaluate", name), baselines, el("button", "Compare"), live=True)
    pictures = [
        el("img", src=path("evaluate", name, "plot", f"{place}.svg"), alt=said_by, class_="plot")
        for place, (said_by, _) in enumerate(plots(made))
    ]
    parts = [
        el("h1", made.setup.questions if made.setup else name),
        el("p", setup_line(made), class_="empty"),
        figures(made),
        el("div", pictures, class_="plots"),
        form if others else empty("Run another set over the same questions to compare with a baseline."),
        difference(trials.report(owner, baseline), made) if baseline else None,
        el("h2", "Answers"),
        el("ol", list(answers(request, name, made)), class_="runs"),
    ]
    return tab(request, "Evaluate", join(parts), title=name)


@router.get("/{name}/plot/{number}.svg")
def plot(request: Request, name: str, number: int) -> Response:
    """A plot as a picture of its own."""
    drawn = [svg for _, svg in plots(trials_of(request).report(owner_of(request), name))]
    if not 0 <= number < len(drawn):
        raise HTTPException(404, "There is no such plot.")
    return Response(drawn[number], media_type="image/svg+xml")


def setup_line(made: Report) -> str:
    setup = made.setup
    return f"{len(made.scores)} answers · engine {setup.engine} · index {setup.index[:12]}" if setup else ""


def figures(made: Report) -> Html:
    rows = []
    for group in made.groups:
        found = [group.figure(name) for name in SHOWN]
        shares = [f"{f.value:.2f}" if f else "" for f in found]
        rows.append([group.category, group.questions, *shares, f"{group.median_seconds:.2f}"])
    if failed := sum(one.failed is not None for one in made.scores):
        rows.append([FAILED, failed, *[""] * (len(SHOWN) + 1)])
    return table(("Category", "n", *(name.capitalize() for name in SHOWN), "Seconds"), rows, "Scores")


def difference(before: Report, after: Report) -> Html:
    """Newer against baseline, with 95 % intervals."""
    found = compare_scores(before.scores, after.scores)
    rows = [
        [
            d.category,
            d.measure,
            f"{d.before:.3f}",
            f"{d.after:.3f}",
            f"{d.after - d.before:+.3f}",
            f"{d.low:+.3f} to {d.high:+.3f}",
        ]
        for d in found.differences
    ]
    won, lost = (", ".join(ids) or "none" for ids in (found.won, found.lost))
    told = f"Newly right: {won}. No longer right: {lost}. Exact McNemar p = {found.p:.3f}."
    head = ("Category", "Measure", "Baseline", "Now", "Difference", "95 % interval")
    return el("section", el("p", told), table(head, rows, "Difference to the baseline"))


def answers(request: Request, name: str, made: Report) -> Iterator[Html]:
    """Every answer, the wrong ones first."""
    items, results, _ = trials_of(request).answers(owner_of(request), name)
    asked, given = {item.id: item for item in items}, {result.id: result.answer for result in results}
    for one in sorted(made.scores, key=lambda score: (score.right is not False, score.id)):
        item, answer = asked[one.id], given[one.id]
        verdict = "not measured" if one.right is None else "right" if one.right else "wrong"
        cited = (
            join((clause_link(c.clause_id) for c in answer.citations), " ") if answer.citations else "nothing"
        )
        yield el(
            "li",
            el(
                "details",
                el("summary", el("b", verdict, class_=verdict), f" {item.question}"),
                el("p", answer.answer),
                el("p", "Cited ", cited, "; wanted ", ", ".join(item.gold_clauses) or item.expect),
            ),
        )
