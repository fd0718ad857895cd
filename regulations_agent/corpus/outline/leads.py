"""Titles that run into the text on their line: which numberings have them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from regulations_agent.corpus.outline.marks import Mark
from regulations_agent.corpus.outline.parse.states import Decision
from regulations_agent.corpus.outline.rows.looks import CAPTIONED, Sight, run_in
from regulations_agent.corpus.print.rows import Measure, Row
from regulations_agent.corpus.title.dates import is_dateline

SHORT_LEAD = re.compile(
    r"(?P<title>[^\s.:;—–―][^.:;—–―]{1,70}?)\s*(?P<end>[.:](?=\s)|\s[—–―]\s?|[—–―](?=\s))\s*(?=[^\s])"
)
RUN_IN = 0.6
"""Share of a numbering's clauses that start with a few words and a stop, from which those are titles."""
MAX_LEAD_WORDS = 9
ASKED = 4
"""Words of a title with a colon at most; what is longer leads to what follows: `The fees are as follows:`."""


def leading_families(sights: Sequence[Sight], decisions: Sequence[Decision]) -> set[tuple[str, str]]:
    """Numberings whose clauses nearly all start with a few words and a stop: `Quorum. A majority ...`."""
    seen: Counter[tuple[str, str]] = Counter()
    led: Counter[tuple[str, str]] = Counter()
    for decision in decisions:
        row = sights[decision.at].row
        if decision.mark is None or row.bold or sights[decision.at].heading:
            continue
        rest = row.text[decision.mark.end :]
        seen[decision.mark.family] += 1
        found = SHORT_LEAD.match(row.text, decision.mark.end)
        titled = found is not None and len(found["title"].split()) <= MAX_LEAD_WORDS and rest[:1].isupper()
        led[decision.mark.family] += titled
    return {family for family, n in seen.items() if n >= 4 and led[family] >= RUN_IN * n}


def lead_of(sight: Sight, mark: Mark | None, families: Collection[tuple[str, str]]) -> int:
    """Characters of a title that runs into the text on its line; 0 for none. `families` mostly have one."""
    row = sight.row
    if mark is None:
        return 0
    end = run_in(row)
    if end > mark.end and len(row.text[mark.end : end].split()) <= MAX_LEAD_WORDS:
        return end
    if mark.family in families and not sight.heading:
        found = SHORT_LEAD.match(row.text, mark.end)
        if found and len(found["title"].split()) <= MAX_LEAD_WORDS and found.end() < len(row.text):
            return found.end("end")
    return 0


def own_lines(sights: Sequence[Sight], decisions: Sequence[Decision], measure: Measure) -> set[int]:
    """Rows that title the text below them, as do most numbers beside theirs: `a. Upheld`."""
    beside: dict[tuple[int | None, tuple[str, str]], list[int]] = defaultdict(list)
    titled: set[int] = set()
    for decision, below in ((d, sights[d.at + 1]) for d in decisions if d.at + 1 < len(sights)):
        if decision.mark is None or sights[decision.at].heading:
            continue
        beside[decision.parent, decision.mark.family].append(decision.at)
        row = sights[decision.at].row
        if below.mark is None and is_own_line(row, decision.mark.end, below.row, measure):
            titled.add(decision.at)
    groups = (at for at in beside.values() if len(titled & set(at)) >= max(2, RUN_IN * len(at)))
    return titled & {place for at in groups for place in at}


def is_own_line(row: Row, skip: int, below: Row, measure: Measure) -> bool:
    """A few words that leave room on their line, neither a sentence nor a caption, above a line of text."""
    words = row.text[skip:].strip(' ”"’)')
    most = ASKED if words.endswith(":") else MAX_LEAD_WORDS
    few = 0 < len(words.split()) <= most and words[:1].isupper() and words[-1:] not in ".;,"
    few = few and not is_dateline(words)
    text = below.text[:1].isupper() and (measure.full(below) or below.text.endswith((".", ";", ":")))
    return (
        few
        and text
        and not (row.is_table or row.dead or below.is_table)
        and not (measure.full(row) or CAPTIONED.match(words))
    )
