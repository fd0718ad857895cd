"""The nouns of the clause tree while it grows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from regulations_agent.corpus.numbers.labels import Label, Script
from regulations_agent.corpus.print.rows import Row
from regulations_agent.types.document import ClauseKind

_LATER = re.compile(
    r"\b(?:changes?|amendments?)\b.*\b(?:for\s+20\d\d|(?:subsequent|future|later|following)\s+(?:years?|seasons?))",
    re.I,
)


@dataclass(slots=True, eq=False)
class Node:
    """A clause in the making."""

    kind: ClauseKind
    stem: Node | None
    """The clause on whose number this one's is built; often but not always its parent."""
    tail: str
    """What its number adds to the stem's: `54`, `d)`, `/Mule Car`."""
    parent: Node | None
    label: Label | None = None
    x0: float = 0.0
    """Of its label."""
    indent: float | None = None
    """Where its text starts; None until known."""
    script: Script | None = None
    rank: int = 0
    heading: list[tuple[Row, int]] = field(default_factory=list)
    rows: list[tuple[Row, int]] = field(default_factory=list)
    """Rows of its own text, each with the characters to skip at its start (the label)."""
    first: Row | None = None
    children: list[Node] = field(default_factory=list)
    year: str | None = None
    scope: Node | None = None
    """The clause whose counting it goes on with, where a title stands between."""
    named: bool = False
    """It is named by words, not numbered: an appendix, part, definition or unnumbered heading."""
    note: bool = False
    fits: bool = True
    """Its number comes next after the clause before; False for a misprint."""
    copy: int = 1
    """2 for the second clause that is printed with one number."""

    @property
    def number(self) -> str:
        """Unique once `copy` is set."""
        stem = self.stem.number if self.stem is not None else ""
        return f"{stem}{self.tail}" + (f"#{self.copy}" if self.copy > 1 else "")

    @property
    def title(self) -> str:
        return " ".join(row.text[skip:].strip() for row, skip in self.heading).strip()

    @property
    def later(self) -> bool:
        """It holds changes approved for later years."""
        return bool(_LATER.search(self.title)) or (self.parent is not None and self.parent.later)

    @property
    def path(self) -> list[Node]:
        """From the top down to this node."""
        above: list[Node] = []
        node: Node | None = self
        while node is not None:
            above.append(node)
            node = node.parent
        return above[::-1]


@dataclass(slots=True)
class Scope:
    """Where numbers are counted from anew: the body, an appendix, or the changes for one later year."""

    top: Node | None
    numbers: dict[str, Node] = field(default_factory=dict)


def as_name(text: str) -> str:
    """Heading or term as a step of a clause number."""
    name = re.sub(r"\s+", " ", text.strip(" :–—-“”\"'.")).replace("/", "-")
    return name[:80].rstrip()
