"""The questions about the sample corpus have gold clauses, facts and evidence that its sources bear out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

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


def wrong(holds: Callable[[dict[str, Any]], bool]) -> list[str]:
    """The questions of which it does not hold."""
    return [question["id"] for question in QUESTIONS if not holds(question)]


def test_gold_clauses_stand_in_the_sources() -> None:
    def stand(question: dict[str, Any]) -> bool:
        named = [gold(question, written) for written in (*question["gold_clauses"], *question["alt_clauses"])]
        in_force = all(clause["in_force"] for clause in named) or question["category"] == "struck_trap"
        return in_force and bool(question["gold_clauses"]) == (question["category"] not in CLOSED)

    assert wrong(stand) == []


def test_facts_follow_from_the_gold_clauses() -> None:
    def follow(question: dict[str, Any]) -> bool:
        if question["category"] in CLOSED:
            return True
        law, computed = words(question), question["computed_facts"]
        said = all(n in computed or re.search(fact, law, re.I) for n, fact in enumerate(question["facts"]))
        return said and (question["kind"] == "comparison" or not found(question["must_not"], law))

    assert wrong(follow) == []


def found(patterns: list[str], text: str) -> list[str]:
    return [pattern for pattern in patterns if re.search(pattern, text, re.I)]


def test_the_gold_answer_would_be_judged_right() -> None:
    def right(question: dict[str, Any]) -> bool:
        answer = question["answer"]
        return found(question["facts"], answer) == question["facts"] and not found(
            question["must_not"], answer
        )

    assert wrong(right) == []


def test_evidence_is_verbatim() -> None:
    def verbatim(evidence: dict[str, Any]) -> bool:
        book = clauses(evidence["season"], evidence["section"], evidence["issue"])
        on_page = [c for c in book.values() if c["page"] == evidence["page"]]
        return any(evidence["text"] in " ".join(f"{c['heading']} {c['text']}".split()) for c in on_page)

    assert wrong(lambda question: all(map(verbatim, question["evidence"]))) == []


def test_struck_text_is_struck_in_its_book() -> None:
    def struck(said: dict[str, Any]) -> bool:
        book = clauses(said["season"], said["section"], said["issue"])
        return any(said["text"] in clause["deleted"] for clause in book.values())

    assert wrong(lambda question: all(map(struck, question["struck_text"]))) == []
