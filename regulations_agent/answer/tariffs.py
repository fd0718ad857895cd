"""Tables of sanctions: whose rows are breaches, and what they cost."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations_agent.types.document import Clause

HEADED = re.compile(r"\b(?:fine|penalty|penalties|sanction|punishment)s?\b", re.IGNORECASE)
"""What a column of sanctions is called."""
_BREACHES = re.compile(
    r"\b(?:breach(?:es)?|offen[cs]es?|infringements?|violations?|infractions?|misconduct)\b", re.IGNORECASE
)
_LEAD = 240
"""Characters above a table that may say what it is."""


def words_above(clause: Clause) -> str:
    """The heading of a clause and the words right above its first table."""
    return f"{clause.heading} {clause.text.partition('|')[0].strip()[-_LEAD:]}"


def is_tariff(header: Sequence[str], lead: str) -> bool:
    """The rows of a table are breaches and their cost, as the names of its columns or the words above say."""
    named = _BREACHES.search(header[0]) if header else None
    return bool(named or any(HEADED.search(name) for name in header[1:]) or HEADED.search(lead))
