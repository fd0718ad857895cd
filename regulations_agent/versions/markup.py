"""What an issue prints about its own changes, held against what really changed since the issue before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulations_agent.types.document import Clause
from regulations_agent.versions.concordance import Match
from regulations_agent.versions.difference import Run
from regulations_agent.versions.weight import Difference
from regulations_agent.versions.wording import Word, bare, wording, words_of

COVERED = 0.6
"""Share of a clause's words that must be marked for the clause to count as marked."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The words that the newer issue prints as deleted and as inserted, by clause."""

    struck: tuple[Counter[str], ...]
    """One bag for each clause with deletions."""
    is_marked: bool
    """The issue prints marks at all."""


def read_marks(new: Sequence[Clause]) -> Marks:
    """Of all clauses of an issue, deleted ones too."""
    struck = tuple(_bag(" ".join(c.deleted)) for c in new if c.deleted)
    return Marks(struck, any(c.deleted or c.inserted for c in new))


def is_printed(match: Match, differs: Difference, marks: Marks) -> bool | None:
    """Every difference is marked; None without marks, and for what says the same."""
    if not marks.is_marked or match.kind in ("unchanged", "moved"):
        return None
    if not match.new:
        return _is_struck(match.old[0], marks)
    if not match.old:
        return _share(_bag(wording(match.new[0])), _inserted(match.new)) >= COVERED
    return not unmarked(match, differs)


def unmarked(match: Match, differs: Difference) -> tuple[Run, ...]:
    """Stretches of a changed clause of which the newer issue marks no word; spaces and points aside."""
    inserted, deleted = _inserted(match.new), _deleted(match.new)
    real = (run for run in differs.differing if _words(run.old) != _words(run.new))
    return tuple(
        run for run in real if not _is_marked(run.new, inserted) and not _is_marked(run.old, deleted)
    )


def unreal(match: Match, differs: Difference) -> bool:
    """The newer issue marks words of it, but none of them differs."""
    inserted, deleted = _inserted(match.new), _deleted(match.new)
    if not inserted and not deleted:
        return False
    came = Counter(w for run in differs.differing for w in _words(run.new))
    gone = Counter(w for run in differs.differing for w in _words(run.old))
    return not (inserted & came) and not (deleted & gone)


def _is_struck(clause: Clause, marks: Marks) -> bool:
    words = _bag(wording(clause))
    return any(_share(words, struck) >= COVERED for struck in marks.struck)


def _is_marked(words: Iterable[Word], marked: Counter[str]) -> bool:
    found = _words(words)
    return bool(found) and sum(word in marked for word in found) >= COVERED * len(found)


def _share(words: Counter[str], of: Counter[str]) -> float:
    return (words & of).total() / words.total() if words else 0.0


def _inserted(clauses: Sequence[Clause]) -> Counter[str]:
    return _bag(" ".join(run for c in clauses for run in c.inserted))


def _deleted(clauses: Sequence[Clause]) -> Counter[str]:
    return _bag(" ".join(run for c in clauses for run in c.deleted))


def _bag(text: str) -> Counter[str]:
    return Counter(_words(words_of(text)))


def _words(words: Iterable[Word]) -> list[str]:
    return [plain for word in words if (plain := bare(word.text))]
