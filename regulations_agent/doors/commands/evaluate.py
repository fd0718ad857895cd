"""`eval run`, `report`, `compare`, `export`: answer a question set, and say how good the answers are."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from regulations_agent.doors.options import (
    EngineOption,
    IndexOption,
    JsonOption,
    OnOption,
    WorkersOption,
    read_settings,
)
from regulations_agent.doors.terminal import note, say, say_json, spare, unwritten
from regulations_agent.errors import RegulationsError, UsageError

if TYPE_CHECKING:
    from regulations_agent.cluster import Cluster
    from regulations_agent.evaluation.dataset import Item
    from regulations_agent.evaluation.report import Report, Setup
    from regulations_agent.evaluation.run import Result
    from regulations_agent.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Answer and score question sets.")
REPORTS = Path("eval/reports")


@app.callback()
def evaluation() -> None:
    """Answer and score question sets."""


QuestionsArgument = Annotated[Path, typer.Argument(metavar="QUESTIONS", help="A .jsonl or .csv file.")]
ResultsArgument = Annotated[Path, typer.Argument(metavar="RESULTS", help="What `eval run` wrote.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="RESULTS", help="Default: eval/reports/<name>.jsonl.")
]
ReportOption = Annotated[
    Path | None, typer.Option("--report", metavar="DIR", help="Also write <name>.md, .json and .html there.")
]
ModelOption = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="Of the server that OPENAI_BASE_URL names.")
]


@app.command("run")
def run_questions(
    questions: QuestionsArgument,
    index: IndexOption = None,
    out: OutOption = None,
    report: ReportOption = None,
    workers: WorkersOption = None,
    on: OnOption = None,
    engine: EngineOption = None,
    model: ModelOption = None,
    again: Annotated[bool, typer.Option("--again", help="Ask anew what RESULTS holds already.")] = False,
) -> None:
    """Answer every question of a file, without memory; a run that was cut off goes on where it stopped.

    With `--engine chat` the embedded engine answers too, and both are held against each other.
    """
    from regulations_agent.cluster import at_work
    from regulations_agent.evaluation.compare import compare_scores
    from regulations_agent.evaluation.compare import to_markdown as compared
    from regulations_agent.evaluation.dataset import read_items
    from regulations_agent.evaluation.report import make_report, spent, to_markdown
    from regulations_agent.settings import load_settings

    items = read_items(questions)
    settings = read_settings(index=index, engine=engine, openai_model=model)
    target = _target(questions, out)
    with at_work(on, workers) as hands:
        results, setup = _answered(questions, settings, target, hands or 1, again=again)
        made = make_report(items, results, setup)
        say(to_markdown(made))
        if settings.engine == "chat":
            alone = load_settings(settings, engine="extractive")
            base, _ = _answered(
                questions, alone, _beside(target, ".extractive.jsonl"), hands or 1, again=again
            )
            say(f"\n{spent(results)}\n\nAgainst the embedded engine:\n")
            say(compared(compare_scores(make_report(items, base).scores, made.scores)))
    note(f"{len(results)} answers in {target}")
    if report is not None:
        _write_report(made, items, results, report, questions.stem)
    _leave(made)


def _target(questions: Path, out: Path | None) -> Path:
    """Where results go; raises `UsageError` where the questions lie."""
    target = out or REPORTS / f"{questions.stem}.jsonl"
    spare(questions, written=target)
    return target


def _leave(report: Report) -> None:
    """Ends with another code than 0 when a question failed."""
    if any(one.failed for one in report.scores):
        raise typer.Exit(RegulationsError.exit_code)


def _answered(
    questions: Path, settings: Settings, target: Path, hands: int | Cluster, *, again: bool
) -> tuple[tuple[Result, ...], Setup]:
    """The answers of one engine, and what they were measured on, which is kept beside them."""
    from regulations_agent.agent import Agent
    from regulations_agent.answer.render import to_json
    from regulations_agent.evaluation.dataset import read_items
    from regulations_agent.evaluation.doubts import misspelt, unknown_gold
    from regulations_agent.evaluation.report import setup_of
    from regulations_agent.evaluation.run import run_items

    items = read_items(questions)
    agent, watch = Agent.open(settings=settings), Count(items)
    for doubt in (*misspelt(items), *unknown_gold(items, agent.library)):
        note(f"{questions}: {doubt}")
    if again:
        target.unlink(missing_ok=True)
    results = run_items(items, agent, target, workers=hands, on_result=watch)
    setup = setup_of(agent, questions)
    _setup_file(target).write_text(to_json(setup, indent=1), encoding="utf-8")
    if kept := len(items) - watch.done:
        note(f"{kept} answers were in {target} already and are kept; --again asks them anew.")
    return results, setup


@app.command("report")
def report_results(
    questions: QuestionsArgument,
    results: ResultsArgument,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="DIR", help="Write <name>.md, .json and .html there.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Score results again, and write the report; nothing is asked."""
    from regulations_agent.evaluation.dataset import read_items
    from regulations_agent.evaluation.report import to_markdown

    made, answers = _report_of(questions, results)
    if report is not None:
        _write_report(made, read_items(questions), answers, report, questions.stem)
    elif as_json:
        say_json(made)
    else:
        say(to_markdown(made))


@app.command("compare")
def compare_results(
    before: Annotated[Path, typer.Argument(metavar="A", help="Results of the baseline.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="Results to hold against it.")],
    questions: Annotated[
        Path, typer.Option("--questions", metavar="QUESTIONS", help="What both were asked.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Hold two results of one question set against each other, with intervals and significance."""
    from regulations_agent.evaluation.compare import compare_scores, to_markdown

    found = compare_scores(_report_of(questions, before)[0].scores, _report_of(questions, after)[0].scores)
    say_json(found) if as_json else say(to_markdown(found))


@app.command("judge")
def judge_results(
    questions: QuestionsArgument,
    results: ResultsArgument,
    runs: Annotated[int, typer.Option("--runs", min=1, max=20, help="Opinions of each answer.")] = 3,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let the language model of the settings mark the answers; opinions are kept beside RESULTS."""
    from regulations_agent.evaluation.dataset import read_items
    from regulations_agent.evaluation.judge import judge, to_markdown
    from regulations_agent.reasoning.model.models import Models

    settings = read_settings()
    if settings.openai_base_url is None and settings.openai_api_key is None:
        raise UsageError("No model server is set; give OPENAI_BASE_URL or OPENAI_API_KEY, and OPENAI_MODEL.")
    cache = results.with_name(f"{results.stem}.judged.jsonl")
    items = read_items(questions)
    judged = judge(items, _results(results), Models(settings), cache, runs=runs, workers=workers or 1)
    say_json(judged) if as_json else say(to_markdown(judged))
    note(f"Opinions in {cache}")


@app.command("export")
def export_results(
    questions: QuestionsArgument,
    results: ResultsArgument,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSON Lines to write; .csv for a spreadsheet.")
    ],
    form: Annotated[
        Literal["ragas", "inspect"], typer.Option("--as", help="Whose names the fields bear.")
    ] = "ragas",
) -> None:
    """Write results under the names of RAGAS or Inspect, or as a spreadsheet that runs no formula."""
    import msgspec

    from regulations_agent.doors.render.spreadsheets import write_csv
    from regulations_agent.evaluation.dataset import read_items
    from regulations_agent.evaluation.run import exported

    spare(questions, results, written=file)
    rows = list(exported(read_items(questions), _results(results), form))
    if file.suffix.lower() == ".csv":
        write_csv(file, rows, list(rows[0]) if rows else [])
    else:
        write(file, b"".join(msgspec.json.encode(row) + b"\n" for row in rows).decode())
    note(f"{len(rows)} rows in {file}")


def _report_of(questions: Path, results: Path) -> tuple[Report, tuple[Result, ...]]:
    from regulations_agent.answer.render import from_json
    from regulations_agent.evaluation.dataset import read_items
    from regulations_agent.evaluation.report import Setup, make_report

    answers, beside = _results(results), _setup_file(results)
    setup = from_json(beside.read_bytes(), Setup) if beside.exists() else None
    return make_report(read_items(questions), answers, setup), answers


def _results(path: Path) -> tuple[Result, ...]:
    from regulations_agent.evaluation.run import read_results

    if not (answers := read_results(path)):
        raise UsageError(f"{path} holds no results; make them with `regulations-agent eval run`.")
    return answers


def _setup_file(results: Path) -> Path:
    """What the results were measured on lies beside them."""
    return _beside(results, ".setup.json")


def _beside(results: Path, ending: str) -> Path:
    return results.with_name(f"{results.stem}{ending}")


def _write_report(
    report: Report, items: Sequence[Item], results: Sequence[Result], folder: Path, name: str
) -> None:
    from regulations_agent.answer.render import to_json
    from regulations_agent.doors.render.report_page import report_page
    from regulations_agent.evaluation.report import to_markdown

    if find_spec("matplotlib") is None:
        raise UsageError("A report needs matplotlib for its plots; pip install 'regulations-agent[report]'.")
    write(folder / f"{name}.md", to_markdown(report) + "\n")
    write(folder / f"{name}.json", to_json(report, indent=1) + "\n")
    write(folder / f"{name}.html", report_page(report, items, results))
    note(f"Wrote {name}.md, {name}.json and {name}.html in {folder}.")


def write(file: Path, text: str) -> None:
    """Writes a file, and its folder; raises as `unwritten` says."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritten(file, error) from error


class Count:
    """Counts results and says each on stderr."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.done, self.total = 0, len(items)

    def __call__(self, result: Result) -> None:
        self.done += 1
        failed = f"  failed: {result.answer.error.type}" if result.answer.error else ""
        note(f"{self.done}/{self.total} {result.id}  {result.seconds:.1f} s{failed}")
