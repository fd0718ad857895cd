"""An index that is published again is opened once more, and the former one is given back."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from regulations_agent.doors.desk import Desk
from regulations_agent.settings import load_settings


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs a kernel that lists open files")
def test_an_index_published_again_and_again_leaves_no_file_open(sample_index: Path, tmp_path: Path) -> None:
    index = Path(shutil.copytree(sample_index, tmp_path / "index"))
    desk = Desk(load_settings(None, index=index, history=tmp_path / "h.sqlite"))
    held = []
    for _ in range(3):
        assert desk.agent("ann").runs.list() == ()
        held.append(sum(tmp_path in file.resolve().parents for file in Path("/proc/self/fd").iterdir()))
        os.utime(index / "manifest.json")
    desk.close()
    assert held[0] and held == held[:1] * 3
