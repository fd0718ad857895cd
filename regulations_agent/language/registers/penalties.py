"""What a breach costs, as rules word it: the breach, the sanctions, who decides, and the appeal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from regulations_agent.language.deontic import MODAL
from regulations_agent.language.registers.impositions import Imposition, imposition, names_below, spares
from regulations_agent.language.registers.offences import (
    is_failure,
    is_offence,
    is_within,
    leans,
    opens,
    outside,
    parted,
    states,
)
from regulations_agent.language.registers.sanction_names import is_sanction, listed, names_sanction
from regulations_agent.language.sanctions import HEADED, decider_in, is_tariff
from regulations_agent.language.sentences import BULLETS, announces, is_open, lead_in, sentences

_CLASSED = re.compile(
    r"\b(?:group|class|category|type|code|reference|article|rule|clause|section)$", re.IGNORECASE
)
"""A column that sorts penalties and names none."""
_POINTER = re.compile(
    r"^(?:(?:see|under|article|rule|section|appendix|clause|and|or|to)\s+|[A-Z]{0,2}\d[\w.()-]*[,;]?\s*)+$",
    re.I,
)
"""A cell that only refers elsewhere."""
_DECIDED = re.compile(
    r"\b(?:sanction|penalt(?:y|ies)|fine)s?\b[^.]{0,30}\b(?:decided|imposed"
    r"|determined)\s+by\b",
    re.IGNORECASE,
)
_SERVED = re.compile(
    r"\b(?:during|throughout) (?:the|any|an?|his|her|its|their|such) (?:[\w-]+ ){0,2}"
    r"(?:suspen|expul|penalt|ban\b)",
    re.IGNORECASE,
)
"""It tells what holds while a penalty is served."""
_IMPOSED = re.compile(
    r"\b(?:impos(?:e|es|ed|ing)|serv(?:e|es|ed|ing)|incurr(?:ed|ing)|receiv(?:ed"
    r"|ing))\b[^.]{0,80}\bpenalt|\bpenalt\w+[^.]{0,40}\b(?:is|are) imposed",
    re.IGNORECASE,
)
"""A penalty was imposed already: what follows tells how it is served."""
_PLACE = re.compile(
    r"(?:in|at|on|for|during|within)\s(?!(?:\w+\s)?(?:event|case|instance|breach|lack|absence)\b)",
    re.IGNORECASE,
)
"""Opens a sentence that says where or in which races, not what was done there."""
_ANEW = re.compile(
    r";\s+|,?\s+(?:and|but)\s+(?=(?:the|an?|any|each|both|they|he|she|it)\s[^,;]{1,60}?"
    rf"\s{MODAL}\b)"
)
"""Where a sentence may impose anew."""
_LINK = re.compile(r"[,;]?\s+(?:and|or|and/or)$", re.IGNORECASE)
_UNLESS = re.compile(r",?\s+(?:unless|except|save)\W*$")
"""Its items are exceptions."""
_LABEL = re.compile(
    r"(?P<act>.*?)\b(?:Sanction|SANCTION|Penalty|PENALTY|Penalties|PENALTIES|Fine|FINE|Punishment|PUNISHMENT)s?"
    r"(?:\s+for\s+(?P<of>[^:]+))?\s*:\s*(?P<said>.*)"
)
"""`Late entry. Penalty: a fine`."""
_STEP = re.compile(r"\w[^:.]{0,40}:\s+\S")
"""`Second offence: suspension`, below a label without more words."""
_OPTIONAL = re.compile(
    r"\b(?:may|can)\s+(?:\w+\s+){0,3}?(?:impos|fine|penal|sanction|appl|depart|award|issue|lev)", re.I
)
_MANY = re.compile(
    r"\bthese (?:requirements|provisions|rules|conditions|limits|obligations|restrictions)\b", re.IGNORECASE
)
"""All that was said before."""
_MORE = re.compile(r"(?:furthermore|additionally|in addition),\s", re.IGNORECASE)
_CASE_OF = re.compile(
    r"((?:for|if|when|where|in|at|during|unless)\b.*?),\s(?=(?:an?|any|the|each|[\w-]+ \(\d+\))\s)",
    re.IGNORECASE,
)
"""What opens a sentence and holds for the next: `In a race, a boat ... Furthermore, any boat ...`."""
_MAY = re.compile(r"(?:may|can)\b", re.IGNORECASE)
_LIKE = 20
"""Characters by which a breach is known to begin with the sentence above its item."""
_ELSEWHERE = re.compile(
    r"^(?:the |an? |any |other |of |instead )*(?:penalt(?:y|ies)|sanctions?|fines?)\s+(?:\w+ )?"
    r"(?:referred to|set out|provided for|available|specified|described|prescribed|listed|under"
    r"|in accordance with|in|according to)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"^(?:(?:in|the|any|an?|event|case|of|for|by|failure|failing|to|comply|with|breach\w*"
    r"|infringement\w*|violat\w+|"
    r"this|these|those|such|article|rule|section|provisions?|requirements?|regulations?|above|if|there"
    r"|is|either|"
    r"non-compliance|contravention|offen[cs]e|does|not|do|who|which|driver|competitor|team|both"
    r"|drivers)\b\W*)+$",
    re.IGNORECASE,
)
"""Says that a rule was broken and not which."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one breach costs."""

    breach: str
    sanctions: tuple[str, ...]
    """As printed, whole, in order."""
    mandatory: bool
    decided_by: str | None


def costs(
    text: str, lead: str, heading: str, *, continued: bool = False, context: str = ""
) -> Iterator[Cost]:
    """What a clause's text makes breaches cost.

    `lead` is the sentence that an item completes, `heading` the nearest one; `continued` says that items
    complete the text, so that its unfinished sentence says nothing by itself. `context` is the sentence
    before `lead`, for one that leans on it.
    """
    if text.lstrip().startswith("|"):
        return
    printed = [" ".join(text[start:end].split()).lstrip(f"{BULLETS} ") for start, end in sentences(text)]
    for place, sentence in enumerate(printed):
        last = place + 1 == len(printed)
        if sentence.startswith("|") or (continued and (is_open(sentence) or (last and announces(sentence)))):
            continue
        before = (
            [*filter(None, [context]), lead]
            if lead and not place
            else [s for s in printed[:place] if not s.endswith((":", ",")) and not s.startswith("|")]
        )
        first = ""
        for number, part in enumerate(_parts(sentence)):
            found = _in_item(part, lead, context) if lead and place == number == 0 else None
            found = found or imposition(part)
            if found is not None and found.sanctions and not _SERVED.search(part):
                case = _CASE_OF.match(before[-1]) if before and _MORE.match(part) else None
                opened = case[1] if case and not opens(found.breach) else first
                found = replace(found, breach=_together(opened, found.breach))
                first = found.breach
                yield from _cost(found, before, heading, in_item=bool(lead) and place == 0)


def _cost(found: Imposition, before: Sequence[str], heading: str, *, in_item: bool) -> Iterator[Cost]:
    """As one that says by itself what was done; none where it tells how a penalty is served."""
    breach = found.breach
    if not (in_item and breach.startswith(before[-1][:_LIKE])):
        if _IMPOSED.search(breach) and not is_failure(breach) and " whom " not in breach:
            return
        breach = _told(breach, before, heading, act=found.act)
    elif before[1:] and leans(before[-1].rstrip(":, ")):
        breach = f"{before[-2]} {breach}"
    if breach == heading and all(map(is_pointer, found.sanctions)):
        return
    must = tuple(takewhile(lambda sanction: not _MAY.match(sanction), found.sanctions))
    for sanctions, mandatory in ((must, found.mandatory), (found.sanctions[len(must) :], False)):
        if breach and sanctions:
            yield Cost(breach, sanctions, mandatory, found.decided_by)


def _parts(sentence: str) -> list[str]:
    """The sentence, cut where it imposes anew."""
    halves = ((sentence[: m.start()], sentence[m.end() :]) for m in _ANEW.finditer(sentence))
    return next(([a, b] for a, b in halves if imposition(a) and imposition(b)), [sentence])


def _in_item(item: str, lead: str, context: str) -> Imposition | None:
    """An item read with the sentence it completes, and the one before where that names no breach."""
    outer, mark, inner = lead.partition(":")
    if inner and (found := imposition(outer)) is not None:
        lead = f"{outer}{mark}"
        item = f"{inner.strip(' :,')}: {item}" if found.sanctions else item
    above, own = imposition(lead), imposition(item)
    if above is not None and not above.breach and (earlier := imposition(context)) is not None:
        above = replace(above, breach=earlier.breach)
    if own is not None and own.sanctions:
        opened = above.breach if above else lead if opens(lead) and not _IMPOSED.search(lead) else ""
        breach = _together(_UNLESS.sub("", opened), own.breach)
        decider = own.decided_by or (above.decided_by if above else None)
        return Imposition(breach, own.sanctions, own.mandatory, decider)
    if above is not None and above.sanctions:
        return replace(above, breach=_together(above.breach or lead, item, lead[-1]))
    if above is not None:
        case, sanction = _case(item)
        names = names_below(lead) or (is_sanction(sanction) and not states(sanction))
        whole = (sanction,) if states(sanction) else listed(sanction)
        named = whole if names and not spares(item) else ()
        return replace(above, breach=_together(above.breach or lead, case), sanctions=named)
    if "following" in lead or not names_sanction(item):
        return None
    return imposition(f"{lead.rstrip(':, ')}{', ' if opens(lead) and lead[-1] in ',:' else ' '}{item}")


def _case(item: str) -> tuple[str, str]:
    """`in a race: a fine` -> (in a race, a fine); `A fine: the team must ...` -> (, A fine)."""
    item = _LINK.sub("", item.rstrip(".,; "))
    first, *rest = (
        item[a:b].strip(" :")
        for a, b in pairwise(
            [0, *[n for n in outside(item, ":") if not item[n + 1 : n + 2].isdigit()][:1], len(item)]
        )
    )
    if rest and not names_sanction(first):
        return first, rest[0].rstrip(".; ")
    return "", first.rstrip(".; ")


def _together(above: str, own: str, mark: str = ",") -> str:
    """`mark`: what stands between them as printed."""
    item = _LINK.sub("", own.rstrip(":,.; "))
    return f"{mark if mark in ':,' else ''} ".join(filter(None, (above.rstrip(":,. "), item)))


def _told(breach: str, before: Sequence[str], heading: str, *, act: bool) -> str:
    """With the sentences or the heading without which it does not say what was done."""
    if before and breach and breach in before[-1] and not _says(breach):
        return before[-1].rstrip(":, ")
    start = len(before)
    if _MANY.search(breach):
        start = 0
    elif not breach or leans(breach) or not (act or _says(breach)):
        while start and (start == len(before) or leans(before[start])):
            start -= 1
        if start == len(before):
            breach = f"{heading}: {breach}".strip(": ") if heading else breach
    elif _VAGUE.match(breach) and heading:
        breach = f"{heading}: {breach}"
    told = (f"{s}." if s[-1].isalnum() or s.endswith(")") else s for s in before[start:])
    return " ".join(filter(None, (*told, breach)))


def _says(breach: str) -> bool:
    """It tells what was done, or when: not only whom it falls on, or where."""
    condition = parted(breach)[1].lstrip(" ,")
    if is_offence(breach) or (condition and not condition.startswith("where")):
        return True
    return opens(breach) and not _PLACE.match(breach)


def labelled(text: str, heading: str) -> Iterator[Cost]:
    """What a text says behind a label, there or in the lines below: `Late entry. Penalty: a fine`."""
    printed = [" ".join(text[start:end].split()) for start, end in sentences(text)]
    for place, sentence in enumerate(printed):
        label = _LABEL.fullmatch(sentence)
        if label is None or is_within(sentence, label.end("act")) or imposition(sentence):
            continue
        steps = list(takewhile(_STEP.match, printed[place + 1 :]))
        named = [label["said"]] if label["said"] else steps
        breach = label["of"] or label["act"].strip(" :,–—-") or "".join(printed[place - 1 : place]) or heading
        if named and breach:
            yield Cost(breach, tuple(one.rstrip(".; ") for one in named), True, decider_in(sentence))


def is_pointer(sanction: str) -> bool:
    """It only says where the sanction stands: `penalty under Article 54.3d)`."""
    return bool(_ELSEWHERE.match(sanction))


def decided_by(above: str) -> str | None:
    """Who decides on the items below a text: `These sanctions are decided by the jury`."""
    found = (above[a:b] for a, b in sentences(above) if _DECIDED.search(above[a:b]))
    return next((d for sentence in found if (d := decider_in(sentence))), None)


def tabled(rows: Sequence[Sequence[str]], above: str = "") -> Iterator[Cost]:
    """What a table makes breaches cost: its first column names them, one headed `Fine` or so the sanction;
    every other one where no name says so but the first column, or `above`, the words above, do."""
    if not rows or not is_tariff(rows[0], above):
        return
    header, *body = rows
    telling = [n for n, name in enumerate(header) if n and not _CLASSED.search(name)]
    headed = [n for n, name in enumerate(header) if n and HEADED.search(name)]
    columns = [n for n in telling if n in headed] if headed else telling
    optional = _OPTIONAL.search(lead_in(above) or above)
    for row in body:
        filled = [n for n in columns if n < len(row) and row[n].strip() not in ("", header[n].strip())]
        named = tuple(
            f"{header[n]}: {row[n]}" for n in filled if row[n].isdigit() or not _POINTER.match(row[n])
        )
        act = f"{header[0]}: {row[0]}" if row[0].isdigit() and header[0].strip() else row[0]
        if named and act.strip() and not all(row[n].isdigit() for n in (0, *filled)):
            yield Cost(act, named, optional is None, decider_in(above))
