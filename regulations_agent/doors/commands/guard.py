"""`guard allow | deny | insights`: a person corrects the guard, and sees what it has refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import note, say, say_json
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from regulations_agent.guard.judging.learning import Insights, Word

app = typer.Typer(no_args_is_help=True, help="Correct the question guard, and see what it has refused.")
TextArgument = Annotated[str, typer.Argument(metavar="TEXT", help="The question, as it was asked.")]


@app.callback()
def guard() -> None:
    """Correct the question guard, and see what it has refused."""


@app.command("allow")
def allow(text: TextArgument, index: IndexOption = None) -> None:
    """Let this question pass from now on; it is used at the next training too."""
    _correct(text, "allow", index)


@app.command("deny")
def deny(text: TextArgument, index: IndexOption = None) -> None:
    """Refuse this question and what is much like it from now on; it is used at the next training too."""
    _correct(text, "deny", index)


@app.command("insights")
def insights(index: IndexOption = None, as_json: JsonOption = False) -> None:
    """Say what was refused, of which kind and when; also written to insights.json."""
    from regulations_agent.guard.question import open_learned

    found = open_learned(read_settings(index=index)).insights()
    if as_json:
        say_json(found)
    else:
        say("\n".join(_lines(found)))


def _correct(text: str, word: Word, index: Path | None) -> None:
    from regulations_agent.guard.question import open_learned

    if not text.strip():
        raise UsageError("The text is empty; give the question that the guard should judge otherwise.")
    learned = open_learned(read_settings(index=index))
    learned.correct(text, word)
    note(f"{'Allowed' if word == 'allow' else 'Denied'} from now on; kept in {learned.folder}.")


def _lines(found: Insights) -> list[str]:
    if not found.total:
        return ["Nothing was refused yet."]
    lines = [f"{found.total} questions held orders to the assistant; trend of the last week: {found.trend:g}"]
    lines += [f"{count:>6}  {category}" for category, count in found.distribution.items()]
    lines += [f"{count:>6}  {day}" for day, count in found.days.items()]
    return lines + [f"{count:>6}  corrections: {word}" for word, count in found.corrections.items()]
