"""How much a change matters to whoever must act on it: duties and limits before wording."""

from __future__ import annotations

from dataclasses import dataclass

from regulations_agent.answer.quantities import quantities
from regulations_agent.types.document import Clause
from regulations_agent.versions.cells import CellChange, cell_changes
from regulations_agent.versions.concordance import Concordance, Match
from regulations_agent.versions.difference import NumberChange, Run, numbers, runs, said
from regulations_agent.versions.obligations import ObligationChange, binds, obligation_changes
from regulations_agent.versions.traits import COMMON_WORDS
from regulations_agent.versions.wording import Word, bare

FORCE, LIMIT, BARE_NUMBER, RULE, WORDS, EDITORIAL = 0.95, 0.9, 0.8, 0.85, 0.3, 0.1
"""A changed obligation; a number with a unit or a table's cell; another number; a rule that came or went and
binds or limits; changed words at least, twice that at most; only small words, marks, capitals, references."""
HEADING_ALONE = 0.2
LATER, NOT_BINDING, PART = 0.7, 0.3, 0.8
"""What is law from a later season on, what is a comment, and what came or went with the clause above it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs in a match."""

    runs: tuple[Run, ...] = ()
    numbers: tuple[NumberChange, ...] = ()
    obligations: tuple[ObligationChange, ...] = ()
    cells: tuple[CellChange, ...] = ()

    @property
    def differing(self) -> tuple[Run, ...]:
        """The stretches that are not the same."""
        return tuple(run for run in self.runs if not run.same)


def difference(match: Match, found: Concordance) -> Difference:
    """Of both wordings as they stand; nothing for a match that is unchanged or only moved."""
    if match.kind in ("unchanged", "moved"):
        return Difference()
    old, new = found.words(match)
    stretches = tuple(runs(old, new))
    if not match.old or not match.new:
        return Difference(stretches)
    rows = (tuple(row for c in side for row in c.rows) for side in (match.old, match.new))
    return Difference(
        stretches,
        numbers(said(_read(old)), said(_read(new))),
        obligation_changes(stretches),
        cell_changes(*rows),
    )


def weigh(match: Match, differs: Difference, *, is_part: bool = False) -> float:
    """In [0, 1]; 0 for what says the same as before."""
    clauses = match.new or match.old
    weight = _weight(match, differs)
    weight *= PART if is_part and not (match.old and match.new) else 1.0
    weight *= LATER if all(c.effective for c in clauses) else 1.0
    return round(weight * (1.0 if any(c.binding for c in clauses) else NOT_BINDING), 4)


def _weight(match: Match, differs: Difference) -> float:
    if match.kind in ("unchanged", "moved"):
        return 0.0
    if not match.old or not match.new:
        return _whole((match.new or match.old)[0])
    share = _content(differs.differing)
    if differs.obligations and share:
        return FORCE + 0.05 * share
    if any(n.unit for n in differs.numbers) or any(quantities(f"{c.old} {c.new}") for c in differs.cells):
        return LIMIT + 0.05 * share
    if differs.numbers:
        return BARE_NUMBER + 0.05 * share
    return WORDS * (1 + share) if share else EDITORIAL if differs.differing else 0.0


def _whole(clause: Clause) -> float:
    """Of a clause that came or went."""
    if not clause.text:
        return HEADING_ALONE
    return RULE if binds(clause.text) or quantities(clause.text) else 2 * WORDS


def _content(differing: tuple[Run, ...]) -> float:
    """How many words that carry meaning differ, as a share that nears 1; 0 when none does."""
    count = sum(_meant(word) for run in differing for word in (*run.old, *run.new))
    if all(sorted(map(_plain, run.old)) == sorted(map(_plain, run.new)) for run in differing):
        return 0.0
    return count / (count + 12)


def _meant(word: Word) -> bool:
    plain = _plain(word)
    return bool(plain) and plain not in COMMON_WORDS and not plain.startswith("§")


def _plain(word: Word) -> str:
    return bare(word.key)


def _read(words: list[Word]) -> list[Word]:
    """The words without references, whose numbers measure nothing."""
    return [word for word in words if "§" not in word.key]
