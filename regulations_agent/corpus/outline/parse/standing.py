"""How a row that could open a clause stands to the clauses above it."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.corpus.outline.marks import APPENDED, Mark, Reading, next_stem
from regulations_agent.corpus.outline.parse.habits import NEAR, kind_of
from regulations_agent.corpus.outline.parse.states import Entry, Seen, State, Trial
from regulations_agent.corpus.outline.rows.looks import OUT

LIST_STYLES = ("(x)", "x)")
LIKE = 1.0
"""How much two looks may differ in how they stand out, if where they meet is to tell which one is higher."""


def groups(entry: Entry, trial: Trial) -> bool:
    """The entry groups such clauses by another word: `Chapter 20`, `Article 2`, `§ 20-200`."""
    word, style = entry.family
    worded = style == "x" and word not in ("", trial.mark.family[0]) and not APPENDED.match(word)
    return worded and entry.stands_out


def is_list_between(top: Entry, before: Entry) -> bool:
    """Letters or figures alone, which a section opened since, or small letters in plain type since a figure:
    however they are set, the next of these is none of theirs, unless they group them."""
    if top.reading is None or before.reading is None or top.family[0] or top.place <= before.place:
        return False
    small = top.reading.script in ("letter", "roman") and not top.stands_out
    listed = small and before.reading.script == "number"
    return (listed or bool(before.family[0])) and top.counting != before.above


def is_listed(stack: Sequence[Entry], place: int, trial: Trial) -> bool:
    """The entry is an item in plain type, in which no heading of the format stands, nor one that stands out
    and goes on with a number further up: `4.1` in `4.0`, behind a list that ends with `4.`."""
    entry, sight, prefix = stack[place], trial.sight, trial.reading.prefix
    if entry.reading is None or entry.family[0]:
        return False
    further_up = any(prefix in above.names for above in stack[:place])
    outranked = sight.prominence >= entry.prominence + LIKE and further_up
    return outranked or (sight.look.level > 0 and not entry.stands_out)


def is_same_kind(top: Entry, trial: Trial) -> bool:
    """The entry counts by steps beside the row, or by more steps of the same word: no `Section 9` stands in
    `Section 7.3`."""
    own, reading, word = top.reading, trial.reading, trial.mark.family[0]
    if own is None or own.script != "dotted":
        return False
    return own.prefix == reading.prefix if reading.script == "dotted" else word == top.family[0] != ""


def says_again(entry: Entry, mark: Mark | None) -> bool:
    """The mark is that of the entry, which the format calls a heading too."""
    numbers = mark.readings if mark is not None and entry.leveled else ()
    return mark is not None and any(entry.bears(mark.family, reading) for reading in numbers)


def says_twice(entry: Entry, trial: Trial) -> bool:
    """The row has the steps of the entry, and looks as it does: a slip of who counted, where a sentence
    follows."""
    row, mark = trial.sight.row, trial.mark
    alike = abs(entry.x0 - row.x0) <= 4 and entry.prominence == trial.sight.prominence
    steps = entry.reading == trial.reading and mark.style == "d" and not mark.keyword
    return steps and alike and trial.sight.starts and not row.dead and row.text[mark.end :][:1].isupper()


def is_title_above(entry: Entry, trial: Trial) -> bool:
    """The entry is an unnumbered title that stands out no less than the row, about."""
    return entry.reading is None and entry.prominence + 0.5 >= trial.sight.prominence


def is_title(entry: Entry, height: float) -> bool:
    """The entry stands out no less than so."""
    return entry.stands_out and entry.prominence + 0.05 >= height


def holds(stack: Sequence[Entry], place: int, trial: Trial) -> bool:
    """`5.1` stands in `5.0`, and not beside it, unless both stand in a clause 5."""
    own, prefix = stack[place].reading, trial.reading.prefix
    alone = own is not None and own.prefix == prefix and own.last == 0
    return alone and bool(prefix) and not any(prefix in above.names for above in stack[:place])


def is_next(entry: Entry, reading: Reading) -> bool:
    """`18.0` goes on from `17.0`, and stands beside it however both are set."""
    before = entry.reading
    return before is not None and bool(before.prefix) and next_stem(before, reading)


def is_level(state: State, above: Entry, trial: Trial) -> bool:
    """The heading above is set no larger than the number; but it heads the small letters of a list, and a
    number without a keyword right below it."""
    mark, reading = trial.mark, trial.reading
    if above.reading is not None or above.prominence > trial.sight.prominence + 0.05:
        return False
    small = mark.style in LIST_STYLES and reading.script in ("letter", "roman")
    right_below = state.below == trial.at and state.stack[-1] is above
    return not (small or (right_below and not mark.keyword))


def is_beside(entry: Entry, trial: Trial) -> bool:
    """An exhibit that is set as the article before it is."""
    exhibit = APPENDED.match(trial.mark.family[0])
    worded = bool(entry.family[0]) and not APPENDED.match(entry.family[0])
    alike = abs(entry.prominence - trial.sight.prominence) < 0.3 and abs(entry.x0 - trial.sight.row.x0) <= 4
    return bool(exhibit) and worded and alike


def is_open(entry: Entry, trial: Trial) -> bool:
    """The entry is of the same counting, at the same place on the page."""
    if entry.reading is None:
        return False
    alike = entry.family == trial.mark.family and entry.reading.script == trial.reading.script
    near = abs(entry.x0 - trial.sight.row.x0) < NEAR or trial.sight.row.level > 0
    return alike and near and abs(entry.prominence - trial.sight.prominence) < 0.5


def is_right_below(state: State, trial: Trial) -> bool:
    """The row above opened a clause."""
    return state.below == trial.at


def stem_of(stack: Sequence[Entry], reading: Reading) -> int | None:
    """Where the stack ends with the clause two steps above a number, of which that between is not printed."""
    stem = reading.prefix[:-1]
    return next((at for at in range(len(stack), 0, -1) if stem and stem in stack[at - 1].names), None)


def is_broken(stack: Sequence[Entry], entry: Entry) -> bool:
    """A heading closed the counting above, the articles of which the paragraphs went on."""
    return entry.above != () and all(above.counting != entry.above for above in stack)


def closes(state: State, above: Entry, seen: Seen) -> bool:
    """The heading ends the clause above: one that stands out no more, or a box right of it; no title left of
    its own box, and no exhibit that has no words yet, if it stands out hardly more; and no number of those
    that go on through such headings, if it stands out less or right above. A title in plain type is one for
    the contents name it: it stands above those that stand out hardly."""
    sight = seen.sight
    counted = above.reading is not None and (bool(above.family[0]) or above.stands_out)
    leveled = sight.look.level > 0
    empty = state.below == seen.at and state.last is not None and state.last.reading is not None
    bare = empty and above is state.stack[-1]
    alike = not above.leveled if leveled else bare or sight.prominence < above.prominence + LIKE
    if counted and alike and sight.mark is None and seen.habits.within(kind_of(sight), above.kind):
        return False
    near = abs(above.prominence - sight.prominence) < LIKE
    titles = above.reading is None and sight.mark is None
    if near and titles and above.stands_out != sight.stands_out:
        return above.stands_out
    if near and above.reading is None and (over := seen.habits.over(above.kind, kind_of(sight))):
        return over < 0
    if titles and sight.again and above.peer == kind_of(sight):
        return not seen.habits.repeated(kind_of(sight))
    if above.reading is None and above.inner > sight.left + NEAR:
        return True
    larger = sight.prominence > above.prominence + 0.05
    if larger and above.reading is None and sight.inner > above.left + NEAR and not above.inner:
        return False
    hardly = sight.mark is None and sight.prominence < above.prominence + OUT
    if empty and hardly and APPENDED.match(above.family[0]):
        return False
    return above.prominence <= sight.prominence + 0.05
