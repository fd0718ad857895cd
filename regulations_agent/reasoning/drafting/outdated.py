"""When what is asked about stands only in struck words: the answer says that it is no longer law."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.answer.table_quotes import spoken
from regulations_agent.answer.text import book_name, marked, marks_of
from regulations_agent.answer.verify import cite
from regulations_agent.reasoning.choosing.evidence import Ranked
from regulations_agent.reasoning.drafting.former import best_former, is_void, void_top
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.want import kind_fit
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Amendment
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Draft, Hit

_VALUES = ("amount", "who", "when")
_LEAD = 0.25
"""By how much the struck words must fit better than the best rule in force."""
_LEAD_VOID = 0.12
"""The same for an article that is void as a whole."""


def former_draft(reading: Reading, ranked: Sequence[Ranked], library: Retriever) -> Draft | None:
    """Says that a rule was deleted, and what stands in its place; None when law in force answers as well."""
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
    if not (asked or dated or (void and document.year == max(d.year or 0 for d in library.documents))):
        return None
    lead = 0.0 if asked else _LEAD_VOID if void and dated else _LEAD
    if former.cover < in_force + lead or not (asked or former.tells):
        return None
    return _deleted(former.clause, document, library)


def _deleted(clause: Clause, document: Document, library: Retriever) -> Draft:
    """The clause that stands there now, or the void above it."""
    top = void_top(clause, library)
    name = f"**{top.number}**{f' ({top.heading})' if top.heading else ''}"
    where = f"{book_name(document)}, page {top.page}"
    if is_void(clause):
        text = f"**No longer in force.** {name} is deleted (VOID) in the {where}: no such rule applies."
        standing = next(
            (
                c
                for c in (clause, top, library.parent(top))
                if c is not None and (c.text or c.heading) and c.in_force
            ),
            None,
        )
        citations = (
            (cite(Hit(standing, document, 1.0), standing.text or standing.heading),) if standing else ()
        )
        kept = tuple(c for c in citations if c.verified)
        gone = Amendment(top.id, top.deleted, top.inserted)
        return Draft(marked(text, [c.clause_id for c in kept], marks_of(kept)), kept, amendments=(gone,))
    text = (
        f"**No, not any longer.** What {name} said on this was deleted in the {where}. What stands there now:"
    )
    now = spoken(clause.text)
    citation = cite(Hit(clause, document, 1.0), clause.text)
    kept = (citation,) if citation.verified else ()
    said = marked(text, [clause.id], marks_of(kept))
    return Draft(f"{said}\n\n> {now[:700]}", kept)
