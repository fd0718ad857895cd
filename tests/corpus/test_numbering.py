"""Numbers of real rulebooks: nothing printed is missed, and what is missing is missing in print."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from regulations_agent.types.document import Clause
from tests.corpus.readings import last_issues, reading_of

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
BOOKS = [*last_issues(SHARED / "fia"), *sorted((SHARED / "rulebooks").glob("*.pdf"))]
FSAE = SHARED / "rulebooks" / "fsae_2024.pdf"
GOLD = SHARED / "questions" / "designqa_dev_retrieval.csv"
pytestmark = [pytest.mark.skipif(not BOOKS, reason="shared/ is not here"), pytest.mark.slow]

MISSING = {
    "2025-isc_appendix_L": {
        "MODIFICATIONS FOR 2026/Chapter III/1.1": 68,
        "MODIFICATIONS FOR 2026/Chapter III/1.2": 68,
        "MODIFICATIONS FOR 2029/Chapter III/1": 70,
    },
    "2026-technical_issue08": {
        "5.6.15": 55,
        "9.3": 84,
        "12.3.2": 104,
        "12.3.3": 104,
        "14.4.2": 127,
        "15.4.3": 132,
        "15.9.8": 137,
    },
}
"""Numbers that a book passes over, and the page that shows it."""


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def last_number(clause: Clause) -> tuple[str, int] | None:
    """`3.4.` of `3.4.7` and 7; None for items and names. A stray point after letters is left out."""
    number = re.sub(r"(^|/)([A-Z]{1,3})\.(?=\d)", r"\1\2", clause.number)
    match = re.fullmatch(r"((?:.*/)?[A-Z]{0,3}(?:\d+\.)*)(\d+)", number)
    if clause.kind not in ("article", "clause") or match is None or clause.effective is not None:
        return None
    return match[1], int(match[2])


@pytest.mark.parametrize("path", BOOKS, ids=name)
def test_numbers_count_up_without_gaps_but_those_in_print(path: Path) -> None:
    gaps: dict[str, int] = {}
    rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for clause in reading_of(path).clauses:
        found = last_number(clause)
        if found is not None and not re.search(r"/20\d\d", clause.number):
            rows[found[0]].append((found[1], clause.page))
    for stem, row in rows.items():
        before = 0
        for number, page in sorted(row):
            gaps |= {f"{stem}{missing}": page for missing in range(before + 1, number)}
            before = number
    assert gaps == MISSING.get(name(path), {})


@cache
def printed_lines(path: Path) -> list[list[str]]:
    pdf = pypdfium2.PdfDocument(str(path))
    return [page.get_textpage().get_text_range().splitlines() for page in pdf]


@pytest.mark.skipif(not FSAE.exists(), reason="shared/rulebooks is not here")
def test_every_rule_number_at_a_line_start_is_a_clause_of_that_page() -> None:
    have = {(c.page, c.number) for c in reading_of(FSAE).clauses}
    numbers = [
        (page, match[1])
        for page, lines in enumerate(printed_lines(FSAE), start=1)
        for line in lines
        if (match := re.match(r"([A-Z]{1,2}\.\d+(?:\.\d+)*)\s+[^,;.()a-z\s]", line)) and "...." not in line
    ]
    lost = [found for found in numbers if found not in have]
    assert len(numbers) > 1000 and not lost, lost


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", unicodedata.normalize("NFKC", text).lower()))


def whole(clause: Clause, children: dict[str | None, list[Clause]]) -> str:
    """The rule with its items, as it is printed."""
    items = "".join(
        f" {c.number.rpartition('.')[2]} {whole(c, children)}"
        for c in children[clause.id]
        if c.kind == "item"
    )
    return f"{clause.heading} {clause.text}{items}"


@pytest.mark.skipif(not (FSAE.exists() and GOLD.exists()), reason="shared/questions is not here")
def test_rules_say_what_people_copied_from_the_book() -> None:
    by_number = {c.number: c for c in reading_of(FSAE).clauses}
    children: dict[str | None, list[Clause]] = defaultdict(list)
    for clause in reading_of(FSAE).clauses:
        children[clause.parent].append(clause)
    scores = []
    with GOLD.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            number = re.search(r"rule (\S+) state", row["question"])
            assert number is not None and number[1] in by_number
            want, got = words(row["ground_truth"]), words(whole(by_number[number[1]], children))
            both = sum((want & got).values())
            scores.append(2 * both / (sum(want.values()) + sum(got.values())))
    assert len(scores) == 99 and sum(scores) / len(scores) >= 0.995
