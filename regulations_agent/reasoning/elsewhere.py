"""Whether a season that is asked about lacks the very book that rules the subject in other seasons."""

from __future__ import annotations

import re

from regulations_agent.reasoning.reading import Reading
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.run import Filters, Hit

_YEAR = re.compile(r"(?<![\d.])(?:19|20)\d\d(?:'s)?(?![\d])")


def ruled_elsewhere(reading: Reading, library: Retriever) -> Hit | None:
    """The best clause of another season in a section that the season asked about does not have; None when no
    season is asked about, a section is named that is there, or no section is missing."""
    season = reading.filters.season
    if season is None or reading.filters.section is not None:
        return None
    here = {d.series for d in library.documents if d.year == season}
    missing = {d.series for d in library.documents if d.year not in (None, season)} - here
    newest = {
        section: max(d.year or 0 for d in library.documents if d.series == section)
        for section in sorted(missing)
    }
    query = _YEAR.sub(" ", reading.query)
    found = [h for section, year in newest.items() for h in library.search(query, 1, Filters(year, section))]
    return max(found, key=lambda h: (h.score, h.id), default=None)
