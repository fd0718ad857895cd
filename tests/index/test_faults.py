"""Faults of the disk: full, read-only, and files that are not what was built."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from regulations_agent.errors import IndexDamaged
from regulations_agent.index.building.build import remove
from regulations_agent.index.storage.files import MANIFEST, checked, read_manifest
from regulations_agent.index.store import open_index, verify
from tests.warm import ASKING, Warm

STEP = 1000
"""Bytes between two faults."""
SMALL, LARGE = 150_000, 1_000_000
"""Bytes of a file in which every step is tried, and of one in which a few are: each costs a hash of all."""
FEW = 12
LIMIT = "What is the speed limit in the pit lane?"


def altered_everywhere(folder: Path) -> int:
    """Flips a bit at every 1,000th byte of each file, of larger ones at fewer places, the first among them.

    Gives how many of these files were refused by name: all of them.
    """
    count = 0
    for role, stored in read_manifest(folder).files.items():
        path = folder / stored.path
        whole = path.read_bytes()
        step = len(whole) // FEW if len(whole) > LARGE else STEP * (1 + (len(whole) - 1) // SMALL)
        for place in range(0, len(whole), step):
            with path.open("r+b") as file:
                file.seek(place)
                file.write(bytes([whole[place] ^ 1]))
            with pytest.raises(IndexDamaged, match=f"{path.name}.*run ingest again"):
                checked(folder, role, stored)
            with path.open("r+b") as file:
                file.seek(place)
                file.write(whole[place : place + 1])
            count += 1
    return count


def test_a_file_altered_anywhere_is_refused_by_name(sample_index: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sample_index, tmp_path / "index"))
    assert altered_everywhere(folder) > 300 and verify(folder) == ()


@pytest.mark.slow
def test_a_file_cut_off_anywhere_is_refused_by_name(sample_index: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sample_index, tmp_path / "index"))
    for role, stored in read_manifest(folder).files.items():
        path = folder / stored.path
        for size in reversed(range(0, stored.size, STEP)):
            with path.open("r+b") as file:
                file.truncate(size)
            with pytest.raises(IndexDamaged, match=f"{path.name}.*run ingest again"):
                checked(folder, role, stored)
    with pytest.raises(IndexDamaged, match="run ingest again"):
        open_index(folder)


@pytest.mark.slow
def test_a_manifest_altered_or_cut_off_anywhere_is_refused_by_name(
    sample_index: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(sample_index, tmp_path / "index"))
    path, built = folder / MANIFEST, read_manifest(folder)
    whole = path.read_bytes()
    for place in range(len(whole)):
        if place % 100 == 0:
            path.write_bytes(whole[:place])
            with pytest.raises(IndexDamaged, match="ingest again"):
                read_manifest(folder)
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            assert read_manifest(folder) == built, "a manifest that says something else was read"
        except IndexDamaged as refused:
            assert "ingest again" in str(refused)


MOUNT = """
set -e
for disk in "$@"; do [ "$disk" = -- ] && break; shift; mount -t tmpfs -o size={size}k tmpfs "$disk"; done
shift
exec "$@"
"""


class SmallDisks:
    """File systems of so many kB, which only the commands see that are run here, and which go with them."""

    def __init__(self, folder: Path, size: int, count: int) -> None:
        if subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode:
            pytest.skip("no file system can be mounted here")
        self.disks = [folder / f"disk{number}" for number in range(count)]
        for disk in self.disks:
            disk.mkdir()
        self.before = [
            "unshare",
            "-rm",
            "sh",
            "-c",
            MOUNT.format(size=size),
            "sh",
            *map(str, self.disks),
            "--",
        ]

    def __enter__(self) -> SmallDisks:
        self._warm = Warm(ASKING, self.before)
        return self

    def __exit__(self, *_: object) -> None:
        self._warm.close()

    def said(self, *arguments: str | Path, **environment: str) -> str:
        """What a command line of ours says, and `# exit` with a code other than 0."""
        out = self.disks[0].with_name("said")
        out.unlink(missing_ok=True)
        started = self._warm.start(arguments, out, out.parent, os.environ | environment)
        started.wait(200)
        return out.read_text(encoding="utf-8")

    def fill(self, disk: Path, left: int) -> None:
        """Leaves so many kB free."""
        free = f"$(df -k --output=avail {disk} | tail -1)"
        fill = (
            f"dd if=/dev/zero of={disk}/fill bs=1k count=$(({free} - {left})) 2>/dev/null || echo not filled"
        )
        assert not self.said("sh", "-c", fill)


@pytest.mark.slow
def test_a_full_disk_says_so_in_one_line_and_leaves_the_former_index(
    sample_index: Path, sample_corpus: Path, tmp_path: Path
) -> None:
    former = shutil.copytree(sample_index, tmp_path / "former")
    remove(["2018/technical"], former)
    spaces = (0, 500, 1500, 2500)  # kB: scratch and copies meet the end in turn
    with SmallDisks(tmp_path, 40_000, len(spaces)) as small:
        for disk, left in zip(small.disks, spaces, strict=True):
            index = disk / "index"
            assert not small.said("sh", "-c", f"cp -r {former} {index}")
            small.fill(disk, left)
            last = small.said("ingest", sample_corpus, "--index", index).splitlines()[-2:]
            assert "cannot be written" in last[0] and "former index" in last[0], last
            assert "No space left" in last[0] and last[1].startswith("# exit"), last
            for what in ("verify", "status"):
                said = small.said("index", what, "--index", index)
                assert "Traceback" not in said and "bug of" not in said and "exit" not in said, said
            assert "7 documents" in said, said


@pytest.mark.slow
def test_an_index_on_a_disk_that_is_read_only_answers_and_is_not_written(
    sample_index: Path, sample_corpus: Path, tmp_path: Path
) -> None:
    with SmallDisks(tmp_path, 60_000, 1) as small:
        index = small.disks[0] / "index"
        copied = f"cp -r {sample_index} {index} && mount -o remount,ro {index.parent}"
        assert not small.said("sh", "-c", copied)
        said = small.said("ingest", sample_corpus / "2018_technical_issue01.pdf", "--index", index)
        assert "Read-only file system" in said and "Traceback" not in said, said
        said = small.said("ask", LIMIT, "--fresh", "--index", index)
        assert "Traceback" not in said and "km/h" in said, said


@pytest.mark.slow
def test_a_disk_that_is_full_for_the_history_costs_no_answer(sample_index: Path, tmp_path: Path) -> None:
    """Full before the first question, in the midst of its checkpoints, and between two questions."""
    with SmallDisks(tmp_path, 20_000, 3) as small:
        for disk, left, before in zip(small.disks, (0, 200, 4), (False, False, True), strict=True):
            kept = {"REGULATIONS_AGENT_HISTORY": f"{disk}/h.sqlite"}
            ask = ("ask", "What is the deposit for a protest?", "--index", sample_index)
            said = small.said(*ask, **kept) if before else ""
            small.fill(disk, left)
            said += small.said(*ask, "--trace", **kept)
            assert not small.said("sh", "-c", f"rm {disk}/fill")
            said += small.said("runs", "list", **kept)
            assert "Traceback" not in said and "bug of" not in said and "# exit" not in said, said
            assert said.count("> Another season rules differently") == 1 + before, said
            assert "This run is not kept" in said or "cannot be resumed" in said, said
