"""What an issue prints about its own changes, held against what really changed since the issue before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.types.document import Clause
from regulations_agent.versions.alignment.concordance import Match
from regulations_agent.versions.comparison.weight import Difference
from regulations_agent.versions.diff.difference import Run
from regulations_agent.versions.diff.wording import Word, bare, is_list_mark, wording, words_of

COVERED = 0.5
"""Share of a run's words that must be marked for the run to count as marked."""
WHOLE = 0.9
"""Share of the marked words of a clause from which it is printed as a new one, whatever it came from."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What the newer issue prints as deleted."""

    struck: Mapping[str, frozenset[str]]
    """Deleted words by the number of the clause that holds them."""
    is_marked: bool
    """The issue prints marks at all."""


def read_marks(new: Sequence[Clause]) -> Marks:
    """Of all clauses of an issue, deleted ones too."""
    struck: dict[str, frozenset[str]] = {}
    for clause in new:
        if clause.deleted:
            number = clause.number.partition("#")[0]
            struck[number] = struck.get(number, frozenset()) | deleted_words([clause])
    return Marks(struck, any(c.deleted or c.inserted for c in new))


def is_printed(match: Match, differs: Difference, marks: Marks) -> bool | None:
    """Every difference is marked; None without marks, and for what says the same."""
    if not marks.is_marked or match.kind in ("unchanged", "moved"):
        return None
    if not match.new:
        words = plain_words(wording(match.old[0]))
        return any(share(words, struck) >= COVERED for struck in marks.struck.values())
    if not match.old:
        return share(plain_words(wording(match.new[0])), inserted_words(match.new)) >= COVERED
    is_new = share(plain_words(" ".join(map(wording, match.new))), inserted_words(match.new)) >= WHOLE
    return is_new or not unmarked(match, differs, marks)


def unmarked(match: Match, differs: Difference, marks: Marks) -> tuple[Run, ...]:
    """Stretches of a changed clause of which the newer issue marks no word; spaces and points aside.

    What it strikes under the old number of a clause that went elsewhere counts too.
    """
    inserted = inserted_words(match.new)
    deleted = deleted_words(match.new).union(*(marks.struck.get(c.number, frozenset()) for c in match.old))
    return tuple(run for run in differs.differing if not _is_marked(run, inserted, deleted))


def _is_marked(run: Run, inserted: frozenset[str], deleted: frozenset[str]) -> bool:
    sides = [bared([w for w in side if not is_list_mark(w.text)]) for side in (run.old, run.new)]
    old, new = map(Counter, sides)
    gone, came = list((old - new).elements()), list((new - old).elements())
    if "".join(bared(run.old)) == "".join(bared(run.new)):
        return True
    return not (gone or came) or is_covered(came, inserted, gone) or is_covered(gone, deleted, came)


def is_unreal(match: Match, differs: Difference) -> bool:
    """The newer issue marks words of a clause in which nothing differs."""
    return any(c.inserted or c.deleted for c in match.new) and not differs.differing and bool(match.old)


def is_covered(words: Sequence[str], marked: frozenset[str], other: Sequence[str]) -> bool:
    """Most of the words are marked, or their part that differs from a word of the other wording is.

    `es` marked in `passes` covers it when the other wording has `pass`.
    """
    covered = [w for w in words if w in marked or any(_differing_part(w, o) in marked for o in other)]
    return bool(words) and len(covered) >= COVERED * len(words)


def share(words: Sequence[str], of: Iterable[str]) -> float:
    """Of the words, those that a set holds; in [0, 1]."""
    held = frozenset(of)
    return sum(word in held for word in words) / len(words) if words else 0.0


def inserted_words(clauses: Sequence[Clause]) -> frozenset[str]:
    """Words and parts of words that the issue marks as new in these clauses."""
    return frozenset(w for c in clauses for run in c.inserted for w in plain_words(run))


def deleted_words(clauses: Sequence[Clause]) -> frozenset[str]:
    """Words and parts of words that it strikes in them."""
    return frozenset(w for c in clauses for run in c.deleted for w in plain_words(run))


def plain_words(text: str) -> list[str]:
    """Without capitals and punctuation; what is nothing else is left out."""
    return bared(words_of(text))


def bared(words: Iterable[Word]) -> list[str]:
    """The printed words without capitals and punctuation, those of a reference one by one."""
    return [plain for word in words for part in word.text.split() if (plain := bare(part))]


def _differing_part(word: str, other: str) -> str:
    """The word without the beginning and the end that the other has too: `es` of `passes` beside `pass`."""
    start = _common(word, other)
    end = _common(word[start:][::-1], other[start:][::-1])
    return word[start : len(word) - end]


def _common(first: str, second: str) -> int:
    """Length of the common beginning."""
    return next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )
