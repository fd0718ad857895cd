"""The changes between two whole documents, a line each."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.text import joined, shortened, the_book
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.drafting.compose import MOST_CITATIONS
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Draft, Hit, ToolResult
from regulations_agent.versions.comparison.weight import cell_changes
from regulations_agent.versions.diff.saying import MOST_SAID, change_in, said_cells


def names(documents: Sequence[Document]) -> str:
    return joined([the_book(d) for d in documents]) or "the other document"


def overview_draft(results: Sequence[ToolResult], library: Retriever) -> Draft | None:
    """The changes between two whole documents, the weightiest first; None when no call compared them so."""
    data = next((r.output.data for r in results if r.output and "counts" in r.output.data), None)
    if data is None:
        return None
    old, new = (names([library.document(str(key)) for key in keys]) for keys in data["sides"])  # type: ignore[attr-defined]
    counts: dict[str, int] = data["counts"]  # type: ignore[assignment]
    said = joined([f"{number} {kind}" for kind, number in counts.items() if number])
    lines = [f"From {old} to {new}: {said} clauses. The weightiest:", ""]
    citations: list[Citation] = []
    for ids in data["pairs"]:  # type: ignore[attr-defined]
        clauses = [library.clause(key) if key else None for key in ids]
        lines.append(change_line(clauses[0], clauses[1]))
        there = clauses[1] or clauses[0]
        if there is not None:
            citations.append(cite(Hit(there, library.document_of(there), 1.0)))
    return Draft("\n".join(lines), tuple(c for c in citations if c.verified)[:MOST_CITATIONS])


def _said(old: Clause, new: Clause) -> str:
    """Of tables the cells that differ, named by row and column; else figures or words."""
    cells = said_cells(cell_changes(old.rows, new.rows))
    return "; ".join(cells[:MOST_SAID]) or change_in(old.text, new.text)


def change_line(old: Clause | None, new: Clause | None) -> str:
    """`- **B3.3.1** seventy (70) km/h → sixty (60) km/h (page 6)`."""
    clause = new or old
    if clause is None:
        return ""
    said = _said(old, new) if old and new else ""
    if not said:
        verb = "reworded" if old and new else "added" if new else "dropped"
        said = f"{verb}: {shortened(clause.text or clause.heading)}"
    return f"- **{clause.number}** {said} (page {clause.page})"
