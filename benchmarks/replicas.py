"""Several `serve` processes over one PostgreSQL, killed again and again while clients ask, pause, approve.

`python -m benchmarks.replicas INDEX postgresql://... [QUESTIONS [SECONDS]]` prints what was lost, doubled or
torn (nothing), and fails otherwise; the database must be empty. Every answer waits for a release, given to
whatever replica.
"""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from regulations_agent.graph.runs.checkpoints import open_checkpoints
from regulations_agent.memory.store import RunStore
from regulations_agent.settings import Settings

ASKED = (
    "What is the deposit for a protest?",
    "What is the speed limit in the pit lane?",
    "Who decides on a protest?",
    "What happens if a car is released unsafely?",
)
REPLICAS, CLIENTS = 3, 8
SETTINGS = {
    "APPROVAL_ANSWER": "true", "RECALL": "false", "REQUESTS_PER_MINUTE": "100000", "ENGINE": "extractive",
}  # fmt: skip


class Replica:
    """One server at a port of its own, started again whenever it was killed."""

    def __init__(self, index: Path, history: str, settings: Mapping[str, str] = SETTINGS) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [sys.executable, "-m", "regulations_agent", "serve", "--index", str(index)]
        self._command += ["--port", str(self.port)]
        told = {**settings, "HISTORY": history}
        self._env = os.environ | {f"REGULATIONS_AGENT_{name}": value for name, value in told.items()}
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, env=self._env, stderr=subprocess.DEVNULL)

    def answers(self) -> bool:
        """It has come up since it was started."""
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=5).is_success
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Client:
    """Sees a question through to its released answer, by any replica that answers."""

    def __init__(self, replicas: list[Replica]) -> None:
        self._replicas, self._http = replicas, httpx.Client(timeout=60)
        self.failures = 0

    def see_through(self, number: int) -> str:
        """The id of the run."""
        question = f"{ASKED[number % len(ASKED)]} ({number}.)"
        while True:
            reply = self._sent("GET", "/runs", params={"search": f"({number}.)"})
            if reply is None:
                continue
            runs = reply.json()
            if not runs:
                self._sent("POST", "/ask", json={"question": question})
            elif runs[0]["status"] in ("done", "failed"):
                return str(runs[0]["run_id"])
            else:
                word = "approve" if runs[0]["status"] == "waiting" else "resume"
                self._sent("POST", f"/runs/{runs[0]['run_id']}/{word}")

    def _sent(
        self, method: str, path: str, *, params: Mapping[str, str] | None = None, json: object = None
    ) -> httpx.Response | None:
        """None where the replica was killed, or another is at work on the run."""
        port = random.choice(self._replicas).port
        try:
            url = f"http://127.0.0.1:{port}{path}"
            reply = self._http.request(method, url, params=params, json=json)
        except httpx.TransportError:
            self.failures += 1
            time.sleep(0.2)
            return None
        if reply.status_code >= 400:
            time.sleep(0.5)
            return None
        return reply


def check(history: str, questions: int) -> list[str]:
    """One sentence for each thing that was lost, doubled or torn."""
    runs = RunStore.open(Settings(history=history))
    listed = runs.list(limit=10 * questions)
    asked = [run.question for run in listed]
    wrong = (
        [f"{len(asked)} runs of {len(set(asked))} questions, not {questions}"]
        if len(asked) != questions
        else []
    )
    for run in listed:
        answer = runs.get(run.run_id).answer
        count = "SELECT count(*) AS n FROM decisions WHERE run_id = ?"
        if (
            answer is None
            or not answer.ok
            or runs.database.read(count, (run.run_id,))[0]["n"] != len(answer.steps)
        ):
            wrong.append(f"{run.run_id} ({run.question}) is {run.status}")
    open_checkpoints(runs.database)  # as the next process does, which removes what the last kills left
    left = runs.database.read("SELECT count(*) AS n FROM checkpoints")[0]["n"]
    return wrong + ([f"{left} checkpoints are left"] if left else [])


def main(index: Path, history: str, questions: int = 600, seconds: float = 20.0) -> int:
    replicas, done, kills = [Replica(index, history) for _ in range(REPLICAS)], threading.Event(), 0
    client, began = Client(replicas), time.monotonic()

    def torment() -> None:
        nonlocal kills
        while not done.wait(seconds):
            # one that starts is left alone: on a busy machine that takes longer than a round
            if not (up := [replica for replica in replicas if replica.answers()]):
                continue
            victim = random.choice(up)
            victim.kill()
            kills += 1
            victim.start()

    tormentor = threading.Thread(target=torment)
    tormentor.start()
    try:
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(client.see_through, range(questions)))
    finally:
        done.set()
        tormentor.join()
        for replica in replicas:
            replica.kill()
    wrong = check(history, questions)
    took = time.monotonic() - began
    told = f"{questions} questions, {kills} kills, {client.failures} broken requests, {took:.0f} s"
    sys.stdout.write(f"{told}; wrong: {wrong}\n")
    return bool(wrong)


if __name__ == "__main__":
    index, history, *rest = sys.argv[1:]
    sys.exit(main(Path(index), history, *(int(number) for number in rest)))
