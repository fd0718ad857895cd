"""`app.py`, as a hosted Space starts it: no index, a disk that cannot be written, a given port."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest

from app import hosted
from regulations_agent.settings import load_settings
from tests.conftest import ROOT
from tests.doors.conftest import without_settings
from tests.doors.page.browser import free_port
from tests.doors.pdfs import rulebook

pytestmark = pytest.mark.skipif(find_spec("gradio") is None, reason="gradio is not installed")
UNPRIVILEGED = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"]
"""Without what lets root write where nobody may."""


@pytest.fixture
def space(tmp_path: Path) -> Iterator[str]:
    """The address of a page that was started by `python app.py` in a folder that cannot be written."""
    if not os.geteuid() and shutil.which(UNPRIVILEGED[0]) is None:
        pytest.skip("root writes everywhere, and there is no setpriv to keep it from that")
    home, data, port = tmp_path / "space", tmp_path / "data", str(free_port())
    data.mkdir()
    (home / "corpus" / "sample").mkdir(parents=True)
    shutil.copy(ROOT / "app.py", home)
    rulebook(home / "corpus" / "sample" / "lantern.pdf")
    for folder in (home, home / "corpus", home / "corpus" / "sample"):
        folder.chmod(0o555)
    given = {"HOME": str(home), "PYTHONPATH": str(ROOT), "GRADIO_SERVER_PORT": port}
    environment = without_settings() | given | {"REGULATIONS_AGENT_DATA_DIR": str(data)}
    command = [*([] if os.geteuid() else UNPRIVILEGED), sys.executable, "app.py"]
    with subprocess.Popen(command, cwd=home, env=environment, stderr=subprocess.PIPE, text=True) as app:
        assert any("The page is at" in line for line in app.stderr or ()), "it ended"
        yield f"http://127.0.0.1:{port}"
        app.kill()


@pytest.mark.slow
def test_a_space_reads_the_sample_corpus_and_answers_each_visitor_apart(space: str):
    with httpx.Client(base_url=space, trust_env=False, timeout=60) as visitor:
        assert "Ask a rulebook" in visitor.get("/").text
        told = visitor.post("/ask", json={"q": "What is the speed limit in the pit lane?"}).text
        assert "60 km/h" in told and '"end"' in told
        assert "speed limit" in visitor.get("/runs").text
        assert "open to everybody" in visitor.get("/corpus").text
    assert "speed limit" not in httpx.get(f"{space}/runs", trust_env=False).text


def test_what_cannot_be_kept_is_kept_for_as_long_as_the_space_runs(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.touch()
    settings = hosted(load_settings(None, data_dir=blocked / "data"))
    assert settings.host == "0.0.0.0" and settings.data_dir.is_dir()
    assert hosted(load_settings(None, host="127.0.0.1", data_dir=tmp_path)).host == "127.0.0.1"
