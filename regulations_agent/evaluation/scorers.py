"""Keyless measures of one answer: the clause it cites, the facts it states, and what it must not say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.evaluation.dataset import Item, Source
from regulations_agent.types.answer import Answer, Citation

READ_CHARS = {"summary": 4_000, "comparison": 4_000, "multi_tool": 3_000}
"""Characters of an answer in which facts count, by kind: what a reader would read."""
READ_CHARS_ELSE = 1_500
EARLY_CHARS = 300
"""Within which a brief answer says what was asked."""
BRIEF = ("search", "article_lookup", "definition", "numeric", "penalty")
"""Kinds of question whose answer comes first and cites little."""


@dataclass(frozen=True, slots=True)
class Score:
    """One answer against its question; None for what the question does not measure."""

    id: str
    category: str
    right: bool | None
    """Declined as expected; or every fact stated, nothing forbidden, and a gold clause among five cited."""
    hit1: bool | None
    """The first cited clause is a gold or alternative one."""
    hit5: bool | None
    """One of the first five cited clauses is."""
    recall: float | None
    """Share of several gold clauses among the first five cited, ten for a summary."""
    facts: float | None
    """Share of the facts that the answer states, in [0, 1]."""
    early: bool | None
    """Every fact stands in the first 300 characters; brief kinds only."""
    useful: float | None
    """Share of the cited clauses that are gold, alternative, or right above or below one."""
    citations: int | None
    """Clauses cited; brief kinds only."""
    verified: float | None
    """Share of the citations whose quote was found in the clause, on its page."""
    forbidden: bool
    """It states what it must not."""
    declined: bool
    """It abstained or refused."""
    answerable: bool
    """The question has an answer in the corpus."""
    overall: float | None
    """The answer's own grade, 1-10."""
    rounds: int
    length: int
    """Characters of the answer."""
    seconds: float
    failed: str | None = None
    """Why there is no answer: the question could not be asked, or its run failed."""


def score(item: Item, answer: Answer) -> Score:
    kind, asked = item.kind or item.category, item.expect == "answer"
    cited = cited_clauses(answer.citations, item.documents)
    golds = (*item.gold_clauses, *item.alt_clauses)
    hit1, hit5 = (any(names(c, gold) for c in cited[:k] for gold in golds) for k in (1, 5))
    stated = _share(item.facts, answer.answer[: READ_CHARS.get(kind, READ_CHARS_ELSE)])
    forbidden = any(re.search(pattern, answer.answer, re.IGNORECASE) for pattern in item.must_not)
    declined = answer.abstained or answer.refused is not None
    sound = (hit5 or not golds) and (stated is None or stated == 1.0)
    measured = bool(golds or item.facts) or not asked
    brief = asked and kind in BRIEF
    early = _share(item.facts, answer.answer[:EARLY_CHARS]) if brief else None
    checked = [citation.verified for citation in answer.citations]
    return Score(
        id=item.id,
        category=item.category,
        right=(not forbidden and declined != asked and (sound or not asked)) if measured else None,
        hit1=hit1 if golds and asked else None,
        hit5=hit5 if golds and asked else None,
        recall=_recall(cited[: 10 if kind == "summary" else 5], item.gold_clauses) if asked else None,
        facts=stated if asked else None,
        early=None if early is None else early == 1.0,
        useful=_useful(cited, golds) if golds and asked else None,
        citations=len(cited) if brief else None,
        verified=sum(checked) / len(checked) if checked else None,
        forbidden=forbidden,
        declined=declined,
        answerable=asked,
        overall=answer.quality.overall if answer.quality else None,
        rounds=answer.iterations,
        length=len(answer.answer),
        seconds=answer.seconds,
        failed=f"{answer.error.type}: {answer.error.message}" if answer.error else None,
    )


def _recall(cited: Sequence[tuple[str, str]], golds: Sequence[str]) -> float | None:
    """None for a question with a single gold clause, of which a hit says the same."""
    found = [any(names(clause, gold) for clause in cited) for gold in golds]
    return sum(found) / len(found) if len(found) > 1 else None


def _useful(cited: Sequence[tuple[str, str]], golds: Sequence[str]) -> float:
    near = [
        any(names(clause, gold) or names(split(gold), "/".join(clause)) for gold in golds) for clause in cited
    ]
    return sum(near) / len(near) if near else 0.0


def cited_clauses(citations: Sequence[Citation], documents: Sequence[Source]) -> list[tuple[str, str]]:
    """Book and number of each cited clause, once; no number for one of another issue than the question's."""
    issues: dict[str, set[int]] = {}
    for source in documents:
        if source.issue is not None:
            issues.setdefault(_book(source.season, source.section), set()).add(source.issue)
    cited: dict[tuple[str, str], None] = {}
    for citation in citations:
        book = _book(citation.season, citation.section)
        other = citation.issue is not None and book in issues and citation.issue not in issues[book]
        cited.setdefault((book, "" if other else lookup_key(citation.clause)))
    return list(cited)


def names(cited: tuple[str, str], gold: str) -> bool:
    """The cited clause is the gold one, stands below it, or is the numbered clause above that item."""
    book, number = split(gold)
    if book not in ("", cited[0]) or not cited[1]:
        return False
    have, want = lookup_key(cited[1]).split("."), lookup_key(number).split(".")
    if have[: len(want)] == want:
        return True
    return len(have) > 1 and want[: len(have)] == have and all(part.isalpha() for part in want[len(have) :])


def split(clause_id: str) -> tuple[str, str]:
    """Book and number: `2025/sporting@4/Appendix 3/2` gives `2025/sporting` and `Appendix 3/2`; `4.3` and
    `//10/Usage`, of any book, `` and the number."""
    if clause_id.startswith("//") or "/" not in clause_id:
        return "", clause_id.removeprefix("//")
    first, *rest = clause_id.split("/")
    parts = 2 if first.isdigit() else 1
    book = "/".join([first, *rest][:parts])
    return re.sub(r"@.*", "", book), "/".join([first, *rest][parts:])


def _book(season: int | None, section: str) -> str:
    return section if season is None else f"{season}/{section}"


def _share(patterns: Sequence[str], text: str) -> float | None:
    found = [re.search(pattern, text, re.IGNORECASE) is not None for pattern in patterns]
    return sum(found) / len(found) if found else None
