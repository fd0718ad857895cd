"""Parts of issues and seasons of real rulebooks differ as they did when people looked."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import concordance
from regulations_agent.versions.alignment.traits import References
from regulations_agent.versions.comparison.comparison import settled
from regulations_agent.versions.comparison.markup import is_printed, read_marks
from regulations_agent.versions.comparison.weight import difference, weigh
from tests.corpus.parts import SHARED, reading_of_part
from tests.listings import is_listed

pytestmark = pytest.mark.slow
LISTINGS = Path(__file__).parent / "listings" / "real"
PAIRS = (
    (("fia/2024/sporting_issue06.pdf", 36), ("fia/2025/sporting_issue04.pdf", 41)),
    (("fia/2025/sporting_issue01.pdf", 72), ("fia/2025/sporting_issue04.pdf", 74)),
    (("fia/2025/technical_issue01.pdf", 119), ("fia/2025/technical_issue02.pdf", 120)),
    (("fia/2025/sporting_issue04.pdf", 41), ("fia/2026/B_sporting_issue03.pdf", 35)),
    (("fia/2026/B_sporting_issue01.pdf", 29), ("fia/2026/B_sporting_issue03.pdf", 35)),
    (("rulebooks/others/robocup_ssl_2021.pdf", 12), ("rulebooks/others/robocup_ssl_2023.pdf", 12)),
)


def side(name: str, first: int, folder: Path) -> tuple[tuple[Clause, ...], References]:
    reading = reading_of_part(name, first, folder)
    there = {clause.number: clause.id for clause in reading.clauses}
    return reading.clauses, {
        there[one.clause]: [other for other in reading.references if other.clause == one.clause]
        for one in reading.references
    }


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rulebooks are not here")
@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_parts_of_two_real_books_differ_as_listed(
    old: tuple[str, int], new: tuple[str, int], tmp_path: Path
) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    (before, pointing), (after, pointed) = side(*old, tmp_path / "old"), side(*new, tmp_path / "new")
    found = concordance(before, after, {**pointing, **pointed})
    marks = read_marks(after)
    lines = []
    for place, (match, differs) in enumerate(settled([(m, difference(m, found)) for m in found.matches])):
        runs = [(len(run.old), len(run.new)) for run in differs.runs if not run.same and not run.elsewhere]
        facts = f"{len(differs.numbers)} {len(differs.obligations)} {len(differs.cells)}"
        if match.kind != "unchanged" or match.confidence < 1:
            about = f"{match.confidence:.2f} {weigh(match, differs):.2f} {is_printed(match, differs, marks)}"
            lines.append(f"{place} {match.kind} ({match.evidence}) {about} {runs[:9]} {facts}")
    name = " to ".join(f"{Path(name).stem} from {first}" for name, first in (old, new))
    assert is_listed(lines, LISTINGS / f"{name}.txt")
