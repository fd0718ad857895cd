"""Random faults in mixed work; after each: no wrong answer, nothing lost, the index whole.

`python -m benchmarks.chaos [SECONDS [SEED]]` prints a row a fault, and fails when anything was lost or wrong.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchmarks.kills import (
    ASKED,
    NEW,
    NEW_ID,
    SAMPLE,
    SEED,
    facts,
    left_in,
    read_into,
    settings_of,
)
from benchmarks.replicas import ASKED as ALSO_ASKED
from benchmarks.replicas import Replica
from benchmarks.warm import SIGNALS, SOON, Delays, command_line, nursery
from regulations_agent import Agent
from regulations_agent.errors import IndexDamaged
from regulations_agent.index.building.build import remove
from regulations_agent.index.storage.files import read_manifest
from regulations_agent.index.store import open_index, verify
from tests.index.test_faults import SmallDisks

QUESTIONS = tuple(dict.fromkeys((*ASKED, *ALSO_ASKED)))
QUIET = {"RECALL": "false", "ENGINE": "extractive", "TOOL_TIMEOUT_SECONDS": "600", "ANSWER_SECONDS": "3600"}
"""A limit of time is not the fault that is looked for."""


class World:
    """An index with its right answers, a history, and the faults that are done to them."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance = folder, chance
        self.index = read_into(folder / "index", *(path.name for path in SAMPLE.glob("*.pdf")))
        self.live = Path(shutil.copytree(self.index, folder / "live"))
        remove([NEW_ID], self.live)
        self.agent = Agent.open(settings=settings_of(self.index, folder / "history.sqlite"))
        self.right = {question: facts(self.agent.ask(question, fresh=True)) for question in QUESTIONS}
        self.hashes = {read_manifest(index).hash for index in (self.index, self.live)}
        self.context, self.delays = nursery(), dict[str, Delays]()

    def ended(self, *arguments: object, early: bool = True) -> bool:
        """A command line, ended at a random moment unless it was faster."""
        settings = {**QUIET, "HISTORY": str(self.folder / "history.sqlite")}
        told = [str(argument) for argument in arguments]
        process = self.context.Process(target=command_line, args=(told, settings, self.folder / "said"))
        process.start()
        if not early:
            process.join()
            return False
        delays = self.delays.setdefault(told[0], Delays(self.chance, 5.0))
        return bool(delays.ended(process, self.chance.choice(SIGNALS)))

    def resumed(self) -> list[str]:
        """Every run that was cut off goes on to the right answer; what is lost or wrong."""
        for run in self.agent.runs.list(status="running", limit=1000):
            self.agent.resume(run.run_id)
        runs = self.agent.runs.list(limit=100_000)
        states = Counter(run.status for run in runs)
        lost = [f"{number} runs {state}" for state, number in states.items() if state != "done"]
        for run in runs:
            answer = self.agent.runs.get(run.run_id).answer
            if answer is None or facts(answer) != self.right[run.question]:
                lost.append(f"another answer: {run.question}")
            self.agent.runs.delete(run.run_id)
        return lost

    def question(self) -> str:
        return self.chance.choice(QUESTIONS)


def asking(world: World) -> tuple[bool, list[str]]:
    return world.ended("ask", world.question(), "--index", world.index), world.resumed()


def ingesting(world: World) -> tuple[bool, list[str]]:
    if read_manifest(world.live).hash == read_manifest(world.index).hash:
        remove([NEW_ID], world.live)
    there = left_in(world.live)
    hit = world.ended("ingest", SAMPLE / NEW, "--index", world.live, "--workers", 1)
    left = [f"not swept: {path.name}" for path in left_in(world.live) & there]
    sound = open_index(world.live).hash in world.hashes
    return hit, left + ([] if sound else list(verify(world.live)) or ["another index"])


def evaluating(world: World) -> tuple[bool, list[str]]:
    questions, results = world.folder / "questions.jsonl", world.folder / "results.jsonl"
    items = [
        {"id": str(n), "question": question, "category": "search"} for n, question in enumerate(QUESTIONS)
    ]
    questions.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    results.unlink(missing_ok=True)
    command = ("eval", "run", questions, "--index", world.index, "--out", results)
    hit = world.ended(*command)
    world.ended(*command, early=False)
    found = [json.loads(line)["answer"] for line in results.read_text(encoding="utf-8").splitlines()]
    answers = [answer["question"] for answer in found if answer["ok"]]
    return hit, ([] if answers == list(QUESTIONS) else [f"evaluation: {answers}"]) + world.resumed()


def serving(world: World) -> tuple[bool, list[str]]:
    server, given = Replica(world.index, str(world.folder / "history.sqlite"), QUIET), []

    def client(question: str, kind: str) -> None:
        url = f"http://127.0.0.1:{server.port}/ask"
        try:
            given.append(httpx.post(url, json={"question": question}, headers={"accept": kind}, timeout=600))
        except httpx.TransportError:
            return

    while not server.answers() and server.process.poll() is None:
        time.sleep(0.2)
    asks = [(world.question(), kind) for kind in ("*/*", "*/*", "text/event-stream")]
    clients = [threading.Thread(target=client, args=ask) for ask in asks]
    for one in clients:
        one.start()
    time.sleep(world.chance.uniform(0.0, 3.0))
    number = world.chance.choice(SIGNALS)
    server.process.send_signal(number)
    began = time.monotonic()
    server.process.wait()
    late = time.monotonic() - began
    for one in clients:
        one.join()
    slow = [f"ended {late:.1f} s after SIGTERM"] if number == signal.SIGTERM and late > SOON else []
    refused = [f"status {reply.status_code}" for reply in given if reply.status_code != 200]
    return True, slow + refused + world.resumed()


def damaging(world: World) -> tuple[bool, list[str]]:
    """A file of a copy is altered or cut off: refused by name, and mended by reading the books again."""
    copy = Path(shutil.copytree(world.index, world.folder / "copy"))
    file = world.chance.choice([copy / "manifest.json", *sorted((copy / "files").iterdir())])
    data = file.read_bytes()
    place = world.chance.randrange(len(data))
    rest = bytes([data[place] ^ 1]) + data[place + 1 :] if world.chance.random() < 0.5 else b""
    file.write_bytes(data[:place] + rest)
    wrong = []
    try:
        if open_index(copy).hash not in world.hashes:
            wrong.append(f"{file.name} was believed")
    except IndexDamaged as error:
        wrong += [] if "ingest again" in str(error) else [str(error)]
    read_into(copy, *(path.name for path in SAMPLE.glob("*.pdf")))
    if open_index(copy).hash != read_manifest(world.index).hash:
        wrong.append(f"{file.name} was not mended")
    shutil.rmtree(copy)
    return True, wrong


def locking(world: World) -> tuple[bool, list[str]]:
    """Another process holds the history for a while."""
    with closing(sqlite3.connect(world.folder / "history.sqlite", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        given, question = [], world.question()
        asker = threading.Thread(target=lambda: given.append(world.agent.ask(question)))
        asker.start()
        time.sleep(world.chance.uniform(0.0, 25.0))
        holder.execute("ROLLBACK")
        asker.join()
    (answer,) = given
    told = any("not kept" in warning or "cannot be resumed" in warning for warning in answer.warnings)
    kept = any(run.run_id == answer.run_id for run in world.agent.runs.list(limit=10))
    wrong = [] if kept or told else ["a run was lost without a word"]
    if not told and facts(answer) != world.right[question]:
        wrong.append(f"another answer: {question}")
    return True, wrong + world.resumed()


def filling(world: World) -> tuple[bool, list[str]]:
    """The disk of the history is full, or nearly."""
    place = Path(tempfile.mkdtemp(dir=world.folder))
    with SmallDisks(place, 20_000, 1) as small:
        (disk,) = small.disks
        small.fill(disk, world.chance.choice((0, 4, 60, 200, 1000)))
        kept = {**QUIET, "HISTORY": f"{disk}/h.sqlite"}
        given = {f"REGULATIONS_AGENT_{name}": value for name, value in kept.items()}
        said = small.said("ask", world.question(), "--index", world.index, "--trace", **given)
    fine = "Traceback" not in said and "# exit" not in said and ("Sources" in said or "not contain" in said)
    return True, [] if fine else [said[-300:]]


FAULTS: dict[str, Callable[[World], tuple[bool, list[str]]]] = {
    "`ask` ended at a random moment": asking,
    "`ingest` ended at a random moment": ingesting,
    "`eval run` ended at a random moment": evaluating,
    "`serve` ended while it answers": serving,
    "a file of the index altered or cut off": damaging,
    "the history locked": locking,
    "the disk of the history full": filling,
}


@dataclass
class Row:
    injected: int = 0
    wrong: int = 0


def main(seconds: float, seed: int) -> int:
    chance, rows = random.Random(seed), {name: Row() for name in FAULTS}
    with tempfile.TemporaryDirectory(prefix="chaos-") as place:
        world = World(Path(place), chance)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for name in chance.sample(list(FAULTS), len(FAULTS)):
                hit, wrong = FAULTS[name](world)
                rows[name].injected += hit
                rows[name].wrong += len(wrong)
                for line in wrong:
                    sys.stdout.write(f"{name}: {line}\n")
                if time.monotonic() > end:
                    break
    sys.stdout.write("| fault | injected | lost or wrong |\n|---|---:|---:|\n")
    for name, row in rows.items():
        sys.stdout.write(f"| {name} | {row.injected} | {row.wrong} |\n")
    total = Row(*(sum(getattr(row, field) for row in rows.values()) for field in ("injected", "wrong")))
    sys.stdout.write(f"{total.injected} faults, {total.wrong} lost or wrong\n")
    return bool(total.wrong)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, nargs="?", default=600.0)
    parser.add_argument("seed", type=int, nargs="?", default=SEED)
    sys.exit(main(**vars(parser.parse_args())))
