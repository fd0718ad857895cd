"""Fits the chances of `reasoning/choosing/chances.json` to questions whose answers are known.

    python -m benchmarks.fit_chances INDEXES SET.jsonl... [--choose SET.jsonl...]
        [--written INDEXES2 ROWS.jsonl] [--only MODEL...] [--write]

INDEXES holds an index of each book, by the name that a question's `book` gives; books whose name begins with
`fia`, and questions without one, are asked of `INDEXES/fia`. ROWS are those of `eval/training` over the
indexes of INDEXES2: they say whether a question is answered, not what a right answer holds. Logistic
regression with a quadratic penalty on standardised features, written in their own units; the sets after
`--choose` are only measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.strangers import placed
from regulations_agent.agent import Agent
from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.scorers import names, score
from regulations_agent.graph.ask import Options
from regulations_agent.reasoning.choosing import chances
from regulations_agent.reasoning.choosing.evidence import features_of
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.settings import load_settings
from regulations_agent.types.answer import Answer
from regulations_agent.types.run import Draft, Grade, Question, ToolResult

OUT = Path(chances.__file__).with_name(chances.WEIGHTS_FILE)
PENALTY = 3.0
CHANCE_OF_A_SEVEN = 0.6
"""Chance of being right from which an answer passes; below it another round looks for more."""
LEAST = {"in_scope": 0.4, "answerable": 0.35}
QUESTION = ("fused", "lead", "cosine", "missed", "words", "size", "stranger", "off_topic")
USED = {
    "in_scope": QUESTION,
    "answerable": ("any", "cosine", "lead", "size", "unit_lacks", "words"),
    "right": ("sentence", "meaning", "margin", "logit", "logits", "any", "citations", "length", "amount"),
}
Array = npt.NDArray[np.float64]


@dataclass
class Seen:
    """A question with its evidence and how it ended."""

    set: str
    book: str
    expect: str
    features: dict[str, float]
    right: bool
    known: bool
    """The index names its gold clause as the question does: else it says nothing of what is right."""


class Watching(Extractive):
    """The engine, keeping what each draft was made from; it answers whatever it finds."""

    features: dict[str, float] | None = None

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:
        reading, ranked = self.ranked(question, results)
        self.features = features_of(reading, ranked, draft, self.library) if ranked else None
        return super().grade(question, draft, results)


class Asking:
    """Agents over the indexes of a folder, opened once each."""

    def __init__(self, indexes: Path) -> None:
        self.indexes, self.agents = indexes, dict[str, tuple[Agent, Watching]]()
        self.numbers = dict[str, set[str]]()

    def agent(self, name: str) -> tuple[Agent, Watching]:
        if name not in self.agents:
            settings = load_settings(None, index=self.indexes / name, max_iterations=1)
            agent = Agent.open(settings=settings)
            watching = Watching(agent.library, agent.tools, settings)
            self.agents[name] = (Agent.open(settings=settings, reasoner=watching), watching)
        return self.agents[name]

    def seen(self, questions: Path) -> Iterator[Seen]:
        for row, name, item in placed(self.indexes, questions):
            if row.get("use") != "measure":
                yield from self._asked(questions.stem, name, item)

    def written(self, rows: Path) -> Iterator[Seen]:
        """Questions of the training rows, of which it is known only whether their clause answers them."""
        for row in map(json.loads, rows.read_text(encoding="utf-8").splitlines()):
            for expect, said in (("answer", "answered"), ("abstain", "near")):
                for question in row[said] if (self.indexes / row["book"]).exists() else ():
                    _, features = self._features(row["book"], question)
                    if features:
                        yield Seen(rows.stem, row["book"], expect, features, right=False, known=False)

    def _asked(self, set_name: str, name: str, item: Item) -> Iterator[Seen]:
        answer, features = self._features(name, item.question, item.options)
        if features:
            right = bool(score(item, answer).right)
            yield Seen(set_name, name, item.expect, features, right, right or self._knows(name, item))

    def _features(
        self, name: str, question: str, options: Options | None = None
    ) -> tuple[Answer, dict[str, float]]:
        agent, watching = self.agent(name)
        watching.features = None
        answer = agent.try_ask(question, **(options or {}))
        if watching.features is not None:
            return answer, watching.features
        reading = watching.read(Question(question))  # declined before a rule was read
        return answer, chances.question_features(reading, agent.library)

    def _knows(self, name: str, item: Item) -> bool:
        """A set names clauses as they were read when it was written."""
        if name not in self.numbers:
            library = self.agents[name][0].library
            self.numbers[name] = {
                c.number for d in library.documents for c in library.clauses(d.id) if c.number
            }
        golds = [gold for gold in (*item.gold_clauses, *item.alt_clauses) if gold.startswith("//")]
        return not golds or any(names(("", n), gold) for n in self.numbers[name] for gold in golds)


def fitted(x: Array, y: Array) -> tuple[Array, float]:
    """Coefficients and intercept in the units of `x`, by Newton steps."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    penalty = np.diag([PENALTY] * x.shape[1] + [1e-6])
    b = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ b))
        slope = z.T @ (p - y) + penalty @ b
        b -= np.linalg.solve((z * (p * (1 - p))[:, None]).T @ z + penalty, slope)
    raw = b[:-1] / spread
    return raw, float(b[-1] - (raw * mean).sum())


def auroc(chance: Array, y: Array) -> float:
    good, bad = chance[y > 0][:, None], chance[y == 0][None, :]
    return float(((good > bad) + 0.5 * (good == bad)).mean()) if good.size and bad.size else float("nan")


def wanted(model: str, seen: Seen) -> bool:
    """What the model should say of a question."""
    if model == "in_scope":
        return seen.expect in ("answer", "abstain")
    return seen.expect == "answer" and (model == "answerable" or seen.right)


def matrix(model: str, every: Sequence[Seen]) -> tuple[Array, Array]:
    seen = [s for s in every if s.known or model != "right"]
    x = np.array([[s.features.get(name, 0.0) for name in USED[model]] for s in seen])
    return x, np.array([float(wanted(model, s)) for s in seen])


def report(model: str, raw: Array, intercept: float, seen: Sequence[Seen], label: str) -> None:
    x, y = matrix(model, seen)
    if not len(x):
        return
    chance = 1 / (1 + np.exp(-(x @ raw + intercept)))
    say(f"  {label}: n {len(y)}, AUROC {auroc(chance, y):.3f}")
    for least in (0.2, 0.3, 0.4, 0.5, 0.6) if model != "right" else ():
        low = chance < least
        say(f"    below {least}: no {low[y == 0].mean():.2f}, yes {low[y > 0].mean():.3f}")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--choose", nargs="*", type=Path, default=[])
    parser.add_argument("--written", nargs=2, type=Path, metavar=("INDEXES2", "ROWS"))
    parser.add_argument("--write", action="store_true", help=f"replace {OUT.name}")
    parser.add_argument("--only", nargs="*", choices=sorted(USED), default=sorted(USED), help="models to fit")
    args = parser.parse_args()
    asking = Asking(args.indexes)
    fit = [s for path in args.sets for s in asking.seen(path)]
    fit += Asking(args.written[0]).written(args.written[1]) if args.written else []
    chosen = [s for path in args.choose for s in asking.seen(path)]
    record = json.loads(OUT.read_text(encoding="utf-8"))
    models: dict[str, dict[str, float]] = record["models"]
    for model in args.only:
        used = USED[model]
        raw, intercept = fitted(*matrix(model, fit))
        say(f"{model}: {dict(zip(used, np.round(raw, 2).tolist(), strict=True))}")
        report(model, raw, intercept, fit, "fitted to")
        report(model, raw, intercept, [s for s in chosen if s.book == "fia"], "chosen by, FIA")
        report(model, raw, intercept, [s for s in chosen if s.book != "fia"], "chosen by, others")
        models[model] = {"intercept": round(intercept, 4)}
        models[model] |= {n: round(float(v), 4) for n, v in zip(used, raw, strict=True)}
    if args.write:
        sets = " ".join(path.name for path in args.sets)
        sets += f" --written INDEXES2 {args.written[1].name}" if args.written else ""
        made = {"made_by": f"python -m benchmarks.fit_chances INDEXES {sets}", "questions": len(fit)}
        record["fitted"] |= dict.fromkeys(args.only, made)
        record |= {"chance_of_a_seven": CHANCE_OF_A_SEVEN, "least": LEAST}
        OUT.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
