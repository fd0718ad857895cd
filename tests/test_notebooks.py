"""The notebooks run from their first cell to their last, in a checkout of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT
from tests.test_supply import hung_on

pytest.importorskip("nbmake")
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")
NOTEBOOKS = ["01_ask", "02_what_changed", "03_evaluate", "04_own_rulebook"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_notebook_runs_and_shows_a_plot(sample_index: Path, sample_corpus: Path, tmp_path: Path):
    shutil.copytree(sample_corpus, tmp_path / "corpus" / "sample")
    shutil.copytree(sample_index, tmp_path / "indexes" / "notebooks")
    shutil.copytree(ROOT / "eval" / "questions", tmp_path / "eval" / "questions")
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    with_extra(tmp_path / "only", "notebook")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "nbmake.pytest_plugin", "--nbmake", "--overwrite"]
    paths = os.environ | {
        "PYTHONPATH": f"{tmp_path / 'only'}{os.pathsep}{ROOT}",
        "PYTEST_ADDOPTS": "",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    done = subprocess.run(
        [*run, "notebooks"], cwd=tmp_path, env=paths, capture_output=True, text=True, timeout=880
    )
    assert done.returncode == 0, done.stdout[-4_000:]
    drawn = {path.stem: path.read_text("utf-8").count('"image/png"') for path in tmp_path.glob("*/*.ipynb")}
    assert sorted(drawn) == NOTEBOOKS and all(drawn.values()), drawn
    (words, figures), (kept, kept_figures) = map(printed, (tmp_path / "notebooks", ROOT / "notebooks"))
    assert words == kept, "notebooks/save.py keeps what they show"
    assert figures == pytest.approx(kept_figures, abs=0.05)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_with_what_it_shows_and_is_small(name: str):
    text = (ROOT / "notebooks" / f"{name}.ipynb").read_text("utf-8")
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in cells) and any(cell["outputs"] for cell in cells)
    assert not [o for cell in cells for o in cell["outputs"] if o["output_type"] == "error"]
    shown = " ".join("".join(o.get("data", {}).get("text/html", "")) for c in cells for o in c["outputs"])
    assert "|" not in re.sub(r"<[^>]*>", "", shown)
    assert len(text) < 150_000 and not re.search(r"/tmp/|/home/|/work/|data:image", text)


def with_extra(folder: Path, extra: str) -> None:
    """Makes a folder on whose path no package can be imported but those that one extra brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [
        Requirement(line) for line in (*project["dependencies"], *project["optional-dependencies"][extra])
    ]
    brought = {canonicalize_name(n) for r in asked for n in (r.name, *hung_on(r.name, tuple(r.extras)))}
    ours = {"regulations_agent", "sitecustomize"}
    barred = [
        module
        for module, packages in packages_distributions().items()
        if module not in ours and not brought & {canonicalize_name(package) for package in packages}
    ]
    assert "gradio" in barred and "pandas" not in barred
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({barred}))\n")


def printed(folder: Path) -> tuple[list[str], list[float]]:
    """What each cell of the notebooks prints and draws, in order, in however many pieces it came, and the
    figures in it that have decimals, whose last ones hang on the machine's arithmetic; without pictures and
    times, and without what was read, which hangs on what had been read before."""
    books = [json.loads((folder / f"{name}.ipynb").read_text("utf-8")) for name in NOTEBOOKS]
    cells = [cell for book in books for cell in book["cells"] if cell["cell_type"] == "code"]
    shown = [
        "".join(map(_text, cell["outputs"])) for cell in cells if "ingest(" not in "".join(cell["source"])
    ]
    hangs = r"<img[^>]*>|\d+\.\d+ s\b|,? commit \w+|\d+\.\d\d \(longest \d+\.\d\d\)"
    still = [re.sub(hangs, "", one) for one in shown]
    figures = [float(figure) for one in still for figure in DECIMAL.findall(one)]
    return [DECIMAL.sub("", one) for one in still], figures


def _text(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    if output["output_type"] == "stream":
        return "".join(output["text"])
    return "" if output["output_type"] == "display_data" else "".join(data.get("text/html", ""))
