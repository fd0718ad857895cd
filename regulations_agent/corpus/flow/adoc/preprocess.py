"""AsciiDoc directives: conditions are decided, includes refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_CONDITION = re.compile(r"(ifdef|ifndef|ifeval)::([^\[]*)\[(.*)\]\s*$")
_END = re.compile(r"endif::[^\[]*\[\]\s*$")
_INCLUDE = re.compile(r"include::([^\[\s]+)\[.*\]\s*$")
_ATTRIBUTE = re.compile(r":(!?)([\w-]+)(!?):(?:[ \t]+(.*))?$")


def chosen(lines: Iterable[str], problems: list[str]) -> Iterator[str]:
    """The lines that hold; a problem line for each include, which is not followed."""
    known: set[str] = set()
    open_: list[bool] = []
    for line in lines:
        condition = _CONDITION.match(line)
        if _END.match(line):
            del open_[-1:]
        elif condition:
            holds = _holds(condition[1], condition[2], known)
            if not condition[3]:
                open_.append(holds)
            elif condition[1] == "ifeval":
                open_.append(True)
            elif holds and all(open_):
                yield condition[3]
        elif all(open_):
            found = _ATTRIBUTE.match(line)
            if found:
                (known.discard if found[1] or found[3] else known.add)(found[2].lower())
            include = _INCLUDE.match(line)
            if include:
                problems.append(
                    f"include::{include[1]}[] was not followed; give a file that holds the whole text"
                )
            else:
                yield line


def _holds(kind: str, names: str, known: set[str]) -> bool:
    every = "+" in names
    found = [name.strip().lower() in known for name in re.split("[,+]", names)]
    return (all(found) if every else any(found)) == (kind == "ifdef")
