"""Quotes: found verbatim in the in-force text of a clause, or marked as not verified."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise

from regulations_agent.answer.table_quotes import whole_rows
from regulations_agent.answer.text import untold_title
from regulations_agent.corpus.files.formats import by_name
from regulations_agent.language.sentences import Span
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Box, Clause
from regulations_agent.types.run import Hit

SAME = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-", "­": None, "−": "-"}
)
"""One sign for each kind of quotation mark and dash; soft hyphens dropped."""


@lru_cache(maxsize=4096)
def _condensed(text: str) -> tuple[str, tuple[int, ...]]:
    """The characters that count, and for each its offset in `text`: no spaces, ligatures apart, one kind of
    quote."""
    letters: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        for letter in unicodedata.normalize("NFKC", character).translate(SAME):
            if not letter.isspace():
                letters.append(letter)
                offsets.append(offset)
    return "".join(letters), tuple(offsets)


def find_quote(quote: str, text: str) -> Span | None:
    """Where a quote stands in a text, spaces, ligatures and line breaks aside; whole words only."""
    wanted, _ = _condensed(quote)
    printed, offsets = _condensed(text)
    at = printed.find(wanted) if wanted else -1
    while at >= 0:
        span = Span(offsets[at], offsets[at + len(wanted) - 1] + 1)
        if _on_word_borders(text, span):
            return span
        at = printed.find(wanted, at + 1)
    return None


def is_verbatim(quote: str, clause: Clause) -> bool:
    """The quote stands in the in-force text (or heading) of the clause; of a struck clause there is none."""
    if not clause.in_force:
        return not quote
    return any(find_quote(quote, text) for text in (clause.text, clause.heading))


def cite(hit: Hit, quote: str = "") -> Citation:
    """A citation of a clause with a quote, the page and boxes on which it is printed, and `verified`
    computed.

    Without a quote the clause's whole text is quoted, of a struck clause nothing; of a table the header and
    whole rows.
    A quote that is not verbatim keeps the clause's own
    page.
    """
    clause, document = hit.clause, hit.document
    quote = quote.strip() or (clause.text.strip() or clause.heading if clause.in_force else "")
    span = find_quote(quote, clause.text)
    span = whole_rows(clause.text, span) if span else None
    boxes = _boxes(clause, span) if span else ()
    quote = _as_printed(clause, span) if span else quote
    return Citation(
        clause_id=clause.id,
        document=document.id,
        season=document.season,
        section=document.section,
        issue=document.issue,
        clause=clause.number,
        heading=clause.heading,
        page=boxes[0].page if boxes else clause.page,
        quote=quote,
        boxes=boxes or clause.boxes,
        verified=is_verbatim(quote, clause),
        sha256=document.sha256,
        recognised=any(box.page in document.recognised for box in boxes or clause.boxes),
        laid_out=bool((kind := by_name(document.file)) and kind.reader),
        title=untold_title(document),
    )


def _as_printed(clause: Clause, span: Span) -> str:
    """The clause's own characters, with a line break where the page turns: running heads stand between."""
    pages = [line.box.page for line in clause.lines]
    turns = [
        line.start
        for line, page, before in zip(clause.lines[1:], pages[1:], pages, strict=False)
        if page != before and span.start < line.start < span.end
    ]
    turns = [place for place in turns if whole_rows(clause.text, Span(place - 1, place)).end <= place]
    borders = [span.start, *turns, span.end]
    return "\n".join(clause.text[a:b].strip() for a, b in pairwise(borders))


def _on_word_borders(text: str, span: Span) -> bool:
    def inside_word(left: int) -> bool:
        return 0 < left < len(text) and text[left - 1].isalnum() and text[left].isalnum()

    return not inside_word(span.start) and not inside_word(span.end)


def _boxes(clause: Clause, span: Span) -> tuple[Box, ...]:
    """Boxes of the printed lines that a span of the clause's text touches."""
    ends = [line.start for line in clause.lines[1:]] + [len(clause.text)]
    return tuple(
        line.box
        for line, end in zip(clause.lines, ends, strict=False)
        if line.start < span.end and end > span.start
    )
