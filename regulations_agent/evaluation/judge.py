"""Answers marked by a language model, several times each: an opinion beside the keyless measures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import fmean

import msgspec
from pydantic import Field

from regulations_agent.evaluation.dataset import Item
from regulations_agent.evaluation.figures import interval
from regulations_agent.evaluation.run import Result
from regulations_agent.prompts.load import VERSIONS, filled
from regulations_agent.reasoning.model.budget import Budget
from regulations_agent.reasoning.model.evidence import make_fence
from regulations_agent.reasoning.model.faults import ModelFault
from regulations_agent.reasoning.model.forms import Form, Mark
from regulations_agent.reasoning.model.models import Models

MARKS = ("correct", "grounded", "relevant")


class JudgeForm(Form):
    """How good an answer is, 1 to 10."""

    correct: Mark
    grounded: Mark
    relevant: Mark
    why: str = Field(description="The worst fault in a few words.")


@dataclass(frozen=True, slots=True)
class Opinion:
    """One line of the cache: one run over one answer."""

    key: str
    """Hash of all that was judged, of prompt and models, and the number of the run."""
    id: str
    marks: Mapping[str, float]
    """1-10, one for each of `MARKS`."""
    why: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What the runs over one answer gave."""

    id: str
    opinions: tuple[Opinion, ...]
    failures: tuple[str, ...]
    """Why a run gave none; it counts in no mean."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One mark over all answers that got one."""

    name: str
    mean: float
    """Of the means of each answer, 1-10."""
    low: float
    """95 % bootstrap interval over answers."""
    high: float
    spread: float
    """Mean over answers of the highest less the lowest of its runs."""
    answers: int


def judge(
    items: Sequence[Item],
    results: Sequence[Result],
    models: Models,
    cache: Path,
    *,
    runs: int = 3,
    workers: int = 1,
) -> tuple[Judged, ...]:
    """Every answer, in the order of `items`; opinions that `cache` holds are not asked for again.

    A run that fails is said and asked again next time. Each opinion is written as soon as it is there.
    """
    known = {opinion.key: opinion for opinion in _cached(cache)}
    answers = {result.id: result for result in results}
    todo = [(item, answers[item.id]) for item in items if item.id in answers]
    cache.parent.mkdir(parents=True, exist_ok=True)
    found: list[Judged] = []
    with ThreadPoolExecutor(max_workers=workers) as pool, cache.open("a", encoding="utf-8") as file:
        for judged in pool.map(lambda pair: _judged(pair[0], pair[1], models, known, runs), todo):
            for opinion in judged.opinions:
                if opinion.key not in known:
                    file.write(msgspec.json.encode(opinion).decode() + "\n")
            file.flush()
            found.append(judged)
    return tuple(found)


def verdicts(judged: Sequence[Judged]) -> tuple[Verdict, ...]:
    """One for each of `MARKS`; none when no run gave any."""
    seen = [one.opinions for one in judged if one.opinions]
    return tuple(_verdict(name, seen) for name in MARKS) if seen else ()


def to_markdown(judged: Sequence[Judged]) -> str:
    """A table of the marks, and how many runs failed and why."""
    lines = ["| mark | mean (95 %) | spread of runs | answers |", "|---|---:|---:|---:|"]
    lines += [
        f"| {v.name} | {v.mean:.2f} ({v.low:.2f}-{v.high:.2f}) | {v.spread:.2f} | {v.answers} |"
        for v in verdicts(judged)
    ]
    failed = [f"{one.id}: {why}" for one in judged for why in one.failures]
    said = f"{len(failed)} runs failed: {'; '.join(dict.fromkeys(failed))}." if failed else "No run failed."
    return "\n".join(lines) + f"\n\n{said}"


def _verdict(name: str, seen: Sequence[Sequence[Opinion]]) -> Verdict:
    marks = [[opinion.marks[name] for opinion in opinions] for opinions in seen]
    means = [fmean(runs) for runs in marks]
    spread = fmean(max(runs) - min(runs) for runs in marks)
    return Verdict(name, fmean(means), *interval(means), spread, len(means))


def _judged(item: Item, result: Result, models: Models, known: Mapping[str, Opinion], runs: int) -> Judged:
    opinions: list[Opinion] = []
    failures: list[str] = []
    for run in range(runs):
        key = _key(item, result, models, run)
        try:
            opinions.append(known[key] if key in known else _asked(item, result, models, key))
        except ModelFault as fault:
            failures.append(str(fault))
    return Judged(item.id, tuple(opinions), tuple(failures))


def _asked(item: Item, result: Result, models: Models, key: str) -> Opinion:
    """Raises `ModelFault` when no model gives a usable opinion."""
    answer = result.answer
    quotes = [f"{n} ({c.clause}) {c.quote}" for n, c in enumerate(answer.citations, 1)]
    fence = make_fence([item.question, item.answer, answer.answer, *quotes])
    prompt = filled(
        "judge",
        fence=fence,
        evidence="\n".join(quotes) or "none",
        question=item.question,
        reference=item.answer or "not given",
        answer=answer.answer,
    )
    messages = (
        {"role": "system", "content": filled("system", persona="")},
        {"role": "user", "content": prompt},
    )
    budget = Budget.of(models.settings)
    form, _, _ = models.first("grade", lambda model: models.fill(model, messages, JudgeForm, budget))
    return Opinion(key, item.id, {name: getattr(form, name) for name in MARKS}, form.why)


def _key(item: Item, result: Result, models: Models, run: int) -> str:
    answer = result.answer
    facts = [VERSIONS["judge"], models.in_turn("grade"), item.question, item.answer, answer.answer]
    facts += [[c.clause_id, c.quote] for c in answer.citations]
    return sha256(json.dumps([*facts, run]).encode()).hexdigest()


def _cached(path: Path) -> Iterator[Opinion]:
    """The opinions of a file; a line that a killed run left torn is passed over."""
    decoder = msgspec.json.Decoder(Opinion)
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
