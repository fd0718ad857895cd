from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.errors import UsageError
from regulations_agent.index.building.build import find_rulebooks, ingest, remove
from regulations_agent.index.store import open_index, verify
from regulations_agent.settings import Settings
from tests.books import HashedWords
from tests.doors.pdfs import rulebook

SETTINGS = Settings(read_seconds=60)
RULES = ("1) ENGINES", "1.1 Each customer gets the same engine.", "1.2 A car weighs 700 kg at least.")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Two rulebooks of a page."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    rulebook(folder / "sporting.pdf")
    rulebook(folder / "technical.pdf", ("2031 LANTERN CUP TECHNICAL REGULATIONS", "Issue 1", *RULES))
    return folder


def build(paths, index: Path, **options):
    return ingest(paths, index, SETTINGS, embedder=HashedWords(), workers=1, **options)


def test_a_second_build_reads_and_embeds_nothing_again(shelf: Path, tmp_path: Path):
    first = build([shelf], tmp_path / "index")
    written = (tmp_path / "index" / "manifest.json").stat().st_ino
    second = build([shelf], tmp_path / "index")
    assert (tmp_path / "index" / "manifest.json").stat().st_ino == written
    assert (len(first.read), len(first.unchanged), first.failed) == (2, 0, ())
    assert (len(second.read), len(second.unchanged), second.embedded) == (0, 2, 0)
    assert first.index == second.index and first.clauses == second.clauses > 0


def test_what_another_reader_reads_alike_is_read_once_more_and_not_twice(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    build([shelf], tmp_path / "index")
    monkeypatch.setattr("regulations_agent.index.building.build.reader_fingerprint", lambda: "another")
    second, third = (build([shelf], tmp_path / "index") for _ in range(2))
    assert (len(second.read), len(third.read), len(third.unchanged)) == (2, 0, 2)


@pytest.mark.slow
def test_documents_added_one_by_one_give_the_index_of_all_at_once(sample_corpus: Path, tmp_path: Path):
    pdfs = sorted(sample_corpus.glob("*.pdf"), key=lambda path: path.stat().st_size)[:2]
    together = build(pdfs, tmp_path / "a")
    build(pdfs[1:], tmp_path / "b")
    assert build(pdfs[:1], tmp_path / "b").index == together.index


def test_what_cannot_be_read_is_named_and_the_rest_is_read(shelf: Path, tmp_path: Path):
    (shelf / "broken.pdf").write_bytes(b"%PDF-1.7 and no more")
    report = build([shelf], tmp_path / "index")
    assert [Path(failed.path).name for failed in report.failed] == ["broken.pdf"] and report.failed[0].reason
    assert len(report.read) == 2 and verify(tmp_path / "index") == ()


def test_nothing_readable_publishes_nothing(tmp_path: Path):
    (tmp_path / "broken.pdf").write_bytes(b"no")
    report = build([tmp_path / "broken.pdf"], tmp_path / "index")
    assert report.index == "" and len(report.failed) == 1
    assert not (tmp_path / "index" / "manifest.json").exists()


def test_another_file_of_the_same_document_replaces_it_and_is_reported(shelf: Path, tmp_path: Path):
    pdf = sorted(shelf.glob("*.pdf"))[0]
    build([pdf], tmp_path / "index")
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(pdf.read_bytes() + b"\n% saved again\n")
    report = build([copy], tmp_path / "index")
    assert len(report.replaced) == 1 and "copy.pdf" in report.replaced[0]
    assert report.documents == 1


def test_progress_is_told_in_order(shelf: Path, tmp_path: Path):
    seen = []
    build([shelf], tmp_path / "index", on_progress=seen.append)
    stages = list(dict.fromkeys(step.stage for step in seen))
    assert stages == ["read", "embed", "publish"]
    assert all(step.done <= step.total for step in seen)
    assert [(step.done, step.total) for step in seen[:3]] == [(0, 2), (1, 2), (2, 2)]


def test_a_removed_document_is_gone_and_the_last_one_stays(shelf: Path, tmp_path: Path):
    report = build([shelf], tmp_path / "index")
    first, second = sorted(done.document for done in report.read)
    assert remove([first], tmp_path / "index", embedder=HashedWords()) == (first,)
    assert [d.id for d in open_index(tmp_path / "index", HashedWords()).documents] == [second]
    with pytest.raises(UsageError, match=f"{second} is all that the index holds"):
        remove([second], tmp_path / "index", embedder=HashedWords())
    with pytest.raises(UsageError, match=f"No document {first}; the index holds: {second}"):
        remove([first], tmp_path / "index", embedder=HashedWords())


def test_a_damaged_index_is_built_anew(shelf: Path, tmp_path: Path):
    build([shelf], tmp_path / "index")
    for path in (tmp_path / "index" / "files").glob("*.jsonl"):
        path.write_bytes(b"{}")
    report = build([shelf], tmp_path / "index")
    assert len(report.read) == 2 and verify(tmp_path / "index") == ()


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_path_without_pdfs_is_refused(tmp_path: Path, name: str):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=name):
        find_rulebooks([tmp_path / name])


def test_folders_are_searched_to_any_depth_and_each_file_is_taken_once(tmp_path: Path):
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    (deep / "x.PDF").write_bytes(b"")
    (tmp_path / "y.exe").write_bytes(b"")
    assert find_rulebooks([tmp_path, deep]) == [deep / "x.PDF"]
