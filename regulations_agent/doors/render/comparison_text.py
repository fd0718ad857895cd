"""A comparison as plain text: how much changed, what to act on first, and the rest topic by topic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from regulations_agent.answer.table_quotes import apart
from regulations_agent.doors.render.views import count
from regulations_agent.types.changes import ChangeView, CompareView
from regulations_agent.types.views import ClauseView, NumberChange
from regulations_agent.versions.comparison.topics import Topic, topics
from regulations_agent.versions.comparison.weight import EDITORIAL, PART, RULE
from regulations_agent.versions.diff.difference import numbers as differing
from regulations_agent.versions.diff.sameness import only_references
from regulations_agent.versions.diff.saying import change_in, said, said_pair
from regulations_agent.versions.diff.wording import wording

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

FIRST, EACH, DIGESTED = 10, 12, 2
"""Changes that are listed first, in each topic at most, and in each topic of a digest."""
WIDTH = 160
"""Characters of what is said of a change."""
KINDS = ("modified", "added", "deleted", "split", "merged", "moved", "unchanged")


def apart_from_cells(change: ChangeView) -> ChangeView | None:
    """Without its tables, whose cells say what changed in them; None where all else is the same."""
    if not change.cells:
        return change
    old, new = apart(change.old_text)[0], apart(change.new_text)[0]
    return replace(change, old_text=old, new_text=new, words=()) if old != new else None


def changed_cells(change: ChangeView) -> list[tuple[str, str, str, str]]:
    """Row, column, before and now; a row that is new or gone is one line without a column."""
    rows = {name: list(cells) for name, cells in groupby(change.cells, key=lambda cell: cell.row)}
    shown: list[tuple[str, str, str, str]] = []
    for name, cells in rows.items():
        whole = len(cells) > 1 and (all(c.old is None for c in cells) or all(c.new is None for c in cells))
        old, new = ([getattr(c, side) or "" for c in cells] for side in ("old", "new"))
        columns = [c.column for c in cells]
        shown += (
            [(name, "", ", ".join(old), ", ".join(new))]
            if whole
            else [(name, *cell) for cell in zip(columns, old, new, strict=True)]
        )
    return [(row, column, before.strip(", "), now.strip(", ")) for row, column, before, now in shown]


def figures(change: ChangeView) -> tuple[NumberChange, ...]:
    """Numbers that differ; of a table those of the cells that both have, for by their order alone a row that
    came or went would pair each with that of another row."""
    if not change.cells:
        return change.numbers
    worded = apart_from_cells(change)
    pairs = [(worded.old_text, worded.new_text)] if worded else []
    pairs += [(cell.old, cell.new) for cell in change.cells if cell.old and cell.new]
    return tuple(number for pair in pairs for number in differing(*pair))


def comparison_text(view: CompareView, library: Retriever) -> str:
    return "\n".join(comparison_lines(view, library))


def comparison_lines(view: CompareView, library: Retriever) -> Iterator[str]:
    yield f"{view.old} -> {view.new}: {counts(view)}"
    yield from markup_lines(view)
    found = topics(view.changes, library)
    ranked = sorted((c for t in found for c in t.changes if c.weight), key=lambda c: -c.weight)
    if len(ranked) > FIRST:
        yield "\nAct on first:"
        yield from (change_line(c, library) for c in ranked[:FIRST])
    for topic in found:
        if topic.ranked:
            yield f"\n{heading(topic)}"
            yield from topic_lines(topic, library)
    moves = sum(c.kind == "moved" for c in view.changes)
    if moves:
        yield f"\n{count(moves, 'clause')} only moved or renumbered; --html and --csv list them."


def digest_text(view: CompareView, library: Retriever) -> str:
    """A few lines for each article that changed, the weightiest changes only."""
    return "\n".join(digest_lines(view, library))


def digest_lines(view: CompareView, library: Retriever) -> Iterator[str]:
    yield f"What {view.new} changed since {view.old}: {counts(view)}"
    yield from markup_lines(view)
    for topic in topics(view.changes, library):
        telling = [c for c in topic.ranked if c.weight > EDITORIAL]
        if telling:
            yield f"{heading(topic)}: {count(len(telling), 'change')}"
            yield from (change_line(c, library) for c in telling[:DIGESTED])
    yield f"All of it: compare {view.old} {view.new}"


def history_text(view: ClauseView, library: Retriever) -> str:
    """A line for each issue: what it did to the clause, and the words or figures that changed."""
    lines = ["", "History:"]
    former = ""
    for step in view.history:
        document = library.document(step.document)
        clause = library.clause(step.clause_id) if step.clause_id else None
        text = wording(clause) if clause else ""
        told = change_in(former, text) if step.change not in ("added", "deleted", "unchanged") else ""
        where = f" {clause.number}, page {clause.page}" if clause else ""
        when = f" ({document.published})" if document.published else ""
        lines.append(f"  {step.document}{when}{where}: {step.change}{f': {told}' if told else ''}")
        former = text
    return "\n".join(lines)


def counts(view: CompareView) -> str:
    """`208 modified, 9 added, 853 unchanged`."""
    said_counts = [(getattr(view.summary, kind), kind) for kind in KINDS]
    return ", ".join(f"{number:,} {kind}" for number, kind in said_counts if number) or "nothing to compare"


def markup_lines(view: CompareView) -> Iterator[str]:
    """What the newer issue marks, and what it does not."""
    if view.markup is None:
        return
    silent, unreal = len(view.markup.silent), len(view.markup.unreal)
    yield (
        f"Marks of the newer issue: {count(view.markup.agreed, 'change')} marked, {silent:,} not marked, "
        f"{count(unreal, 'marked clause')} without a change."
    )


def heading(topic: Topic) -> str:
    return f"{topic.article.number} {topic.article.heading}".strip()


def topic_lines(topic: Topic, library: Retriever, most: int = EACH) -> Iterator[str]:
    """The changes of an article in printed order; the weightiest when there are more than `most`."""
    telling = [c for c in topic.ranked if c.weight > EDITORIAL]
    kept = {id(c) for c in telling[:most]}
    yield from (change_line(c, library) for c in topic.changes if id(c) in kept)
    if len(telling) > most:
        yield f"  ... and {len(telling) - most:,} more"
    if form := len(topic.ranked) - len(telling):
        yield f"  {form:,} in form only: small words, capitals, references"


def change_line(change: ChangeView, library: Retriever) -> str:
    """`  47.1 -> B5.12.1, page 40 (modified, not marked): may → must`."""
    silent = ", not marked" if change.printed is False else ""
    text = " ".join(said(change).split())
    text = text if len(text) <= WIDTH else f"{text[: WIDTH - 1].rstrip()}…"
    return f"  {numbers(change, library)} ({change.kind}{silent}): {text}"


def numbers(change: ChangeView, library: Retriever) -> str:
    """`47.1 -> B5.12.1, page 40`: old and new numbers; one when they are the same."""
    old, new = ([library.clause(key).number for key in side] for side in (change.old, change.new))
    page = library.clause((change.new or change.old)[0]).page
    both = (
        " + ".join(new or old)
        if old == new or not (old and new)
        else f"{' + '.join(old)} -> {' + '.join(new)}"
    )
    return f"{both}, page {page}"


def weighed(change: ChangeView) -> str | None:
    """What it is that changed, in words; None where the kind of the change says it."""
    if change.kind in ("unchanged", "moved"):
        return None
    if not (change.old and change.new):
        return "a duty or a limit" if change.weight >= PART * RULE else None
    if any(o.old and o.new for o in change.obligations):
        return "duty changed"
    if change.numbers or change.cells:
        return "figures changed"
    if change.obligations:
        return "duty changed"
    if change.weight > EDITORIAL:
        return "words changed"
    if only_references(change.old_text, change.new_text):
        return "only a cross-reference changed"
    return "form only: small words, capitals, references"


def barless(text: str) -> str:
    """A stretch of words, of which some may be cells of a table, without bars and rules."""
    return re.sub(r"\s*\|(?:[\s|-]*\|)?\s*", " · ", text).strip(" ·") if "|" in text else text


def change_rows(view: CompareView) -> list[dict[str, object]]:
    """The columns of a spreadsheet, a change a row."""
    return [
        {
            "kind": c.kind, "old": c.old, "new": c.new, "weight": c.weight, "confidence": c.confidence,
            "change": said(c) if c.weight else "", "numbers": [said_pair(n) for n in figures(c)],
            "obligations": [said_pair(o) for o in c.obligations], "printed": c.printed,
            "old_text": c.old_text, "new_text": c.new_text, "evidence": c.evidence,
        }
        for c in view.changes
    ]  # fmt: skip
