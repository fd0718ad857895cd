"""Options that several commands share, and what they mean to the rest of the package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from regulations_agent.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "::1")
"""Names of this machine."""
IndexOption = Annotated[
    Path | None,
    typer.Option(
        "--index",
        metavar="DIR",
        help="Folder of the index; unless set indexes/default, or indexes/sample where that is missing.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, to stdout.")]
SeasonOption = Annotated[
    int | None, typer.Option(metavar="N", help="This season only; unless given, the newest that says so.")
]
SectionOption = Annotated[str | None, typer.Option(metavar="S", help="sporting, technical, financial, ...")]
IssueOption = Annotated[
    int | None, typer.Option(metavar="N", help="This issue only; unless given, the newest.")
]
Engine = Literal["auto", "extractive", "chat"]
EngineOption = Annotated[
    Engine | None, typer.Option(help="Who writes: the model server, or the quotes alone.")
]
WorkersOption = Annotated[int | None, typer.Option(min=1, max=64, help="How many at a time.")]

OnOption = Annotated[
    str | None,
    typer.Option(
        "--on", metavar="ADDRESS", help="Ray cluster that does the work: ray://host:10001, host:6379, auto."
    ),
]


def read_settings(**given: object) -> Settings:
    """The settings of the environment with what the command line gives put first; None gives nothing."""
    from regulations_agent.settings import load_settings

    settings = load_settings(None, **{name: value for name, value in given.items() if value is not None})
    if settings.log_level is not None:
        from regulations_agent.doors.logs import heed

        heed(settings)
    return settings


def is_local(settings: Settings) -> bool:
    """Nobody but this machine reaches the address that servers listen at."""
    return settings.host in LOOPBACK
