"""A small invented rulebook of two seasons, in memory, for tests of the engine."""

from __future__ import annotations

from functools import cache

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.document import Box, Clause, ClauseKind, Document, Line, Reading

PARTS: tuple[tuple[str, str | None, ClauseKind, str, str], ...] = (
    ("5", None, "article", "PIT LANE", ""),
    ("5.1", "5", "clause", "", "The speed limit in the pit lane is {limit} km/h at every event."),
    ("5.2", "5", "clause", "", "Any driver who exceeds the speed limit in the pit lane will be fined:"),
    ("5.2a)", "5.2", "item", "", "during practice, €100 for each km/h above the limit, up to "
                                 "a maximum of €1000;"),
    ("5.2b)", "5.2", "item", "", "during the race, by a drive-through penalty imposed by the stewards."),
    ("6", None, "article", "GARAGES", ""),
    ("6.1", "6", "clause", "", "Animals are forbidden in the garages, except dogs of the security services."),
    ("6.2", "6", "clause", "", "Each competitor may use no more than twelve (12) team "
                               "members at the pit wall."),
    ("7", None, "article", "ENTRY FEES", ""),
    ("7.1", "7", "clause", "", "A competitor pays a basic fee of €10,000 plus €500 for each "
                               "point gained last year."),
    ("8", None, "article", "DEFINITIONS", ""),
    ("8.1", "8", "definition", "Mule Car", "“Mule Car” means an older car modified to test tyres."),
    ("9", None, "article", "", ""),  # a number alone: as printed, or all that a deletion has left
)  # fmt: skip


GONE = ("A bonus point for the fastest lap is awarded.",)


def clauses(document: Document, limit: int) -> tuple[Clause, ...]:
    """The clauses of one season, each printed on one line of page 3."""
    return tuple(
        Clause(
            f"{document.id}/{number}", number, heading, f"{document.id}/{above}" if above else None, kind, 3,
            text.format(limit=limit), deleted=GONE if number == "7.1" else (),
            lines=(Line(0, Box(3, 50, 100 + 12 * row, 500, 110 + 12 * row)),),
            boxes=(Box(3, 50, 100 + 12 * row, 500, 110 + 12 * row),),
        )
        for row, (number, above, kind, heading, text) in enumerate(PARTS)
    )  # fmt: skip


@cache
def shelf() -> Retriever:
    """Seasons 2031 and 2032 of one sporting book; only the pit lane limit differs."""
    books = [Document(year, "sporting", 1, None, "Sporting", 9, f"{year}" * 16) for year in (2031, 2032)]
    records = [
        Record(encode(Reading(book, (), clauses(book, limit))))
        for book, limit in zip(books, (80, 60), strict=True)
    ]
    index, _ = assemble(records, open_embedder(Settings()), None, lambda _: None)
    return Retriever(index)
