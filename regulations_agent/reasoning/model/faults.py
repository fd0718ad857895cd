"""What can go wrong with a model server, sorted by what helps."""

from __future__ import annotations

from typing import Literal

from regulations_agent.errors import ModelError

Kind = Literal["busy", "broken", "late", "denied", "rejected", "long", "reply", "refused", "spent"]
"""busy: 429 · broken: 5xx or no connection · late: no reply in time · denied: key or model unknown ·
rejected: the request is not understood · long: it does not fit the context · reply: unusable ·
refused: the model declined · spent: a budget is used up"""
AGAIN: frozenset[Kind] = frozenset({"busy", "broken"})
"""What the same model may answer a moment later."""
SHOWN = 160
"""Characters of a foreign message that are passed on."""


class ModelFault(ModelError):
    """One model did not give a usable reply; the text says which and why, and never holds the key."""

    def __init__(
        self,
        kind: Kind,
        message: str,
        *,
        wait: float | None = None,
        about: str = "",
        used: tuple[int, int] | None = None,
        text: str = "",
    ) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.wait = wait
        """Seconds that the server asks to wait."""
        self.about = about
        """Name of the request field that the server rejects, if it says."""
        self.used = used
        """Tokens in and out that the failure took, where the server says."""
        self.text = text
        """What a reply that breaks off said until then."""


def short(text: object) -> str:
    """A foreign message on one line, cut."""
    line = " ".join(str(text).split())
    return line if len(line) <= SHOWN else f"{line[:SHOWN]} …"
