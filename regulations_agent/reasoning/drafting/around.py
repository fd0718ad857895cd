"""What stands around a sentence that answers, as a quote below it that repeats nothing said above."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.answer.table_quotes import has_rows, last_row, spoken, to_row, whole_rows
from regulations_agent.answer.text import number_in_words
from regulations_agent.language.sentences import opens_list
from regulations_agent.reasoning.drafting.excerpt import SHORT, Excerpt, Shown


def around(piece: Excerpt, above: Sequence[Shown], told: Sequence[Shown], *, drawn: bool) -> str:
    """The words above the sentence that answers and the clause around it, which is not said twice, nor what
    was `told` before: `…` stands in its place. The table of a row that was told is `drawn` where that row
    answers and is short."""
    own, rest = piece.lead[-1], piece.rest
    higher = [s for s in above if rest is None or s.clause.id != rest.clause.id]
    words = [f"**{number_in_words(s.clause.number)}** {spoken(s.text)} …" for s in higher]
    if rest is not None:
        quote = _without(own, rest) if rest.clause.id == own.clause.id else rest.text
        words.append(_untold(quote, [s.text for s in told if s.clause.id == rest.clause.id]))
        words += ["…"] * rest.cut
    elif drawn and has_rows(own.text) and len(own.text) <= SHORT:
        words.append(_table_of(own))
    return "\n".join(filter(None, words))


def _without(own: Shown, rest: Shown) -> str:
    """A table stays whole: without a row it could not be drawn, nor the asked row be found in it."""
    if own.span.start < rest.span.start or own.span.end > rest.span.end or has_rows(own.text):
        return rest.text
    before = rest.clause.text[rest.span.start : own.span.start]
    after = rest.clause.text[own.span.end : rest.span.end]
    if has_rows(after):
        return rest.text if before.strip() else after
    if opens_list(own.text) and not before.strip():
        return after.strip()
    if not (before.strip() and after.strip()):
        return f"{before.strip()} … {after.strip()}".strip()
    return f"{before.rstrip(' ')} … {after.lstrip(' ')}"


def _untold(text: str, told: Sequence[str]) -> str:
    """A quote with `…` in the place of sentences that stand above it, empty where no other is in it; a table
    stays whole."""
    for words in told:
        text = text if has_rows(words) else text.replace(words, "…")
    return re.sub(r"…(?:\s+…)+", "…", text) if text.strip("… \n") else ""


def _table_of(row: Shown) -> str:
    """The table of a row: whole where it is short, else its header and the row."""
    text, span = row.clause.text, whole_rows(row.clause.text, row.span)
    end = last_row(text, span.end)
    if end - span.start <= SHORT:
        return text[span.start : end]
    return to_row(text[span.start : span.end], row.text, SHORT)
