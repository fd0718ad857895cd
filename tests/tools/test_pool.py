from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulations_agent.testing import Shelf
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.tools.kept import Kept
from regulations_agent.tools.pool import SUMMARY_CHARS, Pool, checked
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Hit, ResultOf, ToolCall, ToolOutput, ToolResult
from tests.tools.conftest import TOOLS, WaitArgs

MakePool = Callable[..., Pool]


def call(number: int, tool: str = "wait", **args: object) -> ToolCall:
    return ToolCall(f"r1c{number}", tool, args)


def peak(results: Sequence[ToolResult]) -> int:
    """The most calls that were under way at one moment, by their recorded times."""
    edges = [(r.started, 1) for r in results] + [(r.started + r.seconds, -1) for r in results]
    level = highest = 0
    for _, change in sorted(edges):
        level += change
        highest = max(highest, level)
    return highest


def test_twelve_calls_planned_at_once_run_three_at_a_time(make_pool: MakePool) -> None:
    calls = [call(n, seconds=0.05, word=str(n)) for n in range(12)]
    results = make_pool().run(calls, time.monotonic)
    assert peak(results) == 3
    assert [r.output.summary for r in results if r.output] == [str(n) for n in range(12)]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 4), max_size=8), st.integers(1, 4))
def test_results_keep_the_planned_order_whatever_each_call_takes(delays: list[int], workers: int) -> None:
    class Args(ToolArgs):
        milliseconds: int

    def nap(args: Args, library: object) -> ToolOutput:
        time.sleep(args.milliseconds / 1000)
        return ToolOutput(summary=str(args.milliseconds))

    pool = Pool({"nap": Tool("nap", Args, nap)}, Shelf((), ()), workers, 5.0)  # type: ignore[arg-type]
    calls = [ToolCall(f"r1c{n}", "nap", {"milliseconds": d}) for n, d in enumerate(delays)]
    results = pool.run(calls, time.monotonic)
    assert [r.call for r in results] == calls
    assert [r.output.summary for r in results if r.output] == [str(d) for d in delays]
    assert peak(results) <= workers


def test_a_tool_that_raises_hangs_or_returns_rubbish_is_recorded_and_the_others_run(
    make_pool: MakePool, caplog: pytest.LogCaptureFixture
) -> None:
    calls = [
        call(1, "quarrel"),
        call(2, seconds=30.0),
        call(3, "rubbish"),
        call(4, "leave"),
        call(5, word="fine"),
    ]
    began = time.monotonic()
    results = make_pool(timeout=0.5).run(calls, time.monotonic)
    assert time.monotonic() - began < 0.5 + 2.0
    assert [r.error for r in results] == [
        "ZeroDivisionError: no such luck",
        "No result within 0.5 s.",
        "rubbish returned str, not a ToolOutput.",
        "SystemExit: 3",
        None,
    ]
    assert [r.seconds >= 0.5 for r in results] == [False, True, False, False, False]
    assert "ZeroDivisionError" in caplog.text and "Traceback" in caplog.text


def test_the_deadline_counts_from_the_start_of_the_call_and_not_of_the_plan(make_pool: MakePool) -> None:
    results = make_pool(workers=1, timeout=0.9).run([call(n, seconds=0.4) for n in range(3)], time.monotonic)
    assert all(r.ok for r in results)


def test_a_hanging_call_keeps_its_worker_until_it_returns() -> None:
    at_work: set[str] = set()
    seen: list[int] = []

    class Args(ToolArgs):
        name: str
        seconds: float

    def work(args: Args, library: object) -> ToolOutput:
        at_work.add(args.name)
        seen.append(len(at_work))
        time.sleep(args.seconds)
        at_work.discard(args.name)
        return ToolOutput()

    pool = Pool({"work": Tool("work", Args, work)}, Shelf((), ()), 3, 0.5)  # type: ignore[arg-type]
    names = ["hangs", *"abcdefgh"]
    calls = [
        ToolCall(name, "work", {"name": name, "seconds": 2.0 if name == "hangs" else 0.15}) for name in names
    ]
    results = pool.run(calls, time.monotonic)
    assert [r.ok for r in results] == [False] + [True] * 8
    assert max(seen) == 3


def test_calls_still_run_when_every_worker_hangs(make_pool: MakePool) -> None:
    hanging = [call(n, seconds=30.0) for n in range(3)]
    results = make_pool(timeout=0.5).run([*hanging, call(3, word="a"), call(4, word="b")], time.monotonic)
    assert [r.ok for r in results] == [False, False, False, True, True]
    assert peak(results) <= 3


@pytest.mark.slow
def test_a_hanging_tool_does_not_hold_up_the_exit() -> None:
    script = """
import time
from regulations_agent.testing import Shelf
from regulations_agent.tools.base import Tool, ToolArgs
from regulations_agent.tools.pool import Pool
from regulations_agent.types.run import ToolCall
pool = Pool({"hang": Tool("hang", ToolArgs, lambda args, library: time.sleep(60))}, Shelf((), ()), 3, 0.2)
print(pool.run([ToolCall("r1c1", "hang", {})], time.monotonic)[0].error, flush=True)
print(time.monotonic(), flush=True)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30)
    error, last = done.stdout.splitlines()
    assert error == "No result within 0.2 s." and done.returncode == 0
    assert time.monotonic() - float(last) < 2.0


def test_a_call_that_needs_a_result_runs_after_it_and_gets_its_value(make_pool: MakePool) -> None:
    second = call(1, word=ResultOf("r1c2", "word"))
    first = call(2, seconds=0.05, word="first")
    results = make_pool().run([second, first], time.monotonic)
    assert [r.output.summary for r in results if r.output] == ["<first>", "first"]
    assert results[0].started >= results[1].started + results[1].seconds
    assert results[0].call.args == {"word": "<first>"}


@pytest.mark.parametrize(
    ("calls", "errors"),
    [
        (
            [call(1, word=ResultOf("r1c9", "word"))],
            ["Needs the result of 'r1c9', which is no call of this plan."],
        ),
        (
            [call(1, word="x"), call(2, word=ResultOf("r1c1", "colour"))],
            [None, "Needs 'colour' from r1c1, which gave: word."],
        ),
        (
            [call(1, "rubbish"), call(2, word=ResultOf("r1c1", "word"))],
            [
                "rubbish returned str, not a ToolOutput.",
                "Needs the result of r1c1, which failed: rubbish returned str, not a ToolOutput.",
            ],
        ),
        (
            [call(1, word=ResultOf("r1c2", "word")), call(2, word=ResultOf("r1c1", "word")), call(3)],
            [
                "Calls that wait for one another cannot run: r1c1, r1c2.",
                "Calls that wait for one another cannot run: r1c1, r1c2.",
                None,
            ],
        ),
        ([call(1, word=ResultOf("r1c1", "word"))], ["Calls that wait for one another cannot run: r1c1."]),
        ([call(1, "saw")], ["No tool 'saw'; there are: wait, quarrel, leave, rubbish."]),
        (
            [call(1, word=7, colour="red")],
            [
                "wait: `word`: Input should be a valid string; `colour`: Extra inputs are not permitted; "
                "it takes: seconds (optional), word (optional)."
            ],
        ),
    ],
    ids=["missing call", "missing field", "failed call", "circle", "itself", "unknown tool", "bad arguments"],
)
def test_a_call_that_cannot_run_says_why(
    make_pool: MakePool, calls: list[ToolCall], errors: list[str | None]
) -> None:
    assert [r.error for r in make_pool().run(calls, time.monotonic)] == errors


def test_starts_and_ends_are_reported_in_the_thread_of_the_caller(make_pool: MakePool) -> None:
    news: list[ToolCall | ToolResult] = []
    results = make_pool(workers=1).run([call(1), call(2, "rubbish")], time.monotonic, news.append)
    assert [type(n).__name__ for n in news] == ["ToolCall", "ToolResult"] * 2
    assert [n for n in news if isinstance(n, ToolResult)] == results


def test_no_calls_give_no_results(make_pool: MakePool) -> None:
    assert make_pool().run([], time.monotonic) == []


CLAUSE = Clause("2025/sporting@1/1.1", "1.1", "", None, "clause", 1, "Text.")
DOCUMENT = Document(2025, "sporting", 1, None, "Sporting", 1, "0" * 64)


@pytest.mark.parametrize(
    "output",
    [
        None,
        {"hits": []},
        ToolOutput(hits=[Hit(CLAUSE, DOCUMENT, 1.0)]),  # type: ignore[arg-type]
        ToolOutput(hits=("a clause",)),  # type: ignore[arg-type]
        ToolOutput(hits=(Hit(CLAUSE, DOCUMENT, float("nan")),)),
        ToolOutput(summary=b"bytes"),  # type: ignore[arg-type]
        ToolOutput(data=["clause_ids"]),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_sound_output_is_refused(output: object) -> None:
    with pytest.raises(Exception, match="regulation_search returned"):
        checked(output, "regulation_search")


def test_a_long_summary_is_cut() -> None:
    assert len(checked(ToolOutput(summary="x" * 9_999), "t").summary) == SUMMARY_CHARS


@pytest.mark.parametrize("kind", ["summary", "data", "hits"])
def test_of_a_hundred_megabytes_a_summary_is_cut_and_the_rest_refused(kind: str) -> None:
    hit = Hit(CLAUSE, DOCUMENT, 1.0)
    flood = {
        "summary": ToolOutput(summary="x" * 100_000_000),
        "data": ToolOutput(summary="here", data={"all": "x" * 100_000_000}),
        "hits": ToolOutput((hit,) * 1_000_000),
    }[kind]
    tools = {**TOOLS, "flood": Tool("flood", WaitArgs, lambda args, library: flood)}
    pool = Pool(tools, Shelf((), ()), 2, 30.0)  # type: ignore[arg-type]
    flooded, other = pool.run([call(1, "flood"), call(2, word="well")], time.monotonic)
    assert other.output is not None and other.output.summary == "well"
    if kind == "summary":
        assert flooded.output is not None and len(flooded.output.summary) == SUMMARY_CHARS
    else:
        assert flooded.output is None and "ask for less" in str(flooded.error)


def test_within_a_conversation_a_call_is_worked_out_once_and_one_from_outside_each_time() -> None:
    done: list[str] = []

    def note(args: ToolArgs, library: object) -> ToolOutput:
        done.append(type(args).__name__)
        return ToolOutput(summary="noted")

    inner, outer = Tool("in", ToolArgs, note), Tool("out", ToolArgs, note, outside=True)
    pool = Pool({"in": inner, "out": outer}, Shelf((), ()), 3, 5.0, Kept())  # type: ignore[arg-type]
    runs = [pool.run([call(1, "in"), call(2, "out")], time.monotonic) for _ in range(2)]
    assert [[r.kept for r in results] for results in runs] == [[False, False], [True, False]]
    assert [r.output for r in runs[0]] == [r.output for r in runs[1]] and len(done) == 3
