"""`eval run`: answer a question set, one JSON line a question, and say how good the answers are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, WorkersOption, read_settings
from regulations_agent.doors.terminal import note, say

if TYPE_CHECKING:
    from regulations_agent.evaluation.dataset import Item
    from regulations_agent.evaluation.run import Result

app = typer.Typer(no_args_is_help=True, help="Answer and score question sets.")
REPORTS = Path("eval/reports")


@app.callback()
def evaluation() -> None:
    """Answer and score question sets."""


@app.command("run")
def run_questions(
    questions: Annotated[Path, typer.Argument(metavar="QUESTIONS", help="A .jsonl or .csv file.")],
    index: IndexOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="RESULTS", help="Default: eval/reports/<name>.jsonl.")
    ] = None,
    workers: WorkersOption = None,
    again: Annotated[bool, typer.Option("--again", help="Ask anew what RESULTS holds already.")] = False,
) -> None:
    """Answer every question of a file, without memory; a run that was cut off goes on where it stopped."""
    from regulations_agent.agent import Agent
    from regulations_agent.evaluation.dataset import read_items
    from regulations_agent.evaluation.report import summarise, to_markdown
    from regulations_agent.evaluation.run import run_items

    items = read_items(questions)
    agent = Agent.open(settings=read_settings(index=index))
    target = out or REPORTS / f"{questions.stem}.jsonl"
    if again:
        target.unlink(missing_ok=True)
    watch = Count(items)
    results = run_items(items, agent, target, workers=workers or 1, on_result=watch)
    if kept := len(items) - watch.done:
        note(f"{kept} answers were in {target} already and are kept; --again asks them anew.")
    say(to_markdown(summarise(items, results)))
    note(f"{len(results)} answers in {target}")


class Count:
    """Counts results and says each on stderr."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.done, self.total = 0, len(items)

    def __call__(self, result: Result) -> None:
        self.done += 1
        failed = f"  failed: {result.answer.error.type}" if result.answer.error else ""
        note(f"{self.done}/{self.total} {result.id}  {result.seconds:.1f} s{failed}")
