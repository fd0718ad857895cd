"""`compare`: two issues or seasons side by side, as text, JSON, a page or a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import say, say_json
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from regulations_agent.types.changes import CompareView

SIDE = "2025/sporting@1; 2025/sporting: its newest issue; 2025: the newest of each section; several with +."


def compare(
    old: Annotated[str, typer.Argument(metavar="OLD", help=SIDE)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same for the newer side.")],
    topic: Annotated[str | None, typer.Option(metavar="T", help="Only what is on these words.")] = None,
    clause: Annotated[
        str | None, typer.Option(metavar="C", help="Only a clause of either side and all below it.")
    ] = None,
    index: IndexOption = None,
    as_json: JsonOption = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write both sides as one page.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a spreadsheet, formula-safe.")
    ] = None,
) -> None:
    """Show what changed between two issues or seasons, whatever their numbers: the weightiest first."""
    if topic is not None and clause is not None:
        raise UsageError("compare takes --topic or --clause, not both; leave one out.")
    if sum([as_json, html is not None, csv is not None]) > 1:
        raise UsageError(
            "compare gives --json, --html FILE or --csv FILE, one of them; leave the others out."
        )
    from regulations_agent.agent import Agent

    agent = Agent.open(settings=read_settings(index=index))
    view = agent.compare(old, new, topic=topic, clause=clause)
    if as_json:
        return say_json(view)
    if csv is not None:
        return write_rows(view, csv)
    if html is not None:
        from regulations_agent.doors.render.comparison_page import write_comparison

        return say(write_comparison(view, agent.library, html))
    from regulations_agent.doors.render.comparison_text import comparison_text

    return say(comparison_text(view, agent.library))


def write_rows(view: CompareView, file: Path) -> None:
    """One row a change, unchanged clauses too."""
    from regulations_agent.doors.render.comparison_text import change_rows
    from regulations_agent.doors.render.spreadsheets import write_csv
    from regulations_agent.doors.render.views import count

    rows = change_rows(view)
    written = write_csv(file, rows, list(rows[0]) if rows else ["kind"])
    say(f"Wrote {file}: {count(written, 'row')}.")
