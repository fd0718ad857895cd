"""The command line `regulations-agent`: commands by name, and one place where failures become one line."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Mapping, Sequence

import typer
from typer.exceptions import TyperException

from regulations_agent.doors.commands import (
    asking,
    compare,
    corpus,
    documents,
    evaluate,
    guard,
    index,
    ingest,
    registers,
    runs,
    serve,
    system,
)
from regulations_agent.doors.interrupt import CODE, Interrupt, end
from regulations_agent.doors.terminal import explain, fail, log_to_stderr, use_utf8

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "ask": (
        'ask "What is the speed limit in the pit lane?" --season 2019',
        'ask "Who may lodge a protest?" --json',
        'ask "unsafe release" --tool penalty_lookup',
    ),
    "chat": ("chat --season 2019",),
    "ingest": ("ingest my-rulebooks/ --index indexes/mine",),
    "inspect": ("inspect rulebook.pdf --html proof.html",),
    "clause": ("clause 2019/sporting/B3.4.3", "clause 2019/sporting@1/B3.4 --json"),
    "compare": (
        "compare 2019/sporting@1 2019/sporting@2",
        'compare 2018 2019 --topic "pit lane" --html changes.html',
    ),
    "outline": ("outline 2019/sporting",),
    "check": ('check "The speed limit in the pit lane is sixty (60) km/h."',),
    "terms": ("terms car", "terms --csv terms.csv"),
    "penalties": ("penalties unsafe", "penalties --season 2018 --csv penalties.csv"),
    "obligations": ("obligations fuel --json",),
    "page": ("page --port 7860",),
    "serve": ("serve --port 8000",),
    "mcp": ("mcp --index indexes/mine",),
    "graph": ("graph --mermaid",),
    "doctor": ("doctor",),
}
"""By command, without the program's name."""
PROGRAM = "regulations-agent"
app = typer.Typer(
    name=PROGRAM,
    help="Ask rulebooks: the rule that is in force, verbatim, with its clause and page.",
    epilog="Exit codes: 0 done, 2 bad usage or input, 3 no index or a damaged one, 4 some documents could not"
    " be read, 5 the model server failed. Every command takes --debug: a traceback when something fails.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def examples(program: str, command: str) -> str | None:
    """The examples of a command as one text; None when it has none."""
    lines = [f"{program} {line}" for line in EXAMPLES.get(command, ())]
    return "Examples:  " + "   ·   ".join(lines) if lines else None


app.command("ask", epilog=examples(PROGRAM, "ask"))(asking.ask)
app.command("chat", epilog=examples(PROGRAM, "chat"))(asking.chat)
app.command("ingest", epilog=examples(PROGRAM, "ingest"))(ingest.ingest)
app.add_typer(corpus.app, name="corpus")
app.add_typer(index.app, name="index")
app.command("inspect", epilog=examples(PROGRAM, "inspect"))(documents.inspect)
app.command("clause", epilog=examples(PROGRAM, "clause"))(documents.clause)
app.command("compare", epilog=examples(PROGRAM, "compare"))(compare.compare)
app.command("outline", epilog=examples(PROGRAM, "outline"))(documents.outline)
for command in (registers.check, *registers.REGISTERS):
    app.command(command.__name__, epilog=examples(PROGRAM, command.__name__))(command)
app.add_typer(evaluate.app, name="eval")
app.add_typer(runs.app, name="runs")
app.add_typer(guard.app, name="guard")
app.command("train")(system.train)
app.command("page", epilog=examples(PROGRAM, "page"))(serve.page)
app.command("serve", epilog=examples(PROGRAM, "serve"))(serve.serve)
app.command("mcp", epilog=examples(PROGRAM, "mcp"))(serve.mcp)
app.command("graph", epilog=examples(PROGRAM, "graph"))(system.graph)
app.command("doctor", epilog=examples(PROGRAM, "doctor"))(system.doctor)


def main(interrupt: Interrupt | None = None) -> None:
    """The command line as a process of its own.

    SIGTERM ends it as SIGKILL does, after which everything can go on; left to the system, the first process
    of a container would not hear it.
    """
    signal.signal(signal.SIGTERM, lambda number, _: os._exit(128 + number))
    gc.set_threshold(50_000, 20)  # what imports make stays; looking for circles in it was a tenth of a start
    interrupt = interrupt or Interrupt()
    interrupt.listen()
    interrupt.at_work = True
    if (code := run(sys.argv[1:], interrupt)) == CODE:
        atexit._run_exitfuncs()
        end()
    sys.exit(code)


def run(arguments: Sequence[str], interrupt: Interrupt | None = None) -> int:
    """Runs one command line and gives its exit code; errors are one line on stderr.

    What fails once Ctrl-C was heard fails by it: libraries wrap it in errors of their own.
    """
    debug, rest = take_debug(arguments)
    use_utf8()
    log_to_stderr(debug=debug)
    try:
        code = app(args=rest, prog_name=PROGRAM, standalone_mode=False, obj=debug)
        sys.stdout.flush()
    except TyperException as error:
        if message := in_words(error):
            end = "" if message.endswith("?") else "."
            context = getattr(error, "ctx", None)
            fail(f"{message}{end} See `{context.command_path if context else PROGRAM} --help`.")
        return error.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return CODE
    except BrokenPipeError:
        return leave_unsaid(1)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 1
    except Exception as error:
        if interrupt is not None and interrupt.heard:
            return CODE
        code = explain(error, debug=debug)
        return code if flushed() else leave_unsaid(code)
    return code if isinstance(code, int) else 0


def in_words(error: TyperException) -> str:
    """What is wrong with a command line; of a value, what it is and what it should be."""
    parameter, faults = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if parameter is None or faults is None:
        return error.format_message().rstrip(".")
    (first, *_) = faults()
    wanted = first["msg"].removeprefix("Input should be ").partition(", unable to")[0]
    wanted = wanted.replace("valid integer", "whole number")
    return f"{parameter.opts[0]} is {first['input']!r}; it should be {wanted}"


def take_debug(arguments: Sequence[str]) -> tuple[bool, list[str]]:
    """Takes `--debug` out, wherever it stands before `--`: every command has it."""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    options = [a for a in arguments[:end] if a != "--debug"]
    return len(options) < end, [*options, *arguments[end:]]


def flushed() -> bool:
    """What is left of the output could be written; a full disk takes none of it."""
    try:
        sys.stdout.flush()
    except OSError:
        return False
    return True


def leave_unsaid(code: int) -> int:
    """The output can take no more, which Python would find out again at exit and change the code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
