"""Traces of runs: none, unless the settings ask for them."""

from __future__ import annotations

from contextlib import AbstractContextManager


def untraced() -> AbstractContextManager[None]:
    """LangGraph sends no traces, whatever the environment says: asking makes no network call."""
    from langsmith import tracing_context

    return tracing_context(enabled=False)
