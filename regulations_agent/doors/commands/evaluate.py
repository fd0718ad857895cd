"""`eval run`: answer a question set, one JSON line a question."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, help="Answer and score question sets.")
