"""Which clauses a printed reference means, where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.corpus.numbers.known import Known, keyword, without_keyword
from regulations_agent.corpus.numbers.mentions import Mention, Named
from regulations_agent.corpus.numbers.naming import SECTION_LETTERS, books_named
from regulations_agent.corpus.numbers.reference import ClauseNumber, lookup_key, tails
from regulations_agent.types.document import Target

MAX_RANGE = 60
"""Clauses between the two ends of `Articles 3.5 to 3.13` that are listed as targets."""


def targets_of(book: Known, at: str, mention: Mention) -> tuple[Target, ...]:
    """What a mention in the clause numbered `at` points to, in order; nothing where it is no reference."""
    if mention.lead == "document":
        names = books_named(book.document, mention.document)
        return tuple(Target(name, None, "external") for name in names if name != book.document.book)
    if mention.lead == "own":
        return _own(book, at, appendix=bool(mention.named[0].number))
    printed: list[Named] = []
    for named in mention.named:
        printed.append(_completed(named, printed[-1].number if printed else ""))
    if mention.unsure and len(printed) > 1 and all(n.relative and not n.owner for n in printed):
        at = _home(book, at, [n.number for n in printed])
    targets: list[Target] = []
    for named in printed if at else ():
        target = _target(book, at, mention, named)
        if named.to and targets and target.status == targets[-1].status == "resolved":
            targets += _between(book, targets[-1], target)
        targets.append(target)
    if mention.unsure and not any(t.status == "resolved" for t in targets):
        return ()
    return tuple(dict.fromkeys(targets))


def _home(book: Known, at: str, letters: Sequence[str]) -> str:
    """The lowest clause around that has a list with all the letters; empty where none has."""
    own = _in_appendix(at)
    keys = ([lookup_key(_below(a, own, letter)) for letter in letters] for a in book.above(at))
    return next((a for a, k in zip(book.above(at), keys, strict=True) if book.numbers.keys() >= set(k)), "")


def _in_appendix(number: str) -> bool:
    return number.startswith(("Appendix", "Annex", "Schedule"))


def _below(above: str, own: bool, number: str) -> str:
    """A number below another one; the first step in an appendix (`own`) stands behind a stroke."""
    return f"{above}/{number}" if "/" not in above and own else f"{above}.{number}"


def _own(book: Known, at: str, *, appendix: bool) -> tuple[Target, ...]:
    """What `this Article` and `this Appendix` mean: the numbered clause or the appendix around it."""
    path = book.above(at)
    if appendix:
        found = path[-1] if book.kinds.get(path[-1]) == "appendix" else None
    else:
        numbered = (n for n in path if book.kinds.get(n) in ("clause", "article"))
        below = path[-2] if len(path) > 1 and book.kinds.get(path[-1]) == "appendix" else None
        found = next(numbered, below)
    return (Target(book.document.id, found, "resolved"),) if found else ()


def _completed(named: Named, last: str) -> Named:
    """`b)` after `Articles 5.17.1 a)` is `5.17.1 b)`; `x)` after `57.4b)i)` replaces the deepest step."""
    if not named.relative or not last or last.startswith("Appendix"):
        return named
    steps = ClauseNumber.parse(re.sub(r"\s+", "", last)).steps
    depth = len(re.findall(r"[A-Za-z0-9]+", named.number))
    stem = list(steps)
    while stem and depth and re.fullmatch(r"[^A-Za-z0-9]*[A-Za-z]{1,5}[^A-Za-z0-9]*", stem[-1]):
        stem.pop()
        depth -= 1
    relative = not re.search(r"\d", last)
    return replace(named, number="".join(stem) + named.number, relative=relative)


def _target(book: Known, at: str, mention: Mention, named: Named) -> Target:
    number = re.sub(r"\s+", "", named.number) if not named.number.startswith("Appendix") else named.number
    if named.owner and named.owner != "this":
        number = f"{named.owner}/{number}"
    if mention.document:
        others = books_named(book.document, mention.document)
        if book.document.book not in others and not _sister(book, number, others[0]):
            return Target(others[0], number, "external")
    if (found := _of_word(book, at, named, number)) is not None:
        return Target(book.document.id, found, "resolved")
    for candidate in _candidates(book, at, mention, named, number):
        forms = (candidate, _parted(candidate), f"{candidate}.0")
        found = next((own for form in forms if (own := book.numbers.get(lookup_key(form)))), None)
        if found is not None and (named.beside or not _belies(book, named.word, found)):
            return Target(book.document.id, found, "resolved")
    if (below := _below_heading(book, at, number)) is not None:
        return Target(book.document.id, below, "resolved")
    outside = _outside(book, number)
    return Target(outside, number, "external") if outside else Target(book.document.id, number, "dangling")


def _of_word(book: Known, at: str, named: Named, number: str) -> str | None:
    """`Section 1` where numbers say that word: of the article that the reference stands in, else of all."""
    step = lookup_key(number.rpartition("/")[2])
    near = () if named.owner else (f"{above}/{number}" for above in book.above(at))
    found = (book.worded.get((named.word, lookup_key(text))) for text in (*near, number))
    own = (one for one in found if one)
    return next((one for one in own if lookup_key(without_keyword(one).rpartition("/")[2]) == step), None)


def _belies(book: Known, word: str, number: str) -> bool:
    """`Section 7` is not Article 7 in a book that has sections."""
    return word in book.words and keyword(number) not in ("", word)


def _below_heading(book: Known, at: str, number: str) -> str | None:
    """What a number means below the headings that its clause stands under, else, of more than one step, below
    any where only one such clause is."""
    key = lookup_key(number)
    near = (f"{lookup_key(above)}.{key}" for above in book.above(at)[1:])
    own = (book.numbers[below] for below in near if below in book.numbers and key in tails(below))
    return next(own, book.tails.get(key) if "." in key else None)


def _parted(number: str) -> str:
    """`10.8d)ii)` for `10.8dii)`, whose inner bracket was forgotten."""
    return re.sub(r"(?<=\d)([a-z])(?=[ivx]+\)?$)", r"\1)", number)


def _sister(book: Known, number: str, other: str) -> bool:
    """`A3.1` of the `F1 Regulations`: a collection that the number's letter parts better than its name."""
    letter = re.match(r"[A-Z]{1,3}(?=\.?\d)", number)
    known = {f"{book.document.season}/{section}" for section in (*SECTION_LETTERS.values(), "isc")}
    return letter is not None and letter.group() in book.letters and other not in known


def _candidates(book: Known, at: str, mention: Mention, named: Named, number: str) -> list[str]:
    """Full numbers that the printed one can mean, likeliest first."""
    above = book.above(at)
    own = _in_appendix(at)
    inside = [_below(a, own, number) for a in above]
    if named.beside and lookup_key(named.owner) in book.numbers:
        inner = number.partition("/")[2]
        plain = f"{named.owner}/{inner.partition('(')[0]}"
        return [number, inner] if named.owner.startswith("Appendix") else [number, plain, named.owner]
    if named.beside:
        return [number]
    if mention.unsure and not named.owner and number.isdigit():
        lettered = [i for a, i in zip(above, inside, strict=True) if "/" not in a or not a[-1].isdigit()]
        return [*reversed(lettered), *inside]
    if named.relative or mention.lead == "part" or named.owner == "this":
        return inside if mention.unsure and not named.owner else [*inside, number]
    if mention.this:
        return _of_this(at, mention, number, above[-1], inside[-1])
    if mention.lead == "appendix":
        others = (number.replace("Appendix", word, 1) for word in ("Annex", "Schedule"))
        return [number, *others, *_parts(book, number)]
    if own and "." in number and _near(at, inside[-1]):
        return [inside[-1], number]
    return [number, *inside[-1:]] if own else [number]


def _of_this(at: str, mention: Mention, number: str, root: str, inside: str) -> list[str]:
    """What `this Article 8.3` and `Article 3 below` can mean; in an appendix its own articles come first."""
    if _in_appendix(at):
        return [number, root] if mention.lead == "appendix" else [inside, number]
    letter = re.match(r"[A-Z]+", at)
    lettered = [letter.group() + number] if letter and number[0].isdigit() else []
    return [number, *lettered, inside]


def _parts(book: Known, number: str) -> list[str]:
    """`Appendix A4/Part B` and `Appendix A4/B: FORMS` for `Appendix A4B`."""
    part = re.fullmatch(r"(Appendix \S*\d)([A-Z])", number)
    if part is None:
        return []
    titled = (n for n in book.places if n.startswith(f"{part[1]}/{part[2]}:") and n.count("/") == 1)
    return [f"{part[1]}/Part {part[2]}", *titled]


def _near(at: str, candidate: str) -> bool:
    """Both stand in the same numbered section of one appendix."""
    first, second = ClauseNumber.parse(at).steps[:2], ClauseNumber.parse(candidate).steps[:2]
    return len(first) == 2 and first == second


def _between(book: Known, first: Target, last: Target) -> list[Target]:
    """Clauses in force between the ends of a range that hang on the same parent."""
    a, b = book.places.get(first.clause or "", 0), book.places.get(last.clause or "", 0)
    parent = book.parents.get(first.clause or "")
    found = [
        Target(book.document.id, c.number, "resolved")
        for c in book.clauses[a + 1 : b]
        if c.in_force and book.parents[c.number] == parent
    ]
    return found if len(found) <= MAX_RANGE else []


def _outside(book: Known, number: str) -> str | None:
    """The sister section or code that a number belongs to by its letter, None for this document."""
    document = book.document
    letter = re.match(r"(?:Appendix )?([A-Z])\.?\d", number)
    if letter and letter[1] in book.letters - book.roots:
        return f"{document.season}/{SECTION_LETTERS[letter[1]]}"
    if re.fullmatch(r"Appendix [A-Z](?:/.*)?", number) and document.season is not None:
        return f"{document.season}/isc"
    return None
