"""What a row of a register is read with: the headings above its clause, the sentences that it leans on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, takewhile

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.sentences import announces, lead_in, sentences
from regulations_agent.retrieval.cache import library_cache
from regulations_agent.retrieval.printed import Stretch, printed_order
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause

_POINTED = re.compile(r"\b(?:the|that|this|these|those|such|said|same)\s+([a-z]{3,})(?:\s+([a-z]{3,}))?")
"""A thing that was named before, in one word or two: `the limit`, `the unpaid half`."""
_SHOWN = re.compile(
    r"\b(?:[Tt]hese|[Tt]hose|[Ss]uch|[Tt]his)\b(?!\s+(?:as\b|[A-Z]))"
    r"|\b(?:any|every|each)\s+other\b(?![^.;,]*\bthan\b)"
)
"""Points at the sentence before, be it of another clause."""
_LEANS = re.compile(
    r"\b(?:then|so(?!\s+that)|otherwise|(?:other|more|less|fewer|faster|slower|higher|lower|longer|shorter|later"
    r"|earlier|greater|further)(?![^.;,]*\bthan\b)|(?:it|them)(?!\s+(?:is|are|must|shall|may)\b))\b"
    r"|^(?:(?:if|when|should|unless|after|before|where)\s+)?"
    r"(?:it|they|he|she|their|its|his|her|others?|the\s+(?:first|second|third|former|latter|others?|rest))\b",
    re.IGNORECASE,
)
"""Points at the item before."""
_OR = re.compile(r"\bor\W*$|\W(?:only|either|one of|any of|provided|condition)\b", re.IGNORECASE)
"""Ends an item, or opens a list, of things of which one is enough, or all are needed together."""
_WORD = re.compile(r"[^\W_]+")
USUAL = 0.04
"""Share of a document's clauses from which a word is one that needs no telling: `the driver`."""
SHORT, AROUND = 1500, 3
"""Characters of a clause that is told whole, and the sentences of a longer one before and behind a row's."""
WORDY = 5
"""Letters of a word that says something, by which a row that lacks it is known to be shorter than its
sentence."""
SAID = 0.75
"""Share of a sentence's words from which a row says it itself."""
KEPT = 64
"""Documents whose usual words are kept."""


def headings_of(library: Retriever, clause: Clause) -> tuple[str, ...]:
    """Those above a clause and its own, from the top."""
    return tuple(one.heading for one in (*library.path(clause), clause) if one.heading)


def context_of(library: Retriever, clause: Clause, said: str) -> tuple[str, ...]:
    """Sentences without which what a row of the clause says may not be understood, as printed and in force:
    the open ones that the clause completes, those before it that it leans on, and the rest of the clause."""
    of_table = any(row and said.startswith(row[0]) for row in clause.rows)
    own = _sentences(_without_rows(clause.text) if of_table else clause.text)
    at = max(range(len(own)), key=lambda n: _shared(own[n], said), default=0)
    near = own if len(clause.text) <= SHORT else own[max(at - AROUND, 0) : at + AROUND + 1]
    opened = _leads(library, clause)
    lead = opened[-1] if opened else ""
    leant = _leant_on(library, clause, said, item_first=bool(lead) and not at)
    before = [*filter(None, opened), *_others(library, clause, lead), *leant]
    above = None if clause.heading else library.parent(clause)
    around = _whole(above) if above is not None else []
    items = list(_below(library, clause)) if at and _LEANS.search(said) else []
    told = dict.fromkeys([*before, *around, *near[:at], *items, *near[at:]])
    return tuple(one for one in told if not _says(said, one))


def _below(library: Retriever, clause: Clause) -> Iterator[str]:
    """The items of a clause, and theirs."""
    for item in library.children(clause):
        if item.in_force:
            yield item.text
            yield from _below(library, item)


def _whole(clause: Clause) -> list[str]:
    """The whole sentences of a short clause, the first of a long one."""
    found = [one for one in _sentences(clause.text) if one[-1] not in ":,"]
    return found if len(clause.text) <= SHORT else found[:AROUND]


def _others(library: Retriever, clause: Clause, lead: str) -> list[str]:
    """The items beside a clause below a lead, where one of them is enough, or all are needed."""
    above = library.parent(clause) if lead else None
    items = [c for c in library.children(above) if c.in_force] if above is not None else []
    either = _OR.search(f" {lead}") or any(_OR.search(c.text[-8:]) for c in items)
    return [_sentences(c.text)[0] for c in items if c != clause and c.text.strip()] if either else []


def _leads(library: Retriever, clause: Clause) -> list[str]:
    """The unfinished sentence of each clause above that the one below completes, from the top; empty where
    there is none."""
    path = [*library.path(clause), clause]
    return [lead_in_parent(library, above, below) for above, below in pairwise(path)]


def lead_in_parent(library: Retriever, above: Clause, clause: Clause) -> str:
    """The unfinished sentence of the clause above that stands before one of its items, or the last that
    speaks of what follows; empty where there is none."""
    order = printed_order(above, library.children(above))
    place = next((n for n, part in enumerate(order) if part == clause), 0)
    printed = [above.text[p.start : p.end] for p in order[:place] if isinstance(p, Stretch)]
    return next(filter(None, map(lead_in, reversed(printed))), "") or _announced(printed)


def _announced(printed: Sequence[str]) -> str:
    said = _sentences(printed[-1]) if printed else []
    return f"{said[-1].rstrip('.')}:" if said and announces(said[-1]) else ""


def _printed_before(library: Retriever, clause: Clause) -> list[str]:
    """The whole sentences printed before a clause below the nearest heading above it."""
    found: list[str] = []
    while not clause.heading and (above := library.parent(clause)) is not None:
        texts = [above.text, *(one.text for one in _items_before(library, above, clause) if one.in_force)]
        found = [one for text in texts for one in _sentences(text) if one[-1] not in ":,"] + found
        clause = above
    return found


def _items_before(library: Retriever, above: Clause, clause: Clause) -> Iterator[Clause]:
    return takewhile(lambda other: other != clause, library.children(above))


def _leant_on(library: Retriever, clause: Clause, said: str, *, item_first: bool) -> list[str]:
    """The sentence before the clause, where it points at it, as the first of an item may in more words, and
    the first that names each thing spoken of as known."""
    usual = _usual(library, library.document_of(clause).id)
    before = _printed_before(library, clause)
    points = (_SHOWN.search(said) and not _names_first(clause.text)) or (item_first and _LEANS.search(said))
    found = {len(before) - 1} if before and points else set()
    pointed = {stem(word) for match in _POINTED.finditer(said) for word in match.groups() if word}
    for thing in pointed - usual - _told_in(clause.text):
        found |= set([n for n, one in enumerate(before) if thing in _stems(one)][:1])
    return [before[n] for n in sorted(found)]


def _names_first(text: str) -> bool:
    """What a clause points at may stand in itself: it does not begin so."""
    match = _SHOWN.search(text)
    return match is None or match.start() > len(_sentences(text)[0])


def _told_in(text: str) -> set[str]:
    """The things that a text names without pointing at them."""
    pointed = {m.start(n) for m in _POINTED.finditer(text) for n in (1, 2) if m[n]}
    return {stem(m[0].lower()) for m in _WORD.finditer(text) if m.start() not in pointed}


@library_cache(KEPT)
def _usual(library: Retriever, document: str) -> frozenset[str]:
    texts = [c.text for c in library.clauses(document) if c.in_force]
    counted = Counter(word for text in texts for word in _stems(text))
    return frozenset(word for word, n in counted.items() if n > USUAL * len(texts))


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _WORD.findall(text.lower())}


def _says(said: str, sentence: str) -> bool:
    """A row holds all that a sentence says but for small words."""
    lacking = _stems(sentence) - _stems(said)
    choices, kept = (_WORD.findall(text.lower()).count("or") for text in (sentence, said))
    told = choices <= kept and max(map(len, lacking), default=0) < WORDY
    return told and _shared(sentence, said) >= SAID


def _shared(sentence: str, said: str) -> float:
    """Share of a sentence's neighbouring words that a row has side by side too."""
    pairs = _pairs(sentence)
    return len(pairs & _pairs(said)) / max(len(pairs), 1)


def _pairs(text: str) -> set[tuple[str, str]]:
    return set(pairwise(_WORD.findall(text.lower())))


def _without_rows(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("|"))


def _sentences(text: str) -> list[str]:
    """Those of a text, a table as one: `Engines: 4; Gearboxes: 3`."""
    spans = [" ".join(text[start:end].split()) for start, end in sentences(text)]
    found: list[str] = []
    for is_row, group in groupby(spans, lambda one: one.startswith("|")):
        several = list(group)
        found += ["; ".join(filter(None, map(_row, several)))] if is_row else several
    return [one for one in found if one]


def _row(printed: str) -> str:
    """A row of a table; empty for the rule below its header."""
    cells = [cell.strip() for cell in printed.strip("| ").split("|")]
    return ": ".join(filter(None, cells)) if any(map(str.isalnum, printed)) else ""
