"""Saying that the corpus holds no answer: what was searched, what comes nearest, and what is never in
rulebooks."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.text import book_name, joined, marked, marks_of, shortened, the_book
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.choosing.rules import Rule
from regulations_agent.types.document import Document
from regulations_agent.types.run import Draft

_NEAREST = 2
_QUOTED = 240
"""Characters shown of each nearest clause."""


def abstain(reason: str, documents: Sequence[Document], rules: Sequence[Rule], *, sure: bool = True) -> Draft:
    """An abstention; the nearest clauses are quoted and cited, none is stated as the answer.

    `sure`: that there is none was seen; what is only estimated may stand in the documents all the same.
    """
    found = "do not contain an answer" if sure else "may not contain an answer"
    lines = [f"The documents searched {found}: {reason}.", f"Searched: {_books(documents)}."]
    nearest = list({(r.root.number, r.path[-1:]): r for r in reversed(rules) if r.root.text}.values())[::-1]
    nearest = nearest[:_NEAREST]
    citations = tuple(c for r in nearest if (c := cite(r.hit(r.root))).verified)
    if nearest:
        marks = marks_of(citations)
        books = {the_book(r.document) for r in nearest}
        book = f" in {books.pop()}" if len(books) == 1 else ""
        quotes = [
            marked(f"- **{_named(r, book=not book)}:** {_said(r)}", [r.root.id], marks) for r in nearest
        ]
        lines.append("\n".join([f"Nearest{book}, which may rule something else:", "", *quotes]))
    return Draft("\n\n".join(lines), citations, abstained=True)


def _said(rule: Rule) -> str:
    """What it says in short; the head of a list with its items, for it says nothing alone."""
    items = [node.clause.text for node in rule.nodes if node.clause.id != rule.root.id]
    return shortened(" ".join([rule.root.text, *items]), _QUOTED)


def _named(rule: Rule, *, book: bool) -> str:
    """`B5.5.4 (Grid Procedure)`, with its book where that tells it from others."""
    name = f"{rule.root.number} ({rule.path[-1]})" if rule.path else rule.root.number
    return f"{name} of {the_book(rule.document)}" if book else name


def _books(documents: Sequence[Document]) -> str:
    """What was searched, by kind and season: `the sporting regulations of 2025 (issues 1 and 4) and 2026`."""
    kinds: dict[str, dict[int, list[int]]] = {}
    names = [book_name(d) for d in documents if d.season is None]
    for document in documents:
        if document.season is not None:
            issues = kinds.setdefault(document.section, {}).setdefault(document.season, [])
            issues.extend([] if document.issue is None else [document.issue])
    for section, seasons in kinds.items():
        years = [
            f"{season} ({'issues' if len(found) > 1 else 'issue'} {joined([str(n) for n in sorted(found)])})"
            if (found := seasons[season])
            else str(season)
            for season in sorted(seasons)
        ]
        names.append(f"the {section.replace('_', ' ')} regulations of {joined(years)}")
    return "; ".join(dict.fromkeys(names)) or "nothing"


def unsearched() -> Draft:
    """Said where every tool failed: that nothing was found would be untrue."""
    said = "No tool gave a result, so the documents were not searched; the warnings say why. Ask again."
    return Draft(said, abstained=True)
