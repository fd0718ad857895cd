"""Answers that show a named clause or a definition."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.answer.table_quotes import has_rows
from regulations_agent.answer.text import (
    Marks,
    book_name,
    flowing,
    heading_beside,
    marked,
    marks_of,
    one_line,
    quoted,
    shortened,
    the_book,
)
from regulations_agent.answer.verify import cite
from regulations_agent.language.sentences import Span, sentences
from regulations_agent.language.words import stems
from regulations_agent.reasoning.choosing.evidence import hits_of
from regulations_agent.reasoning.drafting.compose import MOST_CITATIONS, amendments_of, item_lines
from regulations_agent.reasoning.drafting.former import is_void, void_mark
from regulations_agent.reasoning.drafting.listing import head
from regulations_agent.reasoning.drafting.shown import Shown
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.retrieval.printed import Stretch, printed_order
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Draft, Hit, ToolResult

_MOST = 1400
_PLACEHOLDER = (
    "to be completed",
    "to be defined",
    "to be confirmed",
    "tbc",
    "tbd",
    "to be determined",
    "to be added",
)


def clause_draft(reading: Reading, library: Retriever) -> Draft | None:
    """The clause that was named, verbatim, with its items; None when no clause has that number."""
    hits = [h for number in reading.numbers for h in library.lookup(number, reading.filters)[:1]]
    if not hits:
        return None
    if reading.ask.only_text:
        text = "\n".join(_printed(h.clause, library) for h in hits)
        return Draft(text, tuple(cite(h) for h in hits))
    shown = [(hit, _pieces(hit.clause, library)) for hit in hits[:3]]
    citations = {c.clause_id: c for hit, found in shown for c in _quotes(hit, found)}.values()
    heads = [hit.clause.id for hit in hits]
    found = sorted((c for c in citations if c.verified), key=lambda c: c.clause_id not in heads)
    kept = tuple(found[:MOST_CITATIONS])
    marks = marks_of(kept)
    return Draft(
        "\n\n".join(_verbatim(hit, found, marks, library) for hit, found in shown),
        kept,
        amendments=amendments_of([h.clause for h in hits]),
    )


def _quotes(hit: Hit, pieces: Sequence[Shown]) -> list[Citation]:
    """Of a void clause what is printed in place of its rule, of another one its words and items."""
    if is_void(hit.clause):
        return [cite(hit, void_mark(hit.clause))]
    quoting = (p for p in pieces if p.text.strip() and not p.after)
    return [cite(Hit(p.clause, hit.document, 1.0, "lookup"), p.text) for p in quoting]


def _printed(clause: Clause, library: Retriever) -> str:
    """Heading, words and items, as they stand in the book."""
    return "\n".join(part for part in (clause.heading, library.full_text(clause)) if part.strip())


def _pieces(clause: Clause, library: Retriever) -> list[Shown]:
    """The clause's own words and its items, as far as the room goes."""
    own = [Shown(clause, Span(0, len(clause.text.rstrip())))] if clause.text.strip() else []
    room = _MOST - len(clause.text)
    kept: list[Shown] = []
    for item in _all_items(clause, library, 1):
        room -= len(item.text)
        if room < 0 and kept:
            break
        kept.append(item)
    return [] if is_void(clause) else [*own, *kept]


def _verbatim(hit: Hit, pieces: Sequence[Shown], marks: Marks, library: Retriever) -> str:
    """The clause as Markdown: its number, the chapeau of an item, words, items; or that it is void."""
    clause = hit.clause
    heading = "" if clause.heading == void_mark(clause) else clause.heading
    beside = heading_beside(clause.number, heading)
    name = f"**{clause.number}**{f' {beside}' if beside else ''}"
    if is_void(clause):
        where = f"{book_name(hit.document)}, page {clause.page}"
        mark = void_mark(clause)
        why = f"it is printed as “{mark}”" if mark else "its text is deleted or void in this issue"
        return marked(f"{name} holds no rule in force: {why} ({where}).", [clause.id], marks)
    above = library.parent(clause) if clause.kind == "item" else None
    top = head(clause, [c for c in library.children(clause) if c.in_force])
    text = clause.text[top.start : top.end].strip()
    apart = bool(heading) or has_rows(text)
    lines = [marked(name if apart or not text else f"{name} {flowing(text)}", [clause.id], marks)]
    lines += [quoted(text)] if apart and text else []
    items = [p for p in pieces if p.after or p.clause.id != clause.id]
    lines += [item_lines(items, {} if clause.id in marks else marks)] if items else []
    left = _all_items(clause, library, 1)[len(items) :]
    if above is not None and above.text.strip():
        lines.append(quoted(f"**{above.number}** {shortened(above.text, 200)} …"))
    if left:
        lines.append(f"… and {len(left)} more items, from {left[0].clause.number} on")
    return "\n\n".join(lines)


def _all_items(clause: Clause, library: Retriever, depth: int) -> list[Shown]:
    """What is printed below the clause's head: items, nested ones too, and its paragraphs after them."""
    children = [c for c in library.children(clause) if c.in_force and (c.text.strip() or c.heading)]
    found: list[Shown] = []
    for part in printed_order(clause, children):
        if isinstance(part, Stretch):
            found += [Shown(clause, Span(*part), depth - 1, after=True)] if found else []
            continue
        below = [c for c in library.children(part) if c.in_force]
        found.append(Shown(part, head(part, below) if below else Span(0, len(part.text.rstrip())), depth))
        found += _all_items(part, library, depth + 1)
    return found


def definition_draft(reading: Reading, results: Sequence[ToolResult], library: Retriever) -> Draft | None:
    """The definition of the term asked for; None when the books define no such term."""
    term = reading.ask.term
    if not term:
        return None
    names = _names(term, library)
    hits = [h for name in names for h in library.definition(name, reading.filters)]
    hits = sorted(hits, key=lambda h: _is_pointer(library.full_text(h.clause)))
    if not hits or _is_pointer(library.full_text(hits[0].clause)):
        hits = [*(h for name in names[:2] for h in _defining(name, results, library)), *hits]
    if not hits:
        return None
    hit = hits[0]
    text, pieces = _definition_text(hit, term, library)
    if any(mark in text.lower() for mark in _PLACEHOLDER) or text.rstrip(' ”"').endswith(("…", "...")):
        said = (
            f"{hit.clause.number} of {the_book(hit.document)} lists “{term}” but does not define it "
            f"yet: the entry is to be completed."
        )
        return Draft(said, (cite(hit, pieces[0].text),) if pieces else (), abstained=True)
    citations = [cite(Hit(p.clause, hit.document, 1.0), p.text) for p in pieces if not p.after]
    kept = tuple(c for c in citations if c.verified)[:4]
    number = f"**{hit.clause.number}** " if reading.ask.wants_number else ""
    lines = [marked(f"{number}{text}", [hit.clause.id], marks_of(kept))]
    items = [p for p in pieces if p.after or p.clause.id != hit.clause.id]
    lines += [item_lines(items, {})] if items else []
    return Draft("\n\n".join(lines), kept, amendments=amendments_of([hit.clause]))


def _defining(term: str, results: Sequence[ToolResult], library: Retriever) -> list[Hit]:
    """Clauses found that say what a term is: `The term is ...`, `Term (T) means ...`, `Terms (Ts): ...`."""
    said = re.compile(
        rf"(?:^|[.;:]\s+|\n)(?:the |an? "
        rf")?[“\"']?{re.escape(term)}s?[”\"']?(?:\s*\([^)]{{1,60}}\))?\s*(?:is|are|means?|"
        rf"shall mean|"
        rf"refers? to|denotes?|comprises?|consists? of|designates?|:)\b|"
        rf"\([“\"']?{re.escape(term)}s?[”\"']?\)",
        re.IGNORECASE,
    )
    pool = [*hits_of(results), *library.search(f"{term} is defined as, means", 12), *library.search(term, 12)]
    pool += [Hit(above, h.document, h.score) for h in pool if (above := library.parent(h.clause)) is not None]
    found = {h.id: h for h in pool if said.search(h.clause.text)}
    named = {h.id: h for h in pool if said.search(h.clause.heading) and h.clause.text}
    outright = re.compile(
        rf"\b{re.escape(term)}s?[”\"']?(?:\s*\([^)]{{1,60}}\))?\s*(?:means?|shall mean|refers? to|denotes?|"
        r"comprises?|consists? of|designates?|(?:(?:is|are)\b|:|,)\s+(?:an?|the|any|all|those|each|every)\b)",
        re.IGNORECASE,
    )
    bracketed = re.compile(rf"\([“\"']?{re.escape(term)}s?[”\"']?\)", re.IGNORECASE)
    found |= {h.id: h for h in pool if outright.search(h.clause.text)}

    def less_firm(hit: Hit) -> tuple[bool, bool, bool, int]:
        text, season = hit.clause.text, hit.document.year or 0
        return hit.clause.kind != "definition", not outright.search(text), not bracketed.search(text), -season

    ordered = sorted(found.values(), key=less_firm)
    return list({h.id: h for h in (*ordered, *named.values())}.values())


def _is_pointer(text: str) -> bool:
    """The entry only says where the term is defined."""
    return (
        bool(
            re.search(
                r"\b(?:has|have) the meanings?\b|\bas defined in\b|\bmeaning (?:set out|given)", text[:200]
            )
        )
        and len(text) < 300
    )


def _names(term: str, library: Retriever) -> list[str]:
    """The term as typed, what it abbreviates, and their singulars."""
    plain = term.strip()
    names = [plain, *([long] if (long := library.index.catalogue.abbreviations.get(plain.lower())) else [])]
    return [*names, *(n[:-1] for n in names if n.lower().endswith("s"))]


def _definition_text(hit: Hit, term: str, library: Retriever) -> tuple[str, list[Shown]]:
    """The words that define: the whole of a short clause, else the sentence that holds the term; items
    below."""
    clause = hit.clause
    text = clause.text.rstrip()
    whole = Span(0, len(text))
    wanted = set(stems(term))
    span = whole
    if len(text) > 900:
        fits = [s for s in sentences(text) if wanted <= set(stems(text[s.start : s.end]))]
        span = fits[0] if fits else Span(0, min(len(text), 900))
    items = _all_items(clause, library, 1)[:8] if span == whole else []
    shown = [Shown(clause, span)] if text else []
    top = head(clause, [i.clause for i in items if not i.after and i.depth == 1]) if items else span
    name = f"**{clause.heading}** " if clause.heading and not wanted <= set(stems(text[:80])) else ""
    return f"{name}{one_line(clause.text[top.start : top.end])}", [*shown, *items]
