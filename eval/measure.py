"""Answers every question set that this machine has the rulebooks for, and writes what came of it.

    python eval/measure.py [--only NAME ...] [--readme]        `make eval` runs all of it

Reports go to eval/reports/, one a set, and a summary of all; `--readme` puts the table into README.md. The
sets over FIA and FSAE rulebooks are left out, and said so, where ../shared is absent.
"""

from __future__ import annotations

import argparse
import ast
import csv
import re
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from regulations_agent.agent import Agent
from regulations_agent.answer.render import to_json
from regulations_agent.doors.render.report_page import report_page
from regulations_agent.evaluation.compare import compare_scores
from regulations_agent.evaluation.dataset import Item, read_items
from regulations_agent.evaluation.figures import CALIBRATION, Figure, interval
from regulations_agent.evaluation.report import Report, make_report, setup_of, to_markdown
from regulations_agent.evaluation.run import run_items
from regulations_agent.evaluation.scorers import Score
from regulations_agent.index.building.build import ingest
from regulations_agent.settings import Settings, load_settings

ROOT = Path(__file__).parents[1]
SHARED, OWN, REPORTS = ROOT.parent / "shared", ROOT / "eval" / "questions", ROOT / "eval" / "reports"
BEGIN, END = "<!-- measured by `make eval` -->", "<!-- end -->"
NOT_LOOPED = ("sample", "fia_dev", "fia_second", "fia_unseen", "near_misses")
"""Sets that are asked again without the loop, and with one round."""


OTHERS = ("loops", "designqa", "obliqa")


@dataclass(frozen=True)
class Set:
    """A question set and the rulebooks that it is asked of."""

    name: str
    title: str
    questions: Path
    index: str
    shown: bool = False
    """In the README, which fits a screen."""


SETS = (
    Set("sample", "sample corpus (development)", OWN / "sample.jsonl", "sample", shown=True),
    Set(
        "fia_dev", "12 FIA rulebooks (development)", SHARED / "questions" / "fia_dev.jsonl", "fia", shown=True
    ),
    Set("fia_second", "the same, second set (development)", OWN / "fia_second.jsonl", "fia"),
    Set("fia_third", "the same, third set (half development)", OWN / "fia_third.jsonl", "fia"),
    Set("fia_unseen", "the same, kept for measuring", OWN / "fia_unseen.jsonl", "fia", shown=True),
    Set("fia_comparison", "the same, what changed", OWN / "fia_comparison.jsonl", "fia", shown=True),
    Set(
        "near_misses", "the same, questions without an answer (development)", OWN / "near_misses.jsonl", "fia"
    ),
    Set("fia_2026", "3 more FIA rulebooks (development)", OWN / "fia_2026.jsonl", "fia_2026"),
    Set("fsae_second", "Formula SAE rules (development)", OWN / "fsae_second.jsonl", "fsae"),
)


def rulebooks(index: str) -> list[Path]:
    """The PDFs of an index; raises OSError where they are absent."""
    if index == "sample":
        return [ROOT / "corpus" / "sample"]
    if index == "fsae":
        return [SHARED / "rulebooks" / "fsae_2024.pdf"]
    if index == "fia_2026":
        names = ("A_general_issue02", "E_financial_pu_issue02", "technical_issue08")
        return [SHARED / "fia" / "2026" / f"{name}.pdf" for name in names]
    listed = (SHARED / "questions" / "fia_snapshot.txt").read_text(encoding="utf-8")
    return [SHARED / line.strip() for line in listed.splitlines() if line.strip()]


def agent_for(index: str, **settings: object) -> Agent:
    """An agent over an index that is brought up to date first; runs are not kept."""
    folder = ROOT / "indexes" / f"eval-{index}"
    report = ingest(rulebooks(index), folder, Settings())
    if report.failed:
        sys.exit(f"{folder}: {report.failed}")
    return Agent.open(settings=load_settings(None, index=folder, keep_runs=False, **settings))


def answered(one: Set, items: Sequence[Item], rounds: int) -> Report:
    """The report of a set at so many rounds; it is also written."""
    agent = agent_for(one.index, max_iterations=rounds)
    name = one.name if rounds == 3 else f"{one.name}.{rounds}"
    out = REPORTS / f"{name}.jsonl"
    out.unlink(missing_ok=True)
    results = run_items(items, agent, out, on_result=lambda _: print(".", end="", flush=True))
    print(f" {name}")
    report = make_report(items, results, setup_of(agent, one.questions))
    (REPORTS / f"{name}.md").write_text(to_markdown(report) + "\n", encoding="utf-8")
    (REPORTS / f"{name}.json").write_text(to_json(report, indent=1) + "\n", encoding="utf-8")
    (REPORTS / f"{name}.html").write_text(report_page(report, items, results), encoding="utf-8")
    return report


def row(one: Set, report: Report) -> str:
    """A line of the table."""
    whole = report.groups[0]

    def share(name: str, *, interval: bool = False) -> str:
        figure = whole.figure(name)
        if figure is None:
            return ""
        return spread(figure) if interval else f"{figure.value:.2f}"

    cells = [one.title, str(whole.questions), share("right", interval=True)]
    cells += [share(name) for name in ("hit@5", "forbidden", "declined rightly", "declined wrongly")]
    return f"| {' | '.join([*cells, share('quotes verified'), share(CALIBRATION)])} |"


def spread(figure: Figure) -> str:
    return f"{figure.value:.2f} ({figure.low:.2f}-{figure.high:.2f})"


HEAD = (
    "| questions over | n | right (95 %) | clause in first 5 | deleted or foreign law | declined rightly "
    "| wrongly | quotes verified | grade tells right (AUROC) |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def loops(reports: dict[str, Report], asked: dict[str, Sequence[Item]]) -> list[str]:
    """What the loop's rounds are worth."""
    lines = ["| set | without the loop | 1 round | 3 rounds | 3 against none (95 %) | lost by looping |"]
    lines.append("|---|---:|---:|---:|---:|---:|")
    pooled: list[list[Score]] = [[], [], []]
    for one in SETS:
        if one.name not in NOT_LOOPED or one.name not in reports:
            continue
        none, single = (answered(one, asked[one.name], rounds).scores for rounds in (0, 1))
        runs = (none, single, reports[one.name].scores)
        lines.append(loop_row(one.name, *runs))
        for whole, scores in zip(pooled, runs, strict=True):
            whole += [replace(score, id=f"{one.name}/{score.id}") for score in scores]
    return [*lines, loop_row("all", *pooled)] if pooled[0] else lines


def loop_row(name: str, none: Sequence[Score], single: Sequence[Score], three: Sequence[Score]) -> str:
    """Right answers of the same questions by rounds."""
    first, found = compare_scores(none, single), compare_scores(none, three)
    one, right = (
        next(d for d in c.differences if (d.category, d.measure) == ("all", "right")) for c in (first, found)
    )
    cells = [f"{name} ({right.questions})", f"{right.before:.3f}", f"{one.after:.3f}", f"{right.after:.3f}"]
    cells.append(f"{right.after - right.before:+.3f} [{right.low:+.3f}, {right.high:+.3f}]")
    return f"| {' | '.join([*cells, ', '.join(found.lost) or 'none'])} |"


def designqa() -> list[str]:
    """Answers to DesignQA's development files, scored as check/score_designqa.py scores them."""
    agent = agent_for("fsae")
    lines = ["| DesignQA, development files | n | mean F1 (95 %) |", "|---|---:|---:|"]
    for kind in ("retrieval", "compilation"):
        source = SHARED / "questions" / f"designqa_dev_{kind}.csv"
        with source.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        items = [Item(id=row["id"], question=row["question"]) for row in rows]
        out = REPORTS / f"designqa_{kind}.jsonl"
        out.unlink(missing_ok=True)
        results = run_items(items, agent, out, on_result=lambda _: print(".", end="", flush=True))
        print(f" {out.name}")
        said = {result.id: result.answer.text for result in results}
        parts = _words if kind == "retrieval" else _numbers
        scores = [f1(parts(row["ground_truth"]), parts(said[row["id"]])) for row in rows]
        low, high = interval(scores)
        lines.append(f"| {kind} | {len(scores)} | {sum(scores) / len(scores):.4f} ({low:.2f}-{high:.2f}) |")
    return lines


def _words(text: str) -> list[str]:
    """Lower case, no punctuation, no articles."""
    plain = text.lower().translate(str.maketrans("", "", string.punctuation))
    return re.sub(r"\b(?:a|an|the)\b", " ", plain).split()


def _numbers(text: str) -> list[str]:
    """Of a list between commas, or as Python writes one."""
    listed = ast.literal_eval(text) if text.startswith("[") else re.split(r"\s*,\s*", text.strip())
    return [number for number in listed if number]


def f1(gold: list[str], found: list[str]) -> float:
    """Of two bags, in [0, 1]."""
    both = (Counter(gold) & Counter(found)).total()
    return 2 * both / (len(gold) + len(found)) if gold or found else 1.0


def obliqa() -> list[str]:
    """Recall and precision of plain passages, by a process of its own; all it says goes to a report."""
    print("obliqa: some 7 minutes of one core")
    command = [sys.executable, "-m", "benchmarks.obliqa", str(SHARED / "obliqa")]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    (REPORTS / "obliqa.txt").write_text(said, encoding="utf-8")
    return [f"- ObliQA: {line}" for line in said.splitlines() if not line.startswith("  half")]


def main() -> None:
    asked_for = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked_for.add_argument(
        "--only", nargs="*", help=f"of: {', '.join(one.name for one in SETS)}, {', '.join(OTHERS)}"
    )
    asked_for.add_argument("--readme", action="store_true", help="put the table into README.md")
    given = asked_for.parse_args()
    REPORTS.mkdir(parents=True, exist_ok=True)
    wanted = set(given.only or [*(one.name for one in SETS), *OTHERS])
    reports: dict[str, Report] = {}
    asked: dict[str, Sequence[Item]] = {}
    for one in SETS:
        if one.name not in wanted:
            continue
        if one.index != "sample" and not SHARED.is_dir():
            print(f"{one.name}: left out, for {SHARED} is not there")
            continue
        asked[one.name] = read_items(one.questions)
        reports[one.name] = answered(one, asked[one.name], 3)
    table = "\n".join([HEAD, *(row(one, reports[one.name]) for one in SETS if one.name in reports)])
    short = "\n".join(
        [HEAD, *(row(one, reports[one.name]) for one in SETS if one.name in reports and one.shown)]
    )
    parts = [table] if reports else []
    if reports and "loops" in wanted:
        parts.append("\n".join(loops(reports, asked)))
    for name, measured in (("designqa", designqa), ("obliqa", obliqa)):
        if name in wanted and SHARED.is_dir():
            parts.append("\n".join(measured()))
    (REPORTS / "summary.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print("\n\n".join(parts))
    if given.readme and reports:
        readme = ROOT / "README.md"
        pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
        text = pattern.sub(lambda _: f"{BEGIN}\n{short}\n{END}", readme.read_text(encoding="utf-8"))
        readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
