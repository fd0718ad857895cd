"""Whether a question is about the rulebooks at all: how it is put, and what the corpus knows of its words."""

from __future__ import annotations

import re

from regulations_agent.guard.scope import LEAST, Signals

_HALF_KNOWN = 0.4
"""Share of the words, by rarity, from which a case is one under these rules, whoever was judged."""
_CREATIVE = re.compile(
    r"\b(?:write|compose|sing|rap|draw|paint|make up|invent|tell|create|"
    r"generate)\b.{0,40}\b(?:haiku|poem|poetry|song|story|joke|"
    r"limerick|lyrics|rap|essay|tweet|tagline|slogan|picture|image|python|javascript|program|"
    r"script|code|email|cover letter)\b",
    re.IGNORECASE,
)
_PREDICTION = re.compile(
    r"\bwho(?:'s|se| is| are| do you think| will| would)?\b"
    r"(?! (?:decides|determines|declares|awards|judges|gives)).{0,30}\b(?:win|wins|winning|be "
    r"champion|the best|the greatest|faster)\b|"
    r"\b(?:predict|prediction|forecast|odds|bet on|betting|tip)\b.{0,40}\b(?:win|race|result|"
    r"podium|title|champion|weekend)|"
    r"\bwill .{2,40} win\b|\bfavou?rite (?:driver|team|track|circuit)\b|\bwho do you (?:like|"
    r"support|prefer)\b",
    re.IGNORECASE,
)
_FILLER = (
    r"(?:there|you|all|every(?:one|body)|mates?|budd(?:y|ies)|bots?|assistant|guys|folks|friends?|team|again|"
    r"very|so|too|much|a|an|lot|lots|for|the|your|my|this|that|it|help|work|answer|job|day|time|great|nice|good|"
    r"well|later|see|and|then|today|now|doing|called|really|exactly|one|two|three|\d+)"
)
_SMALL_TALK = re.compile(
    r"^\W*(?:(?:hi|hello|hey|yo|good (?:morning|afternoon|evening|night)|thanks?(?: you)?|thx|cheers|bye|"
    r"goodbye|how are you|how's it going|what's up|who are you|what are you|lol|nice|cool|great|ok(?:ay)?|"
    r"are you (?:a |an )?(?:bot|robot|ai|human)|test(?:ing)?)\b\W*)+"
    rf"(?:\b{_FILLER}\b\W*){{0,6}}$",
    re.IGNORECASE,
)
_ERRAND = re.compile(
    r"\b(?:cheap(?:est)?|book me|buy me|order me|find me)\b.{0,40}\b(?:flights?|hotels?|"
    r"tickets?|rooms?|car|restaurant|pizza|deal)|"
    r"\b(?:recipe|horoscope|lottery|stock price|bitcoin|translate|weather (?:in|for|like|"
    r"tomorrow|today|this)|"
    r"(?:what|which) (?:movie|film|song)s?)\b|\b(?:what|who)(?:'s| is| was) (?:the )?(?:current )?"
    r"(?:capital|population|president|king|queen|prime minister) of\b|\bhomework\b|"
    r"\b(?:shares?|stocks?|crypto)\b.{0,30}\b(?:buy|sell|invest)\b|"
    r"\b(?:buy|sell|invest)\b.{0,30}\b(?:shares|stocks|crypto)\b",
    re.IGNORECASE,
)
_FORETELLING = re.compile(
    r"\bwho(?:'ll|'s going to|se going to| will| is going to| do you think (?:will|would|is going to)) win\b",
    re.IGNORECASE,
)
_GOSSIP = re.compile(
    r"\bwho(?:'s|m)?\b.{1,40}\b(?:dating|married to|going out with|in love with)\b|"
    r"\bwho(?:'s| is| was)\b.{1,40}\b(?:girlfriend|boyfriend|wife|husband)\b|"
    r"\b(?:does|do|has|have)\b.{1,40}\b(?:girlfriend|boyfriend|net worth|zodiac|instagram|hobby|hobbies)\b|"
    r"\bwhat(?:'s| is)\b.{1,40}\b(?:net worth|birthday|zodiac|instagram|hobby|hobbies)\b|"
    r"\b(?:earn|earns|get paid)\b.{0,10}\b(?:per|a|each|every) (?:year|month|week|season)\b",
    re.IGNORECASE,
)
_TASTE = re.compile(
    r"\b(?:of all time|in your opinion|(?:nic|pretti|funni|sexi|ugli|lam)est|favou?rites?|"
    r"most (?:handsome|beautiful|popular|unpopular|famous|hated|loved|boring|exciting|talented|overrated))\b|"
    r"\bwhich (?:driver|team|circuit|track|race|car)s? (?:do|would|did) (?:you|people|fans|they|the drivers) "
    r"(?:like|love|support|prefer|hate)\b|\b(?:gossip|podcasts?|celebrit(?:y|ies))\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"(?:^\W*|\b(?:in|under|of)\s+(?:the\s+)?)\b"
    r"(motogp|moto2|moto3|nascar|indycar|imsa|wrc|dtm|motocross|superbikes?|football|soccer|basketball|"
    r"baseball|cricket|tennis|rugby|golf|hockey|chess|boxing|nba|nfl|nhl|fifa|uefa|olympics?)\b",
    re.IGNORECASE,
)
_RESULTS = re.compile(
    r"\b(?:who|which (?:team|driver|car|manufacturer|constructor)s?) "
    r"(?:won|finished|took pole|scored|set|crashed|retired|"
    r"(?:was|were|got) (?:fined|penali[sz]ed|disqualified|banned|suspended|excluded|reprimanded))\b|"
    r"\b(?:was|were|got|did|has|have) .{2,50}\b(?:fined|penali[sz]ed|disqualified|banned|suspended|win|won|"
    r"reprimanded)\b"
    r"|\bhow (?:much|many|often) (?:was|were|did|has|have)\b.{0,60}\b(?:fined|penali[sz]ed|"
    r"win|won|pay|paid|score[d]?|get|got|receive[d]?|spend|spent)\b"
    r"|\bhow (?:much|many)\b.{0,60}\b(?:right now|at the moment|so far|to date|as of today)\b"
    r"|\bwhy (?:was|were|did)\b.{2,60}"
    r"\b(?:disqualified|penali[sz]ed|fined|excluded|banned|suspended|lose|get)\b"
    r"|^\W*who got\b|\bwhat (?:fine|penalty|sanction) did\b(?! .{0,30}\b(?:rule|regulation|article|book))"
    r"|\bhow (?:much|many)\b.{0,40}\b(?:did|was) (?-i:[A-Z][a-z]{2})"
    r"|\b(?:pole|fastest|winning) (?:lap )?times?\b.{0,20}"
    r"\b(?:in|at|of|for)\b|\bhow many (?:cars|drivers) (?:retired|finished|crashed|started)\b|\blap record\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|when|whenever|once|unless|suppos\w+|in case|provided|decides?|determines?|declares?)\b"
    r"|\b(?:an?|any|each|every|another) (?:[\w-]+ ){1,3}"
    r"(?:(?:who|that|which|whose)|(?:is|has|was)(?! ever))\b"
    r"|\w (?:who|that|which) (?:has|have|was|were|is|are|did)\b"
    r"|\b(?:rules?|regulations?|articles?|limits?|requirements?|restrictions?)\b",
    re.IGNORECASE,
)
"""Before or in words for a result: it is told of somebody who may be anybody, or of a rule."""
_LEAVE = re.compile(
    r"\b(?:allowed|permitted|banned|forbidden|prohibited|(?:il)?legal|may|must|rules?|regulations?)\b"
    r"|^\W*(?:can|could|should) (?:i|we|you|an?|the|any)\b|\bif\b",
    re.IGNORECASE,
)
"""It asks what is allowed, or what holds in a case: none that is only about taste, bets or gossip."""
_DECISION = re.compile(
    r"\b(?:was|were|got|did|has|have)\b.{2,60}\b(?:fined?|penali[sz]ed|disqualified|banned|suspended|excluded|"
    r"reprimand(?:ed|s)?|penalt(?:y|ies)|penalty points|grid places)\b|\b(?:fine|penalty|penalty points|"
    r"grid places|reprimands?)\b.{0,40}\b(?:did|was|were|got)\b|^\W*who got\b",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(
    r"\bTD[\s-]?\d{2,3}\b|\b(?:what|which)\b.{0,40}\btechnical directives?\b.{0,40}\b"
    r"(?:say|state|limit|require|change|contain|ban|allow|cover|close|clarify|forbid)\w*"
    r"|\btechnical directives?\b.{0,20}\bsay\w*|\b(?:tell|told|say|said|wr[io]te)\b.{0,40}"
    r"\bin (?:a|the|its|this|that) (?:\w+ )?directives?\b",
    re.IGNORECASE,
)
_EVENT_NOTES = re.compile(r"\bevent notes?\b|\brace director'?s?'? notes?\b", re.IGNORECASE)
_EVENT_FACTS = re.compile(
    r"\b(?:on|what|which) (?:what |which )?(?:dates?|weekend)\b.{0,60}\b(?:grand prix|gp|competitions?|"
    r"events?|races?|meetings?|rounds?)\b.{0,40}\b(?:held|takes? place|begins?|starts?|runs?|happens?)\b"
    r"|\bwhen(?: is|['’]s| will| does) the [^?]{0,40}\b(?:grand prix|gp)\b"
    r"|\b(?:which|what) (?:corner|turn|bend)\b"
    r"|\b(?:how long|where) (?:is|are) the (?:drs|detection|activation)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\bnames? of the (?:[\w-]+ ){0,3}(?:president|chair(?:man|woman|person)|director|delegate|stewards?|"
    r"starter|commissioners?|doctor|secretary|officials?|judges?|scrutineers?)\b",
    re.IGNORECASE,
)

_PRICE = re.compile(
    r"\bwhat (?:do|does|did|must|may|will|would|should) (?!it\b|this\b|that\b).{1,60}"
    r"\b(?:cost|pay|earn|charge)\b"
    r"|\bhow much (?:may|can|must|do|does|did|will|would|should|is|are)\b.{1,60}\b(?:pay|paid|spend|cost|"
    r"earn)\b"
    r"|\b(?:what|which|how (?:much|big|high|large))\b(?! (?:do|does|did|must|can|should)\b)"
    r".{0,30}\b(?:salar(?:y|ies)|wages?|prize money|"
    r"ticket prices?)\b"
    r"|^\W*how much (?:is|are) (?!.*\b(?:fuel|weight|mass|time|power|energy|load|pressure|space|ballast|oil|"
    r"torque|water|allowed|permitted)\b)(?:the |an? )?(?:[\w-]+ ?){1,3}\W*$",
    re.IGNORECASE,
)

_CODE = re.compile(r"\b(?-i:ISC)\b|\b(?:international )?sporting code\b", re.IGNORECASE)


def is_small_talk(text: str) -> bool:
    return bool(_SMALL_TALK.search(text)) or not re.search(r"\w{2}", text)


def asks_results(text: str) -> bool:
    """It asks for something that happened, which no rulebook records."""
    found = _RESULTS.search(text)
    return found is not None and not _SUPPOSED.search(text, 0, found.end())


def _is_of_field(text: str, signals: Signals) -> bool:
    """It asks for a paper of this field, or, in words of it, for a decision, a name or a date."""
    if _DIRECTIVE.search(text) or _EVENT_NOTES.search(text):
        return True
    asks = asks_decision(text) or rarely_held(text)
    return bool(asks and signals.known >= _HALF_KNOWN and signals.held)


def asks_decision(text: str) -> bool:
    """It asks how a case was decided: about the rules, though no rulebook says it."""
    return bool(_DECISION.search(text)) and asks_results(text)


def never_held(text: str) -> str | None:
    """What a question asks for that rulebooks never hold, in words; None when it asks for a rule."""
    if asks_results(text):
        return (
            "rulebooks do not record results, decisions or past cases, only the rules and possible sanctions"
        )
    if _DIRECTIVE.search(text):
        return "technical directives are issued apart from the rulebooks and are not among the documents"
    if _EVENT_NOTES.search(text):
        return "the Race Director's event notes are issued for each event and are not among the documents"
    return None


def asks_code(text: str) -> bool:
    """It asks what the International Sporting Code says, to which rulebooks refer."""
    return bool(_CODE.search(text))


def asks_price(text: str) -> bool:
    """It asks what something costs, or what somebody pays or is paid."""
    return bool(_PRICE.search(text))


def rarely_held(text: str) -> str | None:
    """What a question asks for that few rulebooks hold, in words; None when it asks for a rule."""
    if _EVENT_FACTS.search(text):
        return "dates and lay-outs of single events are published for each event"
    if _PERSON.search(text):
        return "rulebooks name offices, seldom the persons who hold them"
    return None


def other_sport(text: str) -> str | None:
    """The name of another sport or series in a question, as typed; whether the corpus knows it is for the
    caller to see."""
    found = _ELSEWHERE.search(text)
    return found[1] if found else None


def _idle(text: str, signals: Signals) -> str | None:
    """What the question asks that no rule could say."""
    if _FORETELLING.search(text):
        return "a prediction"
    if _TASTE.search(text):
        return "a matter of taste, or gossip"
    if _GOSSIP.search(text) and signals.covered < 0.75:
        return "somebody's private life"
    if _PREDICTION.search(text) and signals.covered < 0.75:
        return "a prediction or an opinion"
    return None


def out_of_scope(text: str, signals: Signals, *, gone: bool = False) -> str | None:
    """Why a question is none about the rules; None when it may be one.

    `gone`: it asks whether a rule still exists; words of deleted rules are in no index.
    """
    if is_small_talk(text):
        return "small talk"
    if _CREATIVE.search(text):
        return "a creative request"
    if _ERRAND.search(text) and signals.covered < 0.75:
        return "an errand"
    if not _LEAVE.search(text) and (why := _idle(text, signals)):
        return why
    if not gone and signals.chance < LEAST and not signals.silent and not _is_of_field(text, signals):
        return "nothing in the rulebooks is about it"
    return None
