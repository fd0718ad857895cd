"""Keeps what one damaged page does to its reader from the rest of the document."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)
FAULTS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What nonsense in a PDF makes unprepared code raise; memory and time are the sandbox's matter."""
T = TypeVar("T")


def sheltered(page: int, read: Callable[[], T], without: Callable[[str], T]) -> T:
    """What `read` gives; where it fails on the 1-based page, what `without` gives for a line that says so."""
    try:
        return read()
    except FAULTS as fault:
        log.exception("page %d broke its reader", page)
        return without(f"page {page} could not be read ({type(fault).__name__}) and was left out")
