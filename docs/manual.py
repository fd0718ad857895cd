"""Pages of `docs/` that are made from the code: the graph and the events; `python -m` writes them."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from regulations_agent.types.events import DATA, Event

WHEN = {
    "start": "once, first",
    "plan": "each round, when it is planned",
    "tool_started": "as a tool begins; several may be at work at once",
    "tool_finished": "as a tool ends, fails or is refused",
    "draft": "where a language model is about to write: the answer that stands until it is done",
    "token": "at the end, the answer piece by piece",
    "citation": "each verified citation, as soon as a draft that passes has it",
    "grade": "each round, when its draft is graded",
    "round": "each round, when it is closed",
    "approval": "for each thing that waits for a person; `end` follows, and the run goes on with `resume`",
    "warning": "at the end, each warning of the answer",
    "end": "once, last",
}
EVENTS = """# Events

What a run tells while it goes on: `agent.stream(question)`, `agent.resume_stream(run_id, ...)`,
`ask --stream` (JSON Lines) and REST (server-sent events) give the same. Closing the stream cancels the run:
within a second no tool and no model is called any more. `schemas/event.json` is the JSON schema. This page is
made from the types (`python -m docs.manual docs`).

```python
with agent.stream("How fast may I drive in the pit lane?") as events:
    for event in events:
        print(event.event, event.data)
```

Every event has:
"""
GRAPH = """# The graph

Every run goes this way; this page is made from the code (`python -m docs.manual docs`;
`regulations-agent graph --mermaid` prints the picture). A checkpoint is kept after every node: a run that was
killed goes on before the node that was at work (`regulations-agent runs resume ID`).
"""
NODES = {
    "screen": "the question guard: refuses an attack, lets all else pass; left out where there is no guard",
    "reason": "plans the round: which tools, with which arguments",
    "approve": "waits for a person where the policy asks for one; else it is passed by",
    "act": "runs the planned tools, in parallel, or one after the other where one needs another's result",
    "reflect": "writes a draft from what all rounds found",
    "grade": "marks the draft; tells of its citations when it passes",
    "release": "waits until a person releases the answer, where `approval_answer` is set",
    "finish": "checks every quote again and puts the answer together, of failed and cancelled runs too",
}


def events_page() -> str:
    """`docs/events.md`."""
    lines = [EVENTS, *_table(Event), "", "| event | when | data |", "|---|---|---|"]
    lines += [
        f"| `{name}` | {WHEN[name]} | [{kind.__name__}](#{kind.__name__.lower()}) |"
        for name, kind in DATA.items()
    ]
    for kind in dict.fromkeys(DATA.values()):
        said = inspect.getdoc(kind) or ""
        said = "" if said.startswith(f"{kind.__name__}(") else f"{said}\n"
        lines += ["", f"## {kind.__name__}", "", said, *_table(kind)]
    return "\n".join(lines) + "\n"


def graph_page() -> str:
    """`docs/graph.md`."""
    from regulations_agent.graph.loop.build import mermaid
    from regulations_agent.settings import Settings

    lines = [
        GRAPH,
        "```mermaid",
        mermaid(Settings()).strip(),
        "```",
        "",
        "| node | what it does |",
        "|---|---|",
    ]
    lines += [f"| `{node}` | {what} |" for node, what in NODES.items()]
    return (
        "\n".join(
            [
                *lines,
                "",
                "With `approval_answer`:",
                "",
                "```mermaid",
                mermaid(Settings(approval_answer=True)).strip(),
                "```",
            ]
        )
        + "\n"
    )


def _table(kind: type) -> list[str]:
    """The fields of a dataclass: name, type and what is said below it."""
    if not is_dataclass(kind):
        return []
    said = dict(_notes(kind))
    rows = [
        f"| `{f.name}` | `{f.type}` | {said.get(f.name, '')} |".replace(" | None`", " or null`")
        for f in fields(kind)
    ]
    return ["| field | type | |", "|---|---|---|", *rows]


def _notes(kind: type) -> Iterator[tuple[str, str]]:
    """The text below each field that has one."""
    [body] = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    for field, note in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(note, ast.Expr)
            and isinstance(note.value, ast.Constant)
        ):
            yield ast.unparse(field.target), " ".join(str(note.value.value).split())


def write_pages(folder: Path) -> None:
    """Both pages, as they should be."""
    (folder / "events.md").write_text(events_page(), encoding="utf-8")
    (folder / "graph.md").write_text(graph_page(), encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
