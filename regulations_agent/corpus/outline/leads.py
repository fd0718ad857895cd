"""Titles that run into the text on their line: which numberings have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from regulations_agent.corpus.outline.looks import Sight
from regulations_agent.corpus.outline.states import Decision

SHORT_LEAD = re.compile(
    r"(?P<title>[^\s.:;—–][^.:;—–]{1,70}?)\s*(?P<end>[.:](?=\s)|\s[—–]\s?|[—–](?=\s))\s*(?=[^\s])"
)
RUN_IN = 0.6
"""Share of a numbering's clauses that start with a few words and a stop, from which those are titles."""
MAX_LEAD_WORDS = 9


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
