"""What a small real model does to answers: each question is asked without it, and through llama.cpp's server.

    python -m benchmarks.real_models INDEX SET.jsonl --python LLAMA/bin/python --weights MODEL.gguf
        [--most N] [--keep REPLIES.jsonl]

`--python` has the wheel `xllamacpp`; `make check-model` installs it.

Ends with 1 where an answer is worse than the embedded one, or a sentence of the model stands that nobody has
read and found true. What it wrote and what became of that is printed; `--keep` keeps every reply as it came.
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from regulations_agent.agent import Agent
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.scorers import Score, score
from regulations_agent.settings import load_settings
from tests.openai_server import Body, Fault, ModelServer, step_of

SMALL = {
    "evidence_tokens": 200,
    "model_reply_tokens": 250,
    "model_call_seconds": 600.0,
    "model_seconds": 900.0,
    "answer_seconds": 1200.0,
}
"""Settings for a model that reads some 100 tokens a second."""
START_SECONDS = 120
TRUE: frozenset[str] = frozenset()
"""Sentences of small models about the sample that a person has read and found true: none stands so far."""


@dataclass(frozen=True)
class Heard:
    """A reply as it came."""

    step: str
    status: int
    body: str


@contextmanager
def served(python: Path, weights: Path) -> Iterator[str]:
    """The address of llama.cpp's server on one thread and one slot."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [python, Path(__file__).with_name("llama_server.py"), weights, port]
    process = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        ready = time.monotonic() + START_SECONDS
        while not _answers(f"http://127.0.0.1:{port}/health"):
            if process.poll() is not None or time.monotonic() > ready:
                raise SystemExit(f"No server came up with {weights}.")
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=2):
            return True
    except (URLError, OSError):
        return False


class Between(ModelServer):
    """Passes requests on to a server, and keeps what comes back."""

    def __init__(self, url: str, *, pressed: bool) -> None:
        self.kept: list[Heard] = []
        self.behind, self.pressed = url, pressed
        super().__init__(self._passed)

    def _passed(self, body: Body) -> Fault:
        asked = pressed_to_answer(body) if self.pressed else body
        data, kind = json.dumps(asked).encode(), {"Content-Type": "application/json"}
        try:
            with urlopen(Request(f"{self.behind}/chat/completions", data, kind), timeout=900) as reply:
                status, said = reply.status, reply.read()
        except HTTPError as fault:
            status, said = fault.code, fault.read()
        self.kept.append(Heard(step_of(body), status, said.decode()))
        return Fault(status, said)


def pressed_to_answer(body: Body) -> Body:
    """The request with a form that holds an answer: small models say of themselves that they found none."""
    if step_of(body) != "write":
        return body
    asked = json.loads(json.dumps(body))
    schema = asked["response_format"]["json_schema"]["schema"]
    schema["x-guidance"] = {"whitespace_flexible": False}
    schema["properties"]["answered"] = {"type": "boolean", "enum": [True]}
    schema["properties"]["sentences"] |= {"minItems": 1, "maxItems": 2}
    schema["properties"]["sentences"]["items"]["properties"]["text"] = {
        "type": "string", "minLength": 25, "maxLength": 120
    }  # fmt: skip
    return dict(asked)


def sentences_of(body: str) -> list[str]:
    """The sentences that a reply proposes for an answer."""
    try:
        form = json.loads(json.loads(body)["choices"][0]["message"]["content"])
        return [str(sentence["text"]) for sentence in form["sentences"]]
    except (ValueError, KeyError, TypeError):
        return []


def worse(own: Score, made: Score) -> bool:
    """Of two scores of one question the second is lower in something that a reader needs."""
    lost = (own.right and not made.right, own.hit1 and not made.hit1, own.hit5 and not made.hit5)
    return (
        any(lost)
        or (made.facts or 0) < (own.facts or 0)
        or made.forbidden > own.forbidden
        or made.declined > own.declined
    )


def asked(item: Item, embedded: Agent, agent: Agent, model: Between) -> bool:
    """Asks both, tells what became of what the model wrote; False where the answer is not as it should be."""
    model.kept.clear()
    own, made = (one.try_ask(item.question, **item.options) for one in (embedded, agent))
    before, after = score(item, own), score(item, made)
    good = not worse(before, after) and not model.complaints
    sys.stdout.write(
        f"{item.id} {'kept' if good else 'WORSE'}: {made.engine}, right {before.right} and {after.right}, "
        f"{len(model.kept)} replies of {made.usage.output_tokens} tokens, {own.seconds:.2f} s and "
        f"{made.seconds:.1f} s\n"
    )
    for text in dict.fromkeys(text for heard in model.kept for text in sentences_of(heard.body)):
        stands = text in made.answer and text not in own.answer
        unread = stands and text not in TRUE
        good = good and not unread
        became = "stands, and nobody has read it" if unread else "stands" if stands else "not shown"
        sys.stdout.write(f"    {became}: {text}\n")
    sys.stdout.flush()
    return good


def main(given: argparse.Namespace) -> int:
    items = read_items(given.questions)
    items = items[:: max(1, len(items) // given.most)][: given.most]
    options: dict[str, object] = {"index": given.index, "keep_runs": False}
    embedded = Agent.open(settings=load_settings(None, **options, engine="extractive"))
    bad: list[str] = []
    with served(given.python, given.weights) as url, Between(url, pressed=given.pressed) as model:
        options |= {"engine": "chat", "openai_base_url": model.url, "openai_model": given.weights.stem}
        agent = Agent.open(settings=load_settings(None, **options, **SMALL))
        for item in items:
            bad += [] if asked(item, embedded, agent, model) else [item.id]
            if given.keep:
                rows = ({"model": given.weights.stem, "id": item.id, **vars(heard)} for heard in model.kept)
                with given.keep.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    sys.stdout.write(
        f"{len(bad)} of {len(items)} answers not as they should be: {', '.join(bad) or 'none'}\n"
    )
    return int(bool(bad))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--pressed", action="store_true", help="The server holds it to an answer.")
    sys.exit(main(parser.parse_args()))
