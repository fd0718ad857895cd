"""The page as a hosted Space starts it: over the index of the settings, else over the sample corpus."""

from __future__ import annotations

from pathlib import Path

from regulations_agent.doors.desk import Desk
from regulations_agent.doors.page.server import serve
from regulations_agent.doors.terminal import note
from regulations_agent.errors import IndexMissing
from regulations_agent.index.build import ingest
from regulations_agent.settings import load_settings

SAMPLE = Path(__file__).parent / "corpus" / "sample"


def main() -> None:
    """Listens to everybody unless the settings say otherwise; visitors see their own runs alone."""
    settings = load_settings()
    if "host" not in settings.model_fields_set:
        settings = load_settings(settings, host="0.0.0.0")
    try:
        desk = Desk(settings)
    except IndexMissing:
        ingest([SAMPLE], settings.index, settings)
        desk = Desk(settings)
    serve(desk, ready=lambda address: note(f"The page is at {address}"))


if __name__ == "__main__":
    main()
