"""The steps of a run, as they happen and afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from regulations_agent.doors.render.answers import shorten
from regulations_agent.doors.render.comparison_text import barless
from regulations_agent.doors.render.html import Html, el, join
from regulations_agent.doors.render.names import doing
from regulations_agent.types.answer import Answer, Round, ToolCallRecord
from regulations_agent.types.events import Approval, Drafted, Event, Planned, Start, ToolStarted
from regulations_agent.types.run import Grade

CHECKED = "Checked"
"""A draft was held against its sources."""
WRITING = "A language model reads and writes"


def step(event: Event) -> tuple[str, Html] | None:
    """Key and look of an event; what comes later under a key takes its place."""
    match event.data:
        case Start():
            return "start", item("Started", "")
        case Planned():
            return f"plan {event.round}", item(planned(event.round), "")
        case ToolStarted(id, tool):
            return id, item(doing(tool), "…", state="going")
        case ToolCallRecord() as call:
            return call.id, tool_item(call)
        case Drafted():
            return f"grade {event.round}", item(WRITING, "…", state="going")
        case Grade():
            return f"grade {event.round}", item(CHECKED, "")
        case Approval(id, tool):
            return id, item(doing(tool) if tool else "Answer", "waits for your word", state="waiting")
        case Answer() as answer:
            return "done", done_item(answer)
        case _:
            return None


def planned(number: int) -> str:
    """The first step of a round."""
    return "Question understood" if number == 1 else f"Looking again ({number})"


def item(name: str, outcome: str, *, state: str = "") -> Html:
    return el("li", el("b", name), " " if outcome else "", outcome, class_=state or None)


def tool_item(call: ToolCallRecord) -> Html:
    if not call.ok:
        return item(doing(call.tool), f"failed: {shorten(call.error or '')}", state="bad")
    return item(doing(call.tool), "")


def done_item(answer: Answer) -> Html:
    said, when, state = _ended(answer)
    return item(said, when, state=state)


def _ended(answer: Answer) -> tuple[str, str, str]:
    """How a run ended, after which time, and the look of that."""
    waits = answer.error is not None and answer.error.type == "ApprovalNeeded"
    if stopped(answer):
        return "Stopped", f"after {milliseconds(answer.seconds)}", ""
    said = "Waiting for your word" if waits else "Done" if answer.ok else "Failed"
    state = "waiting" if waits else "" if answer.ok else "bad"
    return said, "" if waits else f"in {milliseconds(answer.seconds)}", state


def stopped(answer: Answer) -> bool:
    """Whoever asked did not wait for it."""
    return answer.error is not None and answer.error.type == "Cancelled"


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def arguments(args: Mapping[str, object]) -> str:
    return ", ".join(f"{name}: {value}" for name, value in args.items())


def kept_steps(answer: Answer) -> Html:
    """The steps of a run that has ended; an answer from memory has those of the run that found it."""
    return folded(_kept(answer), " ".join(_ended(answer)[:2]).strip())


def folded(items: Iterable[Html], summary: str = "") -> Html:
    """Steps that a narrow page shows while there is no `summary`, and below it, opened, afterwards."""
    listed = el("ol", items, class_="steps", aria_label="Steps", aria_busy=None if summary else "true")
    return el("details", el("summary", summary), listed, class_="work", open=not summary)


def _kept(answer: Answer) -> Iterator[Html]:
    if answer.reused:
        yield item("Answered before", "")
    for closed in answer.rounds:
        yield item(planned(closed.round), "")
        yield from (tool_item(call) for call in answer.tool_calls if call.round == closed.round)
        if closed.overall is not None:
            yield item(CHECKED, "")
    yield done_item(answer)


def timeline(answer: Answer) -> Html:
    """Rounds with their strategy, query and grade, and when each tool ran, drawn to one scale."""
    whole = max([answer.seconds, *(c.started + c.seconds for c in answer.tool_calls), 1e-6])
    rounds = answer.rounds or (Round(1, answer.question, answer.tools, None, None),)
    return el("ol", [_round(one, answer.tool_calls, whole) for one in rounds], class_="timeline")


def _round(one: Round, calls: Iterable[ToolCallRecord], whole: float) -> Html:
    grade = "" if one.overall is None else f" · grade {one.overall:.1f}"
    how = f" · {one.strategy}" if one.strategy else ""
    head = el("p", el("b", f"Round {one.round}"), f"{how}{grade}", el("q", one.query))
    return el("li", head, join(_call(call, whole) for call in calls if call.round == one.round))


def _call(call: ToolCallRecord, whole: float) -> Html:
    left, wide = 100 * call.started / whole, max(100 * call.seconds / whole, 1)
    line = el("i", style=f"left:{min(left, 99):.1f}%;width:{min(wide, 100 - min(left, 99)):.1f}%")
    outcome = barless(shorten(call.output)) if call.ok else f"failed: {call.error}"
    return el(
        "div",
        el("span", el("b", call.tool), f" {milliseconds(call.seconds)}"),
        el("span", line, class_="span", aria_hidden="true"),
        el("small", f"{arguments(call.args)} → {outcome}"),
        class_="call" if call.ok else "call bad",
    )
