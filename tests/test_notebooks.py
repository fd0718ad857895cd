"""The notebooks run from their first cell to their last, in a checkout of their own."""

from __future__ import annotations

import json
import os
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


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_without_what_a_run_leaves_in_it(name: str):
    cells = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text("utf-8"))["cells"]
    assert [cell["source"][0] for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []
