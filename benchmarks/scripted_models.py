"""What a strong and a hostile language model come to over questions with known answers.

    python -m benchmarks.scripted_models INDEX SET.jsonl [--books PREFIX] [--most N] [--speed TOKENS]

No model is needed: a server plays them over HTTP, at so many tokens a second. The *strong* one is shown the
evidence, writes the right answer of the set where the clause that gives it is shown, copies that clause's
sentence where the first is sent back, and says that nothing answers where it is not shown. The *adversary*
never says what is right: it copies sentences of other clauses that share the most words with the
question, changes the numbers of the right one, and is always content with itself.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import monotonic

from benchmarks.lies import other_number
from regulations_agent.agent import Agent
from regulations_agent.evaluation.compare import compare_scores, to_markdown
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.scorers import Score, score
from regulations_agent.language.sentences import sentences
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.model.budget import tokens_in
from regulations_agent.settings import load_settings
from regulations_agent.types.answer import Answer
from regulations_agent.types.events import Drafted, Token
from tests.openai_server import (
    Body,
    Fault,
    ModelServer,
    Say,
    evidence_of,
    fill,
    honest,
    step_of,
    whole,
)

PIECES = 3
"""Sentences of the adversary."""


@dataclass(frozen=True)
class Known:
    """A question with its right answer and the first words of the sentences that give it."""

    item: Item
    starts: tuple[str, ...]

    def gold(self, body: Body) -> dict[int, str]:
        """The pieces that give the answer, each with the sentence that does; those of a gold clause first."""
        found: dict[int, str] = {}
        for number, text in evidence_of(body).items():
            for start in self.starts:
                if (place := text.find(start)) >= 0:
                    found[number] = first_of(text[place:])
        return dict(sorted(found.items(), key=lambda piece: piece[0] not in self.named(body)))

    def named(self, body: Body) -> frozenset[int]:
        """Numbers of the pieces of a gold clause."""
        golds = [gold.rpartition("/")[2] for gold in (*self.item.gold_clauses, *self.item.alt_clauses)]
        labels = re.findall(r"^(\d+) \(([^),]+)", str(body["messages"][1]["content"]), re.M)
        return frozenset(int(n) for n, label in labels if any(label.startswith(gold) for gold in golds))


Play = Callable[[Known, Body], Say]


def sentence(text: str, *pieces: int) -> dict[str, object]:
    return {"text": " ".join(text.split())[:600], "evidence": [*pieces], "expression": None, "item": False}


def form(*said: dict[str, object]) -> dict[str, object]:
    return {"answered": bool(said), "verdict": "none", "sentences": [*said]}


def strong(known: Known, body: Body) -> Say:
    if step_of(body) != "write":
        return honest(body)
    gold = known.gold(body)
    if not gold:
        return fill(body, form())
    number, text = next(iter(gold.items()))
    sent_back = len(body["messages"]) > 2
    return fill(body, form(sentence(text if sent_back else known.item.answer, number)))


def adversary(known: Known, body: Body) -> Say:
    if step_of(body) == "plan":
        return honest(body)
    if step_of(body) == "grade":
        marks = dict.fromkeys(("completeness", "accuracy", "clarity", "specificity"), 10)
        return fill(body, {**marks, "missing": [], "strategy": None})
    shown = evidence_of(body)
    gold, words = known.gold(body), vocabulary(known.item.question)
    others = sorted(
        shown.keys() - gold.keys() - known.named(body), key=lambda n: -len(words & vocabulary(shown[n]))
    )[:PIECES]
    beside = [sentence(first_of(shown[n]), n) for n in others]
    changed = [sentence(lie, n) for n, text in gold.items() if (lie := other_number(text)) != text]
    return fill(body, form(*changed[:1], *beside))


def first_of(text: str) -> str:
    spans = sentences(text)
    return text[spans[0].start : spans[0].end] if spans else text


PLAYS: Mapping[str, Play | None] = {"embedded": None, "strong": strong, "adversary": adversary}


@dataclass(frozen=True)
class Run:
    """What came of one question."""

    score: Score
    requests: int
    first: float
    """Seconds until something checked was shown."""
    shown: bool
    """A model was shown the sentence that gives the answer."""


class Played(ModelServer):
    """A server that needs a model's time for its words, and knows which question is asked."""

    def __init__(self, play: Play, speed: float) -> None:
        self.known: Known | None = None
        super().__init__(lambda body: self._said(play, body, speed))

    def _said(self, play: Play, body: Body, speed: float) -> Fault:
        said = play(self.known, body) if self.known else honest(body)
        return replace(whole(said, body), before=tokens_in(said.text or str(said.calls)) / speed)


def run(questions: Sequence[Known], agent: Agent, server: Played | None) -> Iterator[Run]:
    for known in questions:
        before = len(server.heard) if server else 0
        if server:
            server.known = known
        began, first, answer = monotonic(), 0.0, None
        for event in agent.stream(known.item.question, **known.item.options):
            if isinstance(event.data, Drafted | Token) and not first:
                first = monotonic() - began
            answer = event.data if isinstance(event.data, Answer) else answer
        assert answer is not None
        heard = server.heard[before:] if server else []
        shown = any(known.gold(h.body) for h in heard if h.step == "write")
        yield Run(score(known.item, answer), len(heard), first, shown)


def read_known(file: Path, books: str, most: int) -> list[Known]:
    """Spread evenly over the file."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = [
        Known(item, tuple(row["evidence_starts"]))
        for row, item in zip(rows, read_items(file), strict=True)
        if item.expect == "answer" and row.get("evidence_starts") and re.match(books, str(row.get("book")))
    ]
    return found[:: max(1, len(found) // most)][:most]


def main(given: argparse.Namespace) -> None:
    questions = read_known(given.questions, given.books, given.most)
    base: list[Score] = []
    for name, play in PLAYS.items():
        options: dict[str, object] = {"index": given.index, "keep_runs": False, "engine": "extractive"}
        server = Played(play, given.speed) if play else None
        if server is not None:
            server.__enter__()
            options |= {"engine": "chat", "openai_base_url": server.url, "openai_model": name}
        agent = Agent.open(settings=load_settings(None, **options))
        agent.ask(questions[0].item.question, fresh=True)
        found = list(run(questions, agent, server))
        if server is not None:
            server.__exit__()
        tell(name, found)
        scores = [one.score for one in found]
        if base:
            sys.stdout.write(f"{to_markdown(compare_scores(base, scores))}\n\n")
        base = base or scores


def tell(name: str, found: Sequence[Run]) -> None:
    scores, n = [one.score for one in found], len(found)
    shown = [one.score for one in found if one.shown]
    of_shown = (
        f", {sum(bool(s.right) for s in shown) / len(shown):.3f} of the {len(shown)} shown" if shown else ""
    )
    firsts = sorted(one.first for one in found)
    right, first, five = (
        sum(map(bool, part)) / n for part in zip(*((s.right, s.hit1, s.hit5) for s in scores), strict=True)
    )
    sys.stdout.write(
        f"{name}: right {right:.3f} of {n}{of_shown}, first citation {first:.3f}, among five {five:.3f}; "
        f"{sum(one.requests for one in found) / n:.2f} requests; first words after {median(firsts):.2f} s, "
        f"{firsts[int(0.95 * (n - 1))]:.2f} s in 95 %, all {median(s.seconds for s in scores):.2f} s\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--books", default="", help="A pattern at the start of the book's name.")
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--speed", type=float, default=50.0)
    main(parser.parse_args())
