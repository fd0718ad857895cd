"""Real rulebooks of other fields are read as they were when people looked: their trees, without their words.

The books may not be copied: `listings` has the number, place and size of each clause and a sum of its words.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from regulations_agent.types.document import Reading
from tests.corpus.readings import document_of
from tests.listings import is_listed

SHARED = Path(__file__).parents[3] / "shared"
OTHERS = SHARED / "rulebooks" / "others"
pytestmark = pytest.mark.slow
LISTINGS = Path(__file__).parent / "listings" / "real"
IDS = {
    "carnet_barcelona_rules.pdf": "autonomous-driving-challenge-rule-book-2018",
    "osu_battlebots_rules.pdf": "osu-battlebots-rules",
    "ronininstitute_bylaws.pdf": "bylaws-of-ronin-institute-for-independent-scholarship",
    "rpi_student_senate_main.pdf": "bylaws-of-the-rensselaer-union-student-senate-2026",
    "seulkiming_rulebook_251215.pdf": "far-east-throwdown-rulebook-2026",
    "swancrest_bylaws.pdf": "bylaws-of-shadows-at-swan-lake-homeowners-association",
    "veteranninja_regulations.pdf": "appeals-regulations-and-procedures-2015",
    "vintage_hoa_bylaws.pdf": "vintage-homeowners-association-bylaws",
}
"""Read by eye beside the first page of each."""
BOOKS = (
    *IDS, "archlinux_tu_bylaws.adoc", "nwmostate_constitution.docx", "osu_battlebots_rules.docx",
    "pittsburgh_chess_club_bylaws.md", "robocup_ssl_2022_2023_diff.html", "robocup_ssl_2023.pdf",
    "sauvc_rulebook.md", "swancrest_bylaws.docx", "swancrest_ccnr.md", "uccubecats_bylaws.md",
    "vintage_hoa_bylaws.html",
)  # fmt: skip
FIA = ("2026/F_operational_issue03.pdf",)


def outline(reading: Reading) -> Iterator[str]:
    document = reading.document
    yield f"{document.id}, {document.published}, {document.pages} pages, {reading.style!r} {reading.sure:.2f}"
    for page in reading.pages:
        yield f"page {page.page}: {summed(page.text)}"
    for clause in reading.clauses:
        above = (clause.parent or "none").rpartition("/")[2]
        rows = f", {len(clause.rows)} rows" if clause.rows else ""
        said = f"{len(clause.heading)} {summed(clause.text)}{rows}"
        places = " ".join(f"{b.page}:{b.x0:.0f},{b.top:.0f},{b.x1:.0f},{b.bottom:.0f}" for b in clause.boxes)
        yield f"{clause.number} below {above}, {clause.kind}: {said} at {places}"
    for one in reading.references:
        aims = " ".join(f"{target.clause} {target.status}" for target in one.targets)
        yield f"{one.clause} to {aims}"
    yield from (
        f"{term.clause} defines {summed(term.term)} {summed(term.definition)}" for term in reading.terms
    )
    yield f"{len(reading.problems)} problems"


def summed(text: str) -> str:
    """Characters and a checksum, in place of words that may not be copied."""
    return f"{len(text)} {zlib.crc32(text.encode()) & 0xFFFF:04x}"


@pytest.mark.skipif(not OTHERS.is_dir(), reason="the rulebooks of other fields are not here")
@pytest.mark.parametrize("name", [*BOOKS, *FIA])
def test_a_real_rulebook_is_read_as_listed(name: str) -> None:
    reading = document_of((SHARED / "fia" if name in FIA else OTHERS) / name)
    assert is_listed(outline(reading), LISTINGS / f"{Path(name).name}.txt")
    assert reading.document.id == IDS.get(name, reading.document.id)
