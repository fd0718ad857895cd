"""Kills without end: of `ingest` with a reader beside it, and of a process that answers with checkpoints.

`python -m benchmarks.kills ingest [KILLS]` and `... ask [KILLS [QUESTIONS]]` print one line each, and fail
when an answer was wrong or anything was lost.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from benchmarks.killed import timeless
from benchmarks.replicas import ASKED as ALSO_ASKED
from benchmarks.warm import Delays, command_line, end_with_parent, ended_early, nursery
from regulations_agent import Agent, Settings
from regulations_agent.answer.render import to_dict
from regulations_agent.doors.desk import Desk
from regulations_agent.index.building.build import ingest, remove
from regulations_agent.index.storage.files import collect_garbage, read_manifest
from regulations_agent.index.store import open_index, verify
from regulations_agent.memory.store import RunStore

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "corpus/sample"
NEW, NEW_ID = "2019_financial_issue01.pdf", "2019/financial@1"
"""The document that is read again and again; with it answers change."""
ASKED = (
    "What is the cost cap?",
    "When are the accounts to be submitted?",
    "What is the deposit for a protest?",
)
SEED = 21


def settings_of(index: Path, history: Path) -> Settings:
    """On a busy machine a limit of time, not a fault, would be what makes two answers differ."""
    return Settings(
        index=index, history=history, recall=False, engine="extractive",
        tool_timeout_seconds=600.0, answer_seconds=3600.0,
    )  # fmt: skip


def facts(answer: object) -> object:
    """An answer without what differs between two runs of one question."""
    told = timeless(to_dict(answer))
    assert isinstance(told, dict)
    return {name: value for name, value in told.items() if name not in ("thread_id", "index_name")}


def read_into(index: Path, *names: str) -> Path:
    report = ingest([SAMPLE / name for name in names], index, Settings(), workers=1)
    assert not report.failed
    return index


@dataclass
class Reader:
    """Asks the index as a server does, all the time, and compares with what is right for it."""

    index: Path
    right: dict[str, dict[str, object]]
    """Answers by the hash of the index and the question."""
    answers: int = 0
    wrong: list[str] = field(default_factory=list)
    pause: threading.Lock = field(default_factory=threading.Lock)
    over: threading.Event = field(default_factory=threading.Event)

    def read(self) -> None:
        desk = Desk(settings_of(self.index, self.index.parent / "reader.sqlite"))
        while not self.over.is_set():
            for question in ASKED:
                with self.pause:
                    answer = desk.agent().ask(question, fresh=True)
                time.sleep(0.5)  # so that who waits for the pause gets it
                self.answers += 1
                if facts(answer) != self.right[answer.index][question]:
                    self.wrong.append(f"{question}: {answer.text[:80]}")


def left_in(index: Path) -> set[Path]:
    """What killed builds left."""
    return {*index.glob(".build-*"), *(index / "files").glob(".*")}


def killed_ingestion(folder: Path, kills: int) -> list[str]:
    old = read_into(folder / "old", *(path.name for path in SAMPLE.glob("*.pdf") if path.name != NEW))
    new = read_into(Path(shutil.copytree(old, folder / "new")), NEW)
    right = {}
    for index in (old, new):
        agent = Agent.open(settings=settings_of(index, folder / "right.sqlite"))
        right[agent.library.hash] = {question: facts(agent.ask(question, fresh=True)) for question in ASKED}
    live, context = Path(shutil.copytree(old, folder / "live")), nursery()
    arguments = ["ingest", str(SAMPLE / NEW), "--index", str(live), "--workers", "1"]

    def build() -> BaseProcess:
        process = context.Process(target=command_line, args=(arguments, {}, folder / "said"))
        process.start()
        return process

    reader, delays, count = Reader(live, right), Delays(random.Random(SEED), 10.0), Counter[str]()
    thread = threading.Thread(target=reader.read)
    thread.start()
    wrong, before = [], set[Path]()
    try:
        while count["kills"] < kills:
            if read_manifest(live).hash == read_manifest(new).hash:
                with reader.pause:
                    remove([NEW_ID], live)
                    collect_garbage(live)
            before = left_in(live)
            count["kills"] += delays.ended(build())
            after = left_in(live)
            count["left scratch"] += bool(after - before)
            count["not swept at once"] += bool(after & before)
            if open_index(live).hash not in right:  # every file is checked
                wrong.append(f"after kill {count['kills']}: {verify(live)}")
            sys.stderr.write(f"\r{count['kills']}")
    finally:
        reader.over.set()
        thread.join()
    build().join()
    left = left_in(live)
    same = read_manifest(live).hash == read_manifest(new).hash and not verify(live)
    told = f"{count['kills']} kills, {reader.answers} answers read, {len(reader.wrong)} wrong"
    told += f", {len(wrong)} half indexes, scratch left by {count['left scratch']}"
    told += f", by the next build {len(left)}; the last build is {'' if same else 'NOT '}that of a fresh one"
    sys.stdout.write(f"{told}\n")
    return reader.wrong + wrong + [str(path) for path in left] + ([] if same else ["another index"])


def answering(index: Path, history: Path, questions: list[str], diary: Path) -> None:
    """Goes on with what was cut off, then with what nobody asked yet."""
    end_with_parent()
    agent = Agent.open(settings=settings_of(index, history))
    for run in agent.runs.list(status="running", limit=10 * len(questions)):
        agent.resume(run.run_id)
        with diary.open("a", encoding="utf-8") as file:
            file.write(f"{run.run_id}\n")
    asked = {run.thread_id for run in agent.runs.list(limit=10 * len(questions))}
    for number, question in enumerate(questions):
        if str(number) not in asked:
            agent.ask(question, thread=str(number))


def killed_answers(folder: Path, kills: int, questions: int) -> list[str]:
    index = read_into(folder / "index", *(path.name for path in SAMPLE.glob("*.pdf")))
    lines = tuple(dict.fromkeys((*ASKED, *ALSO_ASKED)))
    asked = [lines[number % len(lines)] for number in range(questions)]
    agent = Agent.open(settings=settings_of(index, folder / "right.sqlite"))
    right = {line: facts(agent.ask(line, fresh=True)) for line in lines}
    history, diary, context = folder / "history.sqlite", folder / "diary", nursery()
    store, chance, count = RunStore.open(Settings(history=history)), random.Random(SEED), 0
    began, done, pace = time.monotonic(), 0, 1.0
    while True:
        process = context.Process(target=answering, args=(index, history, asked, diary))
        process.start()
        since, left = time.monotonic(), (questions - done) / max(1, kills - count)
        if not ended_early(process, chance.uniform(0.0, 1.2 * pace * left) if count < kills else 36_000.0):
            break
        now = store.database.read("SELECT count(*) AS n FROM runs")[0]["n"]
        pace = (time.monotonic() - since) / (now - done) if now > done else pace
        count, done = count + 1, now
        sys.stderr.write(f"\r{count} kills, {done} questions ")
    wrong = checked(store, asked, right)
    resumed = diary.read_text(encoding="utf-8").splitlines() if diary.exists() else []
    told = f"{questions} questions, {count} kills, {len(set(resumed))} runs cut off and resumed"
    sys.stdout.write(f"{told}, {len(wrong)} lost, doubled or other; {time.monotonic() - began:.0f} s\n")
    return wrong + ([] if count >= kills else [f"{count} kills"])


def checked(store: RunStore, asked: list[str], right: dict[str, object]) -> list[str]:
    """One sentence for each question that was lost, asked twice, or answered otherwise."""
    from regulations_agent.graph.checkpoints import open_checkpoints

    runs = {run.thread_id: run for run in store.list(limit=10 * len(asked))}
    numbers = [row["seq"] for row in store.database.read("SELECT seq FROM runs ORDER BY seq")]
    wrong = (
        []
        if numbers == list(range(1, len(asked) + 1))
        else [f"{len(numbers)} runs, numbered to {numbers[-1]}"]
    )
    for number, question in enumerate(asked):
        answer = store.get(runs[str(number)].run_id).answer if str(number) in runs else None
        if answer is None or facts(answer) != right[question]:
            wrong.append(f"{number}: {question}")
            continue
        steps = "SELECT count(*) AS n FROM decisions WHERE run_id = ?"
        if store.database.read(steps, (answer.run_id,))[0]["n"] != len(answer.steps):
            wrong.append(f"{number}: steps")
    open_checkpoints(store.database)  # sweeps what was left of runs that have ended
    left = store.database.read("SELECT count(*) AS n FROM checkpoints")[0]["n"]
    return wrong + ([f"{left} checkpoints are left"] if left else [])


def main(what: str, *numbers: str) -> int:
    with tempfile.TemporaryDirectory() as place:
        given = [int(number) for number in numbers]
        if what == "ingest":
            wrong = killed_ingestion(Path(place), *(given or [200]))
        else:
            kills, questions = (*given, *(100, 1000)[len(given) :])
            wrong = killed_answers(Path(place), kills, questions)
    for line in wrong:
        sys.stdout.write(f"wrong: {line}\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
