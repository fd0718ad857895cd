"""Fits the two chances of `reasoning/assurance.json` to question sets, each set left out in turn to measure.

    python benchmarks/fit_assurance.py QUESTIONS.jsonl=INDEX [QUESTIONS.jsonl=INDEX ...] [--write]

Logistic regression with a quadratic penalty on standardised features, written in the units of the features.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
import numpy.typing as npt

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.evaluation.dataset import read_items
from regulations_agent.evaluation.scorers import cited_clauses, names, score
from regulations_agent.reasoning import assurance
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.settings import load_settings
from regulations_agent.types.answer import Citation
from regulations_agent.types.run import Draft, Grade, Question, ToolResult

OUT = Path(assurance.__file__).with_name(assurance.WEIGHTS_FILE)
PENALTY = 10.0
EVEN_MARK = 2 / 3
"""Share of a mark from 1 to 10 that an even chance of being right is worth: a 7."""
UNANSWERABLE, MISSED = 3.0, 0.3
"""What a question without an answer counts, and one whose rule was missed, against one that was found."""
RIGHT = (
    "found_margin", "margin", "score", "kind", "parts", "broad", "words", "close", "unit_lacks", "penalty",
    "length", "citations", "leads",
)  # fmt: skip
Array = npt.NDArray[np.float64]


@dataclass
class Seen:
    """A question with its evidence and how it ended."""

    group: str
    features: dict[str, float]
    answerable: bool
    supported: bool
    right: bool
    answered: bool


class Watching(Extractive):
    """The engine, keeping what the last draft was made from."""

    features: dict[str, float] | None = None
    rules: tuple[Citation, ...] = ()

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:
        reading, ranked = self.ranked(question, results)
        self.features = None
        if ranked:
            first = ranked[0]
            evidence = assurance.features(reading, ranked, self.library)
            self.features = {**evidence, **assurance.draft_features(draft)}
            self.rules = tuple(cite(first.rule.hit(c)) for c in (first.best.clause, first.rule.root))
        return super().grade(question, draft, results)


def watched(questions: Path, index: Path) -> Iterator[Seen]:
    """Every question of a file that reached a draft, answered in one round."""
    settings = load_settings(None, index=index, max_iterations=1)
    agent = Agent.open(settings=settings)
    watching = Watching(agent.library, agent.tools, settings)
    agent = Agent.open(settings=settings, reasoner=watching)
    for item in read_items(questions):
        watching.features = None
        answer = agent.try_ask(item.question, **item.options)
        if watching.features is None:
            continue
        golds = (*item.gold_clauses, *item.alt_clauses)
        cited = cited_clauses(watching.rules, item.documents)
        found = any(names(c, gold) for c in cited for gold in golds)
        marks = score(item, answer)
        yield Seen(
            questions.stem, watching.features, marks.answerable, marks.answerable and found,
            bool(marks.right), not marks.declined,
        )  # fmt: skip


def fitted(x: Array, y: Array, weights: Array) -> tuple[Array, float]:
    """Coefficients and intercept in the units of `x`, by Newton steps."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    penalty = np.diag([PENALTY] * x.shape[1] + [1e-6])
    b = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ b))
        slope = z.T @ (weights * (p - y)) + penalty @ b
        b -= np.linalg.solve((z * (weights * p * (1 - p))[:, None]).T @ z + penalty, slope)
    raw = b[:-1] / spread
    return raw, float(b[-1] - (raw * mean).sum())


def left_out(x: Array, y: Array, weights: Array, groups: Sequence[str]) -> Array:
    """The chance of each question from a model that never saw its set."""
    chance = np.zeros(len(y))
    of = np.array(groups)
    for group in sorted(set(groups)):
        raw, intercept = fitted(x[of != group], y[of != group], weights[of != group])
        chance[of == group] = 1 / (1 + np.exp(-(x[of == group] @ raw + intercept)))
    return chance


def auroc(chance: Array, y: Array) -> float:
    good, bad = chance[y > 0][:, None], chance[y == 0][None, :]
    return float(((good > bad) + 0.5 * (good == bad)).mean()) if good.size and bad.size else float("nan")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", metavar="QUESTIONS=INDEX")
    parser.add_argument("--write", action="store_true", help=f"replace {OUT.name}")
    args = parser.parse_args()
    pairs = [text.rsplit("=", 1) for text in args.sets]
    seen = [s for questions, index in pairs for s in watched(Path(questions), Path(index))]
    models = {
        "supported": _report("supported", [s for s in seen if not s.features["named"]]),
        "right": _report("right", [s for s in seen if s.answerable and s.answered]),
    }
    if args.write:
        made = "python benchmarks/fit_assurance.py QUESTIONS.jsonl=INDEX ... --write"
        power = round(log(EVEN_MARK) / log(0.5), 4)
        known = {"made_by": made, "questions": len(seen), "even_chance_power": power, "models": models}
        text = json.dumps(known, indent=1)
        OUT.write_text(text + "\n", encoding="utf-8")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _report(label: str, seen: Sequence[Seen]) -> dict[str, float]:
    """The model of a label, fitted to all; prints how it does on sets it did not see."""
    extra = set(assurance.draft_features(Draft("")))
    used = RIGHT if label == "right" else tuple(sorted(set(seen[0].features) - extra - {"named"}))
    x = np.array([[s.features[name] for name in used] for s in seen])
    y = np.array([float(getattr(s, label)) for s in seen])
    weights = np.ones(len(seen))
    if label == "supported":
        weights = np.array(
            [UNANSWERABLE if not s.answerable else 1.0 if s.supported else MISSED for s in seen]
        )
    chance = left_out(x, y, weights, [s.group for s in seen])
    groups = sorted({s.group for s in seen})
    parts = {g: round(auroc(*(v[[s.group == g for s in seen]] for v in (chance, y))), 3) for g in groups}
    _say(f"{label}: AUROC on sets left out {auroc(chance, y):.3f} {parts}")
    if label == "supported":
        closed = np.array([not s.answerable for s in seen])
        for least in (0.2, 0.25, 0.3, 0.35, 0.4):
            low = chance < least
            _say(
                f"  below {least}: unanswerable {low[closed].mean():.2f}, supported {low[y > 0].mean():.3f}, "
                f"answerable {low[~closed].mean():.3f}"
            )
    raw, intercept = fitted(x, y, weights)
    return {
        "intercept": round(intercept, 4),
        **{n: round(float(v), 4) for n, v in zip(used, raw, strict=True)},
    }


if __name__ == "__main__":
    sys.exit(main())
