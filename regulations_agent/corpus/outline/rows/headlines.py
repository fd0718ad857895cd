"""Which rows can be unnumbered headings, and which rows one heading takes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from string import ascii_lowercase

from regulations_agent.corpus.outline.marks import is_first
from regulations_agent.corpus.outline.rows.hanging import with_hanging
from regulations_agent.corpus.outline.rows.looks import (
    CAPTION,
    REMARK,
    TITLE_CASE,
    Look,
    Sight,
    is_dangling,
    look_at,
)
from regulations_agent.corpus.outline.rows.repeated import closed_by_habit, repeated, with_repeated
from regulations_agent.corpus.outline.rows.slips import mend_numbers
from regulations_agent.corpus.print.rows import SIGNS, Measure, Row
from regulations_agent.corpus.title.dates import is_dateline

MAX_HEADING = 160
"""Characters of a heading at most, all its rows together."""
MAX_LEVEL = 480
"""Characters of a heading that the format itself calls one."""
HEADING_ROWS = 4
"""Printed rows of one heading at most, where only its looks tell."""
EARLY, USUAL = 0.05, 3
"""Share of a book's rows that may be its cover; numbers of one kind from which they are a numbering.

Behind the cover a line that stands out more than all numberings and is alone in its look heads nothing.
"""
LABEL = 0.2
"""By how much a title that a colon ends stands below one of its look that goes without."""
BOXED, NEAR = 3, 8.0
"""Rows below the title of a box that are set in as it is, and points by which the first may be off."""
NEAREST = 12
"""Rows above among which the number is looked for that a shouted sentence belongs to."""
LEVEL = 0.03
"""Share of its size by which a row of a heading may be larger or smaller than the one above it."""
RUN = 2
"""Headings in a row, with no word between them, that may have one look."""


def see(rows: Sequence[Row], measure: Measure) -> list[Sight]:
    """Every row with its look, place and mark; headings are judged against how often their look is text."""
    sights = with_hanging(look_at(rows, measure))
    return with_repeated(_with_headings(mend_numbers(sights), measure))


def _with_headings(sights: list[Sight], measure: Measure) -> list[Sight]:
    """Marks the rows that can be headings; a look that is mostly running text heads nothing.

    Rows of lists and tables in that look tell nothing of it.
    """
    alone = [_heading_rows(sights, i, measure) for i in range(len(sights))]
    spans = _without_runs(sights, list(alone))
    _drop_repeated(sights, spans)
    used: Counter[Look] = Counter()
    heads: Counter[Look] = Counter()
    for i, sight in enumerate(sights):
        listed = sight.row.is_bullet or alone[i] > spans[i]
        if not sight.row.is_table and not listed:
            used[sight.look] += 1
            heads[sight.look] += spans[i]
    top, cover = _highest(sights), _cover(sights)
    dated, closed = _datelines(sights, cover), closed_by_habit(sights, spans)
    out: list[Sight] = []
    inside = 0
    for i, sight in enumerate(sights):
        fit = spans[i] and (sight.look.level or heads[sight.look] >= 0.5 * used[sight.look])
        if spans[i] and i and titles(sights[i - 1], sight):
            inside, fit = spans[i], False
        lone = used[sight.look] <= 2 and sight.prominence > top and not sight.look.level
        fit = fit and not (
            lone and sight.mark is None and i > cover and not _starts_over(sights, i + spans[i])
        )
        fit = fit and i not in dated and not (spans[i] == 1 and _shouts(sights, i))
        if inside > 0 or not fit:
            inside -= 1
            out.append(sight)
            continue
        rows = next((k for k in range(1, spans[i]) if i + k in dated), spans[i])
        inside = rows - 1
        led = sights[i + rows - 1].row.text.endswith(":") and sight.mark is None and not sight.look.level
        led = led and sight.look not in closed
        out.append(replace(sight, heading=True, rows=rows, prominence=sight.prominence - LABEL * led))
    return _with_boxes(out)


def _shouts(sights: Sequence[Sight], i: int) -> bool:
    """The row, without a number, is a sentence that starts where the words of the numbers above it do: it
    stresses what the last of them says."""
    row = sights[i].row
    if sights[i].mark is not None or sights[i].look.level or not row.text.endswith((".", "!")):
        return False
    near = reversed(sights[max(0, i - NEAREST) : i])
    number = next((s.row for s in near if s.mark is not None and (s.starts or s.weakly)), None)
    return number is not None and bool(number.text_x0) and abs(row.x0 - number.text_x0) <= 2


def _with_boxes(sights: list[Sight]) -> list[Sight]:
    """The sights; a title that comes again, with rows below that start where it does, may be that of a box.

    It knows how far all of them are set in."""
    heads = [i for i, sight in enumerate(sights) if sight.heading]
    times = Counter(sights[i].row.text for i in heads)
    for i, end in pairwise([*heads, len(sights)]):
        below = [s.row.x0 for s in sights[i + sights[i].rows : min(end, i + sights[i].rows + BOXED)]]
        if times[sights[i].row.text] > 1 and below and abs(below[0] - sights[i].row.x0) <= NEAR:
            sights[i] = replace(sights[i], inner=min(sights[i].left, *below))
    return sights


def _highest(sights: Sequence[Sight]) -> float:
    """How far the numbers stand out that stand out most, of those that are usual in the book."""
    heights: dict[tuple[str, str], list[float]] = defaultdict(list)
    for sight in sights:
        if sight.mark is not None and sight.starts:
            heights[sight.mark.family].append(sight.prominence)
    usual = [sorted(found)[len(found) // 2] for found in heights.values() if len(found) >= USUAL]
    return max(usual, default=100.0)


def _cover(sights: Sequence[Sight]) -> float:
    """The row up to which the book's cover may go: an early one, or the first that a usual number starts."""
    families = Counter(s.mark.family for s in sights if s.mark is not None and s.starts)
    usual = (
        i
        for i, s in enumerate(sights)
        if s.mark is not None and s.starts and families[s.mark.family] >= USUAL
    )
    return max(EARLY * len(sights), next(usual, 0))


def _starts_over(sights: Sequence[Sight], below: int) -> bool:
    """The row below is the first of a numbering that stood above: a title that is alone in its look opens a
    part of its own, as `Rules and Regulations` behind the articles of bylaws."""
    mark = sights[below].mark if below < len(sights) else None
    if mark is None or not any(is_first(reading.last) for reading in mark.readings):
        return False
    above = (s.mark for s in sights[:below] if s.mark is not None and s.starts)
    return any(one.family == mark.family and one.number == mark.number for one in above)


def _datelines(sights: Sequence[Sight], cover: float) -> set[int]:
    """Rows of the cover, and above the first text, that say when the book was adopted: they head nothing."""
    text = next((i for i, sight in enumerate(sights) if not sight.stands_out), len(sights))
    front = (i for i, sight in enumerate(sights) if i <= max(cover, text) and sight.mark is None)
    return {i for i in front if is_dateline(sights[i].row.text)}


def titles(number: Sight, below: Sight) -> bool:
    """The row below a number that stands out, alone on its row, is its title; be it on the next page."""
    alone = is_alone(number) and number.stands_out
    near = below.row.page - number.row.page <= 1 and not below.row.is_table and below.mark is None
    beneath = 0 < number.look.level < below.look.level
    return alone and near and not beneath and below.stands_out and len(below.row.text) < MAX_HEADING


def is_alone(number: Sight) -> bool:
    """No words are in the row beside the number."""
    return number.mark is not None and not number.row.text[number.mark.end :].strip()


def _without_runs(sights: Sequence[Sight], spans: list[int]) -> list[int]:
    """Three or more of one look with nothing below any of them are a list or table, no headings; what comes
    again in the book with words below is none of them."""
    run: list[int] = []
    again = repeated(sights, spans)
    for i, sight in enumerate([*sights, None]):
        if (
            sight is not None
            and run
            and spans[i]
            and sight.look == sights[run[-1]].look
            and sight.mark is None
        ):
            run.append(i)
        if sight is not None and run and i < run[-1] + spans[run[-1]]:
            continue
        if run and run[-1] in again:
            run.pop()
        if len(run) > RUN:
            for place in run[1:] if sights[run[0]].starts else run:
                spans[place] = 0
        run = [i] if sight is not None and spans[i] and sight.mark is None and not sight.look.level else []
    return spans


def _drop_repeated(sights: Sequence[Sight], spans: list[int]) -> None:
    """Words that come twice with neither a heading nor a number between them are lines of a form."""
    last: int | None = None
    for i, sight in enumerate(sights):
        if sight.mark is not None and sight.starts:
            last = None
        elif spans[i] and not sight.look.level:
            if last is not None and sights[last].row.text == sight.row.text:
                spans[last] = spans[i] = 0
            last = i


def _heading_rows(sights: Sequence[Sight], i: int, measure: Measure) -> int:
    """Rows of the heading that would start here, 0 where none can."""
    first = sights[i]
    if first.row.dead or not (first.look.level or (first.stands_out and first.starts)):
        return 0
    if i and not first.look.level and _runs_on(sights[i - 1], first, measure):
        return 0
    end = i + 1
    most = len(sights) if first.look.level else min(len(sights), i + HEADING_ROWS)
    while end < most and same_heading(sights[end - 1], sights[end], measure):
        end += 1
    text = " ".join(s.row.text for s in sights[i:end])
    of_number = i > 0 and text.endswith(":") and is_alone(sights[i - 1])
    if of_number or not _is_title(text, first, measure):
        return 0
    after = sights[end] if end < len(sights) else None
    alone = after is None or after.starts or after.look != first.look
    return end - i if alone and not goes_on(sights[end - 1], after, measure) else 0


def goes_on(last: Sight, below: Sight | None, measure: Measure) -> bool:
    """The sentence goes on below the full row, as of a definition whose term fills a row."""
    if below is None or below.mark is not None or last.look.level or not measure.full(last.row):
        return False
    apart = below.row.is_table or measure.parted(below.row)
    return not apart and below.row.text[0] in f"({ascii_lowercase}"


def same_heading(above: Sight, below: Sight, measure: Measure) -> bool:
    """The second row goes on with the heading of the first."""
    if below.row.is_table or below.row.new_page or above.look.level != below.look.level:
        return False
    if below.row.is_bullet:
        return False
    if below.look.level:
        return below.row.goes_on
    sized = abs(below.look.size - above.look.size) <= LEVEL * above.look.size
    alike = sized and below.look.bold == above.look.bold
    alike = alike and not _in_other_letters(above, below, measure)
    near = not _wide_gap(below.row, measure) or is_dangling(above.row.text)
    return alike and below.mark is None and near and below.stands_out


def _in_other_letters(above: Sight, below: Sight, measure: Measure) -> bool:
    """A row in capitals and one in small letters that starts anew at its edge are two titles."""
    first, row = below.row.text[:1], above.row
    starts = (first.isupper() or first.isdigit()) and not (measure.full(row) or is_dangling(row.text))
    flush = abs(row.x0 - below.row.x0) <= 4 and not measure.centred(row)
    return starts and flush and above.look.capitals != below.look.capitals


def _runs_on(above: Sight, below: Sight, measure: Measure) -> bool:
    """The row goes on with a paragraph in its own type, which no heading is."""
    alike = above.look == below.look and not above.row.is_table and not below.row.new_page
    waits = measure.full(above.row) or (above.row.text.endswith(":") and not above.starts)
    return alike and below.mark is None and not _wide_gap(below.row, measure) and waits


def _wide_gap(row: Row, measure: Measure) -> bool:
    """Blank above by which a heading is parted from another one; large type has larger leading."""
    return row.gap > measure.leading * max(1.0, row.size / max(measure.size, 1.0)) + 0.35 * row.size


def _labels(text: str, first: Sight) -> bool:
    """Words in bold or capitals and in the letters of titles, that a colon ends: `Scheduling Process:`."""
    stressed = first.look.bold or first.look.capitals
    return stressed and first.prominence >= 1 and TITLE_CASE.fullmatch(text[:-1]) is not None


def _is_title(text: str, first: Sight, measure: Measure) -> bool:
    most = MAX_LEVEL if first.look.level else MAX_HEADING
    letters = [c for c in text if c.isalpha()]
    few = len(letters) < 2 or (len(set(letters)) < 2 and first.mark is None)
    if len(text) > most or few or text[:1] in SIGNS or text[:2] == "* ":
        return False
    if first.look.level:
        return True
    rest = text[first.mark.end :] if first.mark else text
    if (REMARK.match(text) or "___" in text) and first.mark is None:  # blanks of a form are filled in
        return False
    if text.count("]") > text.count("[") or text.count(")") > text.count("("):
        return False
    if text[0].islower() or rest[:1].islower() or rest[:1] in "([" or CAPTION.match(text):
        return False
    if text.endswith((";", ",")) or (text.endswith(".") and len(rest.split()) > 8 and first.prominence < 3):
        return False
    if text.endswith(":") and first.prominence < 2.5 and not _labels(text, first):
        return False
    words = rest.split()
    far = first.row.x0 > measure.left + 0.55 * (measure.right - measure.left) and first.prominence < 2
    return bool(words) and not far
