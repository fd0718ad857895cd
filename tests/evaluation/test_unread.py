"""Line starts that look like numbers and were not read as such."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.unread import main, shape, unread

RULE = "Members must keep the boats of the club in good order at all times."


@pytest.mark.parametrize(
    ("number", "told"), [("T 13.3.1", "A 9.9.9"), ("(iv)", "(a)"), ("2.1a)", "9.9a)"), ("§ 3.1", "§ 9.9")]
)
def test_the_shape_of_a_number_says_how_it_counts(number: str, told: str):
    assert shape(number) == told


def test_numbers_that_became_clauses_are_not_told_and_those_within_a_text_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    book = tmp_path / "club.txt"
    book.write_text("".join(f"{n}. {RULE}\n\n" for n in range(1, 9)))
    assert unread(book) == {}
    other = tmp_path / "fees.md"
    other.write_text(f"# Fees\n\n```\n2.75 euros for a boat of 7 metres\n```\n\n# Boats\n\n{RULE}\n")
    assert [places[0][2][:10] for places in unread(other).values()] == ["2.75 euros"]
    main([book, other], 1)
    assert capsys.readouterr().out.startswith("    1 9.9          fees.md\n")
    (tmp_path / "empty.txt").write_text("")
    assert unread(tmp_path / "empty.txt") == {} and "empty.txt" in capsys.readouterr().err
