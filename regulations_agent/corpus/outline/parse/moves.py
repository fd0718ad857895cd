"""What a row may be while a book is parsed: text, a heading, the next or the first clause of a counting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regulations_agent.corpus.outline.marks import APPENDED, Reading, distance, is_first, next_stem, rank
from regulations_agent.corpus.outline.parse.habits import AHEAD, NEAR, kind_of
from regulations_agent.corpus.outline.parse.standing import (
    LIST_STYLES,
    closes,
    groups,
    holds,
    is_beside,
    is_broken,
    is_level,
    is_list_between,
    is_listed,
    is_next,
    is_open,
    is_right_below,
    is_same_kind,
    is_title,
    is_title_above,
    says_again,
    says_twice,
    stem_of,
)
from regulations_agent.corpus.outline.parse.states import Decision, Entry, Seen, State, Trial, names_of
from regulations_agent.corpus.outline.rows.looks import Sight

MAX_STEP, YEARS = 8, 1000
"""Numbers that may be missing between two of one counting, and from which none starts, as from years."""
MAX_HALTED = 12
"""Countings that a heading broke off and that may go on below it."""

# Gains, in a common unit: about how many numbers in a row one such sign is worth.
NEXT, MISSED, OPENED, LED, UNLED, HEADED = 2.0, 0.7, -0.9, 0.8, -1.5, 0.8
EVIDENCE = 4.0
"""For a row that the contents list or the outline names."""
LONE = 1.0
"""For a number that nothing counts on from, but that hangs further right than that of the clause above."""
EMPTY = 1.0
"""Against a number right below a title, numbered or not, that it does not stand in."""
BROKEN = 1.0
"""Against a heading in the middle of a numbered clause."""
AGAIN = 1.0
"""Against a number that is printed a second time, by mistake, right behind the first."""
BESIDE = 2.0
"""Against an exhibit below the last article, or one that looks as it does."""


class Ways(NamedTuple):
    """One counting that a row may belong to: as the next of it, or as the first."""

    reading: Reading
    next: Trial
    first: Trial
    ahead: int
    """How many numbers count on from it, or by steps below it."""


def ways(seen: Seen) -> list[Ways]:
    """The countings that the row's mark may belong to, whatever is open."""
    sight, mark, habits = seen.sight, seen.sight.mark, seen.habits
    if mark is None:
        return []
    prior = habits.gain(sight, mark) + seen.likely
    found = []
    for reading in mark.readings:
        ahead = habits.ahead(seen.at, mark, reading) or habits.below(seen.at, reading)
        alone = (2.0 if mark.style == "x" and not mark.keyword else 0.3) * (ahead == 0)
        first = Trial(seen.at, sight, mark, reading, prior + 0.2 * ahead - alone)
        found.append(Ways(reading, first._replace(prior=prior), first, ahead))
    return found


def options(state: State, seen: Seen, found: Sequence[Ways], *, headed: bool) -> Iterator[State]:
    """What the row can be: text, an unnumbered heading, or the next or first clause of a counting."""
    if headed:
        yield _heading(state, seen)
    sight = seen.sight
    if not headed or not (sight.mark or seen.likely or sight.look.level):
        yield State(state.score, state.stack, state.halted, state.count, None, state)
    for reading, following, first, ahead in found:
        yield from _goes_on(state, following)
        if reading.script == "dotted":
            yield from _below(state, first, reading)
        else:
            yield from _first(state, first, reading, ahead)


def _opened(state: State, trial: Trial, gain: float, stack: tuple[Entry, ...], *, fits: bool = True) -> State:
    """The state with one more numbered clause, on top of `stack`."""
    decision = Decision(trial.at, trial.mark, trial.reading, _place(stack), fits)
    return _with(state, decision, trial.sight, trial.prior + gain, stack)


def _place(stack: Sequence[Entry]) -> int | None:
    return stack[-1].place if stack else None


def _with(state: State, decision: Decision, sight: Sight, gain: float, stack: tuple[Entry, ...]) -> State:
    """The state with one more clause, on top of `stack`."""
    mark, reading, row = decision.mark, decision.reading, sight.row
    names = names_of(mark, reading) if mark and reading else ()
    above = next((e.counting for e in reversed(stack) if e.reading), ())
    edges, height, told = (row.x0, sight.left, row.text_x0), sight.prominence, sight.look.level > 0
    own = (state.count, mark.family if mark else ("", ""), reading, names)
    kind, peer = kind_of(sight), None if mark or sight.again else kind_of(sight, named=True)
    entry = Entry(*own, *edges, height, row.middle, above, sight.inner, row.dead, kind, told, peer)
    closed = [e for e in state.stack if e.reading and e not in stack]
    halted = _halted(closed, state.halted)
    below = decision.at + (sight.rows if sight.heading else 1)
    return State(state.score + gain, (*stack, entry), halted, state.count + 1, decision, state, below)


def _halted(closed: Sequence[Entry], before: Sequence[Entry]) -> tuple[Entry, ...]:
    """Countings that were broken off, the newest of each kind; of lists in each other the outermost."""
    kept: dict[tuple[object, ...], Entry] = {}
    for entry in (*closed, *before):
        kept.setdefault(entry.counting, entry)
    return tuple(kept.values())[:MAX_HALTED]


def _heading(state: State, seen: Seen) -> State:
    """An unnumbered heading closes everything that stands out no more than it does, and boxes; one that says
    the number of an open clause again stands beside that."""
    sight, stack, mark = seen.sight, state.stack, seen.sight.mark
    gain = HEADED + 0.4 * min(sight.prominence, 3.0) + seen.likely - 3.0 * (mark is not None)
    again = (at for at, entry in enumerate(stack) if sight.look.level and says_again(entry, mark))
    if (beside := next(again, None)) is not None:
        stack = stack[:beside]
    while beside is None and stack and closes(state, stack[-1], seen):
        stack = stack[:-1]
    mark = mark if mark and (mark.style == "d" or beside is not None) else None
    decision = Decision(seen.at, mark, mark.readings[0] if mark else None, _place(stack), mark is None)
    return _with(state, decision, sight, gain, stack)


def _goes_on(state: State, trial: Trial) -> Iterator[State]:
    """The next clause of an open counting, or of one that a heading or a clause above broke off."""
    for place in range(len(state.stack) - 1, -1, -1):
        if (found := _succeeds(state.stack[place], trial)) is None or holds(state.stack, place, trial):
            continue
        gain, step = found
        yield _opened(state, trial, gain, state.stack[:place], fits=step == 1)
    for entry in state.halted:
        again = any(e.bears(entry.family, trial.reading) for e in state.stack)
        if again or (found := _succeeds(entry, trial)) is None:
            continue
        gain, step = found
        stack = _held(state.stack, entry, trial)
        if all(e.counting != entry.counting for e in stack):
            prefix = trial.reading.prefix
            last = next((e.counting for e in reversed(stack) if e.reading), ())
            stemmed = last == entry.above and any(prefix in e.names for e in stack)
            gain -= 0.6 * (not stemmed) + BROKEN * is_broken(stack, entry)
            yield _opened(state, trial, gain, stack, fits=step == 1)


def _held(stack: tuple[Entry, ...], entry: Entry, trial: Trial) -> tuple[Entry, ...]:
    """What stays open above a clause that goes on after a break: all that is more, newer, or its stem."""
    height, prefix = trial.sight.prominence, trial.reading.prefix
    while stack:
        top = stack[-1]
        above = top.prominence > height + 0.05
        titled = top.reading is None and above  # titles since an appendix are of that one
        if titled and not (APPENDED.match(trial.mark.family[0]) and top.place > entry.place):
            break
        below = top.reading is not None and top.reading.prefix in entry.names
        if not (titled or below or is_list_between(top, entry) or is_same_kind(top, trial)):
            since = top.reading is not None and top.family[1] not in LIST_STYLES and top.place > entry.place
            grouped = top.counting == entry.above and groups(top, trial)
            if above or prefix in top.names or (since and (grouped or top.prominence + 0.4 >= height)):
                break
        stack = stack[:-1]
    return stack


def _succeeds(entry: Entry, trial: Trial) -> tuple[float, int] | None:
    """What it is worth to take the row as the next of the entry's counting, and how many places on it is."""
    own, reading, mark = entry.reading, trial.reading, trial.mark
    if own is None or own.script != reading.script or own.prefix != reading.prefix:
        return None
    gain = NEXT
    if entry.family != mark.family:
        if entry.family[0] != mark.family[0] and reading.script != "dotted":
            return None
        gain -= 1.0 if reading.script != "dotted" else 0.3
    again = says_twice(entry, trial)
    step = 0 if again else _step(own, reading)
    if step is None:
        return None
    gain -= AGAIN * again
    row = trial.sight.row
    apart = abs(entry.x0 - row.x0)
    if entry.stands_out:
        apart = min(apart, abs(entry.middle - row.middle))
    level = entry.text_x0 and abs(entry.text_x0 - row.text_x0) <= 3
    titled = mark.keyword and entry.prominence == trial.sight.prominence >= 0.4
    if apart > NEAR and not (level or row.level or titled):
        # a known word and the next number at the start of a paragraph say enough
        told = mark.keyword and entry.family == mark.family and step == 1 and trial.sight.starts
        gain -= min(1.0 if told else 2.5, apart / 12)
    gain -= min(1.5, 0.5 * abs(entry.prominence - trial.sight.prominence))
    return gain - MISSED * max(0, step - 1), step


def _step(before: Reading, reading: Reading) -> int | None:
    """How far a number is from the one before; books that count by hundreds may leave the rest of one out."""
    step, last, value = distance(before, reading), before.until or before.last, reading.last
    if step is None or step < 1:
        return None
    if isinstance(last, int) and isinstance(value, int) and last >= 100:
        return 1 if value // 100 - last // 100 <= 1 else None
    return step if step <= MAX_STEP else None


def _below(state: State, trial: Trial, reading: Reading) -> Iterator[State]:
    """The first clause by steps below the clause whose number it goes on with, or below none."""
    late = 0.0 if is_first(reading.last) else 0.5 + 0.5 * min(rank(reading.last), 6)
    stack, fits = state.stack, not late
    for place in range(len(stack) - 1, -1, -1):
        above = stack[place]
        borne = reading.prefix in above.names and above.reading != reading
        if borne and not is_listed(stack, place, trial):
            end = place + 1
            while end < len(stack) and (is_title_above(stack[end], trial) or groups(stack[end], trial)):
                end += 1
            gain = NEXT if holds(stack, place, trial) else LED
            yield _opened(state, trial, gain - late, stack[:end], fits=fits)
            return
    if (apart := stem_of(stack, reading)) is not None:
        yield _opened(state, trial, LED - MISSED - late, stack[:apart], fits=fits)
        return
    height = trial.sight.prominence + 0.4
    beside = next((at for at, e in enumerate(stack) if is_next(e, reading)), len(stack))
    top = tuple(e for e in stack[:beside] if e.reading is None or e.prominence > height)
    since = max((e.place for e in top if e.reading is not None), default=-1)
    goes_on = trial.mark.keyword and any(is_next(entry, reading) for entry in stack)
    if not goes_on and any(reading.prefix in entry.names and entry.place > since for entry in state.halted):
        heads = tuple(e for e in stack if e.reading is None)
        yield _opened(state, trial, -0.8 - late, heads, fits=fits)
        return
    numbered = (e.reading for e in (*stack, *state.halted) if e.reading is not None)
    ordered = any(next_stem(before, reading) for before in numbered)
    yield _opened(state, trial, UNLED + 1.3 * ordered - 1.3 * late, top, fits=fits)


def _first(state: State, trial: Trial, reading: Reading, ahead: int) -> Iterator[State]:
    """The first clause of a counting, below any open clause that can hold it, or below none."""
    late = 0.0 if is_first(reading.last) else 0.8 if reading.script == "code" else 2.5 - 0.4 * ahead
    yearly = isinstance(reading.last, int) and reading.last >= YEARS and ahead < AHEAD
    if reading.inserted or yearly or (late and not (trial.mark.keyword or trial.sight.prominence >= 1)):
        return
    stack = state.stack
    lone = LONE * (not ahead and bool(trial.sight.row.column))
    if stack and stack[-1].reading is not None and trial.sight.row.x0 > stack[-1].x0 + NEAR:
        yield from _first_below(state, trial, stack, lone - late)
        stack = stack[:-1]
    for place in range(len(stack), max(-1, len(stack) - 5), -1):
        yield from _first_below(state, trial, stack[:place], -late)
    if len(stack) > 4:
        yield from _first_below(state, trial, (), -late)


def _first_below(state: State, trial: Trial, stack: tuple[Entry, ...], gain: float) -> Iterator[State]:
    """The first of a counting below `stack`, unless that counting is open there already."""
    x0, height = trial.sight.row.x0, trial.sight.prominence
    mark, reading = trial.mark, trial.reading
    right_below = is_right_below(state, trial)
    # `Section 4.12 Ballots.` is set in as the first line of a paragraph is, `(a)` below it less so
    led = right_below and bool(state.stack[-1].family[0]) and not mark.keyword
    bare = right_below and stack != state.stack and (led or is_title(state.stack[-1], height))
    gain += OPENED + 0.5 * (right_below and bool(stack)) - EMPTY * bare
    hundreds = isinstance(reading.last, int) and reading.last >= 100
    if not hundreds and any(is_open(entry, trial) or is_same_kind(entry, trial) for entry in stack):
        return
    if mark.keyword:
        gain -= 0.8 * sum(e.reading is not None and not e.family[0] for e in stack)
    if stack:
        above = stack[-1]
        small = mark.number.islower() and not mark.keyword and x0 > above.left + NEAR
        gain -= 2.0 * (above.prominence + 0.8 < height and not small)
        gain -= BESIDE * any(is_beside(e, trial) for e in stack)
        gain -= 1.5 * (height > 0 and is_level(state, above, trial))
        outside = x0 < above.left - NEAR and not (led and stack == state.stack)
        gain -= 1.0 * (outside and above.prominence <= height + 0.4)
        gain += 0.5 * (x0 > above.left + NEAR and above.prominence <= height + 0.4)
    exhibit = APPENDED.match(mark.family[0]) and height >= 0.4
    for entry in state.stack[len(stack) :] if not exhibit else ():
        gain -= 0.05 + 1.5 * (entry.prominence > height + 0.4) + 0.4 * (x0 > entry.x0 + 4)
        gain -= 0.6 * (entry.reading is not None and abs(x0 - entry.x0) <= 4 and entry.prominence <= height)
    yield _opened(state, trial, gain, stack)
