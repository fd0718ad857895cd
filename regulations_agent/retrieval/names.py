"""What the books of a corpus are called and how their clauses are numbered, to find both in a question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import permutations, takewhile

from regulations_agent.corpus.numbers.reference import lookup_key, unique_tails
from regulations_agent.corpus.numbers.units import is_amount
from regulations_agent.types.document import Clause, Document

LONGEST = 200
"""Characters of what was asked that are looked at."""
_RULES = r"(?:regulations?|regs?|rules?|rule\s?book|code|section|book)"
_LED = re.compile(
    r"""\b(?:articles?|arts?\.?|clauses?|rules?|paragraphs?|para\.?|sections?|§+) \s*
        (?=[A-Z]{0,3}\.?\d|[A-Z]{1,3}\.\d)
      | \b(?=(?:appendix|app\.|annex|schedule)\s+[A-Z]{0,3}\.?\d)""",
    re.I | re.X,
)
_TAIL = r"""(?: \s?\.?\(?[a-z]{1,5}\) | \(\d{1,2}\) | \.[a-z]{1,4}\b | (?<=\d)[a-z]{1,2}\b
    | \s[a-z](?=\s*(?:$|[?!,.;:)]|\s(?:of|in|from|say|please|and|or|as|it)\b)) )*"""
"""Items: `d)`, `(d)`, `(2)`, `.p`, `4c`, and a lone letter where no article can stand."""
_NUMBER = re.compile(
    rf"(?:(?:appendix|app\.|annex|schedule)\s+)?[A-Z]{{0,3}}\.?\d{{1,3}}(?:[.:][A-Z]?\d{{1,3}})* {_TAIL}",
    re.I | re.X,
)
_BARE = re.compile(
    rf"""(?<![\w.,£$€%])
    (?: [A-Z]{{1,3}}\.?\d{{1,3}}(?:\.\d{{1,3}})+ {_TAIL} | [A-Z]{{1,3}}(?:\.\d{{1,3}}){{1,6}} {_TAIL}
      | \d{{1,3}}(?:\.\d{{1,3}}){{2,}} {_TAIL} | \d{{1,3}}\(\d{{1,2}}\) {_TAIL}
      | \d{{1,3}}\.\d{{1,3}}\s?\(?[a-z]\) (?:\s?\(?[ivx]+\))? )
    (?![\w%])""",
    re.I | re.X,
)
"""Without a word before it a number must be shaped like a clause's: `B5.13`, `T.7.5`, `3.10.1`, `39.1 b)`,
`7(1)`."""
CUT = 4
"""Letters that are left at least where the name of a section is cut."""
_DECIMAL = r"\d{1,3}\.\d{1,3}" + _TAIL
_OF_BOOK = re.compile(
    rf"""(?:^\W* | \b(?:regulations?|regs?|rule\s?book|code) \s*[:,-]?\s*) ({_DECIMAL}) (?=\s*(?:[?!:,;–-]|$))
      | \b(?:regulations?|regs?|rule\s?book) \s*[:,-]?\s* ({_DECIMAL}) (?![\w%])
      | (?<![\w.,£$€%]) ({_DECIMAL}) (?=\s+(?:of|from)\s+the\s+(?:[\w\s]{{0,25}}\s)?{_RULES}\b)""",
    re.I | re.X,
)
"""A number that may be a measure as well, alone or beside a word for a book: `tech regs 11.6`."""
_CITED = re.compile(r"(?:\(|\*\*)(?:rule\s+)?([A-Z]{0,3}\.?\d{1,3}(?:\.\d{1,3})+[^\s*,;]*?)(?:\)|\*\*)", re.I)


def nearest_ids(
    asked: str, documents: Sequence[Document], clauses: Callable[[str], Sequence[Clause]], count: int = 3
) -> list[str]:
    """Ids, of the book that was named or is named most alike, whose numbers are most like the one asked for.

    Without a book all are searched; of each only the newest issue. The same number below a heading comes
    first, and a common beginning counts before likeness.
    """
    place, _, number = asked.strip()[:LONGEST].rpartition("/")
    newest = {d.book: d.id for d in sorted(documents, key=lambda d: (d.published or "", d.issue or 0))}
    book = place.partition("@")[0]
    best = sorted(newest, key=lambda name: likeness(book, name), reverse=True)[: 1 if book else None]
    key = lookup_key(number)

    def fit(clause: Clause) -> tuple[bool, int, float]:
        other = lookup_key(clause.number)
        return other.endswith(f".{key}"), shared_start(key, other), likeness(key, other)

    found = [clause for name in best for clause in clauses(newest[name]) if clause.in_force]
    return [clause.id for clause in sorted(found, key=fit, reverse=True)[:count]]


def likeness(one: str, other: str) -> float:
    """In [0, 1]; 1 when they are the same, whatever their case."""
    return SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio()


def shared_start(one: str, other: str) -> int:
    """Characters that both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@dataclass(frozen=True)
class Names:
    """Names of the documents, sections and numbers of a corpus."""

    documents: Sequence[Document]
    rows_of: Sequence[Sequence[str]]
    """For each document, the look-up keys of its clauses."""

    @cached_property
    def seasons(self) -> tuple[int, ...]:
        """Ascending."""
        return tuple(sorted({d.year for d in self.documents if d.year is not None}))

    @cached_property
    def keys(self) -> frozenset[str]:
        """Look-up keys of every clause of the corpus, and parts of one that mean it alone in its book."""
        return frozenset(key for keys in self.rows_of for key in (*keys, *unique_tails(keys)))

    @cached_property
    def letters(self) -> Mapping[str, tuple[str, ...]]:
        """Letter with which a book's numbers start to the sections that do so: `b` -> (`sporting`,)."""
        found: dict[str, set[str]] = {}
        for document, keys in zip(self.documents, self.rows_of, strict=True):
            heads = Counter(key[0] if re.match(r"[a-z]\.?\d", key) else "" for key in keys)
            letter, count = heads.most_common(1)[0] if heads else ("", 0)
            if letter and count > 0.6 * sum(heads.values()):
                found.setdefault(letter, set()).add(self._name_of(document))
        return {letter: tuple(sorted(sections)) for letter, sections in found.items()}

    @cached_property
    def _sections(self) -> Sequence[tuple[re.Pattern[str], str]]:
        """Patterns of section names with a word for a rulebook beside them, the longest names first."""
        sections = sorted({self._name_of(d) for d in self.documents}, key=lambda name: (-len(name), name))
        return [(_section_pattern(section), section) for section in sections]

    def _name_of(self, document: Document) -> str:
        """Its section; of several editions of one rulebook what they share."""
        editions = {d.section for d in self.documents if d.series == document.series}
        return document.section if len(editions) == 1 else document.series

    def sections_in(self, text: str) -> tuple[tuple[str, ...], str]:
        """Sections named with a word for a rulebook (`technical regs`, `Section C`), and the rest."""
        found: list[tuple[int, str]] = []
        for pattern, section in self._sections:
            for match in pattern.finditer(text):
                found.append((match.start(), section))
            text = pattern.sub(lambda match: " " * len(match.group()), text)
        for match in re.finditer(r"\bsection\s+([a-z])\b(?!\.?\d)", text, re.I):
            found += [(match.start(), section) for section in self.letters.get(match[1].lower(), ())]
        return tuple(dict.fromkeys(section for _, section in sorted(found))), text

    def cited_in(self, text: str) -> tuple[str, ...]:
        """Keys of the clauses that an answer cites: led by a word, or alone in brackets or bold type."""
        alone = (lookup_key(found[1]) for found in _CITED.finditer(text))
        return tuple(dict.fromkeys((*self.numbers_in(text)[0], *(key for key in alone if key in self.keys))))

    def numbers_in(self, text: str) -> tuple[tuple[str, ...], str]:
        """Keys of clause numbers typed in any form, in order, and the text without those that exist."""
        spans: list[tuple[int, int, str]] = []
        for lead in _LED.finditer(text):
            number = _NUMBER.match(text, lead.end())
            if number:
                end, key = self._longest(text, number.start(), number.end())
                spans.append((lead.start(), end, key))
        for match in _BARE.finditer(text):
            inside = any(start <= match.start() < end for start, end, _ in spans)
            if not inside and not is_amount(text, match.end()):
                end, key = self._longest(text, match.start(), match.end())
                if key in self.keys or match.group()[0].isdigit() or match.group()[0].isupper():
                    spans.append((match.start(), end, key))
        spans += [
            span for span in self._of_books(text) if all(span[0] >= e or span[1] <= s for s, e, _ in spans)
        ]
        spans.sort()
        for start, end, key in reversed(spans):
            if key in self.keys:
                text = f"{text[:start]} {text[end:]}"
        return tuple(dict.fromkeys(key for _, _, key in spans)), text

    def _of_books(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where numbers of clauses that exist stand beside a word for a book, and their keys."""
        for match in _OF_BOOK.finditer(text):
            group = match.lastindex or 0
            end, key = self._longest(text, match.start(group), match.end(group))
            if key in self.keys and not is_amount(text, match.end(group)):
                yield match.start(group), end, key

    def _longest(self, text: str, start: int, end: int) -> tuple[int, str]:
        """Where the number ends and its key: as far as a clause of that number exists, else as typed."""
        typed = text[start:end]
        for cut in range(len(typed), 0, -1):
            key = lookup_key(typed[:cut])
            whole = cut == len(typed) or not (typed[cut - 1].isalnum() and typed[cut].isalnum())
            if key in self.keys and whole and re.search(r"\d", typed[:cut]):
                return start + cut, key
        return end, lookup_key(typed)


def _section_pattern(section: str) -> re.Pattern[str]:
    """`financial_pu` as people write it: `power unit financial regulations`, `financial PU regs`."""
    named = re.split(r"[_-]", section)
    parts = [_variants(part) for part in named if not part.isdigit()] or named  # a year is read apart
    orders = permutations(parts) if len(parts) == 2 else [parts]
    said = "(?:" + "|".join(r"[\s_-]+(?:\w+\s+)?".join(order) for order in orders) + ")"
    filler = r"(?:\s+(?:f1|formula\s+(?:1|one)|teams?'?|(?:19|20)\d\d))*"
    before, after = rf"\b{said}{filler}\s+{_RULES}\b", rf"\b{_RULES}\s*[:,-]?\s*\b{said}\b"
    return re.compile(rf"{before}|{after}", re.I)


def _variants(word: str) -> str:
    """`pu` may be written out, and a long word be cut: `tech`, `sports`, `finance`."""
    if word == "pu":
        return r"(?:pu|power[\s-]+unit)"
    cut = [re.escape(word[:end]) for end in range(len(word) - 1, CUT - 1, -1)]
    return rf"(?:{'|'.join([re.escape(word), *cut])})[es]?\.?" if len(word) > CUT + 1 else re.escape(word)
