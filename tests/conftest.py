"""What every test may use: the sample corpus, an index of it built once a run, and scripted agents."""

from __future__ import annotations

import gc
import os
import shutil
import ssl
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from tests.corpus.readings import Readings
from tests.once import content_hash, made_once, model_hash, reader_hash
from tests.said import FOLDERS, patched, said_once

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

pytest_plugins = ["tests.loop", "tests.collector", "tests.history"]
ROOT = Path(__file__).parents[1]
# set before numpy is imported: several threads in each of several processes wait for one another, and answers
# took three times the CPU
os.environ.setdefault("OMP_NUM_THREADS", "1")
SHARED = ROOT.parent / "shared"
"""Rulebooks and gold answers that lie beside the repository on some machines; never committed."""


def pytest_configure(config: pytest.Config) -> None:
    """What this user has asked, taught and built stays as it is, whatever a test or its module does."""
    folder = tempfile.TemporaryDirectory(prefix="regulations-agent-tests-")
    config.add_cleanup(folder.cleanup)
    for name in ("DATA_DIR", "INDEX", "HISTORY"):
        os.environ[f"REGULATIONS_AGENT_{name}"] = str(Path(folder.name) / name.lower())


def pytest_collection() -> None:
    """The garbage collector need not look again and again at modules that come and stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor later at what was imported and collected."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def histories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the histories of the tests lie; no test talks to this user's model."""
    folder = tmp_path_factory.mktemp("history")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"):
            patch.delenv(name, raising=False)
        yield folder


@pytest.fixture(autouse=True)
def history(histories: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a history of its own: none is answered from the memory of another."""
    monkeypatch.setenv("REGULATIONS_AGENT_HISTORY", str(histories / f"{uuid4().hex}.sqlite"))


@pytest.fixture(scope="session", autouse=True)
def certificates() -> Iterator[None]:
    """Those that this machine trusts are read once, not by each client of a server on loopback."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session")
def sample_corpus() -> Path:
    return ROOT / "corpus" / "sample"


@pytest.fixture(scope="session")
def shared() -> Path:
    if not SHARED.is_dir():
        pytest.skip(f"needs the rulebooks of {SHARED}, which is not there")
    return SHARED


@pytest.fixture(scope="session")
def run_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if hasattr(request.config, "workerinput") else base


@pytest.fixture(scope="session")
def keep(request: pytest.FixtureRequest, run_folder: Path) -> Callable[[str, str], Path]:
    """Makes a folder for what hangs on nothing but files and code.

    It outlives the run, in pytest's cache where there is one, until that code is another version.
    """
    kept: pytest.Cache | None = getattr(request.config, "cache", None)

    def make(name: str, version: str) -> Path:
        every = run_folder / name if kept is None else kept.mkdir(name)
        folder = every / version
        folder.mkdir(parents=True, exist_ok=True)
        for former in every.iterdir():
            if former != folder:
                shutil.rmtree(former, ignore_errors=True)
        return folder

    return make


@pytest.fixture(scope="session")
def kept_folder(keep: Callable[[str, str], Path]) -> Path:
    """Holds what was read and indexed."""
    return keep("books", reader_hash())


@pytest.fixture(scope="session", autouse=True)
def said(keep: Callable[[str, str], Path], kept_folder: Path) -> Iterator[None]:
    """What both models say, and how a page looks, is computed once."""
    folders = keep("said", model_hash()), kept_folder / "pages"
    folders[1].mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, said_once(*folders):
        patch.setenv(FOLDERS, os.pathsep.join(map(str, folders)))
        yield


@pytest.fixture(scope="module")
def computed(said: None) -> Iterator[None]:
    """For a module that tests the models themselves: nothing is taken from what was said before."""
    with patched():
        yield


@pytest.fixture(scope="session", autouse=True)
def readings(kept_folder: Path) -> None:
    """Where the readings of real rulebooks are kept."""
    Readings.folder = kept_folder / "readings"
    Readings.folder.mkdir(exist_ok=True)


MakeIndex = Callable[..., Path]


@pytest.fixture(scope="session")
def make_index(kept_folder: Path, run_folder: Path) -> MakeIndex:
    """An index of these files and folders, built once for all runs; read this run's copy of it only."""
    from regulations_agent.index.building.build import ingest
    from regulations_agent.settings import Settings

    def make(*books: Path) -> Path:
        def build(folder: Path) -> None:
            report = ingest(books, folder, Settings())
            assert not report.failed, report.failed

        name = f"index-{content_hash(*books)}"
        kept = made_once(kept_folder / name, build)
        return made_once(run_folder / f"{name}-copy", lambda folder: shutil.copytree(kept, folder))

    return make


@pytest.fixture(scope="session")
def sample_index(sample_corpus: Path, make_index: MakeIndex) -> Path:
    """An index of the sample corpus; read it only."""
    return make_index(sample_corpus)


@pytest.fixture(scope="session")
def sample_library(sample_index: Path) -> Retriever:
    """The sample corpus, opened."""
    from regulations_agent.retrieval.retriever import Retriever

    return Retriever.open(sample_index)
