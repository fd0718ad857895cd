"""`graph` and `doctor`: how the loop runs, and whether this machine can run it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import say, say_json
from regulations_agent.errors import IndexFailure

if TYPE_CHECKING:
    from regulations_agent.graph.build import Graph


def graph(
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid diagram.")] = False,
) -> None:
    """Draw the loop: reason, act, reflect, grade."""
    from regulations_agent.graph import build

    settings = read_settings()
    say(build.mermaid(settings) if mermaid else drawn_edges(build.build_graph(settings)))


def drawn_edges(graph: Graph) -> str:
    """One edge a line; a dotted one is taken only sometimes."""
    edges = graph.get_graph().edges
    return "\n".join(f"{e.source:<10} {'····>' if e.conditional else '────>'} {e.target}" for e in edges)


def doctor(
    index: IndexOption = None,
    model: Annotated[
        bool, typer.Option("--model", help="Ask the models what they can do; only that is left to them.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check what asking and ingesting need on this machine; each line says what to do about it."""
    from regulations_agent.doors.diagnosis import diagnose, probed

    settings = read_settings(index=index)
    findings = list(probed(settings)) if model else diagnose(settings)
    if as_json:
        say_json([{"check": f.check, "ok": f.ok, "found": f.found, "advice": f.advice} for f in findings])
    else:
        for finding in findings:
            advice = f": {finding.advice}" if finding.advice else ""
            say(f"{'ok     ' if finding.ok else 'problem'}  {finding.check:<10} {finding.found}{advice}")
    if any(not finding.ok for finding in findings):
        raise typer.Exit(IndexFailure.exit_code)
