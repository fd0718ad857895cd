"""How rows look: how far each stands out from the body, and where paragraphs start."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from regulations_agent.corpus.outline.marks import APPENDED, Mark, counts_on, ranged, read_mark
from regulations_agent.corpus.page.lines import Span
from regulations_agent.corpus.print.rows import END_MARKS, SIGNS, Measure, Row, pieces_of, without_number

CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|drawing|diagram|illustration|photo|chart)"
    r"(?:\s*\d|\s+(?-i:[A-Z.]{1,5})\s*(?:[.,:–—-]|$))",
    re.I,
)
"""A caption, or a sentence that starts as one."""
REMARK = re.compile(r"(?:notes?|examples?|exceptions?|important|warning|caution)(?: \d+)?\s*:", re.I)
"""What a remark on the rule above starts with."""
TITLE_OPENS = r"(?!(?:The|An?|Each|Any|All|No|In|For|If|When|While|At)\b)[A-Z(“]"
FINITE = (
    r"\b(?:must|shall|may|might|will|would|can|cannot|could|should|is|are|was|were|be|been|has|have|had|does|do|did"
    r"|means?|includes?|appl(?:y|ies)|requires?|refers?|see)\b"
)
"""Verbs that make words a sentence, which titles hardly have."""
TITLE_CASE = re.compile(
    rf"{TITLE_OPENS}[^\s.]*"
    r"(?:[ /–-]+(?:[A-Z0-9(“&][^\s]*|of|and|or|to|for|the|an?|in|on|at|by|during|with|under|from|per))*"
)
"""`Testing of Current Cars (TCC)`, not `For each Meeting the promoter appoints`."""
QUOTES = ("“", "‘", '"')
_CLOSING = "”’\"'"
_STOPS = " .:–—-"
_DASHED = re.compile(r"\s*[–—-]")
_CLOSED = re.compile(r"(?P<stop>\s?[.:–—-]*)\s*(?:(?<=[.:–—-]\s)[^\s,;]|(?<=[.:–—-])[^\s,;]|[A-Z“\"])")
"""What ends a title that runs in: a stop, or a sentence that starts."""
_AMENDED = re.compile(r"(?:\d{0,3}\s?\[\s?)+(?=\(?\w{1,4}(?:-[A-Z])?[).])|\d{1,3}(?=\(\w{1,4}\)\s)")
WAVERS, LEAST, MOST = 0.25, 0.7, 1.25
"""Share of text half a point larger or smaller than most, from which sizes waver, and by how much."""
_WORD = re.compile(r"[^\W\d_][^\W_]")
_DANGLING = re.compile(
    r"\b(?:of|and|or|the|to|in|by|with|for|from|an|(?-i:a)|see|under|per|than)$"
    r"|^(?!.*(?<!\w)[‘’']).*s[’']$",
    re.I,
)


OUT = 0.4
"""How far what could be a heading stands out: as slanted words do."""


@dataclass(frozen=True, slots=True)
class Look:
    """What of a row's type tells headings from text."""

    size: float
    """Font size in points, to a half."""
    bold: bool
    italic: bool
    capitals: bool
    level: int
    """The format itself says so: 1-9, 0 for not said."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One row as the parser sees it."""

    row: Row
    look: Look
    prominence: float
    """How far it stands out: 0 for the body's own look."""
    left: float
    """Where what stands below it may start: at the edge of the text for a centred heading."""
    starts: bool
    """It starts a paragraph, as far as its place tells."""
    weakly: bool
    """It starts one only if the words say so: the row before ends a sentence."""
    mark: Mark | None
    heading: bool = False
    """It can be an unnumbered heading, or the first row of one."""
    rows: int = 1
    """How many rows the heading has that starts here."""
    inner: float = 0.0
    """Left edge of the title of a box and of the first rows below it; 0 for any other row."""
    again: bool = False
    """It is an unnumbered heading whose words head other parts of the book too."""

    @property
    def stands_out(self) -> bool:
        return self.prominence >= OUT


def look_at(rows: Sequence[Row], measure: Measure) -> list[Sight]:
    """Every row with its look, place and mark."""
    looks = _of_one_size(rows, [_look(row) for row in rows])
    body = _body(rows, looks)
    places = [_starts(rows, looks, i, measure) for i in range(len(rows))]
    sights = []
    for i, row in enumerate(rows):
        starts, weakly = places[i]
        plain = row.is_table or row.front or CAPTION.match(row.text)
        mark = None if plain else mark_of(row)
        if not (starts or weakly) and _refers(rows[i - 1]):
            mark = None
        height = _prominence(row, looks[i], body, leads=i + 1 < len(rows) and _leads(row, rows[i + 1]))
        listed = "," in row.text[: mark.end] and not row.column if mark else False
        if mark and height < OUT and (listed or REMARK.match(row.text)):
            mark = None
        goes_on = i + 1 < len(rows) and not places[i + 1][0] and looks[i + 1] == looks[i]
        centred = _centred(row, measure) and not (goes_on and not _centred(rows[i + 1], measure))
        if height < 0.6 and (mark is None or mark.keyword) and centred:
            height += 0.7
        left = measure.left if centred and height >= OUT else row.x0
        sights.append(Sight(row, looks[i], height, left, starts, weakly, mark))
    return _without_lone_keywords(sights, measure)


def _without_lone_keywords(sights: list[Sight], measure: Measure) -> list[Sight]:
    """In the second row of a heading `ENTERING A CAR` is no number, unless the book numbers by that word; nor
    is `REVIEW - I` anywhere, unless another such number has its dash, or it is an annex; nor `A Student`
    where no other letter stands so."""
    numbers: dict[tuple[str, bool], set[str]] = defaultdict(set)
    for sight in sights:
        if sight.mark is not None and (sight.mark.keyword or _is_letter(sight.mark)):
            numbers[sight.mark.family[0], False].add(sight.mark.number)
            numbers[sight.mark.family[0], _is_dashed(sight)].add(sight.mark.number)
    for i, (above, sight) in enumerate(pairwise([*sights[:1], *sights])):
        mark = sight.mark
        if mark is not None and _is_letter(mark) and len(numbers["", False]) < 2:
            sights[i] = replace(sight, mark=None)
        if mark is None or not mark.keyword:
            continue
        dashed, word = _is_dashed(sight), mark.family[0]
        if len(numbers[word, dashed]) > 1 or (dashed and APPENDED.match(word)):
            continue
        near = bool(i) and not sight.row.new_page and not measure.parted(sight.row)
        if dashed or (near and above.look == sight.look and sight.stands_out):
            sights[i] = replace(sight, mark=None)
    return sights


def _is_letter(mark: Mark) -> bool:
    """A capital without stop or brackets, which could be a word."""
    return mark.style == "x" and not mark.keyword and len(mark.number) == 1 and mark.number.isupper()


def _is_dashed(sight: Sight) -> bool:
    """`CHAPTER - I`"""
    word = sight.mark.keyword if sight.mark is not None else ""
    return _DASHED.match(sight.row.text, len(word)) is not None


def mark_of(row: Row) -> Mark | None:
    """The mark of a row, without the bullet or quotation mark before it where the number has steps or
    brackets, or the bracket (and the sign of a footnote) with which an amendment opens: `¹[(2) The`."""
    text, listed = row.text, row.text[:1] in SIGNS
    signed = next((s.sup for piece in pieces_of(row) for s in piece if s.text.strip()), False)
    amended = _AMENDED.match(text) if signed or text.startswith("[") else None
    quoted = not listed and not amended and text[:1] in QUOTES
    bare = text[1:].lstrip() if listed or quoted else text[amended.end() :] if amended else text
    mark = read_mark(bare)
    if mark is None or bare == text:
        return mark and ranged(mark, text)
    fits = mark.style in ("d", "x)", "(x)", "x-") if listed or quoted else True
    return replace(mark, end=mark.end + len(text) - len(bare)) if fits else None


def _centred(row: Row, measure: Measure) -> bool:
    return not row.is_table and measure.centred(row) and row.x1 < measure.right - 30


def _look(row: Row) -> Look:
    spans = [s for piece in pieces_of(row) for s in piece if any(c.isalpha() for c in s.text)]
    letters = [c for c in row.text if c.isalpha()]
    capitals = len(letters) > 2 and all(c.isupper() for c in letters) and bool(_WORD.search(row.text))
    italic = bool(spans) and all(s.italic for s in spans)
    size = max((s.size for s in without_number(spans) if not s.sup), default=row.size)
    return Look(round(size * 2) / 2, row.bold, italic, capitals, row.level)


def _of_one_size(rows: Sequence[Row], looks: Sequence[Look]) -> list[Look]:
    """The looks; where the sizes of text waver, as they do where letters were measured on a scan, all that
    are near the usual one are one: rows of capitals measure less."""
    count: Counter[float] = Counter()
    for row, look in zip(rows, looks, strict=True):
        count[look.size] += 0 if row.is_table else len(row.text)
    usual = max(count, key=lambda size: count[size], default=0.0)
    if count[usual - 0.5] + count[usual + 0.5] < WAVERS * count.total():
        return list(looks)
    return [
        replace(look, size=usual) if LEAST * usual <= look.size <= MOST * usual else look for look in looks
    ]


def _body(rows: Sequence[Row], looks: Sequence[Look]) -> Look:
    """The look of most of the book's letters."""
    count: Counter[Look] = Counter()
    for row, look in zip(rows, looks, strict=True):
        if not row.is_table:
            count[look] += len(row.text)
    return count.most_common(1)[0][0] if count else Look(10.0, False, False, False, 0)


def _leads(row: Row, beside: Row) -> bool:
    """The second row is cut from the line that the first one leads."""
    one, other = row.item.box, beside.item.box
    return row.page == beside.page and one.top == other.top


def _prominence(row: Row, look: Look, body: Look, *, leads: bool) -> float:
    if look.level:
        return 30.0 - 2 * look.level
    larger = 10 * (look.size / body.size - 1) if body.size else 0.0
    if abs(larger) < 0.6:
        larger = 0.0
    bold = (0.75 if leads else 1.5) * (look.bold - body.bold)
    if not row.bold:
        bold = 0.75 * (run_in(row) > 0)
    capitals = 1.0 * (look.capitals and not body.capitals)
    return larger + bold + capitals + OUT * (look.italic and not body.italic)


def run_in(row: Row) -> int:
    """Characters of the row up to the end of a title, bold or slanted behind its number, that text follows.

    0 for none: words that only stand out in their sentence are no title.
    """
    if row.is_table or row.bold:
        return 0
    spans = [s for piece in pieces_of(row) for s in piece if s.state != "deleted"]
    words = "".join(s.text for s in spans).strip()
    mark = mark_of(row)
    number = mark.end if mark else 0
    at, end = -_leading_blanks(spans), 0
    for span in spans:
        at += len(span.text)
        if at <= number or not span.text.strip():
            continue
        if not (span.bold or span.italic):
            break
        end = at
    if not any(c.isalpha() for c in words[number:end]):
        return 0
    found = _CLOSED.match(words, len(words[:end].rstrip(_STOPS)))
    return found.end("stop") if found else 0


def _leading_blanks(spans: Sequence[Span]) -> int:
    text = "".join(s.text for s in spans)
    return len(text) - len(text.lstrip())


def _starts(rows: Sequence[Row], looks: Sequence[Look], i: int, measure: Measure) -> tuple[bool, bool]:
    """Whether a paragraph starts at the row by its place, and whether by the sentence that ends before it."""
    row = rows[i]
    if i == 0 or row.is_table or rows[i - 1].is_table or looks[i].level or looks[i - 1].level:
        return True, True
    before = rows[i - 1]
    said = before.text.rstrip(_CLOSING)
    ended = said.endswith((*END_MARKS, "; and", "; or", ", and", ", or"))
    short = not measure.full(before) and (ended or not _in_sentence(before, row))
    titled = looks[i - 1].capitals and any(map(str.islower, row.text)) and not is_dangling(before.text)
    if looks[i].size != looks[i - 1].size or (titled and mark_of(row) is not None):
        return True, True
    if looks[i].bold != looks[i - 1].bold and (ended or short or measure.parted(row) or row.new_page):
        return True, True
    if row.new_page:
        return ended or short or (mark_of(row) is not None and run_in(row) > 0), ended
    shifted = abs(row.x0 - before.x0) > 4
    if _hangs(before, row) or (_leads(before, row) and before.text.endswith(("—", "–"))):
        return True, True
    listed = not (ended or shifted) and counts_on(mark_of(before), mark_of(row))
    placed = measure.parted(row) or short or listed or (ended and (shifted or bool(row.column)))
    return placed or row.is_bullet, ended


def _in_sentence(before: Row, row: Row) -> bool:
    """It goes on in small letters, or a word that ends no sentence, no further left and without a number."""
    waits = row.text[:1].islower() or (is_dangling(before.text) and not before.bold)
    return waits and row.x0 >= before.x0 - 4 and mark_of(row) is None


def _hangs(before: Row, row: Row) -> bool:
    """Its number hangs left of where its words and those of the row before start."""
    return row.column.endswith((".", ")", "]")) and abs((before.text_x0 or before.x0) - row.text_x0) <= 2


def _refers(before: Row) -> bool:
    """The row before ends in mid-phrase, so that a number that follows belongs to its sentence."""
    return is_dangling(before.text) or before.text.endswith(",")


def is_dangling(text: str) -> bool:
    """It ends with a word that no title or sentence ends with."""
    return bool(_DANGLING.search(text))
