"""The answer as data, JSON and Markdown."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from regulations_agent.answer.sources import as_read, source_line, sources_of
from regulations_agent.types.answer import Answer

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


def to_markdown(answer: Answer) -> str:
    """The answer with what its marks `[1]`, `[2]` stand for below it."""
    answer = as_read(answer)
    parts = [answer.answer]
    if answer.citations:
        parts += [
            "**Sources**",
            "\n".join(f"{s.number}. {source_line(s)}" for s in sources_of(answer.answer, answer.citations)),
        ]
    if answer.warnings:
        parts.append("\n>\n".join(f"> {warning}" for warning in answer.warnings))
    return "\n\n".join(parts)
