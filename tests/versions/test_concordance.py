"""Clauses are matched by what they say, not by their numbers alone."""

from __future__ import annotations

from regulations_agent.types.document import Clause
from regulations_agent.versions.concordance import compare


def clause(number: str, text: str, heading: str = "", **fields: object) -> Clause:
    return Clause(f"x/{number}", number, heading, None, "clause", 1, text, **fields)  # type: ignore[arg-type]


OLD = (
    clause("1.1", "Each driver may use four engines during the season."),
    clause("1.2", "The pit lane speed limit is 80 km/h at every event."),
    clause("1.3", "Refuelling during the race is forbidden for all competitors."),
)


def kinds(new: tuple[Clause, ...]) -> dict[str, str]:
    return {m.new[0].number if m.new else f"-{m.old[0].number}": m.kind for m in compare(OLD, new)}


def test_an_edit_a_move_an_addition_and_a_deletion():
    new = (
        clause("1.1", "Each driver may use three engines during the season."),
        clause("B4.7", "The pit lane speed limit is 80 km/h at every event."),
        clause("B9.1", "Trophies are presented on the podium by local dignitaries."),
    )
    assert kinds(new) == {"1.1": "modified", "B4.7": "moved", "B9.1": "added", "-1.3": "deleted"}


def test_a_document_compared_with_itself_is_unchanged():
    assert set(kinds(OLD).values()) == {"unchanged"}


def test_struck_clauses_take_no_part():
    gone = clause("1.3", "", in_force=False)
    assert kinds((*OLD[:2], gone))["-1.3"] == "deleted"
