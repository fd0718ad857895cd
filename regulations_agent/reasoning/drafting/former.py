"""What an issue has struck out: whether a question is about words that are no longer law."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulations_agent.answer.table_quotes import beginning
from regulations_agent.answer.text import book_name, marked, marks_of, quoted
from regulations_agent.answer.verify import cite
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.choosing.second_look import read_alone, topic
from regulations_agent.reasoning.choosing.select import Ranked
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.want import Want, kind_fit
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Amendment
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Draft, Hit

_VALUES = ("amount", "who", "when")
_LEAD = 0.25
"""By how much the struck words must fit better than the best rule in force."""
_LEAD_VOID = 0.12
"""The same for an article that is void as a whole."""
_VOID = re.compile(
    r"^\W*(?:(?:this )?(?:article|clause|rule|section|paragraph|regulation)\W+(?:is )?)?"
    r"(?:void|deleted|reserved|(?:intentionally )?(?:left )?blank|(?:intentionally )?not used|withdrawn|"
    r"repealed|no longer used)\b\W*$",
    re.I,
)
MOST_NOW = 900
"""Characters shown of what stands there now."""
_NEARLY_ALL = 0.8
"""Share of a question that struck words must hold to be told of where nothing in force answers it."""
_UNLIKELY = -3.0
"""Logit of struck words below which they do not answer: of six that did, over 700 questions, -1.0 to 10.5; of
three that did not, -9 to -5."""
_GONE = 3.0
"""By how much the logit of struck words must be above that of the words that stand there: where a rule was
deleted it is 7.7 to 9.4, where it was only put otherwise, -0.7 to 0.3."""
_LEAST, _HEADED = 0.5, 0.7
"""Share of a question that struck words must hold; what a word counts that only the heading has."""


def former_draft(
    reading: Reading, ranked: Sequence[Ranked], library: Retriever, *, lacking: bool
) -> Draft | None:
    """Says that a rule was deleted, and what stands in its place; None when law in force answers as well.

    `lacking`: no law in force answers, so that what was struck is all that can be said.
    """
    asked = reading.ask.form == "still"
    if reading.resolved.is_follow_up and not asked:
        return None
    first = ranked[0]
    if not asked and reading.ask.form in _VALUES and kind_fit(first.best.text, reading.want) >= 1.0:
        return None  # a rule in force gives what is asked for
    document = first.rule.document
    weights = reading.want.weights
    in_force = sum(weights[w] for w in first.best.words)
    books = {d.id: d for d in (document, *library.searched(reading.query, reading.filters))}
    struck = ((d, [(c, void_top(c, library)) for c in library.struck(d.id)]) for d in books.values())
    found = [(f, d) for d, clauses in struck if (f := best_former(clauses, reading.want)) is not None]
    if not found:
        return None
    former, document = max(found, key=lambda pair: (round(pair[0].cover, 6), pair[1].year or 0, pair[1].id))
    void, dated = is_void(former.clause), reading.filters.season is not None
    newest = document.year == _newest(document, library)
    if not (asked or dated or (newest and (void or (lacking and former.cover >= _NEARLY_ALL)))):
        return None
    lead = 0.0 if asked else _LEAD_VOID if void and dated else _LEAD
    if former.cover < in_force + lead or not (asked or former.tells):
        return None
    return _deleted(former.clause, document, library) if _answers(former, reading, library) else None


def _answers(former: Former, reading: Reading, library: Retriever) -> bool:
    """Its struck words, read together with the question, may answer it; what stands there now does not."""
    clause = former.clause
    headings = [c.heading for c in (*library.path(clause), clause) if c.heading]
    told = [(headings, "", former.words), (headings, "", "" if is_void(clause) else clause.text)]
    struck, now = read_alone(topic(reading.subject, library), told, library)
    return struck >= _UNLIKELY and struck - now >= _GONE


def _newest(document: Document, library: Retriever) -> int:
    """Year of the newest book of the same kind; 0 where none bears one."""
    return max(d.year or 0 for d in library.documents if d.series == document.series)


def _deleted(clause: Clause, document: Document, library: Retriever) -> Draft:
    """The clause that stands there now, or the void above it."""
    top = void_top(clause, library)
    mark = void_mark(top)
    name = f"**{top.number}**{f' ({top.heading})' if top.heading not in ('', mark) else ''}"
    where = f"{book_name(document)}, page {top.page}"
    if is_void(clause):
        how = f"printed as “{mark}”" if mark else "deleted"
        text = f"**No longer in force.** {name} is {how} in the {where}: no such rule applies."
        void = (cite(Hit(top, document, 1.0), mark),)
        gone = Amendment(top.id, top.deleted, top.inserted)
        return Draft(marked(text, [top.id], marks_of(void)), void, amendments=(gone,), struck=True)
    text = (
        f"**No, not any longer.** What {name} said on this was deleted in the {where}. What stands there now:"
    )
    citation = cite(Hit(clause, document, 1.0), clause.text)
    kept = (citation,) if citation.verified else ()
    said = marked(text, [clause.id], marks_of(kept))
    return Draft(f"{said}\n\n{quoted(beginning(clause.text, MOST_NOW))}", kept, struck=True)


@dataclass(frozen=True, slots=True)
class Former:
    """A clause whose struck words fit a question."""

    clause: Clause
    cover: float
    """Share of the question's words that the struck words and the heading hold; in [0, 1]."""
    words: str
    """Those that were struck."""
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
        Former(by_id[key], sum(held.values()), " ".join(words), len(held) > 2 or heaviest in held)
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
