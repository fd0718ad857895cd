"""What to type: examples that `--help` shows below a command."""

from __future__ import annotations

from collections.abc import Mapping

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


def examples(program: str, command: str) -> str | None:
    """The examples of a command as one text; None when it has none."""
    lines = [f"{program} {line}" for line in EXAMPLES.get(command, ())]
    return "Examples:  " + "   ·   ".join(lines) if lines else None
