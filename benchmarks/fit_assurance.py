"""Fits the two chances of `reasoning/assurance.json` to question sets, each set left out in turn to measure.

    python benchmarks/fit_assurance.py QUESTIONS.jsonl=INDEX [QUESTIONS.jsonl=INDEX ...] [--write]

Logistic regression with a quadratic penalty on standardised features, written in the units of the features.
Each question is also asked with its rule taken away: what is best then is what one without an answer finds.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.evaluation.dataset import Item, Source, read_items
from regulations_agent.evaluation.scorers import cited_clauses, names, score
from regulations_agent.reasoning import assurance
from regulations_agent.reasoning.evidence import Ranked, rank
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.reading import Reading
from regulations_agent.reasoning.rules import root_of
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import load_settings
from regulations_agent.types.run import Draft, Grade, Hit, Question, ToolResult
from regulations_agent.versions.difference import similarity

OUT = Path(assurance.__file__).with_name(assurance.WEIGHTS_FILE)
PENALTY = {"supported": 5.0, "right": 5.0}
CHANCE_OF_A_SEVEN = 0.6
"""Chance of being right from which an answer passes; below it another round looks for more."""
UNANSWERABLE, MISSED, TAKEN, LEARNT = 3.0, 0.3, 1.0, 0.5
"""What counts, against a question whose rule was found, one without an answer, one whose rule was missed, one
whose rule was taken away, and a share for one that the turn of questions (design 011) was learned from."""
SAME_RULE, SAME_SENTENCE = 0.35, 0.5
"""Shares of common words from which a rule, or one of its clauses, says what the one taken away said."""
BROAD = ("compare", "summary", "list")
MOST_GOLDS = 3
"""Clauses of a question whose rule is taken away; one with more can be answered without some of them."""
SUPPORTED = (
    "amount", "close", "close_placed", "elsewhere", "found_margin", "own", "parts", "row", "score",
    "sought_alone", "sought_placed", "spoken_of", "unit_lacks", "unknown", "unspoken",
)  # fmt: skip
RIGHT = (
    "found_margin", "margin", "score", "kind", "parts", "broad", "words", "close", "unit_lacks", "penalty",
    "sought_placed", "own", "length", "citations", "leads",
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
    learnt: bool = False
    """The turn of questions was learned from it; no facts of its answer are known."""
    taken: bool = False
    """Its rule was taken away: the best of the others is one beside the point."""


class Watching(Extractive):
    """The engine, keeping what the last draft was made from."""

    seen: tuple[Reading, Sequence[ToolResult], Sequence[Ranked]] | None = None
    features: dict[str, float] | None = None

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:
        reading, ranked = self.ranked(question, results)
        self.seen = (reading, results, ranked) if ranked else None
        if ranked:
            evidence = assurance.features(reading, ranked, self.library)
            self.features = {**evidence, **assurance.draft_features(draft)}
        return super().grade(question, draft, results)


def training_items(rows: Sequence[dict[str, Any]]) -> Iterator[Item]:
    """Of training questions (`question, season, section, issue, clause`)."""
    for row in rows:
        source = Source(season=row["season"], section=row["section"], issue=row["issue"])
        book = row["section"] if row["season"] is None else f"{row['season']}/{row['section']}"
        yield Item(question=row["question"], documents=(source,), gold_clauses=(f"{book}/{row['clause']}",))


def watched(questions: Path, index: Path) -> Iterator[Seen]:
    """Every question of a file that reached a draft, answered in one round, and again without its rule."""
    settings = load_settings(None, index=index, max_iterations=1)
    agent = Agent.open(settings=settings)
    watching = Watching(agent.library, agent.tools, settings)
    agent = Agent.open(settings=settings, reasoner=watching)
    held = {(d.season, d.section) for d in agent.library.documents}
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines() if line.strip()]
    learnt = "clause" in rows[0]
    for item in training_items(rows) if learnt else read_items(questions):
        watching.seen = None
        if any((d.season, d.section) not in held for d in item.documents):
            continue
        answer = agent.try_ask(item.question, **item.options)
        if watching.seen is None or watching.features is None:
            continue
        reading, results, ranked = watching.seen
        expected = item.expect == "answer"
        first, golds = ranked[0], (*item.gold_clauses, *item.alt_clauses)
        found = any(_is_gold(first.rule.hit(c), item, golds) for c in (first.best.clause, first.rule.root))
        marks = score(item, answer)
        yield Seen(
            questions.stem, watching.features, expected, expected and found, bool(marks.right),
            not marks.declined, learnt,
        )  # fmt: skip
        if (
            expected
            and 0 < len(golds) <= MOST_GOLDS
            and reading.ask.form not in BROAD
            and not first.rule.named
        ):
            left = _without(results, item, golds, agent.library)
            if left and (others := rank(reading, left, agent.library)):
                evidence = assurance.features(reading, others, agent.library)
                yield Seen(questions.stem, evidence, False, False, False, False, learnt, taken=True)


def _is_gold(hit: Hit, item: Item, golds: Sequence[str]) -> bool:
    return any(names(c, gold) for c in cited_clauses((cite(hit),), item.documents) for gold in golds)


def _without(
    results: Sequence[ToolResult], item: Item, golds: Sequence[str], library: Retriever
) -> list[ToolResult]:
    """The results without the rules that answer and those that say the same; none where none was found."""
    hits = [hit for r in results if r.output for hit in r.output.hits]
    gone = [root_of(hit.clause, library) for hit in hits if _is_gold(hit, item, golds)]
    texts, numbers = [library.full_text(clause) for clause in gone], {clause.number for clause in gone}

    def stays(hit: Hit) -> bool:
        root = root_of(hit.clause, library)
        said = (library.full_text(root), SAME_RULE), (hit.clause.text, SAME_SENTENCE)
        return root.number not in numbers and all(similarity(t, g) < most for t, most in said for g in texts)

    return [
        replace(r, output=replace(r.output, hits=tuple(filter(stays, r.output.hits)))) if r.output else r
        for r in results
        if gone
    ]


def fitted(x: Array, y: Array, weights: Array, strength: float) -> tuple[Array, float]:
    """Coefficients and intercept in the units of `x`, by Newton steps."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    penalty = np.diag([strength] * x.shape[1] + [1e-6])
    b = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ b))
        slope = z.T @ (weights * (p - y)) + penalty @ b
        b -= np.linalg.solve((z * (weights * p * (1 - p))[:, None]).T @ z + penalty, slope)
    raw = b[:-1] / spread
    return raw, float(b[-1] - (raw * mean).sum())


def left_out(x: Array, y: Array, weights: Array, groups: Sequence[str], strength: float) -> Array:
    """The chance of each question from a model that never saw its set."""
    chance = np.zeros(len(y))
    of = np.array(groups)
    for group in sorted(set(groups)):
        raw, intercept = fitted(x[of != group], y[of != group], weights[of != group], strength)
        chance[of == group] = 1 / (1 + np.exp(-(x[of == group] @ raw + intercept)))
    return chance


def auroc(chance: Array, y: Array) -> float:
    good, bad = chance[y > 0][:, None], chance[y == 0][None, :]
    return float(((good > bad) + 0.5 * (good == bad)).mean()) if good.size and bad.size else float("nan")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="QUESTIONS=INDEX")
    parser.add_argument("--write", action="store_true", help=f"replace {OUT.name}")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write what was seen as JSON")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="fit to that again, and ask nothing")
    parser.add_argument(
        "--unlike", nargs="*", default=[], metavar="SET",
        help="sets that only the first chance is fitted to: key words, say, are right for other reasons",
    )  # fmt: skip
    args = parser.parse_args()
    pairs = [text.rsplit("=", 1) for text in args.sets]
    seen = [s for questions, index in pairs for s in watched(Path(questions), Path(index))]
    if args.kept:
        seen += [Seen(**fields) for fields in json.loads(args.kept.read_text(encoding="utf-8"))]
    if args.keep:
        args.keep.write_text(json.dumps([asdict(s) for s in seen]), encoding="utf-8")
    answered = [s for s in seen if s.answerable and s.answered and not s.learnt]
    models = {
        "supported": _report(
            "supported", [s for s in seen if not s.features["named"] and not s.features["broad"]]
        ),
        "right": _report("right", [s for s in answered if s.group not in args.unlike]),
    }
    if args.write:
        made = "python benchmarks/fit_assurance.py QUESTIONS.jsonl=INDEX ... --write"
        known = {
            "made_by": made,
            "questions": len(seen),
            "chance_of_a_seven": CHANCE_OF_A_SEVEN,
            "models": models,
        }
        text = json.dumps(known, indent=1)
        OUT.write_text(text + "\n", encoding="utf-8")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _report(label: str, seen: Sequence[Seen]) -> dict[str, float]:
    """The model of a label, fitted to all; prints how it does on sets it did not see."""
    used = RIGHT if label == "right" else SUPPORTED
    x = np.array([[s.features[name] for name in used] for s in seen])
    y = np.array([float(getattr(s, label)) for s in seen])
    weights = np.array([_weight(s) for s in seen]) if label == "supported" else np.ones(len(seen))
    chance = left_out(x, y, weights, [s.group for s in seen], PENALTY[label])
    real = np.array([not s.taken for s in seen])
    groups = sorted({s.group for s in seen})
    parts = {
        g: round(auroc(*(v[real & [s.group == g for s in seen]] for v in (chance, y))), 3) for g in groups
    }
    _say(f"{label}: AUROC on sets left out {auroc(chance[real], y[real]):.3f} {parts}")
    if label == "supported":
        _say_caught(seen, chance, y)
    raw, intercept = fitted(x, y, weights, PENALTY[label])
    return {
        "intercept": round(intercept, 4),
        **{n: round(float(v), 4) for n, v in zip(used, raw, strict=True)},
    }


def _weight(seen: Seen) -> float:
    share = LEARNT if seen.learnt else 1.0
    if seen.taken:
        return TAKEN * share
    return share * (UNANSWERABLE if not seen.answerable else 1.0 if seen.supported else MISSED)


def _say_caught(seen: Sequence[Seen], chance: Array, y: Array) -> None:
    """What a least chance would catch, of each kind."""
    taken = np.array([s.taken for s in seen])
    closed = np.array([not s.answerable for s in seen]) & ~taken
    found = auroc(np.r_[chance[y > 0], chance[closed]], np.r_[y[y > 0], y[closed]])
    _say(f"  supported against unanswerable {found:.3f}")
    for least in (0.05, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3):
        low = chance < least
        _say(
            f"  below {least}: unanswerable {low[closed].mean():.2f}, taken away {low[taken].mean():.2f}, "
            f"supported {low[y > 0].mean():.3f}, missed {low[(y == 0) & ~closed & ~taken].mean():.3f}"
        )


if __name__ == "__main__":
    sys.exit(main())
