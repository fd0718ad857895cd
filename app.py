"""The page as a hosted Space starts it: over the index of the settings, else over the sample corpus."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from regulations_agent.doors.desk import Desk
from regulations_agent.doors.intake import ingest
from regulations_agent.doors.page.server import serve
from regulations_agent.doors.terminal import explain, note
from regulations_agent.errors import IndexMissing, RegulationsError
from regulations_agent.settings import Settings, load_settings

SAMPLE = Path(__file__).parent / "corpus" / "sample"


def main() -> int:
    """Listens to everybody unless the settings say otherwise; visitors see their own runs alone."""
    try:
        settings = hosted(load_settings())
        serve(opened(settings), ready=lambda address: note(f"The page is at {address}"))
    except RegulationsError as error:
        return explain(error, debug=False)
    return 0


def hosted(settings: Settings) -> Settings:
    """With the address that a host gives, and a folder that is gone with it where the disk is read-only."""
    given = settings.model_fields_set
    changed: dict[str, object] = {} if "host" in given else {"host": "0.0.0.0"}
    if "page_port" not in given and (port := os.environ.get("GRADIO_SERVER_PORT")):
        changed["page_port"] = port
    if not can_write(settings.data_dir):
        changed["data_dir"] = Path(tempfile.mkdtemp(prefix="regulations-agent-"))
    return load_settings(settings, **changed)


def opened(settings: Settings) -> Desk:
    """The desk over the index; where there is none, the sample corpus is read into one."""
    try:
        return Desk(settings)
    except IndexMissing:
        index = settings.index if can_write(settings.index) else settings.data_dir / "index"
        ingest(SAMPLE, index, settings=settings)
        return Desk(load_settings(settings, index=index, corpus=SAMPLE))


def can_write(folder: Path) -> bool:
    """Whether files can be made in a folder; it is there afterwards if so."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


if __name__ == "__main__":
    sys.exit(main())
