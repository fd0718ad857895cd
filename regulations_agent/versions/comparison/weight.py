"""How much a change matters to whoever must act on it: duties and limits before wording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.quantities import quantities
from regulations_agent.language.sanctions import has_sanction
from regulations_agent.types.changes import CellChange, ObligationChange
from regulations_agent.types.views import NumberChange
from regulations_agent.versions.alignment.concordance import Concordance, Match
from regulations_agent.versions.alignment.traits import COMMON_WORDS
from regulations_agent.versions.diff.difference import Run, numbers, runs, said
from regulations_agent.versions.diff.obligations import binds, obligation_changes
from regulations_agent.versions.diff.wording import Word, bare, even, is_list_mark

Rows = Sequence[Sequence[str]]
FORCE, LIMIT, DUTY, RULE, BARE_NUMBER, WORDS, EDITORIAL = 0.95, 0.9, 0.85, 0.85, 0.8, 0.3, 0.1
"""`may` that became `must`; a number with a unit or a table's cell; a duty or ban more or less in a rule; a
rule that came or went and binds, limits or punishes, twice `WORDS` for one that does neither; another number;
changed words at least, twice that at most; only small words, marks, capitals, references."""
HEADING_ALONE = 0.2
LATER, NOT_BINDING, PART = 0.7, 0.3, 0.8
"""What is law from a later season on, what is a comment, and what came or went with the clause above it."""
_PRONOUNS = "he him himself she hers herself they themselves it itself he/she his/her"
_SMALL = COMMON_WORDS | frozenset(_PRONOUNS.split())


def cell_changes(old: Rows, new: Rows) -> tuple[CellChange, ...]:
    """Differing cells in printed order; a row or column that only one table has counts cell by cell."""
    if not old or not new:
        return ()
    heads = _heads(old), _heads(new)
    columns = _matched([_plain(c) for c in heads[0]], [_plain(c) for c in heads[1]])
    rows = _matched([_name(row) for row in old], [_name(row) for row in new])
    found: list[CellChange] = []
    for i, j in rows:
        before, after = old[i] if i is not None else None, new[j] if j is not None else None
        for k, m in columns:
            cells = _cell(before, k), _cell(after, m)
            if _plain(cells[0] or "") != _plain(cells[1] or ""):
                head = heads[1][m] if m is not None else heads[0][k or 0]
                found.append(CellChange((after or before or ("",))[0], head, cells[0], cells[1]))
    return tuple(found)


def _heads(rows: Rows) -> list[str]:
    """The head of each column: of the lowest of the rows on top that begin with the same cell."""
    below = next((n for n, row in enumerate(rows) if row[:1] != rows[0][:1]), len(rows))
    return [
        next((row[c] for row in reversed(rows[:below]) if c < len(row) and row[c]), "")
        for c in range(len(rows[0]))
    ]


def _cell(row: Sequence[str] | None, column: int | None) -> str | None:
    return row[column] if row is not None and column is not None and column < len(row) else None


def _name(row: Sequence[str]) -> str:
    return _plain(row[0]) if row else ""


def _plain(cell: str) -> str:
    """Without spaces, capitals and the stars of footnotes."""
    return "".join(even(cell).lower().replace("*", "").split())


def _matched(old: list[str], new: list[str]) -> list[tuple[int | None, int | None]]:
    """Places that belong together: equal names in order, and as many unequal ones between them by place."""
    pairs: list[tuple[int | None, int | None]] = []
    for op, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if op == "equal" or (op == "replace" and j - i == m - k):
            pairs += zip(range(i, j), range(k, m), strict=True)
        else:
            pairs += [(place, None) for place in range(i, j)]
            pairs += [(None, place) for place in range(k, m)]
    return pairs


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs in a match."""

    runs: tuple[Run, ...] = ()
    numbers: tuple[NumberChange, ...] = ()
    obligations: tuple[ObligationChange, ...] = ()
    cells: tuple[CellChange, ...] = ()

    @property
    def differing(self) -> tuple[Run, ...]:
        """The stretches that are neither the same nor found elsewhere."""
        return tuple(run for run in self.runs if not run.same and not run.elsewhere)


def difference(match: Match, found: Concordance) -> Difference:
    """Of both wordings as they stand; nothing for a match that is unchanged or only moved."""
    if match.kind in ("unchanged", "moved"):
        return Difference()
    old, new = found.words(match)
    stretches = tuple(runs(old, new))
    if not match.old or not match.new:
        return Difference(stretches)
    rows = (tuple(row for c in side for row in c.rows) for side in (match.old, match.new))
    return of_runs(stretches, cell_changes(*rows))


def of_runs(stretches: tuple[Run, ...], cells: tuple[CellChange, ...]) -> Difference:
    """Numbers and obligations of the stretches that stand in both; references measure nothing."""
    here = [run for run in stretches if not run.elsewhere]
    old, new = ([w for words in side for w in words if "§" not in w.key] for side in _sides(here))
    return Difference(stretches, numbers(said(old), said(new)), obligation_changes(here), cells)


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
        text = (match.new or match.old)[0].text
        return _rule(text) if text else HEADING_ALONE
    share = _content(differs.differing)
    if share and any(o.old and o.new for o in differs.obligations):
        return FORCE + 0.05 * share
    if any(n.unit for n in differs.numbers) or any(quantities(f"{c.old} {c.new}") for c in differs.cells):
        return LIMIT + 0.05 * share
    if share and any(binds(o.old or o.new or "", strictly=True) for o in differs.obligations):
        return DUTY + 0.05 * share
    if differs.numbers:
        return BARE_NUMBER + 0.05 * share
    if sentences := _whole_sentences(differs.runs):
        return max(map(_rule, sentences)) + 0.05 * share
    return WORDS * (1 + share) if share else EDITORIAL if differs.differing else 0.0


def _rule(text: str) -> float:
    """Of a rule that came or went: who is answerable for what needs no `must`."""
    return RULE if binds(text) or quantities(text) or has_sanction(text) else 2 * WORDS


def _whole_sentences(found: Sequence[Run]) -> list[str]:
    """Sentences that came or went whole: each is a rule, whatever its verb."""
    whole: list[str] = []
    for place, run in enumerate(found):
        if run.same or run.elsewhere or (run.old and run.new):
            continue
        words, before = list(run.old or run.new), list(found[place - 1].new) if place else []
        # where two sentences begin alike, an edit may be read as beginning within the first of them
        while before and not _closes(before[-1]) and before[-1].key == words[-1].key:
            words, before = [words[-1], *words[:-1]], before[:-1]
        if _closes(words[-1]) and (not before or _closes(before[-1])):
            whole.append(said(words))
    return whole


def _closes(word: Word) -> bool:
    """It ends a sentence."""
    return word.text.rstrip("\"')”’").endswith((".", "!", "?"))


def _content(differing: Sequence[Run]) -> float:
    """How many words that carry meaning differ, as a share that nears 1; 0 when none does."""
    old, new = (Counter(stem for words in side for stem in _meant(words)) for side in _sides(differing))
    count = ((old - new) + (new - old)).total()
    return count / (count + 12)


def _meant(words: Sequence[Word]) -> list[str]:
    """Stems of the words that carry meaning: no references, list marks, pronouns or endings of verbs."""
    read = (bare(word.key) for word in words if "§" not in word.key and not is_list_mark(word.text))
    return [stem(plain) for plain in read if plain and plain not in _SMALL]


def _sides(found: Sequence[Run]) -> tuple[list[tuple[Word, ...]], list[tuple[Word, ...]]]:
    return [run.old for run in found], [run.new for run in found]
