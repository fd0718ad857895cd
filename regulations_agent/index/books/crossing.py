"""References from one document to another, looked up in an index."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.corpus.numbers.references import clause_keys, resolve
from regulations_agent.index.index import Index
from regulations_agent.types.document import Reference


def resolved(references: Sequence[Reference], index: Index) -> tuple[Reference, ...]:
    """The references with their external targets as `corpus.references.resolve` finds them in the index."""
    targets = (target for reference in references for target in reference.targets)
    books = {t.document.partition("@")[0] for t in targets if t.document and t.status == "external"}
    pairs = zip(index.documents, index.records, strict=True)
    return resolve(references, {d.id: clause_keys(tuple(r.clauses())) for d, r in pairs if d.book in books})
