"""How a reading, a clause and an outline look as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regulations_agent.answer.text import heading_beside
from regulations_agent.types.document import Clause, Document, Mark, Reading
from regulations_agent.types.views import ClauseView, OutlineView


def document_line(document: Document) -> str:
    """`2025/sporting@4  Sporting Regulations, issue 4, 2025-04-08, 120 pages`."""
    return f"{document.id}  {document_name(document)}"


def document_name(document: Document) -> str:
    """`Sporting Regulations, issue 4, 2025-04-08, 120 pages`."""
    issue = "" if document.issue is None else f", issue {document.issue}"
    published = f", {document.published}" if document.published else ""
    return f"{document.title}{issue}{published}, {count(document.pages, 'page')}"


def count(number: int, noun: str) -> str:
    """`1 page`, `12 pages`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def reading_text(reading: Reading) -> str:
    """Everything that was read from a PDF, page by page, then clause by clause."""
    return "\n".join(reading_lines(reading))


def reading_lines(reading: Reading) -> Iterator[str]:
    yield document_line(reading.document)
    yield f"sha256 {reading.document.sha256}"
    for page in reading.pages:
        yield f"\n--- page {page.page}"
        yield page.text
        yield from mark_lines("deleted", page.deleted)
        yield from mark_lines("inserted", page.inserted)
    yield f"\n--- {count(len(reading.clauses), 'clause')}"
    yield from (clause_line(clause) for clause in reading.clauses)
    yield f"\n--- {count(len(reading.references), 'reference')}"
    for reference in reading.references:
        targets = ", ".join(f"{t.document or '?'}/{t.clause or '?'} {t.status}" for t in reference.targets)
        yield f"{reference.clause}, page {reference.page}: {reference.printed} -> {targets or 'nothing'}"
    yield f"\n--- {count(len(reading.terms), 'term')}"
    yield from (f"{term.term} ({term.clause}, page {term.page}): {term.definition}" for term in reading.terms)
    yield f"\n--- {count(len(reading.problems), 'problem')}"
    yield from reading.problems


def mark_lines(kind: str, marks: Iterable[Mark]) -> Iterator[str]:
    for mark in marks:
        yield f"  [{kind}] {mark.text}"


def clause_line(clause: Clause) -> str:
    state = "" if clause.in_force else "  (deleted)"
    return f"{clause.number:<16} page {clause.page:<4} {clause.kind:<10} {clause.heading}{state}"


def clause_text(view: ClauseView) -> str:
    """One rule with all that hangs on it; lists that are empty are left out."""
    states = [] if view.in_force else ["deleted by this issue, no longer law"]
    states += [] if view.binding else ["not binding"]
    states += [f"in force from {view.effective}"] if view.effective else []
    parts = [
        f"{view.clause_id}  {view.heading}".rstrip(),
        " > ".join(
            f"{step.clause} {heading_beside(step.clause, step.heading)}".strip() for step in view.path
        ),
        ", ".join([f"page {view.page}", *states]),
        "",
        view.text or "(no words of its own)",
    ]
    parts += section("Deleted by this issue (no longer law)", view.deleted)
    parts += section("Inserted by this issue", view.inserted)
    parts += section("Below it", view.children)
    parts += section("Refers to", (reference_line(r.printed, r.targets) for r in view.references))
    parts += section("Cited by", view.cited_by)
    parts += section("Defined terms", (f"{term.term} ({term.clause_id})" for term in view.terms))
    return "\n".join(parts)


def reference_line(printed: str, targets: Iterable[object]) -> str:
    names = [f"{getattr(t, 'document', None) or '?'}/{getattr(t, 'clause', None) or '?'}" for t in targets]
    return f"{printed}: {', '.join(names)}" if names else printed


def section(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"  {line}".rstrip() for line in lines]
    return ["", f"{title}:", *found] if found else []


def outline_text(entries: Iterable[OutlineView]) -> str:
    """A table of contents, indented: what has a heading, and what stands at the top."""
    return "\n".join(outline_lines(entries, 0))


def outline_lines(entries: Iterable[OutlineView], depth: int) -> Iterator[str]:
    for entry in entries:
        if depth and not entry.heading:
            continue
        number = entry.clause_id.rsplit("/", 1)[-1]
        heading = heading_beside(number, entry.heading)
        yield f"{'  ' * depth}{number}  {heading}".rstrip() + f"  · {entry.page}"
        yield from outline_lines(entry.children, depth + 1)
