"""Asks every question of a set, one line of results each; goes on where it was cut off; exports results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Literal

import msgspec

from regulations_agent.agent import Agent
from regulations_agent.answer.render import from_json, to_json
from regulations_agent.cluster import Cluster, Parcel, unpacked
from regulations_agent.evaluation.dataset import Item
from regulations_agent.index.storage.files import parcel_of
from regulations_agent.settings import Settings, load_settings
from regulations_agent.types.answer import Answer

Format = Literal["ragas", "inspect"]
FORMATS: tuple[Format, ...] = ("ragas", "inspect")
PATIENCE = 20.0
"""Times as long as a person waits, for whom the limits are set, a machine of a cluster may take."""
MOST_SECONDS = 3600.0
"""That a tool may be given."""


def exported(items: Sequence[Item], results: Sequence[Result], format: Format) -> Iterator[dict[str, object]]:
    """One row a question that has a result."""
    answers = {result.id: result.answer for result in results}
    for item in items:
        if (answer := answers.get(item.id)) is None:
            continue
        quotes = [citation.quote for citation in answer.citations]
        if format == "ragas":
            yield {
                "user_input": item.question,
                "retrieved_contexts": quotes,
                "response": answer.answer,
                "reference": item.answer,
                "reference_contexts": [],
            }
        else:
            yield {
                "id": item.id,
                "input": item.question,
                "target": item.answer,
                "metadata": {"category": item.category, "gold_clauses": list(item.gold_clauses)},
                "output": {"completion": answer.answer, "model": answer.engine},
            }


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a results file."""

    id: str
    seconds: float
    """Wall time of the question."""
    answer: Answer


def _silent(_: Result) -> None:
    """Tells nobody."""


def run_items(
    items: Sequence[Item],
    agent: Agent,
    out: Path,
    *,
    workers: int | Cluster = 1,
    on_result: Callable[[Result], None] = _silent,
) -> tuple[Result, ...]:
    """Results in the order of `items`, also written to `out` line by line.

    What `out` holds already is kept when question and index are the same and the answer has no error. The
    answers do not depend on `workers`: questions at a time, or a cluster, whose machines ask an agent of the
    same index and settings and keep no history.
    """
    kept = {item.id: result for item, result in _kept(items, agent, out)}
    _write(out, kept.values())
    results = dict(kept)
    todo = [item for item in items if item.id not in kept]
    with out.open("a", encoding="utf-8") as file:
        for result in _results(todo, agent, workers):
            file.write(to_json(result) + "\n")
            file.flush()
            results[result.id] = result
            on_result(result)
    ordered = tuple(results[item.id] for item in items)
    _write(out, ordered)
    return ordered


def read_results(path: Path) -> tuple[Result, ...]:
    """The results of a file; a line that a killed run left torn is passed over."""
    if not path.exists():
        return ()
    found: list[Result] = []
    for line in path.read_bytes().splitlines():
        try:
            found.append(from_json(line, Result))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
    return tuple(found)


def _kept(items: Sequence[Item], agent: Agent, out: Path) -> Iterator[tuple[Item, Result]]:
    known = {result.id: result for result in read_results(out)}
    for item in items:
        if (result := known.get(item.id)) is None:
            continue
        answer = result.answer
        if answer.ok and answer.question == item.question.strip() and answer.index == agent.library.hash:
            yield item, result


def _results(todo: Sequence[Item], agent: Agent, workers: int | Cluster) -> Iterator[Result]:
    """In any order."""
    if isinstance(workers, Cluster):
        held = _Held(parcel_of(agent.settings.answering_index), agent.settings)
        yield from (result for _, result in workers.run(_asked, held, todo))
        return
    pool = ThreadPoolExecutor(max_workers=workers)
    try:
        yield from pool.map(partial(_ask, agent), todo)
    finally:
        pool.shutdown(cancel_futures=True)


def _ask(agent: Agent, item: Item) -> Result:
    answer = agent.try_ask(item.question, **item.options)
    return Result(item.id, answer.seconds, answer)


@dataclass(frozen=True)
class _Held:
    """What a machine of a cluster opens an agent from."""

    index: Parcel
    settings: Settings = field(compare=False, repr=False)


def _asked(held: _Held, item: Item) -> Result:
    return _ask(_agent(held), item)


@lru_cache(maxsize=1)
def _agent(held: _Held) -> Agent:
    """Of this process, which works for one evaluation."""
    return Agent.open(unpacked(held.index), settings=patient(held.settings), keep_runs=False)


def patient(settings: Settings) -> Settings:
    """For a machine of a cluster, where nobody waits.

    Ray's workers leave the processors to whatever else the machine does (niceness 15): a comparison of 2 s
    then took more than 30, and the answer would have been that of the limit.
    """
    tool = min(PATIENCE * settings.tool_timeout_seconds, MOST_SECONDS)
    return load_settings(
        settings, tool_timeout_seconds=tool, answer_seconds=PATIENCE * settings.answer_seconds
    )


def _write(out: Path, results: Iterable[Result]) -> None:
    """Replaces the file at once, so that a kill leaves the old one or the new one."""
    out.parent.mkdir(parents=True, exist_ok=True)
    scratch = out.with_name(f".{out.name}.{os.getpid()}")
    scratch.write_text("".join(f"{to_json(result)}\n" for result in results), encoding="utf-8")
    scratch.replace(out)
