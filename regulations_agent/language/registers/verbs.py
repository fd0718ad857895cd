"""The verbs by which a rule imposes something."""

from __future__ import annotations

import re

from regulations_agent.corpus.numbers.units import CURRENCY_SIGNS
from regulations_agent.language.deontic import MODAL

IMPOSES = (
    rf"(?:(?:(?:will|shall) )?ha(?:s|ve) (?:the )?(?:\w+ )?(?:authority|power|right) to|{MODAL}"
    r"|reserves? the right to|(?:is|are) (?:entitled|empowered|authori[sz]ed) to)"
)
"""Before a verb: whoever it stands with does it, or has it in his power."""
_ADVERB = (
    r"(?:\s+(?:also|then|therefore|automatically|immediately|normally|each|both|in addition|additionally"
    r"|at their "
    r"discretion|by default))*"
)
_GIVE = r"impos(?:e[sd]?)|appl(?:y|ies)|giv(?:e|es)|award[s]?|issues?|lev(?:y|ies)|assess(?:es)?"
_GIVEN = (
    r"imposed|applied|given|awarded|issued|levied|assessed|added|deleted|deducted|incurred|charged"
    r"|removed|revoked"
)
_SUFFER = (
    r"fined|penali[sz]ed|punished|sanctioned|disqualified|excluded|suspended|reprimanded|expelled|ejected|warned"
    r"|placed on|given|shown|awarded|charged|required to start|"
    r"subject to|liable (?:to|for)|(?:grounds|cause) for|dismissed|forced to forfeit|denied"
    r"|sent off|punishable (?:by|with)|deprived of|revoked|terminated|withdrawn|forfeited|deducted"
)
_GET = (
    r"receives?|incurs?|loses?|(?-i:forfeits?)|gets?|results? in|leads? to|entails?|(?-i:starts?"
    rf"|drops?|costs(?=\s+(?:an?\b|[{CURRENCY_SIGNS}\d]|\w+\s\(\d)))|becomes?|means that"
    r"|ha(?:s|ve)(?=\s(?:his|her|its|their|the)\s[^.;,]{1,40}?\s(?:suspend|terminat|revok|withdraw|remov)\w+)"
    r"|owes?(?=\s(?:an?|the)\s)"
    r"|risks?(?=\s+(?:an?|being|disqual\w+)\b)"
)
_DO = (
    r"fine|penali[sz]e|disqualif(?:y|ies)|exclude|suspend|reprimand|censure|expel|delete|deduct|add|drop|revoke"
    r"|withdraw|remove|require"
)
PIVOT = re.compile(
    rf"\b(?:(?P<modal>{IMPOSES}){_ADVERB}\s+)?(?:"
    rf"(?P<given>(?:be|is|are){_ADVERB}\s+(?:{_GIVEN}))"
    rf"|(?:be|is|are){_ADVERB}\s+(?P<suffer>{_SUFFER})"
    rf"|(?P<get>{_GET})|(?P<give>{_GIVE})|(?P<do>{_DO}|fines(?=\s+(?:an?|the|any|each)\s))"
    r"|(?P<be>be|is|are)(?=\s+(?:an?|the)\s))\b",
    re.IGNORECASE,
)
