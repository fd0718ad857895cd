"""The tools that there are: one line each; installed packages add theirs by entry point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points

from regulations_agent.errors import UsageError
from regulations_agent.tools.base import AnyTool, Tool

GROUP = "regulations_agent.tools"
"""Entry point group for further tools; each names a `Tool`. Offered when `settings.tools` names it."""

BUILT_IN = (
    EntryPoint("regulation_search", "regulations_agent.tools.regulation_search:TOOL", GROUP),
    EntryPoint("regulation_summary", "regulations_agent.tools.regulation_summary:TOOL", GROUP),
    EntryPoint("general_rag", "regulations_agent.tools.general_rag:TOOL", GROUP),
    EntryPoint("regulation_comparison", "regulations_agent.tools.regulation_comparison:TOOL", GROUP),
    EntryPoint("penalty_lookup", "regulations_agent.tools.penalty_lookup:TOOL", GROUP),
    EntryPoint("out_of_scope_handler", "regulations_agent.tools.out_of_scope_handler:TOOL", GROUP),
)


def load_tools(names: Iterable[str]) -> Mapping[str, AnyTool]:
    """Tools by name, in the order given; raises `UsageError` for an unknown name.

    A name of our own is never taken over by an installed package.
    """
    known = {point.name: point for point in BUILT_IN}
    wanted = tuple(dict.fromkeys(names))
    if not known.keys() >= set(wanted):
        known = {point.name: point for point in entry_points(group=GROUP)} | known
    if missing := [name for name in wanted if name not in known]:
        raise UsageError(f"No tool {', '.join(map(repr, missing))}; there are: {', '.join(known)}.")
    return {name: _load(known[name]) for name in wanted}


def _load(point: EntryPoint) -> AnyTool:
    tool = point.load()
    if not isinstance(tool, Tool):
        raise UsageError(
            f"{point.value} is a {type(tool).__name__}, not a Tool; mend the entry point {point.name!r}."
        )
    return tool
