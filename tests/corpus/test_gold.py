"""The reader against pages of real rulebooks that people have read."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from regulations_agent.corpus.print.pages import to_page
from regulations_agent.types.document import Page
from tests.corpus.readings import lines_of

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
GOLD = SHARED / "gold" / "amend_open.jsonl"
pytestmark = [pytest.mark.skipif(not GOLD.exists(), reason="shared/gold is not here"), pytest.mark.slow]


def rows() -> list[dict]:  # type: ignore[type-arg]
    if not GOLD.exists():
        return []
    found = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    return [
        row for row in found if row["pdf"] in ("2024/sporting_issue06.pdf", "2026/F_operational_issue03.pdf")
    ]


def words(texts: list[str]) -> Counter[str]:
    return Counter(w for t in texts for w in re.findall(r"\w+", unicodedata.normalize("NFKC", t).lower()))


@cache
def pages(pdf: str) -> tuple[Page, ...]:
    return tuple(to_page(page) for page in lines_of(SHARED / "fia" / pdf).pages)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['pdf']}-{row['page']}")
def test_pages_say_what_people_read(row: dict) -> None:  # type: ignore[type-arg]
    page = pages(row["pdf"])[row["page"] - 1]
    assert words([m.text for m in page.deleted]) == words([run["text"] for run in row["deleted"]])
    assert words([m.text for m in page.inserted]) == words([run["text"] for run in row["inserted"]])
    lost = words([row["in_force_text"]]) - words([page.text])
    assert sum(lost.values()) <= 0.01 * sum(words([row["in_force_text"]]).values())
