"""Numbers that run into their words, `2Except`, and sections that each subsection names again, `16(3)`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from regulations_agent.corpus.outline.rows.unfold import cut
from regulations_agent.corpus.page.lines import TextLine
from regulations_agent.corpus.print.rows import END_MARKS, Row

_WORDS = r"(?=(?:“|«\s?)?(?:[A-ZÀ-Þ](?:[a-zß-ÿ’']|[A-ZÀ-Þ]{2})|[AI]\s+[a-z]))"
_GLUED = re.compile(
    r"(?P<number>(?P<whole>\d{1,3})(?P<inserted>(?:\.\d{1,3}|[A-Z](?=[A-Z(]))?))"
    rf"(?:(?P<below>\(\d{{1,2}}(?:\.\d{{1,3}})?\))(?:\s*{_WORDS}|(?=\([a-z]\)))|{_WORDS})"
)
LEAST, MISSING = 4, 8
"""Sections from which such numbers are a numbering, and how far one is from the next at most."""
MOST = 0.5
"""Share of them that are titles right above the next, from which they are a contents list, or that have
brackets, from which 3.1 is a section as 3 is."""

_Run = list[tuple[int, tuple[int, str]]]


def part_glued(rows: Sequence[Row]) -> list[Row]:
    """The rows; where such numbers count on through the book, each is set apart from its words, and a section
    from its first subsection; it is not said again before the others."""
    found = {
        i: glued
        for i, row in enumerate(rows)
        if isinstance(row.item, TextLine) and not row.dead and (glued := _GLUED.match(row.text))
    }
    parts: dict[int, list[Row]] = {}
    for run in _runs(found):
        closed = sum(found[i]["below"] is not None for i, _ in run) > MOST * len(run)
        before = None
        for i, section in run:
            number, words = cut(rows[i], found[i].end("number"))
            parts[i] = [replace(number, column=number.text, section=closed), words]
            if section == before:
                parts[i] = [replace(words, gap=rows[i].gap, new_page=rows[i].new_page, x0=rows[i].x0)]
            before = section
    return [part for i, row in enumerate(rows) for part in parts.get(i, [row])]


def _runs(found: Mapping[int, re.Match[str]]) -> list[_Run]:
    """The rows whose sections count on from a first one, and that are no list of titles."""
    runs: list[_Run] = []
    for i, glued in found.items():
        section = int(glued["whole"]), glued["inserted"]
        for run in reversed(runs):
            last = run[-1][1]
            if (section == last and glued["below"]) or (last < section and section[0] - last[0] <= MISSING):
                run.append((i, section))
                break
        else:
            runs += [[(i, section)]] if section == (1, "") else []
    titles = {i for i, glued in found.items() if not (glued["below"] or glued.string.endswith(END_MARKS))}
    return [
        run
        for run in runs
        if len({section for _, section in run}) >= LEAST
        and sum(i in titles and i + 1 in found for i, _ in run) < MOST * len(run)
    ]
