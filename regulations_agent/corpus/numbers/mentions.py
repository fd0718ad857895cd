"""Finds printed references in running text: what is named, in which document, and how it is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from regulations_agent.corpus.numbers import phrases as say
from regulations_agent.corpus.numbers.units import is_amount

Lead = Literal["article", "appendix", "part", "bare", "document", "own"]
"""`article`: also rule, clause, section; `part`: an item or paragraph of what surrounds it; `own`: only `this
Article`."""


@dataclass(frozen=True, slots=True)
class Named:
    """One clause number as printed in a reference."""

    number: str
    """`54.3d)`, `Appendix 7`, or only the differing end (`b)`) when `relative`."""
    relative: bool = False
    to: bool = False
    """The end of a range that starts at the number before."""
    owner: str = ""
    """`Appendix 4` in `Article 5 of Appendix 4`."""
    beside: bool = False
    """The owner stands before it (`Appendix 4, Article 5`), so that the number may also be one of its own."""
    word: str = ""
    """The leading word, small and in the singular: `section` of `Sections 3 and 4`."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference as printed."""

    start: int
    end: int
    lead: Lead
    named: tuple[Named, ...]
    document: str = ""
    """Words that name the document: `2025 Technical Regulations`, `Code`, `Section C`; empty when none do."""
    this: bool = False
    """`this Article 8.3`, `of this Appendix`, `Article 3 below`."""
    unsure: bool = False
    """A reference only if it leads to a clause: `paragraph 8`, a bare `5.1.20`."""


def find_mentions(
    text: str, roots: frozenset[str] = frozenset(), words: frozenset[str] = frozenset()
) -> Iterator[Mention]:
    """Every printed reference in order, none overlapping.

    `roots` are the letters with which this book's numbers start (`{"GR", "V"}`, `{"B"}`), the empty one for
    numbers without: a dotted number that starts so needs no leading word. `words` are the keywords that its
    numbers say: `{"bylaw"}`.
    """
    taken = 0
    held: Mention | None = None
    for start, make in sorted(_openings(text, roots, leads := say.leads(words))):
        mention = _read(text, start, make, leads.lead) if start >= taken else None
        if mention is None:
            continue
        taken = mention.end
        if held is not None:
            held, mention = _neighbours(text, held, mention)
            yield held
        held = mention
    if held is not None:
        yield held


def _neighbours(text: str, first: Mention, second: Mention) -> tuple[Mention, Mention]:
    """`Appendix 8 Item 1d)`: the second belongs to the first; a document named after both is that of both.

    So does the second in `Article V Section 3`, and the first in `Section 3 of Article V`.
    """
    if first.lead in ("article", "part") and second.lead in ("article", "part"):
        return _nested(text, first, second)
    if first.lead != "appendix" or second.lead not in ("part", "article"):
        return first, second
    if not say.BETWEEN.fullmatch(text, first.end, second.start) or second.named[0].number[0].isupper():
        return first, second
    document = second.document or first.document
    below = _below(second.named, first.named[-1])
    return replace(first, document=document), replace(second, named=below, document=document)


def _nested(text: str, first: Mention, second: Mention) -> tuple[Mention, Mention]:
    join = say.WITHIN.fullmatch(text, first.end, second.start)
    if join is None or first.named[-1].word == second.named[0].word:
        return first, second
    upward = join["of"] or second.named[0].word == "article"
    below, above = (first, second) if upward else (second, first)
    owner = above.named[0]
    if len(above.named) > 1 or not _owns(owner) or any("." in named.number for named in below.named):
        return first, second
    below = replace(below, named=_below(below.named, owner))
    return (below, second) if upward else (first, below)


def _below(named: tuple[Named, ...], owner: Named) -> tuple[Named, ...]:
    return tuple(n if n.owner else replace(n, owner=owner.number, beside=True) for n in named)


def _openings(text: str, roots: frozenset[str], leads: say.Leads) -> Iterator[tuple[int, int]]:
    """Where a reference may start, and as which kind `_read` is to take it."""
    end = 0
    for stem in leads.stem.finditer(text):
        lead = leads.lead.match(text, stem.start()) if stem.start() >= end else None
        if lead is not None:
            end = lead.end()
            yield lead.start(), 0
    others = (
        (say.BARE_SIGN, say.bare_numbers(roots)),
        (say.BESIDE_SIGN, say.BESIDE),
        (say.DOCUMENT_SIGN, say.DOCUMENT),
        (say.OWN_SIGN, say.OWN),
        (say.ITEMS_SIGN, say.ITEMS),
    )
    for make, (sign, pattern) in enumerate(others, start=1):
        for match in pattern.finditer(text) if pattern and sign.search(text) else ():
            yield match.start(), make


def _read(text: str, start: int, make: int, lead: re.Pattern[str]) -> Mention | None:
    if make == 0:
        return _led(text, match) if (match := lead.match(text, start)) else None
    if make == 1:
        named, end = _numbers(text, start, relative=False, plural=False)
        unsure = bool(named) and named[0].number[0].isdigit()
        return _qualified(text, Mention(start, end, "bare", named, unsure=unsure)) if named else None
    if make in (2, 5):
        named, end = _numbers(text, start, relative=True, plural=True)
        return Mention(start, end, "part", named, unsure=True) if named else None
    if make == 4:
        own = say.OWN.match(text, start)
        word = Named("Appendix" if own and own["appendix"] else "")
        return Mention(start, own.end(), "own", (word,)) if own else None
    match = say.DOCUMENT.match(text, start)
    if match is None or _is_plain(match["name"] or ""):
        return None
    name = match["section"] or match["code"] or match["name"]
    return Mention(start, match.end(), "document", (), document=" ".join(name.split()))


def _is_plain(name: str) -> bool:
    """`the Regulations` names no document of its own."""
    return name.lower() in {"regulations", "rules"}


def _led(text: str, match: re.Match[str]) -> Mention | None:
    start = match.start()
    word = (match["article"] or match["part"] or match["appendix"] or "").lower().rstrip(".")
    this = match["this"] is not None or word == "§"
    if match["appendix"]:
        named, end = _appendices(text, match.end())
        lead: Lead = "appendix"
    else:
        lead = "article" if match["article"] else "part"
        named, end = _numbers(
            text, match.end(), relative=lead == "part" or word != "§", plural=word.endswith("s"), word=word
        )
    if not named or (word.startswith("sec") and re.fullmatch(r"[A-Z]", named[0].number)):
        return None
    if text[end : end + 1] == ":" and re.search(r"(?:^|\n|\|\s)$", text[max(0, start - 2) : start]):
        return None
    unsure = lead == "part" and not this and not _says_part(named)
    counted = lead == "part" and not named[-1].relative and _is_quantity(text, end)
    if counted or (unsure and not word.startswith(("para", "section", "sub"))):
        return None
    start = match.end("this") if match["this"] else start
    found = _qualified(text, Mention(start, end, lead, named, this=this, unsure=unsure))
    return replace(found, unsure=found.unsure and found.named[0].owner in ("", "this"))


def _says_part(named: tuple[Named, ...]) -> bool:
    """`item 3` may be a count; `item 3.a`, `paragraph (a)` and `section 1.1` name a clause."""
    return named[0].relative or bool(re.search(r"\d[.(a-z]|\)", named[0].number))


def _appendices(text: str, at: int) -> tuple[tuple[Named, ...], int]:
    found: list[Named] = []
    end, ranged = at, False
    while (match := say.APPENDIX.match(text, at)) is not None:
        found.append(Named(f"Appendix {match.group()}", to=ranged))
        end = match.end()
        join = say.JOIN.match(text, end)
        if join is None:
            break
        ranged = join["range"] is not None
        again = say.AGAIN_APPENDIX.match(text, join.end())
        at = again.end() if again else join.end()
        following = say.APPENDIX.match(text, at)
        if following is None or _is_quantity(text, following.end()) or _is_name(text, following):
            break
    return tuple(found), end


def _numbers(
    text: str, at: int, *, relative: bool, plural: bool, word: str = ""
) -> tuple[tuple[Named, ...], int]:
    """The list of numbers at `at` and where it ends; the end is never a sentence's full stop.

    What another word leads right behind a number stands below it: `Article V, Sections 1d and 1e`.
    """
    found: list[Named] = []
    end, ranged, led, owner, word = at, False, True, "", _singular(word)
    while True:
        full, rel = say.NUMBER.match(text, at), say.RELATIVE.match(text, at) if relative else None
        if full is not None and (led or _continues(text, full, plural)):
            found.append(Named(full.group(), to=ranged, owner=owner, beside=bool(owner), word=word))
            end = full.end()
        elif rel is not None:
            found.append(Named(rel.group().rstrip("."), relative=True, to=ranged))
            end = rel.end() - (rel.group().endswith(".") and not rel.group().endswith(")."))
        else:
            break
        join = say.JOIN.match(text, end)
        if join is None:
            break
        ranged, relative = join["range"] is not None, True
        again = say.AGAIN.match(text, join.end())
        led = again is not None
        plural = plural or (again is not None and again[0].rstrip().endswith("s"))
        if again is not None and word != (word := _singular(again[0])):
            alone = join[0].strip() == "," and len(found) == 1
            owner = found.pop().number if alone and _is_step(text, again.end(), word, found[0]) else ""
        at = again.end() if again else join.end()
    return tuple(found), end


def _is_step(text: str, at: int, word: str, above: Named) -> bool:
    """A number of one step that, led by `word`, stands below another one."""
    number = say.NUMBER.match(text, at)
    return number is not None and "." not in number[0] and word != "article" and _owns(above)


def _owns(named: Named) -> bool:
    """Other words' numbers can stand below it."""
    return named.word in ("article", "section", "rule", "clause") and not named.relative


def _singular(word: str) -> str:
    plain = word.strip().lower().rstrip("s.").replace("-", "")
    return say.SHORT.get(plain, plain)


def _continues(text: str, match: re.Match[str], plural: bool) -> bool:
    """A number after `and` or a comma that goes on with the list, and is no quantity or name."""
    if _is_quantity(text, match.end()) or _is_name(text, match):
        return False
    return plural or bool(re.search(r"\d[.:(a-z]|^[A-Z]", match.group()))


def _is_quantity(text: str, end: int) -> bool:
    """What ends there is a number of something, not of a clause."""
    return is_amount(text, end) or say.COUNTED.match(text, end) is not None


def _is_name(text: str, match: re.Match[str]) -> bool:
    """`F1 Teams`, not `B2 Competitions` at the end of a sentence."""
    return bool(re.fullmatch(r"[A-Z]+\d+", match.group()) and say.NAME_NEXT.match(text, match.end()))


def _qualified(text: str, mention: Mention) -> Mention:
    """The mention with the words that say of what: an appendix, this article, another document."""
    place = say.PLACE.match(text, mention.end)
    after = place.end() if place else mention.end
    if place is not None and mention.lead != "part":
        mention = replace(mention, this=True)
    mention, after = _owned(text, mention, after)
    own = say.OF_THIS.match(text, after)
    if own is not None:
        return replace(mention, end=own.end(), this=True)
    column = say.COLUMN.match(text, after) if mention.lead == "appendix" else None
    after = column.end() if column else after
    book = say.OF.match(text, after)
    if book is not None and not _is_plain(book["name"]):
        beyond = column is not None or (mention.end < after and mention.lead == "part")
        named = "" if book["det"] in {"these", "this"} else " ".join(book["name"].split())
        return replace(mention, end=mention.end if beyond else book.end(), document=named)
    before = say.BEFORE.search(text[max(0, mention.start - 80) : mention.start])
    if before is not None and not _is_plain(before["name"]):
        return replace(mention, document=" ".join(say.AND.sub("", before["name"]).split()))
    return mention


def _owned(text: str, mention: Mention, after: int) -> tuple[Mention, int]:
    """The mention with the appendix that is named behind it, and where what follows starts."""
    owner = say.OF_APPENDIX.match(text, after) if mention.lead != "appendix" else None
    if owner is None or not (owner["id"] or owner["this"]):
        return mention, after
    name = f"Appendix {owner['id']}" if owner["id"] else "this"
    named = tuple(replace(n, owner=name) for n in mention.named)
    end = mention.end if mention.lead == "part" and owner["id"] else owner.end()
    return replace(mention, named=named, end=end), owner.end()
