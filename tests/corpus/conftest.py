"""Where the readings of real rulebooks are kept while the tests run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.readings import Readings


@pytest.fixture(scope="session", autouse=True)
def readings(run_folder: Path) -> None:
    Readings.folder = run_folder / "readings"
    Readings.folder.mkdir(exist_ok=True)
