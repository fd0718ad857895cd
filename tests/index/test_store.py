from __future__ import annotations

import errno
import json
import multiprocessing
import os
import shutil
import signal
from pathlib import Path

import pytest

from regulations_agent.errors import IndexDamaged, IndexFailure, IndexMissing, UsageError
from regulations_agent.index.building.assemble import Known, assemble, silent
from regulations_agent.index.storage import files
from regulations_agent.index.storage.files import MANIFEST, building, collect_garbage, read_manifest
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.store import open_index, publish, status, verify
from tests.books import LIBRARY, SPORTING_2025_4, SPORTING_2026, TECHNICAL_2025, HashedWords


def build(folder: Path, readings=LIBRARY) -> str:
    index, _ = assemble([Record(encode(reading)) for reading in readings], HashedWords())
    with building(folder) as scratch:
        publish(folder, scratch, index, "reader", silent)
    return index.hash


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_an_index_is_the_same_whatever_the_order_of_documents(tmp_path: Path):
    assert build(tmp_path / "a") == build(tmp_path / "b", LIBRARY[::-1])
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_what_was_published_is_what_is_opened(tmp_path: Path):
    digest = build(tmp_path)
    index = open_index(tmp_path, HashedWords())
    assert index.hash == digest == status(tmp_path).hash
    assert [c for r in index.records for c in r.clauses()] == [c for b in LIBRARY for c in b.clauses]
    assert verify(tmp_path) == ()


def test_a_moved_index_opens(tmp_path: Path):
    build(tmp_path / "a")
    shutil.move(tmp_path / "a", tmp_path / "b")
    assert open_index(tmp_path / "b", HashedWords()).documents


def test_every_flipped_bit_and_missing_file_is_noticed_in_one_line(tmp_path: Path):
    build(tmp_path)
    for path in sorted((tmp_path / "files").iterdir()):
        whole = path.read_bytes()
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        with pytest.raises(IndexDamaged) as altered:
            open_index(tmp_path, HashedWords())
        path.unlink()
        with pytest.raises(IndexDamaged, match="missing"):
            open_index(tmp_path, HashedWords())
        assert len(verify(tmp_path)) == 1
        assert "\n" not in str(altered.value) and "ingest" in str(altered.value)
        path.write_bytes(whole)


@pytest.mark.parametrize("manifest", ["", "{", "[]", "{}", '{"format": 99}', '{"format": 1}'])
def test_a_manifest_of_another_shape_or_format_is_damage(tmp_path: Path, manifest: str):
    (tmp_path / MANIFEST).write_text(manifest, encoding="utf-8")
    with pytest.raises(IndexDamaged, match="ingest"):
        open_index(tmp_path, HashedWords())


def test_no_index_says_how_to_build_one(tmp_path: Path):
    with pytest.raises(IndexMissing, match="ingest"):
        open_index(tmp_path / "nowhere")


def test_an_index_is_not_opened_with_the_encoder_of_another(tmp_path: Path):
    build(tmp_path)
    other = HashedWords()
    other.name = "other"
    with pytest.raises(IndexFailure, match="hashed-words"):
        open_index(tmp_path, other)


def test_a_full_disk_leaves_the_former_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    former = build(tmp_path, [SPORTING_2025_4])

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(files.shutil, "copyfile", full)
        with pytest.raises(IndexFailure, match="No space left"):
            build(tmp_path)
    assert open_index(tmp_path, HashedWords()).hash == former and verify(tmp_path) == ()


def kill_before_the_last_step(folder: Path) -> None:
    files.write_manifest = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    import regulations_agent.index.store as store

    store.write_manifest = files.write_manifest
    build(folder)


def test_a_killed_build_leaves_the_former_index_and_the_next_one_sweeps(tmp_path: Path):
    former = build(tmp_path, [SPORTING_2025_4])
    process = multiprocessing.get_context("fork").Process(target=kill_before_the_last_step, args=(tmp_path,))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert open_index(tmp_path, HashedWords()).hash == former
    build(tmp_path)
    assert not list(tmp_path.glob(".build-*")) and not list((tmp_path / "files").glob(".*"))


def test_two_builders_do_not_meet(tmp_path: Path):
    with building(tmp_path), pytest.raises(UsageError, match="running"), building(tmp_path):
        pass


def test_garbage_is_what_the_manifest_does_not_list(tmp_path: Path):
    build(tmp_path, [SPORTING_2025_4])
    build(tmp_path)
    count, size = collect_garbage(tmp_path)
    assert count and size
    assert {f"files/{p.name}" for p in (tmp_path / "files").iterdir()} == {
        stored.path for stored in read_manifest(tmp_path).files.values()
    }
    assert open_index(tmp_path, HashedWords()).documents


def test_known_texts_are_not_embedded_again():
    first, _ = assemble([Record(encode(SPORTING_2025_4))], HashedWords())
    known = Known(first.sense_hashes, first.vectors())
    second, embedded = assemble(
        [Record(encode(b)) for b in (SPORTING_2025_4, SPORTING_2026)], HashedWords(), known
    )
    fresh, all_of_them = assemble(
        [Record(encode(b)) for b in (SPORTING_2025_4, SPORTING_2026)], HashedWords()
    )
    before, after = ({bytes(key) for key in index.sense_hashes} for index in (first, second))
    assert embedded == len(after - before) < all_of_them
    assert (second.vectors() == fresh.vectors()).all()


def test_references_to_other_books_lead_to_their_clauses():
    index, _ = assemble([Record(encode(b)) for b in (SPORTING_2025_4, TECHNICAL_2025)], HashedWords())
    edges = [
        (index.clause_id(int(a)), index.clause_id(int(b)))
        for a, b in zip(index.table.source, index.table.target, strict=True)
    ]
    assert edges == [
        ("2025/sporting@4/34.7b)", "2025/sporting@4/54.3"),
        ("2025/sporting@4/54.3", "2025/technical@2/4.1"),
    ]


def test_the_manifest_is_plain_json_and_no_file_is_a_pickle(tmp_path: Path):
    build(tmp_path)
    assert json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))["format"] == files.FORMAT
    assert not any(data.startswith(b"\x80\x04") for data in content(tmp_path).values())
