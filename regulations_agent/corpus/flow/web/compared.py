"""What a page made by comparing two versions marks as gone and as new."""

from __future__ import annotations

import re

from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.page.lines import State

_GOES = "delete|deleted|deletion|del|remove|removed"
_COMES = "insert|inserted|insertion|ins|add|added"
_WORD = re.compile(rf"(?:(?<![a-z])|(?<=diff))(?:(?P<goes>{_GOES})|(?P<comes>{_COMES}))(?![a-z])", re.I)


def compared(root: Element) -> dict[str, State]:
    """By class of spans: deleted or inserted, where the page has both in names that are otherwise alike.

    Tools colour what they compare by classes of their own (`diff_delete` and `diff_insert`,
    `diff-html-removed` and `diff-html-added`), in place of `del` and `ins`.
    """
    found: dict[str, dict[State, set[str]]] = {}
    for name in {name for span in root.iter("span") for name in (span.get("class") or "").split()}:
        if word := _WORD.search(name):
            pair = found.setdefault(f"{name[: word.start()]} {name[word.end() :]}".lower(), {})
            pair.setdefault("deleted" if word["goes"] else "inserted", set()).add(name)
    return {name: state for pair in found.values() if len(pair) > 1 for state in pair for name in pair[state]}
