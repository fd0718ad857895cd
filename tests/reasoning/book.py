"""Two issues of a small invented rulebook with lists, in memory, for tests of how answers read."""

from __future__ import annotations

from functools import cache

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.document import Box, Clause, ClauseKind, Document, Line, Reading

Part = tuple[str, str | None, ClauseKind, str, str, tuple[int, ...]]
RELEASE = "If a car is released unsafely the stewards impose, after a hearing,"
CLOSING = "No appeal lies against these penalties."


def _parts(issue: int) -> tuple[Part, ...]:
    """Number, parent, kind, heading, text, and the printed rows of its paragraphs."""
    fine, wing = (5000, "parts of the same design") if issue == 1 else (7500, "the parts already fitted")
    return (
        ("7", None, "article", "GARAGES", "", (0,)),
        ("7.1", "7", "clause", "Releasing Cars", f"{RELEASE}\n{CLOSING}", (1, 5)),
        ("7.1a", "7.1", "item", "", f"outside a race: a fine of €{fine};", (2,)),
        ("7.1b", "7.1", "item", "", "in a race: a time penalty of ten (10) seconds;", (3,)),
        ("7.1c", "7.1", "item", "", "if a wheel comes off: a stop-and-go penalty.", (4,)),
        ("8", None, "article", "PARC FERMÉ", "", (6,)),
        ("8.1", "8", "clause", "", "In parc fermé a competitor may:", (7,)),
        ("8.1a", "8.1", "item", "", "start the engine;", (8,)),
        ("8.1b", "8.1", "item", "", f"adjust the front wing with {wing}.", (9,)),
        ("9", None, "article", "MASS", "", (10,)),
        ("9.1", "9", "clause", "", "A car must weigh at least eight hundred and seventy (870) kilograms. "
         "In qualifying the minimum is eight hundred and seventy-three (873) kilograms.", (11,)),
        ("10", None, "article", "TYRES", "", (12,)),
        ("10.1", "10", "clause", "", "Blankets heat tyres to eighty (80) degrees Celsius.", (13,)),
    )  # fmt: skip


def _clause(document: Document, part: Part) -> Clause:
    number, above, kind, heading, text, rows = part
    boxes = [Box(3, 50, 100 + 12 * row, 500, 110 + 12 * row) for row in rows]
    starts = [0, text.find("\n") + 1][: len(rows)]
    lines = tuple(Line(start, box) for start, box in zip(starts, boxes, strict=True))
    parent = f"{document.id}/{above}" if above else None
    return Clause(
        f"{document.id}/{number}", number, heading, parent, kind, 3, text, lines=lines, boxes=(boxes[0],)
    )


@cache
def book() -> Retriever:
    """Issues 1 and 2 of one sporting book; a fine and the front wing differ."""
    issues = [Document(2041, "sporting", n, None, "Sporting", 9, f"{n}" * 64) for n in (1, 2)]
    readings = [Reading(d, (), tuple(_clause(d, p) for p in _parts(d.issue or 0))) for d in issues]
    records = [Record(encode(reading)) for reading in readings]
    index, _ = assemble(records, open_embedder(Settings()), None, lambda _: None)
    return Retriever(index)
