"""Faults of the disk: full, read-only, and files that are not what was built."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from regulations_agent.errors import IndexDamaged
from regulations_agent.index.build import remove
from regulations_agent.index.files import MANIFEST, checked, read_manifest
from regulations_agent.index.store import open_index, verify

STEP = 1000
"""Bytes between two faults."""
SMALL, LARGE = 150_000, 1_000_000
"""Bytes of a file in which every step is tried, and of one in which a few are: each costs a hash of all."""
FEW = 12


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


def test_a_file_altered_anywhere_is_refused_by_name(sample_index: Path, tmp_path: Path):
    folder = Path(shutil.copytree(sample_index, tmp_path / "index"))
    assert altered_everywhere(folder) > 300 and verify(folder) == ()


def test_a_file_cut_off_anywhere_is_refused_by_name(sample_index: Path, tmp_path: Path):
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


def test_a_manifest_altered_or_cut_off_anywhere_is_refused_by_name(sample_index: Path, tmp_path: Path):
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


FULL = """
set -e
mount -t tmpfs -o size={size}k tmpfs "$1"
shift
for command in "$@"; do echo "# $command"; sh -c "$command" || echo "# exit $?"; done
"""


def on_small_disk(folder: Path, size: int, *commands: str) -> str:
    """What commands say on a file system of so many kB, which nobody else sees and is gone afterwards."""
    folder.mkdir(exist_ok=True)
    run = ["unshare", "-rm", "sh", "-c", FULL.format(size=size), "sh", str(folder), *commands]
    ran = subprocess.run(run, capture_output=True, text=True, timeout=300, check=False)
    if ran.returncode and "# " not in ran.stdout:
        pytest.skip(f"no file system can be mounted here: {ran.stderr.strip()}")
    return ran.stdout + ran.stderr


@pytest.mark.slow
def test_a_full_disk_says_so_in_one_line_and_leaves_the_former_index(
    sample_index: Path, sample_corpus: Path, tmp_path: Path
):
    agent, disk = f"{sys.executable} -m regulations_agent", tmp_path / "disk"
    former, index = shutil.copytree(sample_index, tmp_path / "former"), disk / "index"
    remove(["2018/technical"], former)
    lines: list[str] = []
    for left in (0, 500, 2000, 4000):  # kB: scratch and copies meet the end in turn
        said = on_small_disk(
            disk, 40_000,
            f"cp -r {former} {index}",
            f"free=$(df -k --output=avail {disk} | tail -1);"
            f" dd if=/dev/zero of={disk}/fill bs=1k count=$((free - {left})) 2>/dev/null",
            f"{agent} ingest {sample_corpus} --index {index} 2>&1 | tail -1",
            f"{agent} index verify --index {index} 2>&1",
            f"{agent} index status --index {index} 2>&1",
        )  # fmt: skip
        assert "Traceback" not in said and "bug of" not in said, said
        assert "7 documents" in said and "exit" not in said, said
        lines += [line for line in said.splitlines() if "No space left" in line]
    assert len(lines) == 4 and all("cannot be written" in line and "former index" in line for line in lines)


@pytest.mark.slow
def test_an_index_on_a_disk_that_is_read_only_answers_and_is_not_written(sample_index: Path, tmp_path: Path):
    agent, disk = f"{sys.executable} -m regulations_agent", tmp_path / "disk"
    corpus = Path(__file__).parents[2] / "corpus/sample/2018_technical_issue01.pdf"
    said = on_small_disk(
        disk, 60_000,
        f"cp -r {sample_index} {disk}/index",
        f"mount -o remount,ro {disk}",
        f"{agent} ingest {corpus} --index {disk}/index 2>&1 | tail -1",
        f"{agent} ask 'What is the speed limit in the pit lane?' --fresh --index {disk}/index 2>&1",
    )  # fmt: skip
    assert "Read-only file system" in said and "Traceback" not in said and "km/h" in said, said


@pytest.mark.slow
def test_a_disk_that_is_full_for_the_history_costs_no_answer(sample_index: Path, tmp_path: Path):
    """Full before the first question, in the midst of its checkpoints, and between two questions."""
    agent, disk = f"{sys.executable} -m regulations_agent", tmp_path / "disk"
    history = f"REGULATIONS_AGENT_HISTORY={disk}/h.sqlite {agent}"
    ask = f"{history} ask 'What is the deposit for a protest?' --index {sample_index} 2>&1"
    traced = ask.replace("ask", "ask --trace", 1)
    free = f"$(df -k --output=avail {disk} | tail -1)"
    fill = f"dd if=/dev/zero of={disk}/fill bs=1k count=$(({free} - {{}})) 2>/dev/null"
    for commands in ([fill.format(0), traced], [fill.format(200), traced], [ask, fill.format(4), traced]):
        said = on_small_disk(disk, 20_000, *commands, f"rm {disk}/fill", f"{history} runs list")
        assert "Traceback" not in said and "bug of" not in said and "# exit" not in said, said
        answers = said.count("> Another season rules differently")
        assert answers == len(commands) - 1, said
        assert "This run is not kept" in said or "cannot be resumed" in said, said
