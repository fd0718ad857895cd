"""What a question set says about an agent: figures with intervals, and what they were measured on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.figures import Bin, Group, bins, groups
from regulations_agent.evaluation.run import Result
from regulations_agent.evaluation.scorers import Score, score

if TYPE_CHECKING:
    from regulations_agent.agent import Agent

SHOWN = (
    "right",
    "hit@1",
    "hit@5",
    "facts",
    "early",
    "forbidden",
    "declined rightly",
    "declined wrongly",
    "grade",
)
"""Measures that the table has a column for."""
FAILED = "failed"
"""Row of the questions that have no answer."""
EMBEDDED = "extractive"
SECRET = ("key", "token", "password", "secret")


@dataclass(frozen=True, slots=True)
class Setup:
    """What was asked, of what, and how: enough to run it again."""

    questions: str
    """Name of the question set."""
    questions_sha256: str
    index: str
    """Hash of the index."""
    documents: tuple[str, ...]
    engine: str
    settings: Mapping[str, object]
    prompts: Mapping[str, str]
    """Version of each prompt; empty for the embedded engine."""
    version: str
    commit: str | None
    """Of the working tree, None outside one."""


@dataclass(frozen=True, slots=True)
class Report:
    """All of it, as `eval report --json` prints it."""

    setup: Setup | None
    groups: tuple[Group, ...]
    calibration: tuple[Bin, ...]
    scores: tuple[Score, ...]


def make_report(items: Sequence[Item], results: Sequence[Result], setup: Setup | None = None) -> Report:
    """The report over the questions that have a result."""
    answers = {result.id: result.answer for result in results}
    scores = tuple(score(item, answers[item.id]) for item in items if item.id in answers)
    return Report(setup, groups(scores), bins(scores), scores)


def setup_of(agent: Agent, questions: Path) -> Setup:
    """What a run is about to be measured on; keys and passwords are left out."""
    told = agent.settings.model_dump(mode="json")
    return Setup(
        questions=questions.name,
        questions_sha256=sha256(questions.read_bytes()).hexdigest(),
        index=agent.library.hash,
        documents=tuple(document.id for document in agent.library.documents),
        engine=agent.reasoner.engine,
        settings={name: value for name, value in told.items() if not any(word in name for word in SECRET)},
        prompts=getattr(agent.reasoner, "prompts", {}),
        version=version("regulations-agent"),
        commit=_commit(Path(__file__).parents[2]),
    )


def to_markdown(report: Report) -> str:
    """The setup in a line, and a table with a category a row; intervals for the whole."""
    table = [("category", "n", *SHOWN, "seconds"), ("---", *["---:"] * (len(SHOWN) + 2))]
    table += [_row(group) for group in report.groups]
    failed = [f"{one.id} ({one.failed})" for one in report.scores if one.failed]
    if failed:
        table.append((FAILED, str(len(failed)), *[""] * (len(SHOWN) + 1)))
    lines = "\n".join(f"| {' | '.join(cells)} |" for cells in table)
    parts = [*(_said(report.setup) if report.setup else []), lines]
    parts += [f"Failed, and so not right: {'; '.join(failed)}"] if failed else []
    if report.groups:
        whole = report.groups[0]
        told = ", ".join(f"{f.name} {f.value:.3f} [{f.low:.3f}, {f.high:.3f}]" for f in whole.figures)
        parts.append(f"Over all, with 95 % bootstrap intervals: {told}.")
        parts.append(f"Median answer {whole.median_length:.0f} characters.")
    return "\n\n".join(parts)


def spent(results: Sequence[Result]) -> str:
    """What a language model took for the answers, in a line."""
    used = [result.answer.usage for result in results]
    n = max(1, len(used))
    return (
        f"A language model had a part in {sum(r.answer.engine != EMBEDDED for r in results)} of {len(used)} "
        f"answers: {sum(u.llm_calls for u in used) / n:.2f} requests, "
        f"{sum(u.input_tokens for u in used) / n:,.0f} tokens in and "
        f"{sum(u.output_tokens for u in used) / n:,.0f} out a question, "
        f"${sum(u.cost_usd for u in used):.4f} in all; "
        f"{sum(result.seconds for result in results) / n:.2f} s a question at the mean."
    )


def _said(setup: Setup) -> list[str]:
    commit = f", commit {setup.commit[:12]}" if setup.commit else ""
    documents = f"{len(setup.documents)} document{'' if len(setup.documents) == 1 else 's'}"
    return [
        f"{setup.questions} (sha256 {setup.questions_sha256[:12]}) over {documents} "
        f"(index {setup.index[:12]}), engine {setup.engine}, version {setup.version}{commit}."
    ]


def _row(group: Group) -> tuple[str, ...]:
    found = [group.figure(name) for name in SHOWN]
    shares = [f"{figure.value:.2f}" if figure else "" for figure in found]
    seconds = f"{group.median_seconds:.2f} (longest {group.longest_seconds:.2f})"
    return (group.category, str(group.questions), *shares, seconds)


def _commit(folder: Path) -> str | None:
    """The commit that a working tree is at, read from its files."""
    try:
        head = (folder / ".git" / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head
        reference = folder / ".git" / head.removeprefix("ref: ")
        if reference.exists():
            return reference.read_text(encoding="utf-8").strip()
        packed = (folder / ".git" / "packed-refs").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    name = head.removeprefix("ref: ")
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), None)
