"""The questions about the sample corpus have gold clauses, facts and evidence that its sources bear out."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regulations_agent.corpus.numbers.reference import lookup_key

ROOT = Path(__file__).resolve().parents[2]
LINES = (ROOT / "eval" / "questions" / "sample.jsonl").read_text(encoding="utf-8").splitlines()
QUESTIONS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
CLOSED = {"unanswerable", "out_of_scope"}
CATEGORIES = CLOSED | {
    "search",
    "article_lookup",
    "definition",
    "numeric",
    "penalty",
    "comparison",
    "summary",
    "multi_tool",
    "follow_up",
    "struck_trap",
    "injection",
}

every_question = pytest.mark.parametrize("question", QUESTIONS, ids=[q["id"] for q in QUESTIONS])


@cache
def clauses(season: int, section: str, issue: int) -> dict[str, dict[str, Any]]:
    path = ROOT / "corpus" / "sample" / "truth" / f"{season}_{section}_issue{issue:02}.json"
    return {lookup_key(c["clause"]): c for c in json.loads(path.read_text(encoding="utf-8"))["clauses"]}


def gold(question: dict[str, Any], written: str) -> dict[str, Any]:
    """The clause that a gold reference such as `2019/sporting/B3.4.3` means."""
    season, section, number = written.split("/", 2)
    issues = [
        d["issue"] for d in question["documents"] if (d["season"], d["section"]) == (int(season), section)
    ]
    newest = 2 if section == "sporting" else 1
    return clauses(int(season), section, max(issues, default=newest))[lookup_key(number)]


def words(question: dict[str, Any]) -> str:
    """The in-force words of the gold clauses and of all below them."""
    out = []
    for written in question["gold_clauses"]:
        season, section, _ = written.split("/", 2)
        top = gold(question, written)
        issue = max(
            d["issue"] for d in question["documents"] if (d["season"], d["section"]) == (int(season), section)
        )
        book = clauses(int(season), section, issue)
        wanted = {top["clause"]}
        for clause in book.values():
            if clause["clause"] in wanted or clause["parent"] in wanted:
                wanted.add(clause["clause"])
                out.append(f"{clause['heading']} {clause['text']}")
    return "\n".join(out)


def test_there_are_questions_of_every_category() -> None:
    assert len(QUESTIONS) >= 80
    assert len({q["id"] for q in QUESTIONS}) == len(QUESTIONS)
    assert {q["category"] for q in QUESTIONS} == CATEGORIES


@every_question
def test_gold_clauses_stand_in_the_sources(question: dict[str, Any]) -> None:
    assert bool(question["gold_clauses"]) == (question["category"] not in CLOSED)
    for written in [*question["gold_clauses"], *question["alt_clauses"]]:
        clause = gold(question, written)
        assert clause["in_force"] or question["category"] == "struck_trap"


@every_question
def test_facts_follow_from_the_gold_clauses(question: dict[str, Any]) -> None:
    if question["category"] in CLOSED:
        return
    law = words(question)
    computed = set(question["computed_facts"])
    for place, fact in enumerate(question["facts"]):
        assert place in computed or re.search(fact, law, re.I), fact
    if question["kind"] != "comparison":
        assert not [p for p in question["must_not"] if re.search(p, law, re.I)]


@every_question
def test_the_gold_answer_would_be_judged_right(question: dict[str, Any]) -> None:
    assert all(re.search(fact, question["answer"], re.I) for fact in question["facts"])
    assert not [p for p in question["must_not"] if re.search(p, question["answer"], re.I)]


@every_question
def test_evidence_is_verbatim(question: dict[str, Any]) -> None:
    for evidence in question["evidence"]:
        book = clauses(evidence["season"], evidence["section"], evidence["issue"])
        on_page = [c for c in book.values() if c["page"] == evidence["page"]]
        assert any(evidence["text"] in " ".join(f"{c['heading']} {c['text']}".split()) for c in on_page)
    for struck in question["struck_text"]:
        book = clauses(struck["season"], struck["section"], struck["issue"])
        assert any(struck["text"] in c["deleted"] for c in book.values())
