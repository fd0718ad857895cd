"""Ctrl-C ends a command with one line and exit code 130, whatever it reaches it in."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

CODE = 130
"""Of a command that was interrupted: 128 and the number of the signal."""


class Interrupt:
    """The first Ctrl-C unwinds what is at work; before that, and the second time, it ends at once."""

    def __init__(self) -> None:
        self.heard = self.at_work = False

    def listen(self) -> None:
        """From now on; where whoever started this ignores the signal, it stays ignored."""
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self)

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        """What hears the signal."""
        if self.heard or not self.at_work:
            end()
        self.heard, sys.unraisablehook = True, _lost
        raise KeyboardInterrupt


def end() -> None:
    """Says so and ends, before libraries at work in threads of their own abort the process at its exit."""
    os.write(2, b"Interrupted.\n")
    os._exit(CODE)


def _lost(unraisable: sys.UnraisableHookArgs) -> None:
    """Python would print what was raised where nothing can be, and go on."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        end()
    sys.__unraisablehook__(unraisable)
