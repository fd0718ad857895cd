"""Cuts text whose numbers stand within its lines, as text that lost its line ends does."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from regulations_agent.corpus.outline.marks import Mark
from regulations_agent.corpus.outline.rows.looks import TITLE_CASE, mark_of
from regulations_agent.corpus.page.lines import Span, TextLine
from regulations_agent.corpus.print.rows import Row, is_bold

_STEPS = r"\d{1,3}(?:\.\d{1,3})+"
_WORDED = (
    rf"[A-Z]\w{{2,11}}\s(?:{_STEPS}|\d{{1,3}}|[IVXLC]{{1,7}})(?:[.:]?(?:\s[–—-])?\s+[A-Z“\"]|(?<=\d)[.:]$)"
)
_STEM = r"(?:[A-Z]\w{2,11}\s)?(?P<stem>(?:\d{1,3}\.)*\d{1,3})[.:]?\s(?:[–—-]\s)?[A-Z][^.;:]{2,80}?[.:]?\s"
_BELOW = r"(?=(?:[A-Z]\w{2,11}\s)?(?P=stem)\.0?1(?:\.?\s+[A-Z“\"]|\.$))"
_INSIDE = re.compile(
    r"(?:(?<=[.;:!?)”\"]\s)|(?<=[,;:]\sor\s)|(?<=[,;:]\sand\s))"
    r"(?=\((?:\d{1,3}|[a-z]{1,4})\)(?:\s|$)|\d{1,3}\.\s+[A-Z“\"]"
    rf"|{_STEPS}\.?(?:\s+[A-Z“\"]|$)|{_WORDED}|{_STEM}{_BELOW})"
    rf"|(?<=[A-Z\d]{{2}}\s)(?=(?:[A-Z][a-z]{{2,11}}\s)?{_STEPS}\.\s+[A-Z“\"])"
)
"""After the end of a sentence or item: `(12) `, `(a) `, `2. The`, `2.1. The`, `Article 18 Right`; after
capitals only the numbers with steps and a stop."""
_STEPPED = re.compile(rf"(?<=[.;:!?)”\"]\s){_STEPS}(?=\.?\s+[A-Z“\"])")
_NUMBER = re.compile(r"[\d.]+\s")
_TITLE = re.compile(_STEM + _BELOW)
"""`2 Meetings ` before `2.1 The members`."""

_FIRST = re.compile(r"(?P<open>\(?)(?P<first>a|i|(?<=\()[1A])(?P<close>\)|(?<![(].)\.)\s+\S")
_AMENDED = r"(?:(?:\d{0,3}\s?\[\s?)+|\d{1,3}(?=\())?"
_BEHIND = re.compile(
    rf"(?:(?<=[—–])|(?<=[.:\s]-))\s*{_AMENDED}(?P<open>\()(?P<first>1|a|i|A)(?P<close>\))(?:\s+\S|$)"
)
"""`Quorum.—(1) A majority`."""
_TITLED = re.compile(rf"{TITLE_CASE.pattern}\s+(?P<open>)(?P<first>1)(?P<close>\.)\s+[A-Z“]")
"""`Redoubles 1. A player may redouble`, behind a letter."""
_LEADS_ON = re.compile(r"[.\s]*[\[\]—–][.\[\]—–\s]*")
"""Dash and brackets of amendments between a title and its text."""
_SECOND = {"1": "2", "a": "b", "i": "ii", "A": "B"}
FAR = 80
"""Rows within which the second number of a list follows its first."""

IN_LINE = 2
"""Numbers with steps, each the next of the one before, from which a clause is a heap, however short."""


def is_heap(text: str) -> bool:
    """Numbers with steps count on within the text, each behind a sentence."""
    numbers = [[int(step) for step in found[0].split(".")] for found in _STEPPED.finditer(text)]
    return sum(other in _next(one) for one, other in pairwise(numbers)) >= IN_LINE


def _next(steps: list[int]) -> list[list[int]]:
    """What may come next: the first below, and each step counted on."""
    return [[*steps, 1], *([*steps[:i], step + 1] for i, step in enumerate(steps))]


def unfold(rows: Sequence[Row], heaps: Collection[int]) -> list[Row]:
    """The rows, those of `heaps` (by identity) cut where a number may open a clause."""
    out: list[Row] = []
    for row in rows:
        out += _pieces(row, f"{out[-1].text} " if out else "") if id(row) in heaps else [row]
    return out


def part_numbers(rows: Sequence[Row]) -> list[Row]:
    """The rows, cut where two numbers open one: `5. (1) No employer`, `5. Quorum.—(1) Four`, if `(2)` opens
    a row further on; the second stands where the first does, for its title may run over rows set further out.
    """
    out: list[Row] = []
    titled, edge = False, 0.0
    for i, row in enumerate(rows):
        rest = row
        while True:
            mark = mark_of(rest) if isinstance(rest.item, TextLine) and not rest.dead else None
            titled = mark.style != "(x)" if mark is not None else titled and not rest.is_table
            edge = rest.x0 if mark is not None else edge
            found = _second(rest, mark, titled=titled)
            if found is None or not _counts_on(rows[i + 1 : i + FAR], found):
                break
            first, rest = cut(rest, found.start("open"))
            rest = replace(rest, x0=edge)
            out.append(first)
        out.append(rest)
        titled = titled and mark is not None
    return out


def _second(row: Row, mark: Mark | None, *, titled: bool) -> re.Match[str] | None:
    """The first number of a list behind that of the row, or behind the title there or in the row above."""
    found = _FIRST.match(row.text, mark.end) if mark is not None else None
    if found is None and mark is not None and not mark.number.isdigit():
        found = _TITLED.match(row.text, mark.end)
    if found is None:
        return _BEHIND.search(row.text, mark.end if mark is not None else 0) if titled else None
    # `Article 2 (1) applies` goes on with a sentence
    refers = mark is not None and mark.keyword and row.text[found.end() - 1].islower()
    return None if refers else found


def _counts_on(rows: Sequence[Row], found: re.Match[str]) -> bool:
    """The second of the list stands at the start of a row, before another first."""
    first, second = found["first"], _SECOND[found["first"]]
    number = rf"{_AMENDED}{re.escape(found['open'])}({first}|{second}){re.escape(found['close'])}\s"
    starts = (other[1] for row in rows if (other := re.match(number, row.text)))
    return next(starts, first) == second


def _pieces(row: Row, lead: str) -> list[Row]:
    """The row, cut; a title that ends in it may start in `lead`, the words of the row above."""
    if not isinstance(row.item, TextLine) or row.dead:
        return [row]
    pieces: list[Row] = []
    rest = row
    while places := _places(rest.text, lead):
        first, rest = cut(rest, min(places))
        pieces.append(first)
        lead = ""
    return [*pieces, rest]


def _places(text: str, lead: str) -> list[int]:
    """Where numbers may open a clause within the text: the next of any, and the first below a title."""
    inside = (one.end() for one in _INSIDE.finditer(text, 1))
    places = [next((at for at in inside if not (text[at].isalpha() and _NUMBER.fullmatch(text, 0, at))), 0)]
    for above in ("", lead):
        if (title := _TITLE.match(above + text)) is not None:
            places.append(title.end() - len(above))
    return [at for at in places if at > 0]


def cut(row: Row, at: int) -> tuple[Row, Row]:
    """The row up to `at` characters of its text, and the rest; boxes are cut in proportion."""
    assert isinstance(row.item, TextLine)
    line = row.item
    first, second = cut_spans(line.spans, at, dead=row.dead)
    left = _line(line, first, gap=line.gap)
    right = _line(line, second, gap=0.0)
    head, tail = row.text[:at].rstrip(), row.text[at:].lstrip()
    words = [s for s in first if s.text.strip() and not (s.sup or _LEADS_ON.fullmatch(s.text))]
    dark, bold = all(s.bold for s in words), is_bold(second)
    return (
        replace(row, item=left, text=head, x1=row.x1 - line.box.x1 + left.box.x1, bold=dark, after=0.0),
        replace(
            row, item=right, text=tail, gap=0.0, new_page=False, bold=bold, column="", text_x0=0.0, level=0,
        ),
    )  # fmt: skip


def cut_spans(spans: tuple[Span, ...], at: int, *, dead: bool) -> tuple[list[Span], list[Span]]:
    """The spans before and after `at` characters of the in-force words, blanks at the start left out."""
    first: list[Span] = []
    second: list[Span] = []
    left, opened = at, False
    for span in spans:
        if span.state == "deleted" and not dead:
            (first if left > 0 else second).append(span)
            continue
        text = span.text if opened else span.text.lstrip()
        lead = len(span.text) - len(text)
        opened = opened or bool(text)
        if len(text) <= left:
            first.append(span)
        elif left <= 0:
            second.append(span)
        else:
            one, two = _halves(span, lead + left)
            first.append(one)
            second.append(two)
        left -= len(text)
    return first, second


def _halves(span: Span, at: int) -> tuple[Span, Span]:
    box = span.box
    x = box.x0 + (box.x1 - box.x0) * at / max(1, len(span.text))
    return (
        replace(span, text=span.text[:at], box=box._replace(x1=x)),
        replace(span, text=span.text[at:].lstrip(), box=box._replace(x0=x)),
    )


def _line(line: TextLine, spans: list[Span], *, gap: float) -> TextLine:
    boxes = [s.box for s in spans if s.text.strip()] or [line.box]
    box = line.box._replace(x0=min(b.x0 for b in boxes), x1=max(b.x1 for b in boxes))
    return replace(line, spans=tuple(spans), box=box, gap=gap, number="", text_x0=0.0)
