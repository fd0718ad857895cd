"""Traces of runs for OpenTelemetry and LangSmith: none, unless the settings ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from time import time_ns
from typing import TYPE_CHECKING

from regulations_agent.errors import UsageError

if TYPE_CHECKING:
    from langsmith import Client
    from opentelemetry.trace import Tracer

NAME = "regulations_agent"
Fact = str | bool | int | float
Clean = Callable[[dict[str, object]], dict[str, object]]
"""Takes secrets and the persona out of what is about to be sent."""


@dataclass(frozen=True, slots=True)
class Tracing:
    """Where runs are traced to; questions, answers and arguments are in no OpenTelemetry span."""

    tracer: Tracer | None = None
    langsmith: Client | None = None
    """Gets inputs and outputs of nodes and models, cleaned; where to, its own variables say."""

    @classmethod
    def open(cls, wanted: Sequence[str], clean: Clean) -> Tracing:
        """What `settings.tracing` asks for; raises `UsageError` when a library for it is missing."""
        tracer = _tracer() if "opentelemetry" in wanted else None
        return cls(tracer, _client(clean) if "langsmith" in wanted else None)

    def allowed(self) -> AbstractContextManager[object]:
        """LangGraph traces to LangSmith in this block, or nowhere whatever the environment says."""
        from langsmith import tracing_context

        return tracing_context(client=self.langsmith) if self.langsmith else tracing_context(enabled=False)

    @contextmanager
    def span(self, name: str, **facts: Fact) -> Iterator[None]:
        """A span around the block, below the one that is open."""
        if self.tracer is None:
            yield
            return
        with self.tracer.start_as_current_span(
            f"{NAME} {name}", attributes=_named(facts), record_exception=False, set_status_on_exception=False
        ):
            yield

    def past(self, name: str, seconds: float, **facts: Fact) -> None:
        """A span that has just ended, `seconds` after it began."""
        if self.tracer is not None:
            end = time_ns()
            span = self.tracer.start_span(
                f"{NAME} {name}", attributes=_named(facts), start_time=end - int(seconds * 1e9)
            )
            span.end(end_time=end)

    def note(self, **facts: Fact) -> None:
        """Adds facts to the open span."""
        if self.tracer is not None:
            from opentelemetry.trace import get_current_span

            get_current_span().set_attributes(_named(facts))


def _client(clean: Clean) -> Client:
    from langsmith import Client

    return Client(anonymizer=clean)


def _named(facts: dict[str, Fact]) -> dict[str, Fact]:
    return {f"{NAME}.{name}": value for name, value in facts.items()}


def _tracer() -> Tracer:
    """Of the provider that the program has set, else of one that exports as OpenTelemetry's variables say."""
    try:
        from opentelemetry import trace
    except ImportError as fault:
        raise _missing(fault) from fault
    if isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as fault:
            raise _missing(fault) from fault
        provider = TracerProvider()
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        trace.set_tracer_provider(provider)
    return trace.get_tracer(NAME)


def _missing(fault: ImportError) -> UsageError:
    return UsageError(
        f"Setting tracing: {fault.name} is not installed; pip install 'regulations-agent[traces]', or leave"
        " opentelemetry out."
    )
