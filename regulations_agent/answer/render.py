"""The answer as data, JSON and Markdown."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from regulations_agent.answer.sources import as_read, source_line, sources_of
from regulations_agent.types.answer import UNSURE, Answer

T = TypeVar("T")


def to_dict(view: object) -> dict[str, object]:
    """Any of our dataclasses as plain JSON data, keys in the order of the fields."""
    return msgspec.to_builtins(view, str_keys=True, enc_hook=repr)  # type: ignore[no-any-return]


def to_json(view: object, *, indent: int = 0) -> str:
    """One of our dataclasses as JSON text; `indent` 0 is one line."""
    text = msgspec.json.encode(to_dict(view))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode()


def from_json(text: str | bytes, kind: type[T]) -> T:
    """The dataclass that `to_json` wrote; raises `msgspec.ValidationError` for anything else."""
    return msgspec.json.decode(text, type=kind)


def doubt(answer: Answer) -> str | None:
    """The warning that a reader is told first; None where there is none, or a tool was asked for by name."""
    if answer.route.manual:
        return None
    return next((warning for warning in answer.warnings if warning.startswith(UNSURE)), None)


def to_markdown(answer: Answer) -> str:
    """The answer with what its marks `[1]`, `[2]` stand for below it; that it is unsure comes first."""
    answer = as_read(answer)
    first = doubt(answer)
    others = [warning for warning in answer.warnings if warning != first]
    parts = [*([f"*{first}*"] if first else ()), answer.answer]
    if answer.citations:
        parts += [
            "**Sources**",
            "\n".join(f"{s.number}. {source_line(s)}" for s in sources_of(answer.answer, answer.citations)),
        ]
    if others:
        parts.append("\n>\n".join(f"> {warning}" for warning in others))
    return "\n\n".join(parts)
