"""An index that is published again is opened once more, and the former one is given back."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.doors.desk import Desk
from regulations_agent.settings import load_settings


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs a kernel that lists open files")
def test_an_index_published_again_and_again_leaves_no_file_open(sample_index: Path, tmp_path: Path) -> None:
    """Whatever many at once looked up and asked, what is kept of that goes with the index."""
    index = Path(shutil.copytree(sample_index, tmp_path / "index"))
    desk = Desk(load_settings(None, index=index, history=tmp_path / "h.sqlite"))
    held = []
    with ThreadPoolExecutor(4) as crowd:
        for _ in range(2):
            list(crowd.map(lambda owner: _use(desk.agent(owner)), ("ann", "ben", "carl", "dora")))
            held.append(sum(tmp_path in file.resolve().parents for file in Path("/proc/self/fd").iterdir()))
            os.utime(index / "manifest.json")
    desk.close()
    assert held[0] and held[0] == held[1]


def _use(agent: Agent) -> None:
    """A register and a run, of which something is kept."""
    agent.terms(section="financial")
    assert agent.ask("Hello").ok
