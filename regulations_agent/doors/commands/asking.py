"""`ask` and `chat`: one question, or a conversation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from regulations_agent import errors
from regulations_agent.doors.options import (
    Engine,
    EngineOption,
    IndexOption,
    IssueOption,
    JsonOption,
    SeasonOption,
    SectionOption,
    read_settings,
)
from regulations_agent.doors.terminal import note, out, say, say_json
from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from regulations_agent.agent import Agent
    from regulations_agent.graph.ask import Options
    from regulations_agent.settings import Settings
    from regulations_agent.types.answer import Answer
    from regulations_agent.types.events import Event

DateOption = Annotated[
    str | None, typer.Option(metavar="DATE", help="What was in force that day: 2025-06-30.")
]
FallbackOption = Annotated[
    bool | None,
    typer.Option(
        "--fallback/--no-fallback",
        help="Whether the embedded engine answers when the model server fails; if not: code 5.",
        show_default=False,
    ),
]
Words = Annotated[list[str], typer.Argument(metavar="QUESTION", help="In words; `-` reads it from stdin.")]
ToolOption = Annotated[str | None, typer.Option(metavar="NAME", help="Use this tool and no other.")]
InputOption = Annotated[str | None, typer.Option(metavar="JSON", help="The arguments of the tool.")]
ThreadOption = Annotated[
    str | None, typer.Option(metavar="ID", help="The conversation that this belongs to.")
]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Without memory of any kind.")]
TraceOption = Annotated[bool, typer.Option("--trace", help="Print rounds, tools and grades to stderr.")]
StreamOption = Annotated[bool, typer.Option("--stream", help="Print events as JSON Lines as they happen.")]
LEAVING = frozenset({"quit", "exit", "/quit", "/exit", "/q", "bye"})
"""Lines that end a conversation."""
HELP = "Ask in words; a follow-up may lean on what was said. An empty line, quit or Ctrl-D ends it."


def ask(
    ctx: typer.Context,
    question: Words,
    index: IndexOption = None,
    season: SeasonOption = None,
    section: SectionOption = None,
    issue: IssueOption = None,
    as_of: DateOption = None,
    tool: ToolOption = None,
    tool_input: InputOption = None,
    thread: ThreadOption = None,
    engine: EngineOption = None,
    fallback: FallbackOption = None,
    fresh: FreshOption = False,
    as_json: JsonOption = False,
    trace: TraceOption = False,
    stream: StreamOption = False,
) -> None:
    """Answer a question with the rule that is in force, its clause and page."""
    text = question_text(question)
    options: Options = {
        "season": season, "section": section, "issue": issue, "as_of": as_of,
        "tool": tool, "tool_input": parse_arguments(tool_input), "thread": thread, "fresh": fresh,
    }  # fmt: skip
    # a question asked alone is worked out anew, so that two processes say the same to the last field
    recall = None if thread else False
    agent = open_agent(index, engine, debug=bool(ctx.obj), fallback=fallback, recall=recall)
    if trace or stream:
        answer = follow(agent.stream(text, **options), trace=trace, stream=stream)
    else:
        answer = agent.ask(text, **options)
    if not stream:
        print_answer(answer, as_json=as_json)
        if index is None and not as_json:
            tell_index(agent.settings)
    leave(answer)


def question_text(words: list[str]) -> str:
    """The words joined, or stdin for `-`; read no further than a question can be long."""
    if words != ["-"]:
        return " ".join(words)
    limit = read_settings().max_question_chars
    text = sys.stdin.read(limit + 1)
    if len(text) > limit:
        raise UsageError(
            f"The question on stdin has more than the {limit:,} characters that are possible: shorten it."
        )
    return text


def parse_arguments(tool_input: str | None) -> dict[str, object] | None:
    import json

    if tool_input is None:
        return None
    try:
        values = json.loads(tool_input)
    except ValueError as error:
        raise UsageError(f"--tool-input {tool_input!r} is not JSON ({error}).") from error
    if not isinstance(values, dict):
        raise UsageError(
            f'--tool-input {tool_input!r} is not a JSON object; write it like {{"query": "pit lane"}}.'
        )
    return values


def open_agent(index: Path | None, engine: Engine | None, *, debug: bool, **settings: bool | None) -> Agent:
    from regulations_agent.agent import Agent
    from regulations_agent.doors.former import tell_former

    chosen = read_settings(index=index, engine=engine, **settings)
    tell_former(chosen)
    return Agent.open(settings=chosen, debug=debug)


def tell_index(settings: Settings) -> None:
    """Which index answered, where none was named; and where one's own would come from."""
    if settings.answering_index != settings.index:
        note(f"index: {settings.answering_index}, the sample; `regulations-agent ingest PATH` makes your own")
    else:
        note(f"index: {settings.index}")


def follow(events: Iterable[Event], *, trace: bool, stream: bool) -> Answer:
    """Prints events as they come and gives the answer that the last one carries."""
    from regulations_agent.doors.render.answers import trace_line
    from regulations_agent.types.answer import Answer

    answer: Answer | None = None
    for event in events:
        if stream:
            say_json(event, indent=0)
        if trace and (line := trace_line(event)):
            note(line)
        if isinstance(event.data, Answer):
            answer = event.data
    if answer is None:
        raise RuntimeError("the run ended without an answer")
    return answer


def print_answer(answer: Answer, *, as_json: bool) -> None:
    from regulations_agent.doors.render.answers import answer_text, answer_view

    if as_json:
        say_json(answer)
    elif sys.stdout.isatty():
        out().print(answer_view(answer))
    else:
        say(answer_text(answer))


def leave(answer: Answer) -> None:
    """Ends the command with the code of what went wrong, if anything did."""
    if answer.error is None:
        return
    kind = getattr(errors, answer.error.type, errors.RegulationsError)
    note(f"error: {answer.error.type}: {answer.error.message}")
    raise typer.Exit(kind.exit_code)


def chat(
    ctx: typer.Context,
    index: IndexOption = None,
    season: SeasonOption = None,
    section: SectionOption = None,
    engine: EngineOption = None,
) -> None:
    """Talk: follow-up questions may lean on what was said before.

    Ends with an empty line, `quit`, `exit` or Ctrl-D; `/help` says so.
    """
    agent = open_agent(index, engine, debug=bool(ctx.obj))
    if index is None:
        tell_index(agent.settings)
    thread = uuid4().hex
    while (question := read_line()) and question.casefold() not in LEAVING:
        if question in ("help", "?") or (question.startswith("/") and " " not in question):
            note(HELP)
            continue
        try:
            answer = agent.ask(question, season=season, section=section, thread=thread)
        except UsageError as error:
            note(f"error: {error}")
            continue
        print_answer(answer, as_json=False)


def read_line() -> str:
    """What was typed; empty at the end."""
    if sys.stdin.isatty():
        out().print("[ask] ", end="", style="bold")
    return sys.stdin.readline().strip()
