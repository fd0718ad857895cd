"""The sources of an answer as a reader sees them: one a mark, with the items that are told along with it."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from regulations_agent.answer.text import (
    akin,
    heading_beside,
    joined,
    last_mark,
    marks_in,
    moved,
    number_in_words,
    shortened,
    slug_in_words,
)
from regulations_agent.types.answer import Answer, Citation

_ENDING = re.compile(r"(?: ?\[\d+\])+$", re.MULTILINE)
"""Marks at the end of a line."""
LONGEST_HEADING = 80
"""Characters of a heading in a line of sources; some books head clauses by whole sentences."""


@dataclass(frozen=True, slots=True)
class Source:
    """What one mark of an answer stands for."""

    number: int
    """The mark, from 1."""
    citation: Citation
    told_with: tuple[Citation, ...] = ()
    """Clauses above and below it that bear no mark of their own."""

    @property
    def pages(self) -> set[int]:
        return {c.page for c in (self.citation, *self.told_with)}


def as_read(answer: Answer) -> Answer:
    """The answer with its marks numbered as they are met, as those of a list; in a summary they follow the
    weight of its rules. Where one stands within a line it may be a rule's own, and all stay as they are."""
    marks = marks_in(answer.answer)
    ending = marks_in("\n".join(_ENDING.findall(answer.answer)))
    if marks != ending or max(marks, default=0) > len(answer.citations):
        return answer
    met = {mark: place for place, mark in enumerate(dict.fromkeys(marks), start=1)}
    rest = [c for n, c in enumerate(answer.citations, start=1) if n not in met]
    cited = (*(answer.citations[mark - 1] for mark in met), *rest)
    return replace(answer, answer=moved(answer.answer, met), citations=cited)


def sources_of(text: str, citations: Sequence[Citation]) -> tuple[Source, ...]:
    """One source for each mark of a text, and for each citation behind them that stands alone."""
    last = last_mark(text)
    heads = list(citations[:last])
    told: dict[Citation, Citation] = {}
    for _ in range(2):  # an item beside the one that answers is told with the words above both
        for cited in (c for c in citations[last:] if c not in told):
            near = [c for c in (*heads, *told) if akin(c.clause_id, cited.clause_id)]
            if near:
                nearest = max(near, key=lambda c: len(c.clause_id))
                told[cited] = told.get(nearest, nearest)
    heads += [c for c in citations[last:] if c not in told]
    homes = list(told.items())
    return tuple(Source(n, head, tuple(c for c, h in homes if h == head)) for n, head in enumerate(heads, 1))


def source_line(source: Source) -> str:
    """`B5.1.6 Pit Lane (and 2 items), 2026 sporting regulations, Issue 2, pages 34 and 35`."""
    cited = source.citation
    heading = shortened(heading_beside(cited.clause, cited.heading), LONGEST_HEADING)
    heading = f" ({heading})" if heading and "/" in cited.clause else f" {heading}" if heading else ""
    items = sum(not cited.clause_id.startswith(c.clause_id) for c in source.told_with)
    held = f" (and {items} item{'' if items == 1 else 's'})" if items else ""
    if cited.season is None:
        book = shortened(cited.title, LONGEST_HEADING) or slug_in_words(cited.document.partition("@")[0])
    else:
        book = f"{cited.season} {cited.section.replace('_', ' ')} regulations"
    issue = "" if cited.issue is None else f", Issue {cited.issue}"
    laid_out = " as laid out here" if cited.laid_out else ""
    where = f"{book}{issue}, {pages(source.pages)}{laid_out}{recognition(cited)}"
    return f"{number_in_words(cited.clause)}{heading}{held}, {where}"


def pages(numbers: Set[int]) -> str:
    """`page 7`, or `pages 6 and 7`."""
    return f"page{'' if len(numbers) == 1 else 's'} {joined([str(n) for n in sorted(numbers)])}"


def recognition(citation: Citation) -> str:
    """What follows a citation of a deleted clause or of recognised text; empty for others."""
    if not citation.quote:
        return ", deleted"
    return " (text recognised from a scan)" if citation.recognised else ""
