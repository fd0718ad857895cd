"""Long results written down in the repository, to be read by people when they change."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from regulations_agent.corpus.page.lines import PageLines, Span, TextLine
from regulations_agent.types.document import Box, Clause, Mark, Page, Reading

ANEW = "REGULATIONS_AGENT_NEW_SNAPSHOTS"
"""The variable with which the listings are written anew, for `git diff` to show what changed."""
ROOT = Path(__file__).parents[1]
ENDS = 40
"""Characters at the start and at the end of a text."""
SHOWN = 8
"""Lines at the start and at the end of a page."""
T = TypeVar("T")
_calls: Counter[str] = Counter()


def is_listed(lines: Iterable[str], file: Path) -> bool:
    """The lines are those of the file."""
    text = "".join(f"{line}\n" for line in lines)
    if os.environ.get(ANEW):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return text == file.read_text(encoding="utf-8")


def as_listed(value: T) -> T:
    """The value, after a look whether it is told as the listing of the test that runs has it.

    A module of tests has its listing in `listings` beside it: a part for each test and each value in it.
    """
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")[0]
    path, _, name = test.partition("::")
    _calls[test] += 1
    file = ROOT / Path(path).parent / "listings" / Path(path).with_suffix(".txt").name
    name = f"{name} {_calls[test]}".encode("unicode_escape").decode()
    lines = [line.replace("\n", " / ") for line in told(value)]
    if os.environ.get(ANEW):
        _write(file, name, lines)
    else:
        assert lines == _parts(file).get(name), f"{name} is not read as in {file}"
    return value


@cache
def _parts(file: Path) -> dict[str, list[str]]:
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    parts = (part.strip("\n").split("\n") for part in text.split("\n== ")[1:])
    return {name: lines for name, *lines in parts}


def _write(file: Path, name: str, lines: list[str]) -> None:
    parts = _parts(file) | {name: lines}
    _parts.cache_clear()
    file.parent.mkdir(exist_ok=True)
    text = "\n".join("\n".join((f"\n== {name}", *lines)) for name, lines in parts.items())
    file.write_text(f"{text}\n", encoding="utf-8")


def told(value: object) -> Iterator[str]:
    """A value in lines: what it holds at its defaults is left out, what stands in it is told below it."""
    if isinstance(value, Reading):
        yield from listed(replace(value, clauses=tuple(map(_briefly, value.clauses))))
    elif isinstance(value, Clause):
        yield " | ".join(filter(None, facts(_briefly(value))))
    elif isinstance(value, TextLine):
        yield " ".join(["TextLine", _looks(value.spans), *_plain(value, "spans")])
    elif is_dataclass(value) or hasattr(value, "_fields"):
        yield " ".join([type(value).__name__, *_plain(value)])
        for name, held in _set(value):
            if not _is_plain(held):
                yield f"  {name}:"
                yield from (f"    {line}" for line in _cut(list(told(held)), isinstance(value, PageLines)))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            inner = isinstance(one, Sequence) and not isinstance(one, str) and not hasattr(one, "_fields")
            yield from (f"- {line}" if inner and not at else line for at, line in enumerate(told(one)))
    else:
        yield _short(value)


def _cut(lines: list[str], is_page: bool) -> list[str]:
    """Of the lines of a page the first and the last alone: between them stand words of no interest."""
    more = len(lines) - 2 * SHOWN
    return [*lines[:SHOWN], f"and {more} more", *lines[-SHOWN:]] if is_page and more > 0 else lines


def _plain(value: object, *without: str) -> Iterator[str]:
    return (f"{name}={_short(held)}" for name, held in _set(value) if _is_plain(held) and name not in without)


def _is_plain(held: object) -> bool:
    if isinstance(held, Box | str | Set) or not isinstance(held, Sequence):
        return not is_dataclass(held) and (isinstance(held, Box) or not hasattr(held, "_fields"))
    spans = bool(held) and all(isinstance(one, Span) for one in held)
    return spans or all(_is_plain(one) and not isinstance(one, Box) for one in held)


def _set(value: object) -> Iterator[tuple[str, object]]:
    """Names and values of its fields that are not at their defaults."""
    if is_dataclass(value):
        defaults = {field.name: field.default for field in fields(value)}
    else:
        known = getattr(value, "_field_defaults", {})
        defaults = {name: known.get(name, MISSING) for name in getattr(value, "_fields", ())}
    for name, default in defaults.items():
        if (held := getattr(value, name)) != default and name != "sha256":
            yield name, held


def _short(value: object) -> str:
    if isinstance(value, Box):
        return f"{value.page}:{value.x0:.0f},{value.top:.0f},{value.x1:.0f},{value.bottom:.0f}"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, Set):
        return "{" + ", ".join(sorted(map(_short, value))) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        if value and all(isinstance(one, Span) for one in value):
            return _looks(value)
        return "[" + ", ".join(map(_short, value)) + "]"
    return repr(_brief(value) if isinstance(value, str) else value)


def _brief(text: str) -> str:
    """A long text by its start, its end and its length."""
    return text if len(text) <= 2 * ENDS + 20 else f"{text[:ENDS]} ({len(text)} characters) {text[-ENDS:]}"


def _briefly(clause: Clause) -> Clause:
    return replace(clause, text=_brief(clause.text))


def _looks(spans: Sequence[Span]) -> str:
    """The words with how each run looks."""
    return "".join(f"<{' '.join(_look(span))}>{_brief(span.text)}" for span in spans)


def _look(span: Span) -> Iterator[str]:
    yield f"{span.size:.3g}"
    yield from (name for name in ("bold", "italic", "sup") if getattr(span, name))
    yield from (span.state for _ in range(span.state != "kept"))
    yield from (span.colour for _ in range(span.colour != "#000000"))
    yield f"{span.box.x0:.0f}-{span.box.x1:.0f}"


def listed(reading: Reading) -> Iterator[str]:
    """The document, then its pages, its clauses in order, its references and its terms."""
    document = reading.document
    yield f"{document.id} | {document.title} | {document.published} | {document.pages} pages"
    yield f"{reading.style or 'no style'}, sure {reading.sure:.2f}"
    for page in reading.pages:
        marks = (f"{way} {mark.text!r} at {_short(mark.box)}" for way, mark in _marks(page))
        lines = len(page.text.splitlines())
        yield f"page {page.page} of {lines} lines" + "".join(f" | {mark}" for mark in marks)
    yield from (" | ".join(filter(None, facts(clause))) for clause in reading.clauses)
    yield from sorted(str(one) for one in reading.references)
    yield from sorted(str(one) for one in reading.terms)
    yield from reading.problems


def _marks(page: Page) -> Iterator[tuple[str, Mark]]:
    yield from (("deleted", mark) for mark in page.deleted)
    yield from (("inserted", mark) for mark in page.inserted)


def facts(clause: Clause) -> Iterator[str]:
    above = (clause.parent or "none").rpartition("/")[2]
    yield f"{clause.number} below {above}, {clause.kind}, page {clause.page}"
    yield clause.heading
    yield clause.text.replace("\n", " / ")
    yield "" if clause.in_force else "struck"
    yield "" if clause.binding else "a note"
    yield clause.effective or ""
    yield f"{len(clause.rows)} rows" if clause.rows else ""
    yield f"deleted {', '.join(map(repr, clause.deleted))}" if clause.deleted else ""
    yield f"inserted {', '.join(map(repr, clause.inserted))}" if clause.inserted else ""
    yield f"lines at {' '.join(str(line.start) for line in clause.lines)}" if clause.lines else ""
    yield " ".join(_short(box) for box in clause.boxes)
