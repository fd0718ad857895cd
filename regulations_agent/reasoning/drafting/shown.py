"""A stretch of a clause that an answer shows."""

from __future__ import annotations

from dataclasses import dataclass

from regulations_agent.language.sentences import Span
from regulations_agent.types.document import Clause, Document


@dataclass(frozen=True, slots=True)
class Shown:
    """A stretch of a clause that the answer shows."""

    clause: Clause
    span: Span
    depth: int = 0
    after: bool = False
    """A paragraph of the clause itself that is printed after items of it."""
    cut: bool = False
    """What follows it in the list is not shown."""
    document: Document | None = None
    """That it stands in, where that may be another than its rule's."""

    @property
    def text(self) -> str:
        return self.clause.text[self.span.start : self.span.end]
