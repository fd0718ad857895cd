"""The words that name a sanction, in any field."""

from __future__ import annotations

import re

from regulations_agent.corpus.numbers.units import table
from regulations_agent.language.registers.offences import is_within

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
    r"|\b(?:drop|loss|loses?|lost|deduct\w*|reduction)\b(?=[^.;]{0,60}\b(?:place(?:ment)?s?|positions?|points?"
    r"|(?:lap )?times|laps?(?! time)|days?)\b)"
    r"|\bmoved\s+(?:back|down)\b[^.;,]{0,30}\b(?:places?|positions?)\b|\bsurcharges?\b|\bsupplements? of\b"
    r"|\bsent\s+off\b"
    r"|\bforfeit\w*|\bdisqualif\w+|\breprimand\w*|\bexpulsion\b|\bexpelled\b|\bexpel\b|\bejected\b"
    r"|\b(?:exclu(?:ded?|sion)|removed|removal)\s+(?:(?:him|her|them|it|the \w+)\s+)?"
    rf"from\s+(?:\w+\s+){{0,3}}?{_EVENT}"
    r"|\bsuspen(?:d(?:ed)?|sion)\s+(?:(?:him|her|them|it|the \w+)\s+)?(?:from|for\s+(?:the|his|their|its"
    r"|a|any|one|two)\b)"
    rf"|\b{_LICENCE}\b[^.;,]{{0,40}}\b(?:suspended|revoked|withdrawn|terminated)\b"
    rf"|\b(?:suspen\w+|revo\w+|withdraw\w*|terminat\w+)\s+(?:of\s+)?[^.;,]{{0,40}}\b{_LICENCE}\b"
    r"|\b(?:yellow|red)\s+cards?\b|\bblack(?:\s+and\s+\w+)?\s+flags?\b|\bgrid[ -](?:places?|positions?)\b"
    r"|\bstarts?\b[^.;,]{0,60}\bfrom\s+(?:the\s+)?(?:pit ?lane|back of the)\b"
    r"|\b(?:times?|laps?|scores?)\b[^.;]{0,30}\bdeleted\b|\bdelete\b[^.;]{0,40}\btimes?\b"
    rf"|\b(?:{table().words('time')})\b[^.;,]{{0,12}}\badded\b"
    rf"|\bcensur\w+|\bdismiss(?:ed|al)\b|\b(?:remov(?:ed|al)|terminated)\s+from\s+(?:\w+\s+){{0,3}}?{_POST}"
    r"|\b(?:denied|deprived\s+of)\b[^.;,]{0,30}\b(?:benefits?|privileges?|rights?|access|membership)\b"
    r"|\b(?:loss of|loses?|lost)\s+(?:\w+\s+){0,3}?(?:rights?|privileges?|eligibility|membership|chances?"
    r"|abilit(?:y|ies))\b"
    r"|\b(?:results? in|receives?|incurs?|gets?|given|issued?)\s+(?:an?|one|two|official|written)\s+"
    r"(?:\w+\s+)?warnings?\b(?!\s+(?:light|sign|signal|label|flag|lamp|device|system)s?\b)"
    r"|\bplaced\s+(?:on|under)\s+(?:[\w-]+\s+){0,4}?(?:suspension|probation)\b"
    r"|\bpenalty points?\b|\bpoints?\s+deductions?\b|^(?:an?\s+)?(?:\w+\s+)?warning$"
    r"|\bwarned\b|\bofficial warnings?\b|\b(?:late|delinquency) (?:fees?|charges?)\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:who|which|(?<!from )(?<!of )(?<!in )(?<!for )that|whose|whom|because|since|unless)\b"
    r"|\b(?:in|ex)cluding\b|\b(?:plus|without|minus)\b"
)
_AND = re.compile(r",?\s+(?:and/or|and|or)\s+(?:also\s+|then\s+|additionally\s+)?|;\s+|,\s+")
SPOKEN_OF = re.compile(
    r"^(?:(?:any|all|in which case)\s+)*(?:such|these|those)\b|^(?!\w+ (?:place"
    r"|position)s?\b)(?:\w+ )?penalties\b",
    re.IGNORECASE,
)
"""A penalty that was spoken of before, and what becomes of it."""
_OF_IT = re.compile(
    r"\w+\s+(?:the|such|that|this)\s+(?:penalt|fine|sanction)"
    r"|(?:not|in (?:lieu|addition|place)|instead|rather|meaning|being|namely)\b",
    re.IGNORECASE,
)
"""`replace the penalty`, `in lieu of a fine`: what becomes of one that was named."""
_LEADING = re.compile(
    r"^(?:(?:either|both|an?|the|of|with|by|to|in(?=\s(?:an?|some)\b)|any one of|be)\s+)+", re.IGNORECASE
)
_NAMED_WITHIN = 70
"""Characters from its beginning within which a part of a list of sanctions names its own."""
_ABOUT = re.compile(r"\b(?:notices?|notified|decisions?|opportunity|hearing|appeals?)\b", re.IGNORECASE)


def names_sanction(text: str) -> bool:
    """It names a fine, a penalty or the like."""
    return bool(_SANCTION.search(text))


def is_about(text: str) -> bool:
    """What it gives is not the sanction that it names: `notice of the decision to suspend`."""
    named = _SANCTION.search(text)
    return named is not None and _ABOUT.search(text, 0, named.start()) is not None


def is_sanction(text: str) -> bool:
    """Its head names a sanction: what a relative clause names does not count."""
    head = _RELATIVE.split(text)[0]
    return names_sanction(head) and not is_about(head)


def listed(text: str) -> tuple[str, ...]:
    """The sanctions of a list, each whole: parted where both sides name one; together they are the text."""
    cuts = [0]
    for match in _AND.finditer(text):
        following = text[match.end() : match.end() + _NAMED_WITHIN]
        if is_within(text, match.start()):
            continue
        if (
            names_sanction(text[cuts[-1] : match.start()])
            and is_sanction(_AND.split(following)[0])
            and not (SPOKEN_OF.match(following) or _OF_IT.match(following))
        ):
            cuts += [match.start(), match.end()]
    pieces = [text[a:b] for a, b in zip(cuts[::2], [*cuts[1::2], len(text)], strict=True)]
    return tuple(_closed(p) for piece in pieces if (p := _LEADING.sub("", piece.strip(" ,;."))))


def _closed(piece: str) -> str:
    """With the end of a parenthesis that the print leaves open."""
    return f"{piece})" if piece.count("(") > piece.count(")") else piece
