"""What a question asks for: one of the seven intents, and the form its answer takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from regulations_agent.corpus.numbers.units import table
from regulations_agent.language.deontic import AUXILIARY
from regulations_agent.language.words import subject_words
from regulations_agent.types.run import Intent

Form = Literal[
    "yes_no", "amount", "who", "when", "where", "define", "clause", "penalty", "compare", "summary", "still",
    "list", "open",
]  # fmt: skip

_BESIDE = re.compile(
    r"\bcompar\w+|\bvs\b\.?|\bversus\b|\bdiffer\w*|\bside by side\b|\bas opposed to\b|\bunlike\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\bchang\w+\b.{0,80}\b(?:between|from|since|in)\b.{0,40}\b(?:issue|20\d\d|season|year)"
    r"|\b(?:between|from)\b.{0,60}\b(?:issue|20\d\d|season|edition)\b.{0,60}\b(?:and|to)\b.{0,60}\bchang"
    r"|\b(?:between|from)\b.{0,30}\b(?:issue|20\d\d)\b.{0,30}\b(?:and|to)\b.{0,30}\b(?:issue|20\d\d|\d)\b"
    r"|\b(?:same|identical|unchanged|equal)\b.{0,60}\b(?:20\d\d|issue)\b.{0,40}\b(?:and|as|to|issue|20\d\d)"
    r"|\b20\d\d\b.{0,120}\b(?:how|what|and)\b.{0,80}\b20\d\d\b.{0,40}\b(?:version|text|rules?)\b"
    r"|\bunder\b.{0,40}\b20\d\d\b.{0,60}\bunder\b.{0,60}\b20\d\d\b|\bwhat(?:'s| is| has| "
    r"was)? (?:new|changed)\b",
    re.IGNORECASE | re.DOTALL,
)
_EDITIONS = re.compile(
    r"\b(?:seasons|issues|editions?|versions?|(?:the|this|both|two|last|previous) (?:years?|season|issue)"
    r"|(?:from|than|to|with|as) (?:before|earlier))\b",
    re.IGNORECASE,
)
"""Without one, two things of one book are set side by side (`front vs rear`), not two books."""
_DOES_CHANGE = re.compile(
    r"\b(?:can|could|may|might|must|should|shall|(?:allowed|permitted|have|has|need) to)\b[^.?;]{0,60}?"
    r"\bchang(?:e|ed|ing)\s+(?!between|from|in\b|for|to\b|since|with|over|at\b|as\b|and|or\b)\w"
    r"|\bdifferent\s+(?!(?:from|to|than|between|in|since|now|under|for|and|or|compared)\b)\w",
    re.IGNORECASE,
)
"""`Can I change the gearbox`, `at different sites`: what someone does, not what became of a rule."""
_BOTH = re.compile(
    r"\b(?:both|each|either|the two) (?:of the )?(?:issues|seasons|years|editions|versions)\b", re.IGNORECASE
)
_SUMMARY = re.compile(
    r"\bsummar\w+|\boverview\b|\bbrief me\b|\brun me through\b|\brundown\b|\bkey points\b|"
    r"\bmain (?:points|rules)\b|"
    r"\bin a nutshell\b|\boutline (?:the|how|of)\b|\bwalk me through\b|\bwhat do i need to "
    r"know\b|\bgist of\b|"
    r"^(?:please |can you |could you )?(?:explain|describe)(?: to (?:me|us)| me)?"
    r"(?: in short| briefly| simply)?,? (?:how|the|what)\b|"
    r"\bhow (?:does|do) .{3,60} work\b|\bhow .{3,60} works\b|"
    r"\bgive me (?:a|the) (?:picture|breakdown)\b|\bsum (?:it |this |that )?up\b|^\W*(?:please )?recap\b|"
    r"\bbreak ?down of\b|\b(?:guide to|primer on|introduction to|highlights of)\b|"
    r"\b(?:tell me|know|know more) (?:all |everything |more |something |a bit )?about "
    r"(?!it\b|this\b|that\b|how\b|who\b|when\b|where\b|which\b|why\b|whether\b)|"
    r"\beverything (?:there is )?(?:to know )?(?:about|on)\b|"
    r"\bwhat are the (?:\w+ )?(?:rules|regulations) (?:on|for|about|around|governing|concerning|regarding) "
    r"(?:the |an? )?[\w-]+(?: [\w-]+)?\W*$|"
    r"^how (?:is|are) (?:the |an? )?[\w -]{3,40} (?:organi[sz]ed|handled|conducted|regulated|run)\W*$",
    re.IGNORECASE,
)
_PENALTY = re.compile(
    r"\bpenalt\w+|\bpenali[sz]\w+|\bpunish\w*|\bfine[ds]?\b|\bsanction\w*|\bconsequence\w*|"
    r"\bdisqualif\w+|\bgrid drop\b|"
    r"\breprimand\w*|\bwhat (?:happens?|(?:can|could|may|might|will|would) happen)\b|"
    r"\bwhat (?:will|would|do|can|must|should|may) the "
    r"(?:[\w]+ ){0,3}(?:stewards|judges|panel|officials|tribunal|committee)\b|\bnow what\b|"
    r"\bdeduct\w*|\bget(?:s)? away with\b|\bcost (?:a|the|each) team\b|\bhow serious\b|\bcost "
    r"(?:him|her|us|me|them|you)\b|\bin trouble\b|\blose[s]? .{0,30}\bplaces\b|"
    r"\bplaces .{0,40}\blose\b|\bwhat if\b.{0,60}\b(?:break|breach|fail|miss|exceed)\w*|"
    r"\bbanned\b.{0,20}\bfor how\b|\bwhat (?:do|does|will|would|can|did|could) \w+(?: \w+)? "
    r"get for (?!(?:an? |the )?(?:win|finish|pole|first|points?|scor))|"
    r"\bwhat if (?:not\b|\w+ (?:do|does|did|is|are|can)(?:n['’]?t| not)\b)|"
    r"\bwhat (?:does|do|will|would) (?:(?:it|that|this) cost\b|\w+ing\b.{0,60}\bcost)\b",
    re.IGNORECASE,
)
_COMPUTES = re.compile(
    r"\bwork out\b|\bcalculat\w+|\bcompute\b|\btotal (?:\w+ )?(?:fee|cost|sum)\b|"
    r"\b(?:taking|assuming|scored) \d",
    re.I,
)
_OVER_PENALTY = re.compile(
    r"\b(?:appeal|protest|challenge|contest|overturn|review|serve|postpone|share|transfer)\w* (?:against )?"
    r"(?:the|a|an|my|his|her|their|our)?(?:[\w-]+ ){0,4}?penalt\w+",
    re.IGNORECASE,
)
"""What is done about a penalty that was given: it does not ask for one."""
_BEFORE = re.compile(r"\b(?:before|without|to avoid|instead of|rather than)\b[^,.?;]*", re.IGNORECASE)
_DEFINE = re.compile(
    r"\bdefin(?:e|ed|es|ition|itions)\b|\bofficial meaning\b|\bmeaning of\b|\bwhat does "
    r".{2,60} (?:mean|stand for)\b|"
    r"\bwhat (?:on earth |exactly |actually |the hell )?(?:is|are) (?:meant by |an? )[^?]{2,40}\??$|"
    r"\bcounts as\b",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"\b(?:still|any ?more|any longer|no longer|yet)\b.{0,80}\??$|\b(?:abolished|dropped|removed|scrapped)\b",
    re.I,
)
_YES_NO = re.compile(
    r"(?:^|[.,:;!?]\s+|\band\s+|\bor\s+|\bso\s+|\bok(?:ay)?\s+|\bif [^,?]{3,80}[,]?\s+)"
    rf"(?:{AUXILIARY}|am)(?:n't)?\s+"
    r"(?!what\b|which\b|how\b)[\w'’]+|\bis (?:that|this|it) (?:ok|okay|legal|allowed|a breach|"
    r"fine|permitted)",
    re.IGNORECASE,
)
_OPENS_YES_NO = rf"\W*(?:{AUXILIARY}|am)(?:n't)?\s+(?!what|which|how)\w+"
_NOUNS = "|".join(noun for noun, kinds in table().nouns().items() if kinds not in (["money"], ["share"]))
_HOW = "|".join(word for asked in table().asked.values() for word in asked.how)
_MEASURE = (
    r"(?:limits?|number|amount|quota|allowance|fee|cost|price|percentage|rate|hours|size|capacity|dimensions?|"
    rf"area|pressure|power|flow|volume|{_NOUNS})"
)
_AMOUNT = re.compile(
    rf"\bhow (?:many|much|long|big|large|old|short|small|{_HOW})\b|"
    r"\b(?:max(?:imum)?|min(?:imum)?)\b|\bat what\b|\bat (?:least|most)\W*$|"
    r"\bwhat(?:'s| is| are| was) the (?:least|most|fewest|highest|lowest|largest|smallest|biggest|heaviest|"
    r"lightest|longest|shortest|tallest|widest|thinnest|fastest|slowest)\b|"
    rf"\bwhat(?:'s| is| are| was)?\s(?:the |an? )?(?:[\w-]+ ){{0,5}}{_MEASURE}\b|^(?:[\w-]+ "
    rf"){{0,6}}{_MEASURE}\b[^?]{{0,40}}\??$|"
    rf"^(?:[\w-]+ ){{1,5}}(?:{'|'.join(table().nouns(sure=False))}|strength|density|ratio|deposit|budget|"
    r"points|minutes|seconds|days|age|gap|threshold|tolerance|count)\W*$|"
    rf"\b(?:total|overall) (?:[\w-]+ ){{0,3}}{_MEASURE}\b|"
    rf"\bwhat must\b.{{0,60}}\b(?:weigh|measure)\b|\b{_MEASURE} (?:is|are) (?:required|allowed|"
    rf"permitted)|\bwork out the\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    rf"\bwhen(?:'s|\s+(?:exactly |precisely )?{AUXILIARY})\b|\bwhen\W*$"
    r"|\b(?:know|me|us|ask|until|since|from|by|and|or) when\b"
    r"|\bdeadline\b|\bby what (?:date|time)\b|\bwhat (?:date|time)\b|\buntil when\b|\bwhich dates?\b",
    re.I,
)
_WHO = re.compile(
    r"(?:^|[.,;:!?–-]|\b(?:and|or|but|so|know|me|us|ask|by|to|from|with|for|on|exactly))\s*who(?:m|se)?\b|"
    r"\bwhich (?:person|body|official|panel)\b",
    re.I,
)
_WHERE = re.compile(r"\bwhere\b", re.I)
_LIST = re.compile(
    r"\b(?:list|which|all)\b(?:\s+[\w']+){0,4}?\s+(?<!a )(?:rules?|clauses?|articles?|"
    r"regulations?)\b.{0,20}\b(?:relevant|about|mention|that)",
    re.I,
)
_ONLY_TEXT = re.compile(
    r"\bonly the (?:exact )?(?:text|wording|words) of the (?:rule|clause|article)|\bonly (?:quote|text)\b",
    re.I,
)
_ONLY_NUMBERS = re.compile(
    r"\bonly (?:with )?the (?:rule|clause|article)s? numbers?\b|\bonly (?:the )?numbers\b", re.I
)
_WANTS_NUMBER = re.compile(
    r"\b(?:which|what) (?:(?:exact|specific|\w+ing) )?(?:articles?|rules?|clauses?|regulations?|sections?|"
    r"paragraphs?|provisions?|appendix)\b|\b(?:article|rule|clause|section|paragraph) (?:number|reference)\b|"
    r"\bwhere (?:is|does|do|can|in|are)\b.{0,60}\b(?:say|said|written|stated?|find|found|laid|set out|stand|"
    r"regs|regulations|rules?|rulebook)\b|\bcite\b|\bcitation\b|\breference\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as the engine reads it."""

    text: str
    intent: Intent
    form: Form
    words: tuple[str, ...]
    """Stems of what it is about."""
    term: str | None = None
    """The term whose definition is wanted."""
    only_text: bool = False
    """The reply must be the rule's words and nothing else."""
    wants_number: bool = False
    """The reply must say which clause it is."""
    only_numbers: bool = False
    """The reply must be clause numbers and nothing else."""
    confidence: float = 0.6
    reason: str = ""


def read_ask(text: str, *, clauses: int = 0, books: int = 0, compares: bool = False) -> Ask:
    """Intent and form of a question that names so many clauses and so many books (issues or seasons).

    `compares`: two of the books are in the corpus, whatever the question asks about them.
    """
    words = subject_words(text)
    only_text, only_numbers = bool(_ONLY_TEXT.search(text)), bool(_ONLY_NUMBERS.search(text))
    both = bool(_BOTH.search(text))
    intent, form, confidence, reason = _classify(text, clauses, max(books, 2 * both), compares or both)
    term = asked_term(text) if form == "define" else None
    number = bool(_WANTS_NUMBER.search(text))
    return Ask(text, intent, form, words, term, only_text, number, only_numbers, confidence, reason)


def _classify(text: str, clauses: int, books: int, compares: bool) -> tuple[Intent, Form, float, str]:
    if _ONLY_NUMBERS.search(text) or (_LIST.search(text) and not compares):
        return "search", "list", 0.9, "asks for the clauses on a subject"
    compares = compares or bool(_BESIDE.search(text) or _CHANGED.search(text))
    if books >= 2 and compares and not _COMPUTES.search(text):
        return "comparison", "compare", 0.9, "names two issues or seasons"
    if clauses and re.search(r"\bdefin\w+\b", text, re.I) and re.search(r"[\"“]", text):
        return "general", "define", 0.85, "asks for a definition by its place"
    if clauses and not _SUMMARY.search(text):
        return "search", "clause", 0.95, "names a clause"
    if _SUMMARY.search(text):
        return "summary", "summary", 0.85, "asks for an overview"
    plain = _DOES_CHANGE.sub(" ", text)
    changed = "chang" in plain.lower() and _CHANGED.search(plain)
    if changed or (_BESIDE.search(plain) and _EDITIONS.search(plain)):
        return "comparison", "compare", 0.6, "asks what differs"
    if _PENALTY.search(_OVER_PENALTY.sub(" ", _BEFORE.sub(" ", text))):
        return "penalty", "penalty", 0.85, "asks what a breach costs"
    if _DEFINE.search(text) and asked_term(text):
        return "general", "define", 0.85, "asks what a term means"
    if _STILL.search(text) and _YES_NO.search(text):
        return "search", "still", 0.7, "asks whether a rule still exists"
    return _plain(text)


def _plain(text: str) -> tuple[Intent, Form, float, str]:
    """Forms of concrete questions, by their question word."""
    if re.match(_OPENS_YES_NO, text, re.IGNORECASE) and not re.search(
        r"\bhow (?:many|much|long|far)\b", text, re.I
    ):
        return "search", "yes_no", 0.8, "asks whether something is allowed or required"
    if _AMOUNT.search(text):
        return "search", "amount", 0.8, "asks for a value"
    if _YES_NO.search(_asking(text)):
        return "search", "yes_no", 0.8, "asks whether something is allowed or required"
    for pattern, form in ((_WHEN, "when"), (_WHO, "who"), (_WHERE, "where")):
        if pattern.search(text):
            return "search", form, 0.75, f"asks {form}"  # type: ignore[return-value]
    return "general", "open", 0.55, "a question about the rules"


def _asking(text: str) -> str:
    """The last sentence where it asks by a question word: what is told before it asks nothing."""
    last = re.split(r"(?<=[.!?])\s+", text.strip())[-1]
    return last if _ASKS_BY_WORD.match(last) else text


def plain_form(text: str) -> Form:
    """What a question would ask for if it named one book."""
    return _plain(text)[1]


def quoted_term(text: str) -> str | None:
    """What stands in quotation marks."""
    quoted = _QUOTED.search(text)
    return quoted[1].strip() if quoted else None


def asked_term(text: str) -> str | None:
    """The term that a question wants defined, as typed."""
    if quoted := quoted_term(text):
        return quoted
    if leading := _LEADING.search(text):
        return leading[1].strip()
    for pattern in _TERM:
        if found := pattern.search(text):
            term = re.sub(
                r"^(?:the|an?)\s+|\s+(?:please|exactly|officially)$", "", found[1].strip(" .,:"), flags=re.I
            )
            return term or None
    return None


_ASKS_BY_WORD = re.compile(
    r"^(?:and |so |but |then )?(?:what|which|who|whom|whose|when|where|why|how)\b.*\?\W*$", re.IGNORECASE
)
_QUOTED = re.compile(r"(?<!\w)[\"“‘`']([^\"”`]{2,60}?)[\"”’`'](?!\w)")
_TAIL = (
    r"(?=\s+(?:in|under|for|according|within|of|as)\s+(?:the|a|an|20|these|this|section|"
    r"regs?|sporting|technical|F1)|\s*[?.,;:-]|\s*$)"
)
_LEADING = re.compile(
    r"^\W*(.{2,40}?)\s*[-–:,]\s*(?:so )?what(?:'s| is| does)\b.{0,30}\b(?:meaning|definition|mean|meant)\b",
    re.IGNORECASE,
)
_TERM = tuple(
    re.compile(p + _TAIL, re.IGNORECASE)
    for p in (
        r"\bmeant by\s+(.{2,60}?)",
        r"\bmeaning of\s+(.{2,60}?)",
        r"\bdefinition of\s+(.{2,60}?)",
        r"\bwhat (?:does|do)\s+(.{2,60}?)\s+(?:mean|stand for)\b",
        r"^(?:please |can you |could you )?define\s+(.{2,60}?)",
        r"\bdefine[sd]?\s+(.{2,60}?)",
        r"\bcounts as\s+(.{2,60}?)",
        r"\bhow (?:is|are)\s+(.{2,60}?)\s+defined",
        r"\bwhat (?:on earth |exactly |actually |the hell )?(?:is|are|'s)\s+(.{2,60}?)",
    )
)
