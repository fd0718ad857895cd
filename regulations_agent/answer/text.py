"""Answers as Markdown: sources, quotes and lists, the same everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from regulations_agent.answer.table_quotes import has_rows, is_row, spoken, within_rows
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Document

Marks = Mapping[str, int]
"""Clause id to the number of its citation, from 1."""
_MARK = re.compile(r"(?<!\w) ?\[(\d{1,2})\](?![\w(])")
_CLAUSE_END = re.compile(r"(?<=[^\s.]{2}[.!?;:])\s|(?=,\s)|\s(?=\(\D)")
CUT = 12
"""Letters from which a number may be the first words of a long heading."""
_BULLET = re.compile(r"^\s*[•▪●◦‣·*–-]\s+(?=\S)")
"""A printed bullet at the start of a line."""


def book_name(document: Document) -> str:
    """`2026 sporting regulations, Issue 2`, or the title of a rulebook without a season."""
    if document.season is None:
        name = document.title or document.section
    else:
        name = f"{document.season} {document.section.replace('_', ' ')} regulations"
    return name if document.issue is None else f"{name}, Issue {document.issue}"


def untold_title(document: Document) -> str:
    """The title of a rulebook without a season whose id is not made of its words, else these in the letters
    of the title; empty where the id says them so."""
    plain = unicodedata.normalize("NFKD", re.sub("['’]", "", document.title).replace("ß", "ss"))
    told = {*re.findall(r"[a-z]+", plain.encode("ascii", "ignore").decode().lower())}
    if not document.title or document.season is not None:
        return ""
    if told.issuperset(re.findall(r"[a-z]+", document.section)):
        forms = {word.lower(): word for word in re.findall(r"[^\W\d_]+", re.sub("['’]", "", document.title))}
        first, *others = slug_in_words(document.section).split()
        name = " ".join((forms.get(first.lower(), first), *(forms.get(word, word) for word in others)))
        return "" if name == slug_in_words(document.section) else name
    again = re.search(r"-(\d{1,3})$", document.section)
    return f"{spoken(document.title)} ({again[1]})" if again else spoken(document.title)


def the_book(document: Document) -> str:
    """Its name with the article that a title may begin with."""
    name = book_name(document)
    return name if name.startswith("The ") else f"the {name}"


def is_below(clause_id: str, above: str) -> bool:
    """The id is that of an item or a further level of the other clause."""
    return clause_id.startswith(above) and re.match(r"\D", clause_id[len(above) :]) is not None


def akin(one: str, other: str) -> bool:
    """One of two clauses stands below the other."""
    return is_below(one, other) or is_below(other, one)


def number_in_words(number: str) -> str:
    """`Appendix B1, Pit Lane` of `Appendix B1/Pit Lane`, `1.26, paragraph 18` of `1.26/¶18`."""
    return re.sub(r"(?<=[^\W\d])/|/(?![\d.]+(?:/|$))", ", ", number).replace("¶", "paragraph ")


def heading_beside(number: str, heading: str) -> str:
    """The heading on one line; empty where the number is made of it, as where none is printed."""
    heading = one_line(heading)
    said = re.sub(r"\W+", "", heading).lower()
    for part in (number, *re.split(r"/|, ", number)):
        own = re.sub(r"\W+", "", part).lower()
        if own == said or (len(own) >= CUT and said.startswith(own)):
            return ""
    return heading


def slug_in_words(slug: str) -> str:
    """`Financial pu` of `financial_pu`."""
    return re.sub("[_-]+", " ", slug).strip().capitalize()


def marks_of(citations: Sequence[Citation]) -> Marks:
    """The source mark of each cited clause: its place among the citations."""
    return {c.clause_id: n for n, c in reversed(list(enumerate(citations, start=1)))}


def marked(text: str, clause_ids: Iterable[str], marks: Marks) -> str:
    """A statement with the marks of the clauses that it stands on: `The limit is 80 km/h. [1]`."""
    numbers = sorted({marks[key] for key in clause_ids if key in marks})
    return f"{text} {''.join(f'[{n}]' for n in numbers)}" if numbers else text


def renumbered(text: str, kept: Sequence[bool]) -> str:
    """The text with its marks for the citations that are `kept`, in that order; the others' marks go."""
    return moved(text, {n: sum(kept[:n]) if stays else None for n, stays in enumerate(kept, start=1)})


def moved(text: str, places: Mapping[int, int | None]) -> str:
    """The text with its marks for citations that stand in new places; with None for one the mark goes."""

    def renamed(match: re.Match[str]) -> str:
        place = places.get(int(match[1]), int(match[1]))
        return match.group().replace(match[1], str(place)) if place is not None else ""

    return _MARK.sub(renamed, text)


def marks_in(text: str) -> list[int]:
    """The source marks of a text, in its order."""
    return list(map(int, _MARK.findall(text)))


def last_mark(text: str) -> int:
    """The highest source mark of a text; 0 without any."""
    return max(marks_in(text), default=0)


def quoted(text: str) -> str:
    """A block quote of a printed text."""
    return "\n".join(f"> {line}" if line else ">" for line in laid_out(text).splitlines())


def laid_out(text: str) -> str:
    """A printed text as Markdown: paragraphs and tables stand apart, printed bullets are a list."""
    lines: list[str] = []
    before = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        kind = "|" if is_row(line) else "-" if _BULLET.match(line) else ""
        lines += [""] if lines and (kind != before or not kind) else []
        lines.append(f"- {_BULLET.sub('', line)}" if kind == "-" else line)
        before = kind
    return "\n".join(lines)


def flowing(text: str) -> str:
    """A printed text as it reads within an answer: one line, unless it holds a list with bullets."""
    lines = list(filter(None, map(str.strip, text.splitlines())))
    if sum(_BULLET.match(line) is not None for line in lines) > 1:
        return laid_out(text)
    return one_line(_BULLET.sub("", text))


def one_line(text: str) -> str:
    """Text without line breaks."""
    return " ".join(text.split())


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shortened(text: str, most: int = 160) -> str:
    """On one line, cut at the end of a clause where it is longer, of a table after a whole row; the cut is
    shown."""
    line = spoken(text)
    if len(line) > most and has_rows(text):
        return f"{spoken(within_rows(text, most))} …".lstrip()
    return line if len(line) <= most else f"{line[: clause_end(line, most)]} …"


def clause_end(text: str, most: int) -> int:
    """Where a text is cut within so many characters: where its last clause there ends, outside of
    parentheses, else after a whole word."""
    ends = (m.start() for m in _CLAUSE_END.finditer(text, most // 3, most))
    whole = [end for end in ends if text.count("(", 0, end) <= text.count(")", 0, end)]
    return whole[-1] if whole else max(text.rfind(" ", 0, most), 0) or most


def named(documents: Sequence[Document], most: int = 3) -> str:
    """An index by what it holds: `2018/sporting@1, 2018/sporting@2 and 6 more`; the same wherever it lies."""
    ids = [document.id for document in documents]
    more = f" and {len(ids) - most} more" if len(ids) > most else ""
    return ", ".join(ids[:most]) + more
