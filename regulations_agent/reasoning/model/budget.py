"""What one question may still use of a model server: seconds, tokens, money; and what it has used."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from threading import BoundedSemaphore

from regulations_agent.reasoning.model.faults import ModelFault
from regulations_agent.settings import Settings
from regulations_agent.types.answer import Usage
from regulations_agent.types.run import UNUSED
from regulations_agent.types.stop import current_stop

RESERVED = 0.1
"""Share of a question's time that is kept for what the embedded engine does after a model."""
SLICE = 0.1
"""Seconds between two looks at whether the run was cancelled."""
CHARS_PER_TOKEN = 3.5
"""Of English, a little low, so that an estimate is rather too high."""


def tokens_in(text: str) -> int:
    """An estimate that needs no vocabulary of the model."""
    return int(len(text) / CHARS_PER_TOKEN) + 1


@dataclass(slots=True)
class Budget:
    """The limits of one question; for one thread."""

    seconds: float
    tokens: int
    cost_usd: float | None = None
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """USD for a million tokens in and out, by model."""
    clock: Callable[[], float] = time.monotonic
    used: Usage = UNUSED
    began: float | None = None
    """When the first request was about to be made: time that a person takes before does not count."""
    ends: float = inf
    """When the question has to be answered without a model, whoever was waited for."""

    @classmethod
    def of(cls, settings: Settings) -> Budget:
        made = cls(
            settings.model_seconds, settings.model_tokens, settings.model_cost_usd, settings.model_prices
        )
        made.ends = made.clock() + (1 - RESERVED) * settings.answer_seconds
        return made

    def left(self) -> float:
        """Seconds until the deadline, 0 when it is past."""
        if self.began is None:
            self.began = self.clock()
        return max(0.0, min(self.began + self.seconds, self.ends) - self.clock())

    def admit(self, asked: int) -> None:
        """Raises `ModelFault` when a request of that many tokens, reply included, would pass a limit."""
        current_stop().check()
        if self.left() <= 0:
            raise ModelFault("spent", f"the {self.seconds:g} s that one question may take are over")
        used = self.used.input_tokens + self.used.output_tokens
        if used + asked > self.tokens:
            raise ModelFault(
                "spent", f"{used:,} of {self.tokens:,} tokens are used and {asked:,} more are needed"
            )
        if self.cost_usd is not None and self.used.cost_usd >= self.cost_usd:
            raise ModelFault("spent", f"${self.used.cost_usd:.4f} of ${self.cost_usd:.4f} are used")

    def spend(self, model: str, given: int, taken: int) -> None:
        """Counts one request: tokens in and out."""
        into, out = self.prices.get(model, (0.0, 0.0))
        self.used = Usage(
            self.used.llm_calls + 1,
            self.used.input_tokens + given,
            self.used.output_tokens + taken,
            self.used.cost_usd + (given * into + taken * out) / 1e6,
        )

    def sleep(self, seconds: float) -> None:
        """Waits, but not beyond the deadline; raises `Cancelled` as soon as the run is stopped."""
        current_stop().wait(min(seconds, self.left()))
        current_stop().check()

    def since(self, before: Usage) -> Usage:
        """What was used after `before`."""
        now = self.used
        return Usage(
            now.llm_calls - before.llm_calls,
            now.input_tokens - before.input_tokens,
            now.output_tokens - before.output_tokens,
            now.cost_usd - before.cost_usd,
        )


@contextmanager
def in_line(slots: BoundedSemaphore, budget: Budget) -> Iterator[None]:
    """Holds one of the requests that a server is sent at a time; time in line puts the deadline off.

    Raises `Cancelled` when the run is stopped in line, `ModelFault` when its question cannot wait any more.
    """
    came = budget.clock()
    while not slots.acquire(timeout=SLICE):
        current_stop().check()
        if budget.clock() >= budget.ends:
            raise ModelFault("spent", "the server was busy with other questions for too long")
    if budget.began is not None:
        budget.began += budget.clock() - came
    try:
        yield
    finally:
        slots.release()
