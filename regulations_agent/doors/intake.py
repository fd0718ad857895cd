"""Documents into an index, for the command line, a notebook and `import regulations_agent` alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regulations_agent.settings import Settings
    from regulations_agent.types.ingest import IngestReport, OnProgress


def ingest(
    paths: str | Path | Sequence[str | Path],
    index: str | Path | None = None,
    *,
    settings: Settings | None = None,
    workers: int | None = None,
    on: str | None = None,
    **overrides: object,
) -> IngestReport:
    """Reads rulebooks, or folders of them, into an index, adding or refreshing; progress is shown meanwhile.

    `workers` files are read at a time, here or `on` a Ray cluster (`ray://host:10001`), which embeds too.
    What could not be read is in `failed` of the report; the rest is in the index. `overrides` are settings by
    name. Raises `UsageError` for a path without any, `IndexFailure` when the index cannot be written,
    `ClusterError` when the cluster cannot be used.
    """
    from regulations_agent.cluster import at_work
    from regulations_agent.doors.progress import watch
    from regulations_agent.index.building import build
    from regulations_agent.settings import load_settings

    if index is not None:
        overrides["index"] = Path(index)
    chosen = load_settings(settings, **overrides)
    named = [paths] if isinstance(paths, str | Path) else paths
    with at_work(on, workers) as hands, watch() as on_progress:
        report = build.ingest([Path(p) for p in named], chosen.index, chosen, on_progress, workers=hands)
        _match({done.document for done in report.read}, report.documents, chosen, on_progress)
    return report


def _match(fresh: Collection[str], held: int, settings: Settings, on_progress: OnProgress) -> None:
    """Holds what was read against the issue and the season before it, which a question then need not do."""
    if not fresh or held < 2:
        return
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.versions.comparison.comparison import prepare

    library = Retriever.open(settings.index)
    library.state = settings.state_dir
    prepare(fresh, library, on_progress)
