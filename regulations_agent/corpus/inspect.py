"""What was read from one PDF, in the shape that `inspect --json` prints."""

from __future__ import annotations

import msgspec

from regulations_agent.types.document import Mark, Reading
from regulations_agent.types.views import (
    DocumentView,
    InspectView,
    MarkView,
    PageView,
    ReadClauseView,
    ReadTermView,
    ReferenceView,
)


def to_view(reading: Reading) -> InspectView:
    """The reading with clauses named by number inside their document."""
    document = reading.document
    prefix = f"{document.id}/"
    return InspectView(
        document=DocumentView(
            document.season,
            document.section,
            document.issue,
            document.published,
            document.title,
            document.pages,
            document.sha256,
        ),
        pages=tuple(PageView(p.page, p.text, _marks(p.deleted), _marks(p.inserted)) for p in reading.pages),
        clauses=tuple(
            ReadClauseView(
                clause=clause.number,
                heading=clause.heading,
                parent=clause.parent.removeprefix(prefix) if clause.parent is not None else None,
                kind=clause.kind,
                page=clause.page,
                text=clause.text,
                in_force=clause.in_force,
                binding=clause.binding,
                effective=clause.effective,
                rows=clause.rows,
                deleted=clause.deleted,
                inserted=clause.inserted,
                boxes=clause.boxes,
            )
            for clause in reading.clauses
        ),
        references=tuple(ReferenceView(r.clause, r.page, r.printed, r.targets) for r in reading.references),
        terms=tuple(ReadTermView(t.term, t.clause, t.page, t.definition) for t in reading.terms),
        problems=reading.problems,
    )


def to_json(reading: Reading, *, indent: int = 1) -> str:
    """`to_view` as JSON; boxes are lists, page first."""
    return msgspec.json.format(msgspec.json.encode(to_view(reading)), indent=indent).decode()


def _marks(marks: tuple[Mark, ...]) -> tuple[MarkView, ...]:
    return tuple(MarkView(m.text, (m.box.x0, m.box.top, m.box.x1, m.box.bottom)) for m in marks)
