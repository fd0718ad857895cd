"""A pair of documents is matched once: what was found lies on disk, and is believed only if it is whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.ingest import Progress
from regulations_agent.versions import kept
from regulations_agent.versions.alignment.concordance import Concordance
from regulations_agent.versions.alignment.traits import References
from regulations_agent.versions.comparison import comparison
from regulations_agent.versions.comparison.comparison import compared, prepare

ISSUES = "2019/sporting@1", "2019/sporting@2"


@pytest.fixture
def matched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each pair that is really matched."""
    times: list[int] = []
    match = comparison.concordance

    def counted(old: Sequence[Clause], new: Sequence[Clause], references: References) -> Concordance:
        times.append(1)
        return match(old, new, references)

    monkeypatch.setattr(comparison, "concordance", counted)
    return times


def opened(index: Path, state: Path | None) -> Retriever:
    library = Retriever.open(index)
    library.state = state
    return library


def test_another_process_reads_what_the_first_one_matched(
    sample_index: Path, tmp_path: Path, matched: list[int]
) -> None:
    first = compared(*ISSUES, opened(sample_index, tmp_path))
    assert compared(*ISSUES, opened(sample_index, tmp_path)) == first and len(matched) == 1


def test_without_a_folder_nothing_is_kept(sample_index: Path, matched: list[int]) -> None:
    for _ in range(2):
        compared(*ISSUES, opened(sample_index, None))
    assert len(matched) == 2


def test_what_is_damaged_is_matched_again(sample_index: Path, tmp_path: Path, matched: list[int]) -> None:
    first = compared(*ISSUES, opened(sample_index, tmp_path))
    (path,) = (tmp_path / kept.FOLDER).iterdir()
    whole = path.read_bytes()
    for damaged in (whole[:-9], whole.replace(b"modified", b"deleted!", 1), b"", b"\xff" * 99):
        path.write_bytes(damaged)
        assert compared(*ISSUES, opened(sample_index, tmp_path)) == first
        assert path.read_bytes() == whole
    assert len(matched) == 5


def test_a_folder_that_cannot_be_written_costs_no_answer(sample_index: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("no folder")
    assert compared(*ISSUES, opened(sample_index, blocked)).judged


def test_an_issue_is_prepared_against_the_one_before_and_the_season_before(
    sample_index: Path, tmp_path: Path, matched: list[int]
) -> None:
    steps: list[Progress] = []
    prepare([ISSUES[1]], opened(sample_index, tmp_path), steps.append)
    assert [(s.stage, s.name) for s in steps] == [("match", ISSUES[1])] * 2
    library, done = opened(sample_index, tmp_path), len(matched)
    compared(*ISSUES, library)
    compared("2018/sporting", ISSUES[1], library)
    assert len(matched) == done == 2
