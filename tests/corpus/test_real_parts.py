"""Parts of large real rulebooks are read as they were when people looked: their trees, without their words.

The books may not be copied: `listings` has the number and kind of each clause, and a sum of all else that is
known of it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from regulations_agent.types.document import Reading
from tests.corpus.parts import SHARED, reading_of_part
from tests.listings import facts, is_listed

pytestmark = pytest.mark.slow
LISTINGS = Path(__file__).parent / "listings" / "real" / "parts"
PARTS = {
    "fia/2024/sporting_issue06.pdf": (1,),
    "fia/2024/technical_issue07.pdf": (119,),
    "fia/2025/sporting_issue04.pdf": (1, 41, 81),
    "fia/2025/technical_issue02.pdf": (1, 120),
    "fia/2025/financial_issue24.pdf": (18, 36),
    "fia/2025/isc_appendix_L.pdf": (49,),
    "fia/2026/A_general_issue02.pdf": (1, 29),
    "fia/2026/B_sporting_issue03.pdf": (1, 35, 69),
    "fia/2026/D_financial_teams_issue03.pdf": (1, 24, 47),
    "fia/2026/E_financial_pu_issue02.pdf": (38,),
    "fia/2026/technical_issue08.pdf": (70, 139),
    "rulebooks/others/rdunlop_iuf_rules_2012_english.pdf": (1, 36),
    "rulebooks/others/vedant_rajput_gdpr.pdf": (1, 30, 59),
    "rulebooks/others/swancrest_cc_r.pdf": (1,),
    "rulebooks/others/skule_bylaw_3.pdf": (13,),
    "rulebooks/others/skule_bylaw_1.pdf": (8,),
    "rulebooks/others/skule_finance_policy.pdf": (8,),
    "rulebooks/others/robocup_ssl_2021.pdf": (12,),
    "rulebooks/fsae_2024.pdf": (1, 47, 94),
}
"""Pages from which on some are read, by file."""


_WORD = re.compile(r"[^\W\d_]{4,}")


def outline(reading: Reading) -> Iterator[str]:
    document = reading.document
    yield f"{summed(document.id + document.title)}, {document.published}, sure {reading.sure:.2f}"
    yield "pages " + " ".join(summed(f"{p.text}{p.deleted}{p.inserted}") for p in reading.pages)
    for clause in reading.clauses:
        yield f"{_WORD.sub('~', clause.number)} {clause.kind} {summed(str([*facts(clause), clause.rows]))}"
    yield f"{len(reading.references)} references {summed(str(reading.references))}"
    yield f"{len(reading.terms)} terms {summed(str(reading.terms))}"
    yield f"problems {summed(str(reading.problems))}"


def summed(text: str) -> str:
    return f"{zlib.crc32(text.encode()) & 0xFFFF:04x}"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rulebooks are not here")
@pytest.mark.parametrize(("name", "first"), [(name, page) for name, pages in PARTS.items() for page in pages])
def test_a_part_of_a_real_rulebook_is_read_as_listed(name: str, first: int, tmp_path: Path) -> None:
    reading = reading_of_part(name, first, tmp_path)
    assert is_listed(outline(reading), LISTINGS / f"{Path(name).stem} from {first}.txt")
