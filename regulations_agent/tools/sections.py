"""The tree of a rulebook as sections: which rules stand under a heading, and which headings above a rule."""

from __future__ import annotations

from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause


def rule_of(clause: Clause, library: Retriever) -> Clause:
    """The numbered clause that an item belongs to; the clause itself when it is none."""
    while clause.kind == "item" and (above := library.parent(clause)) is not None:
        clause = above
    return clause


def rules_below(section: Clause, library: Retriever) -> tuple[Clause, ...]:
    """The rules in force under a heading in printed order, items left out; the section itself when it is one.

    A heading without number, text and clauses of its own rules over the clauses after it, up to the next one.
    """
    found: list[Clause] = [section] if _says_something(section, library) else []
    for child in _clauses(library.children(section)):
        found += rules_below(child, library)
    if found or not _is_run_in(section, library):
        return tuple(found)
    for sibling in _after(section, library):
        if _is_run_in(sibling, library):
            break
        found += rules_below(sibling, library)
    return tuple(found)


def sections_over(rule: Clause, library: Retriever) -> tuple[Clause, ...]:
    """The headings over a rule from the top down, its own and the unnumbered one before it included."""
    path = [*library.path(rule), rule]
    run_in = [before for part in path[1:] if (before := _run_in_before(part, library)) is not None]
    return tuple(c for c in (*path, *run_in) if c.heading and c.in_force and c.kind != "item")


def with_items(clause: Clause, library: Retriever) -> list[Clause]:
    """A clause and its items in force, nested ones too."""
    items = [c for c in library.children(clause) if c.kind == "item" and c.in_force and c.binding]
    return [clause, *(below for item in items for below in with_items(item, library))]


def _says_something(section: Clause, library: Retriever) -> bool:
    items = (c for c in library.children(section) if c.kind == "item")
    return bool(section.text.strip()) or any(c.in_force and c.binding and c.text.strip() for c in items)


def _clauses(children: list[Clause]) -> list[Clause]:
    return [c for c in children if c.in_force and c.binding and c.kind != "item"]


def _is_run_in(clause: Clause, library: Retriever) -> bool:
    """A heading between numbered clauses, which holds none of them itself."""
    return bool(clause.heading) and not clause.text.strip() and not library.children(clause)


def _after(clause: Clause, library: Retriever) -> list[Clause]:
    family = library.children(above) if (above := library.parent(clause)) is not None else []
    places = [n for n, c in enumerate(family) if c.id == clause.id]
    return _clauses(family[places[0] + 1 :]) if places else []


def _run_in_before(clause: Clause, library: Retriever) -> Clause | None:
    family = library.children(above) if (above := library.parent(clause)) is not None else []
    before = []
    for sibling in family:
        if sibling.id == clause.id:
            break
        before.append(sibling)
    return next((c for c in reversed(before) if _is_run_in(c, library)), None)
