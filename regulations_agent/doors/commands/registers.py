"""`check`, `terms`, `penalties`, `obligations`: a quoted sentence, and tables over all rules in force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import (
    IndexOption,
    IssueOption,
    JsonOption,
    SeasonOption,
    SectionOption,
    read_settings,
)
from regulations_agent.doors.render import register_text
from regulations_agent.doors.terminal import say, say_json
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.types.views import ObligationView, PenaltyView, TermView

    Row = TermView | ObligationView | PenaltyView

WordArgument = Annotated[
    str | None, typer.Argument(metavar="[WORD]", help="Only what has this word; all when left out.")
]
CsvOption = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write a spreadsheet, formula-safe.")
]


def check(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A sentence quoted from a rulebook.")],
    index: IndexOption = None,
    season: SeasonOption = None,
    section: SectionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell whether a quoted sentence is in force, deleted or changed; where; and since which issue."""
    view = _open(index).check(text, season=season, section=section)
    if as_json:
        return say_json(view)
    return say(register_text.check_text(view))


def make_register(name: str, told: str, line: Callable[..., str]) -> Callable[..., None]:
    """The command that lists the rows which the agent has under a name, each as `line` writes it."""

    def register(
        word: WordArgument = None,
        index: IndexOption = None,
        season: SeasonOption = None,
        section: SectionOption = None,
        issue: IssueOption = None,
        as_json: JsonOption = False,
        csv: CsvOption = None,
    ) -> None:
        rows = getattr(_open(index), name)(word, season=season, section=section, issue=issue)
        _show(rows, line, as_json, csv)

    register.__name__, register.__doc__ = name, told
    return register


REGISTERS = (
    make_register(
        "terms",
        "List the defined terms: what each means, where it is defined, and which clauses use it.",
        register_text.term_line,
    ),
    make_register(
        "penalties",
        "List what each breach costs: the sanctions, whether they must follow, who decides, and the appeal.",
        register_text.penalty_line,
    ),
    make_register(
        "obligations",
        "List who must, must not or may do what, and by when.",
        register_text.obligation_line,
    ),
)


def _open(index: Path | None) -> Agent:
    from regulations_agent.agent import Agent

    return Agent.open(settings=read_settings(index=index))


def _show(rows: Sequence[Row], line: Callable[..., str], as_json: bool, csv: Path | None) -> None:
    if csv is None:
        return say_json(rows) if as_json else say("\n".join(map(line, rows)) or "Nothing found.")
    if as_json:
        raise UsageError("Give --json or --csv FILE, not both; leave one out.")
    from regulations_agent.answer.render import to_dict
    from regulations_agent.doors.render.spreadsheets import write_csv
    from regulations_agent.doors.render.views import count

    columns = [field.name for field in fields(rows[0])] if rows else []
    return say(f"Wrote {csv}: {count(write_csv(csv, map(to_dict, rows), columns), 'row')}.")
