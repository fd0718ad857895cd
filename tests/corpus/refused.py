"""What is said of a file that is refused."""

from __future__ import annotations

from collections.abc import Callable

from regulations_agent.errors import DocumentError


def refused(read: Callable[[], object]) -> str:
    """What is said where it is refused; '' where it is read."""
    try:
        read()
    except DocumentError as error:
        return f"{type(error).__name__}: {error}"
    return ""
