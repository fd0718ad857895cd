"""Whom or what a verb of a rule speaks of: the stretch before it, without what else stands there."""

from __future__ import annotations

import re
from itertools import pairwise

from regulations_agent.language.deontic import FINITE
from regulations_agent.language.registers.offences import opening_of, opens

_PRONOUN = re.compile(r"(?P<one>it|he|she)|(?P<said>this|these|such)|they", re.IGNORECASE)
_MANY = re.compile(
    r"^(?!(?:each|every|any|an?|one)\b)\S*(?:\s\S+){0,3}?(?<![su])s(?=\s(?:of|in|that|who|whose|which|for|from|with)\b|$)",
    re.I,
)
"""A subject in the plural, by its first noun."""
_LINKED = re.compile(
    r"[,;.]?\s*(?:\b(?:however|but|and|although|where|that|(?:(?:at|in|on|to|for|by|of|from|after)\s+)?which)\b)?"
    r"[,;.]?\s*$",
    re.IGNORECASE,
)
"""Before a further clause: what ties it to the one before."""
_EXPLETIVE = re.compile(r"^be\s+(?!able|used|ready|prepared)(?:\w+\s+){1,8}?(?:that|to|whether)\b")
"""`It must be clear that`: it stands for nothing said before."""
_NOBODY = re.compile(r"^(?:neither|nobody|nothing|no\s+one)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"^(?:if|when(?:ever)?|where(?:ver)?|while|whilst|should|unless|except|with|without|subject|prior|before|after|"
    r"during|at(?!\s(?:least|most)\b(?!.{0,40}\b(?:before|prior|after)\b))|on|in|for|from|by|upon|until|once|as|following|notwithstanding|to|under|within|between|"
    r"save|exceptionally|commencing|solely|no\s+later|any\s+time|throughout|provided|apart|other\s+than|however|furthermore|additionally|"
    r"in\s+addition|therefore|otherwise|such\s+as|of|due\s+to|because|since|below|above|outside|inside|then|"
    r"immediately|shortly|directly|although|(?:even\s+)?though|even\s+if|despite|irrespective|regardless|accordingly|consequently|moreover|alternatively|finally|through|over|across|along)\b",
    re.IGNORECASE,
)
_ADDED = re.compile(r"^(?:and|or|but)\b", re.IGNORECASE)
_TIME = re.compile(r"\b(?:before|after|prior\s+to|until)\s+the\b", re.IGNORECASE)
_MARK = re.compile(
    r"^(?:\W+|(?:and|or|but|that|which|who|then|also|so|it\s+is\s+\w+\s+that)\s+|[\w ]{1,30}\s[-–]\s+"
    r"|\(?[a-z0-9]{1,4}\)\s*|[a-z]\.\s+)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?P<by>(?:in|on|to|for|by|from|of|with|at|against|under|through|during|within|into|upon)\s+)?(?:that|which|who|whom|whose)\b(?=\s+(?P<next>\w+))"
)
_DETERMINER = (
    r"(?:the|an?|any|each|every|all|it|they|he|she|its|their|his|this|that|these|those|such|both|either|no|"
    r"certain|some|one|two|three|four|five|only)"
)
_DETERMINED = re.compile(rf"{_DETERMINER}\b", re.IGNORECASE)
_JOINT = re.compile(
    r"(?:,\s*|\s+|;\s*|:\s*)(?:but|and|or(?!\s+(?:more|less|fewer)\b)|where|whereas|while|such\s+that|so\s+that|in\s+which\s+case|"
    r"provided\s+that|that|if|when|as|which|whom)\s+"
    rf"|[,;]\s+(?={_DETERMINER}\b)",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"\b(?:where|whereas|while|such\s+that|so\s+that|in\s+which\s+case)\s+(?={_DETERMINER}\b)", re.IGNORECASE
)
"""Begins a clause of its own, whatever the verb before it."""
_BESIDE = re.compile(r"\b(?:when|whenever|if|while|whilst|where|unless|until)\s+(?:\w+\s+){1,6}$")
"""Before a verb: it is that of a clause inside the subject."""
_PHRASE = re.compile(
    r"^(?:(?:immediately|shortly|directly)\s+)?(?:after|before|during|at|on|in|following|upon|until|within|under"
    r"|between)\s",
    re.IGNORECASE,
)
_LISTED = re.compile(
    rf"(?!{_DETERMINER}\b)[^,]*\b(?:or|and)\s(?!{_DETERMINER}\b)[^,]*\s{_DETERMINER}\s", re.I
)
_BY_WHICH = re.compile(r"\b(?:in|on|at|for|by|to|from|of|with|during|under)\s+which\s*$", re.IGNORECASE)
_NEXT = re.compile(rf"\b([\w-]+)\)?\s+(?={_DETERMINER}\b)", re.IGNORECASE)
_BINDS = re.compile(
    r"of|in|on|at|to|for|by|from|with|than|least|most|and|or|after|before|during|following|upon|until|between|under|over|within"
    r"|into|behind|near|around|above|below|through|against|without|along|per|among|towards?"
    r"|that|which|who|if|when|as|\w+ing",
    re.IGNORECASE,
)
"""After it stands no new subject."""
_ELIDED = re.compile(r"(?:,\s*|\s+)(?:but|and|or)$", re.IGNORECASE)
_ADVERB = re.compile(r"\s+\w+ly\s*$")
_AT_TIME = re.compile(rf"\b(?:time|moment|day|date)\s+{_DETERMINER}\s+(?:\w+\s+){{1,3}}$", re.IGNORECASE)
"""Before a verb: it is that of `at the time the race | was`."""
_COORDINATED = re.compile(
    r"^(?:any|each|every|all|the|an?|no)\s[^,;]*\b(?:who|which|that)\b[^;]*\b(?:and|or|but)\s+(?:who\s+)?$",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:that|which|who|whom|and|n?or|not|to|of|if|as)$|(?:,|\b(?:means|point|so))\s(?:it|they|he|she)$|\b(?:in|on|during|for|at|under)\s+which,"
    r"|\bas\s(?:it|they|he|she)$|\w\sin\s(?:the\sevent|case)\s(?!of\b)",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(r"\([^()]*\)|,\s(?:including|such as)\b.*")
"""What a subject is not longer for."""
_REFERS = re.compile(r"(?:it|he|she|they|its|his|her|their|this|these|such)\b", re.IGNORECASE)
_LIST = re.compile(r"^(?:(?:each|any|all)\s+of\s+)?the\s+following(?:\s+\w+){0,4}$", re.IGNORECASE)
_ADDED_TO = re.compile(r",\s(?:including|such as)\b[^,;]*,\s*$")
"""What a subject takes in, set apart from it: `All boats, including any on the shore, | must`."""
_NO_ONE = re.compile(r"(?<=\s)no\s[\w-]+(?:\s[\w-]+){0,2}$")
_LAST = re.compile(r"\b(?:that|but|which)\b.*,\s+((?:the|any|each|all)\s[^,]+)$")
"""The subject after an opening clause in several parts."""
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|do|\w+(?:s|ed|ing))\b")
"""What a clause has and a phrase, `If at the start | the crew`, has not."""
_FOLLOWING = re.compile(r",\s+(the\s+following(?:\s+\w+){0,4})$", re.IGNORECASE)
LONGEST = 25
"""Words; a longer stretch before the verb is no subject."""
LONGEST_LISTED = 60
"""Words, where a clause stands inside the subject."""


def antecedent(who: str, what: str, sentence: str, *, before: str, about: str) -> str:
    """What the pronoun `who`, the subject of `what`, stands for; empty for another subject or where it cannot
    be told.

    That is what was said before it in its own sentence, `this [The driver may go on]`; else `about`, which
    the sentence before speaks of, or for `this` and the like all of that sentence, `before`.
    """
    pronoun = _PRONOUN.fullmatch(who)
    if pronoun is None or _EXPLETIVE.match(what):
        return ""
    own = without_link(sentence[: max(sentence.rfind(who, 0, sentence.find(what)), 0)])
    own = "" if own.count("(") > own.count(")") else own
    unlike = pronoun["one"] and _MANY.search(about)
    return own or (before.rstrip(".:; ") if pronoun["said"] else "" if unlike else about)


def carried(who: str, about: str) -> str:
    """What a pronoun of the next sentence stands for after one that speaks of `who`; empty where untold."""
    who = who.partition(" [")[0]
    return about if _PRONOUN.fullmatch(who) else "" if _NOBODY.match(who) else who


def without_link(text: str) -> str:
    """Without the word at its end that ties a further clause to it: `..., however`."""
    return _LINKED.sub("", text)


def subject(before: str, after: str) -> str | None:
    """The subject of the verb between two stretches of a sentence, as printed; None when it cannot be told.

    `Where a car stops, the driver | must` gives `the driver`; a verb of a relative clause (`parts that the
    team | must`) has no subject of the sentence.
    """
    if (added := _ADDED_TO.search(before)) and (whole := subject(before[: added.start()], after)):
        return whole + added.group().rstrip(" ,")
    stretch = _PLACED.split(_opened(before.strip()))[-1]
    own = _main_verb(stretch)
    if own is not None and _is_inside(stretch, own):
        return _bare(stretch) if len(stretch.split()) <= LONGEST_LISTED else None
    if own is not None:
        stretch = _after_joint(stretch, own)
    who = _after_phrase(_bare(stretch), in_list=stretch != before.strip())
    if not who or _DANGLING.search(who) or _OPENING.match(who) or _main_verb(who) is not None:
        return None
    longest = LONGEST_LISTED if _DETERMINED.match(who) and _RELATIVE.search(who) else LONGEST
    if len(_EXAMPLES.sub("", who).split()) > longest or not re.search(r"[A-Za-z]", who) or _is_torn(who):
        return None
    return None if _is_relative(who, after) else who


def _after_phrase(who: str, *, in_list: bool) -> str:
    """Without a phrase of time or place that no comma ends: `After the last run | the crew`; `in_list`:
    it may be the end of one, `whilst in the port, | dock or yard | a crew`.
    """
    listed = in_list and _LISTED.match(who) and not _RELATIVE.search(who)
    if not (_PHRASE.match(who) or listed):
        return who
    starts = [m.end() for m in _NEXT.finditer(who) if not _BINDS.fullmatch(m[1])]
    return who[starts[0] :] if len(starts) == 1 else who


def _is_inside(stretch: str, verb: int) -> bool:
    """A comma ends a clause inside the subject: `All staff who work when a car is in, or near, | must`."""
    starts = _DETERMINED.match(stretch) or re.match(r"[A-Z]\w+\s+\w+ing\b", stretch)
    return bool(starts and stretch.endswith(",") and _BESIDE.search(stretch[:verb]))


def topic(sentence: str) -> str | None:
    """What a sentence speaks of: the subject of its first verb; None when it cannot be told."""
    found = (subject(sentence[: verb.start()], sentence[verb.end() :]) for verb in FINITE.finditer(sentence))
    return next(filter(None, found), None)


def is_pronoun(text: str) -> bool:
    """It stands for something said before, or begins with a word that does: `it`, `Its chair`."""
    return _REFERS.match(text) is not None


def _is_torn(who: str) -> bool:
    """A quotation or a parenthesis begins or ends outside it."""
    return who.count("“") != who.count("”") or who.count('"') % 2 == 1 or who.count("(") != who.count(")")


def is_list(who: str) -> bool:
    """It only points to the items below: `the following`."""
    return _LIST.match(who) is not None


def _opened(before: str) -> str:
    """Without the clause or phrase that opens the sentence."""
    pieces = [piece.strip() for piece in re.split(r"[,;:]\s(?![^()]*\))", before)]
    opened = False
    while len(pieces) > 1 and (
        _OPENING.match(pieces[0]) or _TIME.search(pieces[0]) or (opened and _goes_on(pieces[0], pieces[1]))
    ):
        pieces.pop(0)
        opened = True
    return ", ".join(pieces)


def _goes_on(piece: str, following: str) -> bool:
    """A piece still belongs to the clause that opens the sentence."""
    return bool(_ADDED.match(piece) or (_DETERMINED.match(following) and not _DETERMINED.match(piece)))


def _bare(stretch: str) -> str:
    """Without marks, labels and conjunctions before it."""
    who = stretch.strip(" ,;:.-–•|")
    while match := _MARK.match(who):
        who = who[match.end() :].strip(" ,;:.-–•|")
    return who


def _main_verb(stretch: str) -> int | None:
    """Where the first finite verb stands that belongs to no relative clause."""
    relative = [match.end("next") for match in _RELATIVE.finditer(stretch)]
    for match in FINITE.finditer(stretch):
        if match.end() in relative or _AT_TIME.search(stretch[: match.start()]):
            continue  # `that is`: the verb of the pronoun before it
        if relative and _COORDINATED.search(stretch[: match.start()]):
            continue  # `who stops, and is`: a further verb of the relative clause
        if any(led.end() < match.start() for led in _RELATIVE.finditer(stretch) if _is_led(led)):
            continue  # `which the driver has`
        return match.start()
    return None


def _is_led(relative: re.Match[str]) -> bool:
    """Another word than the pronoun is the subject of the relative clause."""
    pronoun = relative.group().split()[-1]
    by = relative["by"] is not None and pronoun != "that"
    return by or pronoun == "whose" or _DETERMINED.match(relative["next"]) is not None


def _after_joint(stretch: str, verb: int) -> str:
    """The part that a verb speaks of where another verb stands before it: `the team waits but | must`."""
    if _ELIDED.search(stretch):
        return _ADVERB.sub("", stretch[:verb])
    joints = list(_JOINT.finditer(stretch, verb))
    for one, further in reversed(list(pairwise(joints))):
        listed = _DETERMINED.match(stretch, one.end()) and not FINITE.search(
            stretch, one.end(), further.end()
        )
        if "," in further.group() or _DETERMINED.match(stretch, further.end()) or not listed:
            break
        joints.pop()  # `no maps or charts`: one subject
    of_noun = joints and _BY_WHICH.search(stretch[: joints[-1].end()])
    return stretch[joints[-1].end() :] if joints and not of_noun else ""


def _is_relative(who: str, after: str) -> bool:
    """The verb after `who` is that of a relative clause: `the part that the team`, `any team whose car`."""
    for match in _RELATIVE.finditer(who):
        inner = who[match.end() :]
        if not _is_led(match) or FINITE.search(inner):
            continue
        has_verb = len(inner.split()) > 1 and re.search(r"(?:s|ed)$", inner)
        if not has_verb or FINITE.search(re.split(r"[.;]", after)[0]):
            return True
    return False


def unparted(before: str) -> str:
    """The subject after an opening clause that no comma ends: `If the pump fails | the crew`."""
    opening, who = opening_of(before, by_comma=False) if opens(before) and "," not in before else ("", "")
    whole = who != "that" and who.count("(") == who.count(")")
    return who if whole and _VERB.search(opening) else ""


def alone(before: str, who: str) -> str:
    """A subject without the opening clause that no comma parts from it: `Whilst a boat is moored | it`."""
    if opens(before) and (listed := _FOLLOWING.search(who)):
        return listed[1]
    if opens(before) and (last_part := _LAST.search(who)):
        return last_part[1]
    if opens(before) and (nobody := _NO_ONE.search(who)):
        return nobody[0]
    if not opens(before) or "," in before[: before.rfind(who)]:
        return who
    last = opening_of(before, by_comma=False)[1]
    return last if last and who.endswith(last) else who
