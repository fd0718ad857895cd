"""`runs`: the history of questions and answers, and the word that waiting runs need."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from regulations_agent.doors.commands.asking import leave, print_answer
from regulations_agent.doors.former import tell_former
from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import note, say, say_json
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from regulations_agent.agent import Agent
    from regulations_agent.memory.store import RunStore

app = typer.Typer(no_args_is_help=True, help="Find, resume, approve, verify and export former runs.")
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The run, or how its id begins.")]
OwnerOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="Whose runs; empty for those without an owner.")
]
Status = Literal["running", "waiting", "done", "failed"]


@app.command("list")
def show_all(
    search: Annotated[str | None, typer.Option(metavar="T", help="In question and answer.")] = None,
    stale: Annotated[
        bool, typer.Option("--stale", help="Those whose cited clauses read otherwise now.")
    ] = False,
    thread: Annotated[str | None, typer.Option(metavar="ID", help="Those of a conversation.")] = None,
    status: Annotated[Status | None, typer.Option(help="Where they stand.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50,
    index: IndexOption = None,
    as_json: JsonOption = False,
) -> None:
    """List runs, newest first."""
    from regulations_agent.doors.render.answers import run_line

    runs = open_agent(index).runs if stale else open_store(index)
    found = runs.list(search=search, stale=stale, limit=limit, thread=thread, status=status)
    if as_json:
        return say_json(found)
    if not found:
        return note("There is no such run; `regulations-agent ask` makes one.")
    return say("\n".join(run_line(run) for run in found))


@app.command()
def show(run_id: IdArgument, index: IndexOption = None, as_json: JsonOption = False) -> None:
    """Print one run: what was asked, the answer, the steps, and what readers said."""
    from regulations_agent.doors.render.answers import run_in_full

    runs = open_store(index)
    record = runs.get(runs.full_id(run_id))
    say_json(record) if as_json else say(run_in_full(record))


@app.command()
def resume(
    ctx: typer.Context, run_id: IdArgument, index: IndexOption = None, as_json: JsonOption = False
) -> None:
    """Go on with a run that was cut off; nodes that had finished are not run again."""
    _go_on(ctx, run_id, index, None, None, as_json)


@app.command()
def approve(
    ctx: typer.Context, run_id: IdArgument, index: IndexOption = None, as_json: JsonOption = False
) -> None:
    """Let a run that waits go on with what it asked for."""
    _go_on(ctx, run_id, index, True, None, as_json)


@app.command()
def reject(
    ctx: typer.Context,
    run_id: IdArgument,
    reason: Annotated[str | None, typer.Option(metavar="T", help="Kept with the run.")] = None,
    index: IndexOption = None,
    as_json: JsonOption = False,
) -> None:
    """Refuse what a run waits for; it goes on without."""
    _go_on(ctx, run_id, index, False, reason, as_json)


@app.command()
def verify(run_id: IdArgument, index: IndexOption = None, as_json: JsonOption = False) -> None:
    """Hold an old answer's quotes against today's index."""
    from regulations_agent.doors.render.answers import checks_text

    runs = open_agent(index).runs
    checked = runs.verify(runs.full_id(run_id))
    say_json(checked) if as_json else say(checks_text(checked))


@app.command()
def export(
    run_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The run, or how its id begins.")
    ] = None,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="answer.json, answer.md, or audit.zip.")
    ] = None,
    owner: OwnerOption = None,
    index: IndexOption = None,
) -> None:
    """Write a run to a file: JSON, Markdown, or a pack for an audit; with --owner all that is theirs."""
    from regulations_agent.doors.person import write_person
    from regulations_agent.doors.render.export import export as write

    if run_id is not None and owner is not None and file is None:
        count = write_person(owner, Path(run_id), read_settings(index=index))
        return note(f"{count} runs of {owner or 'nobody in particular'} written to {run_id}.")
    if run_id is None or owner is not None or file is None:
        raise UsageError(
            "Name a run and a file (export ID FILE), or an owner and a file (export --owner N FILE)."
        )
    agent = open_agent(index)
    for lack in write(agent.runs.full_id(run_id), file, agent):
        note(f"not in the pack: {lack}")
    return note(f"Written to {file}.")


@app.command()
def delete(
    run_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The run, or how its id begins.")
    ] = None,
    owner: OwnerOption = None,
    index: IndexOption = None,
) -> None:
    """Forget a run and all that is kept of it; with --owner all that is kept of them."""
    from regulations_agent.doors.person import forget_person

    if (run_id is None) == (owner is None):
        raise UsageError("Name a run (delete ID), or an owner (delete --owner N).")
    if owner is not None:
        runs, violations = forget_person(owner, read_settings(index=index))
        return note(
            f"{runs} runs and {violations} violations of {owner or 'nobody in particular'} are deleted."
        )
    store = open_store(index)
    found = store.full_id(run_id or "")
    store.delete(found)
    return note(f"Run {found} is deleted.")


@app.command("compact")
def make_small(index: IndexOption = None, as_json: JsonOption = False) -> None:
    """Give the room of deleted runs back to the system."""
    from regulations_agent.memory.keeping import compact

    done = compact(open_store(index).database)
    say_json(done) if as_json else say(f"{done.before:,} bytes before, {done.after:,} after.")


def open_agent(index: Path | None, *, debug: bool = False) -> Agent:
    from regulations_agent.agent import Agent

    return Agent.open(settings=read_settings(index=index), debug=debug)


def open_store(index: Path | None = None) -> RunStore:
    """The history of the index in use; the index itself is not opened."""
    from regulations_agent.memory.store import RunStore

    settings = read_settings(index=index)
    tell_former(settings)
    return RunStore.open(settings)


def _go_on(
    ctx: typer.Context,
    run_id: str,
    index: Path | None,
    approve: bool | None,
    reason: str | None,
    as_json: bool,
) -> None:
    agent = open_agent(index, debug=bool(ctx.obj))
    answer = agent.resume(agent.runs.full_id(run_id), approve=approve, reason=reason)
    print_answer(answer, as_json=as_json)
    leave(answer)
