"""Seasons of a real rulebook differ as they did when people looked: clause by clause, without their words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from regulations_agent.versions.alignment.concordance import Concordance, concordance
from regulations_agent.versions.comparison.comparison import settled
from regulations_agent.versions.comparison.weight import difference, weigh
from tests.corpus.readings import document_of
from tests.listings import is_listed

OTHERS = Path(__file__).parents[3] / "shared" / "rulebooks" / "others"
pytestmark = pytest.mark.slow
LISTINGS = Path(__file__).parent / "listings" / "real"
PAIRS = (("robocup_ssl_2021.html", "robocup_ssl_2023.html"), ("swancrest_bylaws.md", "vintage_hoa_bylaws.md"))


def changes(found: Concordance) -> Iterator[str]:
    """What became of each clause, why, how sure and how much it matters, and how many words differ."""
    for match, differs in settled([(match, difference(match, found)) for match in found.matches]):
        sides = (" ".join(c.number for c in side) or "none" for side in (match.old, match.new))
        runs = [(len(run.old), len(run.new)) for run in differs.runs if not run.same and not run.elsewhere]
        about = f"{match.confidence:.2f} {weigh(match, differs):.2f} {runs}"
        facts = f"{len(differs.numbers)} {len(differs.obligations)} {len(differs.cells)}"
        yield f"{match.kind} {' -> '.join(sides)} ({match.evidence}) {about} {facts}"


@pytest.mark.skipif(not OTHERS.is_dir(), reason="the rulebooks of other fields are not here")
@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_two_real_books_differ_as_listed(old: str, new: str) -> None:
    before, after = (document_of(OTHERS / name) for name in (old, new))
    references = {
        f"{one.document.id}/{reference.clause}": [
            other for other in one.references if other.clause == reference.clause
        ]
        for one in (before, after)
        for reference in one.references
    }
    found = concordance(before.clauses, after.clauses, references)
    assert is_listed(changes(found), LISTINGS / f"{old} to {new}.txt")
