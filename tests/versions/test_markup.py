"""What an issue marks is held against what really changed."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import concordance
from regulations_agent.versions.comparison.comparison import settled
from regulations_agent.versions.comparison.markup import is_printed, is_unreal, read_marks
from regulations_agent.versions.comparison.weight import difference
from tests.listings import as_listed

OLD = Clause(
    "x/4.1", "4.1", "", None, "clause", 1, "A driver who passes the line may stop within 30 minutes."
)
NEW = replace(OLD, text="A driver who passes the line must stop within 20 minutes.")


def printed(new: Clause, old: Clause = OLD) -> bool | None:
    found = concordance([old], [new], {})
    as_listed(difference(found.matches[0], found))
    return is_printed(found.matches[0], difference(found.matches[0], found), read_marks([new]))


def test_a_change_is_printed_when_all_that_differs_is_marked():
    assert printed(replace(NEW, deleted=("may", "30"), inserted=("must", "20"))) is True
    assert printed(replace(NEW, deleted=("may",), inserted=("must",))) is False
    assert printed(NEW) is None


def test_a_marked_ending_marks_its_word():
    new = replace(OLD, text="A driver who pass the line may stop within 30 minutes.", deleted=("es",))
    assert printed(new) is True


def test_marks_without_a_change_are_not_real():
    new = replace(OLD, inserted=("within 30 minutes",))
    found = concordance([OLD], [new], {})
    assert is_unreal(found.matches[0], difference(found.matches[0], found))


def test_a_struck_clause_is_a_printed_deletion():
    struck = replace(OLD, text="", in_force=False, deleted=(OLD.text,))
    found = concordance([OLD], [struck], {})
    assert [m.kind for m in found.matches] == ["deleted"]
    assert is_printed(found.matches[0], difference(found.matches[0], found), read_marks([struck])) is True


def test_a_paragraph_that_stands_elsewhere_now_is_no_change():
    closing = "Four further holes are permitted for access to the bolts that hold the recorder."
    first = (
        "Bodywork must cover the accident recorder on all sides, and carry the number of the car in white."
    )
    second = "Every opening of the survival cell must be closed by a panel that needs a tool to be removed."
    old = [replace(OLD, text=f"{first} {closing}"), replace(OLD, id="x/4.2", number="4.2", text=second)]
    new = [replace(OLD, text=first), replace(OLD, id="x/4.2", number="4.2", text=f"{second} {closing}")]
    found = concordance(old, new, {})
    after = settled([(match, difference(match, found)) for match in found.matches])
    assert [match.kind for match, _ in after] == ["moved", "moved"]
