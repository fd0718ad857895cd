"""Many clients at one server for as long as is wanted, with faults; then what was wrong, lost or has grown.

`python -m benchmarks.load [SECONDS [CLIENTS [SEED]]]` prints a row a kind of work and of fault. It fails when
an answer was wrong or a run lost, for a failure that nothing provoked, and when the server has grown since it
was warm. Every ten seconds a line on stderr tells its memory, open files and threads.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from benchmarks.kills import ROOT, SAMPLE, read_into
from benchmarks.load_clients import OWNERS, Client, facts, key_of
from benchmarks.replicas import Replica
from regulations_agent import Agent
from regulations_agent.answer.render import to_dict
from regulations_agent.memory.database import connected
from regulations_agent.settings import load_settings
from tests.openai_server import Body, Fault, ModelServer, Say, error, honest, step_of

WARM, EVERY, REST = 300.0, 10.0, 15.0
"""Seconds until the server is warm, between two looks at it, and until one that nobody asks is at rest."""
GROWTH, PLAY = 1.1, 4
"""Memory as a part of what it was; files and threads by which pools of a fixed size may differ."""
QUESTIONS = 16
SETTINGS: dict[str, object] = {
    "engine": "auto", "openai_model": "scripted", "model_call_seconds": 5.0, "model_seconds": 15.0,
    "request_megabytes": 1, "answer_seconds": 240.0, "tool_timeout_seconds": 300.0, "max_iterations": 1,
}  # fmt: skip
"""The model is waited for less, the embedded engine more than usual: only the model is to run out of time.
In one round, a model that fails at some of its three steps leaves eight answers that are right."""
SERVED = {**SETTINGS, "approval_tools": '["penalty_lookup"]', "requests_per_minute": 1000}
RUNS = "SELECT run_id, nullif(owner, ''), status, json_extract(answer, '$.error.type') FROM runs"
STEPS = ("plan", "write", "grade")
FAULTS = (
    error(429, "slow down", {"Retry-After": "1"}), error(500, "broken"), Fault(body=b"<html>"),
    Fault(body=b'{"choices": [', cut=9), Fault(before=30.0), Say(""), Say(refusal="no"),
)  # fmt: skip


class Look(NamedTuple):
    """The server as its kernel sees it."""

    megabytes: float
    files: int
    threads: int


@dataclass
class Model:
    """Copies its evidence; at times, or at certain steps, it fails."""

    chance: random.Random
    failing: frozenset[str] | None = frozenset()
    """None: a third of all requests, in one of many ways."""
    asked: int = 0
    failed: int = 0

    def play(self, body: Body) -> Say | Fault:
        self.asked += 1
        if self.failing is None and self.chance.random() < 1 / 3:
            self.failed += 1
            return self.chance.choice(FAULTS)
        return Say(refusal="no") if step_of(body) in (self.failing or ()) else honest(body)


@dataclass
class World:
    """A server, what is right to say, the faults done to it, and what was found."""

    folder: Path
    chance: random.Random
    model: Model
    right: dict[str, set[object]] = field(default_factory=dict)
    """What may be said to each question: the answers of undisturbed runs, and of ones without the model."""
    done: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    unkept: set[str] = field(default_factory=set)
    """Runs whose answer warned that they are not kept."""
    locked: list[tuple[float, float]] = field(default_factory=list)
    """When another process held the history."""

    @property
    def index(self) -> Path:
        return self.folder / "index"

    @property
    def history(self) -> Path:
        return self.folder / "history.sqlite"

    def provoked(self, began: float) -> bool:
        """Whether the history was held at any time since then."""
        return any(end + 1 > began for _, end in self.locked)

    def disturb(self, over: threading.Event) -> None:
        """Holds the history, or publishes the index again, from time to time."""
        while not over.wait(self.chance.uniform(20.0, 100.0)):
            if self.chance.random() < 0.5:
                os.utime(self.index / "manifest.json")
                self.faults["the index published again"] += 1
                continue
            self.locked.append((time.monotonic(), float("inf")))
            with closing(connected(self.history)) as holder:
                holder.execute("BEGIN IMMEDIATE")
                over.wait(self.chance.uniform(1.0, 30.0))
                holder.execute("ROLLBACK")
            self.locked[-1] = self.locked[-1][0], time.monotonic()
            self.faults["the history held by another process"] += 1


def answers(world: World, url: str) -> None:
    """What may be said to each question, whichever steps the model fails at."""
    lines = (ROOT / "eval/questions/sample.jsonl").read_text(encoding="utf-8").splitlines()
    questions = world.chance.sample([json.loads(line)["question"] for line in lines], QUESTIONS)
    own = {"index": world.index, "keep_runs": False, "recall": False, "approval_tools": ()}
    agent = Agent.open(settings=load_settings(None, openai_base_url=url, **SETTINGS, **own))
    for question in questions:
        before, world.model.failing = world.model.asked, frozenset()
        world.right[question] = {facts(to_dict(agent.ask(question, fresh=True)))}
        if world.model.asked == before:
            continue
        for mask in range(1, 2 ** len(STEPS)):
            world.model.failing = frozenset(step for bit, step in enumerate(STEPS) if mask >> bit & 1)
            world.right[question].add(facts(to_dict(agent.ask(question, fresh=True))))
    world.model.failing = None


def look(pid: int) -> Look:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    told = dict(line.split(":", 1) for line in status if ":" in line)
    return Look(
        int(told["VmRSS"].split()[0]) / 1024, len([*Path(f"/proc/{pid}/fd").iterdir()]), int(told["Threads"])
    )


def work(world: World, server: Replica, clients: list[Client], seconds: float) -> list[Look]:
    """All clients at once for so long; what was seen of the server meanwhile, and at last at rest.

    Threads that were idle for ten seconds are ended when another one is wanted, and former indexes are given
    back when one is published: both by the last request.
    """
    over, looks, end = threading.Event(), [], time.monotonic() + seconds
    with ThreadPoolExecutor(len(clients) + 1) as crowd:
        busy = [crowd.submit(client.work, over) for client in clients]
        busy.append(crowd.submit(world.disturb, over))
        while not over.wait(min(EVERY, max(0.0, end - time.monotonic()))):
            looks.append(look(server.process.pid))
            told = " ".join(f"{value:.0f}" for value in looks[-1])
            sys.stderr.write(f"{time.strftime('%H:%M:%S')} {told} {world.done.total()} {len(world.wrong)}\n")
            if time.monotonic() >= end or server.process.poll() is not None:
                over.set()
    for one in busy:
        one.result()
    time.sleep(REST)
    os.utime(world.index / "manifest.json")
    clients[0].knock()
    return [*looks, look(server.process.pid)]


def lost(world: World) -> list[str]:
    """Runs that nobody left, that no answer warned of, and that are neither answered nor wait for a word."""
    with closing(sqlite3.connect(world.history)) as history:
        rows = history.execute(RUNS).fetchall()
    for *_, status, fault in rows:
        world.done[f"runs {status}{f' ({fault})' if fault else ''}"] += 1
    wrong = [f"a run failed: {fault}" for *_, fault in rows if fault not in (None, "Cancelled", "StoreError")]
    cut = [row[:2] for row in rows if row[2] == "running" and row[0] not in world.unkept]
    gone = len(cut) + sum(fault == "Cancelled" for *_, fault in rows)
    if gone > world.done["left"]:
        wrong.append(f"{gone} runs did not end, and {world.done['left']} were left")
    settings = load_settings(None, **SETTINGS, index=world.index, history=world.history)
    agent = Agent.open(settings=load_settings(settings, engine="extractive", approval_tools=()))
    for run_id, owner in world.chance.sample(cut, min(20, len(cut))):
        answer = agent.for_owner(owner).resume(run_id)
        world.done["cut off and resumed"] += 1
        if facts(to_dict(answer)) not in world.right[answer.question]:
            wrong.append(f"resumed to another answer: {answer.question}")
    return wrong


def grown(warm: list[Look], last: list[Look]) -> list[str]:
    """What the server took more of than when it was warm, both times at rest."""
    told = f"at rest, warm {warm[-1]}, at the end {last[-1]}"
    middle = [statistics.median(one.megabytes for one in looks) for looks in (warm[-6:], last[-30:])]
    sys.stdout.write(f"{told}; at work, median MB of a minute then {middle[0]:.0f}, now {middle[1]:.0f}\n")
    most = max(last, key=lambda one: one.threads), max(last, key=lambda one: one.files)
    sys.stdout.write(f"at most {most[0].threads} threads, {most[1].files} files at work\n")
    more = last[-1].megabytes > GROWTH * warm[-1].megabytes
    more |= any(last[-1][field] > warm[-1][field] + PLAY for field in (1, 2))
    return [f"grown: {told}"] if more else []


def main(seconds: float, clients: int, seed: int) -> int:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="load-") as place:
        world = World(Path(place), chance, Model(chance))
        read_into(world.index, *(path.name for path in SAMPLE.glob("*.pdf")))
        with ModelServer(world.model.play) as model:
            answers(world, model.url)
            told = {name.upper(): str(value) for name, value in SERVED.items()}
            told |= {"OPENAI_BASE_URL": model.url, "API_KEYS": json.dumps({o: key_of(o) for o in OWNERS})}
            server = Replica(world.index, str(world.history), told)
            while not server.answers() and server.process.poll() is None:
                time.sleep(0.5)
            crowd = [Client(world, server.port, number, seed) for number in range(clients)]
            try:
                warm = work(world, server, crowd, min(WARM, seconds / 2))
                last = work(world, server, crowd, seconds - min(WARM, seconds / 2))
            finally:
                server.process.terminate()
                server.process.wait()
            wrong = [*world.wrong, *grown(warm, last), *lost(world), *model.complaints]
        world.faults["the model failed"] = world.model.failed
    for name, number in (*sorted(world.done.items()), *sorted(world.faults.items())):
        sys.stdout.write(f"| {name} | {number} |\n")
    sys.stdout.write("".join(f"wrong: {line}\n" for line in wrong))
    return bool(wrong)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, nargs="?", default=3600.0)
    parser.add_argument("clients", type=int, nargs="?", default=16)
    parser.add_argument("seed", type=int, nargs="?", default=21)
    sys.exit(main(**vars(parser.parse_args())))
