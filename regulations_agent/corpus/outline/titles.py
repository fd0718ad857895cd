"""Which words beside and below a number are its title: one fitted decision for all books."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import log
from typing import NamedTuple

from regulations_agent.corpus.outline.marks import Mark
from regulations_agent.corpus.outline.parse.states import Decision
from regulations_agent.corpus.outline.rows.headlines import goes_on, same_heading
from regulations_agent.corpus.outline.rows.looks import FINITE, Sight, is_dangling, run_in
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.rows import Measure, Row

MOST_WORDS = 24
"""Of a title that the format does not call one."""
LEFT = 4.0
"""Points by which text stands left of a number that it does not belong to."""
LISTED = 2
"""Numbers that tell of the list that they stand in."""
GAP = 0.3
"""Font sizes from which a blank within a row parts a title from text in its type."""
ALONE = {
    "bold": 3.36,
    "stands out": 1.87,
    "capitals": 1.63,
    "below its number": 1.60,
    "names in plain type": 2.75,
    "words": -0.75,
    "words above nine": -0.31,
    "opens as a sentence or goes on": -1.49,
    "verb in plain type": -1.57,
    "stop in plain type": -1.05,
    "full row in plain type": -1.58,
    "small letters below": -1.49,
    "runs on below": -1.43,
    "nothing below": -2.47,
    "nothing below in plain type": -2.58,
    "stop and dash": 4.0,
    "sentence with nothing below": -4.0,
}
"""Weights of what tells that whole rows are a title; the last two by hand, as too few books have it."""
RUN_IN = {
    "set apart": 3.32,
    "names": 3.30,
    "words": -1.16,
    "verb": -1.56,
    "rows above": -0.75,
    "small letters behind": -1.25,
    "two words behind": -1.56,
    "ends bold rows": 2.0,
}
"""The same where text goes on behind the title in its row; the last by hand. All others were fitted at once,
as the chance of each ending among those of its number (0 for no title; penalty 1, each book with one weight),
on 2,283 numbers of 88 books whose titles people wrote down; of those in books not fitted on (eight parts)
.989 came right."""
_STOP = re.compile(
    r"(?:(?:(?<!\d)(?<!\b[A-Z][a-z])(?<!\.[A-Z])(?!(?<=\b[A-Z])\.[A-Z]\.)\.(?!\s\d)|[:?!])(?=\s|[A-Z“\"])(?:\s?[—–-]+)?"
    r"|\s?[—–]{1,3}(?=\s?\S)|\s--?(?=\s))"
)
"""What a title may end with that text goes on behind; no stop of initials does (`the N.B.C.`)."""
_STOP_AND_DASH = re.compile(r"[.:)]\s+[–—-]\s*$")
"""`Sec. 5. - ` with a title behind."""
_CLOSES = re.compile(r"[^“”]*”")
_SAYS = re.compile(r"[.;:!?—–]")
_WORD = re.compile(r"[^\W\d_]{2}")
_VERB = re.compile(FINITE)
_OPENS = re.compile(
    r"(?:The|An?|Each|Any|All|No|In|For|If|When|While|At|This|These|It|Every|Where|Upon|Unless|To|On|Should"
    r"|There)\b"
)
"""What sentences start with more often than titles."""
_SMALL = re.compile(
    r"(?:of|and|or|to|for|the|an?|in|on|at|by|during|with|under|from|per|as|into|within|between)$", re.I
)


class Ending(NamedTuple):
    """Where a title ends: so many whole rows, and so many characters of the next; (0, 0) for no title."""

    rows: int
    chars: int


class Titles:
    """The titles of the numbers of one book."""

    def __init__(self, sights: Sequence[Sight], decisions: Sequence[Decision], measure: Measure) -> None:
        self.sights, self.decisions, self.measure = sights, decisions, measure
        self.opened = {d.at: place for place, d in enumerate(decisions)}

    def of(self, place: int) -> Ending:
        """That of the clause which the decision opens; the likeliest of all the ways to end it."""
        decision = self.decisions[place]
        assert decision.mark is not None
        best, most = Ending(0, 0), 0.0
        for ending, words in self._endings(decision.at, decision.mark):
            tells, weights = (self._run_in, RUN_IN) if ending.chars else (self._alone, ALONE)
            score = sum(weights[name] * value for name, value in tells(ending, words, decision).items())
            if score > most:
                best, most = ending, score
        return best

    def _endings(self, at: int, mark: Mark) -> Iterator[tuple[Ending, str]]:
        """The places where a title could end, and its words up to there."""
        words = ""
        for rows, sight in enumerate(islice(self.sights, at, None)):
            row, skip = sight.row, 0 if rows else mark.end
            if row.is_table or (rows and (row.dead or row.is_bullet or at + rows in self.opened)):
                return
            # a title in rows of its own goes on with no words of a new paragraph
            for end in () if words and sight.starts else sorted(_stops(row, skip)):
                said = f"{words} {row.text[skip:end]}".strip()
                quoted = said.count("“") > said.count("”") and _CLOSES.match(row.text, end)
                if _could_be(said) and not quoted and len(said.split()) <= MOST_WORDS:
                    yield Ending(rows, end), said
            words = f"{words} {row.text[skip:]}".strip()
            if len(words.split()) > MOST_WORDS and not sight.look.level:
                return
            below = at + rows + 1
            torn = below not in self.opened and self._goes_on(sight, below)
            if _could_be(words) and not torn and not self._is_unfinished(words, below):
                yield Ending(rows + 1, 0), words

    def _goes_on(self, sight: Sight, below: int) -> bool:
        """The row below goes on with the heading in the look of the row, or ends it and goes on as text."""
        more = self.sights[below : below + 1]
        if not more or not sight.stands_out:
            return False
        ends = sight.look.bold and not sight.look.level and not more[0].starts and run_in(more[0].row) > 0
        return ends or same_heading(sight, more[0], self.measure)

    def _is_unfinished(self, words: str, below: int) -> bool:
        """They start a sentence that goes on below the row, or a list in small letters does."""
        above, more = self.sights[below - 1], self.sights[below : below + 1]
        if above.look.level or not more or more[0].row.is_table:
            return False
        if below in self.opened:
            mark = self.decisions[self.opened[below]].mark
            small = more[0].row.text[mark.end if mark else 0 :][:1].islower()
            leads = words.endswith(":") and bool(_VERB.search(words)) and not above.stands_out and small
            return leads or words.endswith((";", ","))
        dangles = is_dangling(words) and not self.measure.parted(more[0].row)
        return (dangles and _type(above) == _type(more[0])) or goes_on(above, more[0], self.measure)

    def _closes_list(self, text: Row, decision: Decision) -> bool:
        """The paragraph stands left of the number, or behind a list of names that have nothing below them."""
        listed = list(self._before(decision))
        if len(listed) >= LISTED and all(map(self._is_name, listed)):
            return True
        return text.x0 < self.sights[decision.at].row.x0 - LEFT

    def _is_name(self, decision: Decision) -> bool:
        """The next number follows right behind a few words that are no sentence."""
        row = self.sights[decision.at].row
        words = row.text[decision.mark.end if decision.mark else 0 :]
        return decision.at + 1 in self.opened and not self.measure.full(row) and not _SAYS.search(words)

    def _before(self, decision: Decision) -> Iterator[Decision]:
        """The numbers of its list right above it, nearest first."""
        for before in reversed(self.decisions[: self.opened[decision.at]]):
            mark = before.mark if before.parent == decision.parent else None
            if mark is None or decision.mark is None or mark.family != decision.mark.family:
                return
            yield before

    def _alone(self, ending: Ending, words: str, decision: Decision) -> dict[str, float]:
        """What tells of a title that has its rows for itself."""
        start, end = decision.at, decision.at + ending.rows
        below, place = self.sights[end] if end < len(self.sights) else None, self.opened.get(end)
        start += not _beside(self.sights[start].row, decision)
        first, last = self.sights[start], self.sights[end - 1]
        plain = not all(sight.row.bold for sight in self.sights[start:end])
        full = self.measure.full(last.row)
        other = place is not None and self.decisions[place].parent != self.opened[decision.at]
        text = below if place is None and below is not None and not below.row.is_table else None
        other |= text is not None and text.starts and self._closes_list(text.row, decision)
        count = len(words.split())
        headed = first.look.level > 0 and not words.endswith(".")
        number = self.sights[decision.at].row.text[: decision.mark.end if decision.mark else 0]
        return {
            "bold": not plain,
            "stands out": 0 if first.look.level else min(3.0, max(0.0, first.prominence)),
            "capitals": words.isupper() and len(words) > 3,
            "below its number": start > decision.at and not first.stands_out,
            "names in plain type": plain * _names(words),
            "words": 0 if first.look.level else log(count),
            "words above nine": 0 if first.look.level else max(0, count - 9),
            "opens as a sentence or goes on": bool(_OPENS.match(words)) or words[0].islower(),
            "verb in plain type": plain and bool(_VERB.search(words)) and not headed,
            "stop in plain type": plain and words.endswith(".") and not first.look.level,
            "full row in plain type": plain and full and not headed,
            "small letters below": text is not None and text.row.text[:1].islower(),
            "runs on below": text is not None and full and not headed and _type(text) == _type(last),
            "nothing below": other,
            "nothing below in plain type": not first.stands_out and (other or below is None),
            "stop and dash": bool(_STOP_AND_DASH.search(number)),
            "sentence with nothing below": other and words.endswith(".") and bool(_VERB.search(words)),
        }

    def _run_in(self, ending: Ending, words: str, decision: Decision) -> dict[str, float]:
        """What tells of a title that text goes on behind in its row."""
        start, end = decision.at, decision.at + ending.rows
        row = self.sights[end].row
        rest = row.text[ending.chars :].lstrip()
        below = self.sights[end + 1 : end + 2] if end + 1 not in self.opened else ()
        runs_on = any(more.row.text[:1].islower() and not more.starts for more in below)
        apart = abs((run_in(row) or -9) - ending.chars) <= 2
        above = self.sights[start + (not _beside(self.sights[start].row, decision)) : end]
        return {
            "set apart": apart,
            "names": _names(words),
            "words": log(len(words.split())),
            "verb": bool(_VERB.search(words)),
            "rows above": end - start - (end > start and not _beside(self.sights[start].row, decision)),
            "small letters behind": rest[:1].islower(),
            "two words behind": len(rest.split()) < 3 and not runs_on,
            "ends bold rows": apart and bool(above) and all(sight.row.bold for sight in above),
        }


def _could_be(words: str) -> bool:
    """They say something, and close the brackets that they open."""
    return words.count("(") <= words.count(")") and bool(_WORD.search(words))


def _stops(row: Row, skip: int) -> set[int]:
    """Where a title could end within the row: behind a stop, where its type ends, or before a wide blank."""
    assert isinstance(row.item, TextLine)
    ends = {found.end() for found in _STOP.finditer(row.text, skip)} | {run_in(row)}
    live = [row.dead or span.state != "deleted" for span in row.item.spans]
    opening = row.item.spans[live.index(True)].text
    at, blanks = -len(opening) + len(opening.lstrip()), set[int]()
    for (span, said), (behind, follows) in pairwise(zip(row.item.spans, live, strict=True)):
        at += len(span.text) if said else 0
        if not (said and follows):
            # what is struck fills the room between its neighbours
            continue
        alike = (span.bold, span.italic, span.size) == (behind.bold, behind.italic, behind.size)
        apart = behind.box.x0 - span.box.x1 >= GAP * row.size and behind.text[:1].isupper()
        if alike and apart and span.text.rstrip()[-1:].isalnum() and len(row.text[skip:at].strip()) > 2:
            blanks.add(len(row.text[:at].rstrip()))
    # several wide blanks part the cells of a table
    ends |= blanks if len(blanks) == 1 else set()
    return {end for end in ends if skip < end < len(row.text)}


def _beside(row: Row, decision: Decision) -> str:
    """The words beside the number."""
    return row.text[decision.mark.end if decision.mark else 0 :].strip()


def _names(words: str) -> float:
    """Share of the words that start with a capital, of those that do so in titles."""
    first, *more = [word for word in words.split() if word[0].isalpha()] or [""]
    said = [word[:1].isupper() for word in (first, *(w for w in more if not _SMALL.match(w)))]
    return sum(said) / max(1, len(said))


def _type(sight: Sight) -> tuple[float, bool, bool]:
    return sight.look.size, sight.look.bold, sight.look.capitals
