"""The words that name a sanction, in any field."""

from __future__ import annotations

import re

_PENALTY = (
    r"(?:penalt(?:y|ies)|penali[sz]\w+)(?!\s+(?:kicks?|areas?|marks?|sho[ot]\w*|box|spots?"
    r"|strokes?|commands?|takers?))"
)
_LICENCE = (
    r"(?:licen[cs]es?|memberships?|registrations?|privileges?|(?:voting )?rights?|affiliations?"
    r"|fellowships?|appointments?)"
)
_EVENT = (
    r"(?:race|championship|competition|event|session|results?|meeting|match|game|tournament|classification)"
)
_POST = r"(?:office|post|position|committee|commission|board|council|senate|team|roster|membership)\b"
_SANCTION = re.compile(
    rf"\b{_PENALTY}|\b(?:punish|imprison)\w*|\bfines?\b(?!\s+(?:mesh|grain\w*|tun\w+|adjust\w*))|\bfined\b"
    r"|\b(?:drop|loss|loses?|lost|deduct\w*|reduction)\b(?=[^.;]{0,60}\b(?:places?|positions?|points?"
    r"|lap times|laps?(?! time)|days?)\b)"
    r"|\bforfeit\w*|\bdisqualif\w+|\breprimand\w*|\bexpulsion\b|\bexpelled\b|\bexpel\b"
    rf"|\bexclu(?:ded?|sion)\s+from\s+(?:\w+\s+){{0,3}}?{_EVENT}"
    r"|\bsuspen(?:d(?:ed)?|sion)\s+(?:(?:him|her|them|it|the \w+)\s+)?(?:from|for\s+(?:the|his|their|its"
    r"|a|any|one|two)\b)"
    rf"|\b{_LICENCE}\b[^.;,]{{0,40}}\b(?:suspended|revoked|withdrawn|terminated)\b"
    rf"|\b(?:suspen\w+|revo\w+|withdraw\w*|terminat\w+)\s+(?:of\s+)?[^.;,]{{0,40}}\b{_LICENCE}\b"
    r"|\b(?:yellow|red)\s+cards?\b|\bblack(?:\s+and\s+\w+)?\s+flags?\b|\bgrid[ -](?:places?|positions?)\b"
    r"|\bstarts?\b[^.;,]{0,60}\bfrom\s+(?:the\s+)?(?:pit ?lane|back of the)\b"
    r"|\btimes?\b[^.;]{0,30}\bdeleted\b|\bdelete\b[^.;]{0,40}\btimes?\b|\b(?:seconds?"
    r"|minutes?)\b[^.;,]{0,12}\badded\b"
    rf"|\bcensur\w+|\bdismiss(?:ed|al)\b|\b(?:remov(?:ed|al)|terminated)\s+from\s+(?:\w+\s+){{0,3}}?{_POST}"
    r"|\b(?:denied|deprived\s+of)\b[^.;,]{0,30}\b(?:benefits?|privileges?|rights?|access|membership)\b"
    r"|\b(?:loss of|loses?|lost)\s+(?:\w+\s+){0,3}?(?:rights?|privileges?|eligibility|membership|chances?"
    r"|abilit(?:y|ies))\b"
    r"|\b(?:results? in|receives?|incurs?|gets?|given|issued?)\s+(?:an?|one|two|official|written)\s+"
    r"(?:\w+\s+)?warnings?\b(?!\s+(?:light|sign|signal|label|flag|lamp|device|system)s?\b)"
    r"|\bplaced\s+(?:on|under)\s+(?:[\w-]+\s+){0,4}?(?:suspension|probation)\b"
    r"|\bpenalty points?\b|\bwarned\b|\bofficial warnings?\b|\b(?:late|delinquency) (?:fees?|charges?)\b",
    re.IGNORECASE,
)


_ABOUT = re.compile(r"\b(?:notices?|notified|decisions?|opportunity|hearing|appeals?)\b", re.IGNORECASE)


def names_sanction(text: str) -> bool:
    """It names a fine, a penalty or the like."""
    return bool(_SANCTION.search(text))


def is_about(text: str) -> bool:
    """What it gives is not the sanction that it names: `notice of the decision to suspend`."""
    named = _SANCTION.search(text)
    return named is not None and _ABOUT.search(text, 0, named.start()) is not None
