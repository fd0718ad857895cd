"""Events of work that goes on in a thread of its own, and that its reader may leave at any time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextvars import copy_context
from queue import SimpleQueue
from types import TracebackType

from regulations_agent.errors import Cancelled
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Event
from regulations_agent.types.stop import Stop

Work = Callable[[Callable[[Event], None]], None]


class EventStream(Iterator[Event]):
    """What `work` reports, as it happens; what it raises is raised here. It begins with the first `next`.

    `close`, from any thread, ends the stream at once and sets `stop`; so does dropping the stream.
    """

    def __init__(self, work: Work, stop: Stop) -> None:
        self._stop, self._over, self._begun = stop, False, False
        self._news: SimpleQueue[Event | _End] = SimpleQueue()
        body = _Body(work, self._news)
        self._thread = threading.Thread(target=copy_context().run, args=(body.run,), name="run", daemon=True)

    def __next__(self) -> Event:
        if self._over:
            raise StopIteration
        if not self._begun:
            self._begun = True
            self._thread.start()
        news = self._news.get()
        if isinstance(news, Event):
            return news
        self._over = True
        if news.fault is not None:
            raise news.fault
        raise StopIteration

    def close(self) -> None:
        """The reader wants no more."""
        if not self._over:
            self._stop.set()
            self._over = True
            self._news.put(_End())

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class _Body:
    """The work and where its news go; it does not know the stream, so that a dropped one is noticed."""

    def __init__(self, work: Work, news: SimpleQueue[Event | _End]) -> None:
        self._work, self._news = work, news

    def run(self) -> None:
        with _End() as end:
            self._work(self._news.put)
        self._news.put(end)


class _End:
    """Nothing more comes; as a context it holds what the work raises, for the reader to get."""

    def __init__(self) -> None:
        self.fault: BaseException | None = None

    def __enter__(self) -> _End:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.fault = fault
        return True


def last(events: EventStream) -> Answer:
    """The answer that the last event carries; leaving early cancels the run."""
    answer: Answer | None = None
    with events:
        for event in events:
            answer = event.data if isinstance(event.data, Answer) else answer
    if answer is None:
        raise Cancelled("The run was cancelled by whoever asked.")
    return answer
