"""What a document shows of itself: the lines of its first page, its running heads, its file's name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from regulations_agent.corpus.page.lines import DocumentLines, PageLines, Table, TextLine
from regulations_agent.corpus.title.dates import first_date

LARGE = 1.25
"""Share of the body's font size from which a line is set as a title."""
TITLE_LINES = 6
"""Lines among which a title starts."""
FRONT_LINES = 30
"""Lines of the first page among which its title, issue and date stand."""
APART = 0.8
"""Blank height between two paragraphs, as a multiple of the body's font size."""
MOST_PAGES = 0.6
"""Share of the pages that carry what belongs to the whole book."""
CONTENTS = re.compile(r"^\W*(?:table of )?contents\b", re.I)
_ENTRY = re.compile(r"(?:\.\s?){4}|\s\d{1,3}$")
"""Of a contents list: leaders, or the page number at the end."""
RULEBOOK = re.compile(
    r"\b(regulations?|rules?|rule ?books?|code|provisions|statutes?|handbook|guidelines)\b", re.I
)
_PAGE = re.compile(r"\b(?:page\s+)?\d+\s*(?:/|of)\s*\d+\b|\s[A-Z]?\d{1,3}(?=\s)", re.I)
_BRIDGE = re.compile(r"-?\s*(?:by and between|between|and|&)(?:\s+the)?\s*-?", re.I)
_WORD = re.compile(r"\w+")
_SIGN = re.compile(r"[^\w.,:;&/()’'“”\"–—-]")
LEAST = 3
"""Letters of a word without which a recognised line says nothing."""
SHORT = 3
"""Letters of a word in capitals that is taken for initials unless the text has it in small letters."""
_NO_INITIALS = {"ONE", "CAR", "CUP", "INC", "LTD", "LAW", "NEW", "ALL", "USE", "FEE"}
SMALL_WORDS = {"of", "the", "and", "for", "to", "in", "on", "at", "by", "with", "from", "or", "a", "an"}


@dataclass(frozen=True, slots=True)
class CoverLine:
    """A line of the first page."""

    text: str
    size: float
    """Of its largest words, as a multiple of the body's."""
    bold: bool
    centred: bool
    """Its middle is the page's, and it starts right of the text's left edge."""
    gap: float
    """Blank height above it, as a multiple of the body's font size."""
    level: int = 0
    """Of the heading that the format itself calls it, 1-9; 0 where it says nothing."""


@dataclass(frozen=True)
class Cover:
    """The evidence from which a document's name is read."""

    front: tuple[CoverLine, ...]
    """Body lines of the first page that has any, at most `FRONT_LINES`."""
    top: tuple[CoverLine, ...]
    """What is printed on that page from its top, lines that other pages repeat among them."""
    opening: tuple[CoverLine, ...]
    """First body lines behind the contents list with which the document starts; empty where none does."""
    heads: tuple[str, ...]
    """Running heads and feet, the most frequent first."""
    given: str
    """Title in the file's own information; often empty or wrong."""
    about: tuple[str, ...]
    file: str
    """Name of the file."""
    pages: tuple[PageLines, ...]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(line.text for line in self.front)

    @cached_property
    def large(self) -> tuple[str, ...]:
        """The first lines set larger than the body, as titles are; a running head may stand above."""
        large = [line.size >= LARGE for line in self.front]
        start = next((i for i, is_large in enumerate(large[:TITLE_LINES]) if is_large), len(large))
        end = next((i for i, is_large in enumerate(large) if i > start and not is_large), len(large))
        return self.lines[start:end]

    def prints(self, word: str, times: int) -> bool:
        """Whether a word, capitals as given, is printed so often."""
        form = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        found = 0
        for text in self._texts():
            found += len(form.findall(text))
            if found >= times:
                return True
        return False

    def repeats(self, label: str) -> bool:
        """Whether most pages carry a running head with these words: the book is that part."""
        low = label.lower()
        carry = sum(any(low in tidy(line.text).lower() for line in page.heads) for page in self.pages)
        return len(self.pages) > 1 and carry >= MOST_PAGES * len(self.pages)

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return re.sub(r"\.[A-Za-z]{1,5}$", "", self.file) or self.file

    def cased(self, title: str, *, starts: bool = True) -> str:
        """A title in capitals as it would stand in a sentence; what the text prints in capitals stays so."""
        if title.upper() != title:
            return title
        return " ".join(self._cased_word(word, starts and i == 0) for i, word in enumerate(title.split()))

    def _cased_word(self, word: str, first: bool) -> str:
        bare = word.strip("()[]“”\"'.,:;–-")
        if bare.lower() in SMALL_WORDS:
            return word.title() if first else word.lower()
        capitals, others = self._cases
        short = len(bare) <= SHORT and bare.title() not in others and bare not in _NO_INITIALS
        initials = bare in capitals and (len(bare) <= SHORT or bare.title() not in others)
        return word if initials or short else word.title()

    @cached_property
    def _cases(self) -> tuple[frozenset[str], frozenset[str]]:
        """Words that stand in capitals in lines that are not, and the capitalised words of such lines."""
        mixed = [text for text in self._texts() if text.upper() != text]
        words = {word for text in mixed for word in re.findall(r"[^\W\d_]{2,}", text)}
        return frozenset(w for w in words if w.isupper()), frozenset(w for w in words if w.istitle())

    @cached_property
    def starts(self) -> tuple[str, ...]:
        """The words of all body lines."""
        return tuple(tidy(p.text) for page in self.pages for p in page.body if isinstance(p, TextLine))

    def _texts(self) -> Iterable[str]:
        yield from self.about
        for page in self.pages:
            yield from (part.text for part in (*page.heads, *page.body) if isinstance(part, TextLine))


def read_cover(source: DocumentLines, file: str) -> Cover:
    """The evidence of a document."""
    first = next((page for page in source.pages[:3] if page.body), None)
    if first is not None and first.recognised:
        first = _legible(first, [page for page in source.pages if not page.recognised], len(source.pages))
    edge = _left_edge(source.pages)
    return Cover(
        front=_front(first, source.size, edge),
        top=_top(first, source.size, edge),
        opening=_opening(source.pages, source.size, edge),
        heads=tuple(_running(source.pages)),
        given=tidy(source.title),
        about=tuple(map(tidy, source.about)),
        file=file,
        pages=source.pages,
    )


def _legible(page: PageLines, printed: Sequence[PageLines], pages: int) -> PageLines:
    """A recognised page without what makes no words of a book that is mostly printed: on a cover that is a
    picture, letters are seen where none are."""
    if len(printed) < 0.5 * pages:
        return page
    lines = (part for other in printed for part in (*other.heads, *other.body) if isinstance(part, TextLine))
    known = {word for line in lines for word in _WORD.findall(line.text.casefold())}

    def legible(line: TextLine) -> TextLine:
        tokens = ((token, _WORD.findall(token.casefold())) for token in line.text.split())
        kept = [(_SIGN.sub("", token), words) for token, words in tokens if words and known.issuperset(words)]
        if not any(len(word) >= LEAST for _, words in kept for word in words):
            return replace(line, spans=())
        largest = max(line.spans, key=lambda span: span.size)
        return replace(line, spans=(replace(largest, text=" ".join(token for token, _ in kept)),))

    body = tuple(legible(part) if isinstance(part, TextLine) else part for part in page.body)
    return replace(page, body=body, heads=tuple(map(legible, page.heads)))


def _front(page: PageLines | None, size: float, edge: float) -> tuple[CoverLine, ...]:
    """Text lines of a page in reading order, its tables behind them: title pages are sometimes tables."""
    if page is None:
        return ()
    lines = [part for part in page.body if isinstance(part, TextLine) and part.text]
    lines += [_as_line(part) for part in page.body if isinstance(part, Table)]
    return tuple(_cover_line(line, page, size, edge) for line in lines[:FRONT_LINES])


def _opening(pages: Sequence[PageLines], size: float, edge: float) -> tuple[CoverLine, ...]:
    """What follows the last entry of the list, on its last page or on the page behind it."""
    if not pages or not pages[0].contents:
        return ()
    found: list[CoverLine] = []
    for page in pages:
        lines = [part for part in page.body if isinstance(part, TextLine) and part.text]
        lines = [line for line in lines[_entries(lines) :] if not CONTENTS.match(tidy(line.text))]
        found += [_cover_line(line, page, size, edge) for line in lines]
        if not page.contents:
            break
    return tuple(found[:FRONT_LINES])


def _entries(lines: Sequence[TextLine]) -> int:
    """With how many lines a page goes on with the list: mostly entries, up to the last."""
    listed = ends = 0
    for place, line in enumerate(lines, 1):
        if _ENTRY.search(tidy(line.text)):
            listed += 1
            ends = place if listed >= MOST_PAGES * place else ends
    return ends


def _top(page: PageLines | None, size: float, edge: float) -> tuple[CoverLine, ...]:
    """The lines of the page and its running heads, from top to bottom; a foot is none of them, nor is a
    contents list with what stands behind it."""
    if page is None:
        return ()
    heads = [line for line in page.heads if line.text and line.box.bottom < 0.5 * page.height]
    above = page.body[: min(page.listed, default=0) or None]
    body = [part for part in above if isinstance(part, TextLine) and part.text]
    lines = sorted((*heads, *body[:FRONT_LINES]), key=lambda line: line.box.top) if heads else body
    return _bridged([_cover_line(line, page, size, edge) for line in lines[:FRONT_LINES]])


def _bridged(lines: Sequence[CoverLine]) -> tuple[CoverLine, ...]:
    """`COOS COUNTY`, `and the` and `ITS EMPLOYEES`, the parties of an agreement, as one line."""
    out: list[CoverLine] = []
    for line in lines:
        parties = [*out[-2:-1], line]
        bridged = bool(out) and _BRIDGE.fullmatch(out[-1].text) is not None and len(parties) == 2
        if bridged and all(party.text.isupper() for party in parties):
            text = " ".join((out[-2].text, out[-1].text.upper(), line.text))
            out[-2:] = [replace(out[-2], text=text)]
        else:
            out.append(line)
    return tuple(out)


def _left_edge(pages: Sequence[PageLines]) -> float:
    """Where the lines of the text start, in points."""
    lines = [part.box.x0 for page in pages[:5] for part in page.body if isinstance(part, TextLine)]
    return min(lines, default=0.0)


def _cover_line(line: TextLine, page: PageLines, size: float, edge: float) -> CoverLine:
    middle = abs(line.box.x0 + line.box.x1 - page.width) / 2 <= 0.04 * page.width
    return CoverLine(
        tidy(line.text),
        max((span.size for span in line.spans), default=0.0) / (size or 1.0),
        bold=bool(line.spans) and all(span.bold for span in line.spans if span.text.strip()),
        centred=middle and line.box.x0 >= edge + 0.02 * page.width,
        gap=line.gap / (size or 1.0),
        level=line.level,
    )


def _as_line(table: Table) -> TextLine:
    spans = tuple(span for row in table.rows[:4] for cell in row for span in cell.spans)
    return TextLine(spans, table.box, 0.0)


def _running(pages: Sequence[PageLines]) -> list[str]:
    """Running heads and feet, the most frequent first, page numbers left as they are on their first page."""
    seen: Counter[str] = Counter()
    first: dict[str, str] = {}
    for page in pages:
        for line in page.heads:
            text = tidy(line.text)
            key = (
                re.sub(r"\b[A-Z]?\d+\s*(?:/|of)?\s*\d*\b", "#", text)
                if not first_date(text)
                else _PAGE.sub(" ", text)
            )
            seen[key] += 1
            first.setdefault(key, text)
    return [first[key] for key, _ in seen.most_common(12)]


def goes_on(lines: Sequence[CoverLine]) -> bool:
    """The first line begins a sentence that goes on below in small letters, whatever its type."""
    last = lines[0]
    for line in lines[1:]:
        alike = (line.size, line.bold) == (last.size, last.bold)
        if line.gap >= APART or not alike or not line.text[:1].islower():
            break
        last = line
    return last is not lines[0] and last.text.endswith(".")


def tidy(text: str) -> str:
    """One blank between words."""
    return re.sub(r"\s+", " ", text).strip()
