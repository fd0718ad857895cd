"""Prompts: text files by name and version, filled strictly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template

VERSIONS: Mapping[str, int] = {
    "system": 2, "plan": 2, "again": 2, "write": 2, "mend": 2, "grade": 2, "repair": 2, "json": 2, "judge": 1
}  # fmt: skip
"""The version of each prompt that is sent; a changed prompt is a new file, `<name>.<version>.txt`."""


def filled(name: str, **values: str) -> str:
    """The prompt with its places filled; what is put in is not read for places again.

    Raises `KeyError` for a place without a value, `ValueError` for a value without a place.
    """
    template = _template(name)
    if unused := values.keys() - set(template.get_identifiers()):
        raise ValueError(f"Prompt {name!r} has no place for {', '.join(sorted(unused))}.")
    return template.substitute(values)


def texts() -> tuple[str, ...]:
    """Every prompt as it lies in its file: what no answer may repeat."""
    return tuple(_template(name).template for name in VERSIONS)


def versions() -> str:
    """All prompts with their versions, for a report."""
    return " ".join(f"{name}.{version}" for name, version in VERSIONS.items())


@cache
def _template(name: str) -> Template:
    file = files("regulations_agent.prompts").joinpath(f"{name}.{VERSIONS[name]}.txt")
    return Template(file.read_text(encoding="utf-8").strip())
