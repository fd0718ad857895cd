"""Hyphens at the ends of lines: those of words that are set in two parts, and those that words have."""

from __future__ import annotations

import pytest

from tests.corpus.outline.test_amended_law import law
from tests.corpus.page import line

FILLER = [
    line(f"The boats of pier {n} stay at their moorings until the keeper calls.", x=70) for n in range(300)
]


@pytest.mark.parametrize(("parted", "said"), [(1, "half-masted"), (9, "halfmasted")])
def test_a_book_whose_lines_hardly_end_within_words_has_its_hyphens_kept(parted: int, said: str):
    ends = [("The flag is half-", "masted"), *(("The crews ac-", "cept") for _ in range(parted - 1))]
    rows = [line("1. Flags", x=70)]
    for first, rest in ends:
        rows += [line(first, x=70, full=True, gap=3.0), line(f"{rest} at dusk.", x=70, gap=3.0)]
    text = law([*rows, line("2. Boats", x=70), *FILLER]).clauses[0].text
    assert said in text.replace("\n", " ")
