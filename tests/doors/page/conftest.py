"""One page and one browser for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.doors.page import browser as looking
from tests.warm import Warm

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the page keeps its copy of the index, its corpus and its history."""
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="package")
def address(pages: Warm, folder: Path, sample_index: Path, sample_corpus: Path) -> Iterator[str]:
    approving = {"REGULATIONS_AGENT_APPROVAL_TOOLS": '["penalty_lookup"]'}
    with looking.served(pages, folder, sample_index, sample_corpus, **approving) as place:
        yield place


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with looking.chromium() as browser:
        yield browser


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    with looking.looked_at(chromium, address, looking.DESK) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser, address: str) -> Iterator[Page]:
    with looking.looked_at(chromium, address, looking.PHONE, "dark") as page:
        yield page
