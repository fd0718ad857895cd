"""What an issue has struck out: whether a question is about words that are no longer law."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulations_agent.answer.words import vocabulary
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

_VOID = re.compile(
    r"^\W*(?:(?:this )?(?:article|clause|rule|section|paragraph|regulation)\W+(?:is )?)?"
    r"(?:void|deleted|reserved|(?:intentionally )?(?:left )?blank|(?:intentionally )?not used|withdrawn|"
    r"repealed|no longer used)\b\W*$",
    re.I,
)

_LEAST, _HEADED = 0.5, 0.7
"""Share of a question that struck words must hold; what a word counts that only the heading has."""


@dataclass(frozen=True, slots=True)
class Former:
    """A clause whose struck words fit a question."""

    clause: Clause
    cover: float
    """Share of the question's words that the struck words and the heading hold; in [0, 1]."""
    tells: bool
    """They hold the word of the question that says most, or three at least: two common words tell nothing."""


def is_void(clause: Clause) -> bool:
    """Nothing of it is law: every word struck, or printed as void or reserved."""
    return (
        not clause.in_force
        or bool(_VOID.match(clause.text))
        or (not clause.text and bool(_VOID.match(clause.heading)))
    )


def void_mark(clause: Clause) -> str:
    """What is printed in place of its rule: `[Article Not Used]`; empty where nothing is."""
    printed = clause.text.strip() or clause.heading
    return printed if clause.in_force and _VOID.match(printed) else ""


def best_former(clauses: Iterable[tuple[Clause, Clause]], want: Want) -> Former | None:
    """The clause whose struck words hold most of the question, at least half; None without one.

    `clauses`: those that hold struck words, each with the one whose words they count as, `void_top`.
    """
    by_id: dict[str, Clause] = {}
    heaviest = max(want.weights, key=want.weights.__getitem__, default="")
    struck: dict[str, list[str]] = {}
    for clause, top in clauses:
        by_id[top.id] = top
        struck.setdefault(top.id, []).extend(clause.deleted)
    found = [
        Former(by_id[key], sum(held.values()), len(held) > 2 or heaviest in held)
        for key, words in struck.items()
        if sum((held := _held(by_id[key], words, want)).values()) >= _LEAST
    ]
    return max(found, key=lambda f: (round(f.cover, 6), -len(f.clause.id), f.clause.id), default=None)


def void_top(clause: Clause, library: Retriever) -> Clause:
    """The highest clause above that is void as a whole, the clause itself when none is."""
    while (above := library.parent(clause)) is not None and is_void(above):
        clause = above
    return clause


def _held(clause: Clause, words: Sequence[str], want: Want) -> dict[str, float]:
    """The question's words that struck words or the heading above them hold, with their weight."""
    struck = want.held(vocabulary(" ".join(words)))
    around = want.held(vocabulary(clause.heading))
    shares = {w: max(struck.get(w, 0.0), _HEADED * around.get(w, 0.0)) for w in {**struck, **around}}
    return {w: want.weights[w] * share for w, share in shares.items()}
