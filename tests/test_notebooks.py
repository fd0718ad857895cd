"""The notebooks run from their first cell to their last, in a checkout of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytest.importorskip("nbmake")
NOTEBOOKS = ["01_ask", "02_what_changed", "03_evaluate", "04_own_rulebook"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_notebook_runs_and_shows_a_plot(sample_index: Path, sample_corpus: Path, tmp_path: Path):
    shutil.copytree(sample_corpus, tmp_path / "corpus" / "sample")
    shutil.copytree(sample_index, tmp_path / "indexes" / "notebooks")
    shutil.copytree(ROOT / "eval" / "questions", tmp_path / "eval" / "questions")
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--nbmake", "--overwrite", "notebooks"]
    paths = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(run, cwd=tmp_path, env=paths, capture_output=True, text=True, timeout=880)
    assert done.returncode == 0, done.stdout[-4_000:]
    drawn = {path.stem: path.read_text("utf-8").count('"image/png"') for path in tmp_path.glob("*/*.ipynb")}
    assert sorted(drawn) == NOTEBOOKS and all(drawn.values()), drawn
    assert printed(tmp_path / "notebooks") == printed(ROOT / "notebooks"), (
        "notebooks/save.py keeps what they show"
    )


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_with_what_it_shows_and_is_small(name: str):
    text = (ROOT / "notebooks" / f"{name}.ipynb").read_text("utf-8")
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in cells) and any(cell["outputs"] for cell in cells)
    assert not [o for cell in cells for o in cell["outputs"] if o["output_type"] == "error"]
    assert len(text) < 150_000 and not re.search(r"/tmp/|/home/|/work/|data:image", text)


def printed(folder: Path) -> list[str]:
    """What each cell of the notebooks prints, in order, in however many pieces it came."""
    books = [json.loads((folder / f"{name}.ipynb").read_text("utf-8")) for name in NOTEBOOKS]
    cells = [cell.get("outputs", []) for book in books for cell in book["cells"]]
    return ["".join("".join(o["text"]) for o in cell if o["output_type"] == "stream") for cell in cells]
