"""Says once where earlier versions left what they kept of all indexes together."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from regulations_agent.doors.terminal import note

if TYPE_CHECKING:
    from regulations_agent.settings import Settings


def tell_former(settings: Settings) -> None:
    """One line, once: the history of before stays where it lies; a file beside it notes that it was said."""
    former = settings.former_history
    told = former.with_name("history.told")
    if settings.history is not None or not settings.keep_runs or not former.is_file() or told.exists():
        return
    note(
        f"note: runs are kept with each index now, here in {settings.state_dir}; those of before stay in"
        f" {former} (REGULATIONS_AGENT_HISTORY={former} shows them)."
    )
    with contextlib.suppress(OSError):
        told.touch()
