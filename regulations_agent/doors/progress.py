"""Progress: bars on a terminal and in a notebook, one line a document on stderr elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from regulations_agent.doors.terminal import err, harmless, note, one_line
from regulations_agent.types.ingest import STAGES, Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

    from regulations_agent.types.ingest import OnProgress


@contextmanager
def counted(total: int) -> Iterator[Callable[[object], None]]:
    """A callback for each answer of a question set, which shows how many there are."""
    with watch() as on_progress:
        done = 0

        def tick(_: object) -> None:
            nonlocal done
            done += 1
            on_progress(Progress("ask", done, total))

        yield tick


@contextmanager
def watch() -> Iterator[OnProgress]:
    """A callback that shows each step of a build while the block runs."""
    if "ipykernel" in sys.modules:
        from regulations_agent.doors.jupyter import Bars as CellBars

        yield CellBars()
        return
    console = err()
    if not console.is_terminal:
        yield tell
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, TextColumn("{task.fields[name]}", markup=False), console=console) as bars:
        yield bar_of_each_stage(bars)


def bar_of_each_stage(bars: Bars) -> Callable[[Progress], None]:
    tasks = {}

    def advance(step: Progress) -> None:
        if step.stage not in tasks:
            tasks[step.stage] = bars.add_task(STAGES[step.stage], total=step.total, name="")
        bars.update(
            tasks[step.stage], completed=step.done, total=step.total, name=one_line(harmless(step.name))
        )

    return advance


def tell(step: Progress) -> None:
    """Documents one by one; of the other stages only the end, so that a log stays short."""
    if step.stage == "read" or step.done == step.total:
        note(one_line(f"{STAGES[step.stage]} {step.done}/{step.total} {step.name}"))
